"""A table of new prices put into the files of one game: what a table can name, what changes, and what is written where.

Each kind of army places the rows in its own files (`games/<kind>/repricing.py`). The day before the new one stays as it
was: what was in force until then goes into the history before anything is overwritten.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, MutableMapping, Sequence
from typing import Any, NamedTuple, TypeVar

from listbuilder.contract.prices import PriceTable
from listbuilder.games.shared.versions import PLACE as VERSIONS
from listbuilder.model.base import Path, fold
from listbuilder.model.problem import Problem, Unreadable
from listbuilder.store import reader
from listbuilder.store.library import Library
from listbuilder.store.nearest import nearest
from listbuilder.store.reader import Document
from listbuilder.store.splice import DataText

Json = MutableMapping[str, Any]
LAW = "rules"
SOURCE = "prices"  # what a history says of where something is from that only a price table told of
_NEAR = 3
_AS_OF = re.compile(rb"""^as_of: *(?P<quote>["']?)(?P<day>[0-9]{4}-[0-9]{2}-[0-9]{2})(?P=quote) *\r?$""", re.MULTILINE)

T = TypeVar("T")


class Change(NamedTuple):
    """One price. `what` narrows it down: models, of, copy, as_ally, detachment, item, table."""

    faction: str
    kind: str
    """datasheet, wargear, enhancement, detachment (its detachment points) or extra"""
    thing: str
    what: Mapping[str, Any]
    before: int | None
    after: int | None


class Outcome(NamedTuple):
    """What a table would do. With problems nothing is written."""

    changes: list[Change]
    kept: list[Change]
    """Prices of things that change otherwise, of which the table says nothing."""
    same: int
    """Rows that say what the data says already."""
    files: dict[str, bytes]
    """By place: every file that changes, as it will be."""
    problems: list[Problem]


class Files:
    """The data files of one game as texts to change, each read when it is first needed."""

    def __init__(self, system: str, library: Library) -> None:
        self.system, self.library = system, library
        self._texts: dict[str, DataText | None] = {}
        self._heads: dict[str, bytes] = {}

    def text(self, place: str) -> DataText | None:
        if place not in self._texts:
            found = self.library.candidates(self.system, place)
            raw = reader.read_bytes(found[0], reader.DATA_BYTES) if found else None
            text = DataText(raw, str(found[0])) if raw is not None else None
            if text is not None and "as_of" not in text.data:
                raise Unreadable([Problem(key="only_laid_over", file=str(found[0]))])
            self._texts[place] = text
        return self._texts[place]

    def data(self, place: str) -> Json:
        """Its data, to be changed in place."""
        found = self.text(place)
        assert found is not None, place
        data: Json = found.data
        return data

    def date(self, place: str, newest: str, day: str, *, changed: bool) -> None:
        """The new day for a file that changes, or was of the newest until now. Of one that has no other change, no more is
        read than that line."""
        found = self.library.candidates(self.system, place)
        if place in self._texts:
            if (text := self._texts[place]) is not None and (changed or str(text.data["as_of"]) >= newest):
                text.data["as_of"] = day
        elif found:
            raw = reader.read_bytes(found[0], reader.DATA_BYTES)
            line = _AS_OF.search(raw)
            if line is None:
                self.data(place)
                self.date(place, newest, day, changed=changed)
            elif changed or line["day"].decode() >= newest:
                self._heads[place] = raw[: line.start("day")] + day.encode() + raw[line.end("day") :]

    def written(self) -> dict[str, bytes]:
        made = {place: (text, text.written()) for place, text in self._texts.items() if text is not None}
        return {place: raw for place, (text, raw) in made.items() if raw != text.raw} | self._heads


class Update(NamedTuple):
    """A table, the file it stands in, and what it goes into. `names` of the factions, by id."""

    table: PriceTable
    document: Document
    files: Files
    names: Mapping[str, str]
    day: str


class Placing:
    """The rows of one table, placed one after the other. What cannot be placed is a problem at its line."""

    def __init__(self, update: Update) -> None:
        self.table, self.document, self.files, self.day = update.table, update.document, update.files, update.day
        self.problems: list[Problem] = []
        self.changes: list[Change] = []
        self.kept: list[Change] = []
        self.same = 0
        self._names = {each: update.names.get(each, each) for each in self.places()}
        self._by_name = {fold(name): each for each, name in self._names.items()}
        self._seen: dict[tuple[Any, ...], Path] = {}
        self.newest = newest_day(self.files)
        self.began = str(self.files.data(VERSIONS)["edition_began"])

    def places(self) -> list[str]:
        """Every file beside the law that has prices."""
        return [stem for stem in self.files.library.files(self.files.system) if stem != LAW]

    def refuse(self, key: str, path: Path, known: Iterable[str] = (), **args: Any) -> None:
        given = str(args.get("given", ""))
        self.problems.append(self.document.problem(key, path, **args, near=_few_nearest(given, list(known)) or None))

    def faction(self, given: str, path: Path) -> str | None:
        """The id of a faction that is named by it or by its name."""
        found = given if given in self._names else self._by_name.get(fold(given))
        if found is None:
            known = sorted(self._names)
            near = nearest(given, [*known, *self._names.values()])
            self.problems.append(self.document.problem("unknown_faction", path, given=given, known=known, near=near))
        return found

    def again(self, path: Path, *price: Any) -> bool:
        """Whether a row before this one said that price."""
        first = self._seen.setdefault(price, path)
        if first is path:
            return False
        line, _ = self.document.mark(first) or (0, 0)
        self.refuse("price_twice", path, other=line)
        return True

    def note(self, change: Change) -> bool:
        """Whether it changes anything."""
        if change.before == change.after:
            self.same += 1
            return False
        self.changes.append(change)
        return True

    def outcome(self) -> Outcome:
        if self.problems:
            return Outcome(self.changes, self.kept, self.same, {}, sorted(self.problems, key=lambda each: each.line or 0))
        if self.changes:
            self._date()
        return Outcome(self.changes, self.kept, self.same, self.files.written(), [])

    def _date(self) -> None:
        """The new day, in the files that were of the newest until now and in those that change, and in the list of days."""
        for place in self.places():
            changed = any(change.faction == place for change in self.changes)
            for each in (place, f"history/{place}"):
                self.files.date(each, self.newest, self.day, changed=changed)
        versions = self.files.data(VERSIONS)
        versions["as_of"] = self.day
        row = {"day": self.day, "document": self.table.prices, "changes": len(self.changes)}
        versions["releases"] = [*versions["releases"], row]


def newest_day(files: Files) -> str:
    """The day of the data at hand."""
    versions = files.data(VERSIONS)
    return max([str(versions["as_of"]), *(str(row["day"]) for row in versions["releases"])])


def called(things: Iterable[T], given: str, *keys: str) -> list[T]:
    """Those with that id, else those with that name."""
    every: list[Any] = list(things)
    by_id = [each for each in every if each["id"] == given]
    return by_id or [each for each in every if any(fold(str(each.get(key, ""))) == fold(given) for key in keys or ("name",))]


def dated(points: MutableMapping[str, Any], first: str, before: int, day: str, after: int) -> None:
    """Prices by day, with that of the new day behind what was in force until then; of days before the first that is known,
    from `first` on, that was today's."""
    known = dict(points)
    if not known or first < min(known):
        known = {first: before, **known}
    known[max(known)] = before
    points.clear()
    points.update(known, **{day: after})


def _few_nearest(given: str, known: Sequence[str]) -> list[str]:
    part = fold(given)
    found = [each for each in known if part and part in fold(each)][:_NEAR]
    left = [each for each in known if each not in found]
    while len(found) < _NEAR and given and (near := nearest(given, left)) is not None:
        found.append(near)
        left = [each for each in left if fold(each) != fold(near)]
    return found
