"""The account of another program's list: where its lines went, and what it says of itself."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

import msgspec

from listbuilder.model.base import Path
from listbuilder.model.finding import Note
from listbuilder.model.problem import Problem


class GoneThing(NamedTuple):
    """A thing that is not in the data of the date: until when it was, and its name or heir now."""

    name: str
    until: str | None = None
    now: str | None = None


class GoneUnit(msgspec.Struct):
    """A unit on the list that is no longer in the data, but whose prices the history remembers."""

    name: str
    line: int
    path: Path
    prices: dict[str, int | None]  # from that day on; None when it went
    factor: int = 1

    def get_price(self, day: str) -> int:
        """Return the points that the whole unit cost on `day`; 0 if it had no price then."""
        prices = [points for since, points in sorted(self.prices.items()) if since <= day]
        return self.factor * ((prices[-1] if prices else None) or 0)


class DayFound(msgspec.Struct, frozen=True):
    """The day a list was judged by, what told it, and how many of its prices agree with that day.

    `stated` prices are on the list; `agreeing` of them agree with that day, `agreeing_today` with
    today. `how`: asked, date, app, catalogue, prices, season, or today where nothing told another.
    """

    day: str
    how: str
    agreeing: int = 0
    stated: int = 0
    agreeing_today: int = 0


class Imported(msgspec.Struct, kw_only=True):
    """The accounting of one import."""

    format: str
    nested: bool = False  # its form itself says what stands under what
    player: str | None = None  # as written
    lines: int = 0  # of the source, blank ones apart: mapped + noise + unread
    mapped: int = 0
    noise: int = 0
    unread: list[Problem] = []
    notes: list[Note] = []  # what was guessed, and what was left out
    not_checked: list[Note] = []  # what is on the list and could not be checked
    warned: list[Note] = []  # what the roster says was assumed, so that its verdict says it
    gone: list[GoneUnit] = []  # what the data no longer has; always unread as well
    # prices of units that had the list's name for them in earlier data
    past: dict[Path, dict[str, int | None]] = {}
    names: dict[Path, str] = {}  # units as the source spells them
    stated: dict[Path, int] = {}  # points of units as the source states them
    stated_total: int | None = None
    stated_day: str | None = None  # the day it is of, as far as it tells or its prices do
    day: DayFound | None = None  # how that was found
    misstated: dict[Path, int] = {}  # of these prices those that nothing explains ...
    misstated_day: str = ""  # ... by the prices of that day
    differences: list[Note] = []  # stated against computed, with what explains them

    def count_lines(self, fates: Sequence[str | None]) -> None:
        """Count what became of the lines of the source; None is a blank line."""
        self.mapped = fates.count("mapped")
        self.noise = fates.count("noise")
        self.lines = sum(fate is not None for fate in fates)
