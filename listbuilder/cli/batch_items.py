"""The places many lists come from: the files of a folder, the entries of a zip, the rows of a CSV.

Only places are kept here. A list is read when its turn comes, so that any number of lists takes the
memory of one; and whatever is wrong with one place is said of that place alone.
"""

from __future__ import annotations

import os
import re
import zipfile
from collections.abc import Container, Iterable, Iterator, Sequence
from datetime import datetime
from functools import lru_cache
from pathlib import Path

import msgspec

from listbuilder.cli import folders
from listbuilder.cli.context import build_bug_problem, should_show_trace
from listbuilder.cli.folders import AGAIN
from listbuilder.cli.judge_file import LIST_BYTES, get_size_limit, split_lists
from listbuilder.data.table_columns import NameColumns, find_column, find_person_columns
from listbuilder.data.tables import read_table
from listbuilder.i18n.nearest_word import find_nearest
from listbuilder.model.base import fold
from listbuilder.model.problem import Problem, Unreadable
from listbuilder.yamlio import datetimes, reader

ENDINGS = (".yaml", ".yml", ".txt", ".text", ".list", ".md", ".ros", ".rosz", ".json", "")
LOOSE = (".txt", ".text", ".md", ".json", "")  # endings that other things have as well
DOCUMENTS = (".pdf", ".eml", ".docx", ".odt")  # whose text is read
TABLES = (".csv", ".tsv")
MAX_ENTRIES = 5_000
MAX_UNPACKED = 8_000_000  # of one entry
MAX_TOTAL = 200_000_000
MAX_COLUMNS = 1_000
# of any other, Python unpacks a block to its end however long it is
METHODS = (zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED)
# signatures of entries in an archive that is opened at all; Python keeps 600 bytes of each
MAX_SIGNS = 20 * MAX_ENTRIES
NO_LIST = ("no_list_found", AGAIN)
_NOT_ENTERED = re.compile(rb"^([^\r\n]{1,200}?) - no list entered[ \t]*(?=\r?\n|\Z)", re.MULTILINE)
LISTS = ("list", "army list", "armylist", "lists", "liste", "lista", "roster", "リスト", "列表")


class Item(msgspec.Struct):
    """One list to judge: a file, an entry of an archive, a cell of a table, or given bytes."""

    name: str  # as it is shown
    path: str | None = None
    entry: int | None = None  # of the archive at `path`
    cell: tuple[int, int] | None = None  # row and column of the table at `path`
    raw: bytes = b""
    player: str = ""
    email: str = ""
    loose: bool = False  # may be no list at all, and then nobody meant it as one
    problem: Problem | None = None
    written: str = ""  # when, where it is known already

    def split_parts(self) -> list[Item]:
        """Return an item for each list in this item; empty if it holds only one or can't be read.

        The parts have the player and the time of this item. A text that can't be read is reported
        when it is judged.
        """
        try:
            named_lists = split_lists(self.load_bytes(), self.name)
        except Unreadable:
            return []
        except Exception:
            if should_show_trace():
                raise
            return []
        base = msgspec.structs.replace(self, path=None, entry=None, loose=False, written=self.time)
        return [
            msgspec.structs.replace(base, name=name, raw=_NOT_ENTERED.sub(b"", raw))
            for name, raw in named_lists
        ]

    def list_players_without(self) -> list[str]:
        """Return the names that a text of all lists of an event gives as players without one.

        TourneyKeeper writes `Anna Schmidt - no list entered` in the place of such a list.
        """
        try:
            raw = self.load_bytes()
        except Exception:
            return []  # reported when the item is judged
        return [found[1].decode("utf-8", "replace") for found in _NOT_ENTERED.finditer(raw)]

    @property
    def time(self) -> str:
        """The time when the list was written, as “2026-05-30 20:05”, or "" if it is not known.

        It is the given time, else that of the archive's entry or of the file.
        """
        if self.written:
            return self.written
        try:
            if self.entry is not None and self.path is not None:
                zip_entry = _open_archive(self.path).infolist()[self.entry]
                year, month, day, hour, minute, _ = zip_entry.date_time
                return f"{year:04}-{month:02}-{day:02} {hour:02}:{minute:02}" if year > 1980 else ""
            if self.path is not None and self.cell is None and self.problem is None:
                written = datetime.fromtimestamp(os.stat(self.path).st_mtime)
                return written.strftime("%Y-%m-%d %H:%M")
        except (OSError, Unreadable, ValueError, OverflowError):
            pass
        return ""

    def load_bytes(self) -> bytes:
        """Return the bytes of the list, read from its place.

        Raises Unreadable if they can't be read, or if the item stands for a problem.
        """
        if self.problem is not None:
            raise Unreadable([self.problem])
        if self.path is None:
            return self.raw
        if self.entry is not None:
            return _unpack_entry(self.path, self.entry, self.name)
        if self.cell is not None:
            row, column = self.cell
            return _read_cached_table(self.path)[row][column].encode()
        return reader.read_bytes(Path(self.path), get_size_limit(self.name))

    def find_passed_over_key(self, problems: Sequence[Problem]) -> str:
        """Return the key of the reason why this item is no list and is passed over, else "".

        `problems`: the problems found while reading it. Only files that may well be something else
        (`loose`) are passed over.
        """
        key = problems[0].key if self.loose and problems else ""
        return key if key in NO_LIST else ""


