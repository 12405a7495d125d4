"""Whether a unit that is in no box of a game is one of another game: only asked where something is already wrong."""

from __future__ import annotations

from listbuilder.games.catalog import SYSTEMS, system
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
            for entry in system(game).entries(library, faction):
                if entry.id == wanted:
                    return entry.name, system(game).book(library).name
    return None
