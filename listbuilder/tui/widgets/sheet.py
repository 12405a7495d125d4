"""A datasheet as lines to read: numbers and keywords."""

from __future__ import annotations

from collections.abc import Iterator

from rich.cells import cell_len

from listbuilder.games.common.editor import Grid, SheetView
from listbuilder.i18n.messages import name_with_mode, translate_with_value
from listbuilder.tui.text import Words
from listbuilder.tui.widgets.rows import Line, Rows
from listbuilder.tui.widgets.terminal_cells import lay_out_columns

# columns: a table of more has the words of its last one below the numbers where there is no room
ROOMY = 6


class LiveSheet(Rows):
    """The datasheet of what the cursor is on."""

    # As wide with a scroll bar as without: its tables are laid out before it is known whether one
    # is needed.
    DEFAULT_CSS = "LiveSheet { scrollbar-gutter: stable; }"

    _shown: tuple[SheetView | None, Words] | None = None

    def refresh_from(self, sheet: SheetView | None, words: Words) -> None:
        """Show `sheet`, a datasheet, scrolled to its top; show nothing if it is None."""
        self._shown = (sheet, words)
        lines: list[Line] = []
        if sheet is not None:
            width = max(self.scrollable_content_region.width - 1, 20)
            lines = [
                Line(left=words.name_with_english(sheet.name), look="name"),
                *list_sheet_lines(sheet, words, width),
            ]
        self.show_lines(lines)
        self.scroll_to(y=0, animate=False)

    def on_resize(self) -> None:
        """Show the datasheet again for the new width."""
        super().on_resize()
        if self._shown is not None:
            self.refresh_from(*self._shown)


def list_sheet_lines(sheet: SheetView, words: Words, width: int) -> list[Line]:
    """Return the lines that show a datasheet, laid out for `width` cells."""
    return list(_yield_lines(sheet, words, width))


def _yield_lines(sheet: SheetView, words: Words, width: int) -> Iterator[Line]:
    """Yield the tables, facts and lists of a datasheet."""
    for grid in sheet.grids:
        yield from _yield_grid(grid, words, width)
    for fact in sheet.facts:
        yield Line(left=words.format_text(fact), wrap=True)
    for key, names in sheet.lists:
        yield Line(
            left=words.join_name_and_text(words(key), words("listed", items=list(names))), wrap=True
        )


def _yield_grid(grid: Grid, words: Words, width: int) -> Iterator[Line]:
    """Yield one table of a datasheet.

    If it has many columns and too little room, the words of its last one are below the numbers.
    """
    yield Line(left=words(grid.key), look="head")
    headers = tuple(words(header_line) for header_line in grid.heads)
    rows = [tuple(_format_cell(cell, words) for cell in row) for row in grid.rows]
    below: list[str] = []
    widths = [
        max(cell_len(row[column]) for row in (headers, *rows)) + 1 for column in range(len(headers))
    ]
    if (
        len(headers) > ROOMY
        and sum(widths) > width
        and not all(len(row[-1]) <= ROOMY for row in rows)
    ):
        below = [row[-1] for row in rows]  # many words: under the numbers
        headers, rows = headers[:-1], [row[:-1] for row in rows]
    header_line, *body = lay_out_columns([headers, *rows], width, gap=1 if below else 2)
    yield Line(left=header_line, look="dim")
    for place, row in enumerate(body):
        yield Line(left=row)
        if below and below[place]:
            yield Line(left=below[place], look="dim", indent=2, wrap=True)
    yield Line()


def _format_cell(cell: str, words: Words) -> str:
    """Return a cell of a table translated: a name, a weapon with its mode, or several keywords."""
    name, _, mode = cell.partition(" – ")
    if mode:
        return name_with_mode(name, mode, words.lang)
    keywords = [translate_with_value(part, words.lang) for part in cell.split(", ")]
    if len(keywords) == 1:
        return keywords[0]
    return words("listed", items=keywords)
