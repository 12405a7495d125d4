"""The histories of the Age of Sigmar factions say what the facts of past days say. Skips where those are not at hand."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from functools import cache
from typing import Any

import msgspec
import pytest

from listbuilder.data import paths
from listbuilder.data.library import Library
from listbuilder.games.aos.history_records import PastProfile, WarscrollHistory, WarscrollState
from listbuilder.games.aos.state_on_date import restore_warscroll
from listbuilder.games.aos.warscroll import RegimentOption
from listbuilder.games.registry import get_game
from listbuilder.model.aliases import Versions, WarscrollAliases
from tests.facts.pending import AOS, DAY_AOS, pending
from tests.facts.shared_facts import SHARED
from tests.facts.shared_history import (
    HISTORY,
    aliases,
    as_on,
    days_of,
    faction_ids,
    history,
    history_of_ours,
    in_force,
    state,
    versions,
)
from tests.needs import needs_shared

GAME = "age-of-sigmar-4e"
FOLDER = paths.get_factions_folder() / GAME / "history"
EXTRAS = ("battle_formations", "enhancements", "spell_lores", "prayer_lores", "manifestation_lores")
Json = dict[str, Any]

pytestmark = needs_shared("facts", "history")


@cache
def facts_aos(faction_id: str) -> Json:
    file = SHARED / "facts" / GAME / f"{faction_id}.json"
    found: Json = json.loads(file.read_text(encoding="utf-8"))
    return found


# --- from the models back to the shape of the facts -------------------------------------------------------------------


def bare(fact: Json) -> Json:
    """An `until` of null is none; a thing is in the facts unless they say not."""
    return {key: value for key, value in fact.items() if not (key == "until" and value is None)} | {
        "in_facts": fact.get("in_facts", True)
    }


def thing(made: Any, *, in_facts: bool | None = None) -> Json:
    said: Json = listed(msgspec.to_builtins(made))
    said["in_facts"] = said.pop("today", True) if in_facts is None else in_facts
    said.pop("today", None)
    return said


def listed(value: Any) -> Any:
    if isinstance(value, dict):
        return {key: listed(item) for key, item in value.items()}
    return [listed(item) for item in value] if isinstance(value, (list, tuple)) else value


def rows(points: dict[str, int | None]) -> list[Json]:
    return [{"from": day, "points": price} for day, price in points.items()]


def of_one_day(fact: list[Json]) -> list[Json]:
    """Of two prices of one day the last counts."""
    return rows({row["from"]: row["points"] for row in fact})


def option(made: RegimentOption) -> Json:
    said = {
        "label": made.title,
        "max": made.max,
        "any_of_keywords": [list(made.keywords)] if made.keywords else None,
        "sub_heroes": list(made.sub_heroes) or None,
        "units": list(made.units) or None,
        "hero": made.is_for_heroes or None,
        "min": made.min or None,
        "none_of_keywords": list(made.none_of_keywords) or None,
        "none_of_units": list(made.none_of_units) or None,
    }
    return {key: value for key, value in said.items() if value is not None or key == "max"}


def profile(made: PastProfile, fact: Json) -> Json:
    said: Json = {"can_lead": made.can_lead}
    if made.members is not None:
        said["members"] = {**dict.fromkeys(made.members), **dict.fromkeys(made.one_of_each, 1)}
    if made.options or "options" in fact:
        said["options"] = [option(each) for each in made.options]
    if made.joins_as:
        said["joins_as"] = list(made.joins_as)
    return said


def values(made: WarscrollState, fact: Json) -> Json:
    said = made.get_stated_values()
    if "regiment" in said:
        said["regiment"] = profile(said["regiment"], fact.get("regiment", {}))
    return {key: listed(value) for key, value in said.items()}


# --- everything comes back --------------------------------------------------------------------------------------------


def test_every_faction_has_its_files() -> None:
    assert sorted(file.stem for file in FOLDER.glob("*.yaml")) == sorted(
        [*faction_ids(GAME), "versions"]
    )
    known = {"generic" if each == "*" else each for each in aliases(GAME)["factions"]}
    assert {file.stem for file in (FOLDER / "aliases").glob("*.yaml")} == known


@pytest.mark.parametrize("faction_id", faction_ids(GAME))
def test_everything_of_a_faction(faction_id: str) -> None:
    written: WarscrollHistory = history_of_ours(GAME, faction_id, WarscrollHistory)
    facts = history(GAME)["factions"][faction_id]
    assert (written.system, written.id, written.as_of) == (GAME, faction_id, DAY_AOS)
    made: WarscrollHistory = as_on(
        written, history(GAME)["facts_as_of"]
    )  # what came later: tests/facts/test_pending.py
    kinds = {*EXTRAS, "armies_of_renown", "regiments", "warscrolls"}
    assert {
        key for key, value in facts.items() if value
    } <= kinds  # faction_terrain is empty everywhere
    extras(
        made,
        facts | {"enhancements": moved(faction_id, facts.get("enhancements", {}))},
        changed_later(written),
    )
    same({each.id: regiment(each) for each in made.regiments}, facts.get("regiments", {}), "prices")
    same({each.id: each for each in made.warscrolls}, facts.get("warscrolls", {}), "", warscroll)
    armies = facts.get("armies_of_renown", {})
    assert [army.id for army in made.armies_of_renown] == list(armies)
    for army in made.armies_of_renown:
        fact = armies[army.id]
        extras(army, fact, changed_later(written))
        own = fact.get("warscrolls", {})
        same(
            {each.id: each for each in army.warscrolls},
            own,
            "",
            lambda made, fact: warscroll(made, fact, False),
        )
        assert all(
            each["in_facts"] is False for each in own.values()
        )  # of all of them: it says nothing
        head = {key: value for key, value in thing(army).items() if key not in kinds}
        assert head == bare({key: value for key, value in fact.items() if key not in kinds})


def moved(faction_id: str, enhancements: Json) -> Json:
    """Where today's facts have an enhancement in another table than those of the past, its id is today's."""
    today: dict[str, str] = {}
    for table in facts_aos(faction_id).get("enhancement_tables", []):
        today |= {each["id"]: f"{table['id']}/{each['id']}" for each in table["choices"]}
    there = set(today.values())
    result = {}
    for key, fact in enhancements.items():
        own = (
            key if key in there or not fact.get("in_facts", True) else today[key.partition("/")[2]]
        )
        result[own] = {**fact, "id": own}
    return result


def same(
    made: Json, facts: Json, priced: str, shape: Callable[[Any, Json], Json] | None = None
) -> None:
    assert list(made) == list(facts)
    for key, fact in facts.items():
        expected = bare(fact)
        for name in ("points", "prices"):
            if isinstance(expected.get(name), list):
                expected[name] = of_one_day(expected[name])
        assert (shape(made[key], fact) if shape else made[key]) == expected, key


def changed_later(made: Any) -> set[str]:
    """The ids of what ended or got another price after the facts: that it was there before is told since then."""
    last = history(GAME)["facts_as_of"]
    there = [each for kind in EXTRAS for each in getattr(made, kind, ())]
    return {
        each.id
        for each in there
        if (each.until or "") > last or any(day > last for day in each_day(each))
    }


def each_day(made: Any) -> list[str]:
    return list(getattr(made, "points", None) or ())


def extras(made: Any, facts: Json, told_since: set[str]) -> None:
    for kind in EXTRAS:
        known = {key: spelled(fact) for key, fact in facts.get(kind, {}).items()}
        there = [
            each
            for each in getattr(made, kind, ())
            if each.id in known or each.id not in told_since
        ]
        same({each.id: extra(each, known.get(each.id, {})) for each in there}, known, "points")


def spelled(fact: Json) -> Json:
    """With the name that the app writes today."""
    for row in pending().get(AOS, {}).get("app_476", {}).get("spelling", []):
        if fact["name"] == row["was"]:
            return {**fact, "name": row["is"], "spellings": [row["was"]]}
    return fact


def extra(made: Any, fact: Json) -> Json:
    said = thing(made)
    if "points" in said:
        said["points"] = first_as_told(rows(said["points"]), fact.get("points", []))
        if not said["points"]:
            del said["points"]
    if "applies_to" in said:
        said["applies_to"] = {"all": [], "any": [], "none": [], **said["applies_to"]}
    return said


def first_as_told(ours: list[Json], facts: list[Json]) -> list[Json]:
    """Without the price of the first day, written since a later one is another, where the facts begin with the same."""
    first, *others = ours
    same_price = first["points"] == (facts[0]["points"] if facts else 0)
    return others if same_price and first not in facts else ours


def regiment(made: Any) -> Json:
    said = thing(made)
    return said | ({"prices": rows(said["prices"])} if "prices" in said else {})


def of_app_476(name: str, change: Any) -> bool:
    """Whether a change came with an export of the app that the facts do not have."""
    rows = [
        row
        for row in pending().get(AOS, {}).get("app_476", {}).get("keywords", [])
        if row["name"] == name
    ]
    return (
        bool(rows)
        and change.until[:7] == "2026-08"
        and rows[0]["was"] in change.was.get_stated_values().get("keywords", ())
    )


def warscroll(made: Any, fact: Json, in_facts: bool | None = None) -> Json:
    said = thing(made, in_facts=in_facts)
    if "prices" in said:
        said["prices"] = rows(said["prices"])
    for former, row in zip(said.get("formerly", []), fact.get("formerly", []), strict=True):
        former.setdefault("until", row["until"])
    if made.warscroll is not None:
        said["warscroll"] = values(made.warscroll, fact["warscroll"])
    if made.changes:
        changes = [each for each in made.changes if not of_app_476(made.name, each)]
        assert [each.until for each in changes] == [each["until"] for each in fact["changes"]]
        said["changes"] = [
            {"until": each.until, "was": values(each.was, row["was"])}
            for each, row in zip(changes, fact["changes"], strict=True)
        ]
    return said


@pytest.mark.parametrize(
    "faction_id",
    [each for each in faction_ids(GAME) if each not in ("generic", "regiments-of-renown")],
)
def test_the_state_of_every_day_is_that_of_the_facts(faction_id: str) -> None:
    """Every warscroll on the last day of each of its states and the first of each price."""
    made: WarscrollHistory = history_of_ours(GAME, faction_id, WarscrollHistory)
    today = get_game(GAME).shelf(Library()).load_faction(faction_id)  # type: ignore[attr-defined]
    last = history(GAME)["facts_as_of"]
    for past in made.warscrolls:
        if past.from_ > last:
            continue
        fact = history(GAME)["factions"][faction_id]["warscrolls"][past.id]
        sheet = today.get_sheet(past.id)
        newest = restore_warscroll(sheet, past, last, lambda name: name.endswith("s"))
        base = fact.get("warscroll") or (plain(newest.warscroll) if newest else None)
        for day in [each for each in days_of(fact) if each < last] + [last]:
            then = restore_warscroll(sheet, past, day, lambda name: name.endswith("s"))
            assert (then is None) == (base is None), past.id
            if then is None or base is None:
                continue
            expected = state(base, fact.get("changes", []), day)
            where = f"{past.id} on {day}"
            for key in ("models", "can_be_reinforced", "keywords"):
                assert listed(getattr(then.warscroll, key)) == expected[key], f"{where}: {key}"
            check_regiment(then.warscroll, expected.get("regiment"), where)
            row = in_force(fact.get("prices", []), day)
            if row is not None and row["points"] is not None:
                assert then.warscroll.points == row["points"], where


def plain(sheet: Any) -> Json:
    """Today's warscroll, whose regiment no patch speaks of: not compared."""
    return {key: listed(getattr(sheet, key)) for key in ("models", "can_be_reinforced", "keywords")}


