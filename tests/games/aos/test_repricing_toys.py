"""A table of prices put into factions of nobody: every refusal with its place, and the whole of
every file that changes."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from listbuilder.games.aos.reprice import reprice
from listbuilder.history.reprice import Change
from tests.games.price_toys import BEGAN, DAY, NEWEST, Done, Json, put

NAMES = {"tin": "Tin Host", "brass": "Brass Band", "roaming": "Roamers"}


def scroll(own: str, name: str, points: int, models: int = 1, **more: Any) -> Json:
    return {"id": own, "name": name, "points": points, "models": models, **more}


def thing(own: str, name: str, *points: int, **more: Any) -> Json:
    return {"id": own, "name": name, **({"points": points[0]} if points else {}), **more}


def files() -> Json:
    traits = {
        "id": "traits",
        "name": "Traits",
        "choices": [thing("bold", "Bold", 10), thing("meek", "Meek")],
    }
    gear = {
        "id": "gear",
        "name": "Gear",
        "choices": [thing("drum", "Drum", 20), thing("bold", "Bold", 30)],
    }
    march = {
        "id": "march", "name": "The March",
        "extra_warscrolls": [scroll("marcher-march", "Marcher", 90)],
        "copied_warscrolls": [scroll("winder-march", "Marching Winder", 100, same_as="winder"),
                              scroll("cog-march", "Marching Cog", 60, same_as="cog")],
        "enhancement_tables": [{"id": "boots", "name": "Boots",
                                "choices": [thing("drum", "Drum", 5)]}],
        "battle_formations": [thing("column", "Column", 20)],
        "faction_terrain": ["clock"],
    }  # fmt: skip
    siege = {
        "id": "siege",
        "name": "The Siege",
        "extra_warscrolls": [scroll("marcher-siege", "Marcher", 95)],
    }
    return {
        "tin": {
            "id": "tin", "faction_keyword": "Tin", "warscrolls": [scroll("winder", "Winder", 100),
                                                                  scroll("cog", "Cog", 70, 5)],
            "enhancement_tables": [traits, gear], "battle_formations": [thing("square", "Square"),
                                                                        thing("column", "Column",
                                                                              10)],
            "faction_terrain": [thing("clock", "Great Clock", 50)],
            "spell_lores": [thing("ticks", "Lore of Ticks")],
            "regiments": {"limit": 5}, "armies_of_renown": [march, siege],
        },
        "brass": {"id": "brass", "faction_keyword": "Brass",
                  "warscrolls": [scroll("horn", "Hornblower", 80)]},
        "roaming": {"id": "roaming", "regiments": [thing("troupe", "Wandering Troupe", 150),
                                                   thing("free", "Free Company")],
                    "manifestation_lores": [thing("ghosts", "Lore of Ghosts", 20)]},
        **{f"history/{own}": {"id": own} for own in NAMES},
    }  # fmt: skip


def done(folder: Path, table: Json, start: Json | None = None) -> Done:
    return put(reprice, start or files(), table, folder, NAMES)


def unit(datasheet: str, points: int | None, **more: Any) -> Json:
    return {"datasheets": [{"faction": "tin", "datasheet": datasheet, "points": points, **more}]}


def borne(enhancement: str, points: int, **more: Any) -> Json:
    return {
        "enhancements": [{"faction": "tin", "enhancement": enhancement, "points": points, **more}]
    }


def extra(name: str, points: int, **more: Any) -> Json:
    return {"extras": [{"faction": "tin", "name": name, "points": points, **more}]}


KNOWN = ["brass", "roaming", "tin"]


@pytest.mark.parametrize(
    ("table", "key", "path", "args"),
    [
        (unit("Winder", 1, faction="tun"), "unknown_faction", ("datasheets", 0, "faction"),
         {"given": "tun", "known": KNOWN}),
        (unit("Wonder", 1), "price_no_datasheet", ("datasheets", 0, "datasheet"),
         {"given": "Wonder", "faction": "Tin Host"}),
        (unit("Hornblower", 1), "price_elsewhere", ("datasheets", 0, "datasheet"),
         {"given": "Hornblower", "faction": "Tin Host", "others": ["Brass Band"]}),
        (unit("Marcher", 1), "price_which", ("datasheets", 0),
         {"given": "Marcher", "names": ["The March", "The Siege"]}),
        (unit("Cog", 1, models=4), "price_no_size", ("datasheets", 0, "models"),
         {"unit": "Cog", "models": 4, "sizes": ["5"]}),
        (unit("Cog", None), "price_one_a_unit", ("datasheets", 0), {"unit": "Cog"}),
        (unit("Cog", 1, copy=2), "price_one_a_unit", ("datasheets", 0), {"unit": "Cog"}),
        (unit("Cog", 1, as_ally=True), "price_one_a_unit", ("datasheets", 0), {"unit": "Cog"}),
        (unit("Cog", 1, detachment="March"), "price_one_a_unit", ("datasheets", 0),
         {"unit": "Cog"}),
        (unit("Cog", 1, of={"Cog": 5}), "price_one_a_unit", ("datasheets", 0), {"unit": "Cog"}),
        (borne("Bold", 1, faction="tun"), "unknown_faction", ("enhancements", 0, "faction"),
         {"given": "tun", "known": KNOWN}),
        (borne("Drams", 1), "price_no_name", ("enhancements", 0),
         {"given": "Drams", "faction": "Tin Host"}),
        (borne("Bold", 1), "price_which", ("enhancements", 0),
         {"given": "Bold", "names": ["bold (Traits)", "bold (Gear)"]}),
        (borne("drum", 1, detachment="Socks"), "price_no_detachment",
         ("enhancements", 0, "detachment"),
         {"given": "Socks", "faction": "Tin Host"}),
        (borne("Drum", 1), "price_which", ("enhancements", 0),
         {"given": "Drum", "names": ["drum (Gear)", "drum (The March, Boots)"]}),
        (extra("Square", 1, faction="tun"), "unknown_faction", ("extras", 0, "faction"),
         {"given": "tun", "known": KNOWN}),
        (extra("Squire", 1), "price_no_name", ("extras", 0),
         {"given": "Squire", "faction": "Tin Host"}),
        (extra("Column", 1), "price_which", ("extras", 0),
         {"given": "Column", "names": ["column", "column (The March)"]}),
        ({"extras": [{"name": "Great Clock", "points": 1}]}, "price_no_name", ("extras", 0),
         {"given": "Great Clock", "faction": "Roamers"}),
        ({"extras": [{"name": "Free Company", "points": 1}]}, "price_no_name", ("extras", 0),
         {"given": "Free Company", "faction": "Roamers"}),
        ({"wargear": [{"faction": "tin", "datasheet": "cog", "item": "spring", "points": 1}]},
         "price_no_wargear", ("wargear", 0),
         {"given": "spring"}),
        ({"detachments": [{"faction": "tin", "detachment": "March", "dp": 1}]}, "price_no_dp",
         ("detachments", 0),
         {"given": "March"}),
    ],
    ids=str,
)  # fmt: skip
def test_why_a_row_is_refused_and_where_it_stands(
    table: Json, key: str, path: tuple[Any, ...], args: Json, tmp_path: Path
) -> None:
    found = done(tmp_path, table).refused
    assert (found[0], found[1]) == (key, path)
    assert {name: value for name, value in found[2].items() if name != "near"} == args


@pytest.mark.parametrize(
    ("table", "near"),
    [
        (unit("Wind", 1), ["Winder", "Marching Winder"]),
        (borne("Dru", 1), ["Drum", "Drum"]),
        (borne("Drum", 1, detachment="Boot"), ["Boots"]),
        (extra("Colum", 1), ["Column", "Column"]),
    ],
    ids=str,
)
def test_the_nearest_names_are_told(table: Json, near: list[str], tmp_path: Path) -> None:
    assert done(tmp_path, table).refused[2]["near"][: len(near)] == near


@pytest.mark.parametrize(
    ("first", "again"),
    [
        (unit("Cog", 75), unit("cog", 75, models=5)),
        (unit("winder-march", 95), unit("winder-march", 96)),
        (borne("Bold", 11, detachment="Traits"), borne("bold", 12, detachment="traits")),
        (extra("Square", 5), extra("square", 6)),
        (
            extra("troupe", 5, faction="roaming"),
            {"extras": [{"name": "Wandering Troupe", "points": 6}]},
        ),
    ],
    ids=str,
)
def test_a_price_that_is_said_twice(first: Json, again: Json, tmp_path: Path) -> None:
    (kind,) = first
    assert done(tmp_path, {kind: [*first[kind], *again[kind]]}).refused[:2] == (
        "price_twice",
        (kind, 1),
    )


def test_things_of_one_name_in_two_places_are_two(tmp_path: Path) -> None:
    tables = [borne("Bold", 11, detachment="Traits"), borne("Bold", 31, detachment="Gear"),
              borne("Drum", 21, detachment="Gear"),
              borne("Drum", 6, detachment="The March")]  # fmt: skip
    units = [
        unit("Winder", 110),
        unit("winder-march", 115),
        unit("marcher-march", 91),
        unit("marcher-siege", 96),
    ]
    table = {
        "enhancements": [row for each in tables for row in each["enhancements"]],
        "datasheets": [row for each in units for row in each["datasheets"]],
    }
    assert [
        (each.kind, each.thing, dict(each.what), each.before, each.after)
        for each in done(tmp_path, table).changes
    ] == [
        ("datasheet", "Winder", {}, 100, 110),
        ("datasheet", "Marching Winder", {"table": "The March"}, 100, 115),
        ("datasheet", "Marcher", {"table": "The March"}, 90, 91),
        ("datasheet", "Marcher", {"table": "The Siege"}, 95, 96),
        ("enhancement", "Bold", {"table": "Traits"}, 10, 11),
        ("enhancement", "Bold", {"table": "Gear"}, 30, 31),
        ("enhancement", "Drum", {"table": "Gear"}, 20, 21),
        ("enhancement", "Drum", {"table": "The March / Boots"}, 5, 6),
    ]


def test_a_unit_and_its_copy_in_an_army_of_renown(tmp_path: Path) -> None:
    """The copy that cost as much follows; another price of its own, said or unsaid, is its own."""
    found = done(tmp_path, unit("Winder", 110, models=1))
    assert found.changes == [
        Change("tin", "datasheet", "Winder", {}, 100, 110),
        Change("tin", "datasheet", "Marching Winder", {"table": "The March"}, 100, 110),
    ]
    assert found.files["tin"]["warscrolls"][0]["points"] == 110
    assert [
        each["points"] for each in found.files["tin"]["armies_of_renown"][0]["copied_warscrolls"]
    ] == [110, 60]
    assert found.files["history/tin"]["warscrolls"] == [
        {"id": "winder", "name": "Winder", "from": BEGAN, "prices": {BEGAN: 100, DAY: 110}}
    ]
    assert "armies_of_renown" not in found.files["history/tin"]
    apart = done(tmp_path / "2", unit("Cog", 80))
    assert [(each.thing, each.after) for each in apart.changes] == [("Cog", 80)]
    for number, (faction, changes) in enumerate(
        [("tin", 1), ("Tin Host", 1)], 3
    ):  # the table keeps its price
        both = {
            "datasheets": [
                *unit("Winder", 110)["datasheets"],
                *unit("winder-march", 100, faction=faction)["datasheets"],
            ]
        }
        assert len(done(tmp_path / str(number), both).changes) == changes


def test_a_copy_that_gets_a_price_of_its_own_had_that_of_its_original(tmp_path: Path) -> None:
    start = files()
    start["history/tin"]["warscrolls"] = [
        {"id": "cog", "name": "Cog", "from": BEGAN, "prices": {BEGAN: 55}},
        {
            "id": "winder",
            "name": "Winder",
            "from": BEGAN,
            "prices": {BEGAN: 80, NEWEST: 100, DAY: 120},
        },
    ]
    found = done(tmp_path, unit("winder-march", 105), start)
    assert found.changes == [
        Change("tin", "datasheet", "Marching Winder", {"table": "The March"}, 100, 105)
    ]
    (army,) = found.files["history/tin"]["armies_of_renown"]
    prices = {BEGAN: 80, NEWEST: 100, DAY: 105}
    record = {"id": "winder-march", "name": "Marching Winder", "from": BEGAN, "prices": prices}
    assert army == {"id": "march", "name": "The March", "from": BEGAN, "warscrolls": [record]}
    alone = done(tmp_path / "2", unit("winder-march", 105))
    (army,) = alone.files["history/tin"]["armies_of_renown"]
    assert army["warscrolls"][0]["prices"] == {BEGAN: 100, DAY: 105}


def test_prices_that_the_history_knows_begin_when_it_says(tmp_path: Path) -> None:
    start = files()
    start["history/tin"]["warscrolls"] = [
        {"id": "winder", "name": "Winder", "from": BEGAN, "prices": {NEWEST: 95}}
    ]
    found = done(tmp_path, unit("Winder", 110), start)
    assert found.files["history/tin"]["warscrolls"][0]["prices"] == {NEWEST: 100, DAY: 110}
    start["history/tin"]["warscrolls"] = [{"id": "winder", "name": "Winder", "from": NEWEST}]
    found = done(tmp_path / "2", unit("Winder", 110), start)
    assert found.files["history/tin"]["warscrolls"][0]["prices"] == {NEWEST: 100, DAY: 110}


def test_an_enhancement(tmp_path: Path) -> None:
    found = done(tmp_path, borne("MEEK", 15))
    assert found.changes == [Change("tin", "enhancement", "Meek", {"table": "Traits"}, 0, 15)]
    assert found.files["tin"]["enhancement_tables"][0]["choices"] == [
        thing("bold", "Bold", 10),
        thing("meek", "Meek", 15),
    ]
    record = {
        "id": "traits/meek",
        "name": "Meek",
        "from": BEGAN,
        "table": "Traits",
        "points": {BEGAN: 0, DAY: 15},
    }
    assert found.files["history/tin"] == {"as_of": DAY, "id": "tin", "enhancements": [record]}
    start = files()
    start["history/tin"]["enhancements"] = [{**record, "points": {BEGAN: 5}}]
    found = done(tmp_path / "2", borne("meek", 15), start)
    assert found.files["history/tin"]["enhancements"] == [{**record, "points": {BEGAN: 0, DAY: 15}}]


def test_two_versions_of_a_choice_get_a_record_each(tmp_path: Path) -> None:
    start = files()
    start["tin"]["enhancement_tables"][0]["choices"] = [
        thing("bold", "Bold", 10),
        thing("bold-2", "bold", 20),
        thing("meek", "Meek"),
    ]
    known = {
        "id": "traits/bold",
        "name": "Bold",
        "from": BEGAN,
        "table": "Traits",
        "points": {BEGAN: 5, NEWEST: 8, DAY: 9},
    }
    other = {**known, "id": "gear/bold"}
    start["history/tin"]["enhancements"] = [other, known]
    made = done(tmp_path, borne("bold-2", 25), start).files["history/tin"]["enhancements"]
    assert made[:2] == [other, known]
    assert made[2:] == [
        {**known, "id": "traits/bold-2", "name": "Bold", "points": {BEGAN: 5, NEWEST: 20, DAY: 25}}
    ]
    free = [thing("bold", "Bold", 10), thing("bold-2", "bold"), thing("meek", "Meek")]
    start["tin"]["enhancement_tables"][0]["choices"] = free
    made = done(tmp_path / "3", borne("bold-2", 25), start).files["history/tin"]["enhancements"]
    assert made[2]["points"] == {BEGAN: 5, NEWEST: 0, DAY: 25}
    start["tin"]["enhancement_tables"][0]["choices"] = [
        thing("bold", "Bold", 10),
        thing("bold-2", "bold", 20),
    ]
    unpriced = {key: value for key, value in known.items() if key != "points"}
    start["history/tin"]["enhancements"] = [unpriced]
    made = done(tmp_path / "2", borne("bold-2", 25), start).files["history/tin"]["enhancements"]
    assert made == [unpriced, {**unpriced, "id": "traits/bold-2", "points": {BEGAN: 20, DAY: 25}}]


def test_what_is_no_unit(tmp_path: Path) -> None:
    found = done(tmp_path, {"extras": [*extra("Square", 10)["extras"], *extra("Great Clock",
                                                                              60)["extras"],
                                       *extra("Lore of Ticks", 5)["extras"]]})  # fmt: skip
    assert found.changes == [
        Change("tin", "extra", "Square", {}, 0, 10),
        Change("tin", "extra", "Great Clock", {}, 50, 60),
        Change("tin", "extra", "Lore of Ticks", {}, 0, 5),
    ]
    history = found.files["history/tin"]
    assert history["battle_formations"] == [
        {"id": "square", "name": "Square", "from": BEGAN, "points": {BEGAN: 0, DAY: 10}}
    ]
    assert history["faction_terrain"][0]["points"] == {BEGAN: 50, DAY: 60}
    start = files()
    start["history/tin"]["faction_terrain"] = [
        {"id": "clock", "name": "Great Clock", "from": NEWEST, "points": {NEWEST: 40}}
    ]
    start["history/tin"]["battle_formations"] = [{"id": "square", "name": "Square", "from": NEWEST}]
    found = done(
        tmp_path / "2",
        {"extras": [*extra("Square", 10)["extras"], *extra("Great Clock", 60)["extras"]]},
        start,
    )
    assert found.files["history/tin"]["faction_terrain"][0]["points"] == {
        BEGAN: 50,
        NEWEST: 50,
        DAY: 60,
    }
    assert found.files["history/tin"]["battle_formations"][0]["points"] == {NEWEST: 0, DAY: 10}


def test_an_id_means_the_faction_s_own(tmp_path: Path) -> None:
    found = done(tmp_path, extra("column", 15))
    assert found.changes == [Change("tin", "extra", "Column", {}, 10, 15)]
    start = files()
    del start["tin"]["battle_formations"][1]
    found = done(tmp_path / "2", extra("column", 15), start)
    assert found.changes == [Change("tin", "extra", "Column", {"table": "The March"}, 20, 15)]
    (army,) = found.files["history/tin"]["armies_of_renown"]
    assert army["battle_formations"] == [
        {"id": "column", "name": "Column", "from": BEGAN, "points": {BEGAN: 20, DAY: 15}}
    ]


def test_what_belongs_to_no_faction(tmp_path: Path) -> None:
    found = done(
        tmp_path,
        {"extras": [{"name": "Wandering Troupe", "points": 160}, {"name": "ghosts", "points": 30}]},
    )
    assert found.changes == [
        Change("roaming", "extra", "Wandering Troupe", {}, 150, 160),
        Change("roaming", "extra", "Lore of Ghosts", {}, 20, 30),
    ]
    history = found.files["history/roaming"]
    assert history["regiments"] == [
        {
            "id": "troupe",
            "name": "Wandering Troupe",
            "from": BEGAN,
            "prices": {BEGAN: 150, DAY: 160},
        }
    ]
    assert history["manifestation_lores"][0]["points"] == {BEGAN: 20, DAY: 30}


def test_what_changes_nothing_is_counted(tmp_path: Path) -> None:
    found = done(
        tmp_path, {**unit("Winder", 100), **borne("Meek", 0), **extra("Square", 0)}
    ).outcome
    assert (found.problems, found.changes, found.same, found.files) == ([], [], 3, {})
