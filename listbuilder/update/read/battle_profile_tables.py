"""The tables in the text of a Battle Profiles document: sections, columns, rows and cells.

The text comes from `pdftotext -layout`, from another program that keeps the columns apart with
spaces (`battle_profile_columns.py`), or from a page that was copied, with one space between cells.
"""

from __future__ import annotations

import re

import msgspec

from listbuilder.model.base import split_lines
from listbuilder.update.read.battle_profile_columns import (
    BASE_SIZES,
    SENTENCE,
    Cells,
    Row,
    Segment,
    is_title,
    join_lines,
    read_columns,
    split_segments,
    squeeze,
)

# --- what a document is read into ---


class Table(msgspec.Struct, frozen=True):
    """A table with the section title above it. `columns` are keys such as "size" or "options"."""

    title: str
    columns: tuple[str, ...]
    rows: tuple[Row, ...]
    line: int
    is_legends: bool = False
    stray: tuple[str, ...] = ()  # pieces of text that belong to no row


_HEADINGS = {
    "LEGENDSHEROES": "name",
    "LEGENDSUNITS": "name",
    "HEROES": "name",
    "REGIMENTS": "name",
    "REGIMENTOPTIONS": "options",
    "RELEVANTKEYWORDS": "keywords",
    "UNITSUMMARY": "summary",
    "UNITSIZE": "size",
    "UNITS": "name",
    "BASESIZE": "base",
    "POINTS": "points",
    "NOTES": "notes",
    "TYPE": "type",
    "NAME": "name",
}
_HEADING = re.compile("|".join(_HEADINGS))
_FRAGMENTS = frozenset(_HEADINGS) | frozenset(
    ("UNIT", "SIZE", "BASE", "REGIMENT", "OPTIONS", "RELEVANT", "KEYWORDS", "SUMMARY", "LEGENDS")
)
_LEGENDS = "WARHAMMERLEGENDS"
_PLAIN = str.maketrans({"\f": "\n", "\u00a0": " ", "’": "'", "‘": "'", "ʼ": "'", "´": "'"})
_MARKS = re.compile(r"[✹✸✱®™\uf000-\uf8ff]|(?<!\S)(?:NEW|UPDATED)(?!\S)")


def _is_heading_line(line: str) -> bool:
    """Return whether all pieces of the line are column headings or halves of them."""
    segments = split_segments(line)
    return bool(segments) and all(_is_heading_text(segment.text) for segment in segments)


def _is_heading_text(text: str) -> bool:
    """Return whether a piece of text consists of column headings and nothing else."""
    letters = squeeze(text)
    if not letters or text != text.upper() or any(char.isdigit() for char in text):
        return False
    return letters in _FRAGMENTS or not _HEADING.sub("", letters)


# --- sections and headers ---


def has_tables(text: str) -> bool:
    """Return whether a text has the header of a table of units, on one line or several."""
    lines = _split_pages(text)
    for position, line in enumerate(lines):
        if _is_heading_line(line) and _find_header_end(lines, position) is not None:
            end = _find_header_end(lines, position)
            letters = squeeze(" ".join(lines[position:end]))
            if "UNIT" in letters and ("KEYWORDS" in letters or "OPTIONS" in letters):
                return True
    return False


def read_tables(text: str) -> list[Table]:
    """Return the tables of a document in their order; text outside of tables is left out."""
    lines = [_MARKS.sub(lambda mark: " " * len(mark[0]), line) for line in _split_pages(text)]
    tables: list[Table] = []
    title, is_legends = "", False
    position = 0
    while position < len(lines):
        line = lines[position].rstrip()
        end = _find_header_end(lines, position)
        if end is None:
            if is_title(line):
                is_legends = is_legends or squeeze(line).startswith(_LEGENDS)
                title = " ".join(line.split())
            position += 1
            continue
        header = lines[position:end]
        body_end = _find_body_end(lines, end)
        body = lines[end:body_end]
        legends = is_legends or any("LEGENDS" in squeeze(part) for part in header)
        tables.append(_read_table(title, header, body, position, legends))
        position = body_end
    return tables


def _split_pages(text: str) -> list[str]:
    """Return the lines of all pages of the text; lines with a copyright sign become empty."""
    lines = split_lines(text.translate(_PLAIN).expandtabs(8))
    return ["" if "©" in line else line for line in lines]


def _find_header_end(lines: list[str], start: int) -> int | None:
    """Return the line after the header that starts at `start`; None if none starts there."""
    end = start
    while end < len(lines) and end - start < 8 and _is_heading_line(lines[end]):
        end += 1
    letters = squeeze(" ".join(lines[start:end]))
    return end if "POINTS" in letters and len(letters) > len("POINTSNOTES") else None


def _find_body_end(lines: list[str], start: int) -> int:
    """Return the line after the last line of a table: the next header or title, or the end.

    Single words such as the name of a grand alliance stand between the rows of some tables; a line
    of capitals only ends the table if a header or another such line follows it.
    """
    for position in range(start, len(lines)):
        if _find_header_end(lines, position) is not None:
            return position
        if is_title(lines[position]) and not _is_heading_line(lines[position]):
            after = position + 1
            while after < len(lines) and (not lines[after].strip() or is_title(lines[after])):
                if _find_header_end(lines, after) is not None:
                    break
                after += 1
            if after >= len(lines) or _find_header_end(lines, after) is not None:
                return position
    return len(lines)


