"""Moves speak of the roster as it stands, in whatever company and order they are made."""

from __future__ import annotations

from itertools import combinations, permutations
from typing import Any

import pytest

from listbuilder.advice.cheapest_set import find_cheapest_sets, yield_move_sets
from listbuilder.advice.fix_plan import AdditionTitle, Clash, Move, Plan
from listbuilder.model.edit import Edit, Step

DATA: dict[str, Any] = {
    "units": [{"id": name} for name in "abcde"],
    "formations": {"reserves": ["a", "b"], "attached": {"a": "b"}},
}


def move(*steps: Step, **more: Any) -> Move:
    return Move(edit=Edit(steps), title=AdditionTitle("x"), **more)


REMOVE_B = move(Step("remove", ("units", 1)), Step("remove", ("formations", "reserves", 1)))
REMOVE_D = move(Step("remove", ("units", 3)))
RESIZE_C = move(Step("set", ("units", 2, "models"), 10))
RESIZE_D = move(Step("set", ("units", 3, "models"), 10))
ADD_X = move(Step("insert", ("units", 5), {"id": "x"}))
ADD_Y = move(Step("insert", ("units", 5), {"id": "y"}))
NO_RESERVES = move(Step("remove", ("formations", "reserves")))


def made(*moves: Move) -> Any:
    return Plan(DATA, moves).edit.apply_to_copy(DATA)


def ids(data: Any) -> str:
    return "".join(unit["id"] for unit in data["units"])


def test_the_order_does_not_matter() -> None:
    for order in permutations([REMOVE_B, REMOVE_D, RESIZE_C]):
        data = made(*order)
        assert data["units"] == [{"id": "a"}, {"id": "c", "models": 10}, {"id": "e"}]
        assert data["formations"]["reserves"] == ["a"]


def test_any_of_them_can_be_left_out() -> None:
    gone = {id(REMOVE_B): "b", id(REMOVE_D): "d"}
    for count in range(4):
        for chosen in combinations([REMOVE_B, REMOVE_D, RESIZE_C, ADD_X], count):
            wanted = "".join(
                each for each in "abcde" if each not in [gone.get(id(one)) for one in chosen]
            )
            assert ids(made(*chosen)) == wanted + ("x" if ADD_X in chosen else "")


def test_nothing_of_what_goes_is_changed() -> None:
    assert made(REMOVE_D, RESIZE_D) == made(REMOVE_D)
    assert made(REMOVE_B, NO_RESERVES)["formations"] == {"attached": {"a": "b"}}


def test_two_may_enter() -> None:
    assert ids(made(ADD_X, REMOVE_D, ADD_Y)) == "abcexy"


def test_places_lead_back() -> None:
    plan = Plan(DATA, [REMOVE_B, REMOVE_D, ADD_X])
    after = plan.edit.apply_to_copy(DATA)
    assert [plan.trace_back(("units", place)) for place in range(len(after["units"]))] == [
        ("units", at) for at in (0, 2, 4, 5)
    ]
    # what is said of the roster afterwards, said of the roster as it stands
    later = move(
        *plan.translate_back(
            Edit((Step("set", ("units", 3, "warlord"), True), Step("remove", ("units", 1))))
        ).steps
    )
    assert made(REMOVE_B, REMOVE_D, ADD_X, later)["units"] == [
        {"id": "a"},
        {"id": "e"},
        {"id": "x", "warlord": True},
    ]


def test_what_enters_and_goes_again_was_never_there() -> None:
    plan = Plan(DATA, [ADD_X])
    later = move(*plan.translate_back(Edit((Step("remove", ("units", 5)),))).steps)
    assert made(ADD_X, later) == DATA
    begin = move(Step("set", ("auxiliary",), [{"id": "x"}]))
    assert made(begin, move(Step("remove", ("auxiliary", 0))))["auxiliary"] == []


def test_lists_that_are_begun_twice_have_the_entries_of_both() -> None:
    one, other = (move(Step("set", ("auxiliary",), [name])) for name in "xy")
    assert made(one, other)["auxiliary"] == ["x", "y"]


def test_two_who_want_one_thing_otherwise_do_not_go_together() -> None:
    with pytest.raises(Clash):
        made(RESIZE_C, move(Step("set", ("units", 2, "models"), 5)))


def best(excess: int, *takes: tuple[str, int, bool]) -> list[str]:
    """The first way of taking that off; each move has its part, what it takes off, and whether it costs a unit."""
    moves = [
        (move(part=(part,), lost=frozenset([(part,)]) if dear else frozenset()), by)
        for part, by, dear in takes
    ]
    return sorted(str(each.part[0]) for each in next(iter(yield_move_sets(moves, excess))))


def test_the_cheapest_are_chosen_together() -> None:
    assert best(100, ("a", 60, False), ("b", 50, False), ("c", 90, False)) == [
        "a",
        "b",
    ]  # 110 goes, and not 140 or 150
    assert best(100, ("a", 60, False), ("b", 50, False), ("c", 100, True)) == [
        "c"
    ]  # alone; the search compares the costs
    assert best(100, ("a", 10, False), ("a", 60, False), ("b", 40, True)) == [
        "a",
        "b",
    ]  # one of each part
    assert best(100, ("a", 10, False), ("b", 20, False)) == ["a"]  # not enough, so each for itself


def test_of_several_things_that_are_too_much_the_cheapest_take_off_all() -> None:
    def taking(part: str, by: tuple[int, int], dear: bool) -> tuple[Move, tuple[int, int]]:
        return move(part=(part,), lost=frozenset([(part,)]) if dear else frozenset()), by

    away, gone = (
        [taking(each, (1, 0), dear=False) for each in "abc"],
        [taking(each, (1, 50), dear=True) for each in "abc"],
    )
    first, *_ = find_cheapest_sets([*away, *gone, taking("d", (0, 40), dear=False)], (2, 90))
    assert sorted(len(each.lost) for each in first) == [0, 0, 1]
    assert len({each.part for each in first}) == 3
    assert find_cheapest_sets([*away, *gone], (2, 200)) == []
