"""Lists as people type and send them. What they say was read by hand: prices of 2026-05-20, as in lists.py."""

from __future__ import annotations

import pytest

from listbuilder.data.library import Library
from listbuilder.formats.import_list import judge_list

UNITS = [
    ("ghost-ark", 1),
    ("immortals", 5),
    ("necron-warriors", 10),
    ("overlord", 1),
    ("technomancer", 1),
]
LINES = (
    ("Overlord", 85),
    ("Technomancer", 80),
    ("10 Necron Warriors", 90),
    ("5 Immortals", 70),
    ("Ghost Ark", 115),
)


def _typed(head: str, line: str, end: str = "") -> str:
    units = [line.format(name=name, points=points) for name, points in LINES]
    return "\n".join([head, "", units[0], "Warlord", *units[1:], end])


@pytest.mark.parametrize(
    "line",
    [
        "{name} ({points})",
        "{name} [{points}]",
        "{name} - {points}",
        "{name} {points}",
        "{name}: {points}pts",
    ],
)
@pytest.mark.parametrize(
    "head",
    [
        "Necrons - Awakened Dynasty",
        "Necrons\nAwakened Dynasty\n1000 points",
        "Necrons (Awakened Dynasty)",
    ],
)
def test_a_typed_list(head: str, line: str, library: Library) -> None:
    done = judge_list(_typed(head, line, "Total 440").encode(), "x", library)
    assert done.problems == []
    assert done.army is not None
    assert sorted((unit.datasheet_id, unit.models) for unit in done.army.units) == UNITS
    assert (done.verdict, done.points) == ("legal", 440)


def test_a_head_of_one_line_says_what_army_it_is(library: Library) -> None:
    """A detachment that is not known is not read: no error rests on it."""
    text = _typed("Necrons - Slumbering Household", "{name} ({points} pts)")
    done = judge_list(text.encode(), "x", library)
    assert [(problem.key, problem.line) for problem in done.problems] == [("unread_detachment", 1)]


def test_two_units_on_a_line_and_what_one_has(library: Library) -> None:
    text = "Necrons\nAwakened Dynasty\n\nOverlord with Resurrection orb (85 pts), Technomancer (80 pts)\nWarriors x10 (90 pts)\n"
    done = judge_list(text.replace("Warriors", "Necron Warriors").encode(), "x", library)
    assert done.problems == []
    assert done.army is not None
    assert sorted((unit.datasheet_id, unit.models) for unit in done.army.units) == UNITS[2:]


def test_a_table_of_markdown(library: Library) -> None:
    rows = [
        f"| {name} | Warlord | {points} |" if points == 85 else f"| {name} | | {points} |"
        for name, points in LINES
    ]
    text = "\n".join(
        [
            "**Necrons**",
            "Awakened Dynasty",
            "",
            "| Unit | Wargear | Pts |",
            "|---|---|--:|",
            *rows,
            "| Total | | 440 |",
        ]
    )
    done = judge_list(text.encode(), "x", library)
    assert done.problems == []
    assert (done.verdict, done.points) == ("legal", 440)


def test_short_words_are_written_out(library: Library) -> None:
    text = (
        "Test (85 points)\n\nSpace Marines\nGladius Task Force\nIncursion (1000 points)\n\nBATTLELINE\n\n"
        "Intercessor Sqd (80 points)\n"
        "  • 1x Intercessor Sgt\n     ◦ 1x Bolt pistol\n     ◦ 1x Bolt rifle\n     ◦ 1x CCW\n"
        "  • 4x Intercessor\n     ◦ 4x Bolt pistol\n     ◦ 4x Bolt rifle\n     ◦ 4x CCW\n"
    )
    done = judge_list(text.replace("(85", "(80", 1).encode(), "x", library)
    assert done.problems == []
    assert done.army is not None
    assert [(unit.datasheet_id, unit.models) for unit in done.army.units] == [
        ("intercessor-squad", 5)
    ]
