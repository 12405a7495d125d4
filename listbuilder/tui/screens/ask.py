"""Questions: choose one of several, type a text, read something."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Sequence
from typing import ClassVar

import msgspec
from rich.cells import cell_len
from textual import events
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Vertical
from textual.screen import ModalScreen
from textual.widgets import Input

from listbuilder.games.shared import search
from listbuilder.tui.screens.base import Fitting
from listbuilder.tui.widgets.rows import Line, Rows
from listbuilder.tui.widgets.typing import Said, Typed, restored

BORDER = 2
FILTERED = 9  # with so many answers there is something to type into


class Answer(msgspec.Struct, frozen=True, kw_only=True):
    """One answer. `why`: what stands against it, shown while the cursor is on it."""

    key: str
    left: str
    right: str = ""
    words: tuple[str, ...] = ()
    chosen: bool = False
    refused: bool = False
    why: tuple[str, ...] = ()


_CSS = """
{name} {{ align: center middle; }}
{name} > Vertical {{
    width: 76; max-width: 96%; height: auto; max-height: 92%;
    background: $surface; border: round $primary; padding: 0 1;
}}
{name} .title {{ text-style: bold; height: auto; }}
{name} .body {{ height: auto; color: $text-muted; }}
{name} Input {{ border: none; height: 1; padding: 0 1; background: $boost; }}
{name} Input:focus {{ border: none; }}
{name} #answers {{ height: auto; max-height: 20; }}
{name} #against {{ height: auto; max-height: 6; background: $panel; }}
"""


class Ask(Fitting, ModalScreen[str | None]):
    """Choose one; escape is no answer."""

    DEFAULT_CSS = _CSS.format(name="Ask")
    BINDINGS: ClassVar[list[BindingType]] = [Binding("escape", "leave", show=False), Binding("enter", "answer", show=False)]

    def __init__(self, title: str, answers: Sequence[Answer], body: str = "", placeholder: str = "", at: str = "") -> None:
        super().__init__()
        self.at = at  # where the cursor is at first; else on what is chosen
        self.heading = title
        self.answers = list(answers)
        self.body = body
        self.placeholder = placeholder

    @property
    def filtered(self) -> bool:
        return len(self.answers) >= FILTERED

    def compose(self) -> ComposeResult:
        with Vertical():
            yield Said(self.heading, classes="title")
            if self.body:
                yield Said(self.body, classes="body")
            if self.filtered:
                yield Typed(placeholder=self.placeholder, id="filter", compact=True)
            yield Rows(id="answers")
            yield Rows(id="against")

    def on_mount(self) -> None:
        rows, against = self.query_one("#answers", Rows), self.query_one("#against", Rows)
        against.can_focus = False
        if self.filtered:
            rows.can_focus = False
            self.set_focus(self.query_one(Input))
        else:
            self.set_focus(rows)
        why = min(max((len(answer.why) for answer in self.answers), default=0) * 2, 6)
        against.styles.height = why
        around = BORDER + why + self.filtered + len(self.body.splitlines()) + 1  # the title
        rows.styles.height = max(min(len(self.answers), 20, self.app.size.height * 92 // 100 - around), 3)
        chosen = next((answer.key for answer in self.answers if answer.chosen), None)
        self._fill("", self.at or chosen)
        self.call_after_refresh(lambda: rows.move_to(rows.cursor))  # into sight, once it is known how much there is to see

    def _fill(self, query: str, cursor: str | None = None) -> None:
        found = search.matching(query, ((answer, (answer.left, *answer.words)) for answer in self.answers))
        lines = []
        for answer in found:
            sign = "✗" if answer.refused else ("●" if answer.chosen else "○")
            look = "dim" if answer.refused else ""
            lines.append(Line(key=answer.key, left=answer.left, right=answer.right, mark=sign, look=look))
        rows = self.query_one("#answers", Rows)
        rows.show(lines, cursor or (found[0].key if found else None))
        self._explain()

    def _explain(self) -> None:
        key = self.query_one("#answers", Rows).cursor
        answer = next((answer for answer in self.answers if answer.key == key), None)
        self.query_one("#against", Rows).show(
            [Line(left=text, mark="!", look="warn", wrap=True) for text in (answer.why if answer else ())]
        )

    def on_input_changed(self, event: Input.Changed) -> None:
        self._fill(event.value)

    def on_input_submitted(self) -> None:
        self.action_answer()

    def on_rows_highlighted(self, event: Rows.Highlighted) -> None:
        if event.rows.id == "answers":
            self._explain()

    def on_rows_chosen(self) -> None:
        self.action_answer()

    def on_key(self, event: events.Key) -> None:
        """With a filter the list is moved from the input."""
        moves = {"up": -1, "down": 1}
        if self.filtered and event.key in moves:
            self.query_one("#answers", Rows).action_cursor(moves[event.key])
            event.stop()
            event.prevent_default()

    def action_answer(self) -> None:
        key = self.query_one("#answers", Rows).cursor
        if isinstance(key, str):
            self.dismiss(key)

    def action_leave(self) -> None:
        self.dismiss(None)


class Type(Fitting, ModalScreen[str | None]):
    """Type a text; escape is no answer. `check` says what is wrong with it, or nothing."""

    DEFAULT_CSS = _CSS.format(name="Type") + "Type #wrong { color: $text-error; height: auto; }"
    BINDINGS: ClassVar[list[BindingType]] = [Binding("escape", "leave", show=False)]

    def __init__(self, title: str, value: str = "", check: Callable[[str], str | None] | None = None, wrong: str = "") -> None:
        super().__init__()
        self.heading = title
        self.value = value
        self.check = check
        self.wrong = wrong

    def compose(self) -> ComposeResult:
        with Vertical():
            yield Said(self.heading, classes="title")
            yield Typed(self.value, id="typed", compact=True, select_on_focus=False)
            yield Said(self.wrong, id="wrong")

    def on_mount(self) -> None:
        self.set_focus(self.query_one(Input))

    def on_input_submitted(self, event: Input.Submitted) -> None:
        text = restored(self.value, event.value)
        wrong = self.check(text) if self.check else None
        if wrong:
            self.query_one("#wrong", Said).say(wrong)
        else:
            self.dismiss(text)

    def action_leave(self) -> None:
        self.dismiss(None)


class Info(Fitting, ModalScreen[Hashable]):
    """Something to read. Enter on a line with a key answers with it; escape closes."""

    DEFAULT_CSS = (
        _CSS.format(name="Info")
        + "Info > Vertical { width: 96%; max-width: 110; } Info #lines { height: auto; max-height: 100%; }"
    )
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("escape,q,i,f4,question_mark", "leave", show=False),
        Binding("enter", "answer", show=False),
    ]

    def __init__(self, title: str, lines: Callable[[int], Sequence[Line]]) -> None:
        super().__init__()
        self.heading = title
        self.make = lines

    def compose(self) -> ComposeResult:
        with Vertical():
            yield Said(self.heading, classes="title")
            yield Rows(id="lines")

    def on_mount(self) -> None:
        self.set_focus(self.query_one(Rows))
        self.call_after_refresh(self._fill)

    def on_resize(self) -> None:
        self.call_after_refresh(self._fill)

    def _fill(self) -> None:
        rows = self.query_one(Rows)
        width = max(rows.size.width - 1, 20)
        lines = self.make(width)
        rows.styles.height = max(
            1, min(sum(1 + cell_len(line.left) // width * line.wrap for line in lines), self.size.height - 6)
        )
        rows.show(lines)

    def action_answer(self) -> None:
        self.dismiss(self.query_one(Rows).cursor)

    def on_rows_chosen(self) -> None:
        self.action_answer()

    def action_leave(self) -> None:
        self.dismiss(None)
