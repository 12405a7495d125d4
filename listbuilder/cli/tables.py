"""Tables for the terminal: cells that are only text, and no style that was not asked for."""

from __future__ import annotations

import io
import os
import sys
from collections.abc import Iterable
from typing import TYPE_CHECKING, Any, Literal

from listbuilder.cli.layout import get_screen_width as get_screen_width
from listbuilder.model.safe_text import escape_hidden

if TYPE_CHECKING:
    from rich.style import Style
    from rich.table import Table
    from rich.text import Text

    from listbuilder.cli.context import Context


# a mark stays on one line as a number does, and begins at the left
Kind = Literal["words", "number", "mark"]
_PAGE = 160  # cells
_EDGES, _GAP = 2, 3  # what the table's own lines take
_LEAST = 12  # cells: a column of words is not narrower
_FAIR = 24  # cells: a column of words has as much if the first can spare it
_NAME = 26  # cells that a name wants
_BESIDE = 20  # cells that words beside a name want, or they stand below it


def make_cell(text: object, style: str | Style = "") -> Text:
    """Return a table cell with `text` in `style`; markup or line breaks in it have no effect."""
    from rich.text import Text

    return Text(escape_hidden(str(text)), style)


def join_lines(lines: Iterable[str], style: str = "") -> Text:
    """Return one cell with `lines` below each other, all in the same style."""
    from rich.text import Text

    return Text("\n").join(make_cell(line, style) for line in lines)


def style_lines(*lines: tuple[str, str]) -> Text:
    """Return one cell with `lines`, each a text and its style; empty texts are left out."""
    return _join_styled_lines((line, style) for line, style in lines if line)


def render_parts(context: Context, *parts: Any, width: int | None = None) -> str:
    """Return tables and lines as one text, without any style if the run has no colours.

    `width`: the cells of the terminal, or None to ask it. Rich isn't allowed to write by itself: if
    the reader of the output has gone, rich would end the program with the exit code of an illegal
    list.
    """
    from rich.console import Console

    out = _EncodedOutput()
    console = Console(
        file=out,
        width=width,
        force_terminal=context.color,
        no_color=not context.color,
        highlight=False,
        emoji=False,
        markup=False,
    )
    for part in parts:
        console.print(part)
    return out.getvalue()


