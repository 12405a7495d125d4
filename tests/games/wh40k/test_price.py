"""What one unit costs by price lists made for the test: sizes, mixes, additions, and rows that hold
in some armies only.
"""

from __future__ import annotations

from typing import Any

import msgspec
import pytest

from listbuilder.games.wh40k.army import Muster, MusterUnit
from listbuilder.games.wh40k.faction import AsAllies, Include
from listbuilder.games.wh40k.price import (
    compute_price_by_rows,
    compute_surcharge,
    compute_unit_price,
    find_reordered_copies,
    list_rows_in_force,
    yield_numbered_copies,
)
from listbuilder.model.army import Group
from listbuilder.model.base import Path
from listbuilder.model.datasheet import Price
from listbuilder.roster.position import Position
from tests.games.common.deployment.units import unit as made
from tests.rules.test_cases import LIBRARY, as_document

Rows = list[dict[str, Any]]


def muster(faction: str = "necrons", detachment: str = "awakened-dynasty") -> Muster:
    roster = {
        "system": "warhammer-40k-10e",
        "faction": faction,
        "detachment": detachment,
        "units": [],
    }
    army = Position(as_document(roster), LIBRARY).army
    assert isinstance(army, Muster)
    return army


def priced(rows: Rows, count: int = 1, sheet: str = "immortals", **more: Any) -> MusterUnit:
    """A unit of that datasheet, with this price list."""
    unit = made("necrons", sheet)
    points = tuple(msgspec.convert(row, Price) for row in rows)
    unit.datasheet = msgspec.structs.replace(unit.datasheet, points=points)
    unit.groups = (Group(unit.groups[0].model, count),)
    unit.worked_out = {}
    return msgspec.structs.replace(unit, **more)


def cost(
    rows: Rows, count: int = 1, copy: int = 1, army: Muster | None = None, **more: Any
) -> int | None:
    return compute_unit_price(army or muster(), priced(rows, count, **more), copy)


@pytest.mark.parametrize(("count", "points"), [(1, 50), (5, 50), (6, 90), (10, 90), (11, None)])
@pytest.mark.parametrize("when", [{}, {"when": {"copy_from": 2}}])
def test_a_size_between_two_pays_the_next_higher_price(
    count: int, points: int | None, when: dict[str, Any]
) -> None:
    """Whatever the order of the rows, and whether or not other rows hold for others."""
    rows: Rows = [{"models": 10, "points": 90}, {"models": 5, "points": 50}]
    assert cost([*rows, {"models": 5, "points": 1, **when}] if when else rows, count) == points


@pytest.mark.parametrize(
    ("when", "holds"),
    [
        ({"detachment": "Awakened Dynasty"}, True),
        ({"detachment": "awakened dynasty"}, True),
        ({"detachment": "Canoptek Court"}, False),
        ({"army_faction": "Necrons"}, True),
        ({"army_faction": "Orks"}, False),
        ({"army_faction": "Necrons", "detachment": "Canoptek Court"}, False),
        ({"army_faction": "Orks", "detachment": "Awakened Dynasty"}, False),
        ({"army": "ally"}, False),
    ],
    ids=str,
)
def test_a_row_that_holds_takes_the_place_of_the_plain_one(
    when: dict[str, Any], holds: bool
) -> None:
    rows: Rows = [{"models": 5, "points": 70, "when": when}, {"models": 5, "points": 50}]
    assert cost(rows, 5) == (70 if holds else 50)


@pytest.mark.parametrize(
    ("standing", "keyword", "holds"),
    [
        ("ally", "Imperium", True),
        ("ally", "Chaos", False),
        ("own", "Imperium", False),
        ("own", None, False),
    ],
)
def test_the_price_of_an_ally_is_that_of_allies_by_the_same_rule(
    standing: Any, keyword: str | None, holds: bool
) -> None:
    rule = AsAllies(army_keyword=keyword) if keyword else None
    rows: Rows = [
        {"models": 1, "points": 100, "when": {"army": "ally", "keyword": "Imperium"}},
        {"models": 1, "points": 90},
    ]
    assert cost(rows, standing=standing, rule=rule) == (100 if holds else 90)
    plain: Rows = [
        {"models": 1, "points": 100, "when": {"army": "ally"}},
        {"models": 1, "points": 90},
    ]
    assert cost(plain, standing="ally") == 100
    assert cost(plain, standing="own") == 90


