"""The footer: the keys that work now.

Each can be clicked.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, ClassVar

from rich.cells import cell_len
from rich.segment import Segment
from textual import events
from textual.message import Message
from textual.strip import Strip
from textual.widget import Widget


class KeyBar(Widget):
    """One line with keys and what they do."""

    DEFAULT_CSS = """
    KeyBar { height: 1; dock: bottom; background: $panel; color: $text-muted; }
    KeyBar .keybar--key { color: $text-accent; text-style: bold; }
    """
    COMPONENT_CLASSES: ClassVar[set[str]] = {"keybar--key"}

    class Pressed(Message):
        """The message that an action was clicked in the footer."""

        def __init__(self, action: str) -> None:
            """Make the message that `action` was clicked."""
            super().__init__()
            self.action = action

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        """Make an empty footer."""
        super().__init__(*args, **kwargs)
        self.items: list[tuple[str, str, str]] = []
        self._spans: list[tuple[int, int, str]] = []

    def show_keys(self, items: Sequence[tuple[str, str, str]]) -> None:
        """Show `items`, each an (action id, key, label), in the footer, the first ones first.

        One that there is no room for is left out; a shorter one after it may still fit.
        """
        if self.items != list(items):
            self.items = list(items)
            self.refresh()

    def render_line(self, y: int) -> Strip:
        """Return the footer as a strip, and remember where each action is."""
        width, base = self.size.width, self.rich_style
        bold = base + self.get_component_rich_style("keybar--key", partial=True)
        segments: list[Segment] = []
        self._spans, x = [], 0
        for action, key, label in self.items:
            size = cell_len(key) + cell_len(label) + 3
            if x + size - 1 > width:  # the blank after the last label may be cut off
                continue
            segments += [Segment(" ", base), Segment(key, bold), Segment(f" {label} ", base)]
            self._spans.append((x, x + size, action))
            x += size
        return Strip(segments).adjust_cell_length(width, base)

    def on_click(self, event: events.Click) -> None:
        """Post a Pressed message with the action that was clicked, if any."""
        for start, end, action in self._spans:
            if start <= event.x < end:
                self.post_message(self.Pressed(action))
                return
