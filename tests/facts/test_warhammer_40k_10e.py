"""The Warhammer 40,000 files lose nothing of the facts they were made from.

Compares with ../shared (or $LISTBUILDER_SHARED), and skips where that is not at hand.
"""

from __future__ import annotations

import copy
import json
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any

import msgspec
import pytest
from ruamel.yaml import YAML

from listbuilder.games.muster.faction import Faction
from listbuilder.model.rule import NameList
from tests.facts.shared_facts import FACTS_40K as FACTS
from tests.facts.shared_facts import REPO, SHARED
from tests.facts.shared_facts import faction_ids_40k as faction_ids
from tests.facts.shared_facts import facts_40k as facts

FOLDER = REPO / "factions" / "warhammer-40k-10e"
SIZES = {"Incursion": "incursion", "Strike Force": "strike-force", "Onslaught": "onslaught"}
# The lead's file, and those that are not factions.
NOT_FACTIONS = {"rules"}

pytestmark = pytest.mark.skipif(not FACTS.is_dir(), reason=f"the facts are not at hand: {FACTS}")


@cache
def glossary() -> dict[str, Any]:
    names: dict[str, Any] = json.loads((SHARED / "glossary" / "names.json").read_text(encoding="utf-8"))["names"]
    return names


@cache
def load(path: Path) -> Any:
    return YAML(typ="safe").load(path.read_text(encoding="utf-8"))


@pytest.fixture(scope="module")
def factions() -> dict[str, Faction]:
    paths = (path for path in FOLDER.glob("*.yaml") if path.stem not in NOT_FACTIONS)
    return {path.stem: msgspec.convert(load(path), Faction) for path in paths}


def plain(value: Any) -> Any:
    """Null, false, empty list and empty map are all one: not said. Battle sizes by id, as in the files."""
    if isinstance(value, dict):
        return {SIZES.get(key, key): plain(item) for key, item in value.items()} or None
    if isinstance(value, (list, tuple)):
        return [plain(item) for item in value] or None
    return None if value is False else value


def same(ours: Any, theirs: Any) -> bool:
    return type(ours) is type(theirs) and bool(ours == theirs)


def differences(ours: Any, theirs: Any, where: str) -> Iterator[str]:
    """Where a model and a fact part. What the fact does not say must be the model's default."""
    if isinstance(ours, msgspec.Struct):
        if not isinstance(theirs, dict):
            theirs = {}
        fields = {field.encode_name: field for field in msgspec.structs.fields(ours)}
        for key in theirs.keys() - fields.keys():
            yield f"{where}.{key}: no field for it"
        for key, field in fields.items():
            value = getattr(ours, field.name)
            if theirs.get(key) is not None:
                yield from differences(value, theirs[key], f"{where}.{key}")
            elif not same(plain_model(value), plain_model(default_of(field))):
                yield f"{where}.{key}: {value!r}, but the facts say nothing"
    elif isinstance(ours, dict) and isinstance(theirs, dict):
        theirs = {SIZES.get(key, key): value for key, value in theirs.items()}
        if list(ours) != list(theirs):
            yield f"{where}: keys {list(ours)} instead of {list(theirs)}"
        for key in ours.keys() & theirs.keys():
            yield from differences(ours[key], theirs[key], f"{where}.{key}")
    elif isinstance(ours, (list, tuple)) and isinstance(theirs, list):
        if len(ours) != len(theirs):
            yield f"{where}: {len(ours)} instead of {len(theirs)} entries"
        for place, (a, b) in enumerate(zip(ours, theirs, strict=False)):
            yield from differences(a, b, f"{where}[{name_of(b) or place}]")
    elif not same(plain_model(ours), plain(theirs)):
        yield f"{where}: {ours!r} instead of {theirs!r}"


def default_of(field: Any) -> Any:
    return field.default_factory() if field.default is msgspec.NODEFAULT else field.default


def plain_model(value: Any) -> Any:
    return plain(msgspec.to_builtins(value))


def name_of(fact: Any) -> str | None:
    return (fact.get("id") or fact.get("name") or fact.get("item")) if isinstance(fact, dict) else None


