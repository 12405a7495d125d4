"""Turns the Warhammer 40,000 facts into the faction files: `python -m tools.convert_40k ../shared [SYSTEM ...]`.

Every edition by the same code: what an edition has no facts of, its files do not have.
"""

from __future__ import annotations

import json
import re
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import msgspec
from ruamel.yaml import YAML

from listbuilder.games.wh40k.faction import Faction
from tools.yaml_out import dump

SYSTEMS = ("warhammer-40k-10e", "warhammer-40k-11e")
SIZES = {"Incursion": "incursion", "Strike Force": "strike-force", "Onslaught": "onslaught"}
OTHER_FILES = {
    "army_rules",
    "points_history",
    "detachments_history",
    "books_before",
    "prices_of_october_not_applied",
}
Json = dict[str, Any]
# The README of the facts: what grants Character to the vehicles of Solar Spearhead is in no source. No unit of the
# Thousand Sons has the keyword Spawn that Thicket of Bladed Bone asks for, and nothing grants it; nor Speeder, which two
# enhancements of the Space Marines asked for until their codex.
BEARER_UNKNOWN = {
    "honoured-fallen",
    "thicket-of-bladed-bone",
    "bellicose-weapon-spirits",
    "raptorial-cogitator-core",
}


def read(path: Path) -> Any:
    return json.loads(path.read_text(encoding="utf-8"))


def ids_for_sizes(value: Any) -> Any:
    """Battle sizes as keys become their ids."""
    if isinstance(value, dict):
        return {SIZES.get(key, key): ids_for_sizes(item) for key, item in value.items()}
    if isinstance(value, list):
        return [ids_for_sizes(item) for item in value]
    return value


def mark_unknown_caps(value: Any) -> None:
    """An include with `points: null` has a cap that the sources do not print; one without the key has none."""
    include = value.get("include")
    if include is not None and "points" in include and include["points"] is None:
        include["points_unknown"] = True


def chapters(facts: Json) -> list[Json]:
    """The chapters that live inside their parent's file, for a faction that speaks of chapters at all."""
    if "max_chapters" not in facts:
        return []
    names = {d["chapter"] for d in facts["datasheets"] if d.get("chapter")}
    names |= {d["keyword"] for d in facts["detachments"] if d.get("keyword")}
    return [
        {"id": re.sub(r"[^a-z0-9]+", "-", name.lower()), "name": name} for name in sorted(names)
    ]


def merge(facts: Json, rules: Json) -> Json:
    """One faction with what army_rules.json says about it folded in."""
    rules = dict(rules)
    by_detachment = dict(rules.pop("detachments", {}))
    for detachment in facts["detachments"]:
        for key, value in by_detachment.pop(detachment["id"], {}).items():
            key = "rule_basis" if key == "basis" else key  # the detachment has a basis of its own
            assert key not in detachment, (facts["id"], detachment["id"], key)
            detachment[key] = value
        mark_unknown_caps(detachment)
    assert not by_detachment, f"{facts['id']}: no such detachments: {', '.join(by_detachment)}"
    assert not set(rules) & set(facts), facts["id"]
    facts.update(rules)
    mark_unknown_caps(facts)
    facts["chapters"] = chapters(facts)
    return facts


def mark_unknown_bearers(facts: Json) -> None:
    for detachment in facts["detachments"]:
        for enhancement in detachment["enhancements"]:
            if enhancement["id"] in BEARER_UNKNOWN:
                enhancement["bearer_unknown"] = True


def drop_nameless(facts: Json) -> None:
    """The colon that ends the head of a list of weapons got among the weapons of three datasheets: no item has no letter."""
    for sheet in facts["datasheets"]:
        for option in sheet.get("options") or ():
            option["with"] = [
                choice for choice in option.get("with") or () if not any(map(nameless, choice))
            ]


def nameless(item: str | Json) -> bool:
    name = item if isinstance(item, str) else item["item"]
    return not any(map(str.isalnum, name))


def without_empty_maps(value: Any) -> Any:
    """Defaults are left out by the model, except maps all of whose values were defaults."""
    if isinstance(value, dict):
        cleaned = {key: without_empty_maps(item) for key, item in value.items()}
        return {key: item for key, item in cleaned.items() if item != {}}
    if isinstance(value, (list, tuple)):
        return [without_empty_maps(item) for item in value]
    return value


def write(
    path: Path, model: Any, schema: str, block: tuple[str, ...] = (), spaced: tuple[str, ...] = ()
) -> None:
    data = without_empty_maps(msgspec.to_builtins(model))
    text = dump(data, schema, block, spaced)
    again = YAML(typ="safe").load(text)
    assert again == data, f"{path}: what was written does not read back"
    back = without_empty_maps(msgspec.to_builtins(msgspec.convert(again, type(model))))
    assert back == data, f"{path}: does not read back as the model"
    path.write_text(text, encoding="utf-8")


def convert_faction(facts: Json, rules: Json) -> Faction:
    facts = merge(facts, rules)
    mark_unknown_bearers(facts)
    drop_nameless(facts)
    return msgspec.convert(ids_for_sizes(facts), Faction)


def convert_factions(source: Path, folder: Path) -> None:
    folder.mkdir(parents=True, exist_ok=True)
    by_faction = dict(read(source / "army_rules.json")["factions"])
    for path in sorted(source.glob("*.json")):
        if path.stem in OTHER_FILES:
            continue
        faction = convert_faction(read(path), by_faction.pop(path.stem, {}))
        write(
            folder / f"{path.stem}.yaml",
            faction,
            "../../schemas/faction.schema.json",
            block=("compositions",),
            spaced=("detachments", "datasheets"),
        )
    assert not by_faction, f"army_rules.json names unknown factions: {', '.join(by_faction)}"


def main(shared: Path, out: Path, systems: Sequence[str] = SYSTEMS) -> None:
    for system in systems:
        convert_factions(shared / "facts" / system, out / system)


if __name__ == "__main__":
    main(
        Path(sys.argv[1]),
        Path(__file__).resolve().parent.parent / "factions",
        sys.argv[2:] or SYSTEMS,
    )
