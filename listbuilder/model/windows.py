"""The state of things on another date, and when it was so: what the histories of all games share.

A thing holds for `from <= day < until`; without `until` it still does. Sources lag, and players
list ahead of a release, so a window is read with some days of grace on both sides: it chooses
between candidates and forbids nothing.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from datetime import date, timedelta
from functools import lru_cache
from typing import Protocol, TypeVar

from listbuilder.model.base import Model

GRACE = 3  # days

DayPoints = dict[str, int | None]
"""The day from which it holds (2025-06-11) -> points; None when it was gone from the list.

In order of days.
"""


class Former(Model):
    """A name this entry had until the date in `until`.

    `id` is its id at that time, if it had a file of its own.
    """

    name: str
    until: str | None = None
    id: str | None = None


class Thing(Model, kw_only=True, rename={"from_": "from"}):
    """Something that came into the data, and perhaps went again."""

    id: str
    name: str
    from_: str
    until: str | None = None
    today: bool = True
    """True if today's data has it under this id. If not, another program may still have it."""
    renamed_to: str | None = None
    """Id of today's data (`faction/id` of another faction's): the same thing under its new name."""
    renamed_why: str | None = None
    replaced_by: str | None = None
    """Id of today's data: another thing that stands in its place."""
    spellings: tuple[str, ...] = ()
    formerly: tuple[Former, ...] = ()


class Window(Protocol):
    """Anything that was so from one date until another."""

    @property
    def from_(self) -> str | None:
        """The first date on which it was so, or None if it always was."""

    @property
    def until(self) -> str | None:
        """The first date on which it was no longer so, or None if it still is."""


class Since(Protocol):
    """Anything that is in force from a date on."""

    @property
    def from_(self) -> str:
        """The first date on which it is in force."""


class Until(Protocol):
    """Anything that was in force until a date."""

    @property
    def until(self) -> str:
        """The first date on which it was no longer in force."""


@lru_cache(maxsize=4096)  # the days of all histories, with and without the grace
def shift_date(day: str, days: int) -> str:
    """Return the date `days` days after `day`, or before it if `days` is negative.

    Results are cached, because the same dates of the histories, with and without days of grace,
    come again and again.
    """
    return (date.fromisoformat(day) + timedelta(days=days)).isoformat()


def was_in_force(thing: Window, day: str, grace: int = GRACE) -> bool:
    """Return whether `day` is in the window of `thing`, or at most `grace` days outside it."""
    return (thing.from_ or "") <= shift_date(day, grace) and (
        thing.until is None or shift_date(day, -grace) < thing.until
    )


def has_come_and_gone(thing: Thing, day: str, grace: int = GRACE) -> bool:
    """Return whether `thing` was there on `day` and is no longer in today's data.

    False for a thing without an end that today's data lacks: it exists only in another program's
    data.
    """
    return not thing.today and thing.until is not None and was_in_force(thing, day, grace)


W = TypeVar("W", bound=Window)


def sort_by_nearest_window(things: Iterable[W], day: str) -> list[W]:
    """Return `things` sorted by how far `day` is outside their windows, the nearest first.

    Things whose window contains `day` come first, in their old order. Things within the days of
    grace follow them, because they are the nearest.
    """

    def count_days_away(thing: W) -> int:
        """Return by how many days `day` is outside the window of `thing`; 0 if it is inside."""
        if thing.from_ and day < thing.from_:
            return _count_days(day, thing.from_)
        if thing.until and day >= thing.until:
            return _count_days(thing.until, day) + 1
        return 0

    return sorted(things, key=count_days_away)


def _count_days(early: str, late: str) -> int:
    """Return the number of days from `early` to `late`."""
    return (date.fromisoformat(late) - date.fromisoformat(early)).days


class Gone(Model):
    """A thing that is not in force: since when (or until when), and its name or heir today."""

    name: str
    until: str | None = None
    not_before: str | None = None
    renamed_to: str | None = None
    replaced_by: str | None = None
    now: str | None = None
    """The name of that."""
    by_another_name: bool = False
    """True if it was there under another name, or in another source, before it came by this id."""


def describe_absence(
    thing: Thing,
    day: str,
    names: Mapping[str, str] | None = None,
    others: Iterable[Thing] = (),
    first: str | None = None,
    grace: int = GRACE,
) -> Gone | None:
    """Return since or until when `thing` was absent on `day`, with its successor, or None.

    None if it was there, or at most `grace` days away from its window. `names` are today's names by
    id. `others` are all things of the same kind; they show whether it was there under an earlier
    name. `first` is a date on which other evidence, such as a price, shows that it was already
    there.
    """
    if was_in_force(thing, day, grace):
        return None
    early = shift_date(day, grace) < thing.from_
    return Gone(
        name=thing.name,
        until=None if early else thing.until,
        not_before=thing.from_ if early else None,
        renamed_to=thing.renamed_to,
        replaced_by=thing.replaced_by,
        now=(names or {}).get(thing.renamed_to or thing.replaced_by or ""),
        by_another_name=early
        and (
            (first is not None and first <= shift_date(day, grace))
            or any(
                other_thing.renamed_to == thing.id and was_in_force(other_thing, day, grace)
                for other_thing in others
            )
        ),
    )


def limit_to_window(thing: Window, day: str) -> str:
    """Return `day`, or the nearest date on which `thing` was there."""
    if thing.from_ and day < thing.from_:
        return thing.from_
    if thing.until is not None and day >= thing.until:
        return shift_date(thing.until, -1)
    return day


def get_last_known_date(thing: Window, day: str) -> str:
    """Return `day`, or the last date on which `thing` was there if that is earlier.

    A date before the thing came is returned unchanged.
    """
    return shift_date(thing.until, -1) if thing.until is not None and day >= thing.until else day


def get_points_on(points: Mapping[str, int | None], day: str) -> int | None:
    """Return the price on `day`, or None if there was none.

    `points` are prices by the date from which they hold. A date up to three days before the first
    one gets the first price, because players write lists ahead of a release.
    """
    price: int | None = None
    first = True
    for start, value in points.items():
        if start <= day or (first and start <= shift_date(day, GRACE)):
            price = value
        first = False
    return price


def list_available_on(
    today: Iterable[str], things: Mapping[str, Thing], day: str, grace: int = GRACE
) -> list[str]:
    """Return the ids of the things that were available on `day`.

    `today` are the ids in today's data; an id without a history was always available. `things` are
    the histories by id. Things that are gone today but were there on `day` come last. If a thing
    was renamed around that date, only one of its two ids is returned.
    """
    ids = [
        thing_id
        for thing_id in today
        if thing_id not in things or was_in_force(things[thing_id], day, grace)
    ]
    former_things = [
        thing
        for thing in things.values()
        if has_come_and_gone(thing, day, grace) and thing.id not in ids
    ]
    return [*ids, *(thing.id for thing in former_things if thing.renamed_to not in ids)]


def is_day(text: str) -> bool:
    """Return whether `text` is a date as the data files write it, such as 2025-06-11."""
    try:
        return len(text) == 10 and bool(date.fromisoformat(text))
    except ValueError:
        return False
