"""Turns the Combat Patrol and Spearhead facts into YAML: `python -m tools.convert_boxes ../shared`. Run once.

What is left out can be counted or looked up in what stays (sizes, totals, the general's flag, deep strike), is the
same in every file (edition, the rule of enhancements, who bears a Spearhead enhancement), or is the address of the
source. The tests in tests/facts put all of it together again.
"""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import Any

import msgspec
from ruamel.yaml import YAML

from listbuilder.games.boxed.patrol import Patrol
from listbuilder.games.boxed.spearhead import SpearheadBox
from listbuilder.model.base import fold
from tools.yaml_out import dump

Json = dict[str, Any]
BIG_GAME = {
    "name": "item",
    "attacks": "a",
    "strength": "s",
    "damage": "d",
}  # keys of a weapon there
CHOICE_SLOT = "unit"
UNIT_KEYS = (
    "id",
    "name",
    "count",
    "keywords",
    "faction_keywords",
    "core_abilities",
    "faction_abilities",
    "leads",
    "must_lead",
    "patrol_squads",
    "stats",
    "damaged_at",
)
PATROL_KEYS = (
    "system",
    "id",
    "name",
    "faction",
    "subfaction",
    "warlord",
    "warlord_source",
    "default_source",
    "secondary_source",
    "secondary_objectives",
    "anomalies",
)
BOX_KEYS = (
    "system",
    "id",
    "name",
    "faction",
    "alliance",
    "general",
    "model_count_checked",
    "battle_traits",
    "regiment_abilities",
    "enhancements",
    "anomalies",
)
USUAL_ROSTER_SOURCE = ["armamentarium-spearhead-data (README)", "TableTome spearhead-catalog-v1"]


def only(values: Any) -> Any:
    """The one value that all of them are."""
    distinct = set(values)
    assert len(distinct) == 1, distinct
    return distinct.pop()


def pick(facts: Json, keys: tuple[str, ...]) -> Json:
    return {key: facts[key] for key in keys if facts[key] is not None}


def item(gear: Json) -> Any:
    return gear["name"] if gear["count"] == 1 else {"item": gear["name"], "count": gear["count"]}


def group(models: Json) -> Json:
    return {**models, "wargear": [item(gear) for gear in models["wargear"]]}


def weapon(facts: Json) -> Json:
    result = {BIG_GAME.get(key, key): value for key, value in facts.items()}
    return result if result["range"] else {**result, "range": None}


def keywords_of(patrols: list[Json]) -> set[str]:
    units = [unit for facts in patrols for unit in facts["units"]]
    return {fold(word) for unit in units for word in unit["keywords"] + unit["faction_keywords"]}


def keyword_list(text: str, known: set[str]) -> list[str]:
    """`Astra Militarum Infantry` as the keywords it is made of."""
    words, keywords = text.split(), []
    while words:
        length = max(n for n in range(1, len(words) + 1) if fold(" ".join(words[:n])) in known)
        keywords.append(" ".join(words[:length]))
        words = words[length:]
    return keywords


def transport(facts: Json, known: set[str]) -> Json:
    """`Tacticus or Phobos Infantry`: what comes after the last keyword holds for both."""
    takes = [keyword_list(part, known) for part in facts["carries"].split(" or ")]
    return {
        "capacity": facts["capacity"],
        "takes": [
            [*keywords, *takes[-1][1:]] if len(keywords) == 1 else keywords for keywords in takes
        ],
        "excludes": [[keyword] for keyword in facts["excludes"]],
    }


def patrol_unit(facts: Json, known: set[str]) -> Json:
    return {
        **pick(facts, UNIT_KEYS),
        "models": [group(models) for models in facts["models"]],
        "unit_wargear": [item(gear) for gear in facts["unit_wargear"]],
        "transport": facts["transport"] and transport(facts["transport"], known),
        "invuln": facts["invulnerable_save"],
        "weapons": [weapon(row) for row in facts["weapons"]],
        "base_size": facts["base"],
    }


