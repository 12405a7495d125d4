"""Names that act on the terminal they are shown on, and what must never be found in what a program prints."""

from __future__ import annotations

import re

# Erase the line and print a verdict; write the clipboard (OSC 52); set the title; C1 forms of the same; turn the
# direction; hide; begin a line of their own; and markup of rich and Textual.
EVIL = (
    "Evil\x1b[2K\r\x1b[32mFORGED: LEGAL\x1b[0m\x1b]52;c;Zm9yZ2Vk\x07\x1b]0;x\x1b\\\x9b2K\x9d52;c;Zm9yZ2Vk\x9c\x85\u2028\u2029"
    "\u202eLAGEL\u202c\u2066x\u2069\u200e\u200f\u061c\u200bz\u2060\ufeff\u00ad\x7f\x08\x08[/b][red][link=x]\\[/b]"
    "\nFORGED: LEGAL  1 / 2000 points\x00\udcff"
)
# What a file can hold, and what its name can be.
TEXT = EVIL.replace("\udcff", "")
LINE = TEXT.replace("\n", " ").replace("\x00", "").replace("\r", "")
FILE_NAME = "a\x1b[2K\r\x1b[32mFORGED: LEGAL\x1b[0m\x9b31m\u202eb\n[b]\nFORGED: LEGAL.yaml"

# C0 without our line ends, DEL, C1, separators, bidi (Unicode's Bidi_Control), and what hides.
ACTING = re.compile(
    "[\x00-\x08\x0b-\x1f\x7f-\x9f\u061c\u200b\u200e\u200f\u2028-\u202e\u2060\u2066-\u2069\ufeff\u00ad\U000e0000-\U000e007f]"
)
COLOR = re.compile(r"\x1b\[(?:0|1|2|1;3[1-3]|3[1-3])m")  # what our own lines and tables are coloured with


def acting(text: str) -> list[str]:
    """What in it would act on a terminal, with what stands around it; lines that a name has made."""
    found = [text[max(0, each.start() - 30) : each.end() + 10] for each in ACTING.finditer(text)]
    return found + [line for line in text.split("\n") if line.lstrip().startswith("FORGED")]
