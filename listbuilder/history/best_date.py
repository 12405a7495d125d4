"""The search for the release of prices that a list's stated prices agree with best."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Callable, Sequence
from typing import NamedTuple

Timeline = Sequence[tuple[str, int | None]]
"""Pairs of a date and the price from that date on; None: not on the list. In order of dates."""


class Part(NamedTuple):
    """A thing with a price: `thing` is its id in the faction's history.

    `size` is what its price depends on. `ally`: in an army of another faction, where it may have a
    price of its own.
    """

    faction: str
    thing: str
    size: int = 1
    ally: bool = False


class StatedPrice(NamedTuple):
    """A price that a list states: of one thing, or of several together.

    Several together are for instance a unit with its enhancement.
    """

    faction: str
    thing: str
    size: int
    points: int
    also: tuple[Part, ...] = ()
    more: tuple[int, ...] = ()
    """Amounts that may come on top of these prices: wargear, or a further copy that isn't named."""
    ally: bool = False

    @property
    def parts(self) -> tuple[Part, ...]:
        """The things whose prices make up the stated one: the thing itself and those in `also`."""
        return (Part(self.faction, self.thing, self.size, self.ally), *self.also)


class BestDay(NamedTuple):
    """The release with which most stated prices agree: `agreeing` of `total` are of `day`.

    `today` counts the prices that agree with the newest release.
    """

    day: str
    agreeing: int
    total: int
    today: int


class SeasonDates(NamedTuple):
    """The dates that a list can be of: its season's.

    `since` may be unknown; without `until` it is still current.
    """

    since: str | None
    until: str | None

    def filter_releases(self, known: Sequence[str]) -> list[str]:
        """Return those of the `known` release dates whose prices were in force during the season.

        The release in force when the season began is the first of them. `known` is in order of
        dates.
        """
        start = max(
            (day for day in known if self.since is not None and day <= self.since), default=""
        )
        return [day for day in known if start <= day and (self.until is None or day < self.until)]


class DocumentDates(NamedTuple):
    """The dates that a list can be of because its points document was valid on each of them.

    Several releases of prices can have the same document.
    """

    days: tuple[str, ...]

    def filter_releases(self, known: Sequence[str]) -> list[str]:
        """Return those of the `known` release dates on which the list's document was valid."""
        return [day for day in known if day in self.days]


def find_best_day(
    stated: Sequence[StatedPrice], timeline: Callable[[Part], Timeline], releases: Sequence[str]
) -> BestDay | None:
    """Return the newest release with which most of the `stated` prices agree, or None.

    `timeline` gives the prices of a part by date. None if no price is stated, or there are no
    releases.
    """
    return next(iter(find_best_days(stated, timeline, releases)), None)


def find_best_days(
    stated: Sequence[StatedPrice], timeline: Callable[[Part], Timeline], releases: Sequence[str]
) -> list[BestDay]:
    """Return all releases with which the most `stated` prices agree, newest first.

    `timeline` gives the prices of a part by date. A stated price agrees if it is the sum of its
    parts' prices, or differs from it by one of the amounts in `more`. Empty if no price is stated,
    or there are no releases.
    """
    days = sorted(set(releases))
    if not stated or not days:
        return []
    known: dict[Part, list[int | None]] = {}
    counts = [0] * len(days)
    for statement in stated:
        for part in statement.parts:
            if part not in known:
                known[part] = _look_up_prices(timeline(part), days)
        for place, prices in enumerate(
            zip(*(known[part] for part in statement.parts), strict=True)
        ):
            rest = statement.points - sum(price or 0 for price in prices)
            counts[place] += None not in prices and (rest == 0 or rest in statement.more)
    most = max(counts)
    best = [
        BestDay(day, count, len(stated), counts[-1])
        for day, count in zip(days, counts, strict=True)
        if count == most
    ]
    return best[::-1]


def _look_up_prices(timeline: Timeline, days: Sequence[str]) -> list[int | None]:
    """Return the price in `timeline` on each of the `days`, or None on a day without a price."""
    starts = [start for start, _ in timeline]
    places = [bisect_right(starts, day) - 1 for day in days]
    return [timeline[place][1] if place >= 0 else None for place in places]
