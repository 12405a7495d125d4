"""What every screen does when it comes up."""

from __future__ import annotations

from typing import TYPE_CHECKING, cast

if TYPE_CHECKING:
    from textual.screen import Screen
    from textual.widget import Widget

    from listbuilder.tui.app import Builder


class Fitting:
    """A screen that makes room for the message when the terminal is too small for it."""

    def on_screen_resume(self) -> None:
        screen = cast("Screen[None]", self)
        screen.call_after_refresh(cast("Builder", screen.app).fit)


def entitle(widget: Widget, title: str) -> None:
    """A title that is put on draws everything below it again, even where it is the same."""
    if widget.border_title != title:
        widget.border_title = title
