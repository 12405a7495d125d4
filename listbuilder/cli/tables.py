"""Tables for the terminal: cells that are only text, and no style that was not asked for."""

from __future__ import annotations

import io
import sys
from collections.abc import Iterable
from typing import TYPE_CHECKING, Any

from listbuilder.model.visible import visible

if TYPE_CHECKING:
    from rich.text import Text

    from listbuilder.cli.context import Context


def cell(text: object, style: str = "") -> Text:
    """A name in a cell is no markup and makes no line of its own."""
    from rich.text import Text

    return Text(visible(str(text)), style)


def stacked(lines: Iterable[str], style: str = "") -> Text:
    """Several lines in one cell."""
    from rich.text import Text

    return Text("\n").join(cell(line, style) for line in lines)


def screen_width() -> int:
    """As of the terminal; 80 where there is none."""
    from shutil import get_terminal_size

    return get_terminal_size((80, 24)).columns


def rendered(context: Context, *parts: Any, width: int | None = None) -> str:
    """Tables and lines as text; without colours there is no other style either. Widths are counted in terminal cells.

    Rich is not let write by itself: where nobody reads any more, it ends the program as if a list were illegal.
    """
    from rich.console import Console

    out = _Page()
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


class _Page(io.StringIO):
    """Of the encoding that it will be written in, so that lines are drawn with what that has."""

    @property
    def encoding(self) -> str:  # type: ignore[override]
        return getattr(sys.stdout, "encoding", None) or "utf-8"
