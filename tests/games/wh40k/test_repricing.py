"""Rows of price lists and states of the history, one question each; and what a table of prices is
refused for.
"""

from __future__ import annotations

import copy
from typing import Any

import pytest

from listbuilder.data.library import Library
from listbuilder.games.wh40k.reprice import (
    PriceList,
    _describe_row,
    _get_row_key,
    _is_fully_stated,
    _write_rows,
    make_price_state,
    record_price_state,
)
from listbuilder.history.reprice import Change, add_price_on_date
from tests.games.common.test_repricing import DAY, Case, Json, reprice

LATER = "2027-01-20"
SMALL: Json = {"models": 5, "points": 60}
LARGE: Json = {"models": 10, "points": 110}
THIRD: Json = {"models": 5, "points": 70, "when": {"copy_from": 3}}
AS_ALLY: Json = {"models": 5, "points": 80, "when": {"army": "ally", "keyword": "Imperium"}}
CARBINE: Json = {"add_item": "Tesla carbine", "points": 5}
CUB: Json = {"add_model": "Cub", "points": 7}
MIX: Json = {"models": 6, "of": {"Headtaker": 3, "Wolf": 3}, "points": 170}


# --- rows ---


def test_what_a_row_is_the_price_of() -> None:
    assert _get_row_key(SMALL) == _get_row_key({**SMALL, "points": 1}) != _get_row_key(LARGE)
    assert (
        _get_row_key(SMALL)
        != _get_row_key(THIRD)
        != _get_row_key({**THIRD, "when": {"copy_from": 2}})
    )
    assert _get_row_key({**SMALL, "when": {}}) == _get_row_key(SMALL)
    assert (
        _get_row_key(CARBINE)
        == _get_row_key({"add_item": "tesla CARBINE", "points": 9})
        != _get_row_key(CUB)
    )
    assert (
        _get_row_key(MIX)
        == _get_row_key({**MIX, "of": {"wolf": 3, "headtaker": 3}})
        != _get_row_key({**MIX, "of": {"Headtaker": 6}})
    )
    assert _get_row_key({"points": 5}) == (None, (), "", ())


def test_a_row_in_the_words_of_a_table() -> None:
    assert _describe_row(SMALL) == {"models": 5}
    assert _describe_row(THIRD) == {"models": 5, "copy": 3}
    assert _describe_row(AS_ALLY) == {"models": 5, "as_ally": True}
    assert _describe_row({**SMALL, "when": {"detachment": "Court"}}) == {
        "models": 5,
        "detachment": "Court",
    }
    assert _describe_row(MIX) == {"models": 6, "of": {"Headtaker": 3, "Wolf": 3}}
    assert (_describe_row(CARBINE), _describe_row(CUB)) == (
        {"item": "Tesla carbine"},
        {"item": "Cub"},
    )


def test_rows_that_stay_keep_their_place() -> None:
    sheet = {"points": [dict(LARGE), dict(SMALL), dict(CARBINE)]}
    first = sheet["points"][0]
    _write_rows(
        PriceList("f", {}, sheet, "points"), [{**SMALL, "points": 1}, {**LARGE, "points": 2}, THIRD]
    )
    assert (
        sheet["points"] == [{**LARGE, "points": 2}, {**SMALL, "points": 1}, THIRD]
        and sheet["points"][0] is first
    )
    _write_rows(PriceList("f", {}, sheet, "points"), [])
    assert sheet == {}
    guest: Json = {}
    _write_rows(PriceList("f", {}, guest, "Immortals"), [SMALL])
    assert guest == {"Immortals": [SMALL]}


# --- states of the history ---


def test_what_a_state_says_of_a_list() -> None:
    assert make_price_state([SMALL, LARGE], LATER) == {"from": LATER, "points": {5: 60, 10: 110}}
    assert make_price_state([SMALL, THIRD], LATER) == {
        "from": LATER, "points": {5: 60}, "repeat": {"from_copy": 3, "points": {5: 70}},
    }  # fmt: skip
    assert make_price_state([SMALL, CARBINE, CUB], LATER) == {
        "from": LATER, "points": {5: 60}, "add": {"Tesla carbine": 5}, "add_model": {"Cub": 7},
    }  # fmt: skip
    assert make_price_state([MIX, SMALL], LATER) == {"from": LATER, "rows": [MIX, SMALL]}
    other = {**THIRD, "when": {"copy_from": 2}}
    assert make_price_state([SMALL, THIRD, other], LATER) == {
        "from": LATER,
        "rows": [SMALL, THIRD, other],
    }


