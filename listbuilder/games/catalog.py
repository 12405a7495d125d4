"""The games, by id."""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, cast

from listbuilder.games.base import System
from listbuilder.store.library import Library

if TYPE_CHECKING:
    from listbuilder.games.shared.choices import Editor

# id -> module and class. A module is imported when its game is first asked for.
SYSTEMS: dict[str, tuple[str, str]] = {
    "warhammer-40k-10e": ("listbuilder.games.wh40k_10e", "Warhammer40k10e"),
    "age-of-sigmar-4e": ("listbuilder.games.aos_4e", "AgeOfSigmar4e"),
    "combat-patrol": ("listbuilder.games.combat_patrol", "CombatPatrol"),
    "spearhead": ("listbuilder.games.spearhead", "Spearhead"),
    "space-marine-heroes": ("listbuilder.games.space_marine_heroes", "SpaceMarineHeroes"),
}

# The half of a game that only the builder loads; a game without a line here can be renamed and annotated, not mustered.
EDITORS: dict[str, tuple[str, str]] = {
    "warhammer-40k-10e": ("listbuilder.games.muster.choices", "MusterEditor"),
    "age-of-sigmar-4e": ("listbuilder.games.regiments.choices", "RegimentEditor"),
    "combat-patrol": ("listbuilder.games.boxes.choices", "PatrolEditor"),
    "spearhead": ("listbuilder.games.boxes.choices", "BoxEditor"),
    "space-marine-heroes": ("listbuilder.games.heroes.choices", "HeroEditor"),
}
PLAIN_EDITOR = ("listbuilder.games.shared.choices", "PlainEditor")

# How the armies of a list are put together -> the game that reads such lists when other programs wrote them.
SHAPES: dict[str, str] = {
    "muster": "warhammer-40k-10e",
    "regiments": "age-of-sigmar-4e",
}

_made: dict[str, System] = {}


def system(system_id: str) -> System:
    if system_id not in _made:
        module, name = SYSTEMS[system_id]
        _made[system_id] = cast(System, getattr(import_module(module), name)())
    return _made[system_id]


def editor(system_id: str, library: Library) -> Editor:
    """What a player can change in a roster of this game."""
    module, name = EDITORS.get(system_id, PLAIN_EDITOR)
    return cast("Editor", getattr(import_module(module), name)(system(system_id), library))
