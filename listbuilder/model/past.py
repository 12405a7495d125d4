"""What was true on another day, and when it was: what the histories of all games share.

A thing holds for `from <= day < until`; without `until` it still does. Sources lag, and players list ahead of a release,
so a window is read with some days of grace on both sides: it chooses between candidates and forbids nothing.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from datetime import date, timedelta
from functools import lru_cache
from typing import Protocol, TypeVar

from listbuilder.model.base import Model

GRACE = 3  # days

DayPoints = dict[str, int | None]
"""The day from which it holds (2025-06-11) -> points; None when it was gone from the list. In order of days."""


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
    """In today's data under this id. One that is not may still live on in another program's."""
    renamed_to: str | None = None
    """Id of today's data (`faction/id` of another faction's): the same thing under its new name."""
    renamed_why: str | None = None
    replaced_by: str | None = None
    """Id of today's data: another thing that stands in its place."""
    spellings: tuple[str, ...] = ()
    formerly: tuple[Former, ...] = ()


class Window(Protocol):
    @property
    def from_(self) -> str | None: ...

    @property
    def until(self) -> str | None: ...


@lru_cache(maxsize=4096)  # the days of all histories, with and without the grace
def shifted(day: str, days: int) -> str:
    return (date.fromisoformat(day) + timedelta(days=days)).isoformat()


def held(thing: Window, day: str, grace: int = GRACE) -> bool:
    """Whether that day lies in the window, or within the grace around it."""
    return (thing.from_ or "") <= shifted(day, grace) and (thing.until is None or shifted(day, -grace) < thing.until)


def came_and_went(thing: Thing, day: str, grace: int = GRACE) -> bool:
    """There that day, and no longer. What never went, but is not in today's data, lives only in another program's."""
    return not thing.today and thing.until is not None and held(thing, day, grace)


W = TypeVar("W", bound=Window)


def nearest_window(things: Iterable[W], day: str) -> list[W]:
    """Those whose window the day lies in, strictly first; then those within the grace; then the others, nearest first."""

    def away(thing: W) -> int:
        if thing.from_ and day < thing.from_:
            return _days(day, thing.from_)
        if thing.until and day >= thing.until:
            return _days(thing.until, day) + 1
        return 0

    return sorted(things, key=away)


def _days(early: str, late: str) -> int:
    return (date.fromisoformat(late) - date.fromisoformat(early)).days


class Gone(Model):
    """A thing that is not in force: since when (or until when not yet), and what it is called or replaced by today."""

    name: str
    until: str | None = None
    not_before: str | None = None
    renamed_to: str | None = None
    replaced_by: str | None = None
    now: str | None = None
    """The name of that."""
    by_another_name: bool = False
    """It had not come yet by this id, but was there under another name, or in another source."""


def gone(
    thing: Thing,
    day: str,
    names: Mapping[str, str] | None = None,
    others: Iterable[Thing] = (),
    first: str | None = None,
    grace: int = GRACE,
) -> Gone | None:
    """Return what to say of a thing that was not there that day, or None if it was, give or take the days of grace.

    `names`: what things are called today, by id. `others`: all things of the same kind. `first`: a
    day on which something else tells that it was there already, such as its price.
    """
    if held(thing, day, grace):
        return None
    early = shifted(day, grace) < thing.from_
    return Gone(
        name=thing.name,
        until=None if early else thing.until,
        not_before=thing.from_ if early else None,
        renamed_to=thing.renamed_to,
        replaced_by=thing.replaced_by,
        now=(names or {}).get(thing.renamed_to or thing.replaced_by or ""),
        by_another_name=early
        and (
            (first is not None and first <= shifted(day, grace))
            or any(each.renamed_to == thing.id and held(each, day, grace) for each in others)
        ),
    )


def clamped(thing: Window, day: str) -> str:
    """That day, or the nearest on which the thing was there."""
    if thing.from_ and day < thing.from_:
        return thing.from_
    if thing.until is not None and day >= thing.until:
        return shifted(thing.until, -1)
    return day


def known_on(thing: Window, day: str) -> str:
    """That day, or the last on which the thing was there: before it came, what led to it is its state."""
    return shifted(thing.until, -1) if thing.until is not None and day >= thing.until else day


def points_on(points: Mapping[str, int | None], day: str) -> int | None:
    """The price of that day. A list a few days ahead of the first release has the prices of that release."""
    known: int | None = None
    first = True
    for start, value in points.items():
        if start <= day or (first and start <= shifted(day, GRACE)):
            known = value
        first = False
    return known


def there_on(today: Iterable[str], things: Mapping[str, Thing], day: str, grace: int = GRACE) -> list[str]:
    """Ids of what was there that day: what has no history always was. Around a new name only one of the two."""
    found = [each for each in today if each not in things or held(things[each], day, grace)]
    came = [each for each in things.values() if came_and_went(each, day, grace) and each.id not in found]
    return [*found, *(each.id for each in came if each.renamed_to not in found)]
