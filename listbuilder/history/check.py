"""The checks of history files that a schema cannot make.

Dates must be dates and in order, and what is named must exist.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from itertools import pairwise
from typing import Any, Protocol, TypeVar

import msgspec

from listbuilder.i18n.nearest_word import find_nearest
from listbuilder.model.aliases import Alias, ItemAlias, Versions
from listbuilder.model.base import Path
from listbuilder.model.problem import Problem
from listbuilder.model.windows import Since, Thing, Until, is_day
from listbuilder.yamlio.reader import YamlDocument

Elsewhere = Callable[[str], bool]
"""A function that returns whether `faction/id` is in today's data of that faction."""


class PastChecker:
    """The checks that every kind of history file shares."""

    def __init__(self, document: YamlDocument) -> None:
        self.document = document

    def make_error(self, key: str, path: Path, **args: Any) -> Problem:
        """Return the problem `key` at `path` of the document, as an error."""
        return self.document.make_problem(key, path, **args)

    def make_warning(self, key: str, path: Path, **args: Any) -> Problem:
        """Return the problem `key` at `path` of the document, as a warning."""
        return msgspec.structs.replace(
            self.document.make_problem(key, path, **args), severity="warning"
        )

    def report_unknown_faction(self, faction_id: str, known: list[str]) -> Problem:
        """Return the problem that the file is for a faction that today's data does not have."""
        return self.make_error(
            "unknown_faction",
            ("id",),
            given=faction_id,
            known=known,
            near=find_nearest(faction_id, known),
        )

    def check_header(self, own_id: str, as_of: str | None) -> Iterator[Problem]:
        """Yield the problems of a file's header: an id that is not the file's name, a bad date.

        `own_id` and `as_of` are what the header says; `as_of` None is fine.
        """
        stem = self.document.stem
        if own_id != stem:
            yield self.make_error("data_id_is_not_file", ("id",), given=own_id, file=stem)
        if as_of is not None:
            yield from self.check_date(as_of, ("as_of",))

    def check_date(self, given: str | None, path: Path) -> Iterator[Problem]:
        """Yield a problem at `path` if `given` is not a date. None is fine."""
        if given is not None and not is_day(given):
            yield self.make_error("data_not_a_day", path, given=given)

    def check_window(self, start: str | None, until: str | None, path: Path) -> Iterator[Problem]:
        """Yield the problems of a pair of dates at `path`: not a date, or an end before the
        start.
        """
        yield from self.check_date(start, (*path, "from"))
        yield from self.check_date(until, (*path, "until"))
        if start is not None and until is not None and until < start:
            yield self.make_error("data_day_before", (*path, "until"), given=until, other=start)

    def check_oldest_first(self, days: Sequence[str], paths: Sequence[Path]) -> Iterator[Problem]:
        """Yield the problems of `days`: not a date, or not later than the day before it.

        `paths` are their paths in the file.
        """
        for day, path in zip(days, paths, strict=True):
            yield from self.check_date(day, path)
        for (former, _), (later, path) in pairwise(zip(days, paths, strict=True)):
            if later <= former:
                yield self.make_error("data_day_not_after", path, given=later, other=former)

    def check_newest_first(self, days: Sequence[str], paths: Sequence[Path]) -> Iterator[Problem]:
        """Yield the problems of `days`: not a date, or not earlier than the day before it.

        `paths` are their paths in the file.
        """
        for day, path in zip(days, paths, strict=True):
            yield from self.check_date(day, path)
        for (former, _), (later, path) in pairwise(zip(days, paths, strict=True)):
            if later >= former:
                yield self.make_error("data_day_not_before", path, given=later, other=former)

    def check_things(
        self,
        things: Sequence[Thing],
        today: Collection[str],
        path: Path,
        elsewhere: Elsewhere = lambda name: False,
    ) -> Iterator[Problem]:
        """Yield the problems of `things`: repeated ids, wrong dates, and wrong references.

        `today` are the ids in today's data: whether a thing is said to be there today, and what it
        was renamed to or replaced by, is compared with them. `elsewhere` says whether an id
        `faction/id` is in the data of another faction. `path` is where the things are in the file.
        """
        seen: set[str] = set()
        for place, thing in enumerate(things):
            here = (*path, place)
            if thing.id in seen:
                yield self.make_error("data_id_twice", (*here, "id"), given=thing.id)
            seen.add(thing.id)
            yield from self.check_window(thing.from_, thing.until, here)
            if thing.today and thing.id not in today:
                yield self.make_error(
                    "data_not_today",
                    (*here, "id"),
                    given=thing.id,
                    near=find_nearest(thing.id, today),
                )
            if not thing.today and thing.id in today:
                yield self.make_error("data_still_today", (*here, "today"), given=thing.id)
            for key in ("renamed_to", "replaced_by"):
                named_id = getattr(thing, key)
                if named_id is not None and named_id not in today and not elsewhere(named_id):
                    yield self.make_error(
                        "data_not_today_named",
                        (*here, key),
                        given=named_id,
                        near=find_nearest(named_id, today),
                    )
            for order, former in enumerate(thing.formerly):
                yield from self.check_date(former.until, (*here, "formerly", order, "until"))

    def check_dates_inside(self, records: Sequence[Thing], path: Path) -> Iterator[Problem]:
        """Yield the problems of the dates inside each of `records`: of prices, states, changes.

        Prices and states are written oldest first, changes newest first. `path` is where the
        records are in the file.
        """
        for place, record in enumerate(records):
            here = (*path, place)
            for key in ("points", "prices", "states"):
                yield from self.check_states(getattr(record, key, ()), (*here, key))
            yield from self.check_changes(getattr(record, "changes", ()), (*here, "changes"))

    def check_states(
        self, states: Mapping[str, Any] | Sequence[Since], path: Path
    ) -> Iterator[Problem]:
        """Yield the problems of the dates from which `states` are in force, oldest first.

        They are the keys of a mapping, and in a list what each state has at `from`. `path` is where
        the states are in the file.
        """
        if isinstance(states, Mapping):
            yield from self.check_oldest_first(list(states), [(*path, day) for day in states])
            return
        yield from self.check_oldest_first(
            [state.from_ for state in states],
            [(*path, place, "from") for place in range(len(states))],
        )

    def check_changes(self, changes: Sequence[Until], path: Path) -> Iterator[Problem]:
        """Yield the problems of the dates until which `changes` lead back, newest first.

        `path` is where the changes are in the file.
        """
        yield from self.check_newest_first(
            [change.until for change in changes],
            [(*path, place, "until") for place in range(len(changes))],
        )

    def check_aliases(
        self,
        names: Mapping[str, Alias],
        known: Collection[str],
        sources: Collection[str],
        path: Path,
    ) -> Iterator[Problem]:
        """Yield the problems of aliases: wrong dates, unknown ids, and unlisted sources.

        `known` are the ids that an alias may stand for, and `sources` the sources that the file
        lists.
        """
        for written, alias in names.items():
            here = (*path, written)
            yield from self.check_window(alias.from_, alias.until, here)
            for key, given in (("is", alias.is_), ("renamed_to", alias.renamed_to)):
                if given is not None and given not in known:
                    yield self.make_error(
                        "data_unknown_id",
                        (*here, key),
                        given=given,
                        near=find_nearest(given, known),
                    )
            if alias.source not in sources:
                yield self.make_error(
                    "data_unknown_source",
                    (*here, "source"),
                    given=alias.source,
                    known=sorted(sources),
                )

    def check_unit_items(
        self, items: Mapping[str, Mapping[str, ItemAlias]], path: Path
    ) -> Iterator[Problem]:
        """Yield the problems of aliases under units: wrong dates, and several meanings."""
        for unit, names in items.items():
            for written, alias in names.items():
                here = (*path, unit, written)
                yield from self.check_window(alias.from_, alias.until, here)
                meant = [alias.is_, alias.model, alias.items or None, alias.unnamed_model or None]
                if sum(meaning is not None for meaning in meant) > 1:
                    yield self.make_error("data_alias_twice", here, given=written)


