"""What the checks make of data and parameters that the shipped data have no use for today: a roster, with its data changed."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import msgspec
import pytest
from msgspec.structs import replace

from listbuilder.data.library import Library
from listbuilder.games.aos.army import RegimentArmy
from listbuilder.games.aos.faction import Ratio, Restrictions, Selection
from listbuilder.games.registry import get_game
from listbuilder.games.wh40k.army import Muster
from listbuilder.games.wh40k.faction import AsAllies
from listbuilder.model.army import Army
from listbuilder.rules import engine, messages
from listbuilder.rules.registry import CHECKS
from listbuilder.yamlio import reader

LIBRARY = Library()
MUSTER = {"system": "warhammer-40k-10e", "battle_size": "strike-force"}
REGIMENTS = {
    "system": "age-of-sigmar-4e",
    "faction": "seraphon",
    "battle_formation": "eternal-starhost",
    "points_limit": 2000,
}


def army_of(roster: dict[str, Any]) -> Army:
    reading = get_game(roster["system"]).read_roster(
        reader.read_yaml(msgspec.json.encode(roster), "roster"), LIBRARY
    )
    assert reading.army is not None and not reading.problems
    return reading.army


def muster(faction: str, detachment: str, *units: dict[str, Any]) -> Muster:
    army = army_of({**MUSTER, "faction": faction, "detachment": detachment, "units": list(units)})
    assert isinstance(army, Muster)
    return army


def regiments(**roster: Any) -> RegimentArmy:
    army = army_of({**REGIMENTS, **roster})
    assert isinstance(army, RegimentArmy)
    return army


def told(army: Army, code: str) -> list[str]:
    return [
        messages.say_finding(finding, "en")
        for finding in engine.check_army(army)
        if finding.code == code
    ]


def with_params(army: Army, code: str, **params: Any) -> Army:
    rules = tuple(
        replace(rule, params={**rule.params, **params}) if rule.code == code else rule
        for rule in army.book.rules
    )
    army.book = replace(army.book, rules=rules)
    return army


# --- what a parameter means that a rule does not give -----------------------------------------------------------------


@pytest.mark.parametrize(
    ("check", "given", "left_out"),
    [
        ("auxiliary", {}, {"compulsory_too": False}),
        ("copies_limit", {"max": 3}, {"max_with": {}, "only": (), "without": ()}),
        ("deep_strike", {"abilities": ["Deep Strike"]}, {"flyer": None}),
        ("general", {"first": "Warmaster"}, {"leads_regiment": False}),
        ("legends", {}, {"allowed": True}),
        ("lores", {"max": 1, "users": {}}, {"users_of_faction": ()}),
        ("one_of_a_kind", {"keyword": "Unique", "max": 1}, {"variants": False}),
        ("one_place", {}, {"flyer": None}),
        ("regiment_of_renown", {"max": 1}, {"enhancements_need_faction": False}),
        ("strategic_reserves_limit", {"share": 0.25}, {"flyer": None}),
    ],
)
def test_a_parameter_that_is_not_given(
    check: str, given: dict[str, Any], left_out: dict[str, Any]
) -> None:
    params = msgspec.convert(given, CHECKS[check]().params)
    assert {name: getattr(params, name) for name in left_out} == left_out


# --- armies of datasheets ---------------------------------------------------------------------------------------------


def allied(change: Callable[[AsAllies], AsAllies], *guests: str) -> list[str]:
    units: list[dict[str, Any]] = [
        {"datasheet": "captain", "warlord": True},
        *({"datasheet": f"agents-of-the-imperium/{each}"} for each in guests),
    ]
    army = muster("space-marines", "gladius-task-force", *units)
    (rule,) = {
        id(unit.rule): unit.rule for unit in army.muster_units if unit.rule is not None
    }.values()
    assert isinstance(rule, AsAllies)
    changed = change(rule)
    for unit in army.muster_units:
        unit.rule = changed if unit.rule is rule else unit.rule
    return told(army, "40K-16")


def test_an_ally_of_none_of_the_kinds_of_place() -> None:
    said = "Exaction Squad can't be an ally from Agents of the Imperium; only Character can"
    assert allied(
        lambda rule: replace(rule, slots={"Character": {"strike-force": 2}}),
        "navigator",
        "exaction-squad",
    ) == [said]


def test_a_kind_of_place_that_the_battle_size_does_not_know() -> None:
    said = "1 Character allies from Agents of the Imperium; the limit is 0 at Strike Force"
    assert allied(
        lambda rule: replace(rule, slots={"Character": {"onslaught": 3}}), "navigator"
    ) == [said]


def test_a_limit_of_its_own_on_an_epic_hero_is_said_by_one_rule() -> None:
    army = muster(
        "necrons",
        "awakened-dynasty",
        {"datasheet": "imotekh-the-stormlord", "warlord": True},
        {"datasheet": "imotekh-the-stormlord"},
    )
    for unit in army.units:
        unit.own_max = 1
    assert told(army, "40K-19") == ["2 × Imotekh the Stormlord; its datasheet allows 1"]
    assert told(army, "40K-07") == []


@pytest.mark.parametrize(
    ("abilities", "said"),
    [
        (("Deep Strike",), []),
        (("deep strike",), []),
        (('Deep Strike 6"',), []),  # with a number behind it
        (
            ("Deep Striker",),
            ["Eye of the Warp asks for Deep Strike; Chaos Lord in Terminator Armour has it not"],
        ),
        ((), ["Eye of the Warp asks for Deep Strike; Chaos Lord in Terminator Armour has it not"]),
    ],
)
def test_an_ability_that_an_enhancement_asks_for(
    abilities: tuple[str, ...], said: list[str]
) -> None:
    unit = {
        "datasheet": "chaos-lord-in-terminator-armour",
        "warlord": True,
        "enhancement": "eye-of-the-warp",
    }
    army = muster("chaos-space-marines", "warpstrike-champions", unit)
    (lord,) = army.muster_units
    lord.datasheet = replace(lord.datasheet, core_abilities=abilities)
    assert len(told(army, "40K-09")) == len(said)


# --- armies of regiments ----------------------------------------------------------------------------------------------

HERO = {"hero": {"unit": "saurus-oldblood", "general": True}}


@pytest.mark.parametrize(
    ("profile", "said"),
    [
        ({}, []),
        ({"cannot_be_auxiliary": True}, ["Kroxigor can't be auxiliary (see its battle profile)"]),
        (
            {"requires_in_regiment": ("Stegadon",)},
            ["Kroxigor can't be auxiliary (see its battle profile)"],
        ),
        (
            {"only_in_regiment_of": ("Slann Starmaster",)},
            ["Kroxigor can only be in the regiment of Slann Starmaster, so it can't be auxiliary"],
        ),
    ],
)
def test_why_a_unit_is_not_auxiliary(profile: dict[str, Any], said: list[str]) -> None:
    army = regiments(regiments=[HERO], auxiliary=[{"unit": "kroxigor"}])
    (unit,) = army.auxiliaries
    unit.profile = replace(unit.profile, **profile)
    count = "1 auxiliary unit; the player with fewer gets an extra command point each round"
    assert told(army, "AOS-19") == [*said, count]


@pytest.mark.parametrize(("units", "said"), [(1, []), (2, []), (3, ["3"]), (4, ["4"])])
def test_so_many_for_every_two(units: int, said: list[str]) -> None:
    """Two Squig Hoppers for every two Squig Herds, of which there are three."""
    army = regiments(
        faction="gloomspite-gitz", battle_formation=None, army_of_renown="da-kings-gitz",
        regiments=[
            {"hero": {"unit": "skragrott-the-loonking", "general": True}, "units": [{"unit": "squig-herd"}] * 3},
            {"hero": {"unit": "loonboss"}, "units": [{"unit": "squig-hoppers"}] * units},
        ],
    )  # fmt: skip
    assert army.renown is not None
    army.names |= {"squig-hoppers": "Squig Hoppers", "squig-herd": "Squig Herd"}
    ratio = Ratio(
        allow=Selection(units=("squig-hoppers",)),
        count=2,
        per=Selection(units=("squig-herd",)),
        per_count=2,
    )
    army.renown = replace(army.renown, restrictions=Restrictions(ratios=(ratio,)))
    found = told(army, "AOS-06")
    number = said[0] if said else ""
    assert found == [
        f"Da King's Gitz: {number} Squig Hoppers; the limit is 2 (2 per 2 Squig Herd, and you have 3)"
        for _ in said
    ]


def test_without_a_limit_nothing_is_half_of_it() -> None:
    army = regiments(regiments=[HERO])
    army.limit = None
    assert told(army, "AOS-01") == ["no points limit; agree on one first, for example 1000 or 2000"]
    assert told(army, "AOS-02") == told(army, "AOS-03") == []


def test_how_many_of_one_table_a_unit_may_bear() -> None:
    """The number for a unit is its own, beside that for the army."""
    bearer = {
        "unit": "saurus-oldblood",
        "general": True,
        "enhancements": ["beastmaster", "being-of-the-stars", "reptilian-cunning"],
    }
    army = regiments(regiments=[{"hero": bearer}])
    (found,) = told(with_params(army, "AOS-21", per_table=2, per_unit=1), "AOS-21")
    assert found.startswith(
        "Saurus Oldblood has 3 enhancements from Heroic Traits"
    ) and found.endswith("the limit is 1")
