"""Lines under a unit that are no plain item of its datasheet: what is assumed is said, and the rest is unread."""

from __future__ import annotations

from typing import Any

import pytest

from listbuilder.data.library import Library
from listbuilder.formats.import_list import import_list
from listbuilder.formats.imported_list import Import
from listbuilder.model.problem import Problem
from listbuilder.rules import messages

HEAD = """Force (200 points)

{faction}
Incursion (1000 points)
{detachment}

OTHER DATASHEETS

"""
TAU = HEAD.format(faction="T'au Empire", detachment="Kauyon")
GUARD = HEAD.format(faction="Astra Militarum", detachment="Combined Arms")


def read(library: Library, text: str, day: str | None = None) -> Import:
    made = import_list(text.encode(), "force.txt", library, None, day)
    assert made.document is not None
    return made


def unread(made: Import) -> list[Problem]:
    return [problem for problem in made.account.unread if problem.key != "contradiction_total"]


def notes(made: Import) -> list[str]:
    return [messages.say_note(note, "en") for note in made.account.notes]


def models(made: Import) -> Any:
    assert made.document is not None
    return made.document.data["units"][-1]["models"]


# --- a part of what is listed -----------------------------------------------------------------------------------------

BREACHERS = """Breacher Team (100 points)
  • 1x Support turret
  • 1x {what}
  • 1x Breacher Fire Warrior Shas'ui
    • 1x Close combat weapon
      1x Pulse blaster
      1x Pulse pistol
  • 9x Breacher Fire Warrior
    • 9x Close combat weapon
      9x Pulse blaster
      9x Pulse pistol
"""


def test_a_part_of_what_is_listed_is_said_to_be_taken_for_it(library: Library) -> None:
    made = read(library, TAU + BREACHERS.format(what="Support turret rocket battery"))
    assert unread(made) == []
    assert (
        'line 11: "Support turret rocket battery" is part of other wargear listed for Breacher Team'
        in notes(made)
    )


@pytest.mark.parametrize(
    "what",
    [
        "Support turret and plasma lance",  # another thing beside it
        "Support turret, 2x Plasma lance",
        "Turret missile system",  # not the listed name with more behind it
        "Plasma lance",
    ],
)
def test_what_is_no_part_is_unread(what: str, library: Library) -> None:
    made = read(library, TAU + BREACHERS.format(what=what))
    assert [(problem.key, problem.line) for problem in unread(made)] == [("unread_item", 11)]


# --- one of them, by the name of what he bears ------------------------------------------------------------------------

GHOSTS = """Gaunt's Ghosts (100 points)
  • 1x Ibram Gaunt
    • 1x Bolt pistol
      1x Gaunt's chainsword
  • 1x {corbec}
    • 1x Corbec's hot-shot lascarbine
      1x Straight silver knife
  • 1x Elim Rawne
    • 1x Rawne's lascarbine
      1x Straight silver knife
  • 1x Hlaine Larkin
    • 1x Larkin's long-las
      1x Straight silver knife
  • 1x 'Try Again' Bragg
    • 1x Bragg's autocannon
      1x Straight silver knife
  • 1x Oan Mkoll
    • 1x Lascarbine
      1x Mkoll's straight silver knife
"""


def test_models_by_the_names_of_their_wargear(library: Library) -> None:
    made = read(library, GUARD + GHOSTS.format(corbec="Colm Corbec"))
    assert unread(made) == []
    assert [group["model"] for group in models(made)] == ["Ibram Gaunt", *5 * ["Tanith Ghost"]]
    assert 'line 13: "Colm Corbec" means Tanith Ghost' in notes(made)


def test_somebody_whom_no_wargear_is_called_after_is_unread(library: Library) -> None:
    made = read(library, GUARD + GHOSTS.format(corbec="Hark"))
    assert [(problem.key, problem.line) for problem in unread(made)][:1] == [("unread_group", 13)]


def test_a_word_of_an_item_makes_no_model(library: Library) -> None:
    """`Straight Shooter` has a word of the straight silver knife, and is nobody of the Ghosts."""
    made = read(library, GUARD + GHOSTS.format(corbec="Straight Shooter"))
    assert [(problem.key, problem.line) for problem in unread(made)][:1] == [("unread_group", 13)]


