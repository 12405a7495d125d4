"""The values an argument can have if the parser itself takes anything: for help and completions."""

from __future__ import annotations

import argparse
from collections.abc import Callable, Iterable

from listbuilder.data.library import Library
from listbuilder.games.registry import SYSTEMS, get_game


def _list_formats() -> list[str]:
    """Return the sorted names of the list formats that can be read."""
    from listbuilder.formats.registry import READERS

    return sorted(READERS)


def list_factions(*games: str) -> list[str]:
    """Return the sorted ids of all factions of `games`, or of all games if none are given."""
    library = Library()
    return sorted(
        {
            faction
            for game in games or SYSTEMS
            for faction, _ in get_game(game).list_factions(library)
        }
    )


def _list_codes() -> list[str]:
    """Return the sorted codes of the rules of all games."""
    library = Library()
    return sorted(
        {rule.code for game in SYSTEMS for rule in get_game(game).load_rulebook(library).rules}
    )


# by the name that the commands give the argument
_VALUES: dict[str, Callable[[], Iterable[str]]] = {
    "form": _list_formats,
    "system": lambda: SYSTEMS,
    "faction": list_factions,
    "what": lambda: [*SYSTEMS, *_list_codes()],
    "code": _list_codes,
}


def list_values(action: argparse.Action) -> list[str]:
    """Return the words that an argument can be: its choices, or the known values for its name.

    Empty for files and for what the player makes up.
    """
    if action.choices is not None:
        return [str(choice) for choice in action.choices]
    list_known = _VALUES.get(action.dest)
    return list(list_known()) if list_known else []
