"""The tree that every reader of a source makes: books of entries, each value with its place.

A source is anything that says what the books of a game contain: catalogues, card exports, points
documents, our own YAML. All readers make the same tree, so that matching, deciding, asking, writing
and reporting are written once.

Values have the shape of our own YAML: a reader turns "**5-10 Lychguard**" into the list that
`models:` has in a faction file. Comparing a source with our data is then comparing two values.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import msgspec


class Place(msgspec.Struct, frozen=True):
    """A place in a source: the file, and where in it (a line, a path of keys or a name)."""

    file: str
    where: str = ""

    def __str__(self) -> str:
        """Return the place as people write it: `necrons.json: Lychguard`."""
        return f"{self.file}: {self.where}" if self.where else self.file


class Value(msgspec.Struct, frozen=True):
    """What a source says about one field of an entry.

    `data` has the shape of the field in our YAML. `not_understood` are the pieces of the source
    that the reader could not read, each cut to a few words: with any of them, `data` is incomplete
    and never taken without a question. A field that the source doesn't mention has no Value at all.
    """

    data: object
    place: Place
    not_understood: tuple[str, ...] = ()


class Entry(msgspec.Struct, frozen=True):
    """One thing of a book: a datasheet, a warscroll, a detachment, an enhancement.

    `kind` is a kind of `update/fields.yaml` for the game. `source_id` is the id that the source
    itself gives it ("" if it gives none); `inside` is the name of the entry it belongs to, such as
    the detachment of an enhancement ("" if none).
    """

    kind: str
    name: str
    place: Place
    fields: dict[str, Value]
    source_id: str = ""
    inside: str = ""


class Book(msgspec.Struct, frozen=True):
    """The entries that a source has of one faction, box or patrol.

    `name` is what the source calls it; `names` are other names that may be matched with ours.
    """

    name: str
    place: Place
    entries: tuple[Entry, ...]
    names: tuple[str, ...] = ()


class Unread(msgspec.Struct, frozen=True):
    """A file, or a book in it, that could not be read, with the reason in a few words.

    `book` is the book that is therefore not compared; "" if even that is unknown.
    """

    place: Place
    reason: str
    book: str = ""


class Source(msgspec.Struct, frozen=True):
    """Everything that was read from one `--from` or `--with` path.

    `reader` is the reader's name in `update/registry.py`, `label` is what the source calls its own
    version ("912", "Munitorum Field Manual v1.5"), "" if it doesn't say.
    """

    reader: str
    path: Path
    books: tuple[Book, ...]
    label: str = ""
    unread: tuple[Unread, ...] = ()

    def list_entries(self) -> Iterator[tuple[Book, Entry]]:
        """Yield every entry of the source with its book."""
        for book in self.books:
            for entry in book.entries:
                yield book, entry