def with_cap(fact: dict[str, Any]) -> dict[str, Any]:
    """`points: null` of an include is a cap nobody printed, which the files say out loud."""
    include = fact.get("include")
    if include and include.get("points", 0) is None:
        return {**fact, "include": {**include, "points_unknown": True}}
    return fact


def expected_detachment(fact: dict[str, Any], rules: dict[str, Any]) -> dict[str, Any]:
    enhancements = list(fact["enhancements"])
    return with_cap({**fact, "enhancements": enhancements, **rules.get(fact["id"], {})})


def check(found: Iterator[str]) -> None:
    lines = list(found)
    assert not lines, "\n".join([f"{len(lines)} differences", *lines[:20]])


def test_every_faction_has_its_file(factions: dict[str, Faction]) -> None:
    assert sorted(factions) == faction_ids()


@pytest.mark.parametrize("faction_id", faction_ids())
def test_faction_itself(factions: dict[str, Faction], faction_id: str) -> None:
    ours = factions[faction_id]
    rules = facts("army_rules")["factions"].get(faction_id, {})
    theirs = with_cap({**facts(faction_id), **rules, "detachments": [], "datasheets": []})
    bare_faction = msgspec.structs.replace(ours, detachments=(), datasheets=(), chapters=())
    check(differences(bare_faction, theirs, faction_id))


# "What grants Character to Solar Spearhead vehicles is in neither source" (README of the facts).
UNKNOWN = ("honoured-fallen",)


@pytest.mark.parametrize("faction_id", faction_ids())
def test_detachments_and_enhancements(factions: dict[str, Faction], faction_id: str) -> None:
    rules = facts("army_rules")["factions"].get(faction_id, {}).get("detachments", {})
    theirs = [expected_detachment(fact, rules) for fact in copy.deepcopy(facts(faction_id)["detachments"])]
    assert rules.keys() <= {fact["id"] for fact in theirs}
    for enhancement in (each for fact in theirs for each in fact["enhancements"]):
        if enhancement["id"] in UNKNOWN:
            enhancement["bearer_unknown"] = True
    check(differences(factions[faction_id].detachments, theirs, faction_id))


@pytest.mark.parametrize("faction_id", faction_ids())
def test_datasheets(factions: dict[str, Faction], faction_id: str) -> None:
    theirs = facts(faction_id)["datasheets"]
    check(differences(factions[faction_id].datasheets, theirs, faction_id))


def test_chapters_that_live_inside_their_parent(factions: dict[str, Faction]) -> None:
    chapters = {faction.id: [(c.id, c.name) for c in faction.chapters] for faction in factions.values()}
    assert {faction: found for faction, found in chapters.items() if found} == {
        "space-marines": [
            ("imperial-fists", "Imperial Fists"),
            ("iron-hands", "Iron Hands"),
            ("raven-guard", "Raven Guard"),
            ("salamanders", "Salamanders"),
            ("ultramarines", "Ultramarines"),
            ("white-scars", "White Scars"),
        ]
    }
    marines = facts("space-marines")
    spoken_of = {d["chapter"] for d in marines["datasheets"] if "chapter" in d}
    spoken_of |= {d["keyword"] for d in marines["detachments"] if "keyword" in d}
    assert spoken_of == {name for _, name in chapters["space-marines"]}


def test_official_names() -> None:
    ours = msgspec.convert(load(REPO / "factions" / "names.yaml"), NameList)
    theirs = {name: {k: e[k] for k in ("ja", "zh") if e.get(k)} for name, e in glossary().items()}
    assert ours.as_of == facts("army_rules")["as_of"]
    assert {name: ours.names.get(name) for name in theirs} == theirs  # the others are heroes of tests/facts/test_spearhead.py


def test_dates_are_strings_and_files_name_their_schema() -> None:
    schemas = {"rules": "rules"}
    for path in sorted(FOLDER.glob("*.yaml")):
        if path.stem == "rules":
            continue
        first = path.read_text(encoding="utf-8").split("\n", 1)[0]
        schema = schemas.get(path.stem, "faction")
        assert first == f"# yaml-language-server: $schema=../../schemas/{schema}.schema.json", path.name
        assert isinstance(load(path)["as_of"], str), path.name
