"""The Spearhead boxes: the files hold together, and lose nothing of the facts they were made from.

The comparison puts each fact together again from the file, and needs ../shared (or $LISTBUILDER_SHARED); it skips
where that is not at hand. A difference is named by box, unit and field. Space Marine Heroes, which has no facts,
is compared with the catalogue and the glossary below.
"""

from __future__ import annotations

import json
import re
from functools import cache
from pathlib import Path
from typing import Any

import msgspec
import pytest
from ruamel.yaml import YAML

from listbuilder.games.boxed.patrol import Sources
from listbuilder.games.boxed.spearhead import SpearheadBox, SpearheadUnit, WarscrollWeapon
from listbuilder.games.heroes.hero import HeroCards, HeroTerms
from listbuilder.i18n import messages
from tests.needs import SHARED, needs_shared

from .box_facts import differences

REPO = Path(__file__).resolve().parents[2]
FACTS = SHARED / "facts" / "spearhead"
FOLDER = REPO / "factions" / "spearhead"
HEROES = REPO / "factions" / "space-marine-heroes"
NOT_BOXES = {"rules", "sources"}
BOXES = sorted(path.stem for path in FOLDER.glob("*.yaml") if path.stem not in NOT_BOXES)
# Two of the three that came with the battletomes of August and September 2026; the facts are older.
SINCE_THE_FACTS = {"mawseeker-mob", "warglutt-marauders"}
OF_THE_FACTS = sorted({*BOXES} - SINCE_THE_FACTS)
USUAL_SOURCES = ("armamentarium-spearhead-data (README)", "TableTome spearhead-catalog-v1")

needs_facts = needs_shared("facts", "spearhead")


def load(path: Path) -> Any:
    return YAML(typ="safe").load(path.read_text(encoding="utf-8"))


@cache
def box(name: str) -> SpearheadBox:
    return msgspec.convert(load(FOLDER / f"{name}.yaml"), SpearheadBox)


@cache
def facts(name: str) -> Any:
    return json.loads((FACTS / f"{name}.json").read_text(encoding="utf-8"))


def weapon_fact(row: WarscrollWeapon) -> dict[str, Any]:
    same = ("type", "attacks", "hit", "wound", "rend", "damage", "abilities")
    return {
        **{key: getattr(row, key) for key in same},
        "name": f"{row.name}: {row.mode}" if row.mode else row.name,
        "range": 0 if row.type == "melee" and row.range is None else row.range,
    }


def unit_fact(unit: SpearheadUnit, of: SpearheadBox) -> dict[str, Any]:
    unsure = "Reinforcements" in unit.keywords_unsure
    return {
        "id": unit.id,
        "name": unit.name,
        "models": unit.models,
        "count": unit.count,
        "count_source": of.count_source,
        "general": unit.id == of.general,
        "reinforcements": None if unsure else "Reinforcements" in unit.keywords,
        "loadout": msgspec.to_builtins(unit.rows),
        "loadout_source": "stated" if unit.loadout else "every model has every weapon listed",
        "keywords": unit.keywords,
        "stats": msgspec.to_builtins(unit.stats),
        "weapons": [weapon_fact(row) for row in unit.weapons],
        "data_source": unit.data_source or "primary",
        "tokens": [{"name": name, "count": count} for name, count in unit.tokens.items()],
    }


def box_fact(of: SpearheadBox) -> dict[str, Any]:
    same = (
        "system",
        "id",
        "name",
        "faction",
        "alliance",
        "general",
        "model_count_checked",
        "battle_traits",
        "anomalies",
    )
    return {
        **{key: getattr(of, key) for key in same},
        "unit_count": sum(unit.count for unit in of.units),
        "model_count": sum(
            unit.count * unit.models for unit in of.units
        ),  # both units of every choice
        "units": [unit_fact(unit, of) for unit in of.units],
        "alternatives": [{"pick": 1, "units": units} for units in of.choices.values()],
        "regiment_abilities": msgspec.to_builtins(of.regiment_abilities),
        "enhancements": msgspec.to_builtins(of.enhancements),
        "roster_source": of.roster_source or USUAL_SOURCES,
        # The same in all, so the rules say them and the files do not.
        "edition": "aos-4e",
        "enhancement_bearer": "general",
    }


# --- against the facts -------------------------------------------------------------------------------------------


@needs_facts
def test_every_box_of_the_facts_has_a_file() -> None:
    assert (
        sorted(path.stem for path in FACTS.glob("*.json") if path.stem != "index") == OF_THE_FACTS
    )
    assert (len(OF_THE_FACTS), len(BOXES)) == (49, 51)


