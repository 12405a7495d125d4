"""The Age of Sigmar files say exactly what the facts say. Needs ../shared; without it these tests are skipped.

The models are turned back into the shape of the facts and compared field by field. Absent, null, false, [] and {} are
one and the same.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any, TypeVar

import msgspec
import pytest
from ruamel.yaml import YAML

from listbuilder.games.aos.catalog import entry as listed
from listbuilder.games.aos.faction import (
    ArmyOfRenown,
    GenericLores,
    RegimentOfRenown,
    RegimentsOfRenown,
    WarscrollFaction,
)
from listbuilder.games.aos.warscroll import (
    Manifestation,
    RegimentOption,
    RegimentProfile,
    Warscroll,
    WarscrollCopy,
)
from listbuilder.model.rulebook import RuleBook, Season
from tests.facts.pending import (
    BOOK,
    DAY_AOS,
    laid_over_aos,
    options_changed,
    renown_now,
    renown_of_faction,
)
from tests.facts.shared_facts import SHARED
from tests.needs import needs_shared

ROOT = Path(__file__).resolve().parents[2]
DATA = ROOT / "factions" / "age-of-sigmar-4e"
FACTS = SHARED / "facts" / "age-of-sigmar-4e"
OTHER_FACTS = {"index", "generic", "regiments-of-renown", "points_history"}
FACTIONS = sorted(path.stem for path in FACTS.glob("*.json") if path.stem not in OTHER_FACTS)
SPECIAL_MODELS = {
    "champion": "champion",
    "musician": "musician",
    "standard bearer": "standard_bearer",
}

pytestmark = needs_shared("facts", "age-of-sigmar-4e")

Json = dict[str, Any]
M = TypeVar("M", bound=msgspec.Struct)


def facts(name: str) -> Any:
    return json.loads((FACTS / f"{name}.json").read_text(encoding="utf-8"))


def load(name: str, model: type[M]) -> M:
    text = (DATA / f"{name}.yaml").read_text(encoding="utf-8")
    return msgspec.convert(YAML(typ="safe").load(text), model)


# From the models back to the shape of the facts.


def plain(model: msgspec.Struct) -> Json:
    """All fields, defaults too."""
    return {name: builtins(getattr(model, name)) for name in model.__struct_fields__}


def builtins(value: Any) -> Any:
    if isinstance(value, msgspec.Struct):
        return plain(value)
    if isinstance(value, tuple):
        return [builtins(item) for item in value]
    if isinstance(value, dict):
        return {key: builtins(item) for key, item in value.items()}
    return value


def option(model: RegimentOption) -> Json:
    result = plain(model)
    keywords = result.pop("keywords")
    result.update(
        label=model.title, hero=model.is_for_heroes, any_of_keywords=[keywords] if keywords else []
    )
    result["min"] = model.min or None
    return result


def profile(model: RegimentProfile, leader: bool) -> Json:
    return plain(model) | {
        "options": [option(each) for each in model.options],
        "can_lead": leader and model.can_lead,
    }


def fighter(model: Warscroll | Manifestation) -> Json:
    values = model.keyword_values
    result = plain(model)
    result["stats"]["ward"] = values.get("ward")
    for weapon, line in zip(model.weapons, result["weapons"], strict=True):
        line["type"] = "ranged" if weapon.is_ranged else "melee"
    return result


def warscroll(model: Warscroll) -> Json:
    values = model.keyword_values
    result = fighter(model)
    result["special_models"] = {
        name: values[word] or "1" for word, name in SPECIAL_MODELS.items() if word in values
    }
    result["regiment"] = profile(model.regiment, leader="hero" in values)
    return result


def army_of_renown(model: ArmyOfRenown) -> Json:
    result = plain(model)
    regiments = {unit: profile(each, leader=True) for unit, each in model.regiments.items()}
    own: list[Warscroll | WarscrollCopy] = [*model.extra_warscrolls, *model.copied_warscrolls]
    extra = []
    for each in own:
        shape = warscroll(each) if isinstance(each, Warscroll) else plain(each)
        del shape["regiment"]
        extra.append(shape)
        if "Hero" in (each.keywords if isinstance(each, Warscroll) else each.adds_keywords):
            regiments[each.id] = profile(each.regiment, leader=True)
    del result["copied_warscrolls"]
    result.update(extra_warscrolls=by_id(extra), regiments=regiments)
    return result


def faction(model: WarscrollFaction) -> Json:
    return plain(model) | {
        "manifestations": [fighter(each) for each in model.manifestations],
        "armies_of_renown": [army_of_renown(each) for each in model.armies_of_renown],
        "warscrolls": [warscroll(each) for each in model.warscrolls],
    }


def regiment_of_renown(model: RegimentOfRenown) -> Json:
    result = plain(model)
    for unit in result["units"]:
        if unit.pop("optional"):
            unit["min"] = 0
    extras = {
        "manifestation": result.pop("manifestations"),
        "faction_terrain": result.pop("faction_terrain"),
    }
    for kind, names in extras.items():
        result["units"] += [{"name": name, "kind": kind, "count": 1} for name in names]
    result["units"].sort(key=named)
    return result


def season_of(battlepack: str) -> Season:
    [found] = [
        season
        for season in load("rules", RuleBook).seasons.values()
        if season.battlepack == battlepack
    ]
    return found


def law_of(battlepack: str) -> tuple[RuleBook, dict[str, Json]]:
    """The law of a season, and the numbers of those of its rules that are on."""
    book = load("rules", RuleBook)
    book = book.apply_season(season_of(battlepack))
    return book, {rule.code: rule.params for rule in book.rules if rule.on}


def composition(battlepack: str, general_keyword: str, unique: str) -> Json:
    """The numbers of army composition, each from the one place where it stands: the law."""
    book, law = law_of(battlepack)
    lores = {f"max_{kind}_lores": law["AOS-22"]["max"] for kind in law["AOS-22"]["users"]}
    double = listed(
        next(
            each
            for each in load(FACTIONS[0], WarscrollFaction).warscrolls
            if each.can_be_reinforced
        )
    ).points
    return lores | {
        "battlepack": battlepack,
        "usual_points_limits": list(book.points_limits),
        "min_regiments": law["AOS-10"]["min"],
        "max_regiments": law["AOS-10"]["max"],
        "regiment_units": law["AOS-12"]["max"],
        "general_regiment_units": law["AOS-12"]["max_of_general"],
        "max_unit_share_of_points": law["AOS-02"]["percent"] / 100,
        "auxiliary_surcharge_step": book.pricing.auxiliary_step,
        "auxiliary_free": book.pricing.auxiliary_free,
        "underspend_bonus_at": law["AOS-03"]["from"],
        "max_regiments_of_renown": law["AOS-18"]["max"],
        "max_faction_terrain": law["AOS-20"]["max"],
        "max_enhancements_per_table": law["AOS-21"]["per_table"],
        "max_enhancements_per_table_per_unit": law["AOS-21"]["per_unit"],
        "max_battle_formations": law["AOS-05"]["max"],
        "max_battle_tactics_cards": law["AOS-25"]["max"],
        "unique_max": law["AOS-17"]["max"] if law["AOS-17"]["keyword"] == unique else None,
        "reinforced_factor": double[1] // double[0],
        "warmaster_must_be_general": law["AOS-15"]["first"] == general_keyword,
        "unique_can_take_enhancements": law["AOS-21"]["never"] != unique,
    }


# What the facts leave open is filled in, so that a false and an absent value can be told apart where it matters.


def named(thing: Json) -> str:
    return str(thing.get("id") or thing.get("unit") or thing["name"])


def by_id(things: Iterable[Json]) -> list[Json]:
    return sorted(things, key=named)


def filled_profile(expected: Json) -> Json:
    return {"uses_slot": True, "can_lead": False, **expected}


def filled(expected: Json) -> Json:
    """A faction of the facts, its defaults written out."""
    for each in expected["warscrolls"]:
        each["regiment"] = filled_profile(each["regiment"])
    for army in expected.get("armies_of_renown", ()):
        army["extra_warscrolls"] = by_id(army.get("extra_warscrolls", ()))
        army["regiments"] = {
            unit: filled_profile(each) for unit, each in army.get("regiments", {}).items()
        }
        for ratio in army["restrictions"]["ratios"]:
            ratio.setdefault("per_count", 1)
    return expected


def differences(expected: Any, found: Any, path: tuple[str, ...] = ()) -> Iterator[str]:
    """One line for each field in which the two differ, led by where it is: faction, warscroll, field."""
    if isinstance(expected, dict) and isinstance(found, dict):
        for key in {**expected, **found}:
            yield from differences(expected.get(key), found.get(key), (*path, str(key)))
    elif (
        isinstance(expected, list)
        and isinstance(found, list)
        and [*map(name_in, expected)] == [*map(name_in, found)]
    ):
        for place, (one, other) in enumerate(zip(expected, found, strict=True)):
            yield from differences(one, other, (*path, name_in(one) or str(place)))
    elif (
        isinstance(expected, list)
        and isinstance(found, list)
        and any(map(name_in, expected + found))
    ):
        yield f"{' / '.join(path)}: facts {[*map(name_in, expected)]}, file {[*map(name_in, found)]}"
    elif (expected or nothing(expected)) != (found or nothing(found)):
        yield f"{' / '.join(path)}: facts {expected!r}, file {found!r}"


def name_in(item: Any) -> str | None:
    """What a list's item is known by, if by anything."""
    return named(item) if isinstance(item, dict) and item.keys() & {"id", "unit", "name"} else None


