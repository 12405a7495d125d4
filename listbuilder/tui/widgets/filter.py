"""The field that narrows a list by typing.

The keys that move through a list do so from here.
"""

from __future__ import annotations

from typing import Any, ClassVar

from textual import events
from textual.binding import Binding, BindingType
from textual.message import Message

from listbuilder.tui.widgets.rows import Rows
from listbuilder.tui.widgets.typing import Typed


class Filter(Typed):
    """A field to type in.

    `moves`: the selector by which the screen finds the list.
    """

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("up", "list_cursor(-1)", show=False),
        Binding("down", "list_cursor(1)", show=False),
        Binding("pageup", "list_page(-1)", show=False),
        Binding("pagedown", "list_page(1)", show=False),
        Binding("home", "list_end(0)", show=False),
        Binding("end", "list_end(1)", show=False),
    ]

    class Helped(Message):
        """The message that asks for the list of keys."""

    def __init__(self, moves: str, **options: Any) -> None:
        """Make a field that narrows a list by typing; `moves` is the selector of that list."""
        super().__init__(compact=True, **options)
        self.moves = moves

    @property
    def list(self) -> Rows:
        """Return the list that is narrowed."""
        return self.screen.query_one(self.moves, Rows)

    def on_key(self, event: events.Key) -> None:
        """Post a Helped message at a question mark; leave other keys to the field.

        Why: no name contains a question mark.
        """
        if event.character == "?":
            event.prevent_default()
            event.stop()
            self.post_message(self.Helped())

    def action_list_cursor(self, by: int) -> None:
        """Move the cursor of the list by `by` lines."""
        self.list.action_cursor(by)

    def action_list_page(self, by: int) -> None:
        """Move the cursor of the list by `by` pages."""
        self.list.action_page(by)

    def action_list_end(self, last: int) -> None:
        """Move the cursor to the first line of the list, or to the last one if `last`."""
        self.list.action_end(last)

    def action_copy(self) -> None:
        """Copy the selected text; if nothing is selected, show how to quit.

        Why: with nothing selected, a player who presses Ctrl+C wants to quit.
        """
        if self.selection.is_empty:
            self.app.action_help_quit()
        else:
            super().action_copy()
