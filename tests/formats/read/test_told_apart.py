"""Models that a list tells apart by what they carry: the name says it, and what it says that is not listed is said aloud."""

from __future__ import annotations

from typing import Any

from listbuilder.data.library import Library
from listbuilder.formats.import_list import import_list
from listbuilder.rules import messages

# Custodian Guard have a guardian spear, or a sentinel blade and a praesidium shield.
WATCH = """Watch (280 points)

Adeptus Custodes
Shield Host
Incursion (1000 points)

CHARACTERS

Blade Champion (120 points)
  • Warlord
  • 1x Vaultswords

BATTLELINE

Custodian Guard (160 points)
{guard}
"""


def guard(library: Library, text: str) -> tuple[list[Any], list[str], list[str]]:
    """The Guard's models, what was assumed of them from names, and what could not be read."""
    made = import_list(WATCH.format(guard=text).encode(), "watch.txt", library)
    assert made.document is not None
    said = [
        messages.say_note(note, "en")
        for note in made.account.notes
        if note.key == "import_named_with"
    ]
    return (
        made.document.data["units"][1]["models"],
        said,
        [problem.key for problem in made.account.unread],
    )


def test_what_stands_in_the_name_and_not_below_it_is_assumed_aloud(library: Library) -> None:
    models, said, unread = guard(
        library,
        "  • 4x Custodian Guard (Sentinel Blade & Praesidium Shield)\n    • 4x Misericordia",
    )
    assert unread == []
    assert [group["wargear"] for group in models] == [
        {"misericordia": 4, "sentinel blade": 4, "praesidium shield": 4}
    ]
    assert said == [
        "line 16: its models have sentinel blade and praesidium shield, judging by the name "
        '"Custodian Guard (Sentinel Blade & Praesidium Shield)" alone'
    ]


def test_what_is_listed_below_the_name_is_not_said_again(library: Library) -> None:
    text = "  • 4x Custodian Guard (Sentinel Blade & Praesidium Shield)\n    • 4x Sentinel blade\n    • 4x Praesidium shield"
    models, said, unread = guard(library, text)
    assert (unread, said) == ([], [])
    assert [group["wargear"] for group in models] == [{"sentinel blade": 4, "praesidium shield": 4}]


def test_what_is_listed_beside_the_models_is_theirs_and_not_twice(library: Library) -> None:
    """Three with a shield, and the shields of the unit on a line of their own."""
    text = (
        "  • 1x Custodian Guard\n    • 1x Guardian spear\n"
        "  • 3x Custodian Guard (Praesidium Shield)\n    • 3x Sentinel blade\n  • 3x Praesidium shield"
    )
    models, said, unread = guard(library, text)
    assert (unread, said) == ([], [])
    assert [group["wargear"] for group in models] == [
        {"guardian spear": 1},
        {"sentinel blade": 3, "praesidium shield": 3},
    ]


def test_a_name_alone_gives_nothing(library: Library) -> None:
    """Where nothing at all is listed, the wargear is the usual one, as everywhere."""
    models, said, unread = guard(library, "  • 4x Custodian Guard")
    assert (unread, said) == ([], [])
    assert models == [{"model": "Custodian Guard", "count": 4}]
