"""Of all days on which prices changed, the one whose prices a list states."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Callable, Sequence
from typing import NamedTuple

Timeline = Sequence[tuple[str, int | None]]
"""From that day, that price; None: not on the list. In order of days."""


class Part(NamedTuple):
    """A thing with a price: `thing` is an id of the faction's history, `size` what its price depends on.

    `ally`: in an army of another faction, where it may have a price of its own.
    """

    faction: str
    thing: str
    size: int = 1
    ally: bool = False


class Stated(NamedTuple):
    """A price that a list states: of one thing, or of several together (a unit with its enhancement)."""

    faction: str
    thing: str
    size: int
    points: int
    also: tuple[Part, ...] = ()
    more: tuple[int, ...] = ()
    """What may be on top of these prices: wargear, or a further copy, of which it is open which one it is."""
    ally: bool = False

    @property
    def parts(self) -> tuple[Part, ...]:
        return (Part(self.faction, self.thing, self.size, self.ally), *self.also)


class BestDay(NamedTuple):
    """`agreeing` of `total` stated prices are those of the release of `day`; `today` are those of the newest."""

    day: str
    agreeing: int
    total: int
    today: int


class Window(NamedTuple):
    """Days that a list can be of: its season's. `since` may be unknown; without `until` it is still so."""

    since: str | None
    until: str | None

    def releases(self, known: Sequence[str]) -> list[str]:
        """Those in force on some day of it; the first came before it began, where none came on that very day."""
        start = max((day for day in known if self.since is not None and day <= self.since), default="")
        return [day for day in known if start <= day and (self.until is None or day < self.until)]


class Among(NamedTuple):
    """Days that a list can be of because its points document, of which there are several, was of each of them."""

    days: tuple[str, ...]

    def releases(self, known: Sequence[str]) -> list[str]:
        return [day for day in known if day in self.days]


def best_day(stated: Sequence[Stated], timeline: Callable[[Part], Timeline], releases: Sequence[str]) -> BestDay | None:
    """The release on which most stated prices agree, the newest of several. None where nothing is stated."""
    return next(iter(best_days(stated, timeline, releases)), None)


def best_days(stated: Sequence[Stated], timeline: Callable[[Part], Timeline], releases: Sequence[str]) -> list[BestDay]:
    """Every release on which as many agree as on no other, newest first."""
    days = sorted(set(releases))
    if not stated or not days:
        return []
    known: dict[Part, list[int | None]] = {}
    counts = [0] * len(days)
    for each in stated:
        for part in each.parts:
            if part not in known:
                known[part] = _on_each(timeline(part), days)
        for place, prices in enumerate(zip(*(known[part] for part in each.parts), strict=True)):
            rest = each.points - sum(price or 0 for price in prices)
            counts[place] += None not in prices and (rest == 0 or rest in each.more)
    most = max(counts)
    best = [BestDay(day, count, len(stated), counts[-1]) for day, count in zip(days, counts, strict=True) if count == most]
    return best[::-1]


def _on_each(timeline: Timeline, days: Sequence[str]) -> list[int | None]:
    """The price on each of the days."""
    starts = [start for start, _ in timeline]
    places = [bisect_right(starts, day) - 1 for day in days]
    return [timeline[place][1] if place >= 0 else None for place in places]
