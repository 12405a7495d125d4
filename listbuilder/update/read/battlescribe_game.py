"""Whether catalogues are of the game that is updated."""

from __future__ import annotations

import re
from pathlib import Path

from listbuilder.games.registry import SYSTEMS, get_game
from listbuilder.model.base import fold
from listbuilder.model.problem import Problem, Unreadable
from listbuilder.update.read.battlescribe import Catalogue, Catalogues


def require_game(catalogues: Catalogues, path: Path, system: str) -> None:
    """Raise Unreadable if the catalogues at `path` are of another game than `system`.

    The name of their game system decides, because an edition now and then begins with the id of the
    one before; a catalogue alone has only the id. A name that no game of ours has says nothing.
    """
    for catalogue in catalogues.catalogues:
        games = _find_games(catalogue)
        if games and system not in games:
            name = catalogue.system.name if catalogue.system else catalogue.name
            args = {"name": name, "system": system}
            raise Unreadable([Problem(key="update_other_game", file=str(path), args=args)])


def _find_games(catalogue: Catalogue) -> list[str]:
    """Return the games of ours that a catalogue may be of, empty if nothing tells."""
    games: list[str] = []
    game_system = catalogue if catalogue.is_system else catalogue.system
    for system in SYSTEMS:
        signs = get_game(system).signs
        if game_system is not None:
            name = fold(game_system.name)
            is_game = any(re.fullmatch(pattern, name) for pattern in signs.system)
        else:
            is_game = catalogue.root.get("gameSystemId") in signs.system_id
        if is_game:
            games.append(system)
    return games
