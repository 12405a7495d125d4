"""What a player typed, made harmless for any form: one line, no controls, and no direction but its own."""

from __future__ import annotations

import re
import unicodedata

# Controls, and the marks that turn the direction of what follows. Surrogates cannot be written at all.
_OUT = re.compile(
    "[\u0000-\u001f\u007f-\u009f\u061c\u200e\u200f\u2028\u2029\u202a-\u202e\u2066-\u2069\ud800-\udfff\ufffe\uffff]+"
)
_FORMULA = "=+-@\t\uff1d\uff0b\uff0d\uff20"
_ISOLATE, _END = "\u2068", "\u2069"


def one_line(text: str) -> str:
    """As typed, but on one line and without characters that no reader can see."""
    return " ".join(_OUT.sub(" ", text).split())


def turned(text: str) -> bool:
    """Whether some of it reads from right to left."""
    return any(unicodedata.bidirectional(character) in ("R", "AL", "AN") for character in text)


def isolated(text: str) -> str:
    """Right-to-left words kept from turning the numbers around them."""
    return f"{_ISOLATE}{text}{_END}" if turned(text) else text


def unformula(text: str) -> str:
    """A line that a spreadsheet would take for a formula does not begin like one."""
    bare = text.lstrip(f" {_ISOLATE}")
    return f"“{text}”" if bare[:1] and bare[0] in _FORMULA else text


def uncalled(text: str) -> str:
    """No chat takes a name for a call to everyone."""
    return re.sub(r"@(?=\w)", "@\u2060", text)
