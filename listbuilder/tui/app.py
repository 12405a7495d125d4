"""The application: the screen shown, the language, and how rosters are opened and closed."""

from __future__ import annotations

import asyncio
import contextlib
import gc
import os
from collections.abc import Callable, Coroutine
from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING, Any, ClassVar, ParamSpec

from textual import events
from textual.binding import Binding, BindingType
from textual.geometry import Size

from listbuilder.data.library import Library
from listbuilder.i18n.messages import Lang, find_language
from listbuilder.model.problem import Problem, Unreadable
from listbuilder.tui.linux_console import is_linux_console, make_plain_driver
from listbuilder.tui.notices import NoticeApp
from listbuilder.tui.screens.base import Steady
from listbuilder.tui.screens.home import HomeScreen
from listbuilder.tui.screens.too_small import LEAST, TooSmall
from listbuilder.tui.text import Words
from listbuilder.tui.theme import find_accent, make_variables
from listbuilder.tui.workers import start_worker
from listbuilder.workspace import folders, journal, locked_file
from listbuilder.yamlio import reader

if TYPE_CHECKING:
    from textual.driver import Driver
    from textual.screen import Screen

    from listbuilder.advice.collection import Owned
    from listbuilder.tui.screens.builder import BuilderScreen
    from listbuilder.workspace.session import Session

# What the first screen does not need is imported behind it: the first paint has a budget.

SETTLED = 0.2  # seconds after which a new screen has been drawn

P = ParamSpec("P")


def _freeze_garbage_collector() -> None:
    """Collect garbage once, then exempt all objects that are left from garbage collection.

    Why: otherwise the collector looks through all of Textual again and again, 30 ms each time, in
    the middle of an edit.
    """
    gc.collect()
    gc.freeze()


def _is_untouched(session: Session) -> bool:
    """Return whether `session` is a new list in which nothing was added or changed yet."""
    has_units = session.army is None or bool(session.army.units)
    return session.disk is None and not session.can_undo and not has_units


