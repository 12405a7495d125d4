"""A table of prices (CSV, JSON or YAML), as `data prices` reads it, as a source of `data update`.

Whatever isn't in the table keeps its price: fit_points.py completes its rows with ours.
"""

from __future__ import annotations

import csv
from pathlib import Path

from listbuilder.data import price_table_file
from listbuilder.data.decoding import decode_text
from listbuilder.model.base import fold
from listbuilder.model.problem import Unreadable
from listbuilder.reports.prices import DatasheetPrice, PriceTable
from listbuilder.update.fields import get_entry_kinds
from listbuilder.update.read.points_listing import Row
from listbuilder.update.tree import Book, Entry, Place, Source, Unread, Value
from listbuilder.yamlio.reader import YamlDocument

READER = "points_table"
_HEAD_BYTES = 4096
_ANY_FACTION = "any faction"


def recognise(path: Path) -> bool:
    """Return whether the file is a table of prices: its columns, or the keys of its JSON form."""
    if not path.is_file():
        return False
    try:
        with open(path, "rb") as stream:
            head = decode_text(stream.read(_HEAD_BYTES))
    except OSError:
        return False
    if head is None:
        return False
    if path.suffix.lower() in (".csv", ".tsv"):
        return _has_columns(head)
    if path.suffix.lower() not in (".json", ".yaml", ".yml"):
        return False
    keys = [kind for kind, _ in price_table_file.KINDS.values()]
    return _has_key(head, "prices") and any(_has_key(head, key) for key in keys)


def _has_columns(head: str) -> bool:
    """Return whether the first line of a CSV file, after comments, has columns of prices."""
    for line in head.splitlines():
        if not line.strip() or line.startswith("#"):
            continue
        sign = max(",;\t", key=line.count)
        cells = [fold(cell) for cell in next(csv.reader([line], delimiter=sign), [])]
        return "points" in cells or ("dp" in cells and "detachment" in cells)
    return False


def _has_key(head: str, key: str) -> bool:
    """Return whether the text has `key` as a key of JSON or YAML."""
    return f'"{key}"' in head or f"\n{key}:" in f"\n{head}"


def read(path: Path, system: str) -> Source:
    """Return what the table says; if any of it can't be read, the whole table is `unread`."""
    try:
        table, document = price_table_file.read_price_file(path)
    except Unreadable as error:
        problem = error.problems[0]
        where = f"line {problem.line}" if problem.line else ""
        unread = Unread(Place(str(path), where), f"no table of prices ({problem.key})")
        return Source(READER, path, (), "", (unread,))
    entries = _Entries(table, document, system)
    return Source(READER, path, entries.make_books(), table.prices, tuple(entries.unread))


class _Entries:
    """The entries of a table: its rows collected by the thing that they price."""

    def __init__(self, table: PriceTable, document: YamlDocument, system: str) -> None:
        """Collect the rows of `table`; `document` knows their lines."""
        self.document = document
        self.unread: list[Unread] = []
        self.books: dict[str, dict[tuple[str, str, str], Entry]] = {}
        kinds = get_entry_kinds(system)
        self.unit_kind = next(iter(kinds), "datasheet")
        self.is_plain = "enhancement" not in kinds  # points are one number, not a list
        for index, row in enumerate(table.datasheets):
            self._add_unit_price(row, self._make_place("datasheets", index, row.datasheet))
        for index, wargear in enumerate(table.wargear):
            place = self._make_place("wargear", index, wargear.item)
            item: Row = {"add_item": wargear.item, "points": wargear.points}
            if self.is_plain:
                self.unread.append(Unread(place, "wargear has no price of its own in this game"))
                continue
            self._add_row(wargear.faction, wargear.datasheet, item, place)
        for index, enhancement in enumerate(table.enhancements):
            place = self._make_place("enhancements", index, enhancement.enhancement)
            kind = "choice" if self.is_plain else "enhancement"
            name, inside = enhancement.enhancement, enhancement.detachment or ""
            self._set(enhancement.faction, kind, name, inside, "points", enhancement.points, place)
        for index, detachment in enumerate(table.detachments):
            place = self._make_place("detachments", index, detachment.detachment)
            name = detachment.detachment
            self._set(detachment.faction, "detachment", name, "", "dp", detachment.dp, place)
        for index, extra in enumerate(table.extras):
            place = self._make_place("extras", index, extra.name)
            faction = extra.faction or _ANY_FACTION
            self._set(faction, "extra", extra.name, "", "points", extra.points, place)

    def make_books(self) -> tuple[Book, ...]:
        """Return the books of the table, in the order in which they first appear."""
        books = []
        for name, entries in self.books.items():
            books.append(Book(name, Place(self.document.file), tuple(entries.values())))
        return tuple(books)

    def _make_place(self, kind: str, index: int, name: str) -> Place:
        """Return the place of a row of the table."""
        line, _ = self.document.find_mark((kind, index)) or (1, 1)
        return Place(self.document.file, f"line {line}: {name}")

    def _add_unit_price(self, row: DatasheetPrice, place: Place) -> None:
        """Add a row of the table to the price list of its unit.

        In a game in which points are one number, it sets that number instead.
        """
        if self.is_plain:
            name = row.datasheet
            self._set(row.faction, self.unit_kind, name, "", "points", row.points, place)
            return
        price: Row = {}
        models = row.models or sum(row.of.values())
        if models:
            price["models"] = models
        if row.of:
            price["of"] = dict(row.of)
        price["points"] = row.points
        when: Row = {}
        if row.as_ally:
            when["army"] = "ally"
        if row.detachment:
            when["detachment"] = row.detachment
        if row.from_copy:
            when["copy_from"] = row.from_copy
        if when:
            price["when"] = when
        self._add_row(row.faction, row.datasheet, price, place)

    def _add_row(self, faction: str, name: str, row: Row, place: Place) -> None:
        """Add a row to the price list of a unit."""
        entries = self.books.setdefault(faction, {})
        key = (self.unit_kind, fold(name), "")
        known = entries.get(key)
        rows = known.fields["points"].data if known else []
        assert isinstance(rows, list)
        first = known.place if known else place
        fields = {"points": Value([*rows, row], first)}
        entries[key] = Entry(self.unit_kind, name, first, fields)

    def _set(
        self,
        faction: str,
        kind: str,
        name: str,
        inside: str,
        field: str,
        points: int | None,
        place: Place,
    ) -> None:
        """Add the entry of a thing with one number in `field`; a second one for it is unread."""
        entries = self.books.setdefault(faction, {})
        key = (kind, fold(name), fold(inside))
        if key in entries:
            self.unread.append(Unread(place, "priced twice", faction))
            return
        entries[key] = Entry(kind, name, place, {field: Value(points, place)}, inside=inside)
