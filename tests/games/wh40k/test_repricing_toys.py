"""A table of prices put into factions of nobody: every refusal with its place, and the whole of
every file that changes.
"""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest

from listbuilder.games.wh40k.reprice import reprice
from listbuilder.history.reprice import Change
from tests.games.price_toys import BEGAN, DAY, NEWEST, Done, Json, put

SIZES = [{"models": 5, "points": 60}, {"models": 10, "points": 110}]
NAMES = {"tin": "Tin Guard", "brass": "Brass Band", "guild": "Guild"}


def sheet(own: str, name: str, low: int, high: int, *rows: Json, **more: Any) -> Json:
    return {
        "id": own, "name": name, "keywords": ["Infantry"], "faction_keywords": ["Tin"],
        "models": [{"name": "Guard", "min": low, "max": high}], "size": {"min": low, "max": high},
        "points": list(rows),
        "default_wargear": [{"model": "*", "items": ["Musket"]}], **more,
    }  # fmt: skip


def files() -> Json:
    wolf = {"models": [{"name": "Wolf", "min": 0, "max": 6}, {"name": "Rider", "min": 0, "max": 6}]}
    mixes = [
        {"models": 6, "of": {"Wolf": 3, "Rider": 3}, "points": 170},
        {"models": 6, "of": {"Rider": 6}, "points": 200},
    ]
    return {
        "tin": {
            "id": "tin", "parent": "brass", "as_allies": {"army_keyword": "Iron"},
            "detachments": [
                {"id": "parade", "name": "Parade", "dp": 2, "dispositions": ["Bold"],
                 "unique": "March",
                 "enhancements": [{"id": "drum", "name": "Drum", "points": 10},
                                  {"id": "flag", "name": "Flag", "points": 15}]},
                {"id": "siege", "name": "Siege",
                 "enhancements": [{"id": "flag", "name": "Flag", "points": 20}],
                 "include": {"from": "guild", "prices": {"Hired Hand": [{"models": 1,
                                                                         "points": 30}]}}},
            ],
            "parent_detachments": [{"id": "concert", "dp": 3}],
            "datasheets": [
                sheet("guard", "Guard Squad", 5, 10, *SIZES),
                sheet("captain", "Captain", 1, 1, {"models": 1, "points": 50},
                      {"models": 1, "points": 60, "when": {"copy_from": 3}}),
                sheet("riders", "Riders", 6, 6, *mixes, **wolf),
                sheet("odd", "Odd Squad", 3, 4, {"models": 7, "points": 70}),
            ],
        },
        "brass": {
            "id": "brass",
            "detachments": [{"id": "concert", "name": "Concert", "dp": 4},
                            {"id": "encore", "name": "Encore", "dp": 1}],
            "datasheets": [sheet("hornblower", "Hornblower", 1, 1, {"models": 1, "points": 40})],
        },
        "guild": {"id": "guild", "datasheets": [sheet("hand", "Hired Hand", 1, 1,
                                                      {"models": 1, "points": 25})]},
        "history/tin": {"id": "tin"}, "history/brass": {"id": "brass"},
        "history/guild": {"id": "guild"},
    }  # fmt: skip


def done(folder: Path, table: Json, start: Json | None = None) -> Done:
    return put(reprice, start or files(), table, folder, NAMES)


def sheets(found: Json, own: str) -> Json:
    return next(each for each in found["datasheets"] if each["id"] == own)


def row(datasheet: str, points: int | None, models: int | None = None, **more: Any) -> Json:
    head = {"faction": "tin", "datasheet": datasheet, "points": points}
    return {"datasheets": [{**head, **({"models": models} if models else {}), **more}]}


