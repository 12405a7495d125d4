"""Tables for the terminal: cells that are only text, and no style that was not asked for."""

from __future__ import annotations

import io
import os
import sys
from collections.abc import Iterable
from typing import TYPE_CHECKING, Any, Literal

from listbuilder.cli.layout import screen_width as screen_width
from listbuilder.model.visible import visible

if TYPE_CHECKING:
    from rich.style import Style
    from rich.table import Table
    from rich.text import Text

    from listbuilder.cli.context import Context


Kind = Literal["words", "number", "mark"]  # a mark stays on one line as a number does, and begins at the left
_PAGE = 160  # cells
_EDGES, _GAP = 2, 3  # what the table's own lines take
_LEAST, _FAIR = 12, 24  # cells: a column of words is not narrower, and has as much if the first can spare it
_NAME, _BESIDE = 26, 20  # cells: a name wants so much, and words beside it so much, or they stand below it


def cell(text: object, style: str | Style = "") -> Text:
    """A name in a cell is no markup and makes no line of its own."""
    from rich.text import Text

    return Text(visible(str(text)), style)


def stacked(lines: Iterable[str], style: str = "") -> Text:
    """Several lines in one cell."""
    from rich.text import Text

    return Text("\n").join(cell(line, style) for line in lines)


def styled(*lines: tuple[str, str]) -> Text:
    """Return several lines in one cell, each in its style; empty ones are left out."""
    return _together((line, style) for line, style in lines if line)


def rendered(context: Context, *parts: Any, width: int | None = None) -> str:
    """Tables and lines as text; without colours there is no other style either. Widths are counted in terminal cells.

    Rich is not let write by itself: where nobody reads any more, it ends the program as if a list were illegal.
    """
    from rich.console import Console

    out = _Drawn()
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
    """A table whose numbers and marks stay on one line and whose words are broken where words are, with their indent.

    Where the screen is too narrow for a column of words beside the first of them, its words stand below that, further in.
    """

    def __init__(self, *columns: tuple[str, Kind]) -> None:
        self.columns = columns
        self.rows: list[tuple[Text, ...] | None] = []  # None: a rule
        self._first = next(place for place, (_, kind) in enumerate(columns) if kind == "words")

    def add(self, *cells: Text) -> None:
        self.rows.append(cells)

    def rule(self) -> None:
        self.rows.append(None)

    def table(self, width: int) -> Table:
        from rich import box
        from rich.table import Table

        widths = self._widths(width - _EDGES)
        below = [place for place, wide in enumerate(widths) if wide is None]
        table = Table(box=box.SIMPLE_HEAD, pad_edge=False)
        for (head, kind), wide in zip(self.columns, widths, strict=True):
            if wide is not None:
                justify: Literal["right", "left"] = "right" if kind == "number" else "left"
                table.add_column(cell(head), justify=justify, no_wrap=True, overflow="ellipsis", width=wide)
        for row in self.rows:
            if row is None:
                table.add_section()
                continue
            table.add_row(*(_broken(text, wide) for text, wide in zip(row, widths, strict=True) if wide is not None))
            for place in below:
                if row[place].plain:
                    further = _below(row[place], widths[self._first] or 1)
                    table.add_row(
                        *(further if each == self._first else cell("") for each, wide in enumerate(widths) if wide is not None)
                    )
        return table

    def _widths(self, room: int) -> list[int | None]:
        """Cells of each column; None: no room beside the others."""
        from rich.cells import cell_len

        rows = [row for row in self.rows if row is not None]
        whole = [
            max(cell_len(line) for line in (head, *(line for row in rows for line in row[place].plain.split("\n"))))
            for place, (head, _) in enumerate(self.columns)
        ]
        words = [place for place, (_, kind) in enumerate(self.columns) if kind == "words"]
        widths: list[int | None] = [None if place in words else wide for place, wide in enumerate(whole)]
        left = room - sum(wide + _GAP for wide in widths if wide is not None)
        wanted = [min(wide, _NAME if place == self._first else _BESIDE) for place, wide in enumerate(whole)]
        while len(words) > 1 and left - _GAP * (len(words) - 1) < sum(wanted[place] for place in words):
            words.pop()
        share = left - _GAP * (len(words) - 1)
        for number, place in enumerate(words):  # the first as wide as it wants, if the others keep enough
            others = sum(min(whole[each], _FAIR) for each in words[number + 1 :])
            widths[place] = max(min(whole[place], share - others), min(_LEAST, whole[place]), 1)
            share -= widths[place] or 0
        return widths


def listing(sheet: Sheet, context: Context) -> str:
    """A table of many lists: as wide as the screen, or as a page where no screen is."""
    width = screen_width() if sys.stdout.isatty() or "COLUMNS" in os.environ else _PAGE
    text = rendered(context, sheet.table(width), width=width)
    return "\n".join(line.rstrip() for line in text.rstrip().split("\n"))


def _below(text: Text, width: int) -> Text:
    """Further in, and behind a bar: no name that is broken there looks like a line of ours."""
    from listbuilder.store.cells import wrapped

    bar = "    | "
    lines = (part for line in text.plain.split("\n") for part in wrapped(line, max(width - len(bar), 1)))
    return stacked((f"{bar}{line}" for line in lines), str(text.style))


def _broken(text: Text, width: int) -> Text:
    """Return a cell broken into lines of `width` cells; what a line of it is broken into keeps its style."""
    from listbuilder.store.cells import indented

    lines = ((line.plain, _style_of(line)) for line in text.split("\n", allow_blank=True))
    broken = ((part, style) for line, style in lines for part in indented(line, width))
    return _together((part, style or str(text.style)) for part, style in broken)


def _style_of(line: Text) -> str:
    return next((str(span.style) for span in line.spans if span.start == 0), str(line.style))


def _together(lines: Iterable[tuple[str, str]]) -> Text:
    from rich.text import Text

    return Text("\n").join(cell(line, style) for line, style in lines)


class _Drawn(io.StringIO):
    """Of the encoding that it will be written in, so that lines are drawn with what that has."""

    @property
    def encoding(self) -> str:  # type: ignore[override]
        return getattr(sys.stdout, "encoding", None) or "utf-8"
