"""The steps of resolving a roster that every game with factions and prices takes."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from typing import Protocol, TypeVar

from listbuilder.games.common.roster_values import Table, resolve_one
from listbuilder.games.game import TODAY
from listbuilder.i18n.nearest_word import find_nearest
from listbuilder.model.base import Path
from listbuilder.model.problem import Problem, Unreadable
from listbuilder.model.windows import is_day
from listbuilder.yamlio.reader import YamlDocument


class Fail(Protocol):
    """A function that notes a problem at a place of the roster; reading goes on."""

    def __call__(self, key: str, path: Path, **args: object) -> None:
        """Note the problem `key` at `path` with `args`."""


class NewIds:
    """A source of ids for units that have none of their own.

    An id is the wanted one, or that with the next number that is free.
    """

    def __init__(self, taken: Iterable[str] = ()) -> None:
        self._taken = set(taken)
        # the number given last; a thousand units of one name are not counted from one each
        self._last: dict[str, int] = {}

    def make_id(self, wanted: str) -> str:
        """Return a new id and count it as taken: `wanted`, or `wanted` with the next free number.

        The last number is remembered, so that with a thousand units of one name the search doesn't
        start from one each time.
        """
        name, number = wanted, self._last.get(wanted, 1)
        while name in self._taken:
            number += 1
            name = f"{wanted}-{number}"
        self._last[wanted] = number
        self._taken.add(name)
        return name


class Named(Protocol):
    """A thing with a name."""

    @property
    def name(self) -> str:
        """The name of the thing."""


F = TypeVar("F", covariant=True, bound=Named)


class FactionLookup(Protocol[F]):
    """The data of a game, as far as its factions are concerned."""

    def list_ids(self) -> list[str]:
        """Return the ids of all factions."""

    def load_faction(self, faction_id: str) -> F | None:
        """Return the faction with the id `faction_id`, or None if there is none."""


def make_faction_tables(shelf: FactionLookup[Named]) -> Iterator[Table]:
    """Yield one table with the names of all factions by id.

    It is a generator because the table loads all factions: it is made only if it is looked into.
    """
    table = {}
    for faction_id in shelf.list_ids():
        faction = shelf.load_faction(faction_id)
        if faction:
            table[faction_id] = faction.name
    yield table


def resolve_argument(given: str, tables: Iterable[Table]) -> str:
    """Return the id that `given`, a word of a command, means, or else `given` itself.

    `tables` are the names by id to look in. Raises Unreadable if it may mean several things, and
    names these.
    """

    def raise_problem(key: str, path: Path, **args: object) -> None:
        """Raise Unreadable with the problem `key`."""
        raise Unreadable([Problem(key=key, args=args)])

    return resolve_one(given, (), tables, raise_problem) or given


def load_main_faction(document: YamlDocument, given: str, shelf: FactionLookup[F]) -> F:
    """Return the faction that a roster gives as `given`, an id or a name.

    Raises Unreadable if there is no such faction, because nothing can be read without it.
    """

    def raise_problem(key: str, path: Path, **args: object) -> None:
        """Raise Unreadable with the problem `key` at `path` of the document."""
        raise Unreadable([document.make_problem(key, path, **args)])

    faction_id = resolve_one(given, ("faction",), make_faction_tables(shelf), raise_problem)
    faction = shelf.load_faction(faction_id or given)
    if faction is None:
        known = shelf.list_ids()
        raise_problem(
            "unknown_faction",
            ("faction",),
            given=given,
            near=find_nearest(given, known),
            begin=document.data.get("system"),
        )
    assert faction is not None
    return faction


def resolve_past_date(
    asked: str | None,
    written: str | None,
    data_day: str,
    releases: Callable[[], list[str]],
    fail: Fail,
) -> str | None:
    """Return the past date whose rules and prices are used, or None for today's.

    It is the date `asked`, or otherwise the date `written` in the roster. None also if it is not
    before `data_day`, the date of today's data, or if there are no `releases`. A written date that
    is no date, and a date before the history begins, are reported with `fail`; then None is
    returned.
    """
    path = ("points_as_of",)
    if asked is None and written is not None and not is_day(written):
        fail("bad_date", path, given=written)
        return None
    day = asked or written
    if day is None or day == TODAY or day >= data_day:
        return None
    known_dates = releases()
    if not known_dates:
        return None
    from listbuilder.model.windows import GRACE, shift_date  # only for a past day

    first = known_dates[0]
    if shift_date(day, GRACE) < first:  # even with the days of grace
        fail("too_early", path, given=day, first=first)
        return None
    return day


def resolve_asked_date(
    asked: str | None, data_day: str, releases: Callable[[], list[str]]
) -> str | None:
    """Return the past date `asked`, where there is no roster, or None for today.

    `data_day` is the date of today's data. Raises Unreadable if the history does not reach back to
    the date.
    """

    def raise_problem(key: str, path: Path, **args: object) -> None:
        """Raise Unreadable with the problem `key`."""
        raise Unreadable([Problem(key=key, args=args)])

    return resolve_past_date(asked, None, data_day, releases, raise_problem)
