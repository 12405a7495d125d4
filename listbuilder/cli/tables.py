"""Tables for the terminal, as text: what writes them is the same that writes everything else."""

from __future__ import annotations

import io
import sys
from typing import TYPE_CHECKING

from listbuilder.cli.context import Context

if TYPE_CHECKING:
    from rich.console import RenderableType


def drawn(context: Context, *things: RenderableType, width: int | None = None) -> str:
    """Rich is not let write by itself: where nobody reads any more it ends the program as if a list were illegal."""
    from rich.console import Console

    page = _Page()
    color = context.color
    console = Console(
        file=page, width=width, force_terminal=color, no_color=not color, highlight=False, emoji=False, markup=False
    )
    for thing in things:
        console.print(thing)
    return page.getvalue()


class _Page(io.StringIO):
    """Of the encoding that it will be written in, so that lines are drawn with what that has."""

    @property
    def encoding(self) -> str:  # type: ignore[override]
        return getattr(sys.stdout, "encoding", None) or "utf-8"
