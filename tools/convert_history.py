"""Turns the facts of past days into history files: `python -m tools.convert_history ../shared`.

Every file is written from ../shared/facts/history, with ids of moved things from today's facts. Names and conditions that hold
sentences are mended or left out, aloud (history_names.py); everything else comes back from the files as it is in the
facts (tests/facts/test_history_*.py).
"""

from __future__ import annotations

import json
import sys
from collections import Counter
from collections.abc import Iterable
from pathlib import Path
from typing import Any

import msgspec
from ruamel.yaml import YAML

from listbuilder.games.aos.history_records import WarscrollHistory
from listbuilder.games.wh40k.history_records import FactionHistory
from listbuilder.model.aliases import FactionAliases, Versions, WarscrollAliases
from listbuilder.model.base import Model
from tools.convert_aos import option
from tools.history_names import mended_changes, mended_sheet, name_at_head
from tools.yaml_out import dump

Json = dict[str, Any]
MUSTER, REGIMENTS = "warhammer-40k-10e", "age-of-sigmar-4e"
VERSIONS = {MUSTER: "40k", REGIMENTS: "aos"}
BOARDING = "only in BSData: a Boarding Actions detachment, not for matched play"
ABBREVIATIONS = "before or after the name of a warscroll"
EVERY_FACTION = {"*": "generic"}  # of the aliases: the file of what holds for all

_PAIRED = "github Zhaal/40k-Croisade (French crusade tracker, August 2025), paired with the English by price and name"
SOURCES = {
    "French points list of June 2023 (SQL dump found by the file search)": "points-2023-06",
    "French points list of June 2023; the sheet was merged later": "points-2023-06-merged",
    "hand-checked English-French table in a public points script": "points-script",
    _PAIRED: "croisade",
    "other name of the same BSData entry": "bsdata-same-entry",
    "spelling in BSData": "bsdata-spelling",
    "other spelling in the app or BSData": "app-or-bsdata",
    "BSData": "bsdata",
    "BSData catalogue": "bsdata-catalogue",
    "renamed (same BSData entry)": "renamed",
    "without the name of the army": "short",
    "spelling of the app export, 2025-12-12 to 2026-07-14": "app-export",
    "more than half of its enhancements live on there": "enhancements-live-on",
}


def read(path: Path) -> Any:
    return json.loads(path.read_text(encoding="utf-8"))


def without(thing: Json, *keys: str) -> Json:
    return {key: value for key, value in thing.items() if key not in keys}


def thing(key: str, facts: Json) -> Json:
    """What all things have: `in_facts: false` is `today: false`, an `until` of null is none."""
    assert facts.get("id", key) == key, key
    result = {"id": key, **without(facts, "id", "in_facts")}
    if not facts.get("in_facts", True):
        result["today"] = False
    if result.get("until", "") is None:
        del result["until"]
    return result


def by_day(states: list[Json]) -> dict[str, int | None]:
    """Of two prices of one day the last counts, as it would in the list."""
    result = {state["from"]: state["points"] for state in states}
    assert list(result) == sorted(result), states
    return result


def dated(facts: Json, *keys: str) -> Json:
    return facts | {key: by_day(facts[key]) for key in keys if key in facts}


def things(facts: Json, made: Any) -> list[Json]:
    return [made(thing(key, each)) for key, each in facts.items()]


# --- armies of datasheets ---------------------------------------------------------------------------------------------


def datasheet(facts: Json) -> Json:
    result = without(facts, "changes", "sheet", "items_gone")
    if changes := facts.get("changes"):
        result["changes"] = mended_changes(changes)
    if sheet := facts.get("sheet"):
        assert sheet["name"] == facts["name"], facts["id"]
        result["sheet"], result["unread"] = mended_sheet(without(sheet, "name"))
    result["items_gone"] = []
    for item in facts.get("items_gone", []):
        assert item["source"] == "app", facts["id"]
        name = name_at_head(item["name"])
        if name is not None:
            row = {**without(item, "source"), "name": name}
            result["items_gone"].append(row)
    return result


def detachment(facts: Json) -> Json:
    assert facts.get("note", BOARDING) == BOARDING, facts["id"]
    return without(facts, "note") | {"matched_play": "note" not in facts}