def nothing(value: Any) -> int | None:
    """Null, false and empty are the same; zero is a number."""
    return 0 if value == 0 and value is not False else None


def assert_same(name: str, expected: Any, found: Any) -> None:
    lines = list(differences(expected, found, (name,)))
    assert not lines, "\n".join(lines[:40])


def with_pending(name: str, expected: Json, found: Json) -> Json:
    """Regiment options that changed are compared with the words of the book: tests/facts/test_pending.py."""
    made = laid_over_aos(name, expected) | {"as_of": DAY_AOS}
    for holder in (made, *made.get("armies_of_renown", ())):
        if holder.get("regiments_of_renown"):
            holder["regiments_of_renown"] = renown_of_faction(name, holder["regiments_of_renown"])
    changed = options_changed(name)
    ours = {each["id"]: each["regiment"] for each in found["warscrolls"]}
    for each in made["warscrolls"]:
        if {each["id"], each["name"]} & changed:
            each["regiment"]["options"] = ours[each["id"]]["options"]
        if each["name"] in JOIN_BY_NAME:
            each["regiment"]["joins_leaders"] = JOIN_BY_NAME[each["name"]]
    return made


AVALENOR, SEVIRETH = "Avalenor, The Stoneheart King", "Sevireth, Lord of the Seventh Wind"
JOIN_BY_NAME = {  # heroes that a leader's option of September names
    "Alarith Stonemage": [AVALENOR],
    "Scourge of Aqshy: Alarith Stonemage": [AVALENOR],
    "Hurakan Windmage": [SEVIRETH],
    "Skink Starseer": ["Lord Kroak", "Slann Starmaster"],
    "Necromancer": ["Mannfred von Carstein, Mortarch of Night", "Neferata, Mortarch of Blood"],
}


