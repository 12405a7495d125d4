"""The screen of the forms in which a list can be exported, by purpose, with a preview."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import ClassVar, cast

from rich.cells import cell_len
from textual import events
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Horizontal, Vertical
from textual.screen import ModalScreen
from textual.widgets import Input

from listbuilder.matching import search
from listbuilder.model.problem import Unreadable
from listbuilder.tui.screens.base import ClosedOutside, is_left
from listbuilder.tui.text import Words
from listbuilder.tui.widgets.keybar import KeyBar
from listbuilder.tui.widgets.message_line import MessageLine
from listbuilder.tui.widgets.rows import Line, Rows
from listbuilder.tui.widgets.terminal_cells import wrap_lines
from listbuilder.tui.widgets.typing import Typed
from listbuilder.tui.workers import start_worker

# What people send a list out for; a form that is named nowhere is for other programs.
PURPOSES: dict[str, tuple[str, ...]] = {
    "opponent": ("text", "markdown", "html", "qr", "link"),
    "print": ("pdf", "svg"),
    "tournament": ("gw", "wtc", "wtc-compact", "atc-2026", "nr-simple", "aos-app"),
}
PROGRAMS = "programs"
LINK = "link"  # no file, but what is copied or scanned; it is drawn as a QR code
QR = "qr"
PLAIN = "text"  # what is shown of a form that is no text to read
PICTURES = (".html", ".svg", ".pdf", ".rosz")
DRAWN = (QR,)  # forms with a drawing, which must be seen whole
_DRAWING = frozenset(" █▀▄")
PREVIEW_SHARE, CHOICE_SHARE = 3, 2  # of the width
BORDERS = 3  # cells of the preview's borders and scroll bar
MOST_LINES = 2000
COPY = "c"


class ExportScreen(ClosedOutside, ModalScreen[str | None]):
    """The choice of a form, with a preview.

    Enter answers with the form; `c` copies the preview to the terminal's clipboard. A link can only
    be copied, so Enter does that too.
    """

    DEFAULT_CSS = """
    ExportScreen { align: center middle; }
    ExportScreen > Vertical { width: 100%; height: 100%; background: $surface; }
    ExportScreen Horizontal { height: 1fr; }
    ExportScreen #preview {
        width: 3fr; height: 1fr; border: round $frame; border-title-color: $foreground;
    }
    ExportScreen #choice {
        width: 2fr; min-width: 40; height: 1fr;
        border: round $frame-focus; border-title-color: $foreground;
    }
    ExportScreen Input { border: none; height: 1; padding: 0 1; background: $field; }
    ExportScreen Input:focus { border: none; }
    ExportScreen #forms { height: 1fr; }
    """
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("escape", "leave", show=False),
        Binding("enter", "take", show=False),
        Binding("f1", "app.help", show=False),
    ]

    class Query(Typed):
        """The search field: typing narrows the forms; a `c` where nothing is typed yet copies."""

        def on_key(self, event: events.Key) -> None:
            """Copy the preview, move the cursor of the forms, or scroll the preview.

            Other keys go to the search field.

            `c` copies only while nothing is typed.
            """
            screen = cast("ExportScreen", self.screen)
            moves = {"up": -1, "down": 1}
            if event.character == COPY and not self.value:
                screen.start_copying()
            elif event.key in moves:
                screen.forms.action_cursor(moves[event.key])
            elif event.key in ("pageup", "pagedown"):
                screen.query_one("#preview", Rows).action_page(-1 if event.key == "pageup" else 1)
            else:
                return
            event.stop()
            event.prevent_default()

    def __init__(
        self,
        forms: Mapping[str, str],
        make: Callable[[str], bytes],
        words: Words,
        at: str | None = None,
    ) -> None:
        """Make the screen that offers the export forms `forms`, with the cursor on the form `at`.

        `forms` has the ending of the file by the name of the form.

        `make` returns the bytes that an export in a form would write.
        """
        super().__init__()
        self.endings = forms
        self.make = make
        self.words = words
        self.made: dict[str, str] = {}
        self.failed: set[str] = set()  # forms that can't be made; `made` has the reason
        self.at = at

    def compose(self) -> ComposeResult:
        """Yield the widgets of the screen: preview, search field, forms and footer."""
        with Vertical():
            with Horizontal():
                yield Rows(id="preview")
                with Vertical(id="choice"):
                    yield self.Query(
                        id="filter", compact=True, placeholder=self.words("type_to_narrow")
                    )
                    yield Rows(id="forms")
            yield MessageLine()
            yield KeyBar()

    @property
    def forms(self) -> Rows:
        """Return the list of forms."""
        return self.query_one("#forms", Rows)

    def on_mount(self) -> None:
        """Set the widgets up and show all forms."""
        words = self.words
        for rows in self.query(Rows):
            rows.can_focus = False
        self.query_one("#preview").border_title = words("export.preview")
        self.query_one("#choice").border_title = words("export_title")
        self._show_forms("", self.at)
        self._show_keys()
        self.set_focus(self.query_one(Input))

    def _show_keys(self) -> None:
        """Show in the footer what the keys do with the form under the cursor."""
        words = self.words
        keys = [("take", "⏎", words("export.write")), ("copy", COPY, words("export.copy"))]
        if self.form == LINK:
            keys = [("take", "⏎", words("export.copy"))]
        self.query_one(KeyBar).show_keys([*keys, ("leave", "Esc", words("action.leave"))])

    def _show_forms(self, query: str, cursor: str | None = None) -> None:
        """Show the forms that match `query`, with the cursor on the best match or on `cursor`."""
        matches = [
            name
            for name, _ in search.find_matching(
                query, [((name, ""), self._list_search_words(name)) for name in self.endings]
            )
        ]
        self.forms.show_lines(
            list(self._yield_lines(matches, grouped=not query)),
            cursor or (matches[0] if matches else None),
        )

    def _list_search_words(self, name: str) -> tuple[str, ...]:
        """Return the texts by which a form is found: its id, its name in words and its file's
        ending.
        """
        return (name, self.words(f"export.form.{name.replace('-', '_')}"), self.endings[name])

    def _yield_lines(self, matches: list[str], *, grouped: bool) -> Iterator[Line]:
        """Yield the lines of the forms `matches`, or a line that nothing was found.

        `grouped`: headings say what the forms are for.
        """
        if not matches:
            yield Line(left=self.words("nothing_found"), look="dim", wrap=True)
        for purpose in (*PURPOSES, PROGRAMS):
            names = [name for name in matches if get_purpose(name) == purpose]
            if names and grouped:
                yield Line(left=self.words(f"export.for.{purpose}"), look="head")
            for name in names:
                yield Line(
                    key=name, left=self._list_search_words(name)[1], right=name, indent=1, mark="○"
                )

    @property
    def form(self) -> str | None:
        """Return the name of the form under the cursor, or None if no form is shown."""
        return self.forms.cursor if isinstance(self.forms.cursor, str) else None

    # --- the preview ---

    def on_rows_highlighted(self, event: Rows.Highlighted) -> None:
        """Start a worker that shows the preview of the form now under the cursor."""
        event.stop()
        if event.rows is self.forms and self.form is not None:
            self._show_keys()
            start_worker(self, "preview", self._show_preview)

    async def _show_preview(self) -> None:
        """Show the list in the form under the cursor.

        A picture or an archive is shown as plain text instead. A line above that text says so.
        Nothing is shown if the cursor has moved on meanwhile.
        """
        form = self.form
        if form is None:
            return
        picture = self.endings[form] in PICTURES
        text = await self._get_text(PLAIN if picture and PLAIN in self.endings else form)
        is_link = form == LINK and form not in self.failed
        code = await self._get_text(QR) if is_link else ""
        if is_left(self) or form != self.form:
            return
        preview = self.query_one("#preview", Rows)
        lines: list[Line] = []
        if is_link:
            about = self.words("export.link_about", press="⏎")
            lines = [Line(left=about, look="dim", wrap=True), Line()]
        elif picture:
            note = self.words("export.as_text", form=form)
            lines = [Line(left=note, look="dim", wrap=True), Line()]
        shown = code or text
        text_lines = shown.split("\n")[:MOST_LINES]
        if is_link or form in DRAWN:
            above = sum(len(wrap_lines(line.left, preview.size.width)) for line in lines)
            if too_small := self._explain_too_small(text_lines, preview, above):
                text_lines = [text, ""] if is_link else []
                lines += [Line(left=text_line, wrap=True) for text_line in text_lines]
                lines.append(Line(left=too_small, look="warn", wrap=True))
                text_lines = []
        lines += [Line(left=text_line, wrap=True) for text_line in text_lines]
        preview.show_lines(lines)
        preview.scroll_to(y=0, animate=False)

    def _explain_too_small(
        self, text_lines: Sequence[str], preview: Rows, above: int = 0
    ) -> str | None:
        """Return the sentence that says how large the window must be for a drawn form.

        None if the drawing has room in the preview. Why: a drawing that is broken into pieces, or
        of which only a part is seen, is of no use. What is written below it can be cut off.
        `above`: lines above the drawing.
        """
        room = preview.scrollable_content_region
        drawn = [place for place, text in enumerate(text_lines) if text and set(text) <= _DRAWING]
        width = max((cell_len(text_lines[place]) for place in drawn), default=0)
        height = above + drawn[-1] + 1 if drawn else 0
        if width <= room.width and height <= room.height:
            return None
        screen = self.app.size
        shares = PREVIEW_SHARE + CHOICE_SHARE
        return self.words(
            "export.too_small",
            width=max(-(-(width + BORDERS) * shares // PREVIEW_SHARE), screen.width),
            height=max(height + screen.height - room.height, screen.height),
        )

    async def _get_text(self, form: str) -> str:
        """Return the list as text in `form`; if it can't be made, the reason why.

        It is made only once and then remembered.
        """
        if form not in self.made:
            try:
                raw = await asyncio.to_thread(self.make, form)
                self.made[form] = raw.decode("utf-8-sig", errors="replace")
            except Unreadable as error:
                self.made[form] = self.words.describe_problem(error.problems[0])
                self.failed.add(form)
        return self.made[form]

    # --- keys and clicks ---

    def on_input_changed(self, event: Input.Changed) -> None:
        """Show the forms that match the typed text."""
        self._show_forms(event.value)

    def on_input_submitted(self) -> None:
        """Close the screen with the form under the cursor."""
        self.action_take()

    def on_rows_chosen(self, event: Rows.Chosen) -> None:
        """Close the screen with the form that was clicked."""
        if event.rows is self.forms:
            self.action_take()

    def on_key_bar_pressed(self, event: KeyBar.Pressed) -> None:
        """Execute the action that was clicked in the footer."""
        {"take": self.action_take, "copy": self.start_copying, "leave": self.action_leave}[
            event.action
        ]()

    def action_take(self) -> None:
        """Close the screen with the form under the cursor; copy a link instead."""
        if self.form == LINK:
            self.start_copying()
        elif self.form is not None:
            self.dismiss(self.form)

    def action_leave(self) -> None:
        """Close the screen without an answer."""
        self.dismiss(None)

    def start_copying(self) -> None:
        """Start a worker that copies the list to the clipboard, in the form under the cursor."""
        start_worker(self, "copy", self._copy_to_clipboard)

    async def _copy_to_clipboard(self) -> None:
        """Copy the list to the clipboard in the form under the cursor; a notice says that it is
        done.

        For a form that is no text (PDF, archive), or that can't be made, a warning says so instead.
        """
        form = self.form
        if form is None:
            return
        if self.endings[form] in (".pdf", ".rosz"):
            self.notify(self.words("export.no_text", form=form), severity="warning")
            return
        text = await self._get_text(form)
        if is_left(self):
            return
        if form in self.failed:
            self.notify(text, severity="warning")
            return
        self.app.copy_to_clipboard(text)
        key = "export.link_copied" if form == LINK else "export.copied"
        self.notify(self.words(key, form=form))


def get_purpose(form: str) -> str:
    """Return the purpose of `form` as a key of PURPOSES; PROGRAMS if it is listed under none of
    them.
    """
    return next((purpose for purpose, forms in PURPOSES.items() if form in forms), PROGRAMS)