@needs_facts
@pytest.mark.parametrize("name", OF_THE_FACTS)
def test_nothing_is_lost(name: str) -> None:
    ours, theirs = box(name), dict(facts(name))
    source = theirs.pop("source")  # the address of the source is not kept; its day is
    assert ours.as_of == source["updated"]
    missing = theirs.pop(
        "units_missing_from_primary"
    )  # every unit that bears a mark, in no order of its own
    assert sorted(unit.name for unit in ours.units if unit.data_source) == sorted(missing)
    assert differences(name, box_fact(ours), theirs) == []


@needs_facts
def test_unknown_is_not_no() -> None:
    """The facts have null where they do not know, which `said` takes for nothing."""
    unknown = {
        (name, u["id"])
        for name in OF_THE_FACTS
        for u in facts(name)["units"]
        if u["reinforcements"] is None
    }
    assert unknown == {
        (name, u.id)
        for name in BOXES
        for u in box(name).units
        if "Reinforcements" in u.keywords_unsure
    }
    assert {word for name in BOXES for u in box(name).units for word in u.keywords_unsure} == {
        "Reinforcements"
    }
    assert unknown == {
        ("darkoath-raiders", "darkoath-savagers"),
        ("hurakan-vanguard", "hurakan-windchargers"),
    }


# --- the files by themselves -------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", BOXES)
def test_the_box_holds_together(name: str) -> None:
    of = box(name)
    assert of.id == name and of.system == "spearhead"
    assert len(of.unit_by_id) == len(of.units)
    assert of.unit_by_id[of.general].count == 1
    assert (len(of.regiment_abilities), len(of.enhancements)) == (2, 4)
    assert len({ability.id for ability in (*of.regiment_abilities, *of.enhancements)}) == 6


@pytest.mark.parametrize(
    ("name", "sizes"),
    [
        (
            "mawseeker-mob",
            {"Butcher": [1], "Cleavers": [3], "Gutseers": [3], "Gorger Mawpack": [5]},
        ),
        (
            "warglutt-marauders",
            {"Tyrant": [1], "Gluttons": [2, 3], "Ironguts": [3], "Maulbeast Cavalry": [1, 1]},
        ),
    ],
)
def test_the_units_of_new_boxes(name: str, sizes: dict[str, list[int]]) -> None:
    found: dict[str, list[int]] = {}
    for unit in box(name).units:
        found.setdefault(unit.name, []).extend([unit.models] * unit.count)
    assert found == sizes


@pytest.mark.parametrize("name", BOXES)
def test_the_loadout_is_of_the_unit(name: str) -> None:
    for unit in box(name).units:
        assert sum(row.count for row in unit.rows) == unit.models, unit.id
        assert {weapon for row in unit.rows for weapon in row.weapons} <= {
            row.name for row in unit.weapons
        }, unit.id


@pytest.mark.parametrize("name", BOXES)
def test_ward_is_both_keyword_and_number(name: str) -> None:
    for unit in box(name).units:
        wards = [
            int(match[1])
            for match in map(re.compile(r"Ward \((\d)\+\)").fullmatch, unit.keywords)
            if match
        ]
        assert wards == ([unit.stats.ward] if unit.stats.ward else []), unit.id


def test_marks_and_their_explanations_are_the_same() -> None:
    sources = msgspec.convert(load(FOLDER / "sources.yaml"), Sources)
    boxes = [box(name) for name in BOXES]
    used = {
        mark
        for of in boxes
        for mark in (
            of.count_source,
            *of.roster_source,
            *(unit.data_source for unit in of.units),
            *(ability.source for ability in (*of.regiment_abilities, *of.enhancements)),
        )
    }
    assert sources.by_mark.keys() == used - {None}
    assert all(entry.means.keys() == {"en", "ja", "zh"} for entry in sources.marks)


# --- what the model counts, from a reading by hand ---------------------------------------------------------------


def test_one_weapon_used_two_ways_is_one_weapon() -> None:
    (row,) = box("castelite-company").unit_by_id["ironweld-great-cannon"].rows
    assert row.weapons == ("Great Cannon", "Crew's Tools and Sidearms")


def test_same_name_different_loadout() -> None:
    of = box("skyhammer-task-force")
    first, second = of.unit_by_id["arkanaut-company-a"], of.unit_by_id["arkanaut-company-b"]
    assert first.name == second.name and first.weapons == second.weapons
    assert [(row.count, row.weapons) for row in first.rows] == [
        (4, ("Privateer Pistol", "Arkanaut Cutter")),
        (1, ("Skypike",)),
    ]
    assert [row.count for row in second.rows] == [3, 1, 1]


def test_a_choice_a_player_adds_is_read() -> None:
    data = load(FOLDER / "vigilant-brotherhood.yaml")
    data["choices"] = {"unit": ["prosecutors", "liberators"]}
    assert msgspec.convert(data, SpearheadBox).choices == {"unit": ("prosecutors", "liberators")}


