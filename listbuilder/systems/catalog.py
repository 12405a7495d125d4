"""The games, by id."""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, cast

from listbuilder.store.library import Library
from listbuilder.systems.base import System

if TYPE_CHECKING:
    from listbuilder.systems.editing import Editor

# id -> module and class. A module is imported when its game is first asked for.
SYSTEMS: dict[str, tuple[str, str]] = {
    "warhammer-40k-10e": ("listbuilder.systems.warhammer_40k_10e", "Warhammer40k10e"),
    "age-of-sigmar-4e": ("listbuilder.systems.age_of_sigmar_4e", "AgeOfSigmar4e"),
    "combat-patrol": ("listbuilder.systems.combat_patrol", "CombatPatrol"),
    "spearhead": ("listbuilder.systems.spearhead", "Spearhead"),
    "space-marine-heroes": ("listbuilder.systems.space_marine_heroes", "SpaceMarineHeroes"),
}

# The half of a game that only the builder loads; a game without a line here can be renamed and annotated, not mustered.
EDITORS: dict[str, tuple[str, str]] = {
    "warhammer-40k-10e": ("listbuilder.systems.muster.editing", "MusterEditor"),
    "age-of-sigmar-4e": ("listbuilder.systems.regiments.editing", "RegimentEditor"),
    "combat-patrol": ("listbuilder.systems.boxes.editing", "PatrolEditor"),
    "spearhead": ("listbuilder.systems.boxes.editing", "BoxEditor"),
    "space-marine-heroes": ("listbuilder.systems.heroes.editing", "HeroEditor"),
}
PLAIN_EDITOR = ("listbuilder.systems.editing", "PlainEditor")

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