def find_items(name: str, column: str | None, people: NameColumns | None = None) -> Iterator[Item]:
    """Yield an item for each list at `name`: a file, folder, zip, table, or standard input.

    “-” stands for standard input. `column`: the title of the column of a table that holds the
    lists; `people`: of those that hold names and addresses. A place that can't be read is yielded
    as an item with its problem.
    """
    people = people or NameColumns()
    ending = Path(name).suffix.lower()
    try:
        if name == "-":
            yield Item("-", raw=reader.read_stdin(LIST_BYTES))
        elif os.path.isdir(name):
            yield from _find_items_in_folder(name, column, people)
        elif ending == ".zip":
            yield from _find_items_in_zip(name)
        elif ending in TABLES:
            yield from _find_items_in_table(name, column, people)
        else:
            yield Item(name, path=name)
    except Unreadable as error:
        yield Item(name, problem=error.problems[0])
    except Exception as error:
        if should_show_trace():
            raise
        yield Item(name, problem=build_bug_problem(error, name))


def _find_items_in_folder(folder: str, column: str | None, people: NameColumns) -> Iterator[Item]:
    """Yield an item for every file below `folder`, except hidden ones.

    Files are not opened, except archives and tables, whose lists are yielded. If there are no
    files, an item with that problem is yielded.
    """
    has_items = False
    for place in folders.walk_folder(folder):
        has_items = True
        ending = os.path.splitext(place.path)[1].lower()
        if place.is_folder:
            yield Item(place.path, problem=place.problem, loose=True)
        elif ending in (".zip", *TABLES) and place.problem is None:
            yield from find_items(place.path, column, people)
        else:
            loose = ending in LOOSE or ending not in (*ENDINGS, *DOCUMENTS, ".zip", *TABLES)
            yield Item(place.path, path=place.path, loose=loose, problem=place.problem)
    if not has_items:
        yield Item(folder, problem=_build_no_lists_problem("no_rosters_here", folder))


def _build_no_lists_problem(key: str, place: str) -> Problem:
    """Return the problem that says that `place` holds no lists.

    `key`: the message. It names the file endings that lists can have.
    """
    endings = [ending for ending in (*ENDINGS, ".zip", *TABLES) if ending]
    return Problem(key=key, args={"endings": endings}, file=place)


# --- archives ---


