"""The game that an option of the command line names."""

from __future__ import annotations

from listbuilder.games.registry import SYSTEMS
from listbuilder.i18n.nearest_word import find_nearest
from listbuilder.model.problem import Problem, Unreadable


def require_system(system_id: str | None) -> str:
    """Return `system_id` if it is the id of a game.

    Otherwise raise Unreadable with the known ids and the nearest of them.
    """
    if system_id not in SYSTEMS:
        near = find_nearest(system_id, SYSTEMS, cutoff=0.4) if system_id else None
        args = {"given": system_id or "-", "known": list(SYSTEMS), "near": near}
        raise Unreadable([Problem(key="unknown_system", args=args)])
    return system_id
