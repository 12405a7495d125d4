"""What of a box's list is read where a part of it cannot be: the rest of the unit is not taken for
the whole."""

from __future__ import annotations

from typing import Any

import pytest

from listbuilder.games.boxed.army import BoxArmy
from tests.games.boxed.box_data import Data, judged

GUARD: Data = {"system": "combat-patrol", "patrol": "amonhotekhs-guard"}
WARRIOR = {"model": "Necron Warrior", "count": 10}


def army_of(*units: Any, **more: Any) -> tuple[list[str], BoxArmy]:
    done = judged({**GUARD, "units": list(units), **more})
    assert isinstance(done.army, BoxArmy)
    return [problem.key for problem in done.problems], done.army


@pytest.mark.parametrize(
    ("models", "key"),
    [
        ([WARRIOR, {"model": "Canoptek Wraith", "count": 1}], "unknown_model"),
        ([{"model": "Canoptek Wraith", "count": 1}, WARRIOR], "unknown_model"),
        ([], "count_below_one"),
        (0, "count_below_one"),
        (-3, "count_below_one"),
    ],
    ids=str,
)
def test_a_unit_of_which_a_group_cannot_be_read_is_not_read(models: Any, key: str) -> None:
    problems, army = army_of(
        {"unit": "necron-warriors", "models": models}, {"unit": "skorpekh-destroyers"}
    )
    assert problems == [key]
    assert [unit.id for unit in army.units] == ["skorpekh-destroyers"]
    assert army.entries == 2 and army.listed


def test_groups_and_numbers() -> None:
    problems, army = army_of(
        {"unit": "necron-warriors", "models": [WARRIOR]},
        {"unit": "necron-warriors", "models": 7, "id": "more", "name": "Late ones"},
        {"unit": "skorpekh-destroyers", "models": [{"model": "Skorpekh Destroyers", "count": 2}]},
        {"unit": "necron-warriors"},
    )
    assert problems == []
    assert [unit.id for unit in army.units] == [
        "necron-warriors",
        "more",
        "skorpekh-destroyers",
        "necron-warriors-2",
    ]
    first, second, third, fourth = army.box_units
    assert [(unit.number, unit.stated is not None, unit.models) for unit in army.box_units] == [
        (None, True, 10), (7, False, 7), (None, True, 2), (None, False, 10),
    ]  # fmt: skip
    assert (first.own_id, second.own_id, second.custom_name) == (False, True, "Late ones")
    assert [unit.path for unit in army.units] == [("units", place) for place in range(4)]
    assert third.groups[0].model == "Skorpekh Destroyer" and len(fourth.groups) == 1
    assert [unit.matched for unit in army.box_units] == [True, False, True, False]


def test_the_whole_box_where_nothing_is_listed() -> None:
    done = judged(GUARD)
    assert isinstance(done.army, BoxArmy) and not done.army.listed and done.army.entries == 0
    assert [unit.id for unit in done.army.units] == [
        "overlord-amonhotekh", "necron-warriors", "skorpekh-destroyers", "canoptek-scarab-swarms",
        "canoptek-doomstalker",
    ]  # fmt: skip
    twice = judged({"system": "combat-patrol", "patrol": "gordrangs-gitstompas"})
    assert twice.army is not None
    ids = [unit.id for unit in twice.army.units]
    assert len(set(ids)) == len(ids) and [each for each in ids if each.startswith("boyz")] == [
        "boyz",
        "boyz-2",
    ]


def test_an_id_given_twice() -> None:
    problems, _ = army_of(
        {"unit": "necron-warriors", "id": "a"},
        {"unit": "skorpekh-destroyers", "id": "a"},
        {"unit": "overlord-amonhotekh"},
    )
    assert problems == ["duplicate_id"]
    free, _ = army_of(
        {"unit": "necron-warriors", "id": "overlord-amonhotekh"}, {"unit": "overlord-amonhotekh"}
    )
    assert free == []
