"""Enhancements on every unit, regiments of renown in every faction, units in every army of renown:
as the facts say.

As in test_options_over_all_data.py, what is expected is read from the facts alone.
"""

from __future__ import annotations

from typing import Any

import msgspec
import pytest

from listbuilder.games.registry import get_game
from listbuilder.model.finding import Stamped
from listbuilder.rules import engine
from listbuilder.yamlio import reader
from tests.games.aos.test_options_over_all_data import FACTIONS, LIBRARY, SYSTEM, Json, facts

ABOUT_THE_TABLE = {"several", "several_on_unit", "twice"}


def findings(roster: Json, code: str) -> list[Stamped]:
    document = reader.read_yaml(
        msgspec.json.encode({"system": SYSTEM, "points_limit": 2000, **roster}), "roster"
    )
    reading = get_game(SYSTEM).read_roster(document, LIBRARY)
    assert not reading.problems, reading.problems
    assert reading.army is not None
    return [found for found in engine.check_army(reading.army) if found.code == code]


def may_bear(table: Json, choice: Json, unit: Json) -> bool:
    bearer = table["applies_to"]
    words = {
        word.upper() for keyword in unit["keywords"] for word in (keyword, keyword.split(" (")[0])
    }
    named = [*(bearer.get("units") or ()), *((choice.get("requires") or {}).get("units") or ())]
    return (
        "UNIQUE" not in words
        and all(word.upper() in words for word in bearer["all"])
        and (not bearer["any"] or any(word.upper() in words for word in bearer["any"]))
        and not any(word.upper() in words for word in bearer["none"])
        and (not named or unit["id"] in named)
        and unit["id"] not in (bearer.get("none_of_units") or ())
    )


@pytest.mark.parametrize("faction", FACTIONS)
@pytest.mark.slow_but(5)
def test_every_enhancement_on_every_unit(faction: str) -> None:
    wrong = []
    units = facts(faction)["warscrolls"]
    for table in facts(faction)["enhancement_tables"]:
        for choice in table["choices"]:
            entries = [{"unit": unit["id"], "enhancements": [choice["id"]]} for unit in units]
            found = findings({"faction": faction, "auxiliary": entries}, "AOS-21")
            refused = {each.path[1] for each in found if each.key not in ABOUT_THE_TABLE}
            for place, unit in enumerate(units):
                if (place not in refused) != may_bear(table, choice, unit):
                    wrong.append(f"{faction}: {choice['id']} on {unit['id']}")
    assert wrong == []


@pytest.mark.parametrize("faction", FACTIONS)
@pytest.mark.slow_but(5)
def test_every_regiment_of_renown_in_every_faction(faction: str) -> None:
    for regiment in facts("regiments-of-renown")["regiments"]:
        found = findings({"faction": faction, "regiment_of_renown": regiment["id"]}, "AOS-18")
        keys = {each.key for each in found}
        optional = all(unit.get("min") == 0 for unit in regiment["units"])
        expected = set() if faction in regiment["factions"] else {"not_for_faction"}
        assert keys == expected | ({"nobody"} if optional else set()), (faction, regiment["id"])


@pytest.mark.parametrize("faction", FACTIONS)
def test_every_unit_in_every_army_of_renown(faction: str) -> None:
    own = [unit["id"] for unit in facts(faction)["warscrolls"]]
    for army in facts(faction)["armies_of_renown"]:
        pool = list(dict.fromkeys([*army["units"], *own]))
        entries = [{"unit": unit} for unit in pool]
        found = findings(
            {"faction": faction, "army_of_renown": army["id"], "auxiliary": entries}, "AOS-06"
        )
        left_out = {pool[_place(each)] for each in found if each.key == "left_out"}
        assert left_out == set(own) - set(army["units"]), army["id"]


@pytest.mark.parametrize("faction", FACTIONS)
def test_every_choice_of_an_army(faction: str) -> None:
    """Formations, lores and terrain of the faction are its own; an army of renown leaves out what
    it does not list."""
    held: dict[str, list[Any]] = {
        "battle_formation": facts(faction)["battle_formations"],
        "spell_lore": facts(faction)["spell_lores"],
        "prayer_lore": facts(faction)["prayer_lores"],
        "manifestation_lore": facts(faction)["manifestation_lores"],
        "faction_terrain": facts(faction)["faction_terrain"],
    }
    for key, things in held.items():
        for thing in things:
            for code in ("AOS-05", "AOS-06", "AOS-20", "AOS-22"):
                found = findings({"faction": faction, key: thing["id"]}, code)
                assert [each for each in found if each.severity == "error"] == [], (
                    faction,
                    thing["id"],
                )
            for army in facts(faction)["armies_of_renown"]:
                own = [each["id"] for each in army.get(f"{key}s") or () if isinstance(each, dict)]
                own += army.get("faction_terrain") or [] if key == "faction_terrain" else []
                found = findings(
                    {"faction": faction, "army_of_renown": army["id"], key: thing["id"]}, "AOS-06"
                )
                spoken = [each for each in found if each.key == "left_out"]
                assert bool(spoken) == (thing["id"] not in own), (faction, army["id"], thing["id"])


def _place(found: Stamped) -> int:
    place = found.path[1]
    assert isinstance(place, int)
    return place
