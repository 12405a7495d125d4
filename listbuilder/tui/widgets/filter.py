"""Where one types to narrow a list: what is typed filters, and the keys that go through a list go through it from here."""

from __future__ import annotations

from typing import Any, ClassVar

from textual import events
from textual.binding import Binding, BindingType
from textual.message import Message

from listbuilder.tui.widgets.rows import Rows
from listbuilder.tui.widgets.typing import Typed


class Filter(Typed):
    """`moves` is the list, as the screen is asked for it."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("up", "list_cursor(-1)", show=False),
        Binding("down", "list_cursor(1)", show=False),
        Binding("pageup", "list_page(-1)", show=False),
        Binding("pagedown", "list_page(1)", show=False),
        Binding("home", "list_end(0)", show=False),
        Binding("end", "list_end(1)", show=False),
    ]

    class Helped(Message):
        """What the keys do is asked for."""

    def __init__(self, moves: str, **options: Any) -> None:
        super().__init__(compact=True, **options)
        self.moves = moves

    @property
    def list(self) -> Rows:
        return self.screen.query_one(self.moves, Rows)

    def on_key(self, event: events.Key) -> None:
        """Nothing has a question mark in its name: it is the key it is everywhere else."""
        if event.character == "?":
            event.prevent_default()
            event.stop()
            self.post_message(self.Helped())

    def action_list_cursor(self, by: int) -> None:
        self.list.action_cursor(by)

    def action_list_page(self, by: int) -> None:
        self.list.action_page(by)

    def action_list_end(self, last: int) -> None:
        self.list.action_end(last)

    def action_copy(self) -> None:
        """Where nothing is selected, whoever presses this wants to quit."""
        if self.selection.is_empty:
            self.app.action_help_quit()
        else:
            super().action_copy()
