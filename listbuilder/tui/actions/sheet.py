"""A datasheet as lines to read: numbers and keywords."""

from __future__ import annotations

from collections.abc import Iterator

from listbuilder.games.shared.choices import Grid, SheetView
from listbuilder.tui.widgets.cells import columns
from listbuilder.tui.widgets.rows import Line
from listbuilder.tui.words import Words


def sheet_lines(sheet: SheetView, words: Words, width: int) -> list[Line]:
    return list(_lines(sheet, words, width))


def _lines(sheet: SheetView, words: Words, width: int) -> Iterator[Line]:
    for grid in sheet.grids:
        yield from _grid(grid, words, width)
    for fact in sheet.facts:
        yield Line(left=words.text(fact), wrap=True)
    for key, names in sheet.lists:
        yield Line(left=f"{words(key)}: {words('listed', items=list(names))}", wrap=True)


def _grid(grid: Grid, words: Words, width: int) -> Iterator[Line]:
    yield Line(left=words(grid.key), look="head")
    heads = tuple(words(head) for head in grid.heads)
    rows = [tuple(_name(cell, words) for cell in row) for row in grid.rows]
    head, *body = columns([heads, *rows], width)
    yield Line(left=head, look="dim")
    for row in body:
        yield Line(left=row)
    yield Line()


def _name(cell: str, words: Words) -> str:
    """A cell may be a name, a name with its profile, or several keywords."""
    for separator in (" – ", ", "):
        if separator in cell:
            return separator.join(words.name(part) for part in cell.split(separator))
    return words.name(cell)
