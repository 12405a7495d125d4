"""The application: which screen is up, in which language, and the flows that lead from one roster to the next."""

from __future__ import annotations

import asyncio
import contextlib
import gc
import os
from collections.abc import Callable, Coroutine
from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING, Any, ClassVar

from textual import events
from textual.binding import Binding, BindingType
from textual.geometry import Size

from listbuilder.edit import folders, held, journal
from listbuilder.model.problem import Problem, Unreadable
from listbuilder.model.visible import visible
from listbuilder.store import reader
from listbuilder.store.library import Library
from listbuilder.store.words import Lang, as_lang
from listbuilder.tui.holding import Holding
from listbuilder.tui.screens.base import Steady
from listbuilder.tui.screens.home import HomeScreen
from listbuilder.tui.screens.small import LEAST, TooSmall
from listbuilder.tui.words import Words

if TYPE_CHECKING:
    from textual.command import Provider
    from textual.screen import Screen

    from listbuilder.advice.collection import Owned
    from listbuilder.edit.session import Session
    from listbuilder.tui.screens.builder import BuilderScreen

# What the first screen does not need is imported behind it: the first paint has a budget.

SETTLED = 0.2  # seconds after which a new screen has been drawn


def _settle() -> None:
    """What is there now stays. Else the collector looks through all of Textual again and again, 30 ms each time,
    in the middle of an edit.
    """
    gc.collect()
    gc.freeze()


def _actions() -> type[Provider]:
    from listbuilder.tui.palette import Deeds

    return Deeds


