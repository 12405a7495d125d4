"""The Warhammer 40,000 files lose nothing of the facts they were made from.

Compares with ../shared (or $LISTBUILDER_SHARED), and skips where that is not at hand.
"""

from __future__ import annotations

import json
from functools import cache
from typing import Any

import msgspec
import pytest

from listbuilder.games.wh40k.faction import Faction
from listbuilder.model.base import fold
from listbuilder.model.rulebook import NameList
from tests.facts import from_cards
from tests.facts.lossless import check, differences, expected_detachments, expected_faction, load
from tests.facts.pending import corrected_40k, corrected_rules_10e
from tests.facts.shared_facts import REPO, SHARED
from tests.facts.shared_facts import faction_ids_40k as faction_ids
from tests.facts.shared_facts import facts_40k as facts
from tests.needs import needs_shared

EDITION = "warhammer-40k-10e"
FOLDER = REPO / "factions" / "warhammer-40k-10e"
# The lead's file, and those that are not factions.
NOT_FACTIONS = {"rules", "corrections"}

pytestmark = needs_shared("facts", "warhammer-40k-10e")


@cache
def glossary() -> dict[str, Any]:
    names: dict[str, Any] = json.loads(
        (SHARED / "glossary" / "names.json").read_text(encoding="utf-8")
    )["names"]
    return names


@pytest.fixture(scope="module")
def factions() -> dict[str, Faction]:
    paths = (path for path in FOLDER.glob("*.yaml") if path.stem not in NOT_FACTIONS)
    return {path.stem: msgspec.convert(load(path), Faction) for path in paths}


def test_every_faction_has_its_file(factions: dict[str, Faction]) -> None:
    assert sorted(factions) == faction_ids()


@pytest.mark.parametrize("faction_id", faction_ids())
def test_faction_itself(factions: dict[str, Faction], faction_id: str) -> None:
    ours = factions[faction_id]
    rules = from_cards.rules(
        EDITION, faction_id, facts("army_rules")["factions"].get(faction_id, {})
    )
    theirs = expected_faction(facts(faction_id), rules)
    bare_faction = msgspec.structs.replace(ours, detachments=(), datasheets=(), chapters=())
    check(differences(bare_faction, theirs, faction_id))


# "What grants Character to Solar Spearhead vehicles is in neither source" (README of the facts).
UNKNOWN = ("honoured-fallen",)


@pytest.mark.parametrize("faction_id", faction_ids())
def test_detachments_and_enhancements(factions: dict[str, Faction], faction_id: str) -> None:
    rules = corrected_rules_10e(faction_id, facts("army_rules")["factions"].get(faction_id, {}))
    theirs = expected_detachments(
        from_cards.enhancements(facts(faction_id)),
        from_cards.rules(EDITION, faction_id, rules),
        UNKNOWN,
    )
    check(differences(factions[faction_id].detachments, theirs, faction_id))


@pytest.mark.parametrize("faction_id", faction_ids())
def test_datasheets(factions: dict[str, Faction], faction_id: str) -> None:
    theirs = from_cards.sheets(EDITION, faction_id, corrected_40k(facts(faction_id))["datasheets"])
    check(differences(factions[faction_id].datasheets, theirs, faction_id))


def test_chapters_that_live_inside_their_parent(factions: dict[str, Faction]) -> None:
    chapters = {
        faction.id: [(c.id, c.name) for c in faction.chapters] for faction in factions.values()
    }
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
    names = msgspec.convert(load(REPO / "factions" / "names.yaml"), NameList).names["40k"]
    ours = {fold(name): dict[str, str](texts) for name, texts in names.items()}  # type: ignore[arg-type]
    theirs = {
        fold(name): {k: e[k] for k in ("ja", "zh") if e.get(k)} for name, e in glossary().items()
    }
    assert {
        name: {k: ours.get(name, {}).get(k) for k in texts} for name, texts in theirs.items()
    } == theirs


def test_dates_are_strings_and_files_name_their_schema() -> None:
    schemas = {"rules": "rules"}
    for path in sorted(FOLDER.glob("*.yaml")):
        if path.stem in ("rules", "corrections"):
            continue
        first = path.read_text(encoding="utf-8").split("\n", 1)[0]
        schema = schemas.get(path.stem, "faction")
        assert first == f"# yaml-language-server: $schema=../../schemas/{schema}.schema.json", (
            path.name
        )
        assert isinstance(load(path)["as_of"], str), path.name
