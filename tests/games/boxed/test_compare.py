"""A unit as it is written beside the same unit as the box holds it: against trying every way to
tell the models apart."""

from __future__ import annotations

from collections import Counter
from itertools import pairwise, permutations
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from listbuilder.games.boxed import compare
from listbuilder.games.boxed.army import BoxPart, Loadout
from listbuilder.games.boxed.compare import find_differences, match_units
from listbuilder.model.army import Group
from listbuilder.model.finding import Amount

Bag = dict[str, int]
BAGS = st.dictionaries(st.sampled_from("abc"), st.integers(1, 2), max_size=2)
LOADOUTS = st.lists(st.tuples(st.integers(1, 2), BAGS), min_size=1, max_size=3)


def part(
    *rows: tuple[str, int, Bag],
    name: str = "Guard",
    unit_id: str = "guard",
    unit_wargear: Bag | None = None,
) -> BoxPart:
    loadouts = tuple(Loadout(model, count, wargear) for model, count, wargear in rows)
    return BoxPart(
        id=unit_id,
        name=name,
        home="box",
        home_name="Box",
        loadouts=loadouts,
        unit_wargear=unit_wargear or {},
        tags=frozenset(),
    )


def told(
    here: BoxPart, *groups: tuple[str, int, Bag | None], number: int | None = None
) -> list[tuple[str, Any, Any]]:
    """Key of each difference, and both sides of it."""
    stated = [Group(model, count, wargear) for model, count, wargear in groups] if groups else None
    found = find_differences(here, number, stated)
    assert all(each.args["unit"] == here.name for each in found)
    return [
        (each.key, each.args.get("count", each.args.get("here")), each.args["box"])
        for each in found
    ]


GUARD = part(
    ("Chief", 1, {"sword": 1}),
    ("Man", 3, {"gun": 1, "knife": 2}),
    ("Boy", 1, {"gun": 1}),
    unit_wargear={"drum": 1},
)


@pytest.mark.parametrize("number", [None, 5])
def test_a_number_that_is_right(number: int | None) -> None:
    assert told(GUARD, number=number) == []


def test_a_number_that_is_wrong() -> None:
    assert told(GUARD, number=4) == [("size", 4, 5)]
    assert told(GUARD, ("Chief", 1, None), ("Man", 3, None), ("Boy", 2, None)) == [("size", 6, 5)]


def test_another_mix_names_only_what_is_different() -> None:
    found = told(GUARD, ("man", 2, None), ("Boy", 1, None), ("Man", 2, None))
    assert found == [
        (
            "composition",
            [Amount(0, "Chief"), Amount(4, "Man")],
            [Amount(1, "Chief"), Amount(3, "Man")],
        )
    ]


WHOLE: tuple[tuple[str, int, Bag | None], ...] = (
    ("Chief", 1, {"Sword": 1}),
    ("Man", 3, {"gun": 3, "knife": 6}),
    ("Boy", 1, {"gun": 1, "drum": 1}),
)


def test_wargear_as_the_box_has_it_in_whatever_letters() -> None:
    assert told(GUARD, *WHOLE) == []
    assert (
        told(
            GUARD,
            WHOLE[0],
            ("Man", 2, {"gun": 2, "knife": 4}),
            ("Man", 1, {"gun": 1, "knife": 2}),
            WHOLE[2],
        )
        == []
    )
    assert (
        told(GUARD, ("Chief", 1, {"sword": 1, "drum": 1}), WHOLE[1], ("Boy", 1, {"gun": 1})) == []
    )  # with any of them
    assert told(GUARD, WHOLE[0], WHOLE[1], ("Boy", 1, {"gun": 1})) == []  # and need not be written


