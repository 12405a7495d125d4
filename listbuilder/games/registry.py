"""The registry of games, by id."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from listbuilder.data.library import Library
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


def _make_combat_patrol_11e() -> Game:
    from listbuilder.games.combat_patrol_11e import CombatPatrol11e

    return CombatPatrol11e()


def _make_spearhead() -> Game:
    from listbuilder.games.spearhead import Spearhead

    return Spearhead()


def _make_space_marine_heroes() -> Game:
    from listbuilder.games.space_marine_heroes import SpaceMarineHeroes

    return SpaceMarineHeroes()


# What files call a game -> the function that makes it. Each imports the manifest of its game
# itself, so that only the game that is asked for is loaded. Of several editions of one game, the
# newest comes last.
SYSTEMS: dict[str, Callable[[], Game]] = {
    "warhammer-40k-10e": _make_warhammer_40k_10e,
    "warhammer-40k-11e": _make_warhammer_40k_11e,
    "age-of-sigmar-4e": _make_age_of_sigmar_4e,
    "combat-patrol": _make_combat_patrol,
    "combat-patrol-11e": _make_combat_patrol_11e,
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


def list_newest_first(library: Library) -> list[str]:
    """Return the ids of all games as they are offered: the newest edition of each game first.

    Editions of one game are beside each other; which they are is known by the name of the game.
    """
    editions: dict[str, list[str]] = {}
    for system_id in SYSTEMS:
        name = get_game(system_id).load_rulebook(library).name
        editions.setdefault(name, []).insert(0, system_id)
    return [system_id for same_game in editions.values() for system_id in same_game]