def test_more_of_them_than_there_can_be_are_unread(library: Library) -> None:
    """Five Ghosts are all there are: a sixth by another's name is none."""
    text = (
        GHOSTS.format(corbec="Colm Corbec")
        + "  • 1x Colm Corbec\n    • 1x Corbec's hot-shot lascarbine\n"
    )
    assert [(problem.key, problem.line) for problem in unread(read(library, GUARD + text))][:1] == [
        ("unread_group", 28)
    ]


# --- printed beside models --------------------------------------------------------------------------------------------

CASTELLAN = """Cadian Castellan (55 points)
  • 1x Plasma pistol
    1x Power fist
    1x {what}
"""


def test_an_ability_printed_as_an_option_says_nothing(library: Library) -> None:
    made = read(library, GUARD + CASTELLAN.format(what="Invulnerable Save (5+)"))
    plain = read(library, GUARD + CASTELLAN.replace("    1x {what}\n", ""))
    assert unread(made) == []
    assert models(made) == models(plain)


def test_another_ability_is_unread(library: Library) -> None:
    made = read(library, GUARD + CASTELLAN.format(what="Invulnerable in spirit"))
    assert [(problem.key, problem.line) for problem in unread(made)] == [("unread_item", 12)]


# --- an item of another day -------------------------------------------------------------------------------------------


HEARTHKYN = HEAD.format(faction="Leagues of Votann", detachment="Oathband") + (
    "Hernkyn Pioneers (80 points)\n  • 3x Hernkyn Pioneer\n    • 1x {what}\n      3x Bolt revolver\n      3x Bolt shotgun\n"
)
APOTHECARY = HEAD.format(faction="Space Marines", detachment="Gladius Task Force") + (
    "Apothecary (50 points)\n  • 1x {what}\n    1x Close combat weapon\n    1x Reductor pistol\n"
)


def test_an_item_of_another_day_is_left_out_aloud(library: Library) -> None:
    """The Pioneers have a rollbar searchlight today, and had none by the sources of 2023; sunlight they have on no day."""
    made = read(library, HEARTHKYN.format(what="Rollbar searchlight"), "2023-10-07")
    assert unread(made) == []
    said = 'line 11: "Rollbar searchlight" is ignored, because Hernkyn Pioneers has it on other dates but not on this one'
    assert said in notes(made)
    assert "rollbar searchlight" not in {
        item.casefold() for group in models(made) for item in group.get("wargear", {})
    }
    made = read(library, HEARTHKYN.format(what="Sunlight"), "2023-10-07")
    assert [(problem.key, problem.line) for problem in unread(made)] == [("unread_item", 11)]


@pytest.mark.parametrize(
    ("day", "written", "taken"),
    [
        ("2026-05-20", "Absolvor bolt pistol", "absolver bolt pistol"),
        ("2026-05-20", "Absolver bolt pistol", "absolver bolt pistol"),
        ("2024-01-20", "Absolvor bolt pistol", "absolvor bolt pistol"),
        ("2024-01-20", "Absolver bolt pistol", "absolvor bolt pistol"),
    ],
)
def test_an_item_is_the_same_under_its_other_name(
    day: str, written: str, taken: str, library: Library
) -> None:
    """Until 2024-03-19 the Apothecary's absolver was an absolvor. Of two names of one thing neither is a guess."""
    made = read(library, APOTHECARY.format(what=written), day)
    assert unread(made) == []
    assert notes(made) == []
    assert models(made)[0]["wargear"][taken] == 1


# --- a weapon without a number ----------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("below", "shot"), [("Fleshborers", 20), ("1x Fleshborer", 1), ("20x Fleshborer", 20)]
)
def test_what_every_model_starts_with_is_of_each_where_no_number_stands_before_it(
    library: Library, below: str, shot: int
) -> None:
    text = (
        HEAD.format(faction="Tyranids", detachment="Invasion Fleet")
        + f"20x Termagants (120 points)\n  • {below}\n"
    )
    (group,) = models(read(library, text))
    assert {name.casefold(): count for name, count in group["wargear"].items()}[
        "fleshborer"
    ] == shot
