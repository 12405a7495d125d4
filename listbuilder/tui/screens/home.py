"""The first screen: begin a roster, open one, recover what a crash interrupted."""

from __future__ import annotations

import asyncio
import os
from collections.abc import Iterator
from datetime import datetime
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, ClassVar, cast

from textual import events
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.screen import Screen

from listbuilder.games.data_age import DataAge
from listbuilder.games.registry import SYSTEMS, get_game
from listbuilder.model.base import fold
from listbuilder.tui import keymap
from listbuilder.tui.screens.base import Fitting
from listbuilder.tui.widgets.keybar import KeyBar
from listbuilder.tui.widgets.message_line import MessageLine
from listbuilder.tui.widgets.rows import Line, Rows
from listbuilder.tui.workers import start_worker
from listbuilder.workspace import data_notice, folders, journal, library_files

if TYPE_CHECKING:
    from textual.widgets import Input

    from listbuilder.tui.app import Builder

# With the keys of the builder's own screen; those of a file work where the cursor stands on one.
KEYS: tuple[tuple[str, tuple[str, ...]], ...] = (
    ("help", ("f1", "question_mark")),
    ("new", ("n", "ctrl+n")),
    ("open", ("o", "ctrl+o")),
    ("import", ("i", "I", "ctrl+i")),
    ("mark_file", ("space",)),
    ("duplicate_file", ("d", "C")),
    ("rename_file", ("r", "R")),
    ("delete_file", ("x", "delete")),
    ("take_back", ("u", "ctrl+z")),
    ("search_lists", ("slash",)),
    ("sort_lists", ("s",)),
    ("language", ("L",)),
    ("messages", ("N", "f9")),
    ("quit", ("q", "ctrl+q")),
)
# what the footer shows with the cursor on a list, and elsewhere
_FILE_FOOTER = (
    *("choose_file", "delete_file", "mark_file", "search_lists", "sort_lists"),
    *("help", "quit", "duplicate_file", "rename_file"),
)
_FOOTER = ("new", "open", "import", "help", "quit", "language")
ORDERS = ("date", "name", "folder")
BATCH = 4  # lists judged between two looks at the screen
DATA_PAGE = "docs/data.md"
VERDICTS = {"legal": ("✓", "good"), "illegal": ("✗", "bad"), "unread": ("?", "warn")}


