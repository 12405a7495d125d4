"""Collections and price tables: what they may say, and that model and schema say the same of every document."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import jsonschema
import pytest
from hypothesis import given
from hypothesis import strategies as st

from listbuilder import reports
from listbuilder.cli.context import Context
from listbuilder.data import paths, validate_document
from listbuilder.data.library import Library
from listbuilder.model.problem import Unreadable
from listbuilder.reports import Collection, EventFile, PriceTable
from listbuilder.reports.base import Written
from listbuilder.yamlio import reader
from tests.facts.shared_facts import SHARED

COLLECTION = """\
collection: Ann's shelf
games:
  warhammer-40k-10e: {necrons/necron-warriors: 20, overlord: 2, agents-of-the-imperium/callidus-assassin: 1}
  age-of-sigmar-4e: {liberators: 10}   # some unpainted
  space-marine-heroes: {scabos: 0}
x-lent: {Bob: [ghost-ark]}
"""
PRICES = """\
{"prices": "Munitorum Field Manual v1.6",
 "datasheets": [
  {"faction": "necrons", "datasheet": "Necron Warriors", "models": 10, "points": 90},
  {"faction": "necrons", "datasheet": "Necron Warriors", "models": 10, "points": 100, "copy": 3},
  {"faction": "necrons", "datasheet": "C'tan Shard of the Deceiver", "models": 1, "points": 375,
   "detachment": "Pantheon of Woe"},
  {"faction": "space-wolves", "datasheet": "Wolf Guard Headtakers", "models": 3, "of": {"Wolf Guard Headtaker": 3}, "points": 85},
  {"faction": "agents-of-the-imperium", "datasheet": "Callidus Assassin", "models": 1, "points": 100, "as_ally": true},
  {"faction": "stormcast-eternals", "datasheet": "liberators", "points": 80}],
 "wargear": [{"faction": "aeldari", "datasheet": "Wraithknight", "item": "heavy wraithcannon", "points": 10}],
 "enhancements": [{"faction": "necrons", "detachment": "Awakened Dynasty", "enhancement": "Veil of Darkness", "points": 20}],
 "detachments": [{"faction": "necrons", "detachment": "Awakened Dynasty", "dp": 3}],
 "extras": [{"faction": "stormcast-eternals", "name": "Stormreach Portal", "points": 20},
            {"name": "Krondspine Incarnate", "points": 400}]}