@pytest.mark.parametrize(
    ("place", "wargear", "here", "box"),
    [
        (1, {"gun": 2, "knife": 6}, [Amount(3, "gun")], [Amount(4, "gun")]),
        (1, {"gun": 3, "knife": 5}, [Amount(5, "knife")], [Amount(6, "knife")]),
        (1, {"gun": 3, "knife": 6, "axe": 1}, [Amount(1, "axe")], [Amount(0, "axe")]),
        (2, {"gun": 1, "drum": 2}, [Amount(2, "drum")], [Amount(1, "drum")]),
        (
            0,
            {"axe": 1},
            [Amount(0, "sword"), Amount(1, "axe")],
            [Amount(1, "sword"), Amount(0, "axe")],
        ),
        (
            2,
            {"knife": 1},
            [Amount(3, "gun"), Amount(7, "knife")],
            [Amount(4, "gun"), Amount(6, "knife")],
        ),
        (2, {"gun": 1, "axe": 2}, [Amount(2, "axe")], [Amount(0, "axe")]),
    ],
)
def test_other_wargear_names_every_item_of_which_the_sum_is_another(
    place: int, wargear: Bag, here: list[Amount], box: list[Amount]
) -> None:
    stated = [*WHOLE]
    stated[place] = (stated[place][0], stated[place][1], wargear)
    assert told(GUARD, *stated) == [("wargear", here, box)]


def test_where_the_wargear_of_some_is_not_written_only_what_is_more_counts() -> None:
    assert (
        told(
            GUARD, WHOLE[0], ("Man", 2, {"gun": 2, "knife": 4}), ("Man", 1, None), ("Boy", 1, None)
        )
        == []
    )
    assert told(
        GUARD, WHOLE[0], ("Man", 2, {"gun": 4, "knife": 4}), ("Man", 1, None), ("Boy", 1, None)
    ) == [("wargear", [Amount(5, "gun")], [Amount(4, "gun")])]


def test_where_the_number_of_models_differs_only_unknown_items_count() -> None:
    fewer = told(GUARD, WHOLE[0], ("Man", 2, {"gun": 2, "knife": 4}), WHOLE[2])
    assert fewer == [("size", 4, 5)]
    strange = told(GUARD, WHOLE[0], ("Man", 2, {"gun": 2, "axe": 2}), WHOLE[2])
    assert strange == [("size", 4, 5), ("wargear", [Amount(2, "axe")], [Amount(0, "axe")])]


def test_the_right_wargear_on_the_wrong_models() -> None:
    moved = told(
        GUARD,
        ("Chief", 1, {"gun": 1}),
        ("Man", 3, {"gun": 3, "knife": 6}),
        ("Boy", 1, {"sword": 1}),
    )
    rows = ["1 Chief: sword", "3 Man: gun + 2 knife", "1 Boy: gun"]
    assert moved == [("arrangement", None, rows)]


@given(
    LOADOUTS, st.lists(st.integers(1, 4), min_size=1, max_size=3), st.randoms(use_true_random=False)
)
def test_models_are_told_apart_in_some_way_or_in_none(
    rows: list[tuple[int, Bag]], sizes: list[int], random: Any
) -> None:
    """Groups made by dealing the box's models fit; with two items exchanged they fit only if some
    way of dealing says so."""
    box = part(*(("Man", count, bag) for count, bag in rows))
    models = [bag for count, bag in rows for _ in range(count)]
    random.shuffle(models)
    edges = sorted(
        {min(sum(sizes[:place]), len(models)) for place in range(len(sizes))} | {0, len(models)}
    )
    lots = [models[start:end] for start, end in pairwise(edges)]
    sums = [sum((Counter(bag) for bag in lot), Counter[str]()) for lot in lots]
    assert (
        told(box, *(("Man", len(lot), dict(total)) for lot, total in zip(lots, sums, strict=True)))
        == []
    )
    if len(sums) > 1 and sums[0] and sums[1]:
        one, other = random.choice(sorted(sums[0])), random.choice(sorted(sums[1]))
        sums[0] += Counter({other: 1}) - Counter({one: 1})
        sums[0][one] -= one != other
        sums[1][one] += 1
        sums[1][other] -= 1
    fits = any(_dealt(way, lots) == [+total for total in sums] for way in permutations(models))
    found = told(
        box, *(("Man", len(lot), dict(+total)) for lot, total in zip(lots, sums, strict=True))
    )
    keys = [key for key, _, _ in found]
    assert keys == [] if fits else keys in (["arrangement"], ["wargear"])


