"""Steps that resolving a roster takes in every game with factions and prices."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from typing import Protocol, TypeVar

from listbuilder.games.base import TODAY, is_day
from listbuilder.games.shared.values import Table, one
from listbuilder.model.base import Path
from listbuilder.model.problem import Problem, Unreadable
from listbuilder.store.nearest import nearest
from listbuilder.store.reader import Document


class Fail(Protocol):
    """Notes a problem at a place of the roster; reading goes on."""

    def __call__(self, key: str, path: Path, **args: object) -> None: ...


class NewIds:
    """Ids for units that have none of their own: the wanted one, or with the next number that is free."""

    def __init__(self, taken: Iterable[str] = ()) -> None:
        self._taken = set(taken)
        self._last: dict[str, int] = {}  # the number given last; a thousand units of one name are not counted from one each

    def of(self, wanted: str) -> str:
        name, number = wanted, self._last.get(wanted, 1)
        while name in self._taken:
            number += 1
            name = f"{wanted}-{number}"
        self._last[wanted] = number
        self._taken.add(name)
        return name


class Named(Protocol):
    @property
    def name(self) -> str: ...


F = TypeVar("F", covariant=True, bound=Named)


class Factions(Protocol[F]):
    def ids(self) -> list[str]: ...

    def faction(self, faction_id: str) -> F | None: ...


def factions(shelf: Factions[Named]) -> Iterator[Table]:
    """Made where it is looked into: it loads them all."""
    yield {each: found.name for each in shelf.ids() if (found := shelf.faction(each))}


def wanted(given: str, tables: Iterable[Table]) -> str:
    """What a word of a command means. Where that may be several things, they are said and nothing is done."""

    def fail(key: str, path: Path, **args: object) -> None:
        raise Unreadable([Problem(key=key, args=args)])

    return one(given, (), tables, fail) or given


def main_faction(document: Document, given: str, shelf: Factions[F]) -> F:
    """The faction a roster names; without it nothing can be read."""

    def fail(key: str, path: Path, **args: object) -> None:
        raise Unreadable([document.problem(key, path, **args)])

    wanted = one(given, ("faction",), factions(shelf), fail)
    found = shelf.faction(wanted or given)
    if found is None:
        known = shelf.ids()
        fail("unknown_faction", ("faction",), given=given, near=nearest(given, known), begin=document.data.get("system"))
    assert found is not None
    return found


def past_day(asked: str | None, written: str | None, data_day: str, releases: Callable[[], list[str]], fail: Fail) -> str | None:
    """The past day whose law counts: the one asked for, or the one the roster writes. None: today's."""
    path = ("points_as_of",)
    if asked is None and written is not None and not is_day(written):
        fail("bad_date", path, given=written)
        return None
    day = asked or written
    if day is None or day == TODAY or day >= data_day:
        return None
    known = releases()
    if known and (first := _before(known, day)):
        fail("too_early", path, given=day, first=first)
        return None
    return day if known else None


def day_asked(asked: str | None, data_day: str, releases: Callable[[], list[str]]) -> str | None:
    """The same where there is no roster. Raises Unreadable where the history does not reach back to the day."""

    def fail(key: str, path: Path, **args: object) -> None:
        raise Unreadable([Problem(key=key, args=args)])

    return past_day(asked, None, data_day, releases, fail)


def _before(releases: list[str], day: str) -> str | None:
    """The first day of all that is known, where that day is before it."""
    from listbuilder.model.past import GRACE, shifted  # only for a past day

    return releases[0] if shifted(day, GRACE) < releases[0] else None