# --- what is refused ------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("table", "key", "path", "args"),
    [
        (row("Guard Squad", 1, 5, faction="Tim Guard"), "unknown_faction",
         ("datasheets", 0, "faction"),
         {"given": "Tim Guard", "known": ["brass", "guild", "tin"], "near": "Tin Guard"}),
        (row("Guard Squid", 1, 5), "price_no_datasheet", ("datasheets", 0, "datasheet"),
         {"given": "Guard Squid", "faction": "Tin Guard", "near": ["Guard Squad", "Odd Squad"]}),
        (row("Hornblower", 1), "price_elsewhere", ("datasheets", 0, "datasheet"),
         {"given": "Hornblower", "faction": "Tin Guard", "others": ["Brass Band"]}),
        (row("Guard Squad", 1, 12), "price_no_size", ("datasheets", 0, "models"),
         {"unit": "Guard Squad", "models": 12, "sizes": ["5-10"]}),
        (row("Guard Squad", 1), "price_no_size", ("datasheets", 0, "models"),
         {"unit": "Guard Squad", "models": "-", "sizes": ["5-10"]}),
        (row("Odd Squad", 1, 5), "price_no_size", ("datasheets", 0, "models"),
         {"unit": "Odd Squad", "models": 5, "sizes": ["3-4", "7"]}),
        (row("Riders", 1), "price_which_mix", ("datasheets", 0),
         {"unit": "Riders", "models": 6, "mixes": ["3 Wolf, 3 Rider", "6 Rider"]}),
        (row("Riders", 1, of={"Walf": 3, "rider": 3}), "price_no_model", ("datasheets", 0, "of"),
         {"unit": "Riders", "given": "Walf", "near": ["Wolf"]}),
        (row("Hornblower", 1, faction="brass", as_ally=True), "price_no_ally",
         ("datasheets", 0, "as_ally"),
         {"unit": "Hornblower", "faction": "Brass Band"}),
        (row("Captain", 1, detachment="Parody"), "price_no_detachment",
         ("datasheets", 0, "detachment"),
         {"given": "Parody", "faction": "Tin Guard", "near": ["Parade"]}),
        (row("Captain", None, copy=2), "price_none_there", ("datasheets", 0), {"unit": "Captain"}),
        ({"wargear": [{"faction": "tin", "datasheet": "captain", "item": "Muskat", "points": 1}]},
         "price_no_item",
         ("wargear", 0, "item"), {"unit": "Captain", "given": "Muskat", "near": ["Musket"]}),
        ({"wargear": [{"faction": "tun", "datasheet": "captain", "item": "Musket", "points": 1}]},
         "unknown_faction",
         ("wargear", 0, "faction"), {"given": "tun", "known": ["brass", "guild", "tin"],
                                     "near": "tin"}),
        ({"wargear": [{"faction": "tin", "datasheet": "captian", "item": "Musket", "points": 1}]},
         "price_no_datasheet",
         ("wargear", 0, "datasheet"), {"given": "captian", "faction": "Tin Guard",
                                       "near": ["Captain"]}),
        ({"wargear": [{"faction": "tin", "datasheet": "captain", "item": "Musket",
                       "points": None}]}, "price_none_there",
         ("wargear", 0), {"unit": "Captain"}),
        ({"enhancements": [{"faction": "tun", "enhancement": "Drum", "points": 1}]},
         "unknown_faction",
         ("enhancements", 0, "faction"), {"given": "tun", "known": ["brass", "guild", "tin"],
                                          "near": "tin"}),
        ({"enhancements": [{"faction": "tin", "enhancement": "Drums", "points": 1}]},
         "price_no_enhancement",
         ("enhancements", 0, "enhancement"), {"given": "Drums", "faction": "Tin Guard",
                                              "near": ["Drum"]}),
        ({"enhancements": [{"faction": "guild", "enhancement": "Drum", "points": 1}]},
         "price_no_enhancement",  # a faction without any detachment
         ("enhancements", 0, "enhancement"), {"given": "Drum", "faction": "Guild"}),
        ({"enhancements": [{"faction": "tin", "enhancement": "Drum", "detachment": "siege",
                            "points": 1}]},
         "price_no_enhancement", ("enhancements", 0, "enhancement"),
         {"given": "Drum", "faction": "Tin Guard"}),
        ({"enhancements": [{"faction": "tin", "enhancement": "Drum", "detachment": "Parody",
                            "points": 1}]},
         "price_no_detachment", ("enhancements", 0, "detachment"),
         {"given": "Parody", "faction": "Tin Guard", "near": ["Parade"]}),
        ({"enhancements": [{"faction": "tin", "enhancement": "flag", "points": 1}]}, "price_which",
         ("enhancements", 0),
         {"given": "flag", "names": ["Parade", "Siege"]}),
        ({"detachments": [{"faction": "tun", "detachment": "Parade", "dp": 1}]}, "unknown_faction",
         ("detachments", 0, "faction"), {"given": "tun", "known": ["brass", "guild", "tin"],
                                         "near": "tin"}),
        ({"detachments": [{"faction": "tin", "detachment": "encore", "dp": 1}]},
         "price_no_detachment",
         ("detachments", 0, "detachment"), {"given": "encore", "faction": "Tin Guard"}),
        ({"detachments": [{"faction": "tin", "detachment": "Siege", "dp": 1}]}, "price_no_dp",
         ("detachments", 0, "dp"),
         {"given": "Siege"}),
        ({"extras": [{"faction": "tin", "name": "Bandstand", "points": 1}]}, "price_no_extras",
         ("extras", 0),
         {"given": "Bandstand"}),
    ],
    ids=str,
)  # fmt: skip
def test_why_a_row_is_refused_and_where_it_stands(
    table: Json, key: str, path: tuple[Any, ...], args: Json, tmp_path: Path
) -> None:
    found = done(tmp_path, table).refused
    assert (found[0], found[1]) == (key, path)
    near = args.get("near")
    told = {name: value for name, value in found[2].items() if name != "near"}
    assert told == {name: value for name, value in args.items() if name != "near"}
    if near is not None:
        assert found[2]["near"] == near or found[2]["near"][: len(near)] == near


