"""The screen of a terminal that is too small."""

from __future__ import annotations

from typing import TYPE_CHECKING, cast

from textual.app import ComposeResult
from textual.screen import Screen

from listbuilder.tui.widgets.typing import Said

if TYPE_CHECKING:
    from listbuilder.tui.app import Builder

LEAST = (60, 16)


class TooSmall(Screen[None]):
    """A message that covers all other screens until the terminal is large enough."""

    DEFAULT_CSS = (
        "TooSmall { align: center middle; } TooSmall Static { width: 100%; text-align: center; }"
    )

    def __init__(self, message: str) -> None:
        """Show `message`."""
        super().__init__()
        self.message = message

    def compose(self) -> ComposeResult:
        """Yield the message."""
        yield Said(self.message)

    def on_screen_resume(self) -> None:
        """Check again whether the terminal is too small."""
        cast("Builder", self.app).check_terminal_size()

    def show_message(self, message: str) -> None:
        """Show `message` in place of the old one."""
        self.message = message
        if self.is_mounted:
            self.query_one(Said).show_text(message)