def test_prices_of_allies_are_a_state_of_their_own() -> None:
    further = {**AS_ALLY, "points": 90, "when": {**AS_ALLY["when"], "copy_from": 2}}
    rows = [SMALL, AS_ALLY, further]
    assert make_price_state(rows, LATER) == {"from": LATER, "points": {5: 60}}
    assert make_price_state(rows, LATER, "Imperium") == {
        "from": LATER,
        "points": {5: 80},
        "repeat": {"from_copy": 2, "points": {5: 90}},
    }
    assert make_price_state(rows, LATER, "Chaos") == {"from": LATER, "points": {}}
    assert further["when"] == {
        "army": "ally",
        "keyword": "Imperium",
        "copy_from": 2,
    }  # the row is as it was


def test_whether_states_say_all_of_a_list() -> None:
    state = make_price_state([SMALL, LARGE, THIRD], LATER)
    assert _is_fully_stated(state, None, None, [THIRD, SMALL, LARGE]) is True
    assert _is_fully_stated(state, None, None, [SMALL, LARGE]) is False
    assert _is_fully_stated(state, None, None, [SMALL, LARGE, THIRD, AS_ALLY]) is False
    ally = make_price_state([AS_ALLY], LATER, "Imperium")
    assert _is_fully_stated(state, ally, "Imperium", [SMALL, LARGE, THIRD, AS_ALLY]) is True
    court = {**SMALL, "when": {"detachment": "Court"}}
    assert (
        _is_fully_stated(make_price_state([SMALL, court], LATER), None, None, [SMALL, court])
        is False
    )


def recorded(record: Json, old: list[Json], new: list[Json]) -> Json:
    made = copy.deepcopy(record)
    record_price_state(made, old, new, "2026-12-02", LATER)
    return made


def test_a_state_of_the_new_day_is_added() -> None:
    then = {"from": "2026-06-01", "points": {5: 60}}
    now = {"from": LATER, "points": {5: 65}}
    assert recorded({"prices": [then]}, [SMALL], [{**SMALL, "points": 65}]) == {
        "prices": [then, now]
    }


def test_what_no_state_can_say_is_kept_whole_in_the_one_before() -> None:
    court = {**SMALL, "points": 50, "when": {"detachment": "Court"}}
    then = {"from": "2026-06-01", "points": {5: 60}}
    whole = {**then, "whole_on": "2026-12-02", "whole": [SMALL, court]}
    now = {"from": LATER, "points": {5: 65}}
    changed = {**SMALL, "points": 65}
    assert recorded({"prices": [then]}, [SMALL, court], [changed, court]) == {
        "prices": [whole, now]
    }
    assert recorded({"prices": [then]}, [SMALL], [changed, court]) == {
        "prices": [{**whole, "whole": [SMALL]}, now]
    }
    kept = {**then, "whole_on": "2026-07-01", "whole": [LARGE]}
    assert recorded({"prices": [kept]}, [SMALL, court], [changed, court]) == {
        "prices": [kept, now]
    }  # once is enough


def test_prices_of_allies_get_a_state_where_they_change() -> None:
    then, ally = (
        {"from": "2026-06-01", "points": {5: 60}},
        {"from": "2026-06-01", "points": {5: 80}},
    )
    record: Json = {"prices": [then], "as_ally": {"keyword": "Imperium", "prices": [ally]}}
    dearer = {**AS_ALLY, "points": 85}
    made = recorded(record, [SMALL, AS_ALLY], [SMALL, dearer])
    assert made["prices"] == [then, {**then, "from": LATER}]
    assert made["as_ally"]["prices"] == [ally, {"from": LATER, "points": {5: 85}}]
    same = recorded(record, [SMALL, AS_ALLY], [{**SMALL, "points": 65}, AS_ALLY])
    assert same["as_ally"]["prices"] == [ally] and same["prices"][-1] == {
        "from": LATER,
        "points": {5: 65},
    }
    assert recorded(record, [SMALL], [{**SMALL, "points": 65}])["prices"][0]["whole"] == [
        SMALL
    ]  # the history says more


