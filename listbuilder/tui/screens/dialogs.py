"""The dialogs: choose one of several, type a text, read something."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Hashable, Sequence
from typing import TYPE_CHECKING, ClassVar, cast

import msgspec
from rich.cells import cell_len
from textual import events
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Vertical
from textual.screen import ModalScreen
from textual.widgets import Input
from textual.widgets.input import Selection

from listbuilder.matching import search
from listbuilder.tui.screens.base import ClosedOutside, is_left
from listbuilder.tui.widgets.filter import Filter
from listbuilder.tui.widgets.rows import Line, Rows
from listbuilder.tui.widgets.terminal_cells import wrap_lines
from listbuilder.tui.widgets.typing import Said, Typed, restore_hidden
from listbuilder.tui.workers import start_worker

if TYPE_CHECKING:
    from listbuilder.tui.app import Builder
    from listbuilder.tui.text import Words

BORDER = 2
DIALOG = 76  # cells at most
MOST_ROWS = 20
TYPED = 0.2  # seconds without another letter after which further answers are looked for


class Answer(msgspec.Struct, frozen=True, kw_only=True):
    """One answer to a question.

    `why`: what counts against it, shown while the cursor is on it. `letter`: the key that gives the
    answer; j and k are taken, because they move the cursor.
    """

    key: str
    left: str
    right: str = ""
    words: tuple[str, ...] = ()
    chosen: bool = False
    refused: bool = False
    why: tuple[str, ...] = ()
    wrap: bool = False  # over as many lines as it takes; what is to its right is on the first
    letter: str = ""


def _count_answer_lines(answer: Answer, width: int) -> int:
    """Return over how many lines `answer` goes in a list that is `width` cells wide."""
    if not answer.wrap:
        return 1
    room = width - 2 - (cell_len(answer.right) + 2 if answer.right else 0)
    return len(wrap_lines(answer.left, max(room, 1)))


_CSS = """
{name} {{ align: center middle; }}
{name} > Vertical {{
    width: {width}; max-width: 96%; height: auto; max-height: 92%;
    background: $surface; border: round $frame-focus; padding: 0 1;
}}
{name} .title {{ text-style: bold; height: auto; }}
{name} .body {{ height: auto; color: $text-muted; }}
{name} > Vertical {{ border-subtitle-color: $text-muted; }}
{name} Input {{ border: none; height: 1; padding: 0 1; background: $field; }}
{name} Input:focus {{ border: none; }}
{name} #answers {{ height: auto; max-height: 20; }}
{name} #against {{ height: auto; max-height: 6; }}
"""


class Ask(ClosedOutside, ModalScreen[str | None]):
    """A dialog to choose one of several answers; Escape gives None.

    Typing narrows them. If the answers have letters, there is nothing to type: a letter answers.
    """

    DEFAULT_CSS = _CSS.format(name="Ask", width=DIALOG)
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("escape", "leave", show=False),
        Binding("enter", "answer", show=False),
        Binding("f1", "app.help", show=False),
    ]

    # the answers that match stay in their order, and don't come by how well they match
    keeps_order = False

    def __init__(
        self,
        title: str,
        answers: Sequence[Answer],
        body: str = "",
        placeholder: str = "",
        at: str = "",
        find_more: Callable[[str], list[Answer]] | None = None,
        point: Callable[[str], None] | None = None,
    ) -> None:
        """Make the dialog that asks the question `title` with these `answers`.

        `body`: a text below the title. `placeholder`: shown in the empty filter. `at`: the key of
        the answer that has the cursor first; by default it is the chosen answer. `find_more`:
        returns further answers for what is typed; it may take long, and is called in a thread.
        `point` is called with the key of each answer that the cursor comes to.
        """
        super().__init__()
        self.at = at
        self.point = point
        self.letters = {answer.letter: answer.key for answer in answers if answer.letter}
        self.find_more = find_more
        self.heading = title
        self.answers = list(answers)
        self.body = body
        self.placeholder = placeholder

    @property
    def words(self) -> Words:
        """Return the messages in the current language."""
        return cast("Builder", self.app).words

    def compose(self) -> ComposeResult:
        """Yield the widgets of the dialog: title, text, filter, answers and reasons."""
        with Vertical() as frame:
            frame.border_subtitle = self.words("dialog.choose")
            yield Said(self.heading, classes="title")
            if self.body:
                yield Said(self.body, classes="body")
            if not self.letters:
                yield Filter(
                    "#answers",
                    placeholder=self.placeholder or self.words("type_to_narrow"),
                    id="filter",
                )
            yield Rows(id="answers")
            yield Rows(id="against")

    def on_mount(self) -> None:
        """Set the dialog up, unless it was left before it was there."""
        if self._find_rows() is not None:
            self.set_up_widgets()

    def set_up_widgets(self) -> None:
        """Set the heights, show the answers, focus the filter and put the cursor on the chosen one.

        It is a method of its own because Textual calls `on_mount` of every class of a screen, and
        this is to be done once.
        """
        rows, against = self.query_one("#answers", Rows), self.query_one("#against", Rows)
        against.can_focus = False
        rows.can_focus = bool(self.letters)
        self.set_focus(rows if self.letters else self.query_one(Filter))
        free_width = max(min(DIALOG, self.app.size.width * 96 // 100) - 4, 10)
        reason_lines = min(max((len(answer.why) for answer in self.answers), default=0) * 2, 6)
        against.styles.height = reason_lines
        body = sum(len(wrap_lines(line, free_width)) for line in self.body.splitlines())
        heading = len(wrap_lines(self.heading, free_width))
        other_lines = BORDER + reason_lines + body + heading + (not self.letters)  # the filter
        answer_lines = sum(_count_answer_lines(answer, free_width) for answer in self.answers)
        rows.styles.height = max(
            min(answer_lines, MOST_ROWS, self.app.size.height * 92 // 100 - other_lines), 3
        )
        chosen = next((answer.key for answer in self.answers if answer.chosen), None)
        self._show_answers("", self.at or chosen)
        # into sight, once it is known how much there is to see
        self.call_after_refresh(lambda: rows.move_cursor_to(rows.cursor))

    def _find_rows(self) -> Rows | None:
        """Return the rows of the answers; None before they are there and once they are removed.

        Why: a key or a result that was on its way arrives then, too.
        """
        if len(self.query("#against")) == 0:
            return None
        return next(iter(self.query("#answers").results(Rows)), None)

    def _show_answers(self, query: str, cursor: str | None = None) -> None:
        """Show the answers that match `query`, and the reasons against the one under the cursor.

        `cursor`: the key of the answer that gets the cursor, by default the best match. If none
        match, a line says so. Nothing is shown once the dialog is left: what was typed just before
        arrives later.
        """
        rows = self._find_rows()
        if rows is None:
            return
        matches = search.find_matching(
            query, ((answer, (answer.left, *answer.words)) for answer in self.answers)
        )
        if self.keeps_order:
            matches.sort(key=self.answers.index)
        lines = []
        for answer in matches:
            sign, look = answer.letter or ("●" if answer.chosen else "○"), ""
            if answer.refused:
                sign, look = "✗", "dim"
            lines.append(
                Line(
                    key=answer.key,
                    left=answer.left,
                    right=answer.right,
                    mark=sign,
                    look=look,
                    wrap=answer.wrap and not answer.right,
                    tail="" if answer.wrap and answer.right else None,
                )
            )
        if not matches:
            lines.append(Line(left=self.words("nothing_found"), look="dim", wrap=True))
        if matches:
            cursor = cursor or matches[0].key
        rows.show_lines(lines, cursor or None)
        self._explain_answer()

    def replace_answers(self, answers: Sequence[Answer]) -> None:
        """Show `answers` in place of the old ones; what is typed and the cursor stay."""
        rows = self._find_rows()
        if is_left(self) or rows is None:
            return
        self.answers = list(answers)
        typed = "".join(entry.value for entry in self.query(Filter))
        cursor = rows.cursor
        self._show_answers(typed, cursor if isinstance(cursor, str) else None)

    def _explain_answer(self) -> None:
        """Show below the list what counts against the answer under the cursor."""
        rows = self._find_rows()
        if rows is None:
            return
        key = rows.cursor
        answer = next((answer for answer in self.answers if answer.key == key), None)
        self.query_one("#against", Rows).show_lines(
            [
                Line(left=text, mark="!", look="warn", wrap=True)
                for text in (answer.why if answer else ())
            ]
        )

    def on_input_changed(self, event: Input.Changed) -> None:
        """Show the answers that match the typed text, and look for further ones."""
        self._show_answers(event.value)
        if self.find_more is not None and event.value.strip():
            start_worker(self, "answers", self._add_answers, event.value)

    async def _add_answers(self, typed: str) -> None:
        """Look for further answers to `typed`, and show them if nothing else is typed meanwhile."""
        await asyncio.sleep(TYPED)
        find_more = self.find_more
        if find_more is None:
            return
        further = await asyncio.to_thread(find_more, typed)
        if is_left(self) or self.query_one(Filter).value != typed:
            return
        known = {answer.left for answer in self.answers}
        self.answers += [answer for answer in further if answer.left not in known]
        self._show_answers(typed)

    def on_key(self, event: events.Key) -> None:
        """Close the dialog with the answer whose letter was pressed."""
        if event.character in self.letters:
            event.stop()
            event.prevent_default()
            self.dismiss(self.letters[event.character])

    def on_input_submitted(self) -> None:
        """Close the dialog with the answer under the cursor."""
        self.action_answer()

    def on_rows_highlighted(self, event: Rows.Highlighted) -> None:
        """Explain the answer that is now under the cursor, and call `point` with its key."""
        if event.rows.id == "answers":
            self._explain_answer()
            if self.point is not None and isinstance(event.key, str):
                self.point(event.key)

    def on_rows_chosen(self, event: Rows.Chosen) -> None:
        """Close the dialog with the answer that was clicked."""
        if event.rows.id == "answers":
            self.action_answer()

    def action_answer(self) -> None:
        """Close the dialog with the key of the answer under the cursor.

        Nothing happens if no answer is shown, or if the dialog is being closed.
        """
        rows = self._find_rows()
        if rows is None:
            return
        if isinstance(rows.cursor, str) and rows.cursor in rows.keys:
            self.dismiss(rows.cursor)

    def action_leave(self) -> None:
        """Close the dialog without an answer."""
        self.dismiss(None)


class Type(ClosedOutside, ModalScreen[str | None]):
    """A dialog to type a text; Escape gives None.

    `check` returns what is wrong with the text, or None.
    """

    DEFAULT_CSS = (
        _CSS.format(name="Type", width=DIALOG) + "Type #wrong { color: $text-error; height: auto; }"
    )
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("escape", "leave", show=False),
        Binding("f1", "app.help", show=False),
    ]

    def __init__(
        self,
        title: str,
        value: str = "",
        check: Callable[[str], str | None] | None = None,
        wrong: str = "",
        *,
        takes_lists: bool = False,
        selects_stem: bool = False,
    ) -> None:
        """Make a dialog that asks for a text, with `value` typed already.

        `check` returns what is wrong with a text, or None. `wrong`: what was wrong with the text
        given before; it is shown at once. `takes_lists`: when several lines are pasted, they are
        the answer, without a check. `selects_stem`: of the path `value`, the name of the file
        without its ending is selected, so that typing replaces it.
        """
        super().__init__()
        self.takes_lists = takes_lists
        self.selects_stem = selects_stem
        self.heading = title
        self.value = value
        self.check = check
        self.wrong = wrong

    def compose(self) -> ComposeResult:
        """Yield the widgets of the dialog: title, entry and error."""
        with Vertical() as frame:
            frame.border_subtitle = cast("Builder", self.app).words("dialog.type")
            yield Said(self.heading, classes="title")
            yield Typed(self.value, id="typed", compact=True, select_on_focus=False)
            yield Said(self.wrong, id="wrong")

    def on_mount(self) -> None:
        """Focus the entry, and select the stem of the file's name if that is wished."""
        entry = self.query_one(Input)
        self.set_focus(entry)
        if self.selects_stem:
            begin = entry.value.rfind("/") + 1
            end = entry.value.rfind(".")
            entry.selection = Selection(begin, end if end > begin else len(entry.value))

    def on_typed_pasted(self, event: Typed.Pasted) -> None:
        """Close the dialog with the pasted lines, if it takes whole lists."""
        if self.takes_lists:
            self.dismiss(event.text)

    def on_input_submitted(self, event: Input.Submitted) -> None:
        """Close the dialog with the typed text, or show what is wrong with it."""
        text = restore_hidden(self.value, event.value)
        wrong = self.check(text) if self.check else None
        if wrong:
            self.query_one("#wrong", Said).show_text(wrong)
        else:
            self.dismiss(text)

    def action_leave(self) -> None:
        """Close the dialog without an answer."""
        self.dismiss(None)