def patrol_enhancements(facts: Json) -> list[Json]:
    deciders = {
        choice["enhancement"]: choice["warlord"] for choice in facts.get("warlord_choice", ())
    }
    effects = {
        effect["enhancement"]: effect for effect in facts.get("enhancement_effects_on_list", ())
    }
    result = []
    for enhancement in facts["enhancements"]:
        entry = dict(enhancement)
        if entry["id"] in deciders:
            assert deciders[entry["id"]] == entry["bearer"]
            entry["bearer_is_warlord"] = True
        if entry["id"] in effects:
            assert effects[entry["id"]]["unit"] == entry["bearer"]
            entry["may_lead"] = effects[entry["id"]]["may_lead"]
        result.append(entry)
    return result


def patrol(facts: Json, known: set[str]) -> Json:
    result = {
        **pick(facts, tuple(key for key in PATROL_KEYS if key in facts)),
        "as_of": facts["source"]["updated"],
        "count_source": only(unit["count_source"] for unit in facts["units"]),
        "enhancements": patrol_enhancements(facts),
        "stratagems": {stratagem["name"]: stratagem["cp"] for stratagem in facts["stratagems"]},
        "units": [patrol_unit(unit, known) for unit in facts["units"]],
    }
    if "warlord_model" in facts:
        result["warlord_model"] = facts["warlord_model"]["name"]
        result["warlord_model_source"] = facts["warlord_model"]["source"]
    if facts["alternatives"]:
        (alternative,) = facts["alternatives"]
        assert alternative["pick"] == 1
        result["choices"] = {CHOICE_SLOT: alternative["units"]}
    return result


def warscroll_weapon(facts: Json, carried: set[str]) -> Json:
    result = facts if facts["range"] else {**facts, "range": None}
    name, colon, mode = facts["name"].partition(": ")
    return {**result, "name": name, "mode": mode} if colon and name in carried else result


def spearhead_unit(facts: Json) -> Json:
    carried = {name for row in facts["loadout"] for name in row["weapons"]}
    result = {key: facts[key] for key in ("id", "name", "count", "models", "keywords", "stats")}
    result["weapons"] = [warscroll_weapon(row, carried) for row in facts["weapons"]]
    result["tokens"] = {token["name"]: token["count"] for token in facts["tokens"]}
    if facts["data_source"] != "primary":
        result["data_source"] = facts["data_source"]
    if facts["loadout_source"] == "stated":
        result["loadout"] = facts["loadout"]
    if facts["reinforcements"] is None:
        result["keywords_unsure"] = ["Reinforcements"]
    return result


def box(facts: Json) -> Json:
    assert not facts["alternatives"]
    usual = facts["roster_source"] == USUAL_ROSTER_SOURCE
    return {
        **pick(facts, BOX_KEYS),
        "as_of": facts["source"]["updated"],
        "count_source": only(unit["count_source"] for unit in facts["units"]),
        "roster_source": [] if usual else facts["roster_source"],
        "units": [spearhead_unit(unit) for unit in facts["units"]],
    }


def read(path: Path) -> Any:
    return json.loads(path.read_text(encoding="utf-8"))


def read_all(folder: Path) -> list[Json]:
    return [read(path) for path in sorted(folder.glob("*.json")) if path.stem != "index"]


def write_all(folder: Path, kind: str, boxes: list[Json], model: type[msgspec.Struct]) -> None:
    folder.mkdir(parents=True, exist_ok=True)
    for box_data in boxes:
        built = msgspec.convert(box_data, model)
        data = msgspec.to_builtins(built)
        text = dump(
            data,
            f"../../schemas/{kind}.schema.json",
            block=("enhancements", "regiment_abilities", "loadout"),
            spaced=("units",),
        )
        again = YAML(typ="safe").load(text)
        assert msgspec.convert(again, model) == built, f"{box_data['id']}: does not read back"
        (folder / f"{box_data['id']}.yaml").write_text(text, encoding="utf-8")


def main(shared: Path, out: Path) -> None:
    patrols = read_all(shared / "facts" / "combat-patrol")
    known = keywords_of(patrols)
    patrols = [patrol(facts, known) for facts in patrols]
    boxes = [box(facts) for facts in read_all(shared / "facts" / "spearhead")]
    write_all(out / "combat-patrol", "patrol", patrols, Patrol)
    write_all(out / "spearhead", "spearhead-box", boxes, SpearheadBox)


if __name__ == "__main__":
    main(Path(sys.argv[1]), Path(__file__).resolve().parent.parent / "factions")