def test_a_further_copy() -> None:
    rows: Rows = [
        {"models": 5, "points": 50},
        {"models": 5, "points": 60, "when": {"copy_from": 3}},
    ]
    assert [cost(rows, 5, copy) for copy in (1, 2, 3, 4)] == [50, 50, 60, 60]


def test_of_two_rows_that_hold_the_one_with_more_conditions_counts() -> None:
    rows: Rows = [
        {"models": 5, "points": 80, "when": {"copy_from": 2, "detachment": "Awakened Dynasty"}},
        {"models": 5, "points": 60, "when": {"copy_from": 2}},
        {"models": 5, "points": 50},
    ]
    assert [cost(rows, 5, copy) for copy in (1, 2)] == [50, 80]
    assert cost(rows, 5, 2, muster(detachment="canoptek-court")) == 60


def mixed(*groups: tuple[str, int], items: dict[str, int] | None = None) -> tuple[Group, ...]:
    return tuple(Group(name, count, items) for name, count in groups)


def of(rows: Rows, groups: tuple[Group, ...]) -> int | None:
    return compute_price_by_rows(
        priced([]).datasheet, groups, [msgspec.convert(row, Price) for row in rows]
    )


def test_a_mix_pays_the_price_of_a_mix_that_covers_it() -> None:
    rows: Rows = [
        {"models": 6, "of": {"Pack": 5, "Lord": 1}, "points": 80},
        {"models": 6, "of": {"Pack": 3, "Lord": 3}, "points": 95},
    ]
    assert of(rows, mixed(("Pack", 5), ("Lord", 1))) == 80
    assert of(rows, mixed(("pack", 4), ("lord", 1))) == 80
    assert of(rows, mixed(("Pack", 3), ("Lord", 2))) == 95
    assert of(rows, mixed(("Pack", 4), ("Lord", 2))) is None
    assert of(rows, mixed(("Pack", 3), ("Cub", 1))) is None
    either: Rows = [*rows, {"models": 6, "points": 99}]
    assert of(either, mixed(("Pack", 4), ("Lord", 2))) == 99
    assert of(either, mixed(("Pack", 4), ("Lord", 3))) is None


def test_models_that_are_paid_for_one_by_one() -> None:
    """They count for no bracket."""
    rows: Rows = [{"models": 5, "points": 50}, {"add_model": "Cub", "points": 7}]
    assert of(rows, mixed(("Pack", 5))) == 50
    assert of(rows, mixed(("Pack", 5), ("cub", 2))) == 64
    assert of(rows, mixed(("Pack", 6))) is None


def test_items_that_are_paid_for_one_by_one() -> None:
    """Those of every model, by default too where the roster does not say what they carry."""
    rows: Rows = [
        {"models": 5, "points": 50},
        {"add_item": "Tesla Carbine", "points": 3},
        {"add_item": "gauss blaster", "points": 2},
    ]
    assert (
        of(rows, mixed(("Immortal", 5), items={"tesla carbine": 4, "gauss blaster": 1}))
        == 50 + 4 * 3 + 2
    )
    assert of(rows, mixed(("Immortal", 5))) == 50 + 5 * 2
    halves = (Group("Immortal", 2, {"tesla carbine": 2}), Group("Immortal", 3))
    assert of(rows, halves) == 50 + 2 * 3 + 3 * 2
    assert of(rows[:2], mixed(("Immortal", 5))) == 50


def test_prices_of_the_rule_that_lets_it_in() -> None:
    rows: Rows = [{"models": 5, "points": 50}]
    own = Include(units=("Immortals",), prices={"Immortals": (Price(models=5, points=77),)})
    assert cost(rows, 5, rule=own) == 77
    assert cost(rows, 5, rule=Include(units=("Immortals",))) == 50


def test_how_much_of_a_price_is_because_of_some_rows() -> None:
    rows: Rows = [
        {"models": 5, "points": 50},
        {"models": 5, "points": 60, "when": {"copy_from": 2}},
    ]

    def of_copies(row: Price) -> object:
        return row.when and row.when.copy_from

    def of_allies(row: Price) -> object:
        return row.when and row.when.army

    second = priced(rows, 5, copy=2)
    assert compute_surcharge(muster(), second, of_copies) == 10
    assert compute_surcharge(muster(), second, of_allies) == 0
    assert compute_surcharge(muster(), second, of_copies) == 10
    assert compute_surcharge(muster(), priced(rows, 5, copy=1), of_copies) == 0
    assert [row.points for row in list_rows_in_force(muster(), second, 2, of_copies)] == [50]
    assert [row.points for row in list_rows_in_force(muster(), second, 2)] == [60]