@pytest.mark.parametrize(
    ("kind", "first", "again"),
    [
        ("datasheets", row("Captain", 55), row("captain", 56, 1)),
        ("datasheets", row("Riders", 1, of={"Wolf": 3, "Rider": 3}),
         row("Riders", 1, 6, of={"rider": 3, "wolf": 3})),
        ("wargear", {"wargear": [{"faction": "tin", "datasheet": "captain", "item": "Musket",
                                  "points": 1}]},
         {"wargear": [{"faction": "Tin Guard", "datasheet": "Captain", "item": "musket",
                       "points": 2}]}),
        ("enhancements", {"enhancements": [{"faction": "tin", "enhancement": "Drum", "points": 1}]},
         {"enhancements": [{"faction": "tin", "enhancement": "drum", "detachment": "parade",
                            "points": 2}]}),
        ("detachments", {"detachments": [{"faction": "tin", "detachment": "parade", "dp": 1}]},
         {"detachments": [{"faction": "tin", "detachment": "Parade", "dp": 5}]}),
    ],
    ids=str,
)  # fmt: skip
def test_a_price_that_is_said_twice(kind: str, first: Json, again: Json, tmp_path: Path) -> None:
    key, path, args = done(tmp_path, {kind: [*first[kind], *again[kind]]}).refused
    assert (key, path) == ("price_twice", (kind, 1)) and args["other"] > 1


def test_prices_that_differ_in_one_thing_are_two(tmp_path: Path) -> None:
    rows = [
        row("Guard Squad", 61, 5), row("Guard Squad", 111, 10), row("Guard Squad", 66, 5, copy=2),
        row("Guard Squad", 67, 5, copy=3), row("Guard Squad", 68, 5, as_ally=True),
        row("Guard Squad", 69, 5, detachment="Parade"), row("Captain", 51),
    ]  # fmt: skip
    found = done(tmp_path, {"datasheets": [one for each in rows for one in each["datasheets"]]})
    assert [each.after for each in found.changes] == [61, 111, 66, 67, 68, 69, 51]
    assert [dict(each.what) for each in found.changes] == [
        {"models": 5}, {"models": 10}, {"models": 5, "copy": 2}, {"models": 5, "copy": 3},
        {"models": 5, "as_ally": True},
        {"models": 5, "detachment": "Parade"}, {"models": 1},
    ]  # fmt: skip
    assert sheets(found.files["tin"], "guard")["points"] == [
        {"models": 5, "points": 61}, {"models": 10, "points": 111},
        {"models": 5, "points": 66, "when": {"copy_from": 2}},
        {"models": 5, "points": 67, "when": {"copy_from": 3}},
        {"models": 5, "points": 68, "when": {"army": "ally", "keyword": "Iron"}},
        {"models": 5, "points": 69, "when": {"detachment": "Parade"}},
    ]  # fmt: skip


# --- what is written ------------------------------------------------------------------------------


