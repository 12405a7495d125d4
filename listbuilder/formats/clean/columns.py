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
    """Return the text with each row of a table as a line; a row stays on its line."""
    if text.count("|") < _FEW * 2:
        return text
    rows = _ROW.findall(text)
    if len(rows) < _FEW or not any("|" in row for row in rows):
        return text
    titles = next(
        (row_titles for row in rows if (row_titles := _find_columns(_split_cells(row)))), {}
    )
    return _ROW.sub(lambda row_match: _convert_row(_split_cells(row_match[1]), titles), text)


def _split_cells(row: str) -> list[str]:
    return [cell.strip(" \t*_") for cell in row.split("|")]


def _find_columns(cells: list[str]) -> dict[str, int]:
    """Return which column is which, by kind; empty where the row is none of titles."""
    known = phrases.get_group_by_word("columns")
    kinds = {
        known[fold(cell)]: place
        for place, cell in reversed(list(enumerate(cells)))
        if fold(cell) in known
    }
    return kinds if "name" in kinds and len(kinds) > 1 else {}


def _convert_row(cells: list[str], titles: dict[str, int]) -> str:
    """Return a row as a line of a list: its name with count, points and details.

    Rules and the row of titles become empty lines; a section's title has no points.
    """
    if _RULE.fullmatch("|".join(cells) + "|") or (titles and _find_columns(cells) == titles):
        return ""

    def get_cell(kind: str) -> str:
        """Return the cell of the column `kind`, or an empty text."""
        place = titles.get(kind, len(cells))
        return cells[place] if place < len(cells) else ""

    name = get_cell("name") or next((filled_cell for filled_cell in cells if filled_cell), "")
    number = _NUMBER.fullmatch(
        get_cell("points")
        or next((filled_cell for filled_cell in reversed(cells[1:]) if filled_cell), "")
    )
    if phrases.is_section(name):
        return name
    if phrases.get_group_by_word("fence").get(fold(name)) == "total":
        return f"{name}: {number[1]}" if number else name
    size = get_cell("models")
    counted = f"{size}x {name}" if size.isdecimal() and number else name
    words = (
        f"{counted} ({number[1]} points)"
        if number
        else "  ".join(filled_cell for filled_cell in cells if filled_cell)
    )
    details = get_cell("details")
    return f"{words}: {details}" if details and number else words