def test_prices_by_day() -> None:
    def after(points: dict[str, int], first: str, before: int) -> dict[str, int]:
        add_price_on_date(points, first, before, LATER, 9)
        return points

    assert after({}, "2026-06-01", 5) == {"2026-06-01": 5, LATER: 9}
    assert after({"2026-07-01": 4}, "2026-06-01", 5) == {"2026-06-01": 5, "2026-07-01": 5, LATER: 9}
    assert after({"2026-06-01": 3, "2026-07-01": 4}, "2026-06-01", 5) == {
        "2026-06-01": 3,
        "2026-07-01": 5,
        LATER: 9,
    }
    assert after({"2026-05-01": 3}, "2026-06-01", 5) == {"2026-05-01": 5, LATER: 9}


# --- a table ---

NECRONS = Case("warhammer-40k-11e", "necrons")


def refused(case: Case, kind: str, **row: Any) -> tuple[str, Any]:
    done = reprice(case, {kind: [{"faction": case.faction, **row}]}, Library())
    (problem,) = done.problems
    return problem.key, {
        key: value for key, value in problem.args.items() if key not in ("near", "known")
    }


WOLVES = Case("warhammer-40k-11e", "space-wolves")
HEADTAKERS = "Wolf Guard Headtakers"


@pytest.mark.slow
@pytest.mark.parametrize(
    ("case", "kind", "row", "key", "args"),
    [
        (NECRONS, "datasheets", {"datasheet": "Necron Wariors", "models": 10, "points": 1},
         "price_no_datasheet",
         {"given": "Necron Wariors", "faction": "Necrons"}),
        (NECRONS, "datasheets", {"datasheet": "Boyz", "models": 10, "points": 1}, "price_elsewhere",
         {"given": "Boyz", "faction": "Necrons", "others": ["Orks"]}),
        (NECRONS, "datasheets", {"datasheet": "Immortals", "models": 21, "points": 1},
         "price_no_size",
         {"unit": "Immortals", "models": 21, "sizes": ["5-10"]}),
        (NECRONS, "datasheets", {"datasheet": "Immortals", "points": 1}, "price_no_size",
         {"unit": "Immortals", "models": "-", "sizes": ["5-10"]}),
        (NECRONS, "datasheets", {"datasheet": "Immortals", "models": 5, "points": 1,
                                 "as_ally": True}, "price_no_ally",
         {"unit": "Immortals", "faction": "Necrons"}),
        (NECRONS, "datasheets", {"datasheet": "Immortals", "models": 5, "points": 1,
                                 "detachment": "Nobody"},
         "price_no_detachment", {"given": "Nobody", "faction": "Necrons"}),
        (NECRONS, "datasheets", {"datasheet": "Immortals", "models": 5, "copy": 4, "points": None},
         "price_none_there",
         {"unit": "Immortals"}),
        (WOLVES, "datasheets", {"datasheet": HEADTAKERS, "models": 6, "points": 1},
         "price_which_mix",
         {"unit": HEADTAKERS, "models": 6, "mixes": ["3 Wolf Guard Headtaker, 3 Hunting Wolf",
                                                     "6 Wolf Guard Headtaker"]}),
        (WOLVES, "datasheets", {"datasheet": HEADTAKERS,
                                "of": {"Hunting Cat": 3, "Wolf Guard Headtaker": 3}, "points": 1},
         "price_no_model", {"unit": HEADTAKERS, "given": "Hunting Cat"}),
        (NECRONS, "wargear", {"datasheet": "Immortals", "item": "boltgun", "points": 5},
         "price_no_item",
         {"unit": "Immortals", "given": "boltgun"}),
        (NECRONS, "wargear", {"datasheet": "Immortals", "item": "tesla carbine", "points": None},
         "price_none_there",
         {"unit": "Immortals"}),
        (NECRONS, "enhancements", {"enhancement": "Veil of Light", "points": 5},
         "price_no_enhancement",
         {"given": "Veil of Light", "faction": "Necrons"}),
        (NECRONS, "enhancements", {"detachment": "Nobody", "enhancement": "Veil of Darkness",
                                   "points": 5},
         "price_no_detachment", {"given": "Nobody", "faction": "Necrons"}),
        (NECRONS, "detachments", {"detachment": "Nobody", "dp": 1}, "price_no_detachment",
         {"given": "Nobody", "faction": "Necrons"}),
        (Case("warhammer-40k-10e", "necrons"), "detachments",
         {"detachment": "Awakened Dynasty", "dp": 1}, "price_no_dp",
         {"given": "Awakened Dynasty"}),
        (NECRONS, "extras", {"name": "Monolith", "points": 5}, "price_no_extras",
         {"given": "Monolith"}),
    ],
    ids=str,
)  # fmt: skip
def test_why_a_row_is_refused(case: Case, kind: str, row: Json, key: str, args: Json) -> None:
    assert refused(case, kind, **row) == (key, args)