def test_past_brackets_take_the_place_of_todays() -> None:
    """Additions stay as they are, unless what is known of that day is no list of sizes."""
    rows: Rows = [{"models": 5, "points": 50}, {"add_item": "gauss blaster", "points": 2}]
    unit = priced(rows, 5)
    assert compute_unit_price(muster(), unit, 1) == 60
    assert compute_unit_price(muster(), unit, 1, [Price(models=5, points=40)]) == 50
    both = [Price(models=5, points=40), Price(add_item="gauss blaster", points=1)]
    assert compute_unit_price(muster(), priced(rows, 5), 1, both) == 45
    narrow = [
        msgspec.convert(row, Price)
        for row in (
            {"models": 5, "points": 45, "when": {"copy_from": 2}},
            {"models": 5, "points": 40},
        )
    ]
    plain = priced([{"models": 5, "points": 50}], 5)
    assert [compute_unit_price(muster(), plain, copy, narrow) for copy in (1, 2)] == [40, 45]


# --- copies ---

DEARER: Rows = [
    {"models": 5, "points": 50},
    {"models": 10, "points": 100},
    {"models": 5, "points": 60, "when": {"copy_from": 2}},
    {"models": 10, "points": 130, "when": {"copy_from": 2}},
]


def army_of(*units: MusterUnit) -> Muster:
    army = muster()
    for place, unit in enumerate(units):
        unit.id, unit.path = f"u{place}", ("units", place)
    army.units = list(units)
    return army


def test_who_would_pay_most_as_a_further_copy_is_counted_first() -> None:
    small, large = priced(DEARER, 5), priced(DEARER, 10)
    assert [(unit.id, number) for unit, number in yield_numbered_copies(army_of(small, large))] == [
        ("u1", 1),
        ("u0", 2),
    ]
    cheap: Rows = DEARER[:2]
    assert [
        (u.id, n) for u, n in yield_numbered_copies(army_of(priced(cheap, 5), priced(cheap, 10)))
    ] == [("u0", 1), ("u1", 2)]
    other = priced(DEARER, 5, sheet="necron-warriors")
    assert [(u.id, n) for u, n in yield_numbered_copies(army_of(priced(DEARER, 5), other))] == [
        ("u0", 1),
        ("u1", 1),
    ]


def in_order(stated: list[int | None], *units: MusterUnit) -> list[str]:
    army = army_of(*units)
    known: dict[Path, int] = {
        ("units", place): points for place, points in enumerate(stated) if points is not None
    }
    return sorted(unit.id for unit in units if unit.path in find_reordered_copies(army, known))


def test_stated_points_by_another_order_of_copies() -> None:
    def pair() -> tuple[MusterUnit, MusterUnit]:
        return priced(DEARER, 5), priced(DEARER, 10)

    assert in_order([50, 130], *pair()) == ["u0", "u1"]
    assert in_order([60, 100], *pair()) == ["u0", "u1"]
    assert in_order([60, 130], *pair()) == []
    assert in_order([50, 100], *pair()) == []
    assert in_order([50, None], *pair()) == []
    assert in_order([50], priced(DEARER, 5)) == []
    plain: Rows = DEARER[:2]
    assert in_order([50, 100], priced(plain, 5), priced(plain, 10)) == []
    let_in = [priced(DEARER, 5, rule=Include(units=("Immortals",))) for _ in range(2)]
    assert in_order([50, 60], *let_in) == []
    many = [priced(DEARER, 5) for _ in range(7)]
    assert in_order([60, 50, 60, 60, 60, 60], *many[:6]) == [f"u{place}" for place in range(6)]
    assert in_order([60, 50, 60, 60, 60, 60, 60], *many) == []


def test_stated_points_with_what_is_borne() -> None:
    veil = muster().detachments[0].enhancements[0]
    bearer = priced(DEARER, 5, enhancements=(veil,))
    assert veil.points == 20
    assert in_order([80, 50], bearer, priced(DEARER, 5)) == ["u0", "u1"]
    assert in_order([60, 70], priced(DEARER, 5), priced(DEARER, 5, enhancements=(veil,))) == [
        "u0",
        "u1",
    ]
    assert in_order([60, 50], priced(DEARER, 5, enhancements=(veil,)), priced(DEARER, 5)) == []
