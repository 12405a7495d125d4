"""The first screen: begin a roster, open one, recover what a crash interrupted."""

from __future__ import annotations

import asyncio
import os
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, ClassVar, cast

from textual import events
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.screen import Screen

from listbuilder.tui import keymap
from listbuilder.tui.screens.base import Fitting
from listbuilder.tui.widgets.keybar import KeyBar
from listbuilder.tui.widgets.rows import Line, Rows
from listbuilder.workspace import folders, journal

if TYPE_CHECKING:
    from listbuilder.tui.app import Builder

# With the keys of the builder's own screen; those of a file work where the cursor stands on one.
KEYS: tuple[tuple[str, tuple[str, ...]], ...] = (
    ("keys", ("question_mark", "f10")),
    ("new", ("n", "ctrl+n")),
    ("open", ("o", "ctrl+o")),
    ("import", ("i", "I", "ctrl+i")),
    ("duplicate_file", ("d", "C")),
    ("rename_file", ("r", "R")),
    ("delete_file", ("x", "delete")),
    ("take_back", ("u", "ctrl+z")),
    ("language", ("L",)),
    ("quit", ("q", "ctrl+q")),
)
_FOOTER = ("keys", "new", "open", "import", "duplicate_file", "rename_file", "delete_file", "quit")
SHOWN = 12  # recent files
VERDICTS = {"legal": ("✓", "good"), "illegal": ("✗", "bad"), "unread": ("?", "warn")}


