"""What no option can take from a unit is assumed where a list leaves it out, and said; what is too much stays too much."""

from __future__ import annotations

from typing import Any

from listbuilder.data.library import Library
from listbuilder.formats.import_list import import_list, judge_list
from listbuilder.rules import messages

HEAD = """Coterie ({points} points)

Emperor's Children
Coterie of the Conceited
Incursion (1000 points)

CHARACTERS

Lucius the Eternal (150 points)
  • Warlord

OTHER DATASHEETS

"""
EXULTANT = """Lord Exultant (80 points)
  • 1x Phoenix power spear
  • 1x Rapture lash
"""
# Five Tormentors: one for the icon, one special weapon of each kind for every five models, so two keep their boltguns.
TORMENTORS = """Tormentors (85 points)
  • 1x Obsessionist
    ◦ 1x Plasma pistol
    ◦ 1x Power sword
  • 4x Tormentor
    ◦ 1x Icon of excess
    ◦ 1x Meltagun
    ◦ {plasma}x Plasma gun
"""


def units_of(library: Library, text: str, points: int) -> tuple[list[Any], list[str], list[str]]:
    """The last unit's models, what was assumed, and what is wrong with wargear."""
    raw = (HEAD.format(points=points) + text).encode()
    made, done = import_list(raw, "coterie.txt", library), judge_list(raw, "coterie.txt", library)
    assert made.document is not None
    assert made.account.unread == []
    said = [
        messages.say_note(note, "en")
        for note in made.account.notes
        if note.key == "import_always_had"
    ]
    wrong = [
        messages.say_finding(finding, "en") for finding in done.findings if finding.code == "40K-14"
    ]
    return made.document.data["units"][-1]["models"], said, wrong


def test_what_every_legal_loadout_has_is_assumed(library: Library) -> None:
    models, said, wrong = units_of(library, EXULTANT, 230)
    wargear = {
        "Phoenix power spear": 1,
        "rapture lash": 1,
        "bolt pistol": 1,
        "close combat weapon": 1,
    }
    assert models == [{"model": "Lord Exultant", "count": 1, "wargear": wargear}]
    assert said == [
        "Lord Exultant: the list leaves out bolt pistol, close combat weapon, which its models always have"
    ]
    assert wrong == []


def test_as_many_as_every_legal_loadout_has(library: Library) -> None:
    models, _, wrong = units_of(library, TORMENTORS.format(plasma=1), 235)
    assert models[1]["wargear"]["boltgun"] == 2
    assert wrong == []


def test_too_many_are_too_many(library: Library) -> None:
    _, _, wrong = units_of(library, TORMENTORS.format(plasma=3), 235)
    assert any("3 × plasma gun" in each for each in wrong)


STARSCYTHES = """Cadre (205 points)

T'au Empire
Kauyon
Incursion (1000 points)

CHARACTERS

Commander in Coldstar Battlesuit (95 points)
• Warlord
• 1x Battlesuit fists
• 4x Fusion blaster

OTHER DATASHEETS

Crisis Starscythe Battlesuits (110 points)
• 1x Crisis Starscythe Shas'vre
1x Battlesuit fists
1x Burst cannon
1x T'au flamer
2x Shield Drone
• 2x Crisis Starscythe Shas'ui (Shield Drone)
2x Battlesuit fists
2x Burst cannon
2x T'au flamer
"""


def test_what_models_are_named_with_is_theirs(library: Library) -> None:
    """Two Shield Drones are one for each Shas'ui; the Shas'vre before them could have one."""
    made = import_list(STARSCYTHES.encode(), "cadre.txt", library)
    assert made.document is not None
    assert made.account.unread == []
    vre, ui = made.document.data["units"][1]["models"]
    assert "shield drone" not in vre["wargear"]
    assert ui["wargear"]["shield drone"] == 2
    done = judge_list(STARSCYTHES.encode(), "cadre.txt", library)
    assert [finding.key for finding in done.findings if finding.code == "40K-14"] == []
