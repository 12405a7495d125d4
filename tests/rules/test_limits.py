"""A limit is one number, or a table by battle size."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest

from listbuilder.data.library import Library
from listbuilder.games.registry import get_game
from listbuilder.model.army import Army
from listbuilder.model.finding import Stamped
from listbuilder.rules import engine
from listbuilder.yamlio import reader


def found(
    size: str, code: str, params: dict[str, Any], units: list[dict[str, Any]]
) -> list[Stamped]:
    """What one rule of the law finds with other numbers."""
    roster = {
        "system": "warhammer-40k-10e",
        "faction": "necrons",
        "detachment": "awakened-dynasty",
        "battle_size": size,
    }
    document = reader.read_yaml(msgspec.json.encode({**roster, "units": units}), "roster")
    army = get_game("warhammer-40k-10e").read_roster(document, Library()).army
    assert isinstance(army, Army)
    rules = tuple(
        msgspec.structs.replace(rule, params=params)
        for rule in army.book.rules
        if rule.code == code
    )
    army.book = msgspec.structs.replace(army.book, rules=rules)
    return engine.check_army(army)


OVERLORD: dict[str, Any] = {"datasheet": "overlord", "warlord": True}
LYCHGUARD: dict[str, Any] = {"datasheet": "lychguard", "models": 5}
WARRIORS: dict[str, Any] = {"datasheet": "necron-warriors", "models": 10}
BY_SIZE = {
    "max": {"incursion": 2, "strike-force": 3},
    "max_with": {"Battleline": {"incursion": 4, "strike-force": 6}},
}


@pytest.mark.parametrize(("size", "most"), [("incursion", 2), ("strike-force", 3)])
def test_copies_by_battle_size(size: str, most: int) -> None:
    assert found(size, "40K-06", BY_SIZE, [OVERLORD, *[LYCHGUARD] * most]) == []
    (finding,) = found(size, "40K-06", BY_SIZE, [OVERLORD, *[LYCHGUARD] * (most + 1)])
    assert (finding.args["count"], finding.args["max"]) == (most + 1, most)


@pytest.mark.parametrize(("size", "most"), [("incursion", 4), ("strike-force", 6)])
def test_more_with_a_keyword_by_battle_size(size: str, most: int) -> None:
    assert found(size, "40K-06", BY_SIZE, [OVERLORD, *[WARRIORS] * most]) == []
    (finding,) = found(size, "40K-06", BY_SIZE, [OVERLORD, *[WARRIORS] * (most + 1)])
    assert (finding.args["max"], finding.args["keyword"]) == (most, "Battleline")


def test_enhancements_by_battle_size() -> None:
    bearers = [
        {**OVERLORD, "enhancement": "veil-of-darkness"},
        {"datasheet": "technomancer", "enhancement": "enaegic-dermal-bond"},
        {"datasheet": "plasmancer", "enhancement": "phasal-subjugator"},
    ]
    table = {"max": {"incursion": 2, "strike-force": 4}}
    assert found("strike-force", "40K-08", table, bearers) == []
    (finding,) = found("incursion", "40K-08", table, bearers)
    assert (finding.args["count"], finding.args["max"]) == (3, 2)


def test_a_size_without_a_number_has_no_limit() -> None:
    """Of a battle size that the law does not know, the rule on battle sizes speaks."""
    assert found("onslaught", "40K-06", BY_SIZE, [OVERLORD, *[LYCHGUARD] * 9]) == []


def test_of_two_keywords_that_raise_the_limit_the_higher_holds() -> None:
    raised = {"max": 1, "max_with": {"Battleline": 2, "Infantry": 3, "Necron Warriors": 2}}
    assert found("strike-force", "40K-06", raised, [OVERLORD, *[WARRIORS] * 3]) == []
    (finding,) = found("strike-force", "40K-06", raised, [OVERLORD, *[WARRIORS] * 4])
    assert (finding.args["max"], finding.args["keyword"]) == (3, "Infantry")
