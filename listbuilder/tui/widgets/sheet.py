"""A datasheet as lines to read: numbers and keywords."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from rich.cells import cell_len

from listbuilder.games.common.editor import SheetView
from listbuilder.i18n.messages import name_with_mode, translate_with_value
from listbuilder.tui.text import Words
from listbuilder.tui.widgets.rows import Line, Rows
from listbuilder.tui.widgets.terminal_cells import lay_out_columns

NUMBER = 6  # letters at most of a number, such as 24" or D6+3
TILE = 4  # least width of a tile in cells
TILED = ".stats"  # the ending of the key of a table of characteristics
EMPTY = ("", "-")


class LiveSheet(Rows):
    """The datasheet of what the cursor is on."""

    # As wide with a scroll bar as without: its tables are laid out before it is known whether one
    # is needed.
    DEFAULT_CSS = "LiveSheet { scrollbar-gutter: stable; }"

    _shown: tuple[Sequence[SheetView], Words] | None = None

    def refresh_from(self, sheets: Sequence[SheetView], words: Words) -> None:
        """Show `sheets`, datasheets one below the other, scrolled to the top."""
        self._shown = (sheets, words)
        lines: list[Line] = []
        width = max(self.scrollable_content_region.width - 1, 20)
        for sheet in sheets:
            if lines:
                lines += [Line(left="─" * width, look="dim"), Line()]
            lines.append(Line(left=words.name_with_english(sheet.name), look="name", wrap=True))
            lines += list_sheet_lines(sheet, words, width)
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
        headers = [words(head) for head in grid.heads]
        rows = [[_format_cell(cell, words) for cell in row] for row in grid.rows]
        if grid.key.endswith(TILED):
            yield from _yield_tiles(headers, rows, words.name_with_english(sheet.name), width)
        else:
            yield Line(left=words(grid.key), look="head")
            yield from _yield_table(headers, rows, width)
        yield Line()
    for fact in sheet.facts:
        yield Line(left=words.format_text(fact), wrap=True)
    for key, names in sheet.lists:
        yield Line(
            left=words.join_name_and_text(words(key), words("listed", items=list(names))), wrap=True
        )


def _yield_tiles(
    headers: Sequence[str], rows: Sequence[Sequence[str]], title: str, width: int
) -> Iterator[Line]:
    """Yield the characteristics of models as boxed tiles, a row of them for each model.

    The first column has the names of the models, which are shown beside their tiles. A single model
    needs no name, nor does one with the name of the datasheet (`title`). If there isn't enough
    room, a table is yielded instead.
    """
    heads = headers[1:]
    sizes = [
        max(TILE, *(cell_len(cell) for cell in column)) + 1
        for column in zip(heads, *(row[1:] for row in rows), strict=True)
    ]
    box = sum(sizes) + len(sizes) + 1
    names = ["" if row[0] == title or len(rows) == 1 else row[0] for row in rows]
    if box + 1 + max(map(cell_len, names), default=0) > width:
        yield from _yield_table(headers, rows, width)
        return
    yield Line(left="╭" + "┬".join("─" * size for size in sizes) + "╮", look="dim")
    yield Line(left=_draw_tiles(heads, sizes), look="dim")
    for name, row in zip(names, rows, strict=True):
        yield Line(left=f"{_draw_tiles(row[1:], sizes)} {name}", look="name")
    yield Line(left="╰" + "┴".join("─" * size for size in sizes) + "╯", look="dim")


def _draw_tiles(cells: Sequence[str], sizes: Sequence[int]) -> str:
    """Return one line of tiles, each cell in the middle of its tile."""
    tiles = []
    for cell, size in zip(cells, sizes, strict=True):
        free = max(size - cell_len(cell), 0)
        tiles.append(" " * (free - free // 2) + cell + " " * (free // 2))
    return f"│{'│'.join(tiles)}│"


def _yield_table(
    headers: Sequence[str], rows: Sequence[Sequence[str]], width: int
) -> Iterator[Line]:
    """Yield a table with a line for each row, every second one on another background.

    Columns that have nothing in them are left out. If there is too little room, the words of the
    last column go below the numbers, and then the name goes above them, so that nothing is cut.
    """
    used = [
        column for column in range(len(headers)) if any(row[column] not in EMPTY for row in rows)
    ]
    table = [[row[column] for column in used] for row in (headers, *rows)]
    if not table[0]:
        return
    below: list[str] = [""] * len(rows)
    is_wordy = len(used) > 2 and any(cell_len(row[-1]) > NUMBER for row in table[1:])
    if is_wordy and _measure_table(table) > width:
        below = [row[-1] for row in table[1:]]
        table = [row[:-1] for row in table]
    gap = 2 if _measure_table(table) <= width else 1
    above: list[str] = [""] * len(rows)
    if _measure_table(table, gap) > width:
        above = [row[0] for row in table[1:]]
        table = [["", *row[1:]] for row in table]
    header_line, *body = lay_out_columns([tuple(row) for row in table], width, gap=gap)
    yield Line(left=header_line, look="dim")
    for place, text in enumerate(body):
        is_striped = bool(place % 2 == 0)
        if above[place]:
            yield Line(left=above[place], wrap=True, stripe=is_striped)
        yield Line(left=text, stripe=is_striped)
        if below[place]:
            yield Line(left=below[place], look="dim", indent=2, wrap=True, stripe=is_striped)


def _measure_table(rows: Sequence[Sequence[str]], gap: int = 2) -> int:
    """Return how many cells a table takes if nothing in it is cut."""
    widths = [max(map(cell_len, column)) for column in zip(*rows, strict=True)]
    return sum(widths) + gap * (len(widths) - 1)


def _format_cell(cell: str, words: Words) -> str:
    """Return a cell of a table translated: a name, a weapon with its mode, or several keywords."""
    name, _, mode = cell.partition(" – ")
    if mode:
        return name_with_mode(name, mode, words.lang)
    keywords = [translate_with_value(part, words.lang) for part in cell.split(", ")]
    if len(keywords) == 1:
        return keywords[0]
    return words("listed", items=keywords)