class HomeScreen(Fitting, Screen[None]):
    """The first screen.

    Keys of its lines are ("do", action), ("recover", place) and ("file", path).
    """

    DEFAULT_CSS = """
    HomeScreen #home {
        height: 1fr; border: round $frame-focus; border-title-color: $foreground; padding: 1 2;
    }
    HomeScreen.-filled #home { padding: 0 1; }
    HomeScreen #search { height: 1; padding: 0 1; background: $field; border: none; }
    """
    BINDINGS: ClassVar[list[BindingType]] = [
        *(Binding(",".join(keys), f"do('{action}')", show=False) for action, keys in KEYS),
        Binding("enter", "choose", show=False),
        Binding("escape", "end_search", show=False),
        Binding("tab", "go_to_lists", show=False, priority=True),
    ]

    old_data: list[DataAge] | None = None  # what the screen tells of, once it was looked for

    def __init__(self) -> None:
        """Make the screen; nothing is read yet but the order of the lists."""
        super().__init__()
        self.files: list[Path] = []  # all that are known
        self.query_text = ""  # what is searched for
        self.shown: list[Path] = []  # those that match the search, in their order
        self.marked: set[Path] = set()
        order = folders.load_settings().home_order
        self.order = order if order in ORDERS else ORDERS[0]

    @property
    def builder(self) -> Builder:
        """Return the application."""
        return cast("Builder", self.app)

    def compose(self) -> ComposeResult:
        """Yield the widgets of the screen: the list, messages and the footer."""
        yield Rows(id="home")
        yield MessageLine()
        yield KeyBar()

    def on_mount(self) -> None:
        """Give the keyboard to the list of the screen."""
        self.set_focus(self.query_one("#home", Rows))

    def on_screen_resume(self) -> None:
        """Refresh the screen when it is shown again."""
        super().on_screen_resume()
        self.refresh_all()

    def refresh_all(self) -> None:
        """Look for recovery files and recent files, and show them with the keys.

        A moment later, other lists in their folders are found, and lists that were changed
        elsewhere are checked, both in the background.
        """
        recovery_files = journal.scan_recovery_folder()
        self.found, self.closed = recovery_files.found, recovery_files.closed
        self.builder.set_aside += recovery_files.aside
        recent = [path for path in folders.list_recent_files() if folders.is_there(path)]
        others = [path for path in self.files if path not in recent and folders.is_there(path)]
        self.files = [*recent, *others]
        self.marked &= set(self.files)
        if self.old_data is None:
            self.old_data = data_notice.take_untold(SYSTEMS, self.builder.library)
        self.show_lists()
        self.set_timer(1.0, partial(start_worker, self, "looks", self._complete_library))

    async def _complete_library(self) -> None:
        """Find the lists beside the recent ones, and judge those whose content isn't known.

        These are files that the builder never saw, or that another program changed since. Nothing
        more is judged while another screen is on top.
        """
        from listbuilder.data.library import Library
        from listbuilder.workspace import library_files, recent_files

        found = await asyncio.to_thread(library_files.find_rosters_beside, self.files)
        if found and self.is_current:
            self.files += found
            self.show_lists()
        known = folders.find_unchanged_seen(self.files)
        unknown = [path for path in self.files if path not in known]
        library = Library()
        for start in range(0, len(unknown), BATCH):
            if not self.is_current:
                return
            batch = unknown[start : start + BATCH]
            if await asyncio.to_thread(
                recent_files.judge_unknown_files, batch, library, self.builder.as_of
            ):
                self.show_lists()

    def show_lists(self) -> None:
        """Show all lines again, in the order and with the search that are set."""
        if not self.is_current:
            return
        self.seen = folders.find_unchanged_seen(self.files)
        self.shown = self._sort_files(self._search_files())
        self.set_class(bool(self.files), "-filled")
        rows = self.query_one("#home", Rows)
        rows.border_title = "listbuilder"
        words = self.builder.words
        subtitle = []
        if self.files:
            order = words(f"home.order.{self.order}")
            subtitle = [words("home.lists", count=len(self.files)), order]
        if self.marked:
            subtitle.append(words("home.marked", count=len(self.marked)))
        rows.border_subtitle = " · ".join(subtitle)
        rows.show_lines(list(self._yield_lines()))
        self._show_keys()

    def _show_keys(self) -> None:
        """Show in the footer the keys that work on the line under the cursor, and its path."""
        keys = dict(KEYS)
        keys["choose_file"] = ("enter",)
        footer = _FOOTER if self.file is None else _FILE_FOOTER
        self.query_one(KeyBar).show_keys(
            [
                (action, keymap.format_key(keys[action][0]), self.builder.words(f"action.{action}"))
                for action in footer
            ]
        )
        path = _format_folder(self.file) if self.file is not None else ""
        self.query_one(MessageLine).show_usual(Line(left=path, look="dim"))

    def _search_files(self) -> list[Path]:
        """Return the files that match what is typed in the search: all if it is empty."""
        if not self.query_text:
            return self.files
        from listbuilder.matching import search

        things: list[tuple[Path, tuple[str, ...]]] = []
        for path in self.files:
            seen = self.seen.get(path)
            texts: tuple[str, ...] = (path.name, path.parent.name)
            if seen is not None:
                faction = self.builder.words.translate_name(seen.faction)
                game = self._format_game(seen)
                texts = (seen.name or path.name, *texts, seen.faction, faction, seen.game, game)
            things.append((path, texts))
        return search.find_matching(self.query_text, things)

    def _sort_files(self, files: list[Path]) -> list[Path]:
        """Return `files` in the order that is set: newest first, by name, or by folder and name."""

        def get_name(path: Path) -> str:
            """Return the name by which the file is sorted."""
            seen = self.seen.get(path)
            return fold(seen.name if seen is not None and seen.name else path.name)

        if self.order == "date":
            return sorted(files, key=library_files.get_saved_time, reverse=True)
        if self.order == "name":
            return sorted(files, key=get_name)
        return sorted(files, key=lambda path: (os.fspath(path.parent), get_name(path)))

    def _format_game(self, seen: folders.Seen) -> str:
        """Return the title of the game of a list in the current language."""
        words = self.builder.words
        if not seen.edition:
            return words.translate_name(seen.game)
        return words.format_game_edition(seen.game, seen.edition)

    def _yield_lines(self) -> Iterator[Line]:
        """Yield all lines: unsaved changes, unusable recovery files, how to begin, and lists.

        While there are no lists yet, each way to begin is explained.
        """
        words = self.builder.words
        is_first = not self.files
        if is_first:
            yield Line(left=words("home.what"), look="dim", wrap=True)
            yield Line()
        yield from self._yield_interrupted()
        yield from self._yield_unusable_recovery_files()
        yield from self._yield_old_data()
        yield Line(left=words("home.begin"), look="head")
        starts = (("new", "new", "+"), ("open", "open", "…"), ("import", "import", "⇣"))
        for action, key, mark in starts:
            text = words("home.import") if action == "import" else words(f"action.{action}")
            mark_look = "good" if action == "new" else ""
            yield Line(key=("do", action), left=text, right=key[0], mark=mark, mark_look=mark_look)
            if is_first:
                yield Line(left=words(f"home.about.{action}"), look="dim", indent=2, wrap=True)
        if self.files:
            yield Line()
            yield Line(left=words("home.recent"), look="head")
            folder: Path | None = None
            for path in self.shown:
                if self.order == "folder" and path.parent != folder:
                    folder = path.parent
                    yield Line(left=_format_folder(folder), look="dim")
                yield from self._yield_file(path)
            if not self.shown:
                yield Line(left=words("nothing_found"), look="dim", wrap=True)

    def _yield_interrupted(self) -> Iterator[Line]:
        """Yield a line for each roster whose unsaved changes a crash left behind."""
        words = self.builder.words
        if not self.found:
            return
        yield Line(left=words("home.interrupted"), look="head")
        for place, left_behind in enumerate(self.found):
            name = str(left_behind.path) if left_behind.path else words("unnamed")
            message_key = "home.recover_part" if left_behind.story.lost else "home.recover"
            if not left_behind.all:
                message_key = "home.recover_new"
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

    def _yield_old_data(self) -> Iterator[Line]:
        """Yield a line for each game of which newer data may exist, if it wasn't told before."""
        words, library = self.builder.words, self.builder.library
        for age in self.old_data or ():
            game = words.format_game_title(get_game(age.system).load_rulebook(library))
            key = "home.old_points" if age.has_points else "home.old"
            text = words(key, game=game, day=age.day, file=DATA_PAGE)
            yield Line(left=text, mark="·", look="dim", wrap=True)
        if self.old_data:
            yield Line()

    def _yield_file(self, path: Path) -> Iterator[Line]:
        """Yield two lines for a list.

        The first has its name, points and verdict, the second its faction, game, folder and the day
        when it was saved. They are what the builder saw last. If the file has changed since, only
        its name, folder and day are shown.
        """
        words, seen = self.builder.words, self.seen.get(path)
        name = f"{seen.name}  " if seen is not None and seen.name else ""
        sign, look, right, details = "·", "", "", []
        if seen is not None:
            sign, look = VERDICTS.get(seen.verdict, ("?", "warn"))
            limit = f"/{seen.limit}" if seen.limit is not None else ""
            points = f"{seen.points}{limit}" if seen.points is not None else ""
            right = "  ".join(filter(None, (points, words.translate_verdict(seen.verdict))))
            details = [words.translate_name(seen.faction), self._format_game(seen)]
        if path in self.marked:
            sign, look = "●", "head"
        yield Line(
            key=("file", path), left=f"{name}{path.name}", right=right, mark=sign, mark_look=look
        )
        if self.order != "folder":
            details.append(_format_folder(path.parent))
        saved = datetime.fromtimestamp(library_files.get_saved_time(path))
        yield Line(
            left=" · ".join(filter(None, details)), right=f"{saved:%Y-%m-%d}", look="dim", indent=4
        )

    # --- keys ---

    def on_rows_chosen(self) -> None:
        """Do what Enter does, after a click on the line that has the cursor."""
        self.action_choose()

    def on_key_bar_pressed(self, event: KeyBar.Pressed) -> None:
        """Execute the action that was clicked in the footer."""
        if event.action == "choose_file":
            self.action_choose()
        else:
            self.action_do(event.action)

    def on_paste(self, event: events.Paste) -> None:
        """Open the list that was pasted, or the file whose name was pasted; ignore blank text."""
        event.stop()
        if event.text.strip():
            from listbuilder.tui.actions import import_list

            self.builder.run_flow(import_list.open_pasted, self.builder, event.text)

    @property
    def file(self) -> Path | None:
        """Return the path of the file under the cursor, or None if the line is not that of a
        file.
        """
        key = self.query_one("#home", Rows).cursor
        return key[1] if isinstance(key, tuple) and key[0] == "file" else None

    def action_choose(self) -> None:
        """Do what the line under the cursor stands for: an action, a recovery or a file."""
        key = self.query_one("#home", Rows).cursor
        if not isinstance(key, tuple):
            return
        if key[0] == "do":
            self.action_do(key[1])
            return
        from listbuilder.tui.actions import open_file

        if key[0] == "recover":
            if key[1] >= len(self.found):
                return  # taken up or discarded elsewhere since the line was drawn
            self.builder.run_flow(open_file.recover_session, self.builder, self.found[key[1]])
        else:
            self.builder.run_flow(open_file.open_path, self.builder, key[1])

    def action_do(self, action: str) -> None:
        """Execute an action of the first screen by its id."""
        self.builder.do_from_home(action)

    # --- the library ---

    @property
    def chosen_files(self) -> list[Path]:
        """Return the marked files; without any, the one under the cursor, if there is one."""
        if self.marked:
            return [path for path in self.files if path in self.marked]
        return [self.file] if self.file is not None else []

    def move_cursor_to_file(self, path: Path) -> None:
        """Put the cursor on the line of the file at `path`, if it is shown."""
        self.query_one("#home", Rows).move_cursor_to(("file", path))

    def toggle_mark(self, path: Path) -> None:
        """Mark the file at `path`, or take its mark off, and go to the next line."""
        self.marked ^= {path}
        self.show_lists()
        self.query_one("#home", Rows).action_cursor(1)

    def change_order(self) -> None:
        """Sort the lists by the next of date, name and folder, and remember it."""
        self.order = ORDERS[(ORDERS.index(self.order) + 1) % len(ORDERS)]
        folders.change_settings(home_order=self.order)
        self.show_lists()

    def start_search(self) -> None:
        """Show the field for searching among the lists, and give it the keyboard.

        It is imported only now, because the first screen must be drawn quickly.
        """
        from listbuilder.tui.widgets.filter import Filter

        for entry in self.query(Filter):
            self.set_focus(entry)
            return
        placeholder = self.builder.words("home.search")
        entry = Filter("#home", id="search", placeholder=placeholder)
        self.mount(entry, before="#home")
        self.set_focus(entry)

    def action_end_search(self) -> None:
        """Show all lists again, and give them the keyboard."""
        self.query_text = ""
        self.action_go_to_lists()
        self.query("#search").remove()
        self.show_lists()

    def action_go_to_lists(self) -> None:
        """Give the keyboard to the list; a search stays."""
        self.set_focus(self.query_one("#home", Rows))

    def on_input_changed(self, event: Input.Changed) -> None:
        """Show the lists that match the typed text, with the cursor on the first of them."""
        self.query_text = event.value
        self.show_lists()
        if self.query_text and self.shown:
            self.move_cursor_to_file(self.shown[0])

    def on_input_submitted(self) -> None:
        """Open the list under the cursor, after Enter in the search."""
        self.action_choose()

    def on_filter_helped(self) -> None:
        """Show the help when a question mark is typed in the search."""
        self.action_do("help")

    def on_rows_highlighted(self) -> None:
        """Show the keys for the line that has the cursor now."""
        self._show_keys()


def _format_folder(folder: Path) -> str:
    """Return the path of `folder` as text, with `~` in place of the home folder."""
    home_folder = str(Path.home())
    text = os.fspath(folder)
    if text == home_folder or text.startswith(home_folder + os.sep):
        return f"~{text[len(home_folder) :]}"
    return text
