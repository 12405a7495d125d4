"""The tabs: the panes by name, where only one of them is seen."""

from __future__ import annotations

from typing import TYPE_CHECKING

from rich.cells import cell_len
from rich.text import Text
from textual import events
from textual.message import Message
from textual.widgets import Static

from listbuilder.tui.widgets.verdict import is_begun

if TYPE_CHECKING:
    from listbuilder.tui.screens.builder import BuilderScreen


class Tabs(Static):
    """A line with the names of the panes and the number of errors, for narrow terminals."""

    class Pressed(Message):
        """The message that the tab of a pane was clicked."""

        def __init__(self, name: str) -> None:
            """Make the message that the tab `name` was clicked."""
            super().__init__()
            self.name = name

    spans: list[tuple[int, int, str]]
    _line: Text | None = None

    def show_tabs(self, screen: BuilderScreen) -> None:
        """Show the names of the panes with the visible one marked, and the number of errors."""
        words = screen.words
        middle = "pane.picker" if screen.picking else "pane.fields"
        position = screen.session.position
        count = (
            position.count_findings("error") + len(position.problems) if is_begun(position) else 0
        )
        titles = {
            "army": words("pane.army"),
            "middle": words(middle),
            "verdict": words("pane.verdict"),
        }
        line, self.spans, x = Text(no_wrap=True), [], 0
        for number, (name, title) in enumerate(titles.items(), 1):
            is_shown = screen.has_class(f"-at-{name}")
            sign = "▶" if is_shown else " "
            count_shown = f" ({count})" if name == "verdict" and count else ""
            label = f"{sign}{number} {title}{count_shown} "
            line.append(label, "bold reverse" if is_shown else "")
            self.spans.append((x, x + cell_len(label), name))
            x += cell_len(label)
        if line != self._line:
            self._line = line
            self.update(line, layout=False)

    def on_click(self, event: events.Click) -> None:
        """Post a Pressed message with the name of the pane whose tab was clicked, if any."""
        for start, end, name in self.spans:
            if start <= event.x < end:
                self.post_message(self.Pressed(name))
