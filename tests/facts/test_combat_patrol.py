"""The patrols: the files hold together, and lose nothing of the facts they were made from.

The comparison puts each fact together again from the file, and needs ../shared (or $LISTBUILDER_SHARED); it skips
where that is not at hand. A difference is named by patrol, unit and field.
"""

from __future__ import annotations

import json
from functools import cache
from pathlib import Path
from typing import Any

import msgspec
import pytest
from ruamel.yaml import YAML

from listbuilder.games.boxed.patrol import ModelGroup, Patrol, PatrolUnit, Sources
from listbuilder.model.base import fold
from listbuilder.model.datasheet import Weapon
from listbuilder.model.transport import Keywords
from listbuilder.model.wargear import Item, get_item_count, get_item_name
from tests.needs import SHARED, needs_shared

from .box_facts import differences

REPO = Path(__file__).resolve().parents[2]
FACTS = SHARED / "facts" / "combat-patrol"
FOLDER = REPO / "factions" / "combat-patrol"
NOT_PATROLS = {"rules", "sources"}
PATROLS = sorted(path.stem for path in FOLDER.glob("*.yaml") if path.stem not in NOT_PATROLS)

needs_facts = needs_shared("facts", "combat-patrol")

# Read by hand from the twelve transports: what the facts write as a phrase, the files as alternatives of keywords.
PHRASES: dict[Keywords, str] = {
    (("Aeldari", "Infantry"),): "Aeldari Infantry",
    (("Harlequins", "Infantry"),): "Harlequins Infantry",
    (("Death Guard", "Infantry"),): "Death Guard Infantry",
    (("Heretic Astartes", "Infantry"),): "Heretic Astartes Infantry",
    (("Tacticus", "Infantry"), ("Phobos", "Infantry")): "Tacticus or Phobos Infantry",
    (("Tacticus", "Infantry"),): "Tacticus Infantry",
    (
        ("Militarum Tempestus", "Infantry"),
        ("Astra Militarum", "Infantry", "Character"),
    ): "Militarum Tempestus Infantry or Astra Militarum Infantry Character",
    (("T'Au Empire", "Infantry"),): "T'Au Empire Infantry",
    (("Drukhari", "Infantry"),): "Drukhari Infantry",
    (("Adepta Sororitas", "Infantry"),): "Adepta Sororitas Infantry",
}


@cache
def patrol(name: str) -> Patrol:
    data = YAML(typ="safe").load((FOLDER / f"{name}.yaml").read_text(encoding="utf-8"))
    return msgspec.convert(data, Patrol)


@cache
def facts(name: str) -> Any:
    return json.loads((FACTS / f"{name}.json").read_text(encoding="utf-8"))


@cache
def sources() -> Sources:
    return msgspec.convert(
        YAML(typ="safe").load((FOLDER / "sources.yaml").read_text(encoding="utf-8")), Sources
    )


def gear(item: Item, weapons: set[str]) -> dict[str, Any]:
    kind = "weapon" if fold(get_item_name(item)) in weapons else "other"
    return {"name": get_item_name(item), "count": get_item_count(item), "kind": kind}


def group_fact(group: ModelGroup, weapons: set[str]) -> dict[str, Any]:
    return {
        "name": group.name,
        "count": group.count,
        "wargear": [gear(item, weapons) for item in group.wargear],
        "wargear_source": group.wargear_source,
    }


def weapon_fact(row: Weapon) -> dict[str, Any]:
    return {
        "name": row.item,
        "profile": row.profile,
        "type": row.type,
        "attacks": row.a,
        "skill": row.skill,
        "range": 0 if row.type == "melee" and row.range is None else row.range,
        "strength": row.s,
        "ap": row.ap,
        "damage": row.d,
        "keywords": row.keywords,
    }


