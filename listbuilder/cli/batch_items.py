"""Where many lists come from: the files of a folder, the entries of a zip, the rows of a CSV.

Only places are kept here. What stands there is read when its turn comes, so that any number of lists takes the memory of
one; and whatever is wrong with one place is said of that place alone.
"""

from __future__ import annotations

import os
import zipfile
from collections.abc import Iterable, Iterator, Sequence
from datetime import datetime
from functools import lru_cache
from pathlib import Path

import msgspec

from listbuilder.cli import folders
from listbuilder.cli.context import bug, wants_trace
from listbuilder.cli.folders import AGAIN
from listbuilder.cli.lists import LIST_BYTES, parts_of
from listbuilder.model.base import fold
from listbuilder.model.problem import Problem, Unreadable
from listbuilder.store import moments, reader
from listbuilder.store.nearest import nearest
from listbuilder.store.ours import named_as_ours
from listbuilder.store.tables import PLAYER, read_table

ENDINGS = (".yaml", ".yml", ".txt", ".text", ".list", ".md", ".ros", ".rosz", ".json", "")
LOOSE = (".txt", ".text", ".md", ".json", "")  # endings that other things have as well
DOCUMENTS = (".pdf", ".eml", ".docx", ".odt")  # whose text is read
TABLES = (".csv", ".tsv")
MAX_ENTRIES = 5_000
MAX_UNPACKED = 8_000_000  # of one entry
MAX_TOTAL = 200_000_000
MAX_COLUMNS = 1_000
METHODS = (zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED)  # of any other, Python unpacks a block to its end however long it is
MAX_SIGNS = 20 * MAX_ENTRIES  # of entries, in an archive that is opened at all; Python keeps 600 bytes of each
NO_LIST = ("no_list_found", AGAIN)
LISTS = ("list", "army list", "armylist", "lists", "liste", "lista", "roster", "リスト", "列表")


class Item(msgspec.Struct):
    """One list to judge: a file, an entry of an archive, a cell of a table, or bytes at hand."""

    name: str  # as it is shown
    path: str | None = None
    entry: int | None = None  # of the archive at `path`
    cell: tuple[int, int] | None = None  # row and column of the table at `path`
    raw: bytes = b""
    player: str = ""
    loose: bool = False  # may be no list at all, and then nobody meant it as one
    problem: Problem | None = None
    written: str = ""  # when, where it is known already

    def parts(self) -> list[Item]:
        """Each list of a paste that holds several; none where it holds one. Who has one has all."""
        try:
            found = parts_of(self.load(), self.name)
        except Unreadable:  # said when it is judged
            return []
        except Exception:
            if wants_trace():
                raise
            return []
        made = msgspec.structs.replace(self, path=None, entry=None, loose=False, written=self.time)
        return [msgspec.structs.replace(made, name=name, raw=raw) for name, raw in found]

    @property
    def time(self) -> str:
        """When it was written, as 2026-05-30 20:05; empty where nothing tells."""
        if self.written:
            return self.written
        try:
            if self.entry is not None and self.path is not None:
                year, month, day, hour, minute, _ = _archive(self.path).infolist()[self.entry].date_time
                return f"{year:04}-{month:02}-{day:02} {hour:02}:{minute:02}" if year > 1980 else ""
            if self.path is not None and self.cell is None and self.problem is None:
                return datetime.fromtimestamp(os.stat(self.path).st_mtime).strftime("%Y-%m-%d %H:%M")
        except (OSError, Unreadable, ValueError, OverflowError):
            pass
        return ""

    def load(self) -> bytes:
        """Raises Unreadable."""
        if self.problem is not None:
            raise Unreadable([self.problem])
        if self.path is None:
            return self.raw
        if self.entry is not None:
            return _unpacked(self.path, self.entry, self.name)
        if self.cell is not None:
            row, column = self.cell
            return _table(self.path)[row][column].encode()
        return reader.read_bytes(Path(self.path), reader.ROSTER_BYTES if named_as_ours(self.name) else LIST_BYTES)

    def passed_over(self, problems: Sequence[Problem]) -> str:
        """Why there is nothing here to judge, as the key of what is to be said of it; empty of a list."""
        key = problems[0].key if self.loose and problems else ""
        return key if key in NO_LIST else ""