def test_a_price_goes_into_the_data_and_the_history_and_the_day_into_all_files(
    tmp_path: Path,
) -> None:
    found = done(tmp_path, row("guard", 65, 5))
    assert found.changes == [Change("tin", "datasheet", "Guard Squad", {"models": 5}, 60, 65)]
    assert found.outcome.kept == [
        Change("tin", "datasheet", "Guard Squad", {"models": 10}, 110, 110)
    ]
    start = files()
    start["tin"]["datasheets"][0]["points"][0] = {"models": 5, "points": 65}
    whole = {"from": BEGAN, "whole_on": NEWEST, "whole": SIZES}
    now = {"from": DAY, "points": {5: 65, 10: 110}}
    record = {"id": "guard", "name": "Guard Squad", "from": BEGAN, "prices": [whole, now]}
    digest = found.files["history/versions"]["releases"][-1].pop("digest")
    assert re.fullmatch("[0-9a-f]{12}", digest)
    assert found.files == {
        "tin": {"as_of": DAY, **start["tin"]},
        "history/tin": {"as_of": DAY, "id": "tin", "datasheets": [record]},
        **{place: {"as_of": DAY, **start[place]} for place in ("brass", "guild", "history/brass",
                                                               "history/guild")},
        "history/versions": {
            "as_of": DAY, "edition_began": BEGAN,
            "releases": [{"day": BEGAN, "document": "First"}, {"day": NEWEST, "document": "Second"},
                         {"day": DAY, "document": "Third", "changes": 1}],
        },
    }  # fmt: skip


def test_a_history_that_there_is_gets_a_state_more(tmp_path: Path) -> None:
    start = files()
    then = {"from": NEWEST, "points": {5: 60, 10: 110}}
    other = {
        "id": "guard",
        "name": "Guard Squad",
        "from": BEGAN,
        "guest_of": "guild/guard",
        "today": False,
    }
    records: list[Json] = [
        other,
        {"id": "guard", "name": "Guard Squad", "from": BEGAN, "prices": [then]},
        {"id": "captain", "from": BEGAN},
    ]
    start["history/tin"]["datasheets"] = records
    table = {"datasheets": [*row("guard", 65, 5)["datasheets"], *row("captain", 45)["datasheets"]]}
    made = done(tmp_path, table, start).files["history/tin"]["datasheets"]
    assert made[0] == other
    assert made[1] == {**records[1], "prices": [then, {"from": DAY, "points": {5: 65, 10: 110}}]}
    captain = [{"models": 1, "points": 50}, {"models": 1, "points": 60, "when": {"copy_from": 3}}]
    assert made[2]["prices"] == [
        {"from": BEGAN, "whole_on": NEWEST, "whole": captain},
        {"from": DAY, "points": {1: 45}, "repeat": {"from_copy": 3, "points": {1: 60}}},
    ]


def test_of_several_states_the_last_is_the_one_before(tmp_path: Path) -> None:
    """It keeps the list whole if it does not say all of it; so do the prices as an ally have their
    last state.
    """
    start = files()
    ally = {"models": 5, "points": 80, "when": {"army": "ally", "keyword": "Iron"}}
    start["tin"]["datasheets"][0]["points"] = [*SIZES, ally]
    first, then = {"from": BEGAN, "points": {5: 50}}, {"from": NEWEST, "points": {5: 60, 10: 110}}
    allied = [{"from": BEGAN, "points": {5: 70}}, {"from": NEWEST, "points": {5: 80}}]
    record = {"id": "guard", "name": "Guard Squad", "from": BEGAN, "prices": [first, then]}
    start["history/tin"]["datasheets"] = [
        {**record, "as_ally": {"keyword": "Iron", "prices": allied}}
    ]
    (made,) = done(tmp_path, row("guard", 65, 5), start).files["history/tin"]["datasheets"]
    assert made["prices"] == [first, then, {"from": DAY, "points": {5: 65, 10: 110}}]
    assert made["as_ally"]["prices"] == allied
    (made,) = done(tmp_path / "2", row("guard", 85, 5, as_ally=True), start).files["history/tin"][
        "datasheets"
    ]
    assert made["prices"] == [first, then, {"from": DAY, "points": {5: 60, 10: 110}}]
    assert made["as_ally"]["prices"] == [*allied, {"from": DAY, "points": {5: 85}}]
    start["history/tin"]["datasheets"] = [record]
    (made,) = done(tmp_path / "3", row("guard", 65, 5), start).files["history/tin"]["datasheets"]
    whole = {**then, "whole_on": NEWEST, "whole": [*SIZES, ally]}
    assert made["prices"] == [first, whole, {"from": DAY, "points": {5: 65, 10: 110}}]


