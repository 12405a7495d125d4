"""The tables of numbers that a rule takes from its law: one row for each thing that the law names."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest

from listbuilder.model.rulebook import BattleSize, Citation, Mission, RuleBook
from listbuilder.rules.registry import CHECKS

SIZES = (
    BattleSize(id="small", name="Small", points=1000, hours=2),
    BattleSize(id="middle", name="Middle", points=2000, detachment_points=3),
    BattleSize(
        id="large", name="Large", points=3000, detachment_points=4, sole_detachment_points=5
    ),
    BattleSize(id="open", name="Open", points=9000),
)
MISSIONS = (
    Mission(id="raid", name="Raid", battlefield={"small": (44, 30), "giant": (90, 60)}),
    Mission(id="talk", name="Talk"),
)
BOOK = RuleBook(
    system="toy", name="Toy", edition="first", books={}, rules=(), battle_sizes=SIZES, missions=MISSIONS,
    dispositions=("Bold", "Meek"), points_limits=(500, 1000), missions_in=Citation(book="T", section="x"),
)  # fmt: skip
BARE = RuleBook(system="toy", name="Toy", edition="first", books={}, rules=())

TABLES = [
    {"points": 500, "width": 30, "length": 22, "terrain": 4},
    {"points": 1000, "width": 44, "length": 30, "terrain": 6},
]
CASES: list[tuple[str, dict[str, Any], list[tuple[str, dict[str, Any]]]]] = [
    (
        "battle_size", {},
        [("size_hours", {"name": "Small", "points": 1000, "hours": 2, "detachment_points": None}),
         ("size_detachment_points", {"name": "Middle", "points": 2000, "hours": None, "detachment_points": 3}),
         ("size_detachment_points", {"name": "Large", "points": 3000, "hours": None, "detachment_points": 4}),
         ("size", {"name": "Open", "points": 9000, "hours": None, "detachment_points": None})],
    ),
    (
        "battlefield", {"tables": TABLES},
        [("table", {"limit": 500, "width": 30, "length": 22, "terrain": 4}),
         ("table", {"limit": 1000, "width": 44, "length": 30, "terrain": 6})],
    ),
    (
        "detachment_points", {},
        [("size", {"name": "Middle", "points": 3, "sole": None}), ("size_sole", {"name": "Large", "points": 4, "sole": 5})],
    ),
    ("force_disposition", {}, [("dispositions", {"names": ["Bold", "Meek"]})]),
    ("known_mission", {}, [("mission", {"name": "Raid"}), ("mission", {"name": "Talk"})]),
    (
        "mission_limits", {},
        [("battlefield", {"name": "Raid", "size": "Small", "width": 44, "length": 30}),
         ("battlefield", {"name": "Raid", "size": "giant", "width": 90, "length": 60}),
         ("mission", {"name": "Talk"})],
    ),
    ("points_limit", {"required": True}, [("usual", {"limits": ["500", "1000"]})]),
    ("points_limit", {}, []),
    (
        "strategic_reserves_limit", {"share": 0.25},
        [("size", {"name": "Small", "points": 250}), ("size", {"name": "Middle", "points": 500}),
         ("size", {"name": "Large", "points": 750}), ("size", {"name": "Open", "points": 2250})],
    ),
]  # fmt: skip


def rows(name: str, given: dict[str, Any], book: RuleBook) -> list[tuple[str, dict[str, Any]]]:
    check = CHECKS[name]()
    assert check.yield_table_rows is not None
    return list(check.yield_table_rows(book, msgspec.convert(given, check.params)))


@pytest.mark.parametrize(("name", "given", "expected"), CASES, ids=str)
def test_one_row_for_each_thing_that_the_law_names(
    name: str, given: dict[str, Any], expected: Any
) -> None:
    assert rows(name, given, BOOK) == expected
    if name != "battlefield":  # whose table is its own
        assert rows(name, given, BARE) == []


def test_every_check_that_has_a_table_is_asked_here() -> None:
    asked = {name for name, _, _ in CASES}
    assert {name for name, load in CHECKS.items() if load().yield_table_rows} == asked
