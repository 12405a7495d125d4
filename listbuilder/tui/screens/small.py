"""What a terminal that is too small shows."""

from __future__ import annotations

from typing import TYPE_CHECKING, cast

from textual.app import ComposeResult
from textual.screen import Screen

from listbuilder.tui.widgets.typing import Said

if TYPE_CHECKING:
    from listbuilder.tui.app import Builder

LEAST = (60, 16)


class TooSmall(Screen[None]):
    DEFAULT_CSS = "TooSmall { align: center middle; } TooSmall Static { width: 100%; text-align: center; }"

    def __init__(self, message: str) -> None:
        super().__init__()
        self.message = message

    def compose(self) -> ComposeResult:
        yield Said(self.message)

    def on_screen_resume(self) -> None:
        cast("Builder", self.app).fit()

    def say(self, message: str) -> None:
        self.message = message
        if self.is_mounted:
            self.query_one(Said).say(message)
