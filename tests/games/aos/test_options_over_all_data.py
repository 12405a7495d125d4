"""Every hero with every unit of its faction: admitted or refused as the facts say (without
../shared, as the files say).

The reading here is of the facts and shares nothing with the program: an option is a set of ids it
admits, a unit is admitted where one of the sets holds it. What the program says is asked in three
ways: of its options, of the whole law over a roster with the one unit, and of the law over as many
copies as the option has places, and one more.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import msgspec
import pytest

from listbuilder.data.library import Library
from listbuilder.games.aos.army import RegimentArmy, RegimentUnit
from listbuilder.games.aos.options import is_unit_allowed
from listbuilder.games.registry import get_game
from listbuilder.model.army import Army
from listbuilder.rules import engine
from listbuilder.yamlio import reader
from tests.facts.pending import stated_now_aos
from tests.facts.shared_facts import stated_ids_aos

SYSTEM = "age-of-sigmar-4e"
FACTIONS = stated_ids_aos()
LIBRARY = Library()
MEMBERSHIP = {"AOS-13", "AOS-14"}

Json = dict[str, Any]


def facts(faction: str) -> Json:
    return stated_now_aos(faction)


class Fact:
    """A warscroll as the facts have it, with its profile and extra keywords in the army at hand."""

    def __init__(self, ref: str, scroll: Json, profile: Json, adds: list[str]) -> None:
        self.ref = ref
        self.name: str = scroll["name"]
        self.profile = profile
        self.max_per: Json | None = scroll.get("max_per")
        words = [word.upper() for word in [*scroll["keywords"], *adds]]
        self.keywords = {*words, *(word.split(" (")[0] for word in words)}
        self.hero = "HERO" in self.keywords
        self.leads = self.hero and bool(profile.get("can_lead", False))

    def admitted_by(self, option: Json) -> bool:
        if self.hero:
            by_title = set(option.get("sub_heroes") or ()) & set(self.profile.get("joins_as") or ())
            return bool(option.get("hero")) and (
                self.name in (option.get("units") or ()) or bool(by_title)
            )
        if option.get("hero"):
            return False
        if self.name in (option.get("units") or ()):
            return True
        return any(
            {word.upper() for word in words} <= self.keywords
            and not {word.upper() for word in option.get("none_of_keywords") or ()} & self.keywords
            and self.name not in (option.get("none_of_units") or ())
            for words in option.get("any_of_keywords") or ()
        )


def main_army(faction: str) -> list[Fact]:
    return [Fact(each["id"], each, each["regiment"], []) for each in facts(faction)["warscrolls"]]


def renown_army(faction: str, army: Json) -> list[Fact]:
    extra = {each["id"]: each for each in army.get("extra_warscrolls") or ()}
    found = []
    for ref in army["units"]:
        home, _, plain = ref.rpartition("/")
        scroll = extra.get(ref) or scroll_of(home or faction, plain)
        if "same_as" in scroll:
            original = scroll_of(faction, scroll["same_as"])
            scroll = {
                **original,
                **scroll,
                "keywords": [*original["keywords"], *scroll["adds_keywords"]],
                "regiment": {},
            }
        profile = (army.get("regiments") or {}).get(ref) or scroll.get("regiment") or {}
        found.append(Fact(ref, scroll, profile, army.get("adds_keywords") or []))
    return found


def scroll_of(faction: str, warscroll: str) -> Json:
    return next(each for each in facts(faction)["warscrolls"] if each["id"] == warscroll)


def read(
    faction: str,
    army_of_renown: str | None,
    regiments: list[Json],
    auxiliary: list[Json] | None = None,
) -> RegimentArmy:
    roster = {
        "system": SYSTEM,
        "faction": faction,
        "points_limit": 2000,
        "regiments": regiments,
        "auxiliary": auxiliary or [],
    }
    roster |= {"army_of_renown": army_of_renown} if army_of_renown else {}
    reading = get_game(SYSTEM).read_roster(
        reader.read_yaml(msgspec.json.encode(roster), "roster"), LIBRARY
    )
    assert not reading.problems, reading.problems
    assert isinstance(reading.army, RegimentArmy)
    return reading.army


def blamed(army: Army, path: tuple[str | int, ...]) -> list[str]:
    """Rules of membership that speak of what stands at this place."""
    return [
        found.code
        for found in engine.check_army(army)
        if found.code in MEMBERSHIP and found.path == path
    ]


def armies(faction: str) -> Iterator[tuple[str | None, list[Fact]]]:
    yield None, main_army(faction)
    for army in facts(faction)["armies_of_renown"]:
        yield army["id"], renown_army(faction, army)


@pytest.mark.parametrize("faction", FACTIONS)
@pytest.mark.slow_but(5)
def test_every_hero_with_every_unit(faction: str) -> None:
    """One roster for all: every hero leads a regiment, every unit is auxiliary; each pair is asked
    of the options."""
    wrong = []
    for army_id, units in armies(faction):
        entries = [{"unit": each.ref} for each in units]
        army = read(faction, army_id, [{"hero": entry} for entry in entries], entries)
        leaders = [regiment.leader for regiment in army.regiments]
        assert len(leaders) == len(army.auxiliaries) == len(units)
        for fact, leader in zip(units, leaders, strict=True):
            assert leader is not None
            assert (leader.is_hero and leader.profile.can_lead) == fact.leads, (
                faction,
                army_id,
                fact.ref,
            )
            options: list[Json] = fact.profile.get("options") or []
            assert len(leader.profile.options) == len(options), (faction, army_id, fact.ref)
            for stated, option in zip(options, leader.profile.options, strict=True):
                assert (option.min or None, option.max) == (stated.get("min"), stated.get("max")), (
                    faction,
                    fact.ref,
                    stated,
                )
                for other, unit in zip(units, army.auxiliaries, strict=True):
                    if is_unit_allowed(option, unit) != other.admitted_by(stated):
                        wrong.append(
                            f"{faction}/{army_id}: {fact.ref}, {stated['label']}: {other.ref}"
                        )
    assert wrong == []


@pytest.mark.parametrize("faction", FACTIONS)
@pytest.mark.slow_but(3)
def test_the_law_over_every_hero_with_every_unit(faction: str) -> None:
    """One regiment for each pair: the law speaks of the unit exactly where no option of the facts
    admits it."""
    wrong = []
    for army_id, units in armies(faction):
        entries = [{"unit": each.ref} for each in units]
        for hero in units:
            if not hero.leads:
                continue
            army = read(
                faction, army_id, [{"hero": {"unit": hero.ref}, "units": entries}], partners(units)
            )
            for fact, unit in zip(units, army.regiments[0].members, strict=True):
                if allowed(hero, fact) != left_alone(army, unit, fact):
                    wrong.append(f"{faction}/{army_id}: {hero.ref} <- {fact.ref}")
    assert wrong == []


def partners(units: list[Fact]) -> list[Json]:
    """As auxiliaries, twice: units of which the army needs one for each of an undersized other."""
    named = {each.max_per["unit"] for each in units if each.max_per}
    return [
        {"unit": each.ref}
        for each in units
        if each.ref.rpartition("/")[2] in named
        for _ in range(2)
    ]


def allowed(hero: Fact, unit: Fact) -> bool:
    """As the facts say: an option admits it, and it is not bound to another hero."""
    only = unit.profile.get("only_in_regiment_of") or []
    return (not only or hero.name in only) and any(
        unit.admitted_by(option) for option in hero.profile.get("options") or ()
    )


def left_alone(army: RegimentArmy, unit: RegimentUnit, fact: Fact) -> bool:
    """Whether the law has nothing to say of the unit as the only one, or beside what it has to ride
    along with."""
    regiment = army.regiments[0]
    whole = regiment.members
    needs = fact.profile.get("requires_in_regiment") or []
    helpers = [each for each in whole if each.name in needs]
    regiment.members, regiment.faults = [*helpers, unit], None
    army.units = [*regiment.units, *army.auxiliaries]
    try:
        return not blamed(army, unit.path)
    finally:
        regiment.members, regiment.faults = whole, None


@pytest.mark.parametrize("faction", FACTIONS)
@pytest.mark.slow_but(5)
def test_every_option_holds_its_number_and_no_more(faction: str) -> None:
    """As many units as the option has places are admitted; one more is not, unless another option
    has room for it."""
    wrong = []
    units = main_army(faction)
    tried = 0
    for hero in units:
        options = hero.profile.get("options") or [] if hero.leads else []
        for option in options:
            if option.get("max") is None:
                continue
            for unit in units:
                elsewhere = [o for o in options if o is not option and unit.admitted_by(o)]
                if not unit.admitted_by(option) or elsewhere or not allowed(hero, unit):
                    continue
                tried += 1
                for count in (option["max"], option["max"] + 1):
                    entries = [{"unit": unit.ref} for _ in range(count)]
                    army = read(
                        faction,
                        None,
                        [{"hero": {"unit": hero.ref}, "units": entries}],
                        partners(units),
                    )
                    found = blamed(army, ("regiments", 0, "units", count - 1))
                    if found != ([] if count == option["max"] else ["AOS-13"]):
                        wrong.append(f"{faction}: {hero.ref} <- {count} {unit.ref}: {found}")
    assert wrong == []
    assert tried or not any(
        o.get("max") for each in units for o in each.profile.get("options") or ()
    )


@pytest.mark.parametrize("faction", FACTIONS)
def test_every_companion_is_asked_for(faction: str) -> None:
    for hero in main_army(faction):
        compulsory = [option for option in hero.profile.get("options") or () if option.get("min")]
        alone = read(faction, None, [{"hero": {"unit": hero.ref}}])
        missing = [
            found
            for found in engine.check_army(alone)
            if found.key == "missing" and found.code == "AOS-13"
        ]
        assert [found.args["missing"] for found in missing] == [
            option["label"] for option in compulsory
        ], hero.ref


@pytest.mark.parametrize("faction", FACTIONS)
@pytest.mark.slow_but(5)
def test_every_warscroll_by_itself(faction: str) -> None:
    """Price, size, reinforcing and auxiliary: of every warscroll, as the facts state them."""
    wrong = []
    for scroll in facts(faction)["warscrolls"]:
        words = {word.upper() for word in scroll["keywords"]}
        for reinforced in (False, True):
            army = read(faction, None, [], [{"unit": scroll["id"], "reinforced": reinforced}])
            unit = army.auxiliaries[0]
            factor = 2 if reinforced else 1
            if (unit.points, unit.models) != (factor * scroll["points"], factor * scroll["models"]):
                wrong.append(f"{scroll['id']}: {unit.points} points, {unit.models} models")
            codes = {found.code for found in engine.check_army(army) if found.severity == "error"}
            may = scroll["can_be_reinforced"] and "UNIQUE" not in words
            if ("AOS-16" in codes) != (reinforced and not may):
                wrong.append(f"{scroll['id']}: reinforced {reinforced}, {codes}")
            bound = scroll["regiment"].get("cannot_be_auxiliary") or scroll["regiment"].get(
                "only_in_regiment_of"
            )
            if ("AOS-19" in codes) != bool(bound):
                wrong.append(f"{scroll['id']}: auxiliary, {codes}")
            if ("AOS-27" in codes) != bool(scroll.get("battlepack")):
                wrong.append(f"{scroll['id']}: season, {codes}")
    assert wrong == []


def test_every_faction_is_there() -> None:
    assert len(FACTIONS) == 27
    assert sum(len(facts(faction)["warscrolls"]) for faction in FACTIONS) == 977
