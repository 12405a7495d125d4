"""A key that another game's rosters have: the game says how it is written in its own, or that it has no such thing."""

from __future__ import annotations

from typing import Any

import pytest

from listbuilder.roster.position import Position
from tests.rules.test_cases import LIBRARY, as_document

TENTH = {"system": "warhammer-40k-10e", "faction": "necrons", "units": []}
ELEVENTH = {"system": "warhammer-40k-11e", "faction": "necrons", "units": []}
SIGMAR = {"system": "age-of-sigmar-4e", "faction": "gloomspite-gitz", "regiments": []}
PATROL = {"system": "combat-patrol", "patrol": "amonhotekhs-guard"}
SPEARHEAD = {"system": "spearhead", "box": "vigilant-brotherhood"}


@pytest.mark.parametrize(
    ("roster", "more", "given", "now"),
    [
        (TENTH, {"detachments": ["awakened-dynasty"]}, "detachments", "detachment: ..."),
        (TENTH, {"attached": {}}, "attached", "formations: {attached: {...}}"),
        (TENTH, {"disposition": "take-and-hold"}, "disposition", ""),
        (
            TENTH,
            {"units": [{"datasheet": "overlord", "unit": "overlord"}]},
            "unit",
            "datasheet: ...",
        ),
        (ELEVENTH, {"detachment": "awakened-dynasty"}, "detachment", "detachments: [...]"),
        (ELEVENTH, {"formations": {"attached": {}}}, "formations.attached", "attached: {...}"),
        (
            ELEVENTH,
            {"formations": {"reserves": []}},
            "formations.reserves",
            "formations: {strategic_reserves: [...]}",
        ),
        (ELEVENTH, {"formations": {"hover": []}}, "formations.hover", ""),
        (
            ELEVENTH,
            {"units": [{"datasheet": "overlord", "unit": "overlord"}]},
            "unit",
            "datasheet: ...",
        ),
        (SIGMAR, {"units": []}, "units", "regiments: [{hero: {unit: ...}, units: [{unit: ...}]}]"),
        (SIGMAR, {"battle_size": "incursion"}, "battle_size", "points_limit: ..."),
        (SIGMAR, {"detachment": "troggherd"}, "detachment", "battle_formation: ..."),
        (
            SIGMAR,
            {"auxiliary": [{"unit": "loonboss", "datasheet": "loonboss"}]},
            "datasheet",
            "unit: ...",
        ),
        (SIGMAR, {"auxiliary": [{"unit": "loonboss", "warlord": True}]}, "warlord", "general: ..."),
        (
            SIGMAR,
            {"auxiliary": [{"unit": "loonboss", "enhancement": "x"}]},
            "enhancement",
            "enhancements: [...]",
        ),
        (PATROL, {"faction": "necrons"}, "faction", "patrol: ..."),
        (PATROL, {"box": "necrons"}, "box", "patrol: ..."),
        (
            PATROL,
            {"units": [{"unit": "necron-warriors", "datasheet": "x"}]},
            "datasheet",
            "unit: ...",
        ),
        (SPEARHEAD, {"faction": "x"}, "faction", "box: ..."),
        (SPEARHEAD, {"patrol": "x"}, "patrol", "box: ..."),
        (SPEARHEAD, {"warlord": "x"}, "warlord", "general: ..."),
        (
            SPEARHEAD,
            {"units": [{"unit": "liberators", "datasheet": "x"}]},
            "datasheet",
            "unit: ...",
        ),
    ],
    ids=str,
)
def test_how_a_key_of_another_game_is_written_here(
    roster: dict[str, Any], more: dict[str, Any], given: str, now: str
) -> None:
    position = Position(as_document({**roster, **more}), LIBRARY)
    found = [
        (each.key, each.args)
        for each in position.problems
        if each.key in ("key_moved", "key_gone", "unknown_key")
    ]
    assert found == [("key_moved" if now else "key_gone", {"given": given, "now": now})]
