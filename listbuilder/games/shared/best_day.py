"""Of all days on which prices changed, the one whose prices a list states."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Callable, Sequence
from typing import NamedTuple

Timeline = Sequence[tuple[str, int | None]]
"""From that day, that price; None: not on the list. In order of days."""


class Stated(NamedTuple):
    """A price that a list states. `thing` is an id of the faction's history, `size` what its price depends on."""

    faction: str
    thing: str
    size: int
    points: int


class BestDay(NamedTuple):
    """`agreeing` of `total` stated prices are those of the release of `day`; `today` are those of the newest."""

    day: str
    agreeing: int
    total: int
    today: int


def best_day(stated: Sequence[Stated], timeline: Callable[[Stated], Timeline], releases: Sequence[str]) -> BestDay | None:
    """The release on which most stated prices agree, the newest of several. None where nothing is stated."""
    days = sorted(set(releases))
    if not stated or not days:
        return None
    counts = [0] * len(days)
    for each in stated:
        states = timeline(each)
        starts = [start for start, _ in states]
        for place, day in enumerate(days):
            now = bisect_right(starts, day) - 1
            counts[place] += now >= 0 and states[now][1] == each.points
    best = max(range(len(days)), key=lambda place: (counts[place], place))
    return BestDay(days[best], counts[best], len(stated), counts[-1])
