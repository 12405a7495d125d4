"""What the schema of a history file cannot see: are days days and in order, does what it names exist?"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from itertools import pairwise
from typing import Any, Protocol, TypeVar

import msgspec

from listbuilder.games.base import is_day
from listbuilder.model.base import Path
from listbuilder.model.past import Thing
from listbuilder.model.problem import Problem
from listbuilder.model.written import Alias, ItemAlias, Versions
from listbuilder.store.nearest import nearest
from listbuilder.store.reader import Document

Elsewhere = Callable[[str], bool]
"""Whether `faction/id` names something of today's data of that faction."""


class PastChecker:
    """The checks that every kind of history file shares."""

    def __init__(self, document: Document) -> None:
        self.document = document

    def error(self, key: str, path: Path, **args: Any) -> Problem:
        return self.document.problem(key, path, **args)

    def warning(self, key: str, path: Path, **args: Any) -> Problem:
        return msgspec.structs.replace(self.document.problem(key, path, **args), severity="warning")

    def unknown_faction(self, faction_id: str, known: list[str]) -> Problem:
        return self.error("unknown_faction", ("id",), given=faction_id, known=known, near=nearest(faction_id, known))

    def head(self, own_id: str, as_of: str | None) -> Iterator[Problem]:
        stem = self.document.stem
        if own_id != stem:
            yield self.error("data_id_is_not_file", ("id",), given=own_id, file=stem)
        if as_of is not None:
            yield from self.day(as_of, ("as_of",))

    def day(self, given: str | None, path: Path) -> Iterator[Problem]:
        if given is not None and not is_day(given):
            yield self.error("data_not_a_day", path, given=given)

    def window(self, start: str | None, until: str | None, path: Path) -> Iterator[Problem]:
        yield from self.day(start, (*path, "from"))
        yield from self.day(until, (*path, "until"))
        if start is not None and until is not None and until < start:
            yield self.error("data_day_before", (*path, "until"), given=until, other=start)

    def oldest_first(self, days: Sequence[str], paths: Sequence[Path]) -> Iterator[Problem]:
        for each, path in zip(days, paths, strict=True):
            yield from self.day(each, path)
        for (former, _), (later, path) in pairwise(zip(days, paths, strict=True)):
            if later <= former:
                yield self.error("data_day_not_after", path, given=later, other=former)

    def newest_first(self, days: Sequence[str], paths: Sequence[Path]) -> Iterator[Problem]:
        for each, path in zip(days, paths, strict=True):
            yield from self.day(each, path)
        for (former, _), (later, path) in pairwise(zip(days, paths, strict=True)):
            if later >= former:
                yield self.error("data_day_not_before", path, given=later, other=former)

    def things(
        self, things: Sequence[Thing], today: Collection[str], path: Path, elsewhere: Elsewhere = lambda name: False
    ) -> Iterator[Problem]:
        """Ids once each, windows, and what speaks of today's data."""
        seen: set[str] = set()
        for place, thing in enumerate(things):
            here = (*path, place)
            if thing.id in seen:
                yield self.error("data_id_twice", (*here, "id"), given=thing.id)
            seen.add(thing.id)
            yield from self.window(thing.from_, thing.until, here)
            if thing.today and thing.id not in today:
                yield self.error("data_not_today", (*here, "id"), given=thing.id, near=nearest(thing.id, today))
            if not thing.today and thing.id in today:
                yield self.error("data_still_today", (*here, "today"), given=thing.id)
            for key in ("renamed_to", "replaced_by"):
                other = getattr(thing, key)
                if other is not None and other not in today and not elsewhere(other):
                    yield self.error("data_not_today_named", (*here, key), given=other, near=nearest(other, today))
            for order, former in enumerate(thing.formerly):
                yield from self.day(former.until, (*here, "formerly", order, "until"))

    def points(self, points: Mapping[str, Any], path: Path) -> Iterator[Problem]:
        yield from self.oldest_first(list(points), [(*path, day) for day in points])

    def aliases(
        self, names: Mapping[str, Alias], known: Collection[str], sources: Collection[str], path: Path
    ) -> Iterator[Problem]:
        for written, alias in names.items():
            here = (*path, written)
            yield from self.window(alias.from_, alias.until, here)
            for key, given in (("is", alias.is_), ("renamed_to", alias.renamed_to)):
                if given is not None and given not in known:
                    yield self.error("data_unknown_id", (*here, key), given=given, near=nearest(given, known))
            if alias.source not in sources:
                yield self.error("data_unknown_source", (*here, "source"), given=alias.source, known=sorted(sources))

    def under(self, items: Mapping[str, Mapping[str, ItemAlias]], path: Path) -> Iterator[Problem]:
        for unit, names in items.items():
            for written, alias in names.items():
                here = (*path, unit, written)
                yield from self.window(alias.from_, alias.until, here)
                meant = [alias.is_, alias.model, alias.items or None, alias.unnamed_model or None]
                if sum(each is not None for each in meant) > 1:
                    yield self.error("data_alias_twice", here, given=written)


class Shelf(Protocol):
    """Today's data of a game."""

    def ids(self) -> list[str]: ...


class OneFile(Protocol):
    """A file that speaks of one faction."""

    @property
    def id(self) -> str: ...


S = TypeVar("S", bound=Shelf)
T = TypeVar("T")


def of_file(
    document: Document,
    model: OneFile | Versions,
    shelf: S,
    today: Callable[[S, str], T | None],
    checks: Mapping[type, Callable[[PastChecker, Any, S, T], Iterator[Problem]]],
) -> Iterator[Problem]:
    """By the kind of file, with what its faction has today; nothing for a file that is no history."""
    if isinstance(model, Versions):
        yield from versions_problems(document, model)
    elif (check := checks.get(type(model))) is not None:
        checker = PastChecker(document)
        yield from checker.head(model.id, getattr(model, "as_of", None))
        if (there := today(shelf, model.id)) is None:
            yield checker.unknown_faction(model.id, shelf.ids())
        else:
            yield from check(checker, model, shelf, there)


def versions_problems(document: Document, versions: Versions) -> Iterator[Problem]:
    checker = PastChecker(document)
    yield from checker.day(versions.as_of, ("as_of",))
    yield from checker.day(versions.edition_began, ("edition_began",))
    days = [release.day for release in versions.releases]
    yield from checker.oldest_first(days, [("releases", place, "day") for place in range(len(days))])
    numbers = [row.version for row in versions.app_data]
    for place, row in enumerate(versions.app_data):
        yield from checker.day(row.prices_of, ("app_data", place, "prices_of"))
        if row.version in numbers[:place]:
            yield checker.error("data_id_twice", ("app_data", place, "version"), given=str(row.version))
    for name, rows in versions.catalogues.items():
        yield from _days(checker, rows, ("catalogues", name))


def _days(checker: PastChecker, rows: Iterable[tuple[int, str]], path: Path) -> Iterator[Problem]:
    for place, (_, day) in enumerate(rows):
        yield from checker.day(day, (*path, place, 1))