def former_keywords(facts: Json, today: Json) -> list[Json]:
    """No source says which faction keyword an army had: it is the one that its units had, where nearly none has today's."""
    sheets = {
        key: each for key, each in facts.get("datasheets", {}).items() if "guest_of" not in each
    }
    last = {each["id"]: each for each in today["datasheets"]}
    days = {
        row["until"]
        for each in sheets.values()
        for row in each.get("changes", ())
        if "faction_keywords" in row["was"]
    }
    found: list[Json] = []
    for until in sorted(days, reverse=True):
        there = [
            key
            for key, each in sheets.items()
            if each["from"] < until <= (each.get("until") or until)
        ]
        having = Counter(
            word
            for key in there
            for word in set(keywords_before(sheets[key], last.get(key), until))
        )
        word, most = having.most_common(1)[0]
        if having[today["faction_keyword"]] * 10 < len(there) and most * 10 > 9 * len(there):
            found.append({"until": until, "was": word})
    return found


def keywords_before(sheet: Json, now: Json | None, until: str) -> list[str]:
    state = (now or sheet.get("sheet") or {}).get("faction_keywords", [])
    for change in sheet.get("changes", ()):
        if until <= change["until"]:
            state = change["was"].get("faction_keywords", state)
    return list(state)


def enhancement(facts: Json, words: set[str]) -> Json:
    """Conditions that name what nothing in the faction ever was called are no conditions: a sentence was cut into words.

    Without such a change the next newer state holds; of a gone one without it is not known who may bear it.
    """
    result = dated(facts, "points")
    if "changes" in result:
        result["changes"] = [
            each for each in result["changes"] if words_of(each["was"]["requires"]) <= words
        ]
    return (
        without(result, "requires") if not words_of(result.get("requires", {})) <= words else result
    )


def words_of(value: Any) -> set[str]:
    if isinstance(value, str):
        return {value.casefold()}
    return {
        word
        for each in (value.values() if isinstance(value, dict) else value)
        for word in words_of(each)
    }


def all_words(facts: Iterable[Json]) -> set[str]:
    """Every word that datasheets of these factions have or had: names, keywords, abilities, models, wargear."""
    states: list[Json] = []
    for each in facts:
        sheets = each["datasheets"]
        for sheet in sheets.values() if isinstance(sheets, dict) else sheets:
            states += [
                sheet,
                sheet.get("sheet", {}),
                *(change["was"] for change in sheet.get("changes", ())),
            ]
    keys = ("name", "keywords", "faction_keywords", "core_abilities", "models", "default_wargear")
    return {
        word for state in states for key in keys for word in words_of_names(state.get(key) or ())
    }


def words_of_names(value: Any) -> set[str]:
    """As `words_of`, in rows of models and wargear too."""
    if isinstance(value, dict):
        value = [each for key, each in value.items() if key in ("name", "model", "item", "items")]
    return (
        {value.casefold()}
        if isinstance(value, str)
        else {word for each in value for word in words_of_names(each)}
    )


def faction_history(faction_id: str, facts: Json, head: Json, today: Json) -> Json:
    words = facts.pop("words")
    keywords = former_keywords(facts, today)
    known = {
        "faction_keyword": keywords,
        "detachments": things(facts.pop("detachments", {}), detachment),
        "enhancements": things(
            facts.pop("enhancements", {}), lambda each: enhancement(each, words)
        ),
        "datasheets": things(facts.pop("datasheets", {}), datasheet),
    }
    assert not facts, (faction_id, list(facts))
    return {"system": head["system"], "id": faction_id, "as_of": head["facts_as_of"], **known}


# --- armies of warscrolls ---------------------------------------------------------------------------------------------


def profile(facts: Json) -> Json:
    result = without(facts, "members")
    if "options" in facts:
        result["options"] = [
            option(without(each, *(["max"] if each["max"] is None else [])))
            for each in facts["options"]
        ]
    if (members := facts.get("members")) is not None:
        assert set(members.values()) <= {None, 1} and "options" not in facts, members
        result["members"] = [name for name, most in members.items() if most is None]
        result["one_of_each"] = [name for name, most in members.items() if most == 1]
    return result


def state(facts: Json) -> Json:
    return facts | {"regiment": profile(facts["regiment"])} if "regiment" in facts else facts


def warscroll(facts: Json) -> Json:
    result = dated(facts, "prices")
    if "changes" in facts:
        result["changes"] = [
            {"until": each["until"], "was": state(each["was"])} for each in facts["changes"]
        ]
    if "warscroll" in facts:
        result["warscroll"] = state(facts["warscroll"])
    return result


