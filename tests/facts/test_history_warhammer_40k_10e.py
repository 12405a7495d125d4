"""The histories of the Warhammer 40,000 factions say what the facts of past days say. Skips where those are not at hand."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import msgspec
import pytest

from listbuilder.data import paths
from listbuilder.data.library import Library
from listbuilder.games.registry import get_game
from listbuilder.games.wh40k.history_records import FactionHistory, PastDatasheet
from listbuilder.games.wh40k.price import CONDITIONAL
from listbuilder.games.wh40k.state_on_date import build_datasheet_on_date
from listbuilder.model.aliases import Alias, FactionAliases, ItemAlias, Versions
from listbuilder.model.datasheet import Datasheet
from tests.facts import from_cards
from tests.facts.lossless import differences
from tests.facts.pending import corrected_40k
from tests.facts.shared_facts import facts_40k
from tests.facts.shared_history import (
    aliases,
    days_of,
    faction_ids,
    history,
    history_of_ours,
    in_force,
    odd,
    state,
    versions,
)
from tests.needs import needs_shared

GAME = "warhammer-40k-10e"
FOLDER = paths.get_factions_folder() / GAME / "history"
COMPOSITION = {"models", "compositions", "size", "composition_rules"}
BOARDING = "only in BSData: a Boarding Actions detachment, not for matched play"
Json = dict[str, Any]

pytestmark = needs_shared("facts", "history")


def ours(faction_id: str) -> FactionHistory:
    found: FactionHistory = history_of_ours(GAME, faction_id, FactionHistory)
    return found


def theirs(faction_id: str) -> Json:
    found: Json = history(GAME)["factions"][faction_id]
    return found


def check(found: Iterator[str]) -> None:
    lines = list(found)
    assert not lines, "\n".join([f"{len(lines)} differences", *lines[:20]])


def thing(made: msgspec.Struct, fact: Json, where: str) -> Iterator[str]:
    """What all things have. `until: null` says no more than none."""
    expected = {
        "from_": fact["from"],
        "until": fact.get("until"),
        "today": fact.get("in_facts", True),
        "name": fact["name"],
        "spellings": tuple(fact.get("spellings", ())),
        **{key: fact.get(key) for key in ("renamed_to", "renamed_why", "replaced_by")},
        "formerly": tuple(
            (each["name"], each["until"], each["id"]) for each in fact.get("formerly", ())
        ),
    }
    for key, value in expected.items():
        have = getattr(made, key)
        if key == "formerly":
            have = tuple((each.name, each.until, each.id) for each in have)
        if have != value:
            yield f"{where}.{key}: {have!r} instead of {value!r}"


def no_other_keys(fact: Json, known: str, where: str) -> Iterator[str]:
    common = "id name from until in_facts spellings renamed_to renamed_why replaced_by formerly"
    if extra := fact.keys() - set(f"{common} {known}".split()):
        yield f"{where}: nothing compares {sorted(extra)}"


def test_every_faction_has_its_files() -> None:
    assert sorted(file.stem for file in FOLDER.glob("*.yaml")) == sorted(
        [*faction_ids(GAME), "versions"]
    )
    assert sorted(file.stem for file in (FOLDER / "aliases").glob("*.yaml")) == sorted(
        aliases(GAME)["factions"]
    )


@pytest.mark.parametrize("faction_id", faction_ids(GAME))
def test_detachments_and_enhancements(faction_id: str) -> None:
    check(_detachments(faction_id))
    check(_enhancements(faction_id))


def _detachments(faction_id: str) -> Iterator[str]:
    made = {each.id: each for each in ours(faction_id).detachments}
    facts = theirs(faction_id)["detachments"]
    assert list(made) == list(facts)
    for key, fact in facts.items():
        yield from thing(made[key], fact, key)
        yield from no_other_keys(fact, "source note enhancement_names", key)
        if made[key].source != fact["source"] or made[key].enhancement_names != fact.get(
            "enhancement_names"
        ):
            yield f"{key}: another source or number of enhancements"
        if (
            made[key].matched_play is not (fact.get("note") is None)
            or fact.get("note", BOARDING) != BOARDING
        ):
            yield f"{key}: {fact.get('note')!r}"


# Conditions of enhancements that are sentences cut into words: left out of the files. None: of its last state.
CUT = {
    ("dark-angels", "unforgiven-task-force/pennant-of-remembrance", "2024-03-08"),
    ("imperial-knights", "noble-lance/mythic-hero", None),
    ("necrons", "annihilation-legion/eldritch-nightmare", "2024-02-13"),
    ("necrons", "annihilation-legion/soulless-reaper", "2024-02-13"),
}


def _enhancements(faction_id: str) -> Iterator[str]:
    made = {each.id: each for each in ours(faction_id).enhancements}
    facts = theirs(faction_id)["enhancements"]
    assert list(made) == list(facts)
    for key, fact in facts.items():
        one = made[key]
        yield from thing(one, fact, key)
        yield from no_other_keys(fact, "source detachment points requires bearer changes", key)
        if (one.source, one.detachment, one.bearer) != (
            fact["source"],
            fact["detachment"],
            fact.get("bearer"),
        ):
            yield f"{key}: another source, detachment or bearer"
        if list(one.points.items()) != [(row["from"], row["points"]) for row in fact["points"]]:
            yield f"{key}: {one.points} instead of {fact['points']}"
        if (faction_id, key, None) in CUT:
            fact = {name: value for name, value in fact.items() if name != "requires"}
        known = [
            change
            for change in fact.get("changes", [])
            if (faction_id, key, change["until"]) not in CUT
        ]
        if (one.requires is None) != ("requires" not in fact):
            yield f"{key}: requires {one.requires}"
        if one.requires is not None:
            yield from differences(one.requires, fact["requires"], f"{key}.requires")
        if [change.until for change in one.changes] != [change["until"] for change in known]:
            yield f"{key}: other changes"
        for change, said in zip(one.changes, known, strict=False):
            assert list(said["was"]) == ["requires"]
            yield from differences(
                change.was.requires, said["was"]["requires"], f"{key} until {change.until}"
            )


@pytest.mark.parametrize("faction_id", faction_ids(GAME))
def test_datasheets(faction_id: str) -> None:
    made = {each.id: each for each in ours(faction_id).datasheets}
    facts = theirs(faction_id)["datasheets"]
    assert list(made) == list(facts)
    for key, fact in facts.items():
        check(_datasheet(made[key], fact))
        check(_changes(made[key], fact))


def _datasheet(made: PastDatasheet, fact: Json) -> Iterator[str]:
    yield from thing(made, fact, made.id)
    yield from no_other_keys(fact, "prices changes items_gone sheet legends guest_of", made.id)
    prices = [
        {"from": row.from_, "points": {str(k): v for k, v in row.points.items()}}
        for row in made.prices
    ]
    if prices != fact.get("prices", []):
        yield f"{made.id}: {prices} instead of {fact['prices']}"
    if made.legends is not fact.get("legends", False) or made.guest_of != fact.get("guest_of"):
        yield f"{made.id}: legends or guest"
    gone = [(item.name, item.from_, item.until, item.renamed_to) for item in made.items_gone]
    said = [
        (item["name"], item["from"], item["until"], item.get("renamed_to"))
        for item in fact.get("items_gone", [])
    ]
    if [row for row in gone if row in said] != [row for row in said if not odd(row[0])] or len(
        gone
    ) > len(said):
        yield f"{made.id}: {gone} instead of {said}"
    assert all(item["source"] == "app" for item in fact.get("items_gone", []))
    if (made.sheet is None) != ("sheet" not in fact):
        yield f"{made.id}: sheet"
    if made.sheet is not None:
        assert fact["sheet"]["name"] == fact["name"]
        yield from _state(
            made.sheet.get_stated_values(),
            {k: v for k, v in fact["sheet"].items() if k != "name"},
            made.unread,
            made.id,
        )


def _state(said: Json, fact: Json, unread: tuple[str, ...], where: str) -> Iterator[str]:
    """Every key of a fact is there with its value, or the fact is odd and its key left out aloud (or its names mended)."""
    for key, value in fact.items():
        if key in unread:
            group = COMPOSITION if key in COMPOSITION else {key}
            if not any(odd(fact.get(each)) for each in group):
                yield f"{where}.{key}: left out though it can be read: {value!r}"
        elif key not in said:
            yield f"{where}.{key}: missing"
        elif value is None:
            if said[key] is not None:
                yield f"{where}.{key}: {said[key]!r} instead of null"
        elif not odd(value) and not (key == "size" and odd(fact.get("models"))):
            yield from differences(said[key], value, f"{where}.{key}")


def _changes(made: PastDatasheet, fact: Json) -> Iterator[str]:
    changes = fact.get("changes", [])
    if [each.until for each in made.changes] != [each["until"] for each in changes]:
        yield f"{made.id}: changes at other days"
    unread: set[str] = set()
    for ours_, theirs_ in zip(made.changes, changes, strict=True):
        where = f"{made.id} until {ours_.until}"
        said = ours_.was.get_stated_values()
        waited = (
            unread & COMPOSITION
        )  # what waited for a readable composition, and comes with the first
        yield from _state(
            said, theirs_["was"], tuple(key for key in ours_.unread if key in theirs_["was"]), where
        )
        if extra := said.keys() - theirs_["was"].keys() - waited:
            yield f"{where}: {sorted(extra)} more than the facts"
        unread = (unread | set(ours_.unread)) - said.keys()


@pytest.mark.parametrize("faction_id", faction_ids(GAME))
def test_the_state_of_every_day_is_that_of_the_facts(faction_id: str) -> None:
    """Every datasheet on the last day of each of its states and the first of each price: all keys but those said unknown."""
    today = get_game(GAME).shelf(Library()).load_faction(faction_id)  # type: ignore[attr-defined]
    base = {
        sheet["id"]: sheet
        for sheet in from_cards.sheets(
            GAME, faction_id, corrected_40k(facts_40k(faction_id))["datasheets"]
        )
    }
    found: list[str] = []
    for past in ours(faction_id).datasheets:
        fact = theirs(faction_id)["datasheets"][past.id]
        alone = (
            corrected_40k({"datasheets": [{**fact.get("sheet", {}), "id": past.id}]})
            if past.id not in base
            else {}
        )
        for day in days_of(fact):
            then = build_datasheet_on_date(today.get_sheet(past.id), past, day)
            expected = state(
                base.get(past.id) or alone["datasheets"][0], fact.get("changes", []), day
            )
            found += _differ(then.sheet, expected, then.unknown, f"{past.id} on {day}")
            found += _costs(then.sheet, fact, day, newest=past.today)
    assert not found, "\n".join([f"{len(found)} differences", *found[:20]])


def _differ(sheet: Datasheet, expected: Json, unknown: frozenset[str], where: str) -> Iterator[str]:
    for field in msgspec.structs.fields(Datasheet):
        key = field.encode_name
        if key in unknown or key in (
            "id",
            "points",
            "points_source",
            "options_incomplete",
            "legends",
        ):
            continue
        value = expected.get(key)
        if value is None or odd(value) or (key == "size" and odd(expected.get("models"))):
            default = field.default if field.default is not msgspec.NODEFAULT else None
            if (
                value is None
                and field.default is not msgspec.NODEFAULT
                and getattr(sheet, field.name) != default
            ):
                yield f"{where}.{key}: {getattr(sheet, field.name)!r}, but the facts say there was none"
            continue
        yield from differences(getattr(sheet, field.name), value, f"{where}.{key}")


def _costs(sheet: Datasheet, fact: Json, day: str, newest: bool) -> Iterator[str]:
    """The plain brackets. Where the newest are in force, today's own list says more and counts."""
    row = in_force(fact.get("prices", []), day)
    if row is None or (newest and row is fact["prices"][-1]):
        return
    plain = {
        str(price.models): price.points
        for price in sheet.points
        if price.models is not None and price.when is None
    }
    if plain != row["points"] and not (
        len(plain) == 1 and list(plain.values()) == list(row["points"].values())
    ):
        yield f"{sheet.id} on {day}: {plain} instead of {row['points']}"


