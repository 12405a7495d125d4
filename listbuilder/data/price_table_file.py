"""The file of a price table: JSON (or YAML) as `reports/prices.py` has it, or CSV.

   # Munitorum Field Manual v1.6
   faction,datasheet,models,copy,points
   necrons,Necron Warriors,10,,90
   necrons,Necron Warriors,10,3,100

What a row is of, its filled cells say: `enhancement`, else `item`, else `datasheet`, else `dp`,
else `name`. A price that there is no more is a `-`. Cells are apart by comma, semicolon or tab.
"""

from __future__ import annotations

import csv
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from listbuilder.data import validate_document
from listbuilder.data.decoding import decode_text, find_first_wrong_byte
from listbuilder.i18n.nearest_word import find_nearest
from listbuilder.model.base import Path as DataPath
from listbuilder.model.base import fold
from listbuilder.model.limits import MAX_DIGITS
from listbuilder.model.problem import Problem, Unreadable
from listbuilder.reports.prices import PriceTable
from listbuilder.yamlio import reader
from listbuilder.yamlio.reader import Mark, YamlDocument

# the cell that makes a row one of a kind -> its list in the table, and the cells it may have
KINDS = {
    "enhancement": ("enhancements", ("faction", "detachment", "enhancement", "points")),
    "item": ("wargear", ("faction", "datasheet", "item", "points")),
    "datasheet": (
        "datasheets",
        ("faction", "datasheet", "models", "of", "copy", "as_ally", "detachment", "points"),
    ),
    "dp": ("detachments", ("faction", "detachment", "dp")),
    "name": ("extras", ("faction", "name", "points")),
}
COLUMNS = tuple(dict.fromkeys(column for _, columns in KINDS.values() for column in columns))
NUMBERS = ("models", "copy", "points", "dp")
GONE = ("-", "–", "—")
_YES = ("yes", "true", "x", "1")


def read_price_file(file: Path) -> tuple[PriceTable, YamlDocument]:
    """Return the price table in `file` (CSV, JSON or YAML), and the document itself.

    The document has the place of each node.

    Raises Unreadable with line and column.
    """
    raw = reader.read_bytes(file, reader.DATA_BYTES)
    if file.suffix.lower() in (".csv", ".tsv"):
        document = _read_cells(raw, str(file), file.stem)
    else:
        document = reader.read_yaml(raw, str(file), reader.DATA_BYTES)
    return validate_document.fit_document(document, PriceTable), document


def _read_cells(raw: bytes, name: str, stem: str) -> YamlDocument:
    """Return the CSV table in `raw` as a document of the same shape as the JSON form.

    `stem`: the name of the prices if no comment above the table gives it. Raises Unreadable.
    """
    text = decode_text(raw)
    if text is None:
        raise Unreadable(
            [Problem(key="not_utf8", file=name, line=find_first_wrong_byte(raw)[0], column=1)]
        )
    data: dict[str, Any] = {"prices": stem}
    marks: dict[DataPath, Mark] = {(): (1, 1)}
    document = YamlDocument(data, marks, {}, name, raw)
    columns: list[str] | None = None
    for line, cells in _yield_rows(text):
        if columns is None and cells[0].startswith("#"):
            data["prices"] = cells[0].lstrip("# ") or stem
        elif columns is None:
            columns = _read_columns(cells, document, line)
        else:
            _add_row(dict(zip(columns, cells, strict=False)), data, marks, document, line)
    if columns is None:
        raise Unreadable(
            [
                Problem(
                    key="empty_document",
                    args={"first": ",".join(COLUMNS[:4])},
                    file=name,
                    line=1,
                    column=1,
                )
            ]
        )
    return document


def _yield_rows(text: str) -> Iterator[tuple[int, list[str]]]:
    """Yield (line number, cells) of each row that isn't empty; a comment is one cell.

    The separator is the one most frequent in the first line: comma, semicolon or tab.
    """
    lines = (line for line in text.splitlines() if line.strip() and not line.startswith("#"))
    sign = max(",;\t", key=next(lines, "").count)
    rows = csv.reader(text.splitlines(keepends=True), delimiter=sign)
    start = 1
    for row in rows:
        cells = [cell.strip() for cell in row]
        if any(cells):
            yield start, [sign.join(row).strip()] if cells[0].startswith("#") else cells
        start = rows.line_num + 1


def _read_columns(cells: list[str], document: YamlDocument, line: int) -> list[str]:
    """Return the column names in the head row `cells`.

    Raises Unreadable if a name is unknown, or if there is no column of prices.
    """
    columns = [fold(cell).replace(" ", "_") for cell in cells]
    problems = []
    for cell, head in zip(cells, columns, strict=True):
        if head not in COLUMNS:
            near = find_nearest(head, COLUMNS)
            args = {"given": cell, "known": list(COLUMNS), "near": near}
            problems.append(_make_problem("price_column", document, line, **args))
    if not problems and not ("points" in columns or "dp" in columns):
        args = {"given": "points", "known": list(COLUMNS)}
        problems.append(_make_problem("price_no_column", document, line, **args))
    if problems:
        raise Unreadable(problems)
    return columns


def _add_row(
    cells: dict[str, str],
    data: dict[str, Any],
    marks: dict[DataPath, Mark],
    document: YamlDocument,
    line: int,
) -> None:
    """Add one row to its list in `data`, and its line to `marks`.

    `cells`: the cells by column name; the filled ones decide which kind of row it is. Raises
    Unreadable if no kind fits, or for a cell that this kind doesn't have.
    """
    filled = {head: cell for head, cell in cells.items() if cell}
    kind = next((kind for kind in KINDS if kind in filled), None)
    if kind is None:
        problem = _make_problem("price_row_of_nothing", document, line, known=list(KINDS))
        raise Unreadable([problem])
    place, columns = KINDS[kind]
    for head in filled:
        if head not in columns:
            args = {"given": head, "kind": kind, "known": list(columns)}
            raise Unreadable([_make_problem("price_odd_cell", document, line, **args)])
    rows = data.setdefault(place, [])
    if not rows:
        marks[place,] = (line, 1)
    marks[place, len(rows)] = (line, 1)
    rows.append({head: _convert_cell(head, cell) for head, cell in filled.items()})


def _make_problem(key: str, document: YamlDocument, line: int, **args: object) -> Problem:
    """Return the Problem `key` with `args`, placed at the beginning of `line`."""
    return Problem(key=key, args=args, file=document.file, line=line, column=1)


def _convert_cell(head: str, cell: str) -> object:
    """Return the cell of the column `head` as the JSON form has it.

    That is a number, None for a price that is gone, True, or a map of counts. A cell that is no
    such value stays a text, and is refused when the table is checked.
    """
    if head in NUMBERS:
        if cell in GONE:
            return None
        is_number = cell.isascii() and cell.isdecimal() and len(cell) <= MAX_DIGITS
        return int(cell) if is_number else cell
    if head == "as_ally":
        return True if fold(cell) in _YES else cell
    if head == "of":
        parts = [part.strip().partition(" ") for part in cell.split("+")]
        return {name.strip(): _convert_cell("models", count) for count, _, name in parts}
    return cell