class Info(ClosedOutside, ModalScreen[Hashable]):
    """A dialog with something to read.

    Enter on a line with a key answers with that key; Escape closes it.
    """

    DEFAULT_CSS = (
        _CSS.format(name="Info", width=DIALOG)
        + "Info > Vertical { width: 96%; max-width: 110; }"
        + "Info #lines { height: auto; max-height: 100%; }"
    )
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("escape,q,i,f4,question_mark,f1", "leave", show=False),
        Binding("enter", "answer", show=False),
    ]

    def __init__(self, title: str, lines: Callable[[int], Sequence[Line]]) -> None:
        """Make a dialog with the title `title` that shows the lines `lines` returns for its
        width.
        """
        super().__init__()
        self.heading = title
        self.make = lines

    def compose(self) -> ComposeResult:
        """Yield the widgets of the dialog: title and lines."""
        with Vertical() as frame:
            frame.border_subtitle = cast("Builder", self.app).words("dialog.read")
            yield Said(self.heading, classes="title")
            yield Rows(id="lines")

    def on_mount(self) -> None:
        """Focus the lines and show them once the width is known."""
        self.set_focus(self.query_one(Rows))
        self.call_after_refresh(self._show_text)

    def on_resize(self) -> None:
        """Show the lines again for the new width."""
        self.call_after_refresh(self._show_text)

    def _show_text(self) -> None:
        """Show the lines for the present width and fit the height to them; do nothing if it is
        closed.
        """
        if is_left(self):
            return
        rows = self.query_one(Rows)
        width = max(rows.size.width - 1, 20)
        lines = self.make(width)
        rows.styles.height = max(
            1,
            min(
                sum(1 + cell_len(line.left) // width * line.wrap for line in lines),
                self.size.height - 6,
            ),
        )
        rows.show_lines(lines)

    def action_answer(self) -> None:
        """Close the dialog with the key under the cursor."""
        self.dismiss(self.query_one(Rows).cursor)

    def on_rows_chosen(self) -> None:
        """Close the dialog with the key that was clicked."""
        self.action_answer()

    def action_leave(self) -> None:
        """Close the dialog without an answer."""
        self.dismiss(None)
