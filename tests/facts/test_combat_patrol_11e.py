"""The patrols of the 11th edition lose nothing of the facts they were made from.

The comparison needs ../shared (or $LISTBUILDER_SHARED); it skips where that is not at hand.
"""

from __future__ import annotations

import json
from collections import Counter
from functools import cache
from pathlib import Path
from typing import Any

import pytest
from ruamel.yaml import YAML

from listbuilder.model.base import fold
from tests.needs import SHARED, needs_shared

FACTS = SHARED / "facts" / "pending-2026-11-combat-patrol-11e.json"
FOLDER = Path(__file__).resolve().parents[2] / "factions" / "combat-patrol-11e"
PATROLS = sorted(
    path.stem for path in FOLDER.glob("*.yaml") if path.stem not in ("rules", "sources")
)
AELDARI = "Kygharil's Protectors"  # of it the source has the units, and no name

needs_facts = needs_shared("facts", FACTS.name)


@cache
def facts() -> dict[str, Any]:
    """The patrols of the source by name."""
    patrols = json.loads(FACTS.read_text(encoding="utf-8"))["patrols"]
    return {each["patrol"] or AELDARI: each for each in patrols}


def patrol(stem: str) -> Any:
    return YAML(typ="safe").load((FOLDER / f"{stem}.yaml").read_text(encoding="utf-8"))


def without_mode(item: str) -> str:
    """`Plasma Gun - Standard` as the weapon that has this mode; `(Once per battle)` is no name."""
    return fold(item.partition(" (Once")[0].partition(" - ")[0])


@needs_facts
def test_they_are_the_same_patrols() -> None:
    assert sorted(patrol(stem)["name"] for stem in PATROLS) == sorted(facts())


@pytest.mark.parametrize("stem", PATROLS)
@needs_facts
def test_a_patrol_has_what_its_source_has(stem: str) -> None:
    data = patrol(stem)
    source = facts()[data["name"]]
    if data["name"] != AELDARI:
        assert [each["name"] for each in data["enhancements"]] == source["enhancements"]
        assert data["stratagems"] == source["stratagems"]
    units = Counter({unit["name"]: 0 for unit in data["units"]})
    for unit in data["units"]:
        units[unit["name"]] += unit.get("count", 1)
    assert units == Counter(unit["name"] for unit in source["units"])


@pytest.mark.parametrize("stem", PATROLS)
@needs_facts
def test_a_unit_has_the_models_and_wargear_of_its_source(stem: str) -> None:
    data = patrol(stem)
    ours = {(unit["name"], contents(unit["models"])) for unit in data["units"]}
    theirs = {
        (unit["name"], contents(source_models(unit))) for unit in facts()[data["name"]]["units"]
    }
    assert ours == theirs


def source_models(unit: Any) -> list[Any]:
    """The models of a unit of the source, each with its wargear."""
    wargear = {row["model"]: row["items"] for row in unit["wargear"]}
    return [
        {**model, "wargear": wargear.get(model["name"], wargear.get("*"))}
        for model in unit["models"]
    ]


def contents(models: list[Any]) -> tuple[Any, ...]:
    """Number and wargear of each kind of model. The name of a kind can be its plural."""
    found: Counter[Any] = Counter()
    for group in models:
        items: Counter[str] = Counter()
        for item in group["wargear"]:
            name, count = (item, 1) if isinstance(item, str) else (item["item"], item["count"])
            number, _, rest = name.partition(" ")
            if number.isdigit():
                name, count = rest, int(number)
            items[without_mode(name)] += count
        found[fold(group["name"]).removesuffix("s"), tuple(sorted(items.items()))] += group["count"]
    return tuple(sorted(found.items()))


@pytest.mark.parametrize("stem", PATROLS)
@needs_facts
def test_a_unit_has_the_keywords_and_stats_of_its_source(stem: str) -> None:
    data = patrol(stem)
    sources = {unit["name"]: unit for unit in facts()[data["name"]]["units"]}
    for unit in data["units"]:
        source = sources[unit["name"]]
        assert sorted(unit["keywords"]) == sorted(source["keywords"])
        assert sorted(map(fold, unit["faction_keywords"])) == sorted(
            map(fold, source["faction_keywords"])
        )
        rows = {
            row["name"]: {
                key: int(row[key].strip('"+')) for key in ("m", "t", "sv", "w", "ld", "oc")
            }
            for row in source["stats"]
        }
        assert {
            row["name"]: {key: row[key] for key in row if key != "name"} for row in unit["stats"]
        } == rows
