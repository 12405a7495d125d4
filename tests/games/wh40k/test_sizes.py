"""Sizes and prices of a unit, on small datasheets of nobody: every number is worked out by hand."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest

from listbuilder.games.wh40k import price, sizes, state_on_date
from listbuilder.model.army import Group
from listbuilder.model.datasheet import Datasheet, Price


def sheet(
    *lines: tuple[str, int, int], size: tuple[int, int] | None = None, **more: Any
) -> Datasheet:
    """A datasheet of one composition; `compositions` in place of it for several."""
    models = [{"name": name, "min": least, "max": most} for name, least, most in lines]
    span = size or (sum(least for _, least, _ in lines), sum(most for *_, most in lines))
    whole = {
        "id": "x",
        "name": "X",
        "keywords": [],
        "models": models,
        "size": {"min": span[0], "max": span[1]},
        **more,
    }
    return msgspec.convert({"faction_keywords": [], **whole}, Datasheet)


def made(found: Datasheet, total: int | None) -> dict[str, int]:
    return {group.model: group.count for group in sizes.make_default_groups(found, total)}


SQUAD = sheet(("Sergeant", 1, 1), ("Trooper", 4, 9), ("Gunner", 0, 2))


@pytest.mark.parametrize(
    ("total", "counts"),
    [
        (None, {"Sergeant": 1, "Trooper": 4}),
        (5, {"Sergeant": 1, "Trooper": 4}),
        (7, {"Sergeant": 1, "Trooper": 6}),
        (10, {"Sergeant": 1, "Trooper": 9}),
        (11, {"Sergeant": 1, "Trooper": 9, "Gunner": 1}),  # who may be left out comes last
        (12, {"Sergeant": 1, "Trooper": 9, "Gunner": 2}),
        (
            14,
            {"Sergeant": 1, "Trooper": 11, "Gunner": 2},
        ),  # more than there may be: the bulk takes them
        (3, {"Sergeant": 1, "Trooper": 2}),  # fewer than there must be: the bulk lacks them
        (1, {"Sergeant": 1}),
    ],
)
def test_models_that_a_bare_number_stands_for(total: int | None, counts: dict[str, int]) -> None:
    assert made(SQUAD, total) == counts


def test_the_kind_that_varies_most_fills_up_first() -> None:
    found = sheet(("Few", 1, 3), ("Many", 2, 9))
    assert made(found, 6) == {"Few": 1, "Many": 5}
    assert made(found, 11) == {"Few": 2, "Many": 9}


def test_too_few_are_taken_from_the_largest_kind_and_then_from_the_next() -> None:
    found = sheet(("Chief", 2, 2), ("Rider", 3, 3))
    assert made(found, 4) == {"Chief": 2, "Rider": 2}
    assert made(found, 1) == {"Chief": 1}
    assert made(found, 6) == {"Chief": 2, "Rider": 4}


TWO_WAYS = sheet(
    size=(4, 8),
    models=[],
    compositions=[
        [{"name": "Nob", "min": 1, "max": 1}, {"name": "Boy", "min": 3, "max": 3}],
        [{"name": "Nob", "min": 2, "max": 2}, {"name": "Boy", "min": 6, "max": 6}],
    ],
)


@pytest.mark.parametrize(("total", "counts"), [
    (None, (1, 3)), (4, (1, 3)), (8, (2, 6)), (5, (1, 4)), (6, (1, 5)), (7, (2, 5)), (9, (2, 7)),
    (3, (1, 2)),
])  # fmt: skip
def test_of_two_compositions_the_nearer_one(total: int | None, counts: tuple[int, int]) -> None:
    assert made(TWO_WAYS, total) == {"Nob": counts[0], "Boy": counts[1]}


def test_a_composition_that_fits_goes_before_one_that_is_off_by_one() -> None:
    first = [{"name": "Boy", "min": 5, "max": 5}]
    second = [{"name": "Nob", "min": 1, "max": 1}, {"name": "Boy", "min": 5, "max": 5}]
    found = sheet(size=(5, 6), models=[], compositions=[first, second])
    assert made(found, 5) == {"Boy": 5}
    assert made(found, 6) == {"Nob": 1, "Boy": 5}
    assert made(found, 4) == {"Boy": 4}
    assert made(found, 7) == {"Nob": 1, "Boy": 6}


@pytest.mark.parametrize(("groups", "which"), [
    ({"Nob": 1, "Boy": 3}, 0), ({"Nob": 2, "Boy": 6}, 1), ({"nob": 2, "boy": 5}, 1),
    ({"Nob": 1, "Boy": 5}, 0), ({"Boy": 3}, 0),
    ({"Nob": 2, "Boy": 3}, 0), ({"Nob": 1, "Boy": 4}, 0),
])  # fmt: skip
def test_which_composition_groups_are_meant_to_be(groups: dict[str, int], which: int) -> None:
    given = [Group(model, count) for model, count in groups.items()]
    assert sizes.find_nearest_composition(TWO_WAYS, given) is TWO_WAYS.alternatives[which]


def test_models_of_another_composition_weigh_against_this_one() -> None:
    first = [{"name": "Spear", "min": 2, "max": 2}]
    second = [{"name": "Bow", "min": 1, "max": 9}, {"name": "Spear", "min": 0, "max": 1}]
    found = sheet(size=(3, 3), models=[], compositions=[first, second])
    # Two spears fit the first; with six bows beside them only the second has a place for those.
    assert sizes.find_nearest_composition(found, [Group("Spear", 2)]) is found.alternatives[0]
    assert (
        sizes.find_nearest_composition(found, [Group("Spear", 2), Group("Bow", 6)])
        is found.alternatives[1]
    )


def test_groups_of_one_model_count_together() -> None:
    assert sizes.count_models([Group("Boy", 3), Group("BOY", 2), Group("Nob", 1)]) == {
        "boy": 5,
        "nob": 1,
    }


def test_legal_totals() -> None:
    assert sizes.list_legal_totals(SQUAD) == list(range(5, 13))
    assert sizes.list_legal_totals(TWO_WAYS) == [4, 8]
    assert sizes.list_legal_totals(sheet(("A", 1, 1), ("B", 2, 8), size=(4, 6))) == [4, 5, 6]
    assert sizes.format_spans([4, 8]) == ["4", "8"]
    assert sizes.format_spans([5, 6, 7, 10]) == ["5-7", "10"]
    assert sizes.format_spans([]) == []


# --- prices ---


def rows(*found: dict[str, Any]) -> list[Price]:
    return msgspec.convert(list(found), list[Price])


def cost(groups: dict[str, int], *found: dict[str, Any]) -> int | None:
    return price.compute_price_by_rows(
        SQUAD, [Group(model, count) for model, count in groups.items()], rows(*found)
    )


FIVE, TEN = {"models": 5, "points": 60}, {"models": 10, "points": 110}


@pytest.mark.parametrize(("models", "points"), [(1, 60), (5, 60), (6, 110), (10, 110), (11, None)])
def test_a_size_between_two_pays_for_the_larger(models: int, points: int | None) -> None:
    assert cost({"Trooper": models}, FIVE, TEN) == cost({"Trooper": models}, TEN, FIVE) == points


def test_models_and_items_that_cost_extra() -> None:
    extra = {"points": 7, "add_model": "Gunner"}
    assert cost({"Trooper": 5, "gunner": 2}, FIVE, extra) == 60 + 2 * 7
    assert cost({"Trooper": 5}, FIVE, extra) == 60
    assert (
        cost({"Trooper": 5, "Gunner": 1}, FIVE, TEN) == 110
    )  # without a price of its own he is a model like the others
    carried = [Group("Trooper", 3, {"Horn": 2, "gun": 3}), Group("Sergeant", 1, {"horn": 1})]
    assert (
        price.compute_price_by_rows(SQUAD, carried, rows(FIVE, {"points": 5, "add_item": "HORN"}))
        == 60 + 3 * 5
    )
    assert (
        price.compute_price_by_rows(
            SQUAD, [Group("Trooper", 3)], rows(FIVE, {"points": 5, "add_item": "horn"})
        )
        == 60
    )


def test_prices_of_named_models() -> None:
    some = {"models": 3, "points": 80, "of": {"Sergeant": 1, "Trooper": 2}}
    assert cost({"Sergeant": 1, "Trooper": 2}, some) == 80
    assert cost({"sergeant": 1, "trooper": 1}, some) == 80
    assert cost({"Sergeant": 2, "Trooper": 1}, some) is None
    assert cost({"Trooper": 1, "Gunner": 1}, some) is None


def test_the_cheaper_of_two_rows_of_one_size() -> None:
    assert cost({"Trooper": 5}, {"models": 5, "points": 70}, FIVE) == 60


def test_rows_of_a_condition_replace_the_plain_ones_but_for_extras() -> None:
    special_row = {"models": 1, "points": 15, "when": {"detachment": "D"}}
    found = sheet(
        ("A", 1, 2),
        points=[{"models": 1, "points": 10}, {"points": 3, "add_item": "horn"}, special_row],
    )
    plain = [(row.models, row.points) for row in price.list_unconditional_rows(found)]
    assert plain == [(1, 10), (None, 3)]
    narrowest = price._keep_narrowest_rows(found.points)
    assert {(row.models, row.points) for row in narrowest} == {(1, 15), (None, 3)}


def surcharged(*copies: tuple[int, int]) -> list[tuple[str, int]]:
    """Units of one datasheet, (size, price of a second copy beyond its first): who counts as which
    copy.
    """
    from types import SimpleNamespace

    plain = [{"models": size, "points": 10 * size} for size, _ in copies]
    more = [
        {"models": size, "points": 10 * size + extra, "when": {"copy_from": 2}}
        for size, extra in copies
    ]
    found = sheet(("Trooper", 1, 20), points=[*plain, *more])
    units = [
        SimpleNamespace(
            id=f"of {size}",
            home="f",
            datasheet=found,
            groups=(Group("Trooper", size),),
            rule=None,
            standing="own",
            path=(place,),
            worked_out={},
        )
        for place, (size, _) in enumerate(copies)
    ]
    army = SimpleNamespace(
        muster_units=units,
        detachments=[],
        by_today={},
        faction=SimpleNamespace(faction_keyword="F"),
    )
    numbered = price.yield_numbered_copies(army)  # type: ignore[arg-type]
    return [(unit.id, number) for unit, number in numbered]


def test_those_that_would_pay_most_as_a_further_copy_come_first() -> None:
    """Twenty points more for a second unit of ten, five for one of five: the unit of ten is the
    first copy, in any order.
    """
    assert surcharged((5, 5), (10, 20)) == [("of 10", 1), ("of 5", 2)]
    assert surcharged((10, 20), (5, 5)) == [("of 10", 1), ("of 5", 2)]
    assert surcharged((5, 5), (10, 20), (7, 9)) == [("of 10", 1), ("of 7", 2), ("of 5", 3)]
    assert surcharged((5, 8), (10, 8)) == [
        ("of 5", 1),
        ("of 10", 2),
    ]  # as much more for each: their own order
    assert surcharged((10, 8), (5, 8)) == [("of 10", 1), ("of 5", 2)]


@pytest.mark.parametrize("counted", [1, 2])
def test_a_source_may_count_a_unit_of_one_size_in_other_models(counted: int) -> None:
    """A chief and two men for 90, printed as a price of `counted` models: it is that of all three.
    Other rows are as they are.
    """
    extra, further = (
        {"points": 5, "add_item": "horn"},
        {"models": counted, "points": 95, "when": {"copy_from": 2}},
    )
    named = {"models": counted, "points": 80, "of": {"Man": 2}}
    for others in ([], [extra], [further], [named], [extra, further, named]):
        found = sheet(
            ("Chief", 1, 1), ("Man", 2, 2), points=[{"models": counted, "points": 90}, *others]
        )
        assert list(state_on_date._fit_single_price(found).points) == rows(
            {"models": 3, "points": 90}, *others
        )


def test_nothing_is_made_of_prices_for_several_sizes() -> None:
    for points in ([FIVE, TEN], [FIVE]):  # of a unit of five to twelve
        found = sheet(("Sergeant", 1, 1), ("Trooper", 4, 9), ("Gunner", 0, 2), points=points)
        assert state_on_date._fit_single_price(found) is found
    whole = sheet(("Man", 3, 3), points=[{"models": 3, "points": 90}])
    assert list(state_on_date._fit_single_price(whole).points) == list(whole.points)
