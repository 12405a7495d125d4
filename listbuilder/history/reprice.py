"""The update of one game's files with a table of new prices.

It knows what a table can name, what changes, and what is written where. Each kind of army describes
its files (`games/<kind>/reprice.py`): which units and enhancements a file has, where the history
has their records, and what else has a price. The day before the new one stays as it was: what was
in force until then goes into the history before anything is overwritten.
"""

from __future__ import annotations

import re
from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Iterator, Mapping, MutableMapping, Sequence
from typing import Any, ClassVar, NamedTuple, TypeVar

from listbuilder.data.library import Library
from listbuilder.history.price_digest import compute_price_digest
from listbuilder.history.versions import PLACE as VERSIONS
from listbuilder.i18n.nearest_word import find_nearest
from listbuilder.model.base import Path, fold
from listbuilder.model.problem import Problem, Unreadable
from listbuilder.reports.prices import EnhancementPrice, PriceTable
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

Row = TypeVar("Row")


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
    """The new content of every file that changes, by its path."""
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
            has_date = not place.startswith("history/aliases/")
            if text is not None and has_date and "as_of" not in text.data:
                raise Unreadable([Problem(key="only_laid_over", file=str(candidates[0]))])
            self._texts[place] = text
        return self._texts[place]

    def read_data(self, place: str) -> object:
        """Return the data of the file at `place` as they are now, only to be read."""
        if self._texts.get(place) is not None:
            return self.get_data(place)
        file = self.library.find_candidates(self.system, place)[0]
        raw = reader.read_bytes(file, reader.DATA_BYTES)
        return reader.read_yaml(raw, str(file), reader.DATA_BYTES).data

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


class PricedThing(NamedTuple):
    """Something with one price, such as an enhancement, and where the history has its record.

    `place` is the data file, and `thing` its mapping there. The record is in the list `kind` of the
    file's history, with the id `record_id`. `group` is the detachment or table that lists it, and
    `army` the army of renown that alone has it; each is None where there is none.
    """

    place: str
    thing: Json
    kind: str
    record_id: str
    group: Json | None = None
    army: Json | None = None

    def list_group_names(self) -> list[str]:
        """Return the names of its army of renown and of its group, without those it lacks."""
        return [str(part["name"]) for part in (self.army, self.group) if part]

    def get_key(self) -> tuple[str, ...]:
        """Return a key that no other price in the data has."""
        return (self.place, str(self.army and self.army["id"]), self.kind, self.record_id)