def test_a_price_that_is_no_more_and_one_that_is_new(tmp_path: Path) -> None:
    found = done(tmp_path, row("Captain", None, copy=3))
    assert found.changes == [
        Change("tin", "datasheet", "Captain", {"models": 1, "copy": 3}, 60, None)
    ]
    assert sheets(found.files["tin"], "captain")["points"] == [{"models": 1, "points": 50}]
    found = done(
        tmp_path / "2",
        {"wargear": [{"faction": "tin", "datasheet": "guard", "item": "GUARD", "points": 4}]},
    )
    assert found.changes == [Change("tin", "wargear", "Guard Squad", {"item": "Guard"}, None, 4)]
    assert sheets(found.files["tin"], "guard")["points"] == [
        *SIZES,
        {"add_model": "Guard", "points": 4},
    ]
    assert [(each.kind, each.before) for each in found.outcome.kept] == [
        ("datasheet", 60),
        ("datasheet", 110),
    ]
    start = files()
    start["tin"]["datasheets"][0]["points"] = [*SIZES, {"add_item": "Old Pike", "points": 3}]
    found = done(
        tmp_path / "3",
        {"wargear": [{"faction": "tin", "datasheet": "guard", "item": "old pike", "points": None}]},
        start,
    )
    assert found.changes == [Change("tin", "wargear", "Guard Squad", {"item": "Old Pike"}, 3, None)]
    found = done(
        tmp_path / "4",
        {"wargear": [{"faction": "tin", "datasheet": "guard", "item": "musket", "points": 6}]},
        start,
    )
    assert sheets(found.files["tin"], "guard")["points"][-1] == {"add_item": "Musket", "points": 6}
    assert found.outcome.kept[-1] == Change(
        "tin", "wargear", "Guard Squad", {"item": "Old Pike"}, 3, 3
    )


def test_the_only_price_of_a_sheet_is_taken_away(tmp_path: Path) -> None:
    found = done(tmp_path, row("Odd Squad", None, 7))
    assert "points" not in sheets(found.files["tin"], "odd")
    assert found.files["history/tin"]["datasheets"][0]["prices"][-1] == {"from": DAY, "points": {}}


def test_a_mix_is_meant_by_its_models_or_because_there_is_one(tmp_path: Path) -> None:
    found = done(tmp_path, row("Riders", 175, of={"rider": 3, "WOLF": 3}))
    assert [(each.what, each.before) for each in found.changes] == [
        ({"models": 6, "of": {"Wolf": 3, "Rider": 3}}, 170)
    ]
    start = files()
    del start["tin"]["datasheets"][2]["points"][1]
    found = done(tmp_path / "2", row("Riders", 175), start)
    assert [(each.what, each.before) for each in found.changes] == [
        ({"models": 6, "of": {"Wolf": 3, "Rider": 3}}, 170)
    ]
    found = done(tmp_path / "3", row("Riders", 175, of={"Wolf": 6}), start)
    assert [(each.what, each.before) for each in found.changes] == [
        ({"models": 6, "of": {"Wolf": 6}}, None)
    ]
    assert found.files["history/tin"]["datasheets"][0]["prices"][-1]["rows"][-1] == {
        "models": 6,
        "of": {"Wolf": 6},
        "points": 175,
    }


def test_a_guest_has_a_price_list_where_it_is_let_in(tmp_path: Path) -> None:
    found = done(tmp_path, row("hired hand", 35))
    assert found.changes == [Change("tin", "datasheet", "Hired Hand", {"models": 1}, 30, 35)]
    assert found.files["tin"]["detachments"][1]["include"]["prices"] == {
        "Hired Hand": [{"models": 1, "points": 35}]
    }
    assert found.files["history/tin"]["datasheets"] == [
        {"id": "hand", "name": "Hired Hand", "from": BEGAN, "today": False,
         "guest_of": "guild/hand",
         "prices": [{"from": BEGAN, "whole_on": NEWEST, "whole": [{"models": 1, "points": 30}]},
                    {"from": DAY, "points": {1: 35}}]},
    ]  # fmt: skip
    at_home = done(tmp_path / "2", row("Hired Hand", 35, faction="Guild"))
    assert at_home.changes == [Change("guild", "datasheet", "Hired Hand", {"models": 1}, 25, 35)]


def test_what_changes_nothing_is_counted_and_nothing_is_written(tmp_path: Path) -> None:
    table = {
        **row("Captain", 50),
        "enhancements": [{"faction": "tin", "enhancement": "Drum", "points": 10}],
        "detachments": [{"faction": "tin", "detachment": "parade", "dp": 2}],
    }
    found = done(tmp_path, table).outcome
    assert (found.problems, found.changes, found.kept, found.same, found.files) == (
        [],
        [],
        [],
        3,
        {},
    )