# --- Space Marine Heroes -----------------------------------------------------------------------------------------


@cache
def terms() -> HeroTerms:
    return msgspec.convert(load(HEROES / "terms.yaml"), HeroTerms)


@cache
def cards() -> HeroCards:
    return msgspec.convert(load(HEROES / "plague-marines.yaml"), HeroCards)


def test_the_seven_heroes_the_book_names() -> None:
    """Ids, names and epithets as the catalogue prints them."""
    lang = messages.make_game_language("ja", "space-marine-heroes")
    assert [
        (hero.id, messages.translate_name(hero.name, lang), hero.epithet.get("ja"))
        for hero in cards().heroes
    ] == [
        ("morslug", "モースラグ", None),
        ("scabos", "スカボス", None),
        ("pustus", "パストゥス", "不潔なるもの"),
        ("cholerus", "コレラス", None),
        ("clotticus", "クロッティカス", None),
        ("plague-champion", "プレーグチャンピオン", None),
        ("gangrus", "ガングラス", "忌まわしきもの"),
    ]
    assert all(
        hero.plague_marine and hero.armour is None and not hero.symbols for hero in cards().heroes
    )


def test_a_card_a_player_writes_is_read() -> None:
    data = load(HEROES / "plague-marines.yaml")
    data["heroes"].append(
        {
            "id": "mine",
            "name": "Mine",
            "armour": 4,
            "symbols": [
                {"action": "shoot", "roll": "double-six", "range": "long"},
                {"action": "inspire"},
            ],
        }
    )
    card = msgspec.convert(data, HeroCards).heroes[-1]
    assert (card.plague_marine, card.armour, len(card.symbols), card.symbols[1].roll) == (
        False,
        4,
        2,
        None,
    )
    data["heroes"][-1]["symbols"][0]["dice"] = 2
    with pytest.raises(msgspec.ValidationError, match=r"dice.*heroes\[7\]\.symbols\[0\]"):
        msgspec.convert(data, HeroCards)


def test_terms_of_the_catalogue() -> None:
    assert [action.id for action in terms().actions] == [
        "cut-down",
        "inspire",
        "blast",
        "stun",
        "shoot",
    ]
    assert [action.id for action in terms().actions if not action.needs_roll] == ["inspire"]
    assert [roll.id for roll in terms().rolls] == [
        "lucky-six",
        "double-six",
        "straight-or-three-of-a-kind",
    ]
    assert [(r.id, r.names["ja"]) for r in terms().ranges] == [
        ("melee", "白兵戦"),
        ("short", "短距離"),
        ("medium", "中距離"),
        ("long", "長距離"),
    ]
    assert terms().slots.numbers == (1, 2, 3, 4, 5)
    every = [term.names for term in (*terms().actions, *terms().rolls, *terms().ranges)]
    assert all(names.keys() == {"en", "ja", "zh"} for names in every)
    assert all(entry.reaches.keys() == {"en", "ja", "zh"} for entry in terms().ranges)


@pytest.mark.parametrize(
    ("word", "term"),
    [
        ("lucky-six", "lucky-six"),
        ("ラッキー・シックス", "lucky-six"),
        ("DOUBLE SIX", "double-six"),
        ("ダブルシックス", "double-six"),
        ("双六", "double-six"),
        ("straight", "straight-or-three-of-a-kind"),
        ("Straight or three of a kind", "straight-or-three-of-a-kind"),
        ("スリー・オヴ・ア・カインド", "straight-or-three-of-a-kind"),
        ("single six", None),
    ],
)
def test_a_roll_by_any_of_its_names(word: str, term: str | None) -> None:
    assert [roll.id for roll in terms().rolls if roll.is_called(word)] == ([term] if term else [])


@needs_shared("glossary", "terms.yaml")
def test_terms_are_those_of_the_glossary() -> None:
    glossary = load(SHARED / "glossary" / "terms.yaml")["smh"]
    ours = {term.id.replace("-", "_"): term.names for term in (*terms().actions, *terms().rolls)}
    ours |= {"slot": terms().slots.names, "plague_marine": terms().plague_marine}
    both = ours.pop("straight_or_three_of_a_kind")
    assert ours == {key: glossary[key] for key in ours}
    assert both["ja"] == f"{glossary['straight']['ja']} / {glossary['three_of_a_kind']['ja']}"
    assert both["zh"] == f"{glossary['straight']['zh']} / {glossary['three_of_a_kind']['zh']}"
    assert glossary.keys() - ours.keys() == {"space_marine_heroes", "straight", "three_of_a_kind"}
    assert [
        messages.translate_name(
            cards().name, messages.make_game_language(lang, "space-marine-heroes")
        )
        for lang in ("ja", "zh")
    ] == [glossary["plague_marine"][lang] for lang in ("ja", "zh")]
