"""Our own YAML as a source: a folder of data, the folder of a game, or one faction's file.

These are another maintainer's files, a release of this program, or a user's own data. Entries are
taken as they are. A field that is left out gets the value that its absence means, so that a removed
field is noticed.
"""

from __future__ import annotations

import re
from pathlib import Path

from listbuilder.model.problem import Unreadable
from listbuilder.update.fields import EntryKind, get_entry_kinds
from listbuilder.update.our_books import OurEntry, list_entries
from listbuilder.update.tree import Book, Entry, Place, Source, Unread, Value
from listbuilder.yamlio import reader
from listbuilder.yamlio.reader import YamlDocument

READER = "own_data"
_HEAD_BYTES = 4096
_SYSTEM = re.compile(r"^system: *['\"]?(?P<system>[\w-]+)", re.MULTILINE)
_HAS_ID = re.compile(r"^id: *\S", re.MULTILINE)


def recognise(path: Path) -> bool:
    """Return whether `path` is, or contains, a file of our own form: with `system` and `id`."""
    if path.is_file():
        return _find_system(path) != ""
    return any(_find_system(file) for file in _list_files(path, ""))


def read(path: Path, system: str) -> Source:
    """Return the books of `system` at `path`; files that can't be read are `unread`."""
    kinds = get_entry_kinds(system)
    books: list[Book] = []
    unread: list[Unread] = []
    for file in [path] if path.is_file() else _list_files(path, system):
        found = _find_system(file)
        if not found:
            continue
        if found != system:
            unread.append(Unread(Place(str(file)), f"of {found}, not of {system}"))
            continue
        try:
            raw = reader.read_bytes(file, reader.DATA_BYTES)
            document = reader.read_yaml(raw, str(file), reader.DATA_BYTES)
        except Unreadable as error:
            problem = error.problems[0]
            where = f"line {problem.line}" if problem.line else ""
            reason = f"no YAML that can be read ({problem.key})"
            unread.append(Unread(Place(str(file), where), reason, file.stem))
            continue
        book = _read_book(document, kinds)
        if book is not None:
            books.append(book)
    return Source(READER, path, tuple(books), _find_label(books, path), tuple(unread))


def _list_files(path: Path, system: str) -> list[Path]:
    """Return the YAML files of the game `system`: in its folder inside `path`, or in `path` itself.

    If `system` is empty, those in `path` and in all its folders.
    """
    if (path / system).is_dir() and system:
        return sorted((path / system).glob("*.yaml"))
    files = sorted(path.glob("*.yaml"))
    return files if system else [*files, *sorted(path.glob("*/*.yaml"))]


def _find_system(file: Path) -> str:
    """Return the game in the first lines of a file; empty if the file isn't a book of ours."""
    if file.suffix.lower() not in (".yaml", ".yml"):
        return ""
    try:
        with open(file, "rb") as stream:
            head = stream.read(_HEAD_BYTES).decode("utf-8", "replace")
    except OSError:
        return ""
    match = _SYSTEM.search(head)
    return match["system"] if match and _HAS_ID.search(head) else ""


def _find_label(books: list[Book], path: Path) -> str:
    """Return the name of the folder or file as the label, because data has no version.

    Empty if no book was read.
    """
    return path.resolve().name if books else ""


def _read_book(document: YamlDocument, kinds: dict[str, EntryKind]) -> Book | None:
    """Return the book in a file, or None if it has no entry."""
    data = document.data
    if not isinstance(data, dict):
        return None
    book_id = str(data.get("id") or document.stem)
    entries = []
    for ours in list_entries(data, kinds, book_id):
        entries.append(_make_entry(ours, kinds[ours.kind], document))
    if not entries:
        return None
    names = tuple(str(data[key]) for key in ("id", "faction_keyword") if data.get(key))
    return Book(str(data.get("name") or book_id), Place(document.file), tuple(entries), names)


def _make_entry(ours: OurEntry, kind: EntryKind, document: YamlDocument) -> Entry:
    """Return an entry with its fields, also those whose absence has a meaning (`absent_is`)."""
    line, _ = document.find_mark(ours.path) or (1, 1)
    place = Place(document.file, f"line {line}: {ours.name}")
    fields = {}
    for name, field in kind.fields.items():
        if name in ours.raw:
            fields[name] = Value(ours.raw[name], place)
        elif field.absent_is is not None:
            fields[name] = Value(field.absent_is, place)
    own_id = "/".join(ours.key)
    return Entry(ours.kind, ours.name, place, fields, own_id, ours.inside_name)
