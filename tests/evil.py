"""Names that act on the terminal they are shown on, and what must never be found in what a program prints."""

from __future__ import annotations

import re
from typing import Any

from tests.formats.read import one_list_per_format

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

MUSTER: dict[str, Any] = {
    "system": "warhammer-40k-10e",
    "name": TEXT,
    "player": TEXT,
    "notes": f"{LINE}\n{LINE}",  # may have lines; they are told to the player alone, under a heading
    "faction": "necrons",
    "battle_size": "incursion",
    "detachment": "awakened-dynasty",
    "units": [
        {"id": "o", "datasheet": "overlord", "warlord": True, "name": TEXT, "notes": TEXT},
        {"id": "w", "datasheet": "necron-warriors", "models": 20, "name": TEXT},
        {"id": "a", "datasheet": "ghost-ark", "name": TEXT},
    ],
    "formations": {"attached": {"o": "w"}, "strategic_reserves": ["a"]},
}
ILLEGAL: dict[str, Any] = {
    **MUSTER,
    "units": [
        {**unit, "id": TEXT + str(place), "warlord": False}
        for place, unit in enumerate(MUSTER["units"])
    ],
    "formations": {},
}
UNREAD: dict[str, Any] = {
    **MUSTER,
    TEXT: TEXT,
    "faction": "necrons",
    "battle_size": TEXT,
    "detachment": TEXT,
    "points_as_of": TEXT,
    "units": [
        {"id": TEXT, "datasheet": TEXT},
        {"datasheet": "overlord", "enhancement": TEXT, TEXT: 1},
        {"datasheet": "immortals", "models": [{"model": TEXT, "count": 5, "wargear": {TEXT: 5}}]},
        {
            "datasheet": "immortals",
            "models": [{"model": "Immortal", "count": 5, "wargear": {TEXT: 5}}],
        },
    ],
    "formations": {"attached": {TEXT: TEXT}, "embarked": {"x": TEXT}, "strategic_reserves": [TEXT]},
}
OTHERS: tuple[dict[str, Any], ...] = (
    {"system": "age-of-sigmar-4e", "name": TEXT, "faction": "stormcast-eternals", "points_limit": 1000, "battle_formation": TEXT,
     "regiments": [{"hero": {"unit": "lord-vigilant-on-gryph-stalker", "general": True, "name": TEXT, "enhancements": [TEXT]},
                    "units": [{"unit": TEXT}, {"unit": "liberators", "name": TEXT}]}]},
    {"system": "spearhead", "name": TEXT, "box": "vigilant-brotherhood", "enhancement": TEXT, "units": [{"unit": TEXT}]},
    {"system": "combat-patrol", "name": TEXT, "patrol": "amonhotekhs-guard", "mission": TEXT, "choices": {TEXT: TEXT}},
    {"system": "space-marine-heroes", "name": TEXT, "heroes": [{"hero": TEXT, "slot": 1}], "collection": {TEXT: 1}},
    {"system": TEXT, "name": TEXT},
    {**MUSTER, "system": "warhammer-40k-11e", "battle_size": "strike-force", "detachment": None, "disposition": TEXT,
     "detachments": [TEXT, "awakened-dynasty", "awakened-dynasty"], "attached": {TEXT: "w", "o": TEXT}},
    {"system": "warhammer-40k-11e", "name": TEXT, "faction": "necrons", "battle_size": "incursion",
     "detachments": ["awakened-dynasty", "canoptek-court", "hand-of-the-dynasty"], "attached": {TEXT: f"{TEXT}2"},
     "units": [{"id": TEXT, "datasheet": "overlord", "name": TEXT}, {"id": f"{TEXT}2", "datasheet": "lychguard", "name": TEXT},
               {"id": f"{TEXT}3", "datasheet": "technomancer", "name": TEXT}],
     "formations": {"strategic_reserves": [f"{TEXT}2"]}},
)  # fmt: skip
GW = (
    one_list_per_format.GW_A.replace("Test dynasty", LINE)
    .replace("• Warlord", f"• Warlord\n  • 3x {LINE}")
    .replace("Gauss", f"Ga{LINE}uss")
)
FOREIGN = {
    "unknown.txt": GW.replace("Necron Warriors", f"Necron {LINE} Warriors"),
    "known.txt": one_list_per_format.GW_A.replace("Test dynasty", LINE),
    "fence.txt": one_list_per_format.WTC.replace("Overlord", f"Ov{LINE}erlord").replace("CHARACTER", f"CHARACTER\n{LINE}"),
    "tree.ros": one_list_per_format.ROS.replace("{by}", "").replace(' name="Overlord"', ' name="Ov&#x9b;&#x202e;erlord" customName="&#x85;"'),
    "talk.txt": f"hello {LINE}\n{LINE}\n",
}  # fmt: skip

# C0 without our line ends, DEL, C1, separators, bidi (Unicode's Bidi_Control), and what hides.
ACTING = re.compile(
    "[\x00-\x08\x0b-\x1f\x7f-\x9f\u061c\u200b\u200e\u200f\u2028-\u202e\u2060\u2066-\u2069\ufeff\u00ad\U000e0000-\U000e007f]"
)
COLOR = re.compile(
    r"\x1b\[(?:0|1|2|1;3[1-3]|3[1-36])m"
)  # what our own lines and tables are coloured with


def acting(text: str) -> list[str]:
    """Return what in `text` would act on a terminal, with what is around it, and lines that a name has made.

    A line that goes on, indented, below the one it belongs to may begin with any word of the name.
    """
    found = [text[max(0, each.start() - 30) : each.end() + 10] for each in ACTING.finditer(text)]
    return found + [line for line in text.split("\n") if line.startswith("FORGED")]