"""


def problems(text: str, model: type[Written]) -> list[str]:
    try:
        validate_document.fit_document(reader.read_yaml(text.encode(), "x"), model)
    except Unreadable as error:
        context = Context("en", "text", None, Library(), False)
        return [context.format_problem(problem).removeprefix("x:") for problem in error.problems]
    return []


def test_a_collection() -> None:
    found = validate_document.fit_document(reader.read_yaml(COLLECTION.encode(), "x"), Collection)
    assert found.collection == "Ann's shelf"
    assert found.games["warhammer-40k-10e"]["necrons/necron-warriors"] == 20
    assert found.games["space-marine-heroes"] == {"scabos": 0}


def test_a_price_table() -> None:
    found = validate_document.fit_document(reader.read_yaml(PRICES.encode(), "x"), PriceTable)
    assert [(row.points, row.from_copy) for row in found.datasheets[:2]] == [(90, None), (100, 3)]
    assert (found.datasheets[5].models, found.wargear[0].item, found.detachments[0].dp) == (
        None,
        "heavy wraithcannon",
        3,
    )
    assert found.extras[1].faction is None


ROW = '{"faction": "necrons", "datasheet": "Overlord"'
WRONG: list[tuple[type[Written], str, list[str]]] = [
    (Collection, "games: {}\n", ['1:1: missing key "collection"']),
    (
        Collection,
        "collection: x\ngames:\n  spearhead:\n    liberators: ten\n    prosecutors: -3\n",
        ['4:17: expected whole number, found "ten"', '5:18: "-3" is too small; the minimum is 0'],
    ),
    (Collection, "collection: x\ngames: [spearhead]\n",
     ["2:8: expected 'key: value' lines, found \"[spearhead]\""]),
    (Collection, "collection: x\ngames: {spearhead: 3}\n", ["2:20: expected 'key: value' lines, found \"3\""]),
    (Collection, "collection: x\ngame: {}\n", ['2:1: unknown key "game"; did you mean games?']),
    (
        PriceTable,
        f'{{"prices": "x",\n"datasheets": [\n{ROW}, "models": 1, "point": 85}},\n{ROW}, "models": 0, "points": "85"}}]}}',
        [
            '3:62: unknown key "point"; did you mean points?',
            '4:59: "0" is too small; the minimum is 1',
            "4:72: 85 is quoted, which makes it text; remove the quotes",
        ],
    ),
    (
        PriceTable,
        f'{{"prices": "x", "datasheets": [{ROW}, "points": 85, "copy": 1}}]}}',
        ['1:102: "1" is too small; the minimum is 2'],
    ),
    (PriceTable, '{"prices": "x", "detachments": [{"faction": "", "detachment": "y", "dp": 3}]}',
     ['1:45: expected text, found ""']),
    (PriceTable, '{"prices": "x", "detachments": [{"faction": "a", "dp": 3}]}', ['1:33: missing key "detachment"']),
    (EventFile, "event: x\npoints_limit: 0\n", ['2:15: "0" is too small; the minimum is 1']),
]  # fmt: skip


@pytest.mark.parametrize(("model", "text", "said"), WRONG)
def test_what_is_wrong_is_said_where_it_stands(
    model: type[Written], text: str, said: list[str]
) -> None:
    assert problems(text, model) == said


def test_a_key_of_a_collection_is_text() -> None:  # in JSON, which schemas are for, every key is
    text = "collection: x\ngames: {spearhead: {3: 3}}\n"
    assert problems(text, Collection) == ['2:24: expected text, found "3"']


RIGHT: list[tuple[type[Written], str]] = [
    (Collection, COLLECTION),
    (PriceTable, PRICES),
    (EventFile, "event: x\nx-y: 3\n"),
]


@pytest.mark.parametrize(("model", "text"), [*RIGHT, *((model, text) for model, text, _ in WRONG)])
def test_model_and_schema_agree(model: type[Written], text: str) -> None:
    """An editor that knows the schema marks just what is refused."""
    name = next(name for name, (_, each) in reports.DOCUMENTS.items() if each == model.__name__)
    schema = json.loads(
        (paths.get_schemas_folder() / f"{name}.schema.json").read_text(encoding="utf-8")
    )
    document = json.loads(json.dumps(reader.read_yaml(text.encode(), "x").data))
    assert jsonschema.Draft202012Validator(schema).is_valid(document) == (not problems(text, model))


_KEYS = [
    "event",
    "system",
    "points_limit",
    "points_as_of",
    "banned",
    "legends",
    "collection",
    "games",
    "prices",
    "datasheets",
]
_KEYS += ["detachments", "faction", "detachment", "datasheet", "points", "copy", "of", "dp"]
_WORDS = [*_KEYS, "spearhead", "2025-06-11", ""]
_VALUES = st.recursive(
    st.none() | st.booleans() | st.integers(-2, 3) | st.just(2.5) | st.sampled_from(_WORDS),
    lambda inner: (
        st.lists(inner, max_size=3) | st.dictionaries(st.sampled_from(_WORDS), inner, max_size=5)
    ),
    max_leaves=12,
)


@given(model=st.sampled_from([Collection, EventFile, PriceTable]), data=st.data())
def test_model_and_schema_agree_on_anything(model: type[Written], data: st.DataObject) -> None:
    keys = st.sampled_from(sorted(model.model_json_schema()["properties"]))
    content = {
        next(iter(model.model_fields)): "x",
        **data.draw(st.dictionaries(keys, _VALUES, max_size=4)),
    }
    name = next(name for name, (_, each) in reports.DOCUMENTS.items() if each == model.__name__)
    schema = json.loads(
        (paths.get_schemas_folder() / f"{name}.schema.json").read_text(encoding="utf-8")
    )
    checker = jsonschema.Draft202012Validator(
        schema, format_checker=jsonschema.Draft202012Validator.FORMAT_CHECKER
    )
    found = problems(json.dumps(content), model)
    assert checker.is_valid(content) == (not found)
    assert all(re.match(r"1:\d+: .", each) for each in found)  # each has its place


# --- every price there is can be said ---------------------------------------------------------------------------------


def said(faction: str, sheet: str, row: dict[str, Any]) -> tuple[str, dict[str, Any]]:
    """A row of prices of the data, in the words of a price table. KeyError or a rest: there is no word for it."""
    left = dict(row)
    made: dict[str, Any] = {"faction": faction, "datasheet": sheet, "points": left.pop("points")}
    item = left.pop("add_item", None) or left.pop("add_model", None)
    when = left.pop("when", {})
    if item is None:
        made |= {key: left.pop(key) for key in ("models", "of") if key in left}
        when = {
            key: when[key] for key in when if key != "keyword"
        }  # whose ally, which the data knows
        words = {"copy_from": "copy", "army": "as_ally", "detachment": "detachment"}
        made |= {
            words[key]: value == "ally" if key == "army" else value for key, value in when.items()
        }
    else:
        made["item"] = item
        assert not when
    assert not left, (sheet, row)
    return ("wargear" if item else "datasheets"), made


def tables(folder: Path) -> Iterator[tuple[str, Any]]:
    for file in sorted((*folder.glob("*.yaml"), *folder.glob("*.json"))):
        raw = file.read_bytes()
        data = (
            json.loads(raw)
            if file.suffix == ".json"
            else reader.read_yaml(raw, file.name, reader.DATA_BYTES).data
        )
        if isinstance(data, dict) and ("datasheets" in data or "warscrolls" in data):
            yield file.stem, data


PRICED = [
    paths.get_factions_folder() / "warhammer-40k-10e",
    paths.get_factions_folder() / "age-of-sigmar-4e",
    SHARED / "facts" / "warhammer-40k-11e",
]


@pytest.mark.parametrize(
    "folder", [folder for folder in PRICED if folder.is_dir()], ids=lambda folder: folder.name
)
def test_every_price_can_be_said(folder: Path) -> None:
    count = 0
    for faction, data in tables(folder):
        table: dict[str, Any] = {"prices": faction, "datasheets": [], "wargear": []}
        for sheet in data.get("datasheets", []):
            for row in sheet.get("points", []):
                kind, made = said(faction, sheet["name"], row)
                table[kind].append(made)
        for scroll in data.get("warscrolls", []):
            table["datasheets"].append(
                {"faction": faction, "datasheet": scroll["name"], "points": scroll["points"]}
            )
        found = PriceTable.model_validate(table)
        assert found.model_dump(mode="json", by_alias=True, exclude_unset=True) == table
        count += len(found.datasheets) + len(found.wargear)
    assert count > 500