def test_hardly_anything_is_unknown() -> None:
    """Of the states of the datasheets on all release days (README: 97 to 100 % of what can be read)."""
    shelf: Any = get_game(GAME).shelf(Library())
    releases = [release["day"] for release in history(GAME)["releases"]]
    total = unknown = 0
    for faction_id in faction_ids(GAME):
        for past in ours(faction_id).datasheets:
            for day in releases:
                if past.from_ <= day and (past.until is None or day < past.until):
                    then = build_datasheet_on_date(
                        shelf.load_faction(faction_id).get_sheet(past.id), past, day
                    )
                    total += 1
                    unknown += bool(then.unknown - {"points", CONDITIONAL})
    assert total > 25_000
    assert unknown / total < 0.05


# --- names and versions -----------------------------------------------------------------------------------------------


@pytest.mark.parametrize("faction_id", faction_ids(GAME))
def test_aliases(faction_id: str) -> None:
    facts = aliases(GAME)["factions"].get(faction_id)
    if facts is None:
        assert not (FOLDER / "aliases" / f"{faction_id}.yaml").exists()
        return
    made: FactionAliases = history_of_ours(GAME, f"aliases/{faction_id}", FactionAliases)
    assert facts.keys() <= {"units", "detachments", "enhancements", "items", "languages"}
    for kind in ("units", "detachments", "enhancements"):
        assert [alias(name, each, made) for name, each in getattr(made, kind).items()] == known(
            facts.get(kind, {})
        )
    # more names of other languages are from the publisher's app (glossary/foreign)
    assert set(facts.get("languages", {})) <= set(made.languages)
    for language, tables in facts.get("languages", {}).items():
        spoken = made.languages[language]
        assert tables.keys() <= {"units", "detachments", "enhancements"}
        for kind in ("units", "detachments", "enhancements"):
            ours = [alias(name, each, made) for name, each in getattr(spoken, kind).items()]
            assert [one for one in known(tables.get(kind, {})) if one not in ours] == []
    items = {
        unit: {name: item(each) for name, each in names.items()}
        for unit, names in made.items.items()
    }
    assert items == {
        unit: {n: plain(e) for n, e in names.items()}
        for unit, names in facts.get("items", {}).items()
    }