def unit_fact(unit: PatrolUnit, box: Patrol) -> dict[str, Any]:
    weapons = {fold(row.item) for row in unit.weapons}
    transport = unit.transport and {
        "capacity": unit.transport.capacity,
        "carries": PHRASES[unit.transport.takes],
        "excludes": [" ".join(keywords) for keywords in unit.transport.excludes],
    }
    same = (
        "id",
        "name",
        "count",
        "keywords",
        "faction_keywords",
        "core_abilities",
        "faction_abilities",
        "leads",
        "must_lead",
        "damaged_at",
    )
    return {
        **{key: getattr(unit, key) for key in same},
        "count_source": box.count_source,
        "size": unit.size,
        "models": [group_fact(group, weapons) for group in unit.models],
        "unit_wargear": [gear(item, weapons) for item in unit.unit_wargear],
        "deep_strike": "Deep Strike" in unit.core_abilities,
        "patrol_squads": msgspec.to_builtins(unit.patrol_squads),
        "transport": transport,
        "stats": msgspec.to_builtins(unit.stats),
        "invulnerable_save": unit.invuln,
        "weapons": [weapon_fact(row) for row in unit.weapons],
        "base": unit.base_size,
    }


def units_of(box: Patrol, chosen: dict[str, str]) -> tuple[PatrolUnit, ...]:
    """The units that make up the army, with one chosen per slot. A slot left open gives none of its units."""
    left_out = {
        unit for slot, units in box.choices.items() for unit in units if unit != chosen.get(slot)
    }
    return tuple(unit for unit in box.units if unit.id not in left_out)


def wargear_counts(unit: PatrolUnit) -> dict[str, dict[str, int]]:
    """What the models of each name carry between them, as a roster writes it. `unit_wargear` is not in it."""
    counts: dict[str, dict[str, int]] = {}
    for group in unit.models:
        carried = counts.setdefault(group.name, {})
        for item in group.wargear:
            carried[get_item_name(item)] = carried.get(
                get_item_name(item), 0
            ) + group.count * get_item_count(item)
    return counts


def totals_fact(box: Patrol) -> dict[str, Any]:
    """Units and models of the box, by hand over its choices."""
    if not box.choices:
        units = units_of(box, {})
        return {
            "unit_count": sum(u.count for u in units),
            "model_count": sum(u.count * u.size for u in units),
        }
    ((slot, options),) = box.choices.items()
    armies = {option: units_of(box, {slot: option}) for option in options}
    (unit_count,) = {sum(unit.count for unit in army) for army in armies.values()}
    return {
        "unit_count": unit_count,
        "alternatives": [{"pick": 1, "units": options}],
        "model_count_by_choice": {
            o: sum(u.count * u.size for u in army) for o, army in armies.items()
        },
    }


def patrol_fact(box: Patrol) -> dict[str, Any]:
    same = (
        "system",
        "id",
        "name",
        "faction",
        "subfaction",
        "warlord",
        "warlord_source",
        "default_source",
        "secondary_source",
        "anomalies",
    )
    effects = [
        {"enhancement": e.id, "unit": e.bearer, "may_lead": e.may_lead}
        for e in box.enhancements
        if e.may_lead
    ]
    return {
        **{key: getattr(box, key) for key in same},
        **totals_fact(box),
        "warlord_model": {"name": box.warlord_model, "source": box.warlord_model_source},
        "warlord_choice": [
            {"warlord": e.bearer, "enhancement": e.id, "default": e.default}
            for e in box.enhancements
            if e.bearer_is_warlord
        ],
        "enhancements": [
            {"id": e.id, "name": e.name, "default": e.default, "bearer": e.bearer}
            for e in box.enhancements
        ],
        "enhancement_effects_on_list": effects,
        "secondary_objectives": msgspec.to_builtins(box.secondary_objectives),
        "stratagems": [{"name": name, "cp": cp} for name, cp in box.stratagems.items()],
        "units": [unit_fact(unit, box) for unit in box.units],
        # The same in all 72, so the rules say them and the files do not.
        "edition": "40k-10e",
        "enhancement_rule": "exactly one; default unless swapped",
    }


