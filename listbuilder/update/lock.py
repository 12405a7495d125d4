"""What a source said last time: `factions/<system>/sources/<reader>.lock`.

The file has one line of JSON for each entry of the source: its book, kind, holder, name and id, the
entry of ours that it was matched with, and for each field a digest of what the source said. A
digest is enough, because the only question is whether that has changed since. Ids are kept because
a unit that the source renames usually keeps its id.
"""

from __future__ import annotations

import json
from collections.abc import Iterable
from pathlib import Path

import msgspec

from listbuilder.data.library import SOURCES
from listbuilder.model.problem import Problem, Unreadable
from listbuilder.update.tree import Book, Entry, Source

_SAME_BOOK = 0.5  # of a book's entries, in a book of another name: the book was renamed


class LockedEntry(msgspec.Struct, frozen=True, array_like=True):
    """One line of a lock file: an entry of the source as it was last time."""

    book: str
    kind: str
    inside: str
    name: str
    source_id: str
    ours: tuple[str, str, str, str]
    digests: dict[str, str]


class Lock:
    """What one source said last time; empty before the first run."""

    def __init__(self, entries: Iterable[LockedEntry] = (), label: str = "", day: str = "") -> None:
        """Index the lines `entries` of a source that called its version `label` on `day`."""
        self.label = label
        self.day = day
        self.entries = list(entries)
        self._by_name: dict[tuple[str, str, str, str], LockedEntry] = {}
        self._by_id: dict[tuple[str, str], LockedEntry] = {}
        self._anywhere: dict[str, list[LockedEntry]] = {}
        for entry in self.entries:
            self._by_name[entry.book, entry.kind, entry.inside, entry.name] = entry
            if entry.source_id:
                self._by_id[entry.book, entry.source_id] = entry
                self._anywhere.setdefault(entry.source_id, []).append(entry)

    def find(self, book: Book, entry: Entry) -> LockedEntry | None:
        """Return the line of an entry of the source by its name, or None if it has none."""
        return self._by_name.get((book.name, entry.kind, entry.inside, entry.name))

    def find_by_id(self, book: Book, entry: Entry) -> LockedEntry | None:
        """Return the line with the source's own id of `entry`, or None if there is none.

        If its own book has no such line, that of another book counts, but only if just one has it.
        Why: sources print some units in several books, and those are different units of ours.
        """
        if not entry.source_id:
            return None
        here = self._by_id.get((book.name, entry.source_id))
        if here is not None:
            return here
        anywhere = self._anywhere.get(entry.source_id, [])
        return anywhere[0] if len(anywhere) == 1 else None


def follow_renamed_books(lock: Lock, source: Source) -> Lock:
    """Return `lock` with the names that the books of `source` have now.

    A book that is no longer there has become one that wasn't there, if that has at least half of
    its entries. Without this, a book with a new name would be a lost one and one never compared.
    """
    before: dict[str, set[tuple[str, str, str]]] = {}
    for line in lock.entries:
        before.setdefault(line.book, set()).add((line.kind, line.inside, line.name))
    now = {book.name: book for book in source.books}
    gone = before.keys() - now.keys() - {unread.book for unread in source.unread}
    renamed: dict[str, str] = {}
    for book in source.books:
        if book.name in before:
            continue
        names = {(entry.kind, entry.inside, entry.name) for entry in book.entries}
        shares = {name: len(names & before[name]) / len(before[name]) for name in gone}
        best = max(sorted(shares), key=lambda name: shares[name], default="")
        if best and shares[best] >= _SAME_BOOK:
            renamed[best] = book.name
            gone = gone - {best}
    if not renamed:
        return lock
    lines = [
        msgspec.structs.replace(line, book=renamed.get(line.book, line.book))
        for line in lock.entries
    ]
    return Lock(lines, lock.label, lock.day)


def read_lock(folder: Path, system: str, reader: str) -> Lock:
    """Return what the source of `reader` said last time, from the data folder `folder`.

    The lock is empty if there is no file. Raises Unreadable with the line if the file is damaged,
    because without it every difference would seem new.
    """
    file = folder / system / SOURCES / f"{reader}.lock"
    if not file.is_file():
        return Lock()
    lines = file.read_text(encoding="utf-8").splitlines()
    try:
        head = json.loads(lines[0])
        label, day = str(head["label"]), str(head["day"])
    except (ValueError, KeyError, IndexError, TypeError):
        raise Unreadable([Problem(key="bad_lock", file=str(file), line=1, column=1)]) from None
    entries: list[LockedEntry] = []
    for number, line in enumerate(lines[1:], 2):
        try:
            entries.append(msgspec.json.decode(line, type=LockedEntry))
        except msgspec.DecodeError:
            raise Unreadable(
                [Problem(key="bad_lock", file=str(file), line=number, column=1)]
            ) from None
    return Lock(entries, label, day)


def format_lock(lock: Lock) -> bytes:
    """Return the content of a lock file, sorted: two runs differ only where the source does."""
    head = json.dumps({"label": lock.label, "day": lock.day}, ensure_ascii=False)
    lines = sorted(msgspec.json.encode(entry).decode() for entry in lock.entries)
    return "\n".join([head, *lines, ""]).encode()