def _find_items_in_zip(path: str) -> Iterator[Item]:
    """Yield an item for each file in a zip, except hidden ones.

    An archive inside the zip is not opened. The sizes that the entries state are added up; an entry
    is never unpacked to more than the size it states. Raises Unreadable if there are too many
    entries, if they are too large together, or if none may be a list.
    """
    entries = [
        (place, zip_entry)
        for place, zip_entry in enumerate(_open_archive(path).infolist())
        if not _is_not_a_file(zip_entry)
    ]
    if len(entries) > MAX_ENTRIES:
        raise _build_too_many_error(len(entries), path)
    total = 0
    has_lists = False
    items: list[Item] = []
    for place, entry in entries:
        item = _build_entry_item(path, place, entry)
        may_be_list = _may_contain_list(os.path.splitext(entry.filename)[1].lower())
        has_lists = has_lists or may_be_list
        total += entry.file_size if may_be_list and item.problem is None else 0
        if total > MAX_TOTAL:
            limit = MAX_TOTAL // 1_000_000
            problem = Problem(key="unpacks_too_large", args={"limit": limit}, file=path)
            raise Unreadable([problem])
        items.append(item)
    if not has_lists:
        raise Unreadable([_build_no_lists_problem("no_lists_in_zip", path)])
    yield from items


def _may_contain_list(ending: str) -> bool:
    """Return whether a file with `ending` in an archive may be a list, or an archive of lists."""
    return ending in (*ENDINGS, *DOCUMENTS, ".zip")