class HomeScreen(Fitting, Screen[None]):
    """The first screen.

    Keys of its lines are ("do", action), ("recover", place) and ("file", path).
    """

    DEFAULT_CSS = "HomeScreen #home { height: 1fr; border: round $primary; padding: 1 2; }"
    BINDINGS: ClassVar[list[BindingType]] = [
        *(Binding(",".join(keys), f"do('{action}')", show=False) for action, keys in KEYS),
        Binding("enter", "choose", show=False),
    ]

    @property
    def builder(self) -> Builder:
        """Return the application."""
        return cast("Builder", self.app)

    def compose(self) -> ComposeResult:
        """Yield the widgets of the screen: the list and the footer."""
        yield Rows(id="home")
        yield KeyBar()

    def on_mount(self) -> None:
        """Give the keyboard to the list of the screen."""
        self.set_focus(self.query_one(Rows))

    def on_screen_resume(self) -> None:
        """Refresh the screen when it is shown again."""
        super().on_screen_resume()
        self.refresh_all()

    def refresh_all(self) -> None:
        """Look for recovery files and recent files, and show them with the keys.

        Recent files that were changed elsewhere are checked a second later, in the background.
        """
        words = self.builder.words
        recovery_files = journal.scan_recovery_folder()
        self.found, self.closed = recovery_files.found, recovery_files.closed
        self.builder.set_aside += recovery_files.aside
        self.files = [path for path in folders.list_recent_files() if folders.is_there(path)][
            :SHOWN
        ]
        self.seen = folders.find_unchanged_seen(self.files)
        rows = self.query_one(Rows)
        rows.border_title = "listbuilder"
        rows.show_lines(list(self._yield_lines()))
        keys = dict(KEYS)
        self.query_one(KeyBar).show_keys(
            [
                (action, keymap.format_key(keys[action][0]), words(f"action.{action}"))
                for action in _FOOTER
            ]
        )
        if len(self.seen) < len(self.files):
            self.set_timer(
                1.0,
                lambda: self.run_worker(self._check_changed_files(), group="looks", exclusive=True),
            )

    async def _check_changed_files(self) -> None:
        """Judge the recent files whose content isn't known, and show their verdicts.

        Nothing is shown if another screen is on top.

        These are files that were changed by another program since the builder last saw them.
        """
        from listbuilder.data.library import Library
        from listbuilder.workspace import recent_files

        if (
            await asyncio.to_thread(
                recent_files.judge_unknown_files, self.files, Library(), self.builder.as_of
            )
            and self.is_current
        ):
            self.seen = folders.find_unchanged_seen(self.files)
            self.query_one(Rows).show_lines(list(self._yield_lines()))

    def _yield_lines(self) -> Iterator[Line]:
        """Yield all lines: unsaved changes, unusable recovery files, how to begin, and recent
        files.
        """
        words = self.builder.words
        yield Line(left=words("home.what"), look="dim", wrap=True)
        yield Line()
        yield from self._yield_interrupted()
        yield from self._yield_unusable_recovery_files()
        yield Line(left=words("home.begin"), look="head")
        yield Line(
            key=("do", "new"), left=words("action.new"), right="n", mark="+", mark_look="good"
        )
        yield Line(key=("do", "open"), left=words("action.open"), right="o", mark="…")
        yield Line(key=("do", "import"), left=words("home.import"), right="i", mark="⇣")
        if self.files:
            yield Line()
            yield Line(left=words("home.recent"), look="head")
            for path in self.files:
                yield from self._yield_file(path)

    def _yield_interrupted(self) -> Iterator[Line]:
        """Yield a line for each roster whose unsaved changes a crash left behind."""
        words = self.builder.words
        if not self.found:
            return
        yield Line(left=words("home.interrupted"), look="head")
        for place, left_behind in enumerate(self.found):
            name = str(left_behind.path) if left_behind.path else words("unnamed")
            message_key = "home.recover_part" if left_behind.story.lost else "home.recover"
            text = words(message_key, name=name, count=left_behind.count, all=left_behind.all)
            yield Line(key=("recover", place), left=text, mark="↺", mark_look="warn", wrap=True)
        yield Line()

    def _yield_unusable_recovery_files(self) -> Iterator[Line]:
        """Yield a warning for each recovery file that is damaged or can't be read."""
        words = self.builder.words
        sentences = [words.describe_set_aside(aside) for aside in self.builder.set_aside]
        sentences += [
            words("recovery_closed", reason=reason, file=str(file)) for file, reason in self.closed
        ]
        for sentence in sentences:
            yield Line(left=sentence, mark="!", look="warn", wrap=True)
        if sentences:
            yield Line()

    def _yield_file(self, path: Path) -> Iterator[Line]:
        """Yield two lines for a recent file.

        The first has its name, points and verdict, the second its game, faction and folder.

        They are what the builder saw last. If the file has changed since, only its name and folder
        are shown.
        """
        words, seen = self.builder.words, self.seen.get(path)
        name = f"{seen.name}  " if seen is not None and seen.name else ""
        left = f"{name}{path.name}"
        if seen is None:
            yield Line(key=("file", path), left=left, mark="·")
            yield Line(left=_format_folder(path.parent), look="dim", indent=4)
            return
        sign, look = VERDICTS.get(seen.verdict, ("?", "warn"))
        limit = f"/{seen.limit}" if seen.limit is not None else ""
        points = f"{seen.points}{limit}" if seen.points is not None else ""
        right = "  ".join(filter(None, (points, words.translate_verdict(seen.verdict))))
        yield Line(key=("file", path), left=left, right=right, mark=sign, mark_look=look)
        details = (
            words.translate_name(seen.game),
            words.translate_name(seen.faction),
            _format_folder(path.parent),
        )
        yield Line(left=" · ".join(filter(None, details)), look="dim", indent=4)

    # --- keys ---

    def on_rows_chosen(self) -> None:
        """Do what Enter does, after a click on the line that has the cursor."""
        self.action_choose()

    def on_key_bar_pressed(self, event: KeyBar.Pressed) -> None:
        """Execute the action that was clicked in the footer."""
        self.action_do(event.action)

    def on_paste(self, event: events.Paste) -> None:
        """Open the list that was pasted, or the file whose name was pasted; ignore blank text."""
        event.stop()
        if event.text.strip():
            from listbuilder.tui.actions import import_list

            self.builder.run_flow(import_list.open_pasted(self.builder, event.text))

    @property
    def file(self) -> Path | None:
        """Return the path of the file under the cursor, or None if the line is not that of a
        file.
        """
        key = self.query_one(Rows).cursor
        return key[1] if isinstance(key, tuple) and key[0] == "file" else None

    def action_choose(self) -> None:
        """Do what the line under the cursor stands for: an action, a recovery or a file."""
        key = self.query_one(Rows).cursor
        if not isinstance(key, tuple):
            return
        if key[0] == "do":
            self.action_do(key[1])
        elif key[0] == "recover":
            self.builder.run_flow(self.builder.recover_session(self.found[key[1]]))
        else:
            self.builder.run_flow(self.builder.open_path(key[1]))

    def action_do(self, action: str) -> None:
        """Execute an action of the first screen by its id."""
        self.builder.do_from_home(action)


def _format_folder(folder: Path) -> str:
    """Return the path of `folder` as text, with `~` in place of the home folder."""
    home_folder = str(Path.home())
    text = os.fspath(folder)
    if text == home_folder or text.startswith(home_folder + os.sep):
        return f"~{text[len(home_folder) :]}"
    return text
