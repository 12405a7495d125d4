"""One thing on a list that cannot be read does not keep what stands behind it from being read."""

from __future__ import annotations

from typing import Any

import pytest

from listbuilder.games.aos.army import RegimentArmy
from listbuilder.games.common.editor import Text, make_card_view
from listbuilder.games.registry import get_game
from listbuilder.games.wh40k.army import Muster
from listbuilder.history.best_date import SeasonDates
from listbuilder.model.card import Card, Row, Table
from listbuilder.roster.position import Position
from tests.games.test_editors import GITZ, NECRONS, Roster
from tests.raw import raw
from tests.rules.test_cases import LIBRARY, as_document


def read(roster: Roster) -> tuple[list[tuple[str, Any]], Any]:
    """Key and place of each problem, and the army."""
    position = Position(as_document(roster), LIBRARY)
    assert position.army is not None, position.problems
    return [(problem.key, problem.path) for problem in position.problems], position.army


def regiments(**more: Any) -> tuple[list[tuple[str, Any]], RegimentArmy]:
    problems, army = read({**GITZ, **more})
    assert isinstance(army, RegimentArmy)
    return problems, army


@pytest.mark.parametrize(
    ("kind", "known"),
    [
        ("spell_lore", "lore-of-the-clammy-dank"),
        ("manifestation_lore", "dank-manifestations"),
        ("faction_terrain", "bad-moon-loonshrine"),
        ("battle_formation", "squigalanche"),
    ],
)
def test_choices_of_the_army(kind: str, known: str) -> None:
    problems, army = regiments(**{kind: ["nobody-knows-it", known]})
    assert problems == [("unknown_choice", (kind, 0))]
    assert [(each.id, each.path) for each in army.list_choices() if each.path[0] == kind] == [
        (known, (kind, 1))
    ]


def test_enhancements_of_a_hero() -> None:
    hero = {"unit": "loonboss", "enhancements": ["nobody-knows-it", "loontouched"]}
    problems, army = regiments(
        regiments=[{"hero": hero, "units": [{"unit": "nobody"}, {"unit": "squig-herd"}]}]
    )
    assert [key for key, _ in problems] == ["unknown_choice", "unknown_warscroll"]
    leader, herd, *_ = army.regiment_units
    assert [(each.enhancement.id, each.path[-1]) for each in leader.borne] == [("loontouched", 1)]
    assert (herd.name, herd.path) == ("Squig Herd", ("regiments", 0, "units", 1))


def test_tactics_and_regiments_of_renown() -> None:
    problems, army = regiments(
        season="2026-27", regiment_of_renown=["nobody", "big-grikks-kruleshots"]
    )
    assert [path for _, path in problems] == [("regiment_of_renown", 0)]
    assert [each.regiment.id for each in army.renown_taken] == ["big-grikks-kruleshots"]
    assert {unit.path[0] for unit in army.units} >= {"regiments", "auxiliary"}


def test_auxiliaries_behind_one_that_is_unknown() -> None:
    problems, army = regiments(auxiliary=[{"unit": "nobody"}, {"unit": "mangler-squigs"}])
    assert [path for _, path in problems] == [("auxiliary", 0, "unit")]
    assert [(unit.id, unit.path) for unit in army.auxiliaries] == [
        ("mangler-squigs", ("auxiliary", 1))
    ]


def test_enhancements_and_units_of_a_mustered_army() -> None:
    units = [
        {"datasheet": "nobody", "models": 1},
        {
            "datasheet": "overlord",
            "models": 1,
            "enhancement": ["nobody-knows-it", "veil-of-darkness"],
        },
        {
            "datasheet": "immortals",
            "models": [{"model": "Nobody", "count": 1}, {"model": "Immortal", "count": 5}],
        },
        {"datasheet": "ghost-ark", "models": 1},
    ]
    problems, army = read({**NECRONS, "units": units})
    assert sorted(path[:2] for _, path in problems) == [("units", 0), ("units", 1), ("units", 2)]
    assert isinstance(army, Muster)
    lord, *_, ark = army.muster_units
    assert [
        (each.id, path[-1])
        for each, path in zip(lord.enhancements, lord.enhancement_paths, strict=True)
    ] == [("veil-of-darkness", 1)]
    assert (ark.id, ark.path) == ("ghost-ark", ("units", 3))


def test_detachments_of_a_mustered_army() -> None:
    roster = {
        "system": "warhammer-40k-11e",
        "faction": "necrons",
        "detachments": ["nobody", "awakened-dynasty"],
        "units": [],
    }
    problems, army = read(roster)
    assert isinstance(army, Muster)
    assert [each.id for each in army.detachments] == ["awakened-dynasty"]
    assert [(each.given, each.path) for each in army.chosen][-1] == (
        "awakened-dynasty",
        ("detachments", 1),
    )
    assert all(path[0] == "detachments" for _, path in problems)


# --- small things that are only shown or only asked elsewhere ---