@lru_cache(maxsize=1)
def _open_archive(path: str) -> zipfile.ZipFile:
    """Return the zip at `path`, opened once for all its lists, which are read in a row.

    Raises Unreadable if it is missing, too large or damaged, or has too many entries. What a
    hostile archive can raise in `zipfile` is not documented, so every other exception counts as
    damage.
    """
    try:
        if os.path.getsize(path) > MAX_TOTAL:
            args = {
                "size": f"{os.path.getsize(path) / 1e6:.1f}",
                "limit": str(MAX_TOTAL // 1_000_000),
            }
            raise Unreadable([Problem(key="too_large", args=args, file=path)])
        count = _count_entry_signatures(path)
        if count > MAX_SIGNS:
            raise _build_too_many_error(count, path)
        return zipfile.ZipFile(path)
    except FileNotFoundError:
        raise Unreadable([Problem(key="no_such_file", file=path)]) from None
    except OSError as error:
        raise Unreadable(
            [Problem(key="cannot_open", args={"reason": error.strerror or str(error)}, file=path)]
        ) from None
    except Unreadable:
        raise
    except Exception as error:
        raise _build_damaged_error(error, path) from None


def _count_entry_signatures(path: str) -> int:
    """Return how often the file has the signature of a zip entry; it can't have more entries.

    Raises Unreadable if more than `MAX_TOTAL` bytes are read. Why: a device has no size and no end.
    """
    count, rest, read = 0, b"", 0
    with open(path, "rb") as stream:
        while block := stream.read(1 << 20):
            read += len(block)
            if read > MAX_TOTAL:
                limit = MAX_TOTAL // 1_000_000
                problem = Problem(key="too_large_stream", args={"limit": limit}, file=path)
                raise Unreadable([problem])
            count += (rest + block).count(b"PK\x01\x02")
            rest = block[-3:]
    return count


def _build_too_many_error(count: int, path: str) -> Unreadable:
    """Return the Unreadable that says that the zip at `path` has too many entries (`count`)."""
    args = {"count": count, "limit": MAX_ENTRIES}
    return Unreadable([Problem(key="zip_too_many", args=args, file=path)])


def _build_damaged_error(error: Exception, name: str) -> Unreadable:
    """Return the Unreadable that says that the archive `name` is damaged, and why (`error`)."""
    return Unreadable(
        [Problem(key="zip_damaged", args={"reason": str(error) or type(error).__name__}, file=name)]
    )


def _is_not_a_file(entry: zipfile.ZipInfo) -> bool:
    """Return whether a zip entry is a folder, a hidden file, or a file that macOS adds."""
    parts = entry.filename.replace("\\", "/").split("/")
    return entry.filename.endswith("/") or "__MACOSX" in parts or parts[-1].startswith(".")


def _build_entry_item(path: str, place: int, entry: zipfile.ZipInfo) -> Item:
    """Return the item of one zip entry, with the problem why it can't be unpacked, if any.

    `place`: the number of the entry in the archive.
    """
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
    return Item(
        name,
        path=path,
        entry=place,
        loose=ending in LOOSE or not _may_contain_list(ending),
        problem=problem,
    )


def _unpack_entry(path: str, place: int, name: str) -> bytes:
    """Return the first `MAX_UNPACKED` bytes of an entry of the zip at `path`.

    `place`: the number of the entry. `name`: how it is called in a problem. Raises Unreadable if
    the archive is damaged.
    """
    archive = _open_archive(path)
    try:
        with archive.open(archive.infolist()[place]) as stream:
            return stream.read(MAX_UNPACKED)
    except Exception as error:  # as above
        raise _build_damaged_error(error, name) from None


# --- tables ---


@lru_cache(maxsize=1)
def _read_cached_table(path: str) -> list[list[str]]:
    """Return the rows of the table at `path`; they are kept for a next call with that path."""
    return read_table(path)


def list_titles(name: str) -> list[str]:
    """Return the titles of all columns of the tables at `name`, a table or a folder of some.

    Tables that can't be read are left out here; their items report what is wrong.
    """
    paths = [name] if Path(name).suffix.lower() in TABLES else []
    if os.path.isdir(name):
        found = [place.path for place in folders.walk_folder(name)]
        paths = [path for path in found if Path(path).suffix.lower() in TABLES]
    titles: list[str] = []
    for path in paths:
        try:
            titles += _read_cached_table(path)[0][:MAX_COLUMNS]
        except (Unreadable, IndexError):
            continue
    return titles


def _find_items_in_table(path: str, column: str | None, people: NameColumns) -> Iterator[Item]:
    """Yield an item for each row of a table that has a list.

    `column`: the title of the column with the lists, or None to find it. The player, the address
    and the time are taken from the columns that `people` chooses, else from columns with usual
    titles, if there are any. Raises Unreadable if no column with lists is found.
    """
    rows = _read_cached_table(path)
    head = rows[0][:MAX_COLUMNS] if rows else []
    place = _find_list_column(head, rows[1:], column)
    if place is None:
        near = find_nearest(column, head) if column else None
        raise Unreadable(
            [Problem(key="no_list_column", args={"known": head, "near": near}, file=path)]
        )
    when = _find_titled_column(head, datetimes.TITLES, place)
    person = find_person_columns(head, people, (place, when))
    times: list[str] = []
    if when is not None:
        cells = [row[when] if len(row) > when else "" for row in rows[1:]]
        times = datetimes.parse_moments(cells)
    for number, row in enumerate(rows[1:], start=1):
        if place >= len(row) or not row[place].strip():
            continue
        yield Item(
            f"{path}:row {number + 1}",
            path=path,
            cell=(number, place),
            player=person.get_name(row),
            email=person.get_email(row),
            written=times[number - 1] if times else "",
        )


def _find_titled_column(head: list[str], titles: Container[str], lists: int) -> int | None:
    """Return the number of the first column whose title is among `titles`, or None.

    `lists`: the number of the column with the lists, which is never returned.
    """
    for place, title in enumerate(head):
        if place != lists and fold(title) in titles:
            return place
    return None


def _find_list_column(head: list[str], rows: Iterable[list[str]], column: str | None) -> int | None:
    """Return the number of the column that has the lists, or None if none is found.

    If `column` is given, it is the column with that title. Otherwise it is one with a usual title,
    else the column with the most line breaks in its first 50 cells.
    """
    folded = [fold(title) for title in head]
    if column is not None:
        return find_column(head, column)
    for title in LISTS:
        if title in folded:
            return folded.index(title)
    lines = [0] * len(head)
    for row in list(rows)[:50]:
        for place, cell in enumerate(row[: len(head)]):
            lines[place] += cell.count("\n")
    best = max(range(len(head)), key=lambda index: lines[index], default=None)
    return best if best is not None and lines[best] else None
