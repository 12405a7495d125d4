"""Drives the builder with keys alone, and counts them."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from textual.app import App
from textual.message_pump import MessagePump
from textual.pilot import Pilot

from listbuilder.data.library import Library
from listbuilder.i18n.messages import Lang
from listbuilder.tui.app import Builder
from listbuilder.tui.screens.builder import BuilderScreen
from listbuilder.tui.theme import make_variables
from listbuilder.workspace.session import Session

WIDE, NARROW = (120, 40), (80, 24)
_MOMENT = 0.03  # seconds; a timer of at most this belongs to the key that set it
_LOOK_AGAIN = 0.02  # seconds
_ROUNDS = 3000  # a minute at least, for a machine that has much else to do
_NAMED = {
    " ": "space",
    "-": "minus",
    "+": "plus",
    "'": "apostrophe",
    "?": "question_mark",
    "/": "slash",
    ">": "greater_than_sign",
}


class WidgetApp(App[None]):
    """An application for a single widget, with the colours of the builder."""

    def get_css_variables(self) -> dict[str, str]:
        return make_variables(super().get_css_variables())


class Driver:
    def __init__(self, app: Builder, pilot: Pilot[Any]) -> None:
        self.app = app
        self.pilot = pilot
        self.keys = 0

    @property
    def main(self) -> BuilderScreen:
        assert self.app.main is not None
        return self.app.main

    @property
    def session(self) -> Session:
        return self.main.session

    async def press(self, *keys: str) -> None:
        for key in keys:
            self.keys += 1
            await self.pilot.press(_NAMED.get(key, key))
            await self.settle()

    async def type(self, text: str) -> None:
        await self.press(*text)

    async def settle(self) -> None:
        """Wait until all that a key began is done, or waits for the next key."""
        for _ in range(_ROUNDS):
            if (
                self.app._exit
            ):  # a builder that ends takes no more messages, so those on their way stay there
                return
            await (
                self.pilot._wait_for_screen()
            )  # every message that is on its way has been dealt with
            self.app.screen._on_timer_update()  # what is to be drawn is drawn now, not with the next frame
            if tasks := [*self._flows(), *self._short_timers()]:
                await asyncio.wait(tasks, timeout=_LOOK_AGAIN, return_when=asyncio.FIRST_COMPLETED)
            elif self._drawn() and not self._stirring():
                return
            else:
                await asyncio.sleep(0)
        raise AssertionError(f"no rest on the screen:\n{self.text()}")

    def _flows(self) -> Iterator[asyncio.Task[Any]]:
        """Yield what leads from one screen to the next, unless it waits for an answer."""
        if not self._asked():
            yield from self._unfinished("file", "flow")

    def _unfinished(self, *groups: str) -> Iterator[asyncio.Task[Any]]:
        for worker in self.app.workers:
            if worker.group in groups and not worker.is_finished and worker._task is not None:
                yield worker._task

    def _short_timers(self) -> Iterator[asyncio.Task[Any]]:
        """Yield what a key set to be done a moment later, once."""
        for node in self._nodes():
            for timer in list(node._timers):
                if (
                    timer._repeat == 0
                    and timer._interval <= _MOMENT
                    and timer._task is not None
                    and not timer._task.done()
                ):
                    yield timer._task

    def _nodes(self) -> list[MessagePump]:
        return [self.app, *self.app.screen_stack, *self.app.screen.walk_children()]

    def _stirring(self) -> bool:
        """Return whether a message is on its way, or something is still to be drawn."""
        screen = self.app.screen
        return bool(
            self.app._held_keys
            or self.app._on_the_way
            or screen._callbacks
            or screen._layout_required
            or any(not node._message_queue.empty() for node in self._nodes() if node._is_mounted)
        )

    def _drawn(self) -> bool:
        """A screen that was only just put up has no size yet: what is behind it would be read for it."""
        ours = [
            each
            for each in self.app.screen.walk_children()
            if type(each).__module__.startswith("listbuilder.")
        ]
        return not ours or any(getattr(each, "size", self.app.size).area for each in ours)

    def _asked(self) -> bool:
        from listbuilder.tui.screens.dialogs import Ask, Info, Type
        from listbuilder.tui.screens.export import ExportScreen
        from listbuilder.tui.screens.other_date import OtherDayScreen
        from listbuilder.tui.screens.yaml_text import TextScreen

        asking = (Ask, Info, Type, TextScreen, OtherDayScreen, ExportScreen)
        return isinstance(self.app.screen, asking) and self.app.screen.is_mounted

    async def tried(self) -> None:
        """Wait until every offer has been tried on the rules."""
        await self.settle()
        if tasks := list(self._unfinished("trials")):
            await asyncio.wait(tasks)
        await self.settle()

    async def until(self, happened: Callable[[], object]) -> None:
        """Wait until something has happened that nobody announces: what a thread or a timer of the program does."""
        for _ in range(_ROUNDS):
            await self.settle()
            if happened():
                return
            await asyncio.sleep(_LOOK_AGAIN)
        raise AssertionError(f"it did not happen:\n{self.text()}")

    async def see(self, words: str) -> None:
        """Wait until the screen holds `words`."""
        await self.until(lambda: words in self.text())

    def question(self) -> str:
        """The question of the dialog on top, on one line however long a path it names. Empty without one."""
        return str(getattr(self.app.screen, "heading", ""))

    def text(self) -> str:
        """The screen as it is seen."""
        strips = self.app.screen._compositor.render_strips()
        return "\n".join("".join(segment.text for segment in strip) for strip in strips)


def drive(
    work: Callable[[Driver], Awaitable[None]],
    library: Library,
    file: Path | None = None,
    size: tuple[int, int] = WIDE,
    lang: Lang = "en",
    notices: bool = False,
) -> None:
    async def run() -> None:
        app = Builder(library, lang, file)
        async with app.run_test(size=size, notifications=notices) as pilot:
            driver = Driver(app, pilot)
            await driver.settle()
            await driver.settle()
            await work(driver)
            if app.main is not None:
                app.main.session.close()

    with pytest.MonkeyPatch.context() as patch:
        # Textual waits until the process has been idle for 20 ms, thrice a key: slow, and wrong on a busy machine.
        patch.setattr("textual.app.wait_for_idle", _do_not_wait)
        patch.setattr("textual.pilot.wait_for_idle", _do_not_wait)
        asyncio.run(run())


async def _do_not_wait(*_: float) -> None:
    await asyncio.sleep(0)