def own_warscroll(facts: Json) -> Json:
    """Of an army of renown: `in_facts` is false of all of them, and says nothing."""
    assert facts["today"] is False, facts["id"]
    return without(warscroll(facts), "today")


def extra(facts: Json) -> Json:
    return dated(facts, "points")


def tables_of_today(facts: Json, today: Json) -> Json:
    """An enhancement that stands in another table of today's facts than in those of the past has the id it has today."""
    now = [
        f"{table['id']}/{each['id']}"
        for table in today.get("enhancement_tables", [])
        for each in table["choices"]
    ]
    result = {}
    for key, each in facts.items():
        moved = [other for other in now if other.partition("/")[2] == key.partition("/")[2]]
        if each.get("in_facts", True) and key not in now:
            (key,) = moved
            each = {**each, "id": key}
        result[key] = each
    return result


def army_of_renown(facts: Json) -> Json:
    made = {
        "enhancements": extra,
        "spell_lores": extra,
        "prayer_lores": extra,
        "manifestation_lores": extra,
    }
    kinds: dict[str, Any] = {**made, "warscrolls": own_warscroll}
    return {
        key: things(value, kinds[key]) if key in kinds else value for key, value in facts.items()
    }


WARSCROLL_KINDS: dict[str, Any] = {
    "battle_formations": extra,
    "enhancements": extra,
    "spell_lores": extra,
    "prayer_lores": extra,
    "manifestation_lores": extra,
    "faction_terrain": extra,
    "armies_of_renown": army_of_renown,
    "regiments": lambda facts: dated(facts, "prices"),
    "warscrolls": warscroll,
}


def terrain(today: Json, prices: Json) -> Json:
    """The history of the facts has none; what terrain cost stands in their points history, by name."""
    found = {}
    for each in today.get("faction_terrain", ()):
        states = prices.get(each["name"], [])
        if states:
            found[each["id"]] = {"name": each["name"], "from": states[0]["from"], "points": states}
    return found


def warscroll_history(faction_id: str, facts: Json, head: Json, today: Json) -> Json:
    assert not facts.get("faction_terrain"), faction_id
    facts["faction_terrain"] = terrain(today, facts.pop("terrain_prices", {}))
    facts["enhancements"] = tables_of_today(facts.get("enhancements", {}), today)
    known = {key: things(facts.pop(key, {}), made) for key, made in WARSCROLL_KINDS.items()}
    assert not facts, (faction_id, list(facts))
    return {"system": head["system"], "id": faction_id, "as_of": head["facts_as_of"], **known}


# --- names and versions -----------------------------------------------------------------------------------------------


def sources_named(value: Any, used: dict[str, str]) -> Any:
    """Every `source` by its short name; those used are collected."""
    if isinstance(value, dict):
        result = {key: sources_named(item, used) for key, item in value.items()}
        if isinstance(text := value.get("source"), str):
            why = ""
            if text not in SOURCES:
                text, _, why = text.rpartition(": ")
            used[SOURCES[text]] = text
            result["source"] = SOURCES[text]
            if why:
                result["why"] = why
        return result
    return value


def item_alias(facts: Json) -> Json:
    result = {
        key: value
        for key, value in facts.items()
        if value is not None and (key, value) != ("kind", "upgrade")
    }
    if "model" in facts and facts["model"] is None:
        result["unnamed_model"] = True
    return result


def aliases(faction_id: str, facts: Json, system: str) -> Json:
    assert facts.get("note", ABBREVIATIONS) == ABBREVIATIONS, faction_id
    used: dict[str, str] = {}
    known = sources_named(without(facts, "note"), used)
    for kind in ("items", "unit_options"):
        if kind in known:
            known[kind] = {
                unit: {name: item_alias(e) for name, e in m.items()}
                for unit, m in known[kind].items()
            }
    own = EVERY_FACTION.get(faction_id, faction_id)
    return {"system": system, "id": own, "sources": dict(sorted(used.items())), **known}


def releases(history: Json) -> list[Json]:
    """As the facts list them, or counted: the days on which anything has a new price."""
    if "releases" in history:
        return list(history["releases"])
    days: dict[str, int] = {}

    def walk(value: Any) -> None:
        if isinstance(value, dict):
            for rows in (value.get("prices"), value.get("points")):
                for row in rows if isinstance(rows, list) else []:
                    days[row["from"]] = days.get(row["from"], 0) + 1
            for item in value.values():
                walk(item)

    walk(history["factions"])
    return [{"day": day, "changes": count} for day, count in sorted(days.items())]