class Sheet:
    """A table in which numbers and marks stay on one line and words are wrapped.

    Words are broken at spaces and keep their indent. If the screen is too narrow for a column of
    words, its words go below the row, indented in the first column of words.
    """

    def __init__(self, *columns: tuple[str, Kind]) -> None:
        """Begin an empty table; each of `columns` has a title and a kind.

        At least one column must be of the kind `words`.
        """
        self.columns = columns
        self.rows: list[tuple[Text, ...] | None] = []  # None: a rule
        self._first = next(place for place, (_, kind) in enumerate(columns) if kind == "words")

    def add_row(self, *cells: Text) -> None:
        """Add a row with a cell for each column."""
        self.rows.append(cells)

    def add_rule(self) -> None:
        """Add a horizontal line after the rows added before."""
        self.rows.append(None)

    def build_table(self, width: int) -> Table:
        """Return the table laid out for a screen of `width` cells.

        The words of a column without room go below the row, in the first column of words.
        """
        from rich import box
        from rich.table import Table

        widths = self._compute_widths(width - _EDGES)
        below = [place for place, wide in enumerate(widths) if wide is None]
        table = Table(box=box.SIMPLE_HEAD, pad_edge=False)
        for (head, kind), wide in zip(self.columns, widths, strict=True):
            if wide is not None:
                justify: Literal["right", "left"] = "right" if kind == "number" else "left"
                table.add_column(
                    make_cell(head), justify=justify, no_wrap=True, overflow="ellipsis", width=wide
                )
        for row in self.rows:
            if row is None:
                table.add_section()
                continue
            table.add_row(
                *(
                    _wrap_cell(text, wide)
                    for text, wide in zip(row, widths, strict=True)
                    if wide is not None
                )
            )
            for place in below:
                if row[place].plain:
                    further = _indent_below(row[place], widths[self._first] or 1)
                    table.add_row(
                        *(
                            further if index == self._first else make_cell("")
                            for index, wide in enumerate(widths)
                            if wide is not None
                        )
                    )
        return table

    def _compute_widths(self, room: int) -> list[int | None]:
        """Return the width of each column; None for one that has no room beside the others.

        `room`: the cells of the table. The first column of words gets all it needs, if enough is
        left for the others.
        """
        from rich.cells import cell_len

        rows = [row for row in self.rows if row is not None]
        whole = []
        for place, (head, _) in enumerate(self.columns):
            lines = [line for row in rows for line in row[place].plain.split("\n")]
            whole.append(max(map(cell_len, [head, *lines])))
        words = [place for place, (_, kind) in enumerate(self.columns) if kind == "words"]
        widths: list[int | None] = [
            None if place in words else wide for place, wide in enumerate(whole)
        ]
        left = room - sum(wide + _GAP for wide in widths if wide is not None)
        wanted = [
            min(wide, _NAME if place == self._first else _BESIDE)
            for place, wide in enumerate(whole)
        ]
        share = left - _GAP * (len(words) - 1)
        while len(words) > 1 and share < sum(wanted[place] for place in words):
            words.pop()
            share += _GAP
        for number, place in enumerate(words):
            others = sum(min(whole[later], _FAIR) for later in words[number + 1 :])
            widths[place] = max(min(whole[place], share - others), min(_LEAST, whole[place]), 1)
            share -= widths[place] or 0
        return widths


def render_listing(sheet: Sheet, context: Context) -> str:
    """Return a table of many lists as text, as wide as the terminal.

    Without a terminal, it is 160 cells wide unless COLUMNS is set.
    """
    width = get_screen_width() if sys.stdout.isatty() or "COLUMNS" in os.environ else _PAGE
    text = render_parts(context, sheet.build_table(width), width=width)
    return "\n".join(line.rstrip() for line in text.rstrip().split("\n"))


def _indent_below(text: Text, width: int) -> Text:
    """Return a cell's text wrapped to `width` cells, indented, with a bar before each line.

    Why: a name that is broken there must not look like a line of listbuilder's own.
    """
    from listbuilder.i18n.terminal_width import wrap_lines

    bar = "    | "
    lines = (
        part
        for line in text.plain.split("\n")
        for part in wrap_lines(line, max(width - len(bar), 1))
    )
    return join_lines((f"{bar}{line}" for line in lines), str(text.style))


def _wrap_cell(text: Text, width: int) -> Text:
    """Return a cell broken into lines of `width` cells; the pieces of a line keep its style."""
    from listbuilder.i18n.terminal_width import wrap_indented

    lines = ((line.plain, _get_line_style(line)) for line in text.split("\n", allow_blank=True))
    broken = ((part, style) for line, style in lines for part in wrap_indented(line, width))
    return _join_styled_lines((part, style or str(text.style)) for part, style in broken)


def _get_line_style(line: Text) -> str:
    """Return the style of the beginning of `line`, or that of the whole line if it has none."""
    return next((str(span.style) for span in line.spans if span.start == 0), str(line.style))


def _join_styled_lines(lines: Iterable[tuple[str, str]]) -> Text:
    """Return one cell with `lines`, each a text and its style."""
    from rich.text import Text

    return Text("\n").join(make_cell(line, style) for line, style in lines)


class _EncodedOutput(io.StringIO):
    """A text stream with the encoding of standard output.

    Why: lines are drawn with the characters it has.
    """

    @property
    def encoding(self) -> str:  # type: ignore[override]
        """The encoding of standard output, in which the text will be printed."""
        return getattr(sys.stdout, "encoding", None) or "utf-8"