def check_regiment(made: Any, fact: Json | None, where: str) -> None:
    if fact is None:
        return
    if "Hero" in made.keywords:
        assert made.regiment.can_lead is fact["can_lead"], where
    assert list(made.regiment.joins_as) == fact.get("joins_as", []), where
    if "members" in fact:
        expected = {(name, most, name.endswith("s")) for name, most in fact["members"].items()}
        assert {
            (each.units[0], each.max, each.hero) for each in made.regiment.options
        } == expected, where
        assert all(len(each.units) == 1 for each in made.regiment.options), where
    else:
        assert [option(each) for each in made.regiment.options] == fact.get("options", []), where


# --- names and versions -----------------------------------------------------------------------------------------------


# Weapons that lists write below a unit that came with the newest season, as they do below its twin.
ON_ITS_WARSCROLL = {
    "sons-of-behemat": {
        "Scourge of Aqshy: Gatebreaker Mega-Gargant": {
            each: {"from": "2026-07-03"} for each in ("Death Grip", "Fortcrusha Flail")
        }
    }
}


@pytest.mark.parametrize(
    "faction_id", sorted(aliases(GAME)["factions"]) if HISTORY.is_dir() else []
)
def test_aliases(faction_id: str) -> None:
    facts = dict(aliases(GAME)["factions"][faction_id])
    made: WarscrollAliases = history_of_ours(
        GAME, f"aliases/{'generic' if faction_id == '*' else faction_id}", WarscrollAliases
    )
    assert (
        facts.pop("note", "before or after the name of a warscroll")
        == "before or after the name of a warscroll"
    )
    assert made.abbreviations == facts.pop("abbreviations", {})
    options = listed(msgspec.to_builtins(made.unit_options))
    assert all(
        options.pop(unit) == weapons
        for unit, weapons in ON_ITS_WARSCROLL.get(faction_id, {}).items()
    )
    assert options == {
        unit: {name: without_null(each) for name, each in names.items()}
        for unit, names in facts.pop("unit_options", {}).items()
    }
    said = listed(msgspec.to_builtins(as_on(made, history(GAME)["facts_as_of"])))
    for kind, names in facts.items():
        for name, each in names.items():
            have = said[kind].pop(name)
            assert made.sources[have.pop("source")] == each["source"], name
            assert have == without_null(
                {key: value for key, value in each.items() if key != "source"}
            ), name
    rest = {
        key
        for key, value in said.items()
        if value and key not in ("system", "id", "sources", "unit_options", "abbreviations")
    }
    assert not rest


