"""Put a table of text as lines: each column by its title, or by what it holds.

`| Captain | 1 | 85 |`
"""

from __future__ import annotations

import re

from listbuilder.matching import phrases
from listbuilder.model.base import fold

_ROW = re.compile(r"^[ \t]*\|(.*)\|[ \t]*$", re.MULTILINE)
_RULE = re.compile(r"[\s:|=-]+")
_NUMBER = re.compile(r"(\d[\d.,]{0,6}) {0,2}(?:pts?|points?)?\.?", re.IGNORECASE)
_FEW = 3


def convert_table(text: str) -> str:
    """Return `text` with each row of a table as a line of a list, on the line where it stood.

    The columns are told by their titles, or by what they hold. A text without a table is returned
    unchanged.
    """
    if text.count("|") < _FEW * 2:
        return text
    rows = _ROW.findall(text)
    if len(rows) < _FEW or not any("|" in row for row in rows):
        return text
    titles: dict[str, int] = {}
    for row in rows:
        titles = titles or _find_columns(_split_cells(row))
    return _ROW.sub(lambda row_match: _convert_row(_split_cells(row_match[1]), titles), text)


def _split_cells(row: str) -> list[str]:
    """Return the cells of a table's row, without blanks and signs of emphasis around them."""
    return [cell.strip(" \t*_") for cell in row.split("|")]


def _find_columns(cells: list[str]) -> dict[str, int]:
    """Return the index of each column by its kind; empty if `cells` is not a row of titles.

    Of two columns of the same kind the first is taken. A row of titles has a name and another kind.
    """
    kind_by_word = phrases.get_group_by_word("columns")
    columns: dict[str, int] = {}
    for place, cell in enumerate(cells):
        if kind := kind_by_word.get(fold(cell)):
            columns.setdefault(kind, place)
    return columns if "name" in columns and len(columns) > 1 else {}


def _convert_row(cells: list[str], titles: dict[str, int]) -> str:
    """Return a row of a table as a line of a list: count, name, points and details.

    `titles` are the indexes of the columns. Rules and the row of titles become empty lines. A
    section's title is returned without points, and a total with a colon. A row without points
    becomes its cells, side by side.
    """
    if _RULE.fullmatch("|".join(cells) + "|") or (titles and _find_columns(cells) == titles):
        return ""

    def get_cell(kind: str) -> str:
        """Return the cell in the column of `kind`, or an empty text if the row has no such cell."""
        place = titles.get(kind, len(cells))
        return cells[place] if place < len(cells) else ""

    filled_cells = [cell for cell in cells if cell]
    last_cells = [cell for cell in cells[1:] if cell]
    name = get_cell("name") or (filled_cells[0] if filled_cells else "")
    number = _NUMBER.fullmatch(get_cell("points") or (last_cells[-1] if last_cells else ""))
    if phrases.is_section(name):
        return name
    if phrases.get_group_by_word("fence").get(fold(name)) == "total":
        return f"{name}: {number[1]}" if number else name
    if number is None:
        return "  ".join(filled_cells)
    size = get_cell("models")
    counted = f"{size}x {name}" if size.isdecimal() else name
    details = get_cell("details")
    unit = f"{counted} ({number[1]} points)"
    return f"{unit}: {details}" if details else unit
