"""The search for a unit in other games. Only used if something is already wrong."""

from __future__ import annotations

from listbuilder.data.library import Library
from listbuilder.games.common.roster_values import find_meant
from listbuilder.games.registry import SYSTEMS, get_game


def find_unit_in_other_games(
    unit_id: str, own_game: str, library: Library
) -> tuple[str, str] | None:
    """Return the name of the unit `unit_id` and the name of its game, or None.

    All games except `own_game` are searched. If `unit_id` is `faction/unit`, only that faction is
    searched. None if no other game has the unit.
    """
    faction_id, _, wanted = unit_id.rpartition("/")
    for game in SYSTEMS:
        if game == own_game:
            continue
        for faction, _ in get_game(game).list_factions(library):
            if faction_id and faction != faction_id:
                continue
            names = {
                entry.id: entry.name for entry in get_game(game).list_entries(library, faction)
            }
            for possible_id in find_meant(wanted, [names]):
                if possible_id in names:
                    return names[possible_id], get_game(game).load_rulebook(library).name
    return None