def versions(facts: Json, history: Json) -> Json:
    assert facts.keys() == {"app_data_versions", "bsdata_revisions"}
    return {
        "system": history["system"],
        "as_of": history["facts_as_of"],
        "edition_began": history["edition_began"],
        "releases": releases(history),
        "app_data": facts["app_data_versions"],
        "catalogues": facts["bsdata_revisions"],
    }


# --- writing ----------------------------------------------------------------------------------------------------------

# Lists whose items are rows or blocks, so that they start on a line of their own; and those with a blank line between.
ROWS = (
    "detachments",
    "enhancements",
    "battle_formations",
    "spell_lores",
    "prayer_lores",
    "manifestation_lores",
    "regiments",
)
HISTORY_ROWS = (*ROWS, "changes", "prices")
HISTORY_BLOCKS = ("datasheets", "warscrolls", "armies_of_renown")
NAMES = (
    "units",
    "detachments",
    "enhancements",
    "warscrolls",
    "items",
    "unit_options",
    "languages",
    "fr",
    "sources",
)


def put(
    path: Path,
    data: Json,
    model: type[Model],
    schema: str,
    block: tuple[str, ...],
    spaced: tuple[str, ...] = (),
) -> None:
    built = msgspec.json.decode(json.dumps(data), type=model)
    plain = without_empty_changes(msgspec.to_builtins(built))
    up = "../" * (len(path.relative_to(FACTIONS).parts))
    text = dump(plain, f"{up}schemas/{schema}.schema.json", block, spaced)
    again = YAML(typ="safe").load(text)
    assert again == plain, f"{path}: what was written does not read back"
    assert msgspec.convert(again, model) == built, f"{path}: does not read back as the model"
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text, encoding="utf-8")


def without_empty_changes(value: Any) -> Any:
    """A change of which only `unread` is known says no more than that."""
    if isinstance(value, dict):
        return {
            key: without_empty_changes(item)
            for key, item in value.items()
            if not (key == "was" and item == {})
        }
    if isinstance(value, (list, tuple)):
        return [without_empty_changes(item) for item in value]
    return value


FACTIONS = Path(__file__).resolve().parent.parent / "factions"


def main(shared: Path) -> None:
    source = shared / "facts" / "history"
    for system, made, model, names_model, schemas in (
        (
            MUSTER,
            faction_history,
            FactionHistory,
            FactionAliases,
            ("faction-history", "faction-aliases"),
        ),
        (
            REGIMENTS,
            warscroll_history,
            WarscrollHistory,
            WarscrollAliases,
            ("warscroll-history", "warscroll-aliases"),
        ),
    ):
        folder = FACTIONS / system / "history"
        history = read(source / system / "history.json")
        known = versions(read(source / "versions.json")[VERSIONS[system]], history)
        put(
            folder / "versions.yaml",
            known,
            Versions,
            "data-versions",
            ("releases", "app_data", "catalogues"),
        )
        prices = read(shared / "facts" / system / "points_history.json")
        of_today = {
            faction_id: read(shared / "facts" / system / f"{faction_id}.json")
            for faction_id in history["factions"]
        }
        for faction_id, facts in history["factions"].items() if system == MUSTER else ():
            family = [
                each for each in (faction_id, of_today[faction_id]["parent"]) if each in of_today
            ]
            facts["words"] = all_words(
                [
                    *(history["factions"][each] for each in family),
                    *(of_today[each] for each in family),
                ]
            )
        for faction_id, facts in history["factions"].items():
            if system == REGIMENTS:
                facts["terrain_prices"] = prices.get(faction_id, {}).get("extras", {})
            data = made(faction_id, facts, history, of_today[faction_id])
            put(
                folder / f"{faction_id}.yaml", data, model, schemas[0], HISTORY_ROWS, HISTORY_BLOCKS
            )
        for faction_id, facts in read(source / system / "aliases.json")["factions"].items():
            data = aliases(faction_id, facts, system)
            put(folder / "aliases" / f"{data['id']}.yaml", data, names_model, schemas[1], NAMES)


if __name__ == "__main__":
    main(Path(sys.argv[1]))
