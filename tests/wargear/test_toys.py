"""Datasheets so small that everything can be tried: what is legal, what is said of the rest, and what is nearest.

Every loadout that can be reached is worked out with the exhaustive search. The solver calls these legal and no other; of
each other one it says limits that are those of all legal loadouts, exactly; and the nearest legal one is the nearest.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from functools import cache
from itertools import combinations_with_replacement
from pathlib import Path
from typing import Any

import msgspec
import pytest
from msgspec.structs import replace

from listbuilder.model.base import fold
from listbuilder.model.datasheet import Datasheet
from listbuilder.model.limits import PROOF, SETTING_OUT, TRIES
from listbuilder.model.wargear import get_item_name
from listbuilder.wargear.check import (
    EncodedGroups,
    check_wargear,
    get_frame,
    is_judged_size,
    make_cells,
    read_groups,
)
from listbuilder.wargear.composition import Cell
from listbuilder.wargear.encode import FIELD, Kit, get_kit
from listbuilder.wargear.loadout import Group
from listbuilder.wargear.nearest import find_from_default
from listbuilder.wargear.per_model import split_by_model
from listbuilder.wargear.repair import SearchBudget, find_nearest_legal
from listbuilder.wargear.solve import find_assignment
from tests.raw import read_file
from tests.wargear.exhaustive import Oracle, Tally
from tests.wargear.simulator import Bag, Figure, start

TOYS: list[dict[str, Any]] = read_file(Path(__file__).with_name("toys.yaml"))
Loadout = tuple[tuple[tuple[str, int], ...], ...]  # of each group: item, count; sorted
ROWS = [(toy["name"], place) for toy in TOYS for place in range(len(toy["groups"]))]
EACH = pytest.mark.parametrize(("name", "place"), ROWS)


@cache
def sheet_of(name: str) -> Datasheet:
    toy = next(toy for toy in TOYS if toy["name"] == name)
    most = sum(line["max"] for line in toy["models"])
    data = {key: value for key, value in toy.items() if key not in ("name", "groups")}
    head = {
        "id": "toy",
        "name": "Toy",
        "keywords": [],
        "faction_keywords": [],
        "points": [],
        "size": {"min": 1, "max": most},
    }
    return msgspec.convert(head | data, Datasheet)


def groups_of(name: str, place: int) -> list[Group]:
    toy = next(toy for toy in TOYS if toy["name"] == name)
    return [Group(model, count) for model, count in toy["groups"][place]]


def as_loadout(bags: list[Bag]) -> Loadout:
    return tuple(tuple(sorted((+bag).items())) for bag in bags)


def as_groups(loadout: Loadout, groups: list[Group]) -> list[Group]:
    return [
        Group(group.model, group.count, dict(bag))
        for group, bag in zip(groups, loadout, strict=True)
    ]


@cache
def legal(name: str, place: int) -> frozenset[Loadout]:
    """All that can be reached. What the unit keeps is written in its first group."""
    groups = groups_of(name, place)
    oracle = Oracle(sheet_of(name), groups)
    states: set[tuple[Loadout, Tally]] = {(as_loadout([Counter() for _ in groups]), ())}
    for figure in [*oracle.figures, Figure(0, "", Counter())]:
        outcomes = oracle.outcomes(figure, None, None)
        after = set()
        for bags, tally in states:
            for items, more in outcomes:
                sums = Counter(dict(tally)) + Counter(dict(more))
                if oracle.within(sums):
                    here = [Counter(dict(bag)) for bag in bags]
                    here[figure.group] += Counter(dict(items))
                    after.add((as_loadout(here), tuple(sorted(sums.items(), key=str))))
        states = after
    return frozenset(bags for bags, tally in states if oracle.complete(Counter(dict(tally))))


@cache
def items_of(name: str) -> list[str]:
    sheet = sheet_of(name)
    given = [row.items for row in sheet.default_wargear] + [
        choice for option in sheet.options for choice in option.with_
    ]
    return sorted({fold(get_item_name(item)) for items in given for item in items})


def around(name: str, place: int) -> Iterator[Loadout]:
    """The legal ones, and all that differ from one of them by one item or by two."""
    moves = [
        (group, item, step)
        for group in range(len(groups_of(name, place)))
        for item in items_of(name)
        for step in (1, -1)
    ]
    seen: set[Loadout] = set()
    for loadout in sorted(legal(name, place))[:40]:
        for count in range(3):
            for changes in combinations_with_replacement(moves, count):
                bags = [Counter(dict(bag)) for bag in loadout]
                for group, item, step in changes:
                    bags[group][item] += step
                if all(number >= 0 for bag in bags for number in bag.values()):
                    found = as_loadout(bags)
                    if found not in seen:
                        seen.add(found)
                        yield found


@cache
def tried(name: str, place: int) -> list[Loadout]:
    """Some hundreds of these, the same in every run."""
    everything = list(around(name, place))
    return everything[:: max(1, len(everything) // 400)]


def counted(loadout: Loadout, groups: tuple[int, ...], items: tuple[str, ...]) -> int:
    return sum(dict(loadout[group]).get(fold(item), 0) for group in groups for item in items)


def apart(one: Loadout, other: Loadout) -> int:
    pairs = [(Counter(dict(a)), Counter(dict(b))) for a, b in zip(one, other, strict=True)]
    return sum((a - b).total() + (b - a).total() for a, b in pairs)


@EACH
@pytest.mark.slow_but(12)
def test_what_can_be_reached_is_legal_and_nothing_else(name: str, place: int) -> None:
    sheet, groups, right = sheet_of(name), groups_of(name, place), legal(name, place)
    assert right
    wrong = 0
    for loadout in {*right, *tried(name, place)}:
        verdict = check_wargear(sheet, as_groups(loadout, groups))
        assert verdict.legal == (loadout in right), (loadout, verdict)
        short = check_wargear(sheet, as_groups(loadout, groups), explained=False)
        assert short.status == verdict.status
        wrong += not verdict.legal
    assert wrong > len(right) / 2


@EACH
@pytest.mark.slow_but(30)
def test_what_is_said_is_exactly_so(name: str, place: int) -> None:
    """The limits that a violation names are the fewest and the most there are of these items in all legal loadouts."""
    sheet, groups, right = sheet_of(name), groups_of(name, place), legal(name, place)
    for loadout in tried(name, place):
        for said in check_wargear(sheet, as_groups(loadout, groups)).violations:
            known = [fold(item) for item in said.items]
            assert set(known) <= set(items_of(name))
            assert said.given == counted(loadout, said.groups, said.items)
            if said.rest:
                assert not said.allowed_min <= said.given <= said.allowed_max, (loadout, said)
                continue
            counts = {counted(each, said.groups, said.items) for each in right}
            if len(said.groups) > 1 and len(said.items) > 1:  # counted where each is given
                assert said.allowed_min <= min(counts) <= max(counts) <= said.allowed_max, (
                    loadout,
                    said,
                )
            else:
                assert (said.allowed_min, said.allowed_max) == (min(counts), max(counts)), (
                    loadout,
                    said,
                )
            if said.reason not in ("all_or_none", "team"):
                assert said.given not in range(said.allowed_min, said.allowed_max + 1), (
                    loadout,
                    said,
                )


@EACH
@pytest.mark.slow_but(30)
def test_everything_beyond_all_that_is_legal_is_named(name: str, place: int) -> None:
    """An item of which a group has more than in any legal loadout; where there is none such, one of which it has fewer."""
    sheet, groups, right = sheet_of(name), groups_of(name, place), legal(name, place)
    for loadout in tried(name, place)[::2]:
        said = check_wargear(sheet, as_groups(loadout, groups)).violations
        named = {
            (group, fold(item)) for each in said for group in each.groups for item in each.items
        }
        spots = [(group, item) for group in range(len(groups)) for item in items_of(name)]
        more = [
            spot for spot in spots if _at(loadout, spot) > max(_at(each, spot) for each in right)
        ]
        fewer = [
            spot for spot in spots if _at(loadout, spot) < min(_at(each, spot) for each in right)
        ]
        assert all(spot in named for spot in more), (loadout, said)
        if not more and fewer:
            assert named & set(fewer), (loadout, said)
        assert bool(said) == (loadout not in right)


def _at(loadout: Loadout, spot: tuple[int, str]) -> int:
    return dict(loadout[spot[0]]).get(spot[1], 0)


@EACH
@pytest.mark.slow_but(30)
def test_the_nearest_is_the_nearest(name: str, place: int) -> None:
    sheet, groups, right = sheet_of(name), groups_of(name, place), legal(name, place)
    for loadout in tried(name, place)[::3]:
        near = find_nearest_legal(sheet, as_groups(loadout, groups))
        assert near is not None
        found = as_loadout(
            [
                Counter({fold(item): count for item, count in (group.wargear or {}).items()})
                for group in near
            ]
        )
        assert found in right, (loadout, found)
        assert apart(found, loadout) == min(apart(each, loadout) for each in right), (
            loadout,
            found,
        )


@EACH
def test_groups_without_wargear_stay_so_wherever_that_can_be_legal(name: str, place: int) -> None:
    """With the default on all but one group: the nearest of those that leave it there; where there is none, of all."""
    sheet, groups, right = sheet_of(name), groups_of(name, place), legal(name, place)
    bare = as_loadout(
        [
            sum((f.bag for f in start(sheet, groups) if f.group == at), Counter())
            for at in range(len(groups))
        ]
    )
    for loadout in [bare, *tried(name, place)[::9]]:
        for spelled in {0, len(groups) - 1}:
            mixed = (*bare[:spelled], loadout[spelled], *bare[spelled + 1 :])
            given = [
                each if at == spelled else groups[at]
                for at, each in enumerate(as_groups(mixed, groups))
            ]
            left = [
                each
                for each in right
                if each[:spelled] == bare[:spelled] and each[spelled + 1 :] == bare[spelled + 1 :]
            ]
            near = find_nearest_legal(sheet, given)
            assert near is not None
            untouched = all(group.wargear is None for at, group in enumerate(near) if at != spelled)
            assert untouched == bool(left), (given, near)
            found = tuple(
                bare[at]
                if group.wargear is None
                else tuple(sorted((fold(item), n) for item, n in group.wargear.items()))
                for at, group in enumerate(near)
            )
            assert found in right, (given, near)
            assert apart(found, mixed) == min(apart(each, mixed) for each in left or right), (
                given,
                near,
            )


# Toys of which some loadout is reached only by two options used together, or by an option in one of several ways.
TWO_AT_ONCE = {
    "all models or none, of a kind that is made to carry it by another option", "it must be taken",
    "one option after the other", "one thing or another goes", "each of them may go", "two of three, and not one",
    "two limits on one thing, of which the closer holds", "all models, where only one kind is ever given what goes",
    "all models, where every kind may be given what goes",
}  # fmt: skip


@EACH
def test_from_the_default_one_option_after_the_other(name: str, place: int) -> None:
    """What is legal is reached that way; of the rest, something legal, and no farther than the default itself."""
    sheet, groups, right = sheet_of(name), groups_of(name, place), legal(name, place)
    kit = get_kit(sheet)
    for loadout in tried(name, place)[::5]:
        given = as_groups(loadout, groups)
        reading = read_groups(kit, given)
        if not isinstance(reading, EncodedGroups) or reading.strange:
            continue
        frame = get_frame(kit, reading.counts)
        for island in frame.split_into_islands(make_cells(frame, reading)):
            near = find_from_default(frame, island)
            assert near is not None
            wanted = [cell.target for cell in island]
            assert find_assignment(
                frame,
                [
                    replace(cell, target=total)
                    for cell, total in zip(island, near.totals, strict=True)
                ],
            )
            assert near.cost == sum(
                _price(kit, cell, total) for cell, total in zip(island, near.totals, strict=True)
            )
            if name not in TWO_AT_ONCE:
                assert (
                    (near.cost == 0)
                    == (near.totals == wanted)
                    == (find_assignment(frame, island) is not None)
                ), (loadout, near)
    assert right


def _price(kit: Kit, cell: Cell, total: int) -> int:
    """A thousand for each item more or less, and one more for those that the models do not start with."""
    started = {shift for bag in cell.kind.bags.values() for shift in kit.list_item_shifts(bag)}
    price = 0
    for shift in kit.list_item_shifts(cell.part.mask):
        price += abs((cell.target >> shift & FIELD) - (total >> shift & FIELD)) * (
            1000 if shift in started else 1001
        )
    return price


@EACH
def test_who_carries_what_is_what_is_written(name: str, place: int) -> None:
    """Model by model: the sums are those of the group, and each model is one that there can be."""
    sheet, groups = sheet_of(name), groups_of(name, place)
    oracle = Oracle(sheet, groups)
    kept = sheet.size.max > 1 and any(
        option.models and option.models.which == "unit" for option in sheet.options
    )
    for loadout in sorted(legal(name, place)):
        models = split_by_model(sheet, as_groups(loadout, groups))
        assert [len(each) for each in models] == [group.count for group in groups]
        assert (
            as_loadout([sum((Counter(model) for model in each), Counter()) for each in models])
            == loadout
        )
        for figure in () if kept else oracle.figures:
            possible = {items for items, _ in oracle.outcomes(figure, None, None)}
            same = [each for each in oracle.figures if each.group == figure.group]
            possible |= {items for each in same for items, _ in oracle.outcomes(each, None, None)}
            assert all(tuple(sorted(model.items())) in possible for model in models[figure.group])


def test_a_verdict_that_is_not_explained_stays_without_reasons() -> None:
    sheet, groups = (
        sheet_of("a swap for one model"),
        [Group("Man", 1, {"gun": 1, "knife": 1, "axe": 1})],
    )
    for _ in range(2):
        assert check_wargear(sheet, groups, explained=False).violations == ()
        assert check_wargear(sheet, groups).violations != ()
    fine = [Group("Man", 1, {"axe": 1, "knife": 1})]
    assert check_wargear(sheet, fine, explained=False) == check_wargear(sheet, fine)


def test_the_purse_pays_for_what_is_looked_for() -> None:
    sheet, wrong = (
        sheet_of("a swap for one model"),
        [Group("Man", 1, {"gun": 1, "knife": 1, "axe": 1})],
    )
    purse = SearchBudget(100_000)
    assert not purse.empty
    first = find_nearest_legal(sheet, wrong, purse)
    spent = 100_000 - purse.left
    assert first is not None and SETTING_OUT < spent < SETTING_OUT + TRIES + PROOF
    assert find_nearest_legal(sheet, wrong, purse) == first  # remembered, and paid for as before
    assert 100_000 - purse.left == 2 * spent
    last = SearchBudget(1)
    assert find_nearest_legal(sheet, wrong, last) is not None and last.empty and last.left < 0
    assert find_nearest_legal(sheet, wrong, last) is None
    assert SearchBudget(0).empty and not SearchBudget(1).empty


def test_what_cannot_be_checked_is_not_mended() -> None:
    sheet = sheet_of("a swap for one model")
    assert find_nearest_legal(sheet, [Group("Woman", 1, {"gun": 1})]) is None
    incomplete = msgspec.structs.replace(sheet, options_incomplete=True)
    assert find_nearest_legal(incomplete, [Group("Man", 1, {"gun": 2})]) is None


@pytest.mark.parametrize(("models", "judged"), [(6, True), (16, True), (17, False), (18, False)])
def test_a_unit_far_beyond_its_size_is_not_looked_at_one_by_one(models: int, judged: bool) -> None:
    """Twice its largest size, here 3, and ten more."""
    sheet = sheet_of("a swap for one model")
    assert is_judged_size(sheet, models) == judged
    verdict = check_wargear(sheet, [Group("Man", models, {"gun": models, "knife": models})])
    assert (verdict.status, verdict.reason) == (
        ("legal", None) if judged else ("not_checked", "too_many_models")
    )


def test_names_are_unique() -> None:
    assert len({toy["name"] for toy in TOYS}) == len(TOYS)


def test_what_no_answer_can_be_given_to() -> None:
    """A thing that the unit keeps and a model may carry, too; and an option that must be taken and cannot be."""
    man = {
        "models": [{"name": "Man", "min": 1, "max": 3}],
        "default_wargear": [{"model": "*", "items": ["gun"]}],
    }
    head = {
        "id": "toy",
        "name": "Toy",
        "keywords": [],
        "faction_keywords": [],
        "points": [],
        "size": {"min": 1, "max": 3},
    }

    def verdict(*options: dict[str, Any], **given: int) -> tuple[str, str | None]:
        sheet = msgspec.convert({**head, **man, "options": list(options)}, Datasheet)
        found = check_wargear(sheet, [Group("Man", 2, given)])
        return found.status, found.reason

    kept = {"models": {"which": "unit", "count": 1}, "with": [["gun"]]}
    assert verdict(kept, gun=2) == ("not_checked", "ambiguous_item")
    assert verdict({**kept, "with": [["flag"]]}, gun=2, flag=1) == ("legal", None)
    never = {
        "models": {"which": "Man", "count": 1},
        "required": True,
        "replace": ["axe"],
        "with": [["saw"]],
    }
    assert verdict(never, gun=2) == ("not_checked", "nothing_legal")
    assert verdict({**never, "replace": ["gun"]}, gun=1, saw=1) == ("legal", None)
    assert verdict({**never, "required": False}, gun=2) == ("legal", None)


def test_what_the_unit_keeps_is_named_where_it_is_written() -> None:
    head = {
        "id": "toy",
        "name": "Toy",
        "keywords": [],
        "faction_keywords": [],
        "points": [],
        "size": {"min": 2, "max": 4},
    }
    models = [{"name": "Chief", "min": 1, "max": 1}, {"name": "Man", "min": 1, "max": 3}]
    kept = {"models": {"which": "unit", "count": 1}, "with": [["flag"], ["drum"]]}
    data = {
        **head,
        "models": models,
        "default_wargear": [{"model": "*", "items": ["gun"]}],
        "options": [kept],
    }
    sheet = msgspec.convert(data, Datasheet)
    for place in (0, 1):
        wargear: list[dict[str, int]] = [{"gun": 1}, {"gun": 2}]
        wargear[place] = {**wargear[place], "Flag": 2}
        (said,) = check_wargear(
            sheet, [Group("Chief", 1, wargear[0]), Group("Man", 2, wargear[1])]
        ).violations
        assert (said.groups, said.items, said.given, said.allowed_max) == (
            (place,),
            ("flag",),
            2,
            1,
        )
