"""A table of text, `| Captain | 1 | 85 |`, put as lines: each column by its title, or by what it holds."""

from __future__ import annotations

import re

from listbuilder.games.shared import phrases
from listbuilder.model.base import fold

_ROW = re.compile(r"^[ \t]*\|(.*)\|[ \t]*$", re.MULTILINE)
_RULE = re.compile(r"[\s:|=-]+")
_NUMBER = re.compile(r"(\d[\d.,]{0,6}) {0,2}(?:pts?|points?)?\.?", re.IGNORECASE)
_FEW = 3


def untabled(text: str) -> str:
    """The text with each row as a line; a row stays on its line."""
    if text.count("|") < _FEW * 2:
        return text
    rows = _ROW.findall(text)
    if len(rows) < _FEW or not any("|" in row for row in rows):
        return text
    titles = next((titled for row in rows if (titled := _titles(_cells(row)))), {})
    return _ROW.sub(lambda found: _line(_cells(found[1]), titles), text)


def _cells(row: str) -> list[str]:
    return [cell.strip(" \t*_") for cell in row.split("|")]


def _titles(cells: list[str]) -> dict[str, int]:
    """Which column is which: empty where the row is none of titles."""
    known = phrases.group("columns")
    kinds = {known[fold(cell)]: place for place, cell in reversed(list(enumerate(cells))) if fold(cell) in known}
    return kinds if "name" in kinds and len(kinds) > 1 else {}


def _line(cells: list[str], titles: dict[str, int]) -> str:
    if _RULE.fullmatch("|".join(cells) + "|") or (titles and _titles(cells) == titles):
        return ""

    def cell(kind: str) -> str:
        place = titles.get(kind, len(cells))
        return cells[place] if place < len(cells) else ""

    name = cell("name") or next((each for each in cells if each), "")
    number = _NUMBER.fullmatch(cell("points") or next((each for each in reversed(cells[1:]) if each), ""))
    if phrases.is_section(name):
        return name
    if phrases.group("fence").get(fold(name)) == "total":
        return f"{name}: {number[1]}" if number else name
    size = cell("models")
    counted = f"{size}x {name}" if size.isdecimal() and number else name
    words = f"{counted} ({number[1]} points)" if number else "  ".join(each for each in cells if each)
    details = cell("details")
    return f"{words}: {details}" if details and number else words
