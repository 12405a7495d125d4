"""Every datasheet against the simulator: what it plays is legal, what is broken by one item is refused.

Where a broken loadout is legal after all, the exhaustive search must reach it too, using the options in one order for
the whole unit; and whatever the solver refuses, the exhaustive search must not reach in any order.
"""

from __future__ import annotations

import random
from functools import cache

import pytest

from listbuilder.model.base import fold
from listbuilder.model.datasheet import Datasheet
from listbuilder.wargear.check import check_wargear
from listbuilder.wargear.loadout import Group, get_default_wargear
from listbuilder.wargear.repair import find_nearest_legal
from tests.wargear.breaking import broken, common_order, distance, split
from tests.wargear.exhaustive import Oracle
from tests.wargear.sheets import ELEVENTH, TENTH, all_sheets, compositions
from tests.wargear.simulator import carried, play, start

pytestmark = pytest.mark.slow

SEED = 40_014
PLAYED, SPLIT, ODD = 4, 2, 2

Sheets = list[tuple[str, Datasheet]]


@cache
def slices() -> list[Sheets]:
    """The datasheets with options, in lots, so that a failure says where."""
    lots = []
    for game in (TENTH, ELEVENTH):
        sheets = [
            (key, sheet)
            for key, sheet in all_sheets(game)
            if sheet.options and not sheet.options_incomplete
        ]
        lots += [sheets[i : i + 100] for i in range(0, len(sheets), 100)]
    return lots


NUMBER_OF_LOTS = 14  # written down, for making them takes eight seconds, which every run of any test would wait for
LOTS = pytest.mark.parametrize("lot", range(NUMBER_OF_LOTS))


@pytest.fixture
def sheets(lot: int) -> Sheets:
    return slices()[lot]


@cache
def played(key: str) -> list[list[Group]]:
    """Loadouts of one datasheet at every size, as the simulator plays them."""
    sheet = dict(all_sheets(key.partition("/")[0]))[key]
    dice = random.Random(f"{SEED} {key}")
    tries = [play(sheet, groups, dice) for groups in compositions(sheet) for _ in range(PLAYED)]
    tries += [
        play(sheet, split(groups, dice), dice)
        for groups in compositions(sheet)
        for _ in range(SPLIT)
    ]
    return [loadout for loadout in tries if loadout]


def bare(loadout: list[Group]) -> list[Group]:
    return [Group(group.model, group.count) for group in loadout]


def test_they_are_all_there() -> None:
    assert len(slices()) == NUMBER_OF_LOTS
    assert {game: len(all_sheets(game)) for game in (TENTH, ELEVENTH)} == {
        TENTH: 1214,
        ELEVENTH: 1271,
    }


@pytest.mark.parametrize("game", [TENTH, ELEVENTH])
def test_default_wargear_is_legal(game: str) -> None:
    required = set()
    for key, sheet in all_sheets(game):
        for groups in compositions(sheet):
            items = get_default_wargear(sheet, groups)
            by_hand = [Group(g.model, g.count, bag) for g, bag in zip(groups, items, strict=True)]
            assert distance(by_hand, carried(groups, start(sheet, groups))) == 0, key
            verdicts = [check_wargear(sheet, groups), check_wargear(sheet, by_hand)]
            if any(option.required for option in sheet.options):
                required.add(key)
                assert all(
                    [v.reason for v in verdict.violations] == ["required"] for verdict in verdicts
                )
            else:
                assert all(verdict.legal for verdict in verdicts), (key, verdicts)
    # The only one that must take an option; in the 11th edition there is none.
    assert required == ({f"{game}/space-marines/techmarine-on-bike"} if game == TENTH else set())


@LOTS
def test_what_is_played_is_legal(sheets: Sheets) -> None:
    for key, sheet in sheets:
        loadouts = played(key)
        assert loadouts, key
        for loadout in loadouts:
            assert check_wargear(sheet, loadout).legal, (
                key,
                loadout,
                check_wargear(sheet, loadout),
            )


@LOTS
def test_what_is_broken_is_refused_or_shown_to_be_legal(sheets: Sheets) -> None:
    refused = shown = 0
    for key, sheet in sheets:
        dice = random.Random(f"{SEED} broken {key}")
        rows = len({row.model for row in sheet.default_wargear}) < len(sheet.default_wargear)
        for loadout in played(key)[:: 1 if len(sheet.options) > 1 else 2]:
            if rows and len({group.model for group in loadout}) < len(loadout):
                continue  # the simulator deals the rows of a kind in one way, where two groups may share them in many
            for changes in (1, ODD) if sum(group.count for group in loadout) <= 12 else (1,):
                wrong = broken(sheet, loadout, dice, changes)
                verdict = check_wargear(sheet, wrong)
                oracle = Oracle(sheet, wrong)
                if verdict.legal:
                    shown += 1
                    order = (
                        common_order(sheet, wrong)
                        if sum(group.count for group in wrong) > 1
                        else None
                    )
                    assert oracle.finds(wrong, order), (key, wrong)
                else:
                    refused += 1
                    assert verdict.violations and not oracle.finds(wrong), (key, loadout, wrong)
    assert refused > shown > 0


@LOTS
def test_one_order_of_options_serves_every_model(sheets: Sheets) -> None:
    """Each bullet is used once by the unit; models of one unit never need different orders."""
    for key, sheet in sheets:
        if len(sheet.options) > 1 and sheet.size.max > 1:
            for groups in compositions(sheet):
                assert common_order(sheet, groups) is not None, key


@LOTS
def test_what_is_said_is_true(sheets: Sheets) -> None:
    """Limits hold for every legal loadout at hand, and what was given is beyond them."""
    for key, sheet in sheets:
        dice = random.Random(f"{SEED} said {key}")
        by_size: dict[object, list[list[Group]]] = {}
        for loadout in played(key):
            by_size.setdefault(tuple(map(repr, bare(loadout))), []).append(loadout)
        for loadouts in by_size.values():
            for violation in check_wargear(sheet, broken(sheet, loadouts[0], dice, ODD)).violations:
                between = violation.allowed_min <= violation.given <= violation.allowed_max
                assert not between or violation.reason in ("all_or_none", "team"), (key, violation)
                for loadout in () if violation.rest else loadouts:
                    bags = [loadout[place].wargear or {} for place in violation.groups]
                    count = sum(bag.get(fold(item), 0) for bag in bags for item in violation.items)
                    assert violation.allowed_min <= count <= violation.allowed_max, (
                        key,
                        violation,
                        loadout,
                    )


@LOTS
def test_the_nearest_legal_loadout(sheets: Sheets) -> None:
    """It is legal, and never farther than the loadout that was broken."""
    missed = 0
    for key, sheet in sheets:
        dice = random.Random(f"{SEED} near {key}")
        for loadout in played(key)[:3]:
            wrong = broken(sheet, loadout, dice, ODD)
            near = find_nearest_legal(sheet, wrong)
            missed += near is None
            if near:
                assert bare(near) == bare(wrong)
                assert check_wargear(sheet, near).legal, (key, wrong, near)
                assert distance(near, wrong) <= distance(loadout, wrong), (key, wrong, near)
                assert check_wargear(sheet, wrong).legal == (distance(near, wrong) == 0), key
    assert missed <= 2