def _read_table(
    title: str, header: list[str], body: list[str], line: int, is_legends: bool
) -> Table:
    """Return the table of a header and the lines below it.

    If the headings are apart from each other, the columns are told by their places; if there is
    one space between them, the text is read cell after cell. `line` is the header's line.
    """
    if any(len(split_segments(part)) > 1 for part in header):
        columns = _place_columns(header)
        keys = tuple(key for key, _ in columns)
        rows, stray = read_columns(columns, body, line + len(header))
    else:
        letters = squeeze(" ".join(header))
        keys = tuple(_HEADINGS[found.group()] for found in _HEADING.finditer(letters))
        rows, stray = _read_running_text(keys, body, line + len(header))
    return Table(title, keys, tuple(rows), line + 1, is_legends, tuple(stray))


def _place_columns(header: list[str]) -> list[tuple[str, Segment]]:
    """Return each column with the place of its heading, from left to right.

    A heading may be split over two lines, "UNIT" above "SIZE": pieces above each other are one.
    """
    merged: list[Segment] = []
    for part in header:
        for segment in split_segments(part):
            for position, above in enumerate(merged):
                if segment.start < above.end and above.start < segment.end:
                    start, end = min(above.start, segment.start), max(above.end, segment.end)
                    merged[position] = Segment(start, end, above.text + segment.text)
                    break
            else:
                merged.append(segment)
    columns: list[tuple[str, Segment]] = []
    for segment in sorted(merged, key=lambda piece: piece.start):
        headings = list(_HEADING.finditer(squeeze(segment.text)))
        width = (segment.end - segment.start) / max(1, len(headings))
        for position, heading in enumerate(headings):  # two headings with one space between them
            start = segment.start + round(width * position)
            place = Segment(start, segment.start + round(width * (position + 1)), "")
            columns.append((_HEADINGS[heading.group()], place))
    return columns


# --- rows in running text ---

_NUMBERS = re.compile(
    r"(?P<name>.*?)\s*(?<![\d×x(])(?P<size>\d{1,2}) (?P<points>0|\d{2,4})"
    r"(?P<change>\s*\([+\-–−±]?\s*\d+\))?(?P<rest>\s.*|$)"
)


def _read_running_text(
    keys: tuple[str, ...], body: list[str], line: int
) -> tuple[list[Row], list[str]]:
    """Return the rows of a table whose cells follow each other with one space between them.

    A row is a name, its numbers, and everything up to its base sizes or the end of the line. A name
    on a line of its own, above the numbers, may be the end of the row before: it is doubtful.
    """
    if "size" not in keys or "base" not in keys:
        return _read_running_choices(keys, body, line)
    rows: list[Row] = []
    stray: list[str] = []
    waiting: list[str] = []
    cells: Cells | None = None
    start, doubtful = 0, frozenset[str]()

    def close() -> None:
        """Add the row that is being read, if there is one."""
        if cells is not None:
            rows.append(Row(dict(cells), start, doubtful))

    for place, part in enumerate(body):
        words = " ".join(part.split())
        if not words:
            continue
        found = None
        if cells is None or _is_complete(cells):
            found = _NUMBERS.fullmatch(join_lines([*waiting, words]))
        if found is not None and found["name"]:
            # numbers on lines of their own: the text is cell by cell, and lines above are the name
            plain_name = re.sub(r" \(\d+ models?\)$", "", found["name"])
            is_by_cell = words.isdigit() and re.fullmatch(r"[A-Z]\D*", plain_name) is not None
            if cells is not None and waiting and not is_by_cell:
                doubtful |= {"name"}
            close()
            is_doubtful = bool(waiting) and bool(rows) and not is_by_cell
            doubtful = frozenset(("name",)) if is_doubtful else frozenset()
            start = line + place + 1
            cells = {"name": found["name"], "size": found["size"], "points": found["points"]}
            waiting = []
            _add_running(cells, keys, found["rest"])
        elif cells is not None and not _is_complete(cells):
            _add_running(cells, keys, words)
        else:
            waiting.append(words)
    if waiting:
        stray.append(join_lines([*waiting]))
        doubtful |= {"name"}
    close()
    return rows, stray


def _is_complete(cells: Cells) -> bool:
    """Return whether a row of running text has all its cells: base sizes are the last ones."""
    return bool(cells.get("base"))


def _add_running(cells: Cells, keys: tuple[str, ...], words: str) -> None:
    """Add to `cells` the `words` that follow the numbers of a row.

    Until the text ends with base sizes it is kept as the cell "rest"; then it is split into options
    or keywords (by `keys`), notes and base sizes.
    """
    text = join_lines([cells.pop("rest", ""), words.strip()])
    base = re.search(rf"(?:(?<=\s)|^){BASE_SIZES.pattern}$", text, re.I)
    if base is None:
        cells["rest"] = text
        return
    cells["base"] = base.group().strip()
    text = text[: base.start()].strip()
    sentence = SENTENCE.search(text)
    cells["notes"] = text[sentence.start() :] if sentence else ""
    main = text[: sentence.start()].strip() if sentence else text
    cells["options" if "options" in keys else "keywords"] = main


def _read_running_choices(
    keys: tuple[str, ...], body: list[str], line: int
) -> tuple[list[Row], list[str]]:
    """Return the rows of a table of choices in running text, and the first line that isn't a row.

    Each row is one line. Only tables without a column for the type, such as the universal
    manifestation lores, can be read, because nothing separates the type from the name.
    """
    rows: list[Row] = []
    stray: list[str] = []
    for place, part in enumerate(body):
        words = " ".join(part.split())
        found = re.fullmatch(r"(?P<name>\D+?) (?P<points>\d{1,4})(?: (?P<notes>.*))?", words)
        if not words:
            continue
        if found is None or keys[:2] != ("name", "points"):
            stray = stray or [words]
        else:
            cells = {key: found[key] or "" for key in ("name", "points", "notes")}
            rows.append(Row(cells, line + place + 1))
    return rows, stray