@pytest.mark.parametrize("name", [name for name in FACTIONS if name != BOOK])
def test_faction(name: str) -> None:
    found = faction(load(name, WarscrollFaction))
    assert_same(name, filled(with_pending(name, facts(name), found)), found)


def test_regiments_of_renown() -> None:
    expected = filled(facts("regiments-of-renown"))
    expected |= {"as_of": DAY_AOS, "regiments": renown_now(expected["regiments"])}
    for regiment in expected["regiments"]:
        regiment["units"] = by_id(regiment["units"])
    model = load("regiments-of-renown", RegimentsOfRenown)
    found = plain(model) | {
        "regiments": [regiment_of_renown(each) for each in model.regiments],
        "warscrolls": [warscroll(each) for each in model.warscrolls],
    }
    assert_same("regiments-of-renown", expected, found)


def test_generic_lores() -> None:
    model = load("generic", GenericLores)
    found = plain(model) | {"manifestations": [fighter(each) for each in model.manifestations]}
    expected = facts("generic") | {"as_of": DAY_AOS}
    del expected["composition"]  # the law's: the next test
    for pack in expected["battlepacks"]:
        del pack["max_battle_tactics_cards"]
    assert_same("generic", expected, found)


# Sentences of the book without a number in the law: no table gives the same thing twice (the cases of AOS-21), and no
# unit of a regiment of renown is the general (the cases of AOS-15).
NO_NUMBERS = {"same_enhancement_max": 1, "regiment_of_renown_unit_can_be_general": False}


