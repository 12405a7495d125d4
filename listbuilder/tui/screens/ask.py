"""Questions: choose one of several, type a text, read something."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Sequence
from typing import TYPE_CHECKING, ClassVar, cast

import msgspec
from rich.cells import cell_len
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Vertical
from textual.screen import ModalScreen
from textual.widgets import Input

from listbuilder.games.shared import search
from listbuilder.tui.screens.base import Fitting, is_left
from listbuilder.tui.widgets.cells import wrapped
from listbuilder.tui.widgets.filter import Filter
from listbuilder.tui.widgets.rows import Line, Rows
from listbuilder.tui.widgets.typing import Said, Typed, restored

if TYPE_CHECKING:
    from listbuilder.tui.app import Builder
    from listbuilder.tui.words import Words

BORDER = 2
DIALOG = 76  # cells at most
MOST_ROWS = 20


class Answer(msgspec.Struct, frozen=True, kw_only=True):
    """One answer. `why`: what stands against it, shown while the cursor is on it."""

    key: str
    left: str
    right: str = ""
    words: tuple[str, ...] = ()
    chosen: bool = False
    refused: bool = False
    why: tuple[str, ...] = ()
    wrap: bool = False  # over as many lines as it takes, with nothing to its right


_CSS = """
{name} {{ align: center middle; }}
{name} > Vertical {{
    width: {width}; max-width: 96%; height: auto; max-height: 92%;
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
    """Choose one; escape is no answer. What is typed narrows the answers, however few there are."""

    DEFAULT_CSS = _CSS.format(name="Ask", width=DIALOG)
    BINDINGS: ClassVar[list[BindingType]] = [Binding("escape", "leave", show=False), Binding("enter", "answer", show=False)]

    def __init__(self, title: str, answers: Sequence[Answer], body: str = "", placeholder: str = "", at: str = "") -> None:
        super().__init__()
        self.at = at  # where the cursor is at first; else on what is chosen
        self.heading = title
        self.answers = list(answers)
        self.body = body
        self.placeholder = placeholder

    @property
    def words(self) -> Words:
        return cast("Builder", self.app).words

    def compose(self) -> ComposeResult:
        with Vertical():
            yield Said(self.heading, classes="title")
            if self.body:
                yield Said(self.body, classes="body")
            yield Filter("#answers", placeholder=self.placeholder or self.words("type_to_narrow"), id="filter")
            yield Rows(id="answers")
            yield Rows(id="against")

    def on_mount(self) -> None:
        self.begin()

    def begin(self) -> None:
        """Every class of a screen is told when it is mounted; this is done once."""
        rows, against = self.query_one("#answers", Rows), self.query_one("#against", Rows)
        rows.can_focus = against.can_focus = False
        self.set_focus(self.query_one(Filter))
        room = max(min(DIALOG, self.app.size.width * 96 // 100) - 4, 10)
        why = min(max((len(answer.why) for answer in self.answers), default=0) * 2, 6)
        against.styles.height = why
        body = sum(len(wrapped(line, room)) for line in self.body.splitlines())
        around = BORDER + why + body + len(wrapped(self.heading, room)) + 1  # the filter
        wanted = sum(len(wrapped(answer.left, room - 2)) if answer.wrap else 1 for answer in self.answers)
        rows.styles.height = max(min(wanted, MOST_ROWS, self.app.size.height * 92 // 100 - around), 3)
        chosen = next((answer.key for answer in self.answers if answer.chosen), None)
        self._fill("", self.at or chosen)
        self.call_after_refresh(lambda: rows.move_to(rows.cursor))  # into sight, once it is known how much there is to see

    def _fill(self, query: str, cursor: str | None = None) -> None:
        found = search.matching(query, ((answer, (answer.left, *answer.words)) for answer in self.answers))
        lines = []
        for answer in found:
            sign = "✗" if answer.refused else ("●" if answer.chosen else "○")
            look = "dim" if answer.refused else ""
            lines.append(Line(key=answer.key, left=answer.left, right=answer.right, mark=sign, look=look, wrap=answer.wrap))
        if not found:
            lines.append(Line(left=self.words("nothing_found"), look="dim", wrap=True))
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

    def on_rows_chosen(self, event: Rows.Chosen) -> None:
        if event.rows.id == "answers":
            self.action_answer()

    def action_answer(self) -> None:
        rows = self.query_one("#answers", Rows)
        if isinstance(rows.cursor, str) and rows.cursor in rows.keys:
            self.dismiss(rows.cursor)

    def action_leave(self) -> None:
        self.dismiss(None)


class Type(Fitting, ModalScreen[str | None]):
    """Type a text; escape is no answer. `check` says what is wrong with it, or nothing."""

    DEFAULT_CSS = _CSS.format(name="Type", width=DIALOG) + "Type #wrong { color: $text-error; height: auto; }"
    BINDINGS: ClassVar[list[BindingType]] = [Binding("escape", "leave", show=False)]

    def __init__(
        self, title: str, value: str = "", check: Callable[[str], str | None] | None = None, wrong: str = "",
        *, takes_lists: bool = False,
    ) -> None:  # fmt: skip
        """`takes_lists`: several lines that are pasted are an answer, whatever `check` says of one."""
        super().__init__()
        self.takes_lists = takes_lists
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

    def on_typed_pasted(self, event: Typed.Pasted) -> None:
        if self.takes_lists:
            self.dismiss(event.text)

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
        _CSS.format(name="Info", width=DIALOG)
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
        if is_left(self):
            return
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