def of(name: str, column: str | None) -> Iterator[Item]:
    """Everything that a command names; a problem is an item of its own."""
    ending = Path(name).suffix.lower()
    try:
        if name == "-":
            yield Item("-", raw=reader.read_stdin(LIST_BYTES))
        elif os.path.isdir(name):
            yield from _of_folder(name, column)
        elif ending == ".zip":
            yield from _of_zip(name)
        elif ending in TABLES:
            yield from _rows(name, column)
        else:
            yield Item(name, path=name)
    except Unreadable as error:
        yield Item(name, problem=error.problems[0])
    except Exception as error:
        if wants_trace():
            raise
        yield Item(name, problem=bug(error, name))


def _of_folder(folder: str, column: str | None) -> Iterator[Item]:
    """Every file below a folder, hidden places left out: what it is and why it is no list is found out where it is read."""
    found = False
    for place in folders.below(folder):
        ending = os.path.splitext(place.path)[1].lower()
        if place.is_folder:
            found = True
            yield Item(place.path, problem=place.problem, loose=True)
        elif ending in (".zip", *TABLES) and place.problem is None:
            found = True
            yield from of(place.path, column)
        else:
            found = True
            loose = ending in LOOSE or ending not in (*ENDINGS, *DOCUMENTS, ".zip", *TABLES)
            yield Item(place.path, path=place.path, loose=loose, problem=place.problem)
    if not found:
        yield Item(folder, problem=_nothing("no_rosters_here", folder))


def _nothing(key: str, place: str) -> Problem:
    return Problem(key=key, args={"endings": [each for each in (*ENDINGS, ".zip", *TABLES) if each]}, file=place)


# --- archives ---