class Builder(Holding):
    """`listbuilder` and `listbuilder edit FILE`."""

    TITLE = "listbuilder"
    COMMANDS: ClassVar[set[Callable[[], type[Provider]]]] = {_actions}  # type: ignore[assignment]
    BINDINGS: ClassVar[list[BindingType]] = [Binding("ctrl+q", "leave", show=False, priority=True)]

    def __init__(
        self, library: Library, lang: Lang, file: Path | None = None, as_of: str | None = None, owned: Owned | None = None
    ) -> None:
        super().__init__()
        self.animation_level = "none"
        self.library = library
        self.words = Words(lang)
        self.as_of = as_of
        self.owned = owned
        self.file = file
        self._size_now = Size(*LEAST)
        self._main: BuilderScreen | None = None
        self.set_aside: list[journal.Aside] = []
        self._told_aside = 0
        self._to_end = False
        self._loop_now: asyncio.AbstractEventLoop | None = None
        theme = folders.load_settings().theme
        if theme in self.available_themes:
            self.theme = theme

    @property
    def main(self) -> BuilderScreen | None:
        """The open roster's screen."""
        return self._main if self._main in self.screen_stack else None

    @property
    def open_session(self) -> Session | None:
        """The open roster, also when its screen is gone already."""
        return self._main.session if self._main is not None else None

    def end_soon(self) -> None:
        """From a signal: as soon as what is being done is done."""
        self._to_end = True
        if self._loop_now is not None:
            with contextlib.suppress(RuntimeError):  # it has ended already
                self._loop_now.call_soon_threadsafe(self.exit)

    def on_mount(self) -> None:
        self._loop_now = asyncio.get_running_loop()
        if self._to_end:
            self.exit()
            return
        self.push_screen(HomeScreen())
        self.set_timer(SETTLED, lambda: import_module("listbuilder.tui.screens.builder"))
        if self.file is not None:
            self.flow(self.open_path(self.file))

    def flow(self, work: Coroutine[Any, Any, Any]) -> None:
        """One flow at a time leads from screen to screen."""
        self.run_worker(work, group="flow", exclusive=True)

    def notify(self, message: str, *, markup: bool = False, **options: Any) -> None:
        """Every notice is text: a file or a reason in it may look like markup, or act on the terminal."""
        super().notify(visible(message, "\n"), markup=False, **options)

    def takes_keys(self, screen: Screen[Any]) -> bool:
        """The first screen and the roster's are there between two questions too; a question that has no focus yet is not."""
        if screen is self.main or isinstance(screen, HomeScreen):
            return not self.in_flow
        return not isinstance(screen, Steady) or screen.is_ready

    def action_help_quit(self) -> None:
        """^C ends nothing here, for whoever copies presses it as well."""
        self.notify(self.words("how_to_quit"))

    def on_resize(self, event: events.Resize) -> None:
        self._size_now = event.size
        self.fit()

    @property
    def too_small(self) -> str | None:
        """What to say where the terminal is too small for anything else."""
        size = self._size_now
        if size.width >= LEAST[0] and size.height >= LEAST[1]:
            return None
        return self.words("too_small", width=size.width, height=size.height, w=LEAST[0], h=LEAST[1])

    def fit(self) -> None:
        """Over whatever screen is up stands what it needs, until it has that."""
        message, top = self.too_small, self.screen
        if isinstance(top, TooSmall):
            top.say(message) if message else self.pop_screen()
        elif message:
            self.push_screen(TooSmall(message))

    def speak(self, lang: str) -> None:
        self.words = Words(as_lang(lang) or "en")
        folders.change_settings(lang=lang)
        self.show_home()

    def action_command_palette(self) -> None:
        from listbuilder.tui.palette import Palette

        if not isinstance(self.screen, Palette):
            self.push_screen(Palette(placeholder=self.words("search_actions")))

    def do_from_home(self, action: str) -> None:
        from listbuilder.tui.actions import home

        home.do(self, action)

    def show_home(self) -> None:
        """Anew, if it is up."""
        if isinstance(self.screen, HomeScreen):
            self.screen.refresh_all()

    # --- from one roster to the next ---

    async def open_path(self, path: Path) -> None:
        from listbuilder.edit import history
        from listbuilder.edit.session import Session

        looked = await asyncio.to_thread(journal.look, path)
        self.set_aside += looked.aside
        self.tell_aside()
        for found in looked.found:
            answer = await self._ask_recovery(found)
            if answer == "recover" and await self.recover(found):
                return
            if answer != "discard":
                return
            await asyncio.to_thread(journal.discard, found)
        if not os.path.lexists(path) and not await asyncio.to_thread(history.saves, path):
            await self.start_new(path)
            return
        self.busy(True)
        try:
            session = await asyncio.to_thread(Session.open, path, self.library, self.as_of)
        except Unreadable as error:
            await self._open_foreign(path, list(error.problems))
            return
        finally:
            self.busy(False)
        await self.show(session)

    async def _open_foreign(self, path: Path, problems: list[Problem]) -> None:
        """What is no roster of ours may be a list of another program."""
        from listbuilder.edit.session import Session
        from listbuilder.tui.actions import taking_in

        taken = await taking_in.read_file(self, path)
        if taken is None:
            await self._cannot_read(path, problems)
        else:
            try:
                session = Session.new(taken.data, self.library, self.as_of)
            except Unreadable as error:  # what is in it no text can hold
                await self._cannot_read(path, list(error.problems))
                return
            if await self.show(session):
                taking_in.tell(self, taken)

    def busy(self, is_so: bool) -> None:
        """Says on the screen that something is being read; keys go on working."""
        if not self.screen_stack:  # it ends
            return
        for frame in self.screen.query("#home, #army"):
            frame.border_subtitle = self.words("loading") if is_so else ""

    async def _ask_recovery(self, found: journal.LeftBehind) -> str | None:
        from listbuilder.tui.screens.ask import Answer, Ask

        words = self.words
        answers = [Answer(key="recover", left=words("take_up")), Answer(key="discard", left=words("discard"))]
        title = words("interrupted", file=str(found.path), count=found.count)
        if found.story.lost:
            title = words("interrupted_damaged", file=str(found.path), count=found.count, all=found.all)
        return await self.push_screen_wait(Ask(title, answers))

    async def recover(self, found: journal.LeftBehind) -> bool:
        """Whether it is open now. If not, it is said why, and its recovery file is kept."""
        from listbuilder.edit.session import Session

        words = self.words
        try:
            session = await asyncio.to_thread(Session.recover, found, self.library, self.as_of)
        except Unreadable as error:
            place = await asyncio.to_thread(journal.put_aside, found)
            self.warn(words("not_recovered", reason=words.problem(error.problems[0]), file=str(place)))
        except held.NotTakenUp as error:
            self.warn(words("recovery_closed", reason=error.reason, file=str(error.file)) if error.reason else words("taken"))
        else:
            await self.show(session)
            if session.recovered is not None:
                part = session.recovered
                self.warn(words("recovered_part", count=part.count, all=part.all, file=str(part.kept_as())))
            return True
        self.show_home()
        return False

    def warn(self, sentence: str) -> None:
        self.notify(sentence, severity="warning", timeout=15, markup=False)

    def tell_aside(self) -> None:
        """The first screen shows them as long as the program runs: the files have other names from now on."""
        for aside in self.set_aside[self._told_aside :]:
            self.warn(self.words.aside(aside))
        self._told_aside = len(self.set_aside)

    async def show(self, session: Session) -> bool:
        """In place of the roster that was open, if that may go. Whether it is there now."""
        from listbuilder.tui.screens.builder import BuilderScreen

        session.keep_safe()
        if not await self.let_go():
            session.close(keep=True)
            return False
        if self.main is not None:
            await self.main.dismiss()
        self._main = BuilderScreen(session)
        await self.push_screen(self._main)
        self.set_timer(SETTLED, _settle)
        return True

    async def let_go(self) -> bool:
        """Whether the open roster is saved, or may be dropped; asked once."""
        from listbuilder.tui.screens.ask import Answer, Ask

        main = self.main
        if main is None:
            return True
        if main.session.dirty:
            words = self.words
            answers = [Answer(key=key, left=words(key)) for key in ("save_first", "drop", "stay")]
            answer = await self.push_screen_wait(Ask(words("unsaved", name=main.session.name or words("unnamed")), answers))
            if answer not in ("save_first", "drop") or (answer == "save_first" and not await main.save()):
                return False
        main.session.close()
        return True

    async def leave(self) -> None:
        if await self.let_go():
            self.exit(0)

    def action_leave(self) -> None:
        self.flow(self.leave())

    async def ask_and_open(self) -> None:
        from listbuilder.tui.screens.ask import Answer, Ask, Type

        known = [path for path in folders.recent() if folders.is_there(path)]
        if known:
            answers = [Answer(key=str(path), left=path.name, right=str(path.parent), words=(str(path),)) for path in known]
            answers.append(Answer(key="", left=self.words("another_file")))
            chosen = await self.push_screen_wait(Ask(self.words("open_title"), answers, placeholder=self.words("search_files")))
            if chosen:
                await self.open_path(Path(chosen))
            if chosen is None or chosen:
                return
        typed = await self.push_screen_wait(Type(self.words("open_title"), str(Path.cwd()) + "/", self.no_file))
        if typed:
            await self.open_path(Path(typed.strip()).expanduser())

    def no_file(self, typed: str) -> str | None:
        path = Path(typed.strip()).expanduser()
        if path.is_dir():
            return self.words.problem(Problem(key="is_a_folder"))
        return None if path.is_file() else self.words.problem(Problem(key="no_such_file"))

    async def _cannot_read(self, path: Path, problems: list[Problem]) -> None:
        """What is wrong and where, and the text to mend it in."""
        from listbuilder.edit import history
        from listbuilder.edit.session import Session
        from listbuilder.tui.actions import earlier
        from listbuilder.tui.screens.ask import Answer, Ask
        from listbuilder.tui.screens.text import TextScreen

        words = self.words
        sentences = "\n".join(words.problem(problem) for problem in problems[:5])
        answers = [Answer(key="text", left=words("open_as_text")), Answer(key="leave", left=words("leave_it"))]
        if not path.is_file():
            answers = answers[1:]
        if await asyncio.to_thread(history.saves, path):
            answers.insert(-1, Answer(key="earlier", left=words("open_earlier")))
        answer = await self.push_screen_wait(Ask(words("cannot_read", file=str(path)), answers, body=sentences))
        if answer == "earlier":
            if session := await earlier.open_instead(self, path):
                await self.show(session)
            return
        if answer != "text":
            return
        raw = await asyncio.to_thread(reader.read_bytes, path, reader.ROSTER_BYTES)
        made: list[Session] = []

        def accept(text: str) -> list[Problem]:
            try:
                session = Session(raw, self.library, path, self.as_of, text=text.encode())
            except Unreadable as error:
                return list(error.problems)
            made.append(session)
            return []

        text = raw.decode("utf-8-sig", errors="replace")
        if await self.push_screen_wait(TextScreen(text, words, problems, accept)) and made:
            await self.show(made[0])

    async def start_new(self, path: Path | None = None) -> None:
        """One screen of questions, the usual answers first. With a path, it is of that name from the start."""
        from listbuilder.edit.draft import Draft
        from listbuilder.edit.session import Session
        from listbuilder.tui.screens.new import NewScreen

        draft = Draft(self.library, self.as_of)
        if await self.push_screen_wait(NewScreen(draft)) is not None:
            await self.show(Session.new(draft.data, self.library, self.as_of, path))