# --- against the facts -------------------------------------------------------------------------------------------


# The sheet in the box spells it so; the source has the name of its model.
PRINTED = {("karsks-gunners", "armoured-sentinel"): "Armoured Sentinels"}


@needs_facts
def test_every_patrol_of_the_facts_has_a_file() -> None:
    assert sorted(path.stem for path in FACTS.glob("*.json") if path.stem != "index") == PATROLS
    assert len(PATROLS) == 72


@needs_facts
@pytest.mark.parametrize("name", PATROLS)
def test_nothing_is_lost(name: str) -> None:
    theirs = dict(facts(name))
    for unit in theirs["units"]:
        unit["name"] = PRINTED.get((name, unit["id"]), unit["name"])
    source = theirs.pop("source")  # the address of the source is not kept; its day is
    assert patrol(name).as_of == source["updated"]
    assert differences(name, patrol_fact(patrol(name)), theirs) == []


# --- the files by themselves -------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", PATROLS)
def test_whatever_is_named_exists(name: str) -> None:
    box = patrol(name)
    assert box.id == name and box.system == "combat-patrol"
    assert len(box.unit_by_id) == len(box.units)
    named = [
        box.warlord,
        *(e.bearer for e in box.enhancements),
        *(id_ for e in box.enhancements for id_ in e.may_lead),
        *(id_ for unit in box.units for id_ in unit.leads),
        *(id_ for ids in box.choices.values() for id_ in ids),
    ]
    assert [id_ for id_ in named if id_ not in box.unit_by_id] == []
    assert (
        box.warlord_model is None or box.warlord_model in box.unit_by_id[box.warlord].model_counts
    )


@pytest.mark.parametrize("name", PATROLS)
def test_two_enhancements_one_of_them_default(name: str) -> None:
    box = patrol(name)
    assert [e.default for e in box.enhancements] == [True, False]
    default, _ = box.enhancements
    assert box.find_warlord(default.id) == box.warlord


@pytest.mark.parametrize("name", PATROLS)
def test_patrol_squads_add_up_to_the_unit(name: str) -> None:
    for unit in patrol(name).units:
        if not unit.patrol_squads:
            continue
        assert sum(squad.size for squad in unit.patrol_squads) == unit.size, unit.id
        wanted: dict[tuple[str | None, str | None], int] = {}
        for squad in unit.patrol_squads:
            assert sum(part.count for part in squad.must_include) <= squad.size, (
                unit.id,
                squad.name,
            )
            for part in squad.must_include:
                assert (part.model is None) != (part.wargear is None), (unit.id, squad.name)
                wanted[part.model, part.wargear] = (
                    wanted.get((part.model, part.wargear), 0) + part.count
                )
        for (model, wargear), count in wanted.items():
            there = (
                unit.model_counts[model]
                if model is not None
                else sum(carried.get(wargear or "", 0) for carried in wargear_counts(unit).values())
            )
            assert there >= count, (unit.id, model or wargear)


@pytest.mark.parametrize("name", PATROLS)
def test_every_mark_is_explained(name: str) -> None:
    box = patrol(name)
    marks = {
        box.warlord_source,
        box.warlord_model_source,
        box.count_source,
        box.default_source,
        box.secondary_source,
        *(group.wargear_source for unit in box.units for group in unit.models),
    }
    assert marks - {None} <= sources().by_mark.keys()


def test_no_mark_is_explained_in_vain() -> None:
    used = {
        mark
        for name in PATROLS
        for box in [patrol(name)]
        for mark in (
            box.warlord_source,
            box.warlord_model_source,
            box.count_source,
            box.default_source,
            box.secondary_source,
            *(group.wargear_source for u in box.units for group in u.models),
        )
    }
    assert sources().by_mark.keys() == used - {None}
    assert all(entry.means.keys() == {"en", "ja", "zh"} for entry in sources().marks)


