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
from listbuilder.tui.linux_console import is_linux_console, make_plain_driver
from listbuilder.tui.notices import NoticeApp
from listbuilder.tui.screens.base import Steady
from listbuilder.tui.screens.home import HomeScreen
from listbuilder.tui.screens.too_small import LEAST, TooSmall
from listbuilder.tui.text import Words
from listbuilder.tui.theme import find_accent, make_variables
from listbuilder.tui.workers import start_worker
from listbuilder.workspace import folders, journal

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
            from listbuilder.tui.actions import open_file

            self.run_flow(open_file.open_path, self, self.file)

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

    def show_busy(self, is_so: bool) -> None:
        """Show on the screen that something is being read, or remove that text if `is_so` is false.

        Keys go on working meanwhile.
        """
        if not self.screen_stack:  # it ends
            return
        for frame in self.screen.query("#home, #army"):
            frame.border_subtitle = self.words("loading") if is_so else ""

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
