"""Turns the Age of Sigmar facts into the faction files: `python -m tools.convert_aos ../shared`. Run once.

What the facts say twice is written once (special models and ward saves stand in the keywords, the label of a regiment
option mostly follows from what it asks for); what is converted this way is asserted to come back the same.
"""

from __future__ import annotations

import json
import re
import sys
from pathlib import Path
from typing import Any, NamedTuple

import msgspec
from ruamel.yaml import YAML

from listbuilder.games.aos.faction import GenericLores, RegimentsOfRenown, WarscrollFaction
from listbuilder.games.aos.warscroll import RegimentOption, parse_keyword_values
from tools.yaml_out import dump

SYSTEM = "age-of-sigmar-4e"
SPECIAL_MODELS = {
    "champion": "champion",
    "musician": "musician",
    "standard_bearer": "standard bearer",
}


class Layout(NamedTuple):
    """How a kind of file looks: keys whose content starts on a new line, lists with blank lines between the items."""

    block: tuple[str, ...]
    spaced: tuple[str, ...]


OPTION_BLOCKS = ("regiment", "regiments", "options", "restrictions", "choices")
FACTION = Layout(
    OPTION_BLOCKS,
    ("armies_of_renown", "warscrolls", "copied_warscrolls", "extra_warscrolls", "manifestations"),
)
RENOWN = Layout((), ("regiments", "warscrolls"))
GENERIC = Layout((), ("manifestations",))

Json = dict[str, Any]


def read(path: Path) -> Any:
    return json.loads(path.read_text(encoding="utf-8"))


def only_fields(thing: Json, model: type[msgspec.Struct]) -> Json:
    """`thing` without empty fields that the model has no use for; anything else it does not know stays, and fails."""
    known = {field.encode_name for field in msgspec.structs.fields(model)}
    return {
        key: value
        for key, value in thing.items()
        if key in known or value not in (None, False, [], {})
    }


def option(facts: Json) -> Json:
    result = {key: value for key, value in facts.items() if key not in ("label", "any_of_keywords")}
    if alternatives := facts.get("any_of_keywords"):
        (result["keywords"],) = alternatives
    if facts.get("sub_heroes"):
        assert facts["hero"], facts
        if not facts.get("units"):
            del result["hero"]
    if msgspec.convert(result, RegimentOption).title != facts["label"]:
        result["label"] = facts["label"]
    return result


def regiment(facts: Json) -> Json:
    return {**facts, "options": [option(each) for each in facts.get("options", [])]}


def fighter(facts: Json) -> Json:
    """A warscroll or manifestation; its weapons, ward save and special models."""
    result = dict(facts)
    values = parse_keyword_values(tuple(facts["keywords"]))
    stats = dict(facts["stats"])
    assert stats.pop("ward", None) == values.get("ward"), facts["id"]
    result["stats"] = stats
    special = {kind: values[word] or "1" for kind, word in SPECIAL_MODELS.items() if word in values}
    assert result.pop("special_models", special) == special, facts["id"]
    weapons = [dict(weapon) for weapon in facts["weapons"]]
    for weapon in weapons:
        assert (weapon.pop("type") == "ranged") == ("range" in weapon), facts["id"]
    result["weapons"] = weapons
    if "regiment" in facts:
        result["regiment"] = regiment(facts["regiment"])
        if "hero" in values:
            result["regiment"]["can_lead"] = facts["regiment"].get("can_lead", False)
    return result


def army_of_renown(facts: Json) -> Json:
    """Its own warscrolls get their regiment options themselves; `regiments` keeps what replaces another's."""
    regiments = {unit: regiment(profile) for unit, profile in facts.get("regiments", {}).items()}
    own: list[Json] = []
    copies: list[Json] = []
    for extra in facts.get("extra_warscrolls", []):
        warscroll = dict(extra) if "same_as" in extra else fighter(extra)
        if extra["id"] in regiments:
            warscroll["regiment"] = regiments.pop(extra["id"])
        (copies if "same_as" in extra else own).append(warscroll)
    assert all(regiments.values()), facts["id"]
    return {**facts, "regiments": regiments, "extra_warscrolls": own, "copied_warscrolls": copies}


def faction(facts: Json) -> Json:
    return {
        **facts,
        "manifestations": [fighter(each) for each in facts["manifestations"]],
        "armies_of_renown": [army_of_renown(each) for each in facts["armies_of_renown"]],
        "warscrolls": [fighter(each) for each in facts["warscrolls"]],
    }


def regiment_of_renown(facts: Json) -> Json:
    """Units apart from the manifestations and terrain that come with them."""
    result: Json = {**facts, "units": [], "manifestations": [], "faction_terrain": []}
    for unit in facts["units"]:
        if "unit" not in unit:
            assert unit["count"] == 1, facts["id"]
            result[
                "manifestations" if unit["kind"] == "manifestation" else "faction_terrain"
            ].append(unit["name"])
            continue
        assert unit.get("min") in (None, 0), facts["id"]
        plain = {key: value for key, value in unit.items() if key != "min"}
        result["units"].append(plain | {"optional": "min" in unit})
    return result


def regiments_of_renown(facts: Json) -> Json:
    return {
        **facts,
        "regiments": [regiment_of_renown(each) for each in facts["regiments"]],
        "warscrolls": [fighter(each) for each in facts["warscrolls"]],
    }


def generic(facts: Json) -> Json:
    """All but the numbers of army composition: those are the law's, and stand in rules.yaml."""
    result = {**facts, "manifestations": [fighter(each) for each in facts["manifestations"]]}
    del result["composition"]
    for pack in result["battlepacks"]:
        del pack["max_battle_tactics_cards"]
    return only_fields(result, GenericLores)


def without_empty_maps(value: Any) -> Any:
    """Defaults are left out by the model, except maps all of whose values were defaults."""
    if isinstance(value, dict):
        cleaned = {key: without_empty_maps(item) for key, item in value.items()}
        return {key: item for key, item in cleaned.items() if item != {}}
    if isinstance(value, (list, tuple)):
        return [without_empty_maps(item) for item in value]
    return value


def write(path: Path, data: Json, model: type[msgspec.Struct], schema: str, layout: Layout) -> None:
    built = msgspec.convert(data, model)
    plain = without_empty_maps(msgspec.to_builtins(built))
    text = dump(plain, f"../../schemas/{schema}.schema.json", layout.block, layout.spaced)
    text = re.sub(
        r"(?<!\n)\n(?=\w+:\n)", "\n\n", text
    )  # a blank line before each section of the file
    again = YAML(typ="safe").load(text)
    assert again == plain, f"{path}: what was written does not read back"
    assert msgspec.convert(again, model) == built, f"{path}: does not read back as the model"
    path.write_text(text, encoding="utf-8")


def main(shared: Path, out: Path) -> None:
    source = shared / "facts" / SYSTEM
    folder = out / SYSTEM
    folder.mkdir(parents=True, exist_ok=True)
    for entry in read(source / "index.json")["factions"]:
        data = faction(read(source / entry["file"]))
        write(folder / f"{data['id']}.yaml", data, WarscrollFaction, "warscroll-faction", FACTION)

    renown = regiments_of_renown(read(source / "regiments-of-renown.json"))
    write(
        folder / "regiments-of-renown.yaml",
        renown,
        RegimentsOfRenown,
        "regiments-of-renown",
        RENOWN,
    )
    lores = generic(read(source / "generic.json"))
    write(folder / "generic.yaml", lores, GenericLores, "generic-lores", GENERIC)


if __name__ == "__main__":
    main(Path(sys.argv[1]), Path(__file__).resolve().parent.parent / "factions")
