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

    def load_text(self, place: str) -> DataText | None:
        """Return the data file at `place` as a text to change, read once, or None.

        None: there is no such file.

        Raises Unreadable for a file that is only laid over a shipped one.
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
        """Return the data of the file at `place`, to be changed in place. The file must exist."""
        text = self.load_text(place)
        assert text is not None, place
        data: Json = text.data
        return data

    def set_date(self, place: str, newest: str, day: str, *, changed: bool) -> None:
        """Set the date of the file at `place` to `day`, if it changes or had the newest date.

        Of a file that has no other change, only the line with its date is read.
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
        """Return the bytes of every file that changes, by place."""
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
    """The placing of the rows of one table, one after the other.

    A row that cannot be placed is a problem at its line.
    """

    def __init__(self, update: Update) -> None:
        """Prepare to place the rows of the table in `update`.

        The factions' names and the newest date are read.
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
        """Return every file beside the rulebook that has prices."""
        return [stem for stem in self.files.library.list_files(self.files.system) if stem != LAW]

    def add_problem(self, key: str, path: Path, known: Iterable[str] = (), **args: Any) -> None:
        """Add a problem `key` at `path` of the table.

        It lists those of the `known` names that are nearest to what was given.
        """
        given = str(args.get("given", ""))
        self.problems.append(
            self.document.make_problem(
                key, path, **args, near=_list_nearest(given, list(known)) or None
            )
        )

    def find_faction_id(self, given: str, path: Path) -> str | None:
        """Return the id of the faction that `given` names by id or by name, or None.

        An unknown faction is added to the problems.
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
        """Return whether a row before the one at `path` stated that `price`.

        If so, a problem is added.
        """
        first_path = self._seen.setdefault(price, path)
        if first_path is path:
            return False
        line, _ = self.document.find_mark(first_path) or (0, 0)
        self.add_problem("price_twice", path, other=line)
        return True

    def record_change(self, change: Change) -> bool:
        """Count or record `change`, and return whether it changes anything."""
        if change.before == change.after:
            self.same += 1
            return False
        self.changes.append(change)
        return True

    def make_outcome(self) -> Outcome:
        """Return the outcome of all rows placed: the changes and files to write, or the problems.

        With problems there are no files. With changes, the files get the new date first.
        """
        if self.problems:
            problems = sorted(self.problems, key=lambda problem: problem.line or 0)
            return Outcome(self.changes, self.kept, self.same, {}, problems)
        if self.changes:
            self._set_dates()
        return Outcome(self.changes, self.kept, self.same, self.files.write_changed(), [])

    def _set_dates(self) -> None:
        """Set the new date in the files and list it as a release.

        Files that change get it, and those with the newest date until now. A faction's history gets
        the same date as the faction.
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
    """Return the date of the newest prices in the data of one game."""
    versions = files.get_data(VERSIONS)
    return max([str(versions["as_of"]), *(str(row["day"]) for row in versions["releases"])])


def check_date_is_new(files: Files, day: str) -> None:
    """Raise Unreadable if `day` is not later than the newest prices there are."""
    newest = find_newest_date(files)
    if day <= newest:
        raise Unreadable([Problem(key="prices_not_later", args={"given": day, "newest": newest})])


def find_called(things: Iterable[T], given: str, *keys: str) -> list[T]:
    """Return those of `things` with the id `given`, else those with that name.

    `keys` are the keys under which a name is looked for; without them, `name` is.
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
    """Change `points` so that it has the price `after` from `day` on, and `before` until then.

    For dates before the first that is known, from `first` on, today's price `before` held. `points`
    is sorted by date.
    """
    prices = dict(points)
    if not prices or first < min(prices):
        prices = {first: before, **prices}
    prices[max(prices)] = before
    points.clear()
    points.update(prices, **{day: after})


def _list_nearest(given: str, known: Sequence[str]) -> list[str]:
    """Return up to three of the `known` names that are nearest to `given`.

    Those that contain it come first.
    """
    part = fold(given)
    result = [name for name in known if part and part in fold(name)][:_NEAR]
    left = [name for name in known if name not in result]
    while len(result) < _NEAR and given and (near := find_nearest(given, left)) is not None:
        result.append(near)
        left = [name for name in left if fold(name) != fold(near)]
    return result
