"""The registry of games, by id."""

from __future__ import annotations

from importlib import import_module
from typing import cast

from listbuilder.games.game import Game

# What files call a game -> module and class of its manifest, which is imported when the game is
# first asked for.
SYSTEMS: dict[str, tuple[str, str]] = {
    "warhammer-40k-10e": ("listbuilder.games.wh40k_10e", "Warhammer40k10e"),
    "warhammer-40k-11e": ("listbuilder.games.wh40k_11e", "Warhammer40k11e"),
    "age-of-sigmar-4e": ("listbuilder.games.aos_4e", "AgeOfSigmar4e"),
    "combat-patrol": ("listbuilder.games.combat_patrol", "CombatPatrol"),
    "spearhead": ("listbuilder.games.spearhead", "Spearhead"),
    "space-marine-heroes": ("listbuilder.games.space_marine_heroes", "SpaceMarineHeroes"),
}

_made: dict[str, Game] = {}


def get_game(system_id: str) -> Game:
    """Return the game with the id `system_id`, imported and made when it is first asked for.

    Raises KeyError for an id that no game has.
    """
    if system_id not in _made:
        module, name = SYSTEMS[system_id]
        _made[system_id] = cast(Game, getattr(import_module(module), name)())
    return _made[system_id]
