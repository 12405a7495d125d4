"""The update of one game's files with a table of new prices.

It knows what a table can name, what changes, and what is written where. Each kind of army places
the rows in its own files (`games/<kind>/repricing.py`). The day before the new one stays as it was:
what was in force until then goes into the history before anything is overwritten.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, MutableMapping, Sequence
from typing import Any, NamedTuple, TypeVar

from listbuilder.data.library import Library
from listbuilder.history.versions import PLACE as VERSIONS
from listbuilder.i18n.nearest_word import find_nearest
from listbuilder.model.base import Path, fold
from listbuilder.model.problem import Problem, Unreadable
from listbuilder.reports.prices import PriceTable
from listbuilder.yamlio import reader
from listbuilder.yamlio.reader import YamlDocument
from listbuilder.yamlio.splice import DataText

Json = MutableMapping[str, Any]
LAW = "rules"
SOURCE = "prices"  # what a history says of where something is from that only a price table told of
_NEAR = 3
_AS_OF = re.compile(
    rb"""^as_of: *(?P<quote>["']?)(?P<day>[0-9]{4}-[0-9]{2}-[0-9]{2})(?P=quote) *\r?$""",
    re.MULTILINE,
)

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
    """The changes that a table of prices would make. With problems nothing is written."""

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

    def load_data_text(self, place: str) -> DataText | None:
        """Return the data file at `place` as a text to change, or None if there is no such file.

        It is read once. Raises Unreadable for a file that only overrides parts of a shipped one.
        """
        if place not in self._texts:
            candidates = self.library.find_candidates(self.system, place)
            raw = reader.read_bytes(candidates[0], reader.DATA_BYTES) if candidates else None
            text = DataText(raw, str(candidates[0])) if raw is not None else None
            if text is not None and "as_of" not in text.data:
                raise Unreadable([Problem(key="only_laid_over", file=str(candidates[0]))])
            self._texts[place] = text
        return self._texts[place]

    def get_data(self, place: str) -> Json:
        """Return the data of the file at `place`, to be changed in place; the file must exist.

        Changes of the returned data are written by `write_changed`.
        """
        text = self.load_data_text(place)
        assert text is not None, place
        data: Json = text.data
        return data

    def set_date(self, place: str, newest: str, day: str, *, changed: bool) -> None:
        """Set the date of the file at `place` to `day` if it changes or is of the newest date.

        `changed` says whether the file has other changes. If the file isn't read yet, only the line
        with its date is looked at.
        """
        candidates = self.library.find_candidates(self.system, place)
        if place in self._texts:
            if (text := self._texts[place]) is not None and (
                changed or str(text.data["as_of"]) >= newest
            ):
                text.data["as_of"] = day
        elif candidates:
            raw = reader.read_bytes(candidates[0], reader.DATA_BYTES)
            line = _AS_OF.search(raw)
            if line is None:
                self.get_data(place)
                self.set_date(place, newest, day, changed=changed)
            elif changed or line["day"].decode() >= newest:
                self._heads[place] = (
                    raw[: line.start("day")] + day.encode() + raw[line.end("day") :]
                )

    def write_changed(self) -> dict[str, bytes]:
        """Return the new bytes of every file that changes, by place. Nothing is written to disk."""
        texts = {
            place: (text, text.compose_bytes())
            for place, text in self._texts.items()
            if text is not None
        }
        return {place: raw for place, (text, raw) in texts.items() if raw != text.raw} | self._heads


class Update(NamedTuple):
    """A table of prices, the file it was read from, and the files it goes into.

    `names` are those of the factions, by id.
    """

    table: PriceTable
    document: YamlDocument
    files: Files
    names: Mapping[str, str]
    day: str


class RowPlacer:
    """The entering of one table's rows, one after the other, into the data files of a game.

    A row that cannot be entered becomes a problem at its line. Each kind of army derives a class
    for its own files.
    """

    def __init__(self, update: Update) -> None:
        """Prepare to place the rows of the table in `update`.

        The names of the factions, the date of the newest prices and the begin of the edition are
        read from the files.
        """
        self.table = update.table
        self.document = update.document
        self.files = update.files
        self.day = update.day
        self.problems: list[Problem] = []
        self.changes: list[Change] = []
        self.kept: list[Change] = []
        self.same = 0
        self._names = {place: update.names.get(place, place) for place in self.list_places()}
        self._by_name = {fold(name): place for place, name in self._names.items()}
        self._seen: dict[tuple[Any, ...], Path] = {}
        self.newest = find_newest_date(self.files)
        self.began = str(self.files.get_data(VERSIONS)["edition_began"])

    def list_places(self) -> list[str]:
        """Return the place of every data file that has prices: all of the game's but the
        rulebook.
        """
        return [stem for stem in self.files.library.list_files(self.files.system) if stem != LAW]

    def add_problem(self, key: str, path: Path, known: Iterable[str] = (), **args: Any) -> None:
        """Record a problem `key` at `path` of the table, with the arguments `args`.

        With the argument `given`, the problem also lists the names among `known` that are nearest
        to what was given.
        """
        given = str(args.get("given", ""))
        self.problems.append(
            self.document.make_problem(
                key, path, **args, near=_list_nearest(given, list(known)) or None
            )
        )

    def find_faction_id(self, given: str, path: Path) -> str | None:
        """Return the id of the faction with the id or name `given`, or None.

        None: the faction is unknown, and a problem at `path` of the table is recorded.
        """
        faction_id = given if given in self._names else self._by_name.get(fold(given))
        if faction_id is None:
            known = sorted(self._names)
            near = find_nearest(given, [*known, *self._names.values()])
            self.problems.append(
                self.document.make_problem(
                    "unknown_faction", path, given=given, known=known, near=near
                )
            )
        return faction_id

    def refuse_repeated_price(self, path: Path, *price: Any) -> bool:
        """Return whether an earlier row stated `price` already; if so, record a problem.

        `price` is what identifies the price, not its amount. `path` is the row's place in the
        table.
        """
        first_path = self._seen.setdefault(price, path)
        if first_path is path:
            return False
        line, _ = self.document.find_mark(first_path) or (0, 0)
        self.add_problem("price_twice", path, other=line)
        return True

    def record_change(self, change: Change) -> bool:
        """Record `change` and return True; if the price stays the same, count it, return False."""
        if change.before == change.after:
            self.same += 1
            return False
        self.changes.append(change)
        return True

    def make_outcome(self) -> Outcome:
        """Return the changes of all rows placed, with the files to write, or with the problems.

        If there are problems, there are no files. If there are changes, the new date is first set
        in the files.
        """
        if self.problems:
            problems = sorted(self.problems, key=lambda problem: problem.line or 0)
            return Outcome(self.changes, self.kept, self.same, {}, problems)
        if self.changes:
            self._set_dates()
        return Outcome(self.changes, self.kept, self.same, self.files.write_changed(), [])

    def _set_dates(self) -> None:
        """Set the new date in the data files, and add it to the list of releases.

        A faction's file gets the date if it has a change or had the newest date until now. The same
        is done with its history.
        """
        for place in self.list_places():
            changed = any(change.faction == place for change in self.changes)
            for file_place in (place, f"history/{place}"):
                self.files.set_date(file_place, self.newest, self.day, changed=changed)
        versions = self.files.get_data(VERSIONS)
        versions["as_of"] = self.day
        row = {"day": self.day, "document": self.table.prices, "changes": len(self.changes)}
        versions["releases"] = [*versions["releases"], row]


def find_newest_date(files: Files) -> str:
    """Return the newest date of prices in the data of one game.

    It is the latest of the releases and of the date of the versions file.
    """
    versions = files.get_data(VERSIONS)
    return max([str(versions["as_of"]), *(str(row["day"]) for row in versions["releases"])])


def check_date_is_new(files: Files, day: str) -> None:
    """Raise Unreadable if `day` is not later than the newest prices there are."""
    newest = find_newest_date(files)
    if day <= newest:
        raise Unreadable([Problem(key="prices_not_later", args={"given": day, "newest": newest})])


def find_called(things: Iterable[T], given: str, *keys: str) -> list[T]:
    """Return those of `things` with the id `given`, otherwise those with that name.

    `keys` are the keys of a thing that hold a name; without `keys`, it is `name`. Case is ignored
    in names.
    """
    rows: list[Any] = list(things)
    by_id = [row for row in rows if row["id"] == given]
    if by_id:
        return by_id
    name, name_keys = fold(given), keys or ("name",)
    return [row for row in rows if name in {fold(str(row.get(key, ""))) for key in name_keys}]


def add_price_on_date(
    points: MutableMapping[str, Any], first: str, before: int, day: str, after: int
) -> None:
    """Change the price history `points` to `after` from `day` on, and `before` until then.

    `points` maps dates, oldest first, to prices. If it does not reach back to `first`, today's
    price `before` is entered from `first` on; otherwise its newest price becomes `before`.
    """
    prices = dict(points)
    if not prices or first < min(prices):
        prices = {first: before, **prices}
    prices[max(prices)] = before
    points.clear()
    points.update(prices, **{day: after})


def _list_nearest(given: str, known: Sequence[str]) -> list[str]:
    """Return up to three of the `known` names that are nearest to `given`.

    Names that contain `given` come first.
    """
    part = fold(given)
    result = [name for name in known if part and part in fold(name)][:_NEAR]
    left = [name for name in known if name not in result]
    while len(result) < _NEAR and given and (near := find_nearest(given, left)) is not None:
        result.append(near)
        left = [name for name in left if fold(name) != fold(near)]
    return result
