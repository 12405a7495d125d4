"""The panes by name, where only one of them is seen."""

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
    """At the narrow size: which panes there are, and how bad things stand."""

    class Pressed(Message):
        def __init__(self, name: str) -> None:
            super().__init__()
            self.name = name

    spans: list[tuple[int, int, str]]
    _line: Text | None = None

    def show_tabs(self, screen: BuilderScreen) -> None:
        words = screen.words
        middle = "pane.picker" if screen.picking else "pane.fields"
        position = screen.session.position
        count = position.count("error") + len(position.problems) if is_begun(position) else 0
        titles = {"army": words("pane.army"), "middle": words(middle), "verdict": words("pane.verdict")}
        line, self.spans, x = Text(no_wrap=True), [], 0
        for number, (name, title) in enumerate(titles.items(), 1):
            here = screen.has_class(f"-at-{name}")
            shown = f"{'▶' if here else ' '}{number} {title}{f' ({count})' if name == 'verdict' and count else ''} "
            line.append(shown, "bold reverse" if here else "")
            self.spans.append((x, x + cell_len(shown), name))
            x += cell_len(shown)
        if line != self._line:
            self._line = line
            self.update(line, layout=False)

    def on_click(self, event: events.Click) -> None:
        for start, end, name in self.spans:
            if start <= event.x < end:
                self.post_message(self.Pressed(name))