def test_an_enhancement(tmp_path: Path) -> None:
    table = {
        "enhancements": [
            {"faction": "tin", "enhancement": "Flag", "detachment": "Siege", "points": 25}
        ]
    }
    found = done(tmp_path, table)
    assert found.changes == [Change("tin", "enhancement", "Flag", {"detachment": "Siege"}, 20, 25)]
    assert [each["enhancements"][-1]["points"] for each in found.files["tin"]["detachments"]] == [
        15,
        25,
    ]
    fresh = {
        "id": "siege/flag",
        "name": "Flag",
        "from": BEGAN,
        "detachment": "Siege",
        "source": "prices",
    }
    assert found.files["history/tin"]["enhancements"] == [{**fresh, "points": {BEGAN: 20, DAY: 25}}]
    start = files()
    known = {**fresh, "from": NEWEST, "points": {NEWEST: 18}}
    start["history/tin"]["enhancements"] = [{**known, "id": "parade/flag"}, known]
    made = done(tmp_path / "2", table, start).files["history/tin"]["enhancements"]
    assert made == [{**known, "id": "parade/flag"}, {**known, "points": {NEWEST: 20, DAY: 25}}]


def test_detachment_points(tmp_path: Path) -> None:
    found = done(tmp_path, {"detachments": [{"faction": "tin", "detachment": "Parade", "dp": 1}]})
    assert found.changes == [Change("tin", "detachment", "Parade", {}, 2, 1)]
    assert found.files["tin"]["detachments"][0]["dp"] == 1
    then = {"from": BEGAN, "dp": 2, "dispositions": ["Bold"], "unique": "March"}
    fresh = {"id": "parade", "name": "Parade", "from": BEGAN, "source": "prices"}
    assert found.files["history/tin"]["detachments"] == [
        {**fresh, "states": [then, {**then, "from": DAY, "dp": 1}]}
    ]
    start = files()
    known = {**fresh, "states": [{"from": NEWEST, "dp": 2, "dispositions": ["Meek"]}]}
    start["history/tin"]["detachments"] = [{**fresh, "id": "siege"}, known]
    made = done(
        tmp_path / "2",
        {"detachments": [{"faction": "tin", "detachment": "Parade", "dp": 1}]},
        start,
    )
    states = [*known["states"], {"from": DAY, "dp": 1, "dispositions": ["Meek"]}]
    assert made.files["history/tin"]["detachments"] == [
        {**fresh, "id": "siege"},
        {**known, "states": states},
    ]


def test_a_detachment_of_the_parent_costs_what_the_faction_pays(tmp_path: Path) -> None:
    found = done(
        tmp_path, {"detachments": [{"faction": "Tin Guard", "detachment": "Concert", "dp": 2}]}
    )
    assert found.changes == [Change("tin", "detachment", "Concert", {}, 3, 2)]
    assert found.files["tin"]["parent_detachments"] == [{"id": "concert", "dp": 2}]
    assert found.files["brass"]["detachments"][0]["dp"] == 4
    then = {"from": BEGAN, "dp": 3, "dispositions": []}
    fresh = {
        "id": "concert",
        "name": "Concert",
        "from": BEGAN,
        "source": "prices",
        "of_parent": True,
    }
    assert found.files["history/tin"]["detachments"] == [
        {**fresh, "states": [then, {**then, "from": DAY, "dp": 2}]}
    ]
    assert (
        done(tmp_path / "2", row("Captain", 40, detachment="encore")).changes[0].what["detachment"]
        == "Encore"
    )


# --- the day in the files -------------------------------------------------------------------------


def test_a_file_of_an_older_day_that_does_not_change_stays_as_it_is(tmp_path: Path) -> None:
    start = files()
    for place, day in (
        ("brass", BEGAN),
        ("history/brass", BEGAN),
        ("guild", "2026-10-01"),
        ("history/tin", BEGAN),
    ):
        start[place] = {"as_of": day, **start[place]}
    found = done(tmp_path, row("guard", 65, 5), start)
    assert {place: each["as_of"] for place, each in found.files.items()} == dict.fromkeys(
        ("tin", "history/tin", "guild", "history/guild", "history/versions"), DAY
    )


def test_the_newest_day_is_that_of_the_data_or_of_the_last_release(tmp_path: Path) -> None:
    start = files()
    later = {
        "as_of": BEGAN,
        "edition_began": BEGAN,
        "releases": [{"day": BEGAN}, {"day": "2026-10-01"}, {"day": NEWEST}],
    }
    start["history/versions"] = later
    found = done(tmp_path, row("guard", 65, 5), start)
    assert "brass" not in found.files and found.files["tin"]["as_of"] == DAY
    assert sheets(found.files["history/tin"], "guard")["prices"][0]["whole_on"] == "2026-10-01"
