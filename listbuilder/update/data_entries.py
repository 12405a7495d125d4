"""The entries of a game's data files while they are edited, found by kind, holder and id."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import msgspec

from listbuilder.data.library import Library
from listbuilder.history.reprice import Files
from listbuilder.history.versions import PLACE as VERSIONS
from listbuilder.model.problem import Problem, Unreadable
from listbuilder.update.fields import EntryKind, get_entry_kinds
from listbuilder.update.merge_values import Raw

Rows = list[Raw]


class WholeLibrary(Library):
    """A library of one data folder that is complete by itself, without the shipped one below it."""

    def __init__(self, folder: Path) -> None:
        super().__init__()
        self.folders = (folder,)


class LiveEntry(msgspec.Struct):
    """An entry of a data file that can be changed: `raw` is its part of the file's data.

    `rows` is the list that holds it, `holder` the entry that it is inside of, if any.
    """

    kind: str
    raw: Raw
    rows: Rows
    list_name: str
    holder: Raw | None = None

    @property
    def id(self) -> str:
        """The id of the entry."""
        return str(self.raw["id"])

    @property
    def name(self) -> str:
        """The name of the entry, its id if it has none."""
        return str(self.raw.get("name", self.raw["id"]))

    def list_siblings(self) -> Rows:
        """Return the other entries of the list that this entry is in."""
        return [row for row in self.rows if row is not self.raw]


class DataEntries:
    """The data files of one game, each read when it is first needed, and the entries in them."""

    def __init__(self, system: str, folder: Path) -> None:
        self.system = system
        self.files = Files(system, WholeLibrary(folder))
        self.kinds = get_entry_kinds(system)

    def list_books(self) -> list[str]:
        """Return the stem of every file that can hold entries."""
        stems = self.files.library.list_files(self.system)
        return [stem for stem in stems if stem != "rules"]

    def get_book(self, book: str) -> Raw | None:
        """Return the data of the file `book`, to be changed in place, or None if there is none."""
        if book == "rules" or (text := self.files.load_data_text(book)) is None:
            return None
        data: Raw = text.data
        return data

    def get_history(self, book: str) -> Raw | None:
        """Return the data of the history of `book`, to be changed in place, or None."""
        text = self.files.load_data_text(f"history/{book}")
        data: Raw | None = text.data if text else None
        return data

    def get_aliases(self, book: str) -> Raw | None:
        """Return the data of the foreign names of `book`, to be changed in place, or None."""
        text = self.files.load_data_text(f"history/aliases/{book}")
        data: Raw | None = text.data if text else None
        return data

    def get_versions(self) -> Raw | None:
        """Return the data of the file of releases, or None for a game without a history."""
        text = self.files.load_data_text(VERSIONS)
        data: Raw | None = text.data if text else None
        return data

    def find_entry(self, book: str, kind: str, inside: str, entry_id: str) -> LiveEntry | None:
        """Return the entry with that id, or None if the book has none."""
        for entry in self.list_entries(book, kind):
            holder_id = str(entry.holder["id"]) if entry.holder else ""
            if entry.id == entry_id and holder_id == inside:
                return entry
        return None

    def list_entries(self, book: str, kind: str | None = None) -> Iterator[LiveEntry]:
        """Yield the entries of `book` of one kind, or of all kinds."""
        data = self.get_book(book)
        for name, description in self.kinds.items() if data is not None else ():
            if kind in (None, name):
                assert data is not None
                yield from self._list_kind(data, name, description)

    def _list_kind(self, data: Raw, kind: str, description: EntryKind) -> Iterator[LiveEntry]:
        """Yield the entries of one kind, in the order of the file."""
        for holder, place in self._list_holders(data, description):
            for list_name in description.lists:
                rows = place.get(list_name)
                if not isinstance(rows, list):
                    continue
                for row in list(rows):
                    if isinstance(row, dict) and isinstance(row.get("id"), str):
                        yield LiveEntry(kind, row, rows, list_name, holder)

    def _list_holders(self, data: Raw, kind: EntryKind) -> Iterator[tuple[Raw | None, Raw]]:
        """Yield (holder, map with the lists) for each place that can have entries of `kind`.

        It is the book itself (holder None), or each entry that such entries are inside of.
        """
        if not kind.inside:
            yield None, data
            return
        for holder in self._list_kind(data, kind.inside, self.kinds[kind.inside]):
            yield holder.raw, holder.raw

    def find_rows(self, book: str, kind: str, inside: str) -> tuple[Rows, Raw | None]:
        """Return (list, holder) for a new entry; the list is added if it is missing.

        Raises Unreadable if there is no such book or holder.
        """
        data, description = self.get_book(book), self.kinds[kind]
        if data is None:
            raise Unreadable([Problem(key="update_no_book", args={"given": book})])
        for holder, place in self._list_holders(data, description):
            if (str(holder["id"]) if holder else "") == inside:
                rows = place.setdefault(description.lists[0], [])
                assert isinstance(rows, list)
                return rows, holder
        args = {"book": book, "kind": description.inside, "given": inside}
        raise Unreadable([Problem(key="update_no_entry", args=args)])
