"""The games, by id."""

from __future__ import annotations

from importlib import import_module
from typing import cast

from listbuilder.systems.base import System

# id -> module and class. A module is imported when its game is first asked for.
SYSTEMS: dict[str, tuple[str, str]] = {
    "warhammer-40k-10e": ("listbuilder.systems.warhammer_40k_10e", "Warhammer40k10e"),
}

_made: dict[str, System] = {}


def system(system_id: str) -> System:
    if system_id not in _made:
        module, name = SYSTEMS[system_id]
        _made[system_id] = cast(System, getattr(import_module(module), name)())
    return _made[system_id]
