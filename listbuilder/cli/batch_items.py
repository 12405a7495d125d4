"""Where many lists come from: the files of a folder, the entries of a zip, the rows of a CSV."""

from __future__ import annotations

import csv
import io
import zipfile
import zlib
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any

import msgspec

from listbuilder.cli.lists import LIST_BYTES
from listbuilder.model.base import fold
from listbuilder.model.problem import Problem, Unreadable
from listbuilder.store import reader
from listbuilder.store.nearest import nearest
from listbuilder.store.ours import named_as_ours

ENDINGS = (".yaml", ".yml", ".txt", ".text", ".list", ".md", ".ros", ".rosz", ".json", "")
LOOSE = (".txt", ".text", ".md", ".json", "")  # endings that other things have as well
MAX_ENTRIES = 5_000
MAX_UNPACKED = 8_000_000  # of one entry
MAX_TOTAL = 200_000_000
PLAYER = (
    "player",
    "player name",
    "name",
    "joueur",
    "nom",
    "jugador",
    "spieler",
    "giocatore",
    "選手",
    "プレイヤー",
    "选手",
    "玩家",
)
LISTS = ("list", "army list", "armylist", "lists", "liste", "lista", "roster", "リスト", "列表")


class Item(msgspec.Struct):
    """One list to judge: a file still to be read, or bytes at hand."""

    name: str
    path: str | None = None
    raw: bytes = b""
    player: str = ""
    loose: bool = False  # may be no list at all, and then nobody meant it as one
    problem: Problem | None = None

    def load(self) -> tuple[bytes, Problem | None]:
        if self.path is None:
            return self.raw, None
        limit = reader.ROSTER_BYTES if named_as_ours(self.name) else LIST_BYTES
        try:
            return reader.read_bytes(Path(self.path), limit), None
        except Unreadable as error:
            return b"", error.problems[0]


def of(name: str, column: str | None) -> Iterator[Item]:
    path = Path(name)
    if name != "-" and path.is_dir():
        yield from _of_folder(path, column)
    elif path.suffix.lower() == ".zip":
        yield from _of_zip(path)
    elif path.suffix.lower() in (".csv", ".tsv"):
        yield from _of_table(path, column)
    elif name == "-":
        import sys

        yield Item("-", raw=sys.stdin.buffer.read(LIST_BYTES))
    else:
        yield Item(name, path=name)


def _of_folder(folder: Path, column: str | None) -> Iterator[Item]:
    """Every list below a folder, hidden places left out."""
    found = False
    for file in sorted(folder.rglob("*")):
        inside = file.relative_to(folder)
        if any(part.startswith(".") for part in inside.parts) or not file.is_file():
            continue
        ending = file.suffix.lower()
        if ending in (".zip", ".csv", ".tsv"):
            found = True
            yield from of(str(file), column)
        elif ending in ENDINGS:
            found = True
            yield Item(str(file), path=str(file), loose=ending in LOOSE)
    if not found:
        yield Item(str(folder), problem=Problem(key="no_rosters_here", file=str(folder)))


def _of_zip(path: Path) -> Iterator[Item]:
    """Entries are unpacked one at a time, and what is unpacked is counted; an archive inside is not opened."""
    name = str(path)
    try:
        raw = reader.read_bytes(path, MAX_TOTAL)
    except Unreadable as error:
        yield Item(name, problem=error.problems[0])
        return
    total = 0
    try:
        with zipfile.ZipFile(io.BytesIO(raw)) as archive:
            entries = [each for each in archive.infolist() if not each.is_dir() and not _hidden(each.filename)]
            if len(entries) > MAX_ENTRIES:
                args = {"count": len(entries), "limit": MAX_ENTRIES}
                yield Item(name, problem=Problem(key="zip_too_many", args=args, file=name))
                return
            for entry in entries:
                item = _entry(archive, entry, name)
                if item is None:
                    continue
                total += len(item.raw)
                if total > MAX_TOTAL:
                    args = {"limit": MAX_TOTAL // 1_000_000}
                    yield Item(name, problem=Problem(key="unpacks_too_large", args=args, file=name))
                    return
                yield item
    except (zipfile.BadZipFile, OSError, ValueError) as error:
        yield Item(name, problem=Problem(key="zip_damaged", args={"reason": str(error)}, file=name))


def _hidden(name: str) -> bool:
    parts = name.replace("\\", "/").split("/")
    return "__MACOSX" in parts or parts[-1].startswith(".")


def _entry(archive: zipfile.ZipFile, entry: zipfile.ZipInfo, name: str) -> Item | None:
    inner = f"{name}/{entry.filename}"
    ending = Path(entry.filename).suffix.lower()
    if ending == ".zip":
        return Item(inner, problem=Problem(key="zip_in_zip", file=inner))
    if ending not in ENDINGS:
        return None
    if entry.flag_bits & 1:
        return Item(inner, problem=Problem(key="zip_locked", file=inner))
    try:
        with archive.open(entry) as stream:
            raw = stream.read(MAX_UNPACKED + 1)
    except (zipfile.BadZipFile, zlib.error, EOFError, NotImplementedError, OSError, RuntimeError) as error:
        return Item(inner, problem=Problem(key="zip_damaged", args={"reason": str(error)}, file=inner))
    if len(raw) > MAX_UNPACKED:
        return Item(inner, problem=Problem(key="unpacks_too_large", args={"limit": MAX_UNPACKED // 1_000_000}, file=inner))
    return Item(inner, raw=raw, loose=ending in LOOSE)


def _of_table(path: Path, column: str | None) -> Iterator[Item]:
    name = str(path)
    try:
        raw = reader.read_bytes(path, LIST_BYTES)
        text = raw.decode("utf-8-sig")
    except Unreadable as error:
        yield Item(name, problem=error.problems[0])
        return
    except UnicodeDecodeError as error:
        line = raw.count(b"\n", 0, error.start) + 1
        yield Item(name, problem=Problem(key="not_utf8", file=name, line=line, column=1))
        return
    csv.field_size_limit(MAX_UNPACKED)
    try:
        dialect: Any = csv.Sniffer().sniff(text[:4000].splitlines()[0], delimiters=",;\t|")
    except (csv.Error, IndexError):
        dialect = csv.excel
    try:
        rows = list(csv.reader(io.StringIO(text, newline=""), delimiter=dialect.delimiter))
    except csv.Error as error:
        yield Item(name, problem=Problem(key="json_damaged", args={"reason": str(error)}, file=name))
        return
    yield from _rows(name, rows, column)


def _rows(name: str, rows: list[list[str]], column: str | None) -> Iterator[Item]:
    head = rows[0] if rows else []
    place = _list_column(head, rows[1:], column)
    if place is None:
        near = nearest(column, head) if column else None
        yield Item(name, problem=Problem(key="no_list_column", args={"known": head, "near": near}, file=name))
        return
    player = next((i for i, title in enumerate(head) if fold(title) in PLAYER and i != place), None)
    for number, row in enumerate(rows[1:], start=2):
        if place >= len(row) or not row[place].strip():
            continue
        who = row[player] if player is not None and player < len(row) else ""
        yield Item(f"{name}:row {number}", raw=row[place].encode(), player=who)


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
