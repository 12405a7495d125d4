"""Whether a unit that is in no box of a game is one of another game: only asked where something is already wrong."""

from __future__ import annotations

from listbuilder.games.catalog import SYSTEMS, system
from listbuilder.games.shared.values import meant
from listbuilder.store.library import Library


def in_other_games(unit_id: str, own_game: str, library: Library) -> tuple[str, str] | None:
    """Name of the unit and of its game. `faction/unit` asks in that faction only."""
    faction_id, _, wanted = unit_id.rpartition("/")
    for game in SYSTEMS:
        if game == own_game:
            continue
        for faction, _ in system(game).factions(library):
            if faction_id and faction != faction_id:
                continue
            names = {entry.id: entry.name for entry in system(game).entries(library, faction)}
            for each in meant(wanted, [names]):
                if each in names:
                    return names[each], system(game).book(library).name
    return None