def test_the_days_a_list_can_be_of() -> None:
    known = ["2025-01-01", "2025-03-01", "2025-06-01", "2025-09-01"]
    assert SeasonDates(None, None).filter_releases(known) == known
    assert SeasonDates("2025-03-01", None).filter_releases(known) == known[1:]
    assert SeasonDates("2025-04-01", None).filter_releases(known) == known[1:]
    assert SeasonDates("2025-04-01", "2025-06-01").filter_releases(known) == ["2025-03-01"]
    assert SeasonDates("2025-04-01", "2025-06-02").filter_releases(known) == known[1:3]
    assert SeasonDates("2024-01-01", None).filter_releases(known) == known
    assert SeasonDates(None, "2025-01-01").filter_releases(known) == []


def test_a_card_as_the_builder_shows_it() -> None:
    rows = [
        Row(name="Bolter", mode="", values=("24", "2"), keywords=("Heavy", "Blast")),
        Row(name="Blade", mode="sweep", values=("-", "6"), keywords=()),
    ]
    plain = Table(key="stats", head=("m",), rows=(Row(name="Guard", values=("6",)),))
    tables = [Table(key="weapons", head=("range", "a"), rows=tuple(rows)), plain]
    card = Card(
        name="Guard",
        units=("a",),
        tables=tuple(tables),
        wargear=("Bolter",),
        keywords=("Infantry",),
        facts=(("k", {"x": 1}),),
    )
    found = make_card_view(card)
    assert [(grid.key, grid.heads, list(grid.rows)) for grid in found.grids] == [
        (
            "table.weapons",
            ("table.weapons", "stat.range", "stat.a", "sheet.abilities"),
            [("Bolter", "24", "2", "Heavy, Blast"), ("Blade – sweep", "-", "6", "")],
        ),
        ("table.stats", ("table.stats", "stat.m"), [("Guard", "6")]),
    ]
    assert found.lists == [("sheet.wargear", ("Bolter",)), ("sheet.keywords", ("Infantry",))]
    assert (found.name, list(found.facts)) == ("Guard", [Text("k", {"x": 1})])


def test_a_name_that_two_enhancements_have() -> None:
    """Nobody knows which is meant; the one behind it is read."""
    officer = {
        "datasheet": "cadian-castellan",
        "models": 1,
        "enhancement": ["Grand Strategist", "exemplary-officer"],
    }
    roster = {
        "system": "warhammer-40k-10e",
        "faction": "astra-militarum",
        "detachment": "armoured-infantry",
        "units": [officer],
    }
    problems, army = read(roster)
    assert isinstance(army, Muster) and len(problems) <= 1
    assert [each.id for each in army.muster_units[0].enhancements][-1] == "exemplary-officer"


# --- armies of regiments: what comes along ---


def test_what_a_hero_has_to_bring_is_known_by_its_name() -> None:
    """Callis and Toll have to bring their companions; who leads nobody here has nobody to bring."""
    roster = {
        "system": "age-of-sigmar-4e", "faction": "cities-of-sigmar", "points_limit": 2000,
        "regiments": [{"hero": {"unit": "callis-and-toll", "general": True}, "units": []}],
    }  # fmt: skip
    _, army = read(roster)
    assert army.companions == {"toll's companions": "tolls-companions"}
    _, aside = read({**roster, "regiments": [], "auxiliary": [{"unit": "callis-and-toll"}]})
    assert aside.companions == {}


def test_what_a_regiment_of_renown_brings_stands_with_it() -> None:
    data = {
        each["id"]: each for each in raw("age-of-sigmar-4e", "regiments-of-renown")["regiments"]
    }
    regiment = next(each for each in data.values() if each.get("manifestations"))
    faction = regiment["factions"][0]
    position = Position(
        as_document(
            {
                "system": "age-of-sigmar-4e",
                "faction": faction,
                "regiments": [],
                "regiment_of_renown": regiment["id"],
            }
        ),
        LIBRARY,
    )
    assert position.army is not None and position.system is not None
    (section,) = [
        each for each in position.system.group_units_by_role(position.army) if each.key == "renown"
    ]
    brought = [
        (each.kind, each.name) for each in section.extras if each.name in regiment["manifestations"]
    ]
    assert brought == [("Manifestation lore", name) for name in regiment["manifestations"]]


# --- the history ---


@pytest.mark.parametrize(
    ("game", "home", "kind"),
    [
        ("warhammer-40k-10e", "necrons", "datasheets"),
        ("age-of-sigmar-4e", "gloomspite-gitz", "warscrolls"),
    ],
)
def test_the_days_on_which_something_but_its_price_changed(game: str, home: str, kind: str) -> None:
    past = get_game(game).shelf(LIBRARY).past.load_faction(home)  # type: ignore[attr-defined]
    records = {
        each["id"]: [row["until"] for row in each.get("changes", ())]
        for each in raw(game, f"history/{home}")[kind]
    }
    assert {each: past.list_change_dates(each) for each in records} == records and any(
        records.values()
    )
    assert past.list_change_dates("nobody") == []


def test_entries_of_a_past_day_are_those_that_were_there() -> None:
    day = "2025-07-01"
    shelf = get_game("age-of-sigmar-4e").shelf(LIBRARY).get_shelf_on_date(day)  # type: ignore[attr-defined]
    found = shelf.load_faction("gloomspite-gitz")
    assert [each.id for each in found.list_entries()] == [
        each for each in found.list_available_ids() if found.get_sheet(each) is not None
    ]
    assert len(found.list_entries()) > 20