def test_the_law_has_the_numbers_of_composition() -> None:
    expected = facts("generic")["composition"]
    [current] = [pack.id for pack in load("generic", GenericLores).battlepacks if pack.current]
    assert_same("composition", expected, composition(current, "Warmaster", "Unique") | NO_NUMBERS)


def test_the_law_has_the_number_of_cards_and_the_names_of_the_seasons() -> None:
    for pack in facts("generic")["battlepacks"]:
        _, law = law_of(pack["id"])
        assert law["AOS-25"]["max"] == pack["max_battle_tactics_cards"]
        assert season_of(pack["id"]).name == pack["name"]


def test_index() -> None:
    """There is no index file: what it says follows from the factions."""
    factions = {name: load(name, WarscrollFaction) for name in FACTIONS}
    for entry in facts("index")["factions"]:
        model = factions.pop(entry["id"])
        more = 3 if model.id == BOOK else 0  # four new warscrolls, and one is gone
        found = (
            model.name,
            model.grand_alliance,
            model.legends,
            len(model.warscrolls) - more,
            f"{model.id}.json",
        )
        assert found == tuple(
            entry[key] for key in ("name", "grand_alliance", "legends", "warscrolls", "file")
        )
        assert model.as_of == DAY_AOS
    assert not factions


def test_regiments_of_renown_and_factions_name_each_other() -> None:
    regiments = load("regiments-of-renown", RegimentsOfRenown).regiments
    for name in FACTIONS:
        listed = set(load(name, WarscrollFaction).regiments_of_renown)
        assert listed == {regiment.id for regiment in regiments if name in regiment.factions}, name


def test_files_are_those_of_the_facts() -> None:
    files = {
        path.stem: path for path in DATA.glob("*.yaml") if path.stem not in ("rules", "corrections")
    }
    assert set(files) == {*FACTIONS, "generic", "regiments-of-renown"}
    for name, path in files.items():
        first = path.read_text(encoding="utf-8").splitlines()[0]
        assert first.startswith("# yaml-language-server: $schema=../../schemas/"), name


@pytest.mark.parametrize(
    ("field", "change"),
    [
        ("points", lambda unit: unit.update(points=unit["points"] + 10)),
        (
            "can_be_reinforced",
            lambda unit: unit.update(can_be_reinforced=not unit["can_be_reinforced"]),
        ),
        ("uses_slot", lambda unit: unit["regiment"].update(uses_slot=False)),
        ("special_models / champion", lambda unit: unit["special_models"].update(champion="1/7")),
        ("damage", lambda unit: unit["weapons"][0].update(damage=99)),
    ],
)
def test_a_difference_is_found_and_named(field: str, change: Any) -> None:
    name = FACTIONS[0]
    expected = filled(with_pending(name, facts(name), faction(load(name, WarscrollFaction))))
    unit = expected["warscrolls"][-1]
    change(unit)
    lines = list(differences(expected, faction(load(name, WarscrollFaction)), (name,)))
    assert len(lines) == 1
    assert lines[0].startswith(f"{name} / warscrolls / {unit['id']} / ") and field in lines[0]


def test_a_missing_warscroll_is_found_and_named() -> None:
    name = FACTIONS[0]
    expected = filled(with_pending(name, facts(name), faction(load(name, WarscrollFaction))))
    missing = expected["warscrolls"].pop(3)["id"]
    lines = list(differences(expected, faction(load(name, WarscrollFaction)), (name,)))
    assert len(lines) == 1
    assert lines[0].startswith(f"{name} / warscrolls: ") and missing in lines[0]
