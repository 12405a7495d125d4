"""What a name that no data has may have meant: the nearest name of the list's faction, at best with the same points."""

from __future__ import annotations

from typing import NamedTuple

from listbuilder.games.shared.numbers import prices
from listbuilder.law.position import Position
from listbuilder.model.base import fold
from listbuilder.model.problem import Problem
from listbuilder.store.nearest import nearest

_UNITS = ("unread_unit",)  # problems about a name that should be a unit's
_ALIKE = 0.4  # of 1: with the same points, as little alike as this is enough
_CLOSE = 0.72  # ... and without them, as much as this is needed


class Suggestion(NamedTuple):
    """`points`: what the list and the data both say it costs; None if only the name is alike."""

    name: str
    points: int | None = None


def suggestion(problem: Problem, line: str, done: Position) -> Suggestion | None:
    """Return the unit that a name on `line` of a list may have meant, or None."""
    given = problem.args.get("given")
    army = done.army
    if problem.key not in _UNITS or not isinstance(given, str) or army is None or done.system is None:
        return None
    entries = done.system.entries_on(done.library, army.faction_id, army.priced_on if army.past_day else None)
    there = [each.entry for each in entries if each.away is None]
    stated = prices(line)
    for points in stated[:1]:
        same = {entry.name for entry in there if points in entry.points}
        if (name := _nearest(given, same, _ALIKE)) is not None:
            return Suggestion(name, points)
    name = _nearest(given, {entry.name for entry in there}, _CLOSE)
    return Suggestion(name) if name is not None else None


def _nearest(given: str, names: set[str], cutoff: float) -> str | None:
    """Return the nearest of these names. One that begins with the same word is near whatever else follows."""
    first = fold(given).partition(" ")[0]
    begun = [name for name in names if fold(name).partition(" ")[0] == first]
    return nearest(given, sorted(begun), min(cutoff, 0.5)) or nearest(given, sorted(names), cutoff)
