"""Suggest what a name that no data has may have meant.

It is the nearest name of the list's faction, at best with the same points.
"""

from __future__ import annotations

from typing import NamedTuple

from listbuilder.i18n.nearest_word import find_nearest
from listbuilder.matching.numbers import find_prices
from listbuilder.model.base import fold
from listbuilder.model.problem import Problem
from listbuilder.roster.position import Position

_UNITS = ("unread_unit",)  # problems about a name that should be a unit's
_ALIKE = 0.4  # of 1: with the same points, as little alike as this is enough
_CLOSE = 0.72  # ... and without them, as much as this is needed


class Suggestion(NamedTuple):
    """A unit that may have been meant.

    `points`: what the list and the data both say it costs; None if only the name is alike.
    """

    name: str
    points: int | None = None


def suggest_unit(problem: Problem, line: str, position: Position) -> Suggestion | None:
    """Return the unit that an unknown name on `line` may have meant, or None.

    `problem` says which name is unknown; for a problem that is not about a unit's name the result
    is None. Units of the list's faction with the points on the line are tried first, then all its
    units, which must be more alike.
    """
    given = problem.args.get("given")
    army, system = position.army, position.system
    if problem.key not in _UNITS or not isinstance(given, str) or army is None or system is None:
        return None
    day = army.priced_on if army.past_day else None
    entries = system.list_entries_on_date(position.library, army.faction_id, day)
    known_entries = [faction_entry.entry for faction_entry in entries if faction_entry.away is None]
    stated = find_prices(line)
    for points in stated[:1]:
        same_priced = {entry.name for entry in known_entries if points in entry.points}
        if (name := _find_nearest_name(given, same_priced, _ALIKE)) is not None:
            return Suggestion(name, points)
    name = _find_nearest_name(given, {entry.name for entry in known_entries}, _CLOSE)
    return Suggestion(name) if name is not None else None


def _find_nearest_name(given: str, names: set[str], cutoff: float) -> str | None:
    """Return the one of `names` that is nearest to `given`, or None if none is near enough.

    A name with the same first word goes first and needs less likeness. `cutoff` is the likeness
    needed, from 0 to 1.
    """
    first = fold(given).partition(" ")[0]
    begun = sorted(name for name in names if fold(name).partition(" ")[0] == first)
    nearest_begun = find_nearest(given, begun, min(cutoff, 0.5))
    return nearest_begun or find_nearest(given, sorted(names), cutoff)