class RowPlacer(ABC):
    """The entering of one table's rows, one after the other, into the data files of a game.

    A row that cannot be entered becomes a problem at its line. Each kind of army derives a class
    that describes its own files. Enhancements, and whatever else has just one price, are entered
    here; how units are priced is up to the derived class.
    """

    group_key: ClassVar[str]
    """Key under which a history record and a change name the group of a thing."""
    unknown_thing: ClassVar[tuple[str, Path]] = ("price_no_name", ())
    """Key of the problem of an unknown thing, and the part of the row that it is about."""
    record_origin: ClassVar[dict[str, str]] = {}
    """The keys by which a new history record says where a thing is from."""

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

    # --- the description of the files, by the derived class ---

    @abstractmethod
    def yield_units(self, place: str) -> Iterator[Json]:
        """Yield the mapping of each unit in the file `place`."""

    @abstractmethod
    def yield_enhancements(self, place: str) -> Iterator[PricedThing]:
        """Yield all enhancements in the file `place`."""

    @abstractmethod
    def list_groups(self, place: str) -> list[Json]:
        """Return everything in the file `place` by which a row can say which enhancement it
        means.
        """

    def describe_thing(self, priced: PricedThing) -> str:
        """Return the words that tell a thing from others that a row could mean."""
        return ", ".join(priced.list_group_names())

    # --- rows ---

    def place_each(
        self, section: str, rows: Iterable[Row], place_row: Callable[[Row, Path], None]
    ) -> None:
        """Call `place_row` with each of the `rows` of the table's `section`, and with its path."""
        for place, row in enumerate(rows):
            place_row(row, (section, place))

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

    def refuse_unknown_unit(self, place: str, given: str, path: Path) -> None:
        """Record a problem at `path`: the faction `place` has no unit called `given`.

        If other factions have such a unit, the problem names those factions; otherwise it names
        similar units of the faction.
        """
        faction = self._names[place]
        others = []
        for other in self.list_places():
            if other != place and find_called(self.yield_units(other), given):
                others.append(self._names[other])
        if others:
            self.add_problem("price_elsewhere", path, given=given, faction=faction, others=others)
            return
        names = [str(unit["name"]) for unit in self.yield_units(place)]
        self.add_problem("price_no_datasheet", path, names, given=given, faction=faction)

    def find_groups(self, groups: Iterable[Json], given: str, place: str, path: Path) -> list[Json]:
        """Return the `groups` of the faction `place` called `given`, such as its detachments.

        Empty, with a problem at `detachment` of the row at `path`, if there is none.
        """
        known = list(groups)
        found = find_called(known, given)
        if not found:
            names = dict.fromkeys(str(group["name"]) for group in known)
            faction = self._names[place]
            self.add_problem(
                "price_no_detachment", (*path, "detachment"), names, given=given, faction=faction
            )
        return found

    def place_enhancement_price(self, row: EnhancementPrice, path: Path) -> None:
        """Enter the price of the enhancement in `row`, or record a problem at `path`.

        Without `row.detachment`, all enhancements of the faction are searched.
        """
        place = self.find_faction_id(row.faction, (*path, "faction"))
        if place is None:
            return
        things = list(self.yield_enhancements(place))
        if row.detachment is not None:
            groups = self.find_groups(self.list_groups(place), row.detachment, place, path)
            if not groups:
                return
            wanted = {id(group) for group in groups}
            things = [priced for priced in things if {id(priced.group), id(priced.army)} & wanted]
        self.place_price(things, place, "enhancement", row.enhancement, row.points, path)

    def place_price(
        self,
        things: Sequence[PricedThing],
        place: str,
        kind: str,
        given: str,
        points: int,
        path: Path,
    ) -> None:
        """Give the new points to the one of `things` called `given`; refuse none and several.

        An exact id comes before a name, and the faction's own thing before that of an army of
        renown with the same id. `kind` is the kind of change. `place` is the file to name if
        nothing matches.
        """
        matches = [priced for priced in things if find_called([priced.thing], given)]
        exact = [priced for priced in matches if priced.thing["id"] == given]
        own = [priced for priced in exact if priced.army is None]
        matches = own or exact or matches
        if not matches:
            key, part = self.unknown_thing
            names = [str(priced.thing["name"]) for priced in things]
            faction = self._names[place]
            self.add_problem(key, (*path, *part), names, given=given, faction=faction)
        elif len(matches) > 1:
            names = [self.describe_thing(priced) for priced in matches]
            self.add_problem("price_which", path, given=given, names=names)
        elif not self.refuse_repeated_price(path, *matches[0].get_key()):
            self.set_points(matches[0], kind, points)

    def set_points(self, priced: PricedThing, kind: str, points: int) -> bool:
        """Write the new points of a thing into the data and the history, and record the change.

        Return whether the points changed; if not, nothing is written.
        """
        before = priced.thing.get("points", 0)
        groups = priced.list_group_names()
        what = {self.group_key: " / ".join(groups)} if groups else {}
        changed = self.record_change(
            Change(priced.place, kind, priced.thing["name"], what, before, points)
        )
        if changed:
            self.add_to_history(priced, before, points)
            priced.thing["points"] = points
        return changed

    def add_to_history(self, priced: PricedThing, before: int, points: int) -> None:
        """Write into the record of a thing that it cost `before` until the new date, then
        `points`.
        """
        records = self.list_records(priced.place, priced.kind)
        record = self.find_or_add_record(records, priced)
        add_price_on_date(record.setdefault("points", {}), record["from"], before, self.day, points)

    def find_or_add_record(self, records: list[Json], priced: PricedThing) -> Json:
        """Return the history record of a thing; if `records` lack it, a new one without prices."""
        record = {"id": priced.record_id, "name": priced.thing["name"], "from": self.began}
        if priced.group:
            record[self.group_key] = priced.group["name"]
        return find_or_add(records, record | self.record_origin)

    def list_records(self, place: str, kind: str) -> list[Json]:
        """Return the list `kind` in the history of the file `place`, to be changed in place."""
        records: list[Json] = self.files.get_data(f"history/{place}").setdefault(kind, [])
        return records

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
        books = {place: self.files.read_data(place) for place in self.list_places()}
        row["digest"] = compute_price_digest(books)
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


def find_called(things: Iterable[Json], given: str) -> list[Json]:
    """Return those of `things` with the id `given`, otherwise those with that name.

    Case is ignored in names.
    """
    rows = list(things)
    by_id = [row for row in rows if row["id"] == given]
    return by_id or [row for row in rows if fold(str(row.get("name", ""))) == fold(given)]


def find_or_add(records: list[Json], fresh: Json, *keys: str) -> Json:
    """Return the first of `records` with the id of `fresh`; without one, add `fresh` and return it.

    `keys` are further keys whose values must agree.
    """
    for record in records:
        if all(record.get(key) == fresh.get(key) for key in ("id", *keys)):
            return record
    records.append(fresh)
    return fresh


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
