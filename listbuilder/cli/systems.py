"""The game that an option of the command line names."""

from __future__ import annotations

from listbuilder.games.catalog import SYSTEMS
from listbuilder.model.problem import Problem, Unreadable
from listbuilder.store.nearest import nearest


def known_system(given: str | None) -> str:
    if given not in SYSTEMS:
        near = nearest(given, SYSTEMS, cutoff=0.4) if given else None
        raise Unreadable([Problem(key="unknown_system", args={"given": given or "-", "known": list(SYSTEMS), "near": near})])
    return given