def _dealt(way: tuple[Bag, ...], lots: list[list[Bag]]) -> list[Counter[str]]:
    left = list(way)
    found = []
    for lot in lots:
        found.append(sum((Counter(left.pop(0)) for _ in lot), Counter[str]()))
    return found


SQUADS = [
    part(("Man", 5, {"gun": 1}), unit_id="guns"),
    part(("Man", 5, {"axe": 1}), unit_id="axes"),
    part(("Man", 10, {"gun": 1}), unit_id="many"),
]


@pytest.mark.parametrize(
    ("wanted", "places"),
    [
        ([], []),
        ([("guns", None, None)], [0]),
        ([("many", None, None), ("guns", None, None)], [2, 0]),
        ([("guns", 10, None), ("guns", None, None)], [2, 0]),  # by its number before its name
        (
            [
                ("guns", None, [Group("Man", 5, {"axe": 5})]),
                ("axes", None, [Group("Man", 5, {"gun": 5})]),
            ],
            [1, 0],
        ),
        ([("axes", None, None), ("axes", None, None)], [1, 0]),
        ([("guns", None, None)] * 4, [0, 1, 2, None]),
        ([("many", None, None)] * 9, [0, 1, 2, *[None] * 6]),
    ],
)
def test_units_of_one_name_are_told_apart(wanted: list[Any], places: list[int | None]) -> None:
    found = match_units(wanted, SQUADS)
    if (
        wanted and len({str(each) for each in wanted}) == 1
    ):  # which of several that are alike is no matter
        assert sorted(found, key=str) == sorted(places, key=str)
    else:
        assert found == places


def test_ways_to_tell_models_apart_are_tried_up_to_a_bound(monkeypatch: pytest.MonkeyPatch) -> None:
    """Two of the three models can be taken in three ways, none of which carries two of one thing
    and one of the other alone."""
    box = part(("Man", 1, {"a": 1, "b": 1}), ("Man", 1, {"a": 1}), ("Man", 1, {"b": 1}))
    asked: tuple[tuple[str, int, Bag | None], ...] = (("Man", 2, {"a": 2}), ("Man", 1, {"b": 2}))
    monkeypatch.setattr(compare, "MOST_WAYS", 3)
    assert [key for key, _, _ in told(box, *asked)] == ["arrangement"]
    monkeypatch.setattr(compare, "MOST_WAYS", 2)
    assert told(box, *asked) == []


def test_no_model_of_the_box_stands_for_two() -> None:
    """Everything is there as often as in the box, but two groups would have to be the same one
    model."""
    four = part(
        ("Man", 1, {"gun": 1, "knife": 1}),
        ("Man", 1, {}),
        ("Man", 1, {"gun": 1}),
        ("Man", 1, {"knife": 1}),
    )
    rows = ["1 Man: gun + knife", "1 Man: ", "1 Man: gun", "1 Man: knife"]
    twice: list[tuple[str, int, Bag | None]] = [("Man", 1, {"gun": 1}), ("Man", 1, {"gun": 1})]
    assert told(four, *twice, ("Man", 1, {"knife": 1}), ("Man", 1, {"knife": 1})) == [
        ("arrangement", None, rows)
    ]
    assert (
        told(
            four,
            ("Man", 1, {"gun": 1}),
            ("Man", 1, {"knife": 1}),
            ("Man", 1, {}),
            ("Man", 1, {"gun": 1, "knife": 1}),
        )
        == []
    )
    assert told(four, *twice, ("Man", 2, None)) == [("arrangement", None, rows)]
    assert told(four, ("Man", 1, {"gun": 1}), ("Man", 3, None)) == []