def alias(name: str, made: Alias, file: FactionAliases) -> tuple[str, Json]:
    """Back in the shape of the facts: the source in full, with what speaks for it."""
    source = file.sources[made.source] + (f": {made.why}" if made.why else "")
    said = {
        "is": made.is_,
        "from": made.from_,
        "until": made.until,
        "source": source,
        "points_2023_06": made.points_2023_06,
        "price_agrees": made.price_agrees,
        "renamed_to": made.renamed_to,
    }
    return name, {key: value for key, value in said.items() if value is not None}


def known(facts: Json) -> list[tuple[str, Json]]:
    return [
        (name, {key: value for key, value in fact.items() if value is not None})
        for name, fact in facts.items()
    ]


def item(made: ItemAlias) -> Json:
    said = {
        "is": made.is_,
        "items": list(made.items) or None,
        "by": made.by,
        "from": made.from_,
        "until": made.until,
    }
    said["kind"] = made.kind or "upgrade"
    result = {key: value for key, value in said.items() if value is not None}
    return result | ({"model": made.model} if made.model or made.unnamed_model else {})


def plain(fact: Json) -> Json:
    """A model of null is a model without a name; an `until` of null is none."""
    return {key: value for key, value in fact.items() if not (key == "until" and value is None)}


def test_versions() -> None:
    made: Versions = history_of_ours(GAME, "versions", Versions)
    facts = versions("40k")
    head = history(GAME)
    assert (made.system, made.as_of, made.edition_began) == (
        head["system"],
        head["facts_as_of"],
        head["edition_began"],
    )
    assert [
        {key: value for key, value in row.items() if key != "digest"}
        for row in msgspec.to_builtins(made.releases)
    ] == head["releases"]
    assert facts.keys() == {"app_data_versions", "bsdata_revisions"}
    assert [
        {**row, "app_versions": list(row.get("app_versions", ()))}
        for row in msgspec.to_builtins(made.app_data)
    ] == [{"app_versions": [], **row} for row in facts["app_data_versions"]]
    assert {name: [list(row) for row in rows] for name, rows in made.catalogues.items()} == facts[
        "bsdata_revisions"
    ]


def test_the_head_says_nothing_else() -> None:
    assert history(GAME).keys() == {
        "system",
        "edition_began",
        "facts_as_of",
        "releases",
        "factions",
    }
    assert {key for faction in history(GAME)["factions"].values() for key in faction} == {
        "datasheets",
        "detachments",
        "enhancements",
    }
    assert aliases(GAME).keys() == {"system", "factions"}
    for faction_id in faction_ids(GAME):
        made = ours(faction_id)
        assert (made.system, made.id, made.as_of) == (
            GAME,
            faction_id,
            history(GAME)["facts_as_of"],
        )


def test_the_faction_keyword_that_armies_had() -> None:
    """No source says it: it is read off their units, of which every one but a later one had Aeldari until the codex."""
    former = {
        each: [(row.until, row.was) for row in ours(each).faction_keyword]
        for each in faction_ids(GAME)
    }
    assert {each: rows for each, rows in former.items() if rows} == {
        "aeldari": [("2025-02-05", "Aeldari")]
    }