class Builder(NoticeApp):
    """The application of `listbuilder` and `listbuilder edit FILE`."""

    TITLE = "listbuilder"
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("ctrl+q", "leave", show=False, priority=True),
        Binding("f1", "help", show=False),
    ]
    accent: str | None = None  # the colour of the faction whose list is open

    def __init__(
        self,
        library: Library,
        lang: Lang,
        file: Path | None = None,
        as_of: str | None = None,
        owned: Owned | None = None,
    ) -> None:
        """Set up the builder; nothing is opened or drawn yet.

        `library` gives the game data and `lang` is the language of the messages. `file`: the roster
        to open at the start, None for the first screen. `as_of`: the date given with --as-of.
        `owned`: the player's collection of models. The theme is taken from the settings.
        """
        super().__init__()
        self.animation_level = "none"
        self.library = library
        self.words = Words(lang)
        self.as_of = as_of
        self.owned = owned
        self.file = file
        self._size_now = Size(*LEAST)
        self._main: BuilderScreen | None = None
        self.set_aside: list[journal.SetAside] = []
        self._told_aside = 0
        self._to_end = False
        self._loop_now: asyncio.AbstractEventLoop | None = None
        theme = folders.load_settings().theme
        if theme in self.available_themes:
            self.theme = theme

    @property
    def main(self) -> BuilderScreen | None:
        """Return the screen of the open roster; None if none is shown."""
        return self._main if self._main in self.screen_stack else None

    @property
    def open_session(self) -> Session | None:
        """Return the session of the roster opened last, even when its screen is closed.

        None if no roster was opened.
        """
        return self._main.session if self._main is not None else None

    def end_soon(self) -> None:
        """End the application as soon as its event loop gets to it.

        If it isn't running yet, it ends at its start.

        It is called when the process receives a signal.
        """
        self._to_end = True
        if self._loop_now is not None:
            with contextlib.suppress(RuntimeError):  # it has ended already
                self._loop_now.call_soon_threadsafe(self.exit)

    def on_mount(self) -> None:
        """Show the first screen, and start to open the file that was given.

        The module of the roster's screen is imported a moment later, because the first screen must
        be drawn quickly. If the application was asked to end before it started, it ends here.
        """
        self._loop_now = asyncio.get_running_loop()
        if self._to_end:
            self.exit()
            return
        self.push_screen(HomeScreen())
        self.set_timer(SETTLED, lambda: import_module("listbuilder.tui.screens.builder"))
        if self.file is not None:
            self.run_flow(self.open_path, self.file)

    def get_driver_class(self) -> type[Driver]:
        """Return the driver of this terminal; on the console of Linux one with plain signs."""
        driver_class = super().get_driver_class()
        return make_plain_driver(driver_class) if is_linux_console() else driver_class

    def get_css_variables(self) -> dict[str, str]:
        """Return the colours of the theme, corrected until they can be read."""
        variables = make_variables(super().get_css_variables(), self.accent)
        self.theme_variables = variables
        return variables

    def set_accent(self, accent: str | None) -> None:
        """Use the colour `accent` of a faction from now on; None: the theme's own."""
        if accent != self.accent:
            self.accent = accent
            self.refresh_css(animate=False)

    def run_flow(
        self, work: Callable[P, Coroutine[Any, Any, Any]], *args: P.args, **kwargs: P.kwargs
    ) -> None:
        """Run `work` with its arguments, a series of screens and questions.

        The flow that was running before is cancelled.
        """
        start_worker(self, "flow", work, *args, **kwargs)

    def can_take_keys(self, screen: Screen[Any]) -> bool:
        """Return whether `screen` can take a key now.

        The first screen and the roster's screen stay on display between two questions of a flow.
        They therefore take keys only while no flow is running. A dialog takes keys only once it is
        ready.
        """
        if screen is self.main or isinstance(screen, HomeScreen):
            return not self.is_in_flow
        return not isinstance(screen, Steady) or screen.is_ready

    def action_help_quit(self) -> None:
        """Show a notice that tells how to quit.

        Textual calls this for Ctrl+C. Ctrl+C itself doesn't end the application, because people
        also press it to copy.
        """
        self.notify(self.words("how_to_quit"))

    def on_resize(self, event: events.Resize) -> None:
        """Remember the terminal's new size, and check whether the terminal is too small.

        If it is, a message covers the screen; otherwise the message is removed.
        """
        self._size_now = event.size
        self.check_terminal_size()

    @property
    def too_small(self) -> str | None:
        """Return the message that the terminal is too small for the builder; None if it isn't."""
        size = self._size_now
        if size.width >= LEAST[0] and size.height >= LEAST[1]:
            return None
        return self.words("too_small", width=size.width, height=size.height, w=LEAST[0], h=LEAST[1])

    def check_terminal_size(self) -> None:
        """Cover the screen with a message while the terminal is too small; remove it when it isn't.

        If the message is shown already, its text is brought up to date.
        """
        message, top_screen = self.too_small, self.screen
        if not isinstance(top_screen, TooSmall):
            if message:
                self.push_screen(TooSmall(message))
        elif message:
            top_screen.show_message(message)
        else:
            self.pop_screen()

    def change_language(self, lang: str) -> None:
        """Change the language to `lang`, or to English if that is unknown, and save it in the
        settings.

        The first screen is refreshed if it is shown.
        """
        self.words = Words(find_language(lang) or "en")
        folders.change_settings(lang=lang)
        self.refresh_home()

    def action_command_palette(self) -> None:
        """Open the command palette, unless it is open."""
        from listbuilder.tui.palette import Palette, open_palette

        if not isinstance(self.screen, Palette):
            open_palette(self)

    def action_help(self) -> None:
        """Show the help of the screen on top."""
        from listbuilder.tui.actions.help import show_help

        show_help(self)

    def do_from_home(self, action: str) -> None:
        """Execute an action of the first screen by its id."""
        from listbuilder.tui.actions import home

        home.execute_home_action(self, action)

    def refresh_home(self) -> None:
        """Refresh the first screen if it is shown."""
        if isinstance(self.screen, HomeScreen):
            self.screen.refresh_all()

    # --- from one roster to the next ---

    async def open_path(self, path: Path) -> None:
        """Open the roster or another program's list at `path`, or begin a new list.

        If a crash left unsaved changes to this file, the player is first asked whether to recover
        or discard them; without an answer nothing is opened. A new list is begun only if no earlier
        saves of the file exist either. For a file that can't be read, a repair is offered.
        """
        from listbuilder.workspace import saved_versions
        from listbuilder.workspace.session import Session

        recovery_files = await asyncio.to_thread(journal.scan_recovery_folder, path)
        self.set_aside += recovery_files.aside
        self.warn_about_set_aside()
        for left_behind in recovery_files.found:
            answer = await self._ask_recovery(left_behind)
            if answer == "recover" and await self.recover_session(left_behind):
                return
            if answer != "discard":
                return
            await asyncio.to_thread(journal.discard_left_behind, left_behind)
        if not os.path.lexists(path) and not await asyncio.to_thread(
            saved_versions.list_saves, path
        ):
            await self.start_new_list(path)
            return
        self.show_busy(True)
        try:
            session = await asyncio.to_thread(Session.open, path, self.library, self.as_of)
        except Unreadable as error:
            await self._open_foreign_list(path, list(error.problems))
            return
        finally:
            self.show_busy(False)
        await self.show_session(session)

    async def _open_foreign_list(self, path: Path, problems: list[Problem]) -> None:
        """Open a file that is no roster as another program's list, or offer to repair it.

        `problems`: what was wrong with the file when it was read as a roster; they are shown with
        the offer.
        """
        from listbuilder.tui.actions import import_list
        from listbuilder.workspace.session import Session

        imported = await import_list.read_list_file(self, path)
        if imported is None:
            await self._offer_repair(path, problems)
        else:
            try:
                session = Session.create(imported.data, self.library, self.as_of)
            except Unreadable as error:  # what is in it no text can hold
                await self._offer_repair(path, list(error.problems))
                return
            if await self.show_session(session):
                import_list.show_account(self, imported)

    def show_busy(self, is_so: bool) -> None:
        """Show on the screen that something is being read, or remove that text if `is_so` is false.

        Keys go on working meanwhile.
        """
        if not self.screen_stack:  # it ends
            return
        for frame in self.screen.query("#home, #army"):
            frame.border_subtitle = self.words("loading") if is_so else ""

    async def _ask_recovery(self, left_behind: journal.LeftBehind) -> str | None:
        """Ask whether to recover the unsaved changes, and return the answer.

        It is `recover`, `discard`, or None for no answer.

        The question says so if some of the changes are damaged.
        """
        from listbuilder.tui.screens.dialogs import Answer, Ask

        words = self.words
        answers = [
            Answer(key="recover", left=words("take_up"), letter="r"),
            Answer(key="discard", left=words("discard"), letter="o"),
        ]
        title = words("interrupted", file=str(left_behind.path), count=left_behind.count)
        if left_behind.story.lost:
            title = words(
                "interrupted_damaged",
                file=str(left_behind.path),
                count=left_behind.count,
                all=left_behind.all,
            )
        return await self.push_screen_wait(Ask(title, answers))

    async def recover_session(self, left_behind: journal.LeftBehind) -> bool:
        """Open the roster with the unsaved changes of `left_behind`, and return whether that
        worked.

        If it didn't, the reason is shown as a warning, the changes are kept in a file, and the
        first screen is refreshed. A warning is also shown if only a part of the changes could be
        recovered.
        """
        from listbuilder.workspace.session import Session

        words = self.words
        try:
            session = await asyncio.to_thread(
                Session.recover, left_behind, self.library, self.as_of
            )
        except Unreadable as error:
            place = await asyncio.to_thread(journal.set_left_behind_aside, left_behind)
            self.warn(
                words(
                    "not_recovered",
                    reason=words.describe_problem(error.problems[0]),
                    file=str(place),
                )
            )
        except locked_file.NotTakenUp as error:
            if error.reason:
                self.warn(words("recovery_closed", reason=error.reason, file=str(error.file)))
            else:
                self.warn(words("taken"))
        else:
            await self.show_session(session)
            if session.recovered is not None:
                recovered_part = session.recovered
                self.warn(
                    words(
                        "recovered_part",
                        count=recovered_part.count,
                        all=recovered_part.all,
                        file=str(recovered_part.get_kept_file()),
                    )
                )
            return True
        self.refresh_home()
        return False

    def warn_about_set_aside(self) -> None:
        """Show a warning for each recovery file set aside since the last call of this method.

        The first screen lists these files as long as the program runs, because they have other
        names from now on.
        """
        for aside in self.set_aside[self._told_aside :]:
            self.warn(self.words.describe_set_aside(aside))
        self._told_aside = len(self.set_aside)

    async def show_session(self, session: Session) -> bool:
        """Show `session` in place of the open roster, and return whether it is shown now.

        The open roster is closed first. If the player wants to keep it open, `session` is closed
        instead, but its recovery file is kept, and False is returned.
        """
        from listbuilder.tui.screens.builder import BuilderScreen

        session.keep_safe()
        if not await self.close_open_roster():
            session.close(keep=True)
            return False
        if self.main is not None:
            await self.main.dismiss()
        self.set_accent(find_accent(session.army.list_labels()) if session.army else None)
        self._main = BuilderScreen(session)
        await self.push_screen(self._main)
        self.set_timer(SETTLED, _freeze_garbage_collector)
        return True

    async def close_open_roster(self) -> bool:
        """Close the open roster, and return whether it is closed; False if the player keeps it.

        If there are unsaved changes, the player is asked once whether to save them, drop them or
        stay. True if no roster is open.
        """
        from listbuilder.tui.actions.roster import save_roster
        from listbuilder.tui.screens.dialogs import Answer, Ask

        main = self.main
        if main is None:
            return True
        if main.session.dirty and not _is_untouched(main.session):
            words = self.words
            letters = {"save_first": "s", "drop": "d", "stay": "e"}
            answers = [
                Answer(key=key, left=words(key), letter=letter) for key, letter in letters.items()
            ]
            answer = await self.push_screen_wait(
                Ask(words("unsaved", name=main.session.name or words("unnamed")), answers)
            )
            if answer not in ("save_first", "drop") or (
                answer == "save_first" and not await save_roster(main)
            ):
                return False
        main.session.close()
        return True

    async def go_home(self) -> None:
        """Close the open roster and show the first screen, with the cursor on the roster's file.

        The player is asked about unsaved changes, and can decide to stay.
        """
        main = self.main
        if main is None or not await self.close_open_roster():
            return
        await main.dismiss()
        self.set_accent(None)
        if isinstance(self.screen, HomeScreen) and main.session.path is not None:
            self.screen.refresh_all()
            self.screen.move_cursor_to_file(Path(os.path.abspath(main.session.path)))

    async def leave_builder(self) -> None:
        """Close the open roster and end the application, unless the player decides to stay."""
        if await self.close_open_roster():
            self.exit(0)

    def action_leave(self) -> None:
        """Run the flow that ends the application."""
        self.run_flow(self.leave_builder)

    async def ask_and_open(self) -> None:
        """Ask for a file and open it.

        The recent files are offered first, with an answer that leads to typing another path.
        Without recent files the path is typed at once. Escape opens nothing.
        """
        from listbuilder.tui.screens.dialogs import Answer, Ask, Type

        recent_files = [path for path in folders.list_recent_files() if folders.is_there(path)]
        if recent_files:
            answers = [
                Answer(key=str(path), left=path.name, right=str(path.parent), words=(str(path),))
                for path in recent_files
            ]
            answers.append(Answer(key="", left=self.words("another_file")))
            chosen = await self.push_screen_wait(
                Ask(self.words("open_title"), answers, placeholder=self.words("search_files"))
            )
            if chosen:
                await self.open_path(Path(chosen))
            if chosen is None or chosen:
                return
        typed = await self.push_screen_wait(
            Type(self.words("open_title"), str(Path.cwd()) + "/", self.refuse_missing_file)
        )
        if typed:
            await self.open_path(Path(typed.strip()).expanduser())

    def refuse_missing_file(self, typed: str) -> str | None:
        """Return why the typed path names no file: it is missing or a folder; None for a file."""
        path = Path(typed.strip()).expanduser()
        if path.is_dir():
            return self.words.describe_problem(Problem(key="is_a_folder"))
        if path.is_file():
            return None
        return self.words.describe_problem(Problem(key="no_such_file"))

    async def _offer_repair(self, path: Path, problems: list[Problem]) -> None:
        """Show the problems of an unreadable file, and offer its text or an earlier save.

        The first five `problems` are shown.

        The text can be edited until it is a valid roster, which is then shown. The text is offered
        only if the file exists, an earlier save only if there are any.
        """
        from listbuilder.tui.actions.saved_versions import open_save_instead
        from listbuilder.tui.screens.dialogs import Answer, Ask
        from listbuilder.tui.screens.yaml_text import TextScreen
        from listbuilder.workspace import saved_versions
        from listbuilder.workspace.session import Session

        words = self.words
        sentences = "\n".join(words.describe_problem(problem) for problem in problems[:5])
        answers = [
            Answer(key="text", left=words("open_as_text"), letter="t"),
            Answer(key="leave", left=words("leave_it"), letter="c"),
        ]
        if not path.is_file():
            answers = answers[1:]
        if await asyncio.to_thread(saved_versions.list_saves, path):
            answers.insert(-1, Answer(key="earlier", left=words("open_earlier"), letter="h"))
        answer = await self.push_screen_wait(
            Ask(words("cannot_read", file=str(path)), answers, body=sentences)
        )
        if answer == "earlier":
            if session := await open_save_instead(self, path):
                await self.show_session(session)
            return
        if answer != "text":
            return
        raw = await asyncio.to_thread(reader.read_bytes, path, reader.ROSTER_BYTES)
        sessions: list[Session] = []

        def accept_text(text: str) -> list[Problem]:
            """Return what is wrong with the edited text; empty if a session was made of it.

            That session is kept, to be shown.
            """
            try:
                session = Session(raw, self.library, path, self.as_of, text=text.encode())
            except Unreadable as error:
                return list(error.problems)
            sessions.append(session)
            return []

        text = raw.decode("utf-8-sig", errors="replace")
        if await self.push_screen_wait(TextScreen(text, words, problems, accept_text)) and sessions:
            await self.show_session(sessions[0])

    async def start_new_list(self, path: Path | None = None) -> None:
        """Ask the questions of a new list on one screen, and show the new list.

        Nothing is shown if the player gives up.

        `path`: the file that it will be saved to; None if that is not known yet.
        """
        from listbuilder.tui.screens.new_list import NewScreen
        from listbuilder.workspace.draft import Draft
        from listbuilder.workspace.session import Session

        draft = Draft(self.library, self.as_of)
        if await self.push_screen_wait(NewScreen(draft)) is not None:
            await self.show_session(Session.create(draft.data, self.library, self.as_of, path))
