"""The roster as text: for what can't be read, and for whoever likes YAML."""

from __future__ import annotations

from collections.abc import Callable
from typing import ClassVar

from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.screen import Screen
from textual.widgets import TextArea

from listbuilder.model.problem import Problem
from listbuilder.tui.screens.base import Fitting
from listbuilder.tui.text import Words
from listbuilder.tui.widgets.editor import Editor, escape_lines, restore_lines
from listbuilder.tui.widgets.keybar import KeyBar
from listbuilder.tui.widgets.typing import Said


class TextScreen(Fitting, Screen[bool]):
    """An editor of the roster's text.

    `accept` takes the text, or returns the problems for which it can't.
    """

    DEFAULT_CSS = """
    TextScreen #problem {
        height: auto; max-height: 5; background: $panel; padding: 0 1; color: $text-warning;
    }
    TextScreen TextArea { height: 1fr; border: none; }
    """
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("ctrl+s", "accept", show=False, priority=True),
        Binding("escape", "leave", show=False, priority=True),
    ]

    def __init__(
        self,
        text: str,
        words: Words,
        problems: list[Problem],
        accept: Callable[[str], list[Problem]],
    ) -> None:
        """Make an editor of `text` that shows `problems` above it.

        `accept` takes the edited text and returns what is wrong with it, or nothing.
        """
        super().__init__()
        self.text = text
        self.words = words
        self.problems = problems
        self.accept = accept

    def compose(self) -> ComposeResult:
        """Yield the widgets of the screen: problems, editor and footer."""
        yield Said(self._describe_problems(), id="problem")
        yield Editor(escape_lines(self.text), show_line_numbers=True, soft_wrap=False, id="yaml")
        yield KeyBar()

    def on_mount(self) -> None:
        """Focus the editor at the first problem and show the keys."""
        area = self.query_one(TextArea)
        self.set_focus(area)
        self._go_to_problem(self.problems)
        self.query_one(KeyBar).show_keys(
            [
                ("accept", "^S", self.words("action.accept")),
                ("leave", "Esc", self.words("action.leave")),
            ]
        )

    def _describe_problems(self) -> str:
        """Return the first three problems as text, or a hint if there are none."""
        return "\n".join(
            self.words.describe_problem(problem) for problem in self.problems[:3]
        ) or self.words("text_hint")

    def _go_to_problem(self, problems: list[Problem]) -> None:
        """Move the cursor to the first problem that has a line."""
        line = next((problem.line for problem in problems if problem.line), None)
        if line:
            column = next((problem.column for problem in problems if problem.line), None) or 1
            self.query_one(TextArea).move_cursor((line - 1, column - 1), center=True)

    def action_accept(self) -> None:
        """Close the screen if the edited text is accepted; else show its problems and go to the
        first.
        """
        self.problems = self.accept(restore_lines(self.text, self.query_one(TextArea).text))
        if not self.problems:
            self.dismiss(True)
            return
        self.query_one("#problem", Said).show_text(self._describe_problems())
        self._go_to_problem(self.problems)

    def action_leave(self) -> None:
        """Close the screen and leave the roster as it is."""
        self.dismiss(False)

    def on_key_bar_pressed(self, event: KeyBar.Pressed) -> None:
        """Execute the action that was clicked in the footer."""
        if event.action == "accept":
            self.action_accept()
        else:
            self.action_leave()