def _of_zip(path: str) -> Iterator[Item]:
    """What each entry says of its size is added up; it is never unpacked to more. An archive inside is not opened."""

    entries = [(place, each) for place, each in enumerate(_archive(path).infolist()) if not _passed_over(each)]
    if len(entries) > MAX_ENTRIES:
        raise Unreadable([Problem(key="zip_too_many", args={"count": len(entries), "limit": MAX_ENTRIES}, file=path)])
    total = 0
    found = False
    items: list[Item] = []
    for place, entry in entries:
        item = _entry(path, place, entry)
        known = _may_hold(os.path.splitext(entry.filename)[1].lower())
        found = found or known
        total += entry.file_size if known and item.problem is None else 0
        if total > MAX_TOTAL:
            raise Unreadable([Problem(key="unpacks_too_large", args={"limit": MAX_TOTAL // 1_000_000}, file=path)])
        items.append(item)
    if not found:
        raise Unreadable([_nothing("no_lists_in_zip", path)])
    yield from items


def _may_hold(ending: str) -> bool:
    """Return whether an entry of an archive that ends so may be a list, or an archive of lists."""
    return ending in (*ENDINGS, *DOCUMENTS, ".zip")


@lru_cache(maxsize=1)
def _archive(path: str) -> zipfile.ZipFile:
    """The lists of one archive come one after the other."""

    try:
        if os.path.getsize(path) > MAX_TOTAL:
            args = {"size": f"{os.path.getsize(path) / 1e6:.1f}", "limit": str(MAX_TOTAL // 1_000_000)}
            raise Unreadable([Problem(key="too_large", args=args, file=path)])
        if (count := _signs(path)) > MAX_SIGNS:
            raise Unreadable([Problem(key="zip_too_many", args={"count": count, "limit": MAX_ENTRIES}, file=path)])
        return zipfile.ZipFile(path)
    except FileNotFoundError:
        raise Unreadable([Problem(key="no_such_file", file=path)]) from None
    except OSError as error:
        raise Unreadable([Problem(key="cannot_open", args={"reason": error.strerror or str(error)}, file=path)]) from None
    except Unreadable:
        raise
    except Exception as error:  # what a hostile archive can raise in zipfile is written nowhere
        raise _damaged(error, path) from None


def _signs(path: str) -> int:
    """How often the sign of an entry's record stands in the file: no fewer entries can be in it."""
    count, rest, read = 0, b"", 0
    with open(path, "rb") as stream:
        while block := stream.read(1 << 20):
            read += len(block)
            if read > MAX_TOTAL:  # a device has no size, and no end
                raise Unreadable([Problem(key="too_large_stream", args={"limit": MAX_TOTAL // 1_000_000}, file=path)])
            count += (rest + block).count(b"PK\x01\x02")
            rest = block[-3:]
    return count


def _damaged(error: Exception, name: str) -> Unreadable:
    return Unreadable([Problem(key="zip_damaged", args={"reason": str(error) or type(error).__name__}, file=name)])


def _passed_over(entry: zipfile.ZipInfo) -> bool:
    parts = entry.filename.replace("\\", "/").split("/")
    return entry.filename.endswith("/") or "__MACOSX" in parts or parts[-1].startswith(".")


def _entry(path: str, place: int, entry: zipfile.ZipInfo) -> Item:
    name = f"{path}/{entry.filename}"
    ending = os.path.splitext(entry.filename)[1].lower()
    key, args = "", dict[str, int]()
    if ending == ".zip":
        key = "zip_in_zip"
    elif entry.flag_bits & 1:
        key = "zip_locked"
    elif entry.compress_type not in METHODS:
        key, args = "zip_method", {"method": entry.compress_type}
    elif entry.file_size > MAX_UNPACKED:
        key, args = "unpacks_too_large", {"limit": MAX_UNPACKED // 1_000_000}
    problem = Problem(key=key, args=args, file=name) if key else None
    return Item(name, path=path, entry=place, loose=ending in LOOSE or not _may_hold(ending), problem=problem)


def _unpacked(path: str, place: int, name: str) -> bytes:
    archive = _archive(path)
    try:
        with archive.open(archive.infolist()[place]) as stream:
            return stream.read(MAX_UNPACKED)
    except Exception as error:  # as above
        raise _damaged(error, name) from None


# --- tables ---


@lru_cache(maxsize=1)
def _table(path: str) -> list[list[str]]:
    """The lists of one table come one after the other."""
    return read_table(path)


def _rows(path: str, column: str | None) -> Iterator[Item]:
    rows = _table(path)
    head = rows[0][:MAX_COLUMNS] if rows else []
    place = _list_column(head, rows[1:], column)
    if place is None:
        near = nearest(column, head) if column else None
        raise Unreadable([Problem(key="no_list_column", args={"known": head, "near": near}, file=path)])
    player = next((i for i, title in enumerate(head) if fold(title) in PLAYER and i != place), None)
    when = next((i for i, title in enumerate(head) if fold(title) in moments.TITLES and i != place), None)
    times = moments.moments(row[when] if len(row) > when else "" for row in rows[1:]) if when is not None else []
    for number, row in enumerate(rows[1:], start=1):
        if place >= len(row) or not row[place].strip():
            continue
        who = row[player] if player is not None and player < len(row) else ""
        name, written = f"{path}:row {number + 1}", times[number - 1] if times else ""
        yield Item(name, path=path, cell=(number, place), player=who.strip(), written=written)


def _list_column(head: list[str], rows: Iterable[list[str]], column: str | None) -> int | None:
    """The one named, the one called so, or the one whose cells have the most lines."""
    folded = [fold(title) for title in head]
    if column is not None:
        return folded.index(fold(column)) if fold(column) in folded else None
    for title in LISTS:
        if title in folded:
            return folded.index(title)
    lines = [0] * len(head)
    for row in list(rows)[:50]:
        for place, cell in enumerate(row[: len(head)]):
            lines[place] += cell.count("\n")
    best = max(range(len(head)), key=lambda each: lines[each], default=None)
    return best if best is not None and lines[best] else None
