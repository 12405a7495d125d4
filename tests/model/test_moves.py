"""Where the parts of a document are after an edit."""

from __future__ import annotations

from typing import Any

import pytest

from listbuilder.model.base import Path
from listbuilder.model.edit import Edit, Step
from listbuilder.model.path_moves import Moves

UNITS: dict[str, Any] = {
    "name": "x",
    "units": [{"id": "a", "models": 5}, {"id": "b", "tags": ["t", "u"]}, {"id": "c"}],
    "regiments": [{"hero": {"unit": "h"}, "units": [{"unit": "m"}]}],
    "slots": {1: "one", 2: "two", 3: "three"},
}


def _moved(path: Path, *steps: Step) -> Path | None:
    return Moves(Edit(steps), UNITS)(path)


@pytest.mark.parametrize(
    ("path", "now"),
    [
        (("units", 0), ("units", 0)),
        (("units", 1), ("units", 2)),
        (("units", 2, "models"), ("units", 3, "models")),
        (("units",), ("units",)),
        (("name",), ("name",)),
        (("regiments", 1), ("regiments", 1)),
    ],
)
def test_what_stands_behind_an_insertion_moves_down(path: Path, now: Path) -> None:
    assert _moved(path, Step("insert", ("units", 1), {"id": "new"})) == now


@pytest.mark.parametrize(
    ("path", "now"),
    [
        (("units", 0, "models"), ("units", 0, "models")),
        (("units", 1), None),
        (("units", 1, "tags", 0), None),
        (("units", 1, "no such key"), None),
        (("units", 2), ("units", 1)),
        (("units",), ("units",)),
    ],
)
def test_what_stands_behind_a_removal_moves_up(path: Path, now: Path | None) -> None:
    assert _moved(path, Step("remove", ("units", 1))) == now


def test_steps_follow_each_other() -> None:
    steps = (
        Step("remove", ("units", 0)),
        Step("insert", ("units", 1), {}),
        Step("insert", ("units", 0), {}),
    )
    assert [_moved(("units", place), *steps) for place in range(3)] == [
        None,
        ("units", 1),
        ("units", 3),
    ]


def test_a_key_that_is_a_number_is_no_place_in_a_list() -> None:
    assert _moved(("slots", 3), Step("remove", ("slots", 1))) == ("slots", 3)


def test_a_choice_made_otherwise_or_not_at_all_is_the_same_choice() -> None:
    for step in (
        Step("set", ("units", 0, "models"), 10),
        Step("remove", ("units", 0, "models")),
        Step("set", ("name",), None),
    ):
        for path in (("units", 0, "models"), ("name",)):
            assert _moved(path, step) == path
    assert _moved(("units",), Step("set", ("units",), [])) == ("units",)
    assert _moved(("units", 0), Step("set", ("units",), [])) is None
    assert _moved(("units", 0, "models", "fewer"), Step("remove", ("units", 0, "models"))) is None


def test_another_thing_in_its_place_is_another_thing() -> None:
    assert _moved(("units", 0), Step("set", ("units", 0), {"id": "z"})) is None
    assert (
        _moved(
            ("regiments", 0, "hero", "unit"), Step("set", ("regiments", 0, "hero"), {"unit": "z"})
        )
        is None
    )
    assert (
        _moved(("regiments", 0, "units", 0), Step("set", ("regiments", 0, "hero"), {"unit": "z"}))
        is not None
    )


@pytest.mark.parametrize("first", [True, False])
def test_what_is_taken_out_and_put_in_elsewhere_is_there(first: bool) -> None:
    leave, enter = (
        Step("remove", ("units", 0)),
        Step("insert", ("units", 3 if first else 2), {"id": "a", "models": 5}),
    )
    steps = (enter, leave) if first else (leave, enter)
    assert [_moved(("units", place), *steps) for place in range(3)] == [
        ("units", 2),
        ("units", 0),
        ("units", 1),
    ]
    assert _moved(("units", 0, "models"), *steps) == ("units", 2, "models")


def test_a_part_of_what_is_taken_out_may_go_elsewhere() -> None:
    """The hero leaves his regiment, which goes; he begins another."""
    begun = Step("insert", ("regiments", 1), {"hero": {"unit": "h"}, "units": []})
    steps = (begun, Step("remove", ("regiments", 0)))
    assert _moved(("regiments", 0, "hero"), *steps) == ("regiments", 0, "hero")
    assert _moved(("regiments", 0, "hero", "unit"), *steps) == ("regiments", 0, "hero", "unit")
    assert _moved(("regiments", 0, "units", 0), *steps) is None
    assert _moved(("regiments", 0), *steps) is None


def test_two_that_change_places() -> None:
    steps = (
        Step("set", ("regiments", 0, "units", 0), {"unit": "h"}),
        Step("set", ("regiments", 0, "hero"), {"unit": "m"}),
    )
    assert _moved(("regiments", 0, "hero"), *steps) == ("regiments", 0, "units", 0)
    assert _moved(("regiments", 0, "units", 0), *steps) == ("regiments", 0, "hero")
