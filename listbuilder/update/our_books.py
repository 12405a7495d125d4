"""Our own books as they are in the YAML files, entry by entry, for `data update`."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import msgspec

from listbuilder.update.fields import EntryKind, get_entry_kinds
from listbuilder.yamlio import reader
from listbuilder.yamlio.reader import YamlDocument

Raw = dict[str, object]
"""An entry as it is in a YAML file: plain dicts, lists, texts and numbers."""


class OurEntry(msgspec.Struct, frozen=True):
    """One entry of our data: `raw` is its part of the YAML file, and `path` its place in it.

    `inside` is the id of the entry that holds it, such as the detachment of an enhancement.
    """

    kind: str
    id: str
    name: str
    book: str
    path: tuple[str | int, ...]
    raw: Raw
    inside: str = ""
    inside_name: str = ""

    @property
    def key(self) -> tuple[str, str, str, str]:
        """The book, kind, holder and id, which together name the entry in a game."""
        return (self.book, self.kind, self.inside, self.id)


class OurBook(msgspec.Struct, frozen=True):
    """One data file of a game: a faction, a box or a patrol, with its entries.

    `keyword` is the faction keyword, `parent` the id of the book whose units it shares ("" if
    none).
    """

    id: str
    name: str
    file: Path
    document: YamlDocument
    entries: tuple[OurEntry, ...]
    keyword: str = ""
    parent: str = ""


def read_our_books(folder: Path, system: str) -> dict[str, OurBook]:
    """Return the books of `system` under the data folder `folder`, by id.

    Files without entries (rules, tables of words) are left out. Raises Unreadable if a file isn't
    YAML.
    """
    kinds = get_entry_kinds(system)
    books: dict[str, OurBook] = {}
    for file in sorted((folder / system).glob("*.yaml")):
        raw = reader.read_bytes(file, reader.DATA_BYTES)
        document = reader.read_yaml(raw, str(file), reader.DATA_BYTES)
        book = _make_book(file, document, kinds)
        if book is not None:
            books[book.id] = book
    return books


def _make_book(file: Path, document: YamlDocument, kinds: dict[str, EntryKind]) -> OurBook | None:
    """Return the book in a data file, or None if it has no entry."""
    data = document.data
    if not isinstance(data, dict):
        return None
    book_id = _get_text(data, "id") or file.stem
    entries = tuple(list_entries(data, kinds, book_id))
    if not entries:
        return None
    return OurBook(
        id=book_id,
        name=_get_text(data, "name") or book_id,
        file=file,
        document=document,
        entries=entries,
        keyword=_get_text(data, "faction_keyword"),
        parent=_get_text(data, "parent"),
    )


def _get_text(data: Raw, key: str) -> str:
    """Return the text under `key`, or "" if there is none."""
    value = data.get(key)
    return value if isinstance(value, str) else ""


def list_entries(data: Raw, kinds: dict[str, EntryKind], book: str) -> Iterator[OurEntry]:
    """Yield the entries in a book's YAML `data`; those inside of another directly after it.

    Entries without an id are left out: `data check` reports them.
    """
    for kind_name, kind in kinds.items():
        if kind.inside:
            continue
        for entry in _list_kind(data, kind_name, kind, book, (), None):
            yield entry
            for inner_name, inner in kinds.items():
                if inner.inside == kind_name:
                    yield from _list_kind(entry.raw, inner_name, inner, book, entry.path, entry)


def _list_kind(
    data: Raw,
    kind_name: str,
    kind: EntryKind,
    book: str,
    above: tuple[str | int, ...],
    holder: OurEntry | None,
) -> Iterator[OurEntry]:
    """Yield the entries of one kind that are directly in `data`.

    `data` is the book or one of its entries: `above` is its path in the file, and `holder` is that
    entry, or None for the book.
    """
    for list_name in kind.lists:
        rows = data.get(list_name)
        if not isinstance(rows, list):
            continue
        for index, row in enumerate(rows):
            if not isinstance(row, dict) or not isinstance(row.get("id"), str):
                continue
            yield OurEntry(
                kind=kind_name,
                id=row["id"],
                name=_get_text(row, "name") or row["id"],
                book=book,
                path=(*above, list_name, index),
                raw=row,
                inside=holder.id if holder else "",
                inside_name=holder.name if holder else "",
            )