class Shelf(Protocol):
    """Today's data of a game."""

    def list_ids(self) -> list[str]:
        """Return the ids of all factions."""


class OneFile(Protocol):
    """A file that speaks of one faction."""

    @property
    def id(self) -> str:
        """The id of the faction that the file speaks of."""


S = TypeVar("S", bound=Shelf)
T = TypeVar("T")


def check_file(
    document: YamlDocument,
    model: OneFile | Versions,
    shelf: S,
    today: Callable[[S, str], T | None],
    checks: Mapping[type, Callable[[PastChecker, Any, S, T], Iterator[Problem]]],
) -> Iterator[Problem]:
    """Yield the problems of a history file, checked against today's data of its faction.

    `today` returns today's data of a faction, or None. `checks` are the checks by the type of the
    file's `model`; a model of no such type is no history and has no problems.
    """
    if isinstance(model, Versions):
        yield from check_versions_file(document, model)
    elif (check := checks.get(type(model))) is not None:
        checker = PastChecker(document)
        yield from checker.check_header(model.id, getattr(model, "as_of", None))
        if (today_data := today(shelf, model.id)) is None:
            yield checker.report_unknown_faction(model.id, shelf.list_ids())
        else:
            yield from check(checker, model, shelf, today_data)


def check_versions_file(document: YamlDocument, versions: Versions) -> Iterator[Problem]:
    """Yield the problems of a versions file: wrong dates, their order, repeated versions."""
    checker = PastChecker(document)
    yield from checker.check_date(versions.as_of, ("as_of",))
    yield from checker.check_date(versions.edition_began, ("edition_began",))
    days = [release.day for release in versions.releases]
    yield from checker.check_oldest_first(
        days, [("releases", place, "day") for place in range(len(days))]
    )
    numbers = [row.version for row in versions.app_data]
    for place, row in enumerate(versions.app_data):
        yield from checker.check_date(row.prices_of, ("app_data", place, "prices_of"))
        if row.version in numbers[:place]:
            yield checker.make_error(
                "data_id_twice", ("app_data", place, "version"), given=str(row.version)
            )
    for name, rows in versions.catalogues.items():
        for place, (_, day) in enumerate(rows):
            yield from checker.check_date(day, ("catalogues", name, place, 1))
