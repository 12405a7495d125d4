"""Pictures, dashes and labels around a list's words: what says nothing is passed over, what says something is not."""

from __future__ import annotations

import pytest

from listbuilder.data.library import Library
from listbuilder.formats.import_list import import_list, judge_list
from listbuilder.formats.source import Source

LIST = """Dynasty (155 points)

Necrons
Awakened Dynasty
Incursion (1000 points)

CHARACTERS

Overlord (85 points)
  • Warlord
  • 1x Resurrection orb
  • 1x Voidscythe

BATTLELINE

Immortals (70 points)
  • 5x Immortal
    • 5x Close combat weapon
      5x Gauss blaster
"""


# --- pictures ---------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("written", "words"),
    [
        ("⚔️ Overlord (85 points) ⚔️", "Overlord (85 points)"),
        ("🔥🔥 BATTLELINE 🔥🔥", "BATTLELINE"),
        ("→ Immortals (70 points)", "Immortals (70 points)"),
        ("☑ Warlord", "Warlord"),
        ("💀", ""),
        ("Sautekh’s Own", "Sautekh's Own"),
        # these say something: so many, or that it is not there
        ("❷ Immortals (70 points)", "❷ Immortals (70 points)"),
        ("❌ Resurrection orb", "❌ Resurrection orb"),
        ("✗ Resurrection orb", "✗ Resurrection orb"),
        ("☐ Warlord", "☐ Warlord"),
    ],
)
def test_pictures_are_no_words_and_marks_are(written: str, words: str) -> None:
    assert Source(written).lines[0].words == words


def test_a_list_with_pictures_is_the_list(library: Library) -> None:
    plain = import_list(LIST.encode(), "a.txt", library)
    dressed = LIST.replace("Overlord (85 points)", "👑 Overlord 👑 (85 points)").replace(
        "BATTLELINE", "🔥 BATTLELINE 🔥"
    )
    made = import_list(dressed.encode(), "a.txt", library)
    assert plain.document is not None and made.document is not None
    assert made.account.unread == plain.account.unread == []
    assert made.document.data == plain.document.data


@pytest.mark.parametrize("mark", ["❌", "✘", "☐", "🚫"])
def test_what_is_crossed_out_is_not_taken(mark: str, library: Library) -> None:
    done = judge_list(
        LIST.replace("• 1x Resurrection orb", f"• {mark} 1x Resurrection orb").encode(),
        "a.txt",
        library,
    )
    assert done.verdict == "unread"
    assert [problem.line for problem in done.problems] == [11]


# --- points behind a dash ---------------------------------------------------------------------------------------------

DASHED = (
    LIST.replace(" (155 points)", " - 155 pts")
    .replace(" (85 points)", " - 85 pts")
    .replace(" (70 points)", " – 70 points")
)
DASHED = DASHED.replace(" (1000 points)", "")


def test_points_behind_a_dash_are_points(library: Library) -> None:
    made = import_list(DASHED.encode(), "a.txt", library)
    assert made.document is not None
    assert made.account.unread == []
    assert [(unit.name, unit.points) for unit in made.parsed.units] == [
        ("Overlord", 85),
        ("Immortals", 70),
    ]
    assert made.parsed.total == 155


def test_a_dash_in_a_list_with_brackets_is_part_of_a_name(library: Library) -> None:
    """A sentence with a dash and points is no unit where units have theirs in brackets."""
    made = import_list(
        LIST.replace("Overlord (85", "Overlord - 5 pts (85").encode(), "a.txt", library
    )
    assert [unit.name for unit in made.parsed.units] == ["Overlord - 5 pts", "Immortals"]


def test_one_dash_alone_makes_no_list(library: Library) -> None:
    done = judge_list(b"I think Immortals - 70 pts is fair\nWhat about you?\n", "a.txt", library)
    assert done.verdict == "unread"
    assert done.army is None


# --- labels of the head -----------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("label", "value"),
    [
        ("Faction", "Necrons"),
        ("Army", "Necrons"),
        ("Detachment", "Awakened Dynasty"),
        ("Detachment used", "Awakened Dynasty"),
    ],
)
def test_a_label_before_a_line_of_the_head(label: str, value: str, library: Library) -> None:
    made = import_list(
        LIST.replace(f"\n{value}\n", f"\n{label}: {value}\n").encode(), "a.txt", library
    )
    assert made.document is not None
    assert made.account.unread == []
    assert (made.document.data["faction"], made.document.data["detachment"]) == (
        "necrons",
        "awakened-dynasty",
    )


def test_a_size_behind_a_label(library: Library) -> None:
    text = LIST.replace("Incursion (1000 points)", "Battle size: Strike Force")
    made = import_list(text.encode(), "a.txt", library)
    assert made.document is not None
    assert made.document.data["battle_size"] == "strike-force"
    assert "assumed" not in made.document.data


def test_a_limit_behind_a_label(library: Library) -> None:
    text = LIST.replace("Incursion (1000 points)", "Points limit: 2000")
    made = import_list(text.encode(), "a.txt", library)
    assert made.document is not None
    assert made.document.data["battle_size"] == "strike-force"
    assert "assumed" not in made.document.data, "the list says the limit"


def test_a_label_with_nothing_known_behind_it_is_unread(library: Library) -> None:
    text = LIST.replace("\nAwakened Dynasty\n", "\nDetachment: Sleeping Dynasty of Nobody\n")
    done = judge_list(text.encode(), "a.txt", library)
    assert done.verdict == "unread"
    assert [problem.key for problem in done.problems] == ["unread_detachment"]


@pytest.mark.parametrize("value", ["none", "as agreed", "two thousand"])
def test_a_limit_that_is_no_number_is_none(value: str, library: Library) -> None:
    text = LIST.replace("Incursion (1000 points)", f"Points limit: {value}")
    made = import_list(text.encode(), "a.txt", library)
    assert made.document is not None
    assert made.document.data["assumed"] == ["battle_size"]