@pytest.mark.parametrize("kind", ["datasheets", "wargear", "enhancements", "detachments"])
def test_a_faction_that_is_not_there_is_one_problem(kind: str) -> None:
    rows: dict[str, Json] = {
        "datasheets": {"datasheet": "Immortals", "models": 5, "points": 1},
        "wargear": {"datasheet": "Immortals", "item": "tesla carbine", "points": 1},
        "enhancements": {"enhancement": "Veil of Darkness", "points": 5},
        "detachments": {"detachment": "Awakened Dynasty", "dp": 1},
    }
    done = reprice(NECRONS, {kind: [{"faction": "Necrns", **rows[kind]}]}, Library())
    assert [(each.key, each.args["near"]) for each in done.problems] == [
        ("unknown_faction", "Necrons")
    ]


def test_every_kind_of_change_and_what_was_not_spoken_of() -> None:
    head = {"faction": "Necrons"}
    table: Json = {
        "datasheets": [
            {**head, "datasheet": "Doomsday Ark", "models": 1, "points": 205},
            {**head, "datasheet": "immortals", "models": 5, "points": 65},
            {**head, "datasheet": "Immortals", "models": 10, "points": None},
            {**head, "datasheet": "Ghost Ark", "points": 101, "copy": 3},
        ],
        "wargear": [{**head, "datasheet": "Immortals", "item": "Tesla Carbine", "points": 2}],
        "enhancements": [{**head, "enhancement": "Veil of Darkness", "points": 25}],
        "detachments": [{**head, "detachment": "Awakened Dynasty", "dp": 2}],
    }
    done = reprice(NECRONS, table, Library())
    assert done.problems == [] and done.same == 1
    assert done.changes == [
        Change("necrons", "datasheet", "Doomsday Ark", {"models": 1}, 200, 205),
        Change("necrons", "datasheet", "Immortals", {"models": 10}, 130, None),
        Change("necrons", "datasheet", "Ghost Ark", {"models": 1, "copy": 3}, None, 101),
        Change("necrons", "wargear", "Immortals", {"item": "tesla carbine"}, None, 2),
        Change(
            "necrons", "enhancement", "Veil of Darkness", {"detachment": "Awakened Dynasty"}, 20, 25
        ),
        Change("necrons", "detachment", "Awakened Dynasty", {}, 3, 2),
    ]
    assert done.kept == [
        Change("necrons", "datasheet", "Doomsday Ark", {"models": 1, "copy": 3}, 230, 230),
        Change("necrons", "datasheet", "Ghost Ark", {"models": 1}, 100, 100),
    ]
    assert DAY == LATER and {"necrons", "history/necrons"} <= done.files.keys()


@pytest.mark.slow
def test_a_price_in_a_detachment_of_the_parent() -> None:
    row = {
        "faction": "Space Wolves",
        "datasheet": "Blood Claws",
        "models": 10,
        "points": 1,
        "detachment": "Gladius Task Force",
    }
    done = reprice(WOLVES, {"datasheets": [row]}, Library())
    assert done.problems == []
    assert [each.what["detachment"] for each in done.changes] == ["Gladius Task Force"]
