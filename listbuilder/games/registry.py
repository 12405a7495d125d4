"""The registry of games, by id."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from listbuilder.games.game import Game


def _make_warhammer_40k_10e() -> Game:
    from listbuilder.games.wh40k_10e import Warhammer40k10e

    return Warhammer40k10e()


def _make_warhammer_40k_11e() -> Game:
    from listbuilder.games.wh40k_11e import Warhammer40k11e

    return Warhammer40k11e()


def _make_age_of_sigmar_4e() -> Game:
    from listbuilder.games.aos_4e import AgeOfSigmar4e

    return AgeOfSigmar4e()


def _make_combat_patrol() -> Game:
    from listbuilder.games.combat_patrol import CombatPatrol

    return CombatPatrol()


def _make_spearhead() -> Game:
    from listbuilder.games.spearhead import Spearhead

    return Spearhead()


def _make_space_marine_heroes() -> Game:
    from listbuilder.games.space_marine_heroes import SpaceMarineHeroes

    return SpaceMarineHeroes()


# What files call a game -> the function that makes it. Each imports the manifest of its game
# itself, so that only the game that is asked for is loaded.
SYSTEMS: dict[str, Callable[[], Game]] = {
    "warhammer-40k-10e": _make_warhammer_40k_10e,
    "warhammer-40k-11e": _make_warhammer_40k_11e,
    "age-of-sigmar-4e": _make_age_of_sigmar_4e,
    "combat-patrol": _make_combat_patrol,
    "spearhead": _make_spearhead,
    "space-marine-heroes": _make_space_marine_heroes,
}

_made: dict[str, Game] = {}


def get_game(system_id: str) -> Game:
    """Return the game with the id `system_id`, imported and made when it is first asked for.

    Raises KeyError for an id that no game has.
    """
    if system_id not in _made:
        _made[system_id] = SYSTEMS[system_id]()
    return _made[system_id]