# --- what the model counts, from a reading by hand ---------------------------------------------------------------


def test_same_name_different_wargear() -> None:
    first, second = (patrol("gordrangs-gitstompas").unit_by_id[id_] for id_ in ("boyz", "boyz-2"))
    assert first.name == second.name == "Boyz"
    assert first.model_counts == second.model_counts == {"Boss Nob": 1, "Boy": 9}
    assert wargear_counts(first) == {
        "Boss Nob": {"Slugga": 1, "Big choppa": 1},
        "Boy": {"Slugga": 5, "Choppa": 5, "Shoota": 3, "Close combat weapon": 4, "Big shoota": 1},
    }
    assert wargear_counts(second) == {
        "Boss Nob": {"Slugga": 1, "Power klaw": 1},
        "Boy": {
            "Slugga": 5,
            "Choppa": 5,
            "Shoota": 3,
            "Close combat weapon": 4,
            "Rokkit launcha": 1,
        },
    }


def test_several_of_an_item_on_one_model() -> None:
    dread = patrol("gordrangs-gitstompas").unit_by_id["deff-dread"]
    assert wargear_counts(dread) == {"Deff Dread": {"Rokkit launcha": 1, "Dread klaw": 3}}


def test_what_the_unit_itself_carries_is_on_no_model() -> None:
    unit = patrol("amonhotekhs-guard").unit_by_id["skorpekh-destroyers"]
    assert unit.unit_wargear == ("Plasmacyte",)
    assert wargear_counts(unit) == {"Skorpekh Destroyer": {"Skorpekh hyperphase weapons": 3}}


@pytest.mark.parametrize(
    ("name", "enhancement", "warlord"),
    [
        ("armiger-trailblazers", "servo-skull-dataleech", "pilot-dantos-and-thauvir"),
        ("armiger-trailblazers", "embedded-auto-medicae", "pilot-morrigan-and-viridor"),
        ("slaughter-talon", "frenzied-to-the-last", "zarkys-and-helskarr"),
        ("slaughter-talon", "feral-hunter", "karthon-and-firegheist"),
        ("amonhotekhs-guard", "protocol-of-resonant-focus", "overlord-amonhotekh"),
    ],
)
def test_an_enhancement_may_decide_the_warlord(name: str, enhancement: str, warlord: str) -> None:
    assert patrol(name).find_warlord(enhancement) == warlord


def test_an_enhancement_may_add_a_unit_to_lead() -> None:
    box = patrol("medusan-redoubt")
    assert box.list_led_units("techmarine-gorloch-kataan", "gorgons-rage") == ()
    assert box.list_led_units("techmarine-gorloch-kataan", "machine-unity") == (
        "heavy-intercessor-squad",
    )
    assert box.list_led_units("heavy-intercessor-squad", "machine-unity") == ()


@pytest.mark.parametrize(
    ("name", "options"),
    [
        ("aurellios-banishers", {"brotherhood-terminator-squad": 11, "nemesis-dreadknight": 7}),
        ("guardians-of-the-throne", {"custodian-guard": 15, "vertus-praetors": 14}),
        ("tristraens-gilded-blades", {"custodian-wardens": 7, "allarus-custodians": 6}),
    ],
)
def test_one_of_two_units(name: str, options: dict[str, int]) -> None:
    box = patrol(name)
    assert list(box.choices) == ["unit"] and set(box.choices["unit"]) == set(options)
    for option, models in options.items():
        army = units_of(box, {"unit": option})
        assert sum(unit.count * unit.size for unit in army) == models
        assert {unit.id for unit in army} & set(options) == {option}
    assert not {unit.id for unit in units_of(box, {})} & set(options)


def test_only_one_unit_must_lead() -> None:
    found = [(name, u.id, u.leads) for name in PATROLS for u in patrol(name).units if u.must_lead]
    assert found == [("rampart-force-torreus", "captain-torreus", ("company-heroes",))]
