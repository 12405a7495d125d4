"""A datasheet as lines to read: numbers and keywords."""

from __future__ import annotations

from collections.abc import Iterator

from rich.cells import cell_len

from listbuilder.games.shared.choices import Grid, SheetView
from listbuilder.store.words import in_mode, valued
from listbuilder.tui.widgets.cells import columns
from listbuilder.tui.widgets.rows import Line, Rows
from listbuilder.tui.words import Words

ROOMY = 6  # columns: a table of more has the words of its last one below the numbers where there is no room


class LiveSheet(Rows):
    """The datasheet of what the cursor stands on."""

    # As wide with a scroll bar as without: its tables are laid out before it is known whether one is needed.
    DEFAULT_CSS = "LiveSheet { scrollbar-gutter: stable; }"

    _shown: tuple[SheetView | None, Words] | None = None

    def refresh_from(self, sheet: SheetView | None, words: Words) -> None:
        self._shown = (sheet, words)
        lines: list[Line] = []
        if sheet is not None:
            width = max(self.scrollable_content_region.width - 1, 20)
            lines = [Line(left=words.beside(sheet.name), look="name"), *sheet_lines(sheet, words, width)]
        self.show(lines)
        self.scroll_to(y=0, animate=False)

    def on_resize(self) -> None:
        super().on_resize()
        if self._shown is not None:
            self.refresh_from(*self._shown)


def sheet_lines(sheet: SheetView, words: Words, width: int) -> list[Line]:
    return list(_lines(sheet, words, width))


def _lines(sheet: SheetView, words: Words, width: int) -> Iterator[Line]:
    for grid in sheet.grids:
        yield from _grid(grid, words, width)
    for fact in sheet.facts:
        yield Line(left=words.text(fact), wrap=True)
    for key, names in sheet.lists:
        yield Line(left=words.pair(words(key), words("listed", items=list(names))), wrap=True)


def _grid(grid: Grid, words: Words, width: int) -> Iterator[Line]:
    yield Line(left=words(grid.key), look="head")
    heads = tuple(words(head) for head in grid.heads)
    rows = [tuple(_name(cell, words) for cell in row) for row in grid.rows]
    below: list[str] = []
    widths = [max(cell_len(row[i]) for row in (heads, *rows)) + 1 for i in range(len(heads))]
    if len(heads) > ROOMY and sum(widths) > width and not all(len(row[-1]) <= ROOMY for row in rows):
        below = [row[-1] for row in rows]  # many words: under the numbers
        heads, rows = heads[:-1], [row[:-1] for row in rows]
    head, *body = columns([heads, *rows], width, gap=1 if below else 2)
    yield Line(left=head, look="dim")
    for place, row in enumerate(body):
        yield Line(left=row)
        if below and below[place]:
            yield Line(left=below[place], look="dim", indent=2, wrap=True)
    yield Line()


def _name(cell: str, words: Words) -> str:
    """A cell may be a name, a name with its profile, or several keywords."""
    name, _, mode = cell.partition(" – ")
    if mode:
        return in_mode(name, mode, words.lang)
    keywords = [valued(part, words.lang) for part in cell.split(", ")]
    return words("listed", items=keywords) if len(keywords) > 1 else keywords[0]