def without_null(fact: Json) -> Json:
    return {key: value for key, value in fact.items() if not (key == "until" and value is None)}


def test_versions() -> None:
    made: Versions = history_of_ours(GAME, "versions", Versions)
    facts = versions("aos")
    head = history(GAME)
    assert (made.system, made.as_of, made.edition_began) == (
        head["system"],
        DAY_AOS,
        head["edition_began"],
    )
    assert facts.keys() == {"app_data_versions", "bsdata_revisions"}
    assert [{"app_versions": [], **listed(row)} for row in msgspec.to_builtins(made.app_data)] == [
        {"app_versions": [], **row} for row in facts["app_data_versions"]
    ]
    assert {name: [list(row) for row in found] for name, found in made.catalogues.items()} == facts[
        "bsdata_revisions"
    ]


def test_releases_are_the_days_on_which_something_has_a_new_price() -> None:
    made: Versions = history_of_ours(GAME, "versions", Versions)
    days: dict[str, int] = {}
    for price in prices_in(history(GAME)["factions"]):
        days[price["from"]] = days.get(price["from"], 0) + 1
    last = history(GAME)["facts_as_of"]
    assert {
        release.day: release.changes for release in made.releases if release.day <= last
    } == days
    later = [
        pending()[AOS][key]["from"][:10]
        for key in ("sons_of_behemat_battletome", "battle_profiles_2026-09-23")
    ]
    assert [release.day for release in made.releases] == [*sorted(days), *later]


def prices_in(value: Any) -> Iterator[Json]:
    if isinstance(value, dict):
        if value.keys() == {"from", "points"}:
            yield value
        for item in value.values():
            yield from prices_in(item)
    elif isinstance(value, list):
        for item in value:
            yield from prices_in(item)


def test_the_head_says_nothing_else() -> None:
    assert history(GAME).keys() == {"system", "edition_began", "facts_as_of", "factions"}
    assert aliases(GAME).keys() == {"system", "factions"}
