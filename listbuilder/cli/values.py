"""What can stand at a place of the command line, where the parser itself takes anything: for help and completions."""

from __future__ import annotations

import argparse
from collections.abc import Callable, Iterable

from listbuilder.games.catalog import SYSTEMS, system
from listbuilder.store.library import Library


def _formats() -> list[str]:
    from listbuilder.exchange.catalog import READERS

    return sorted(READERS)


def factions(*games: str) -> list[str]:
    """Of these games, or of all."""
    library = Library()
    return sorted({faction for game in games or SYSTEMS for faction, _ in system(game).factions(library)})


def _codes() -> list[str]:
    library = Library()
    return sorted({rule.code for game in SYSTEMS for rule in system(game).book(library).rules})


# by the name that the commands give the argument
_VALUES: dict[str, Callable[[], Iterable[str]]] = {
    "form": _formats,
    "system": lambda: SYSTEMS,
    "faction": factions,
    "what": lambda: [*SYSTEMS, *_codes()],
    "code": _codes,
}


def values(action: argparse.Action) -> list[str]:
    """The words that can stand there; none for files and for what the player thinks of."""
    if action.choices is not None:
        return [str(choice) for choice in action.choices]
    known = _VALUES.get(action.dest)
    return list(known()) if known else []
