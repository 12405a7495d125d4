"""Drives the builder with keys alone, and counts them."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any

from textual.pilot import Pilot

from listbuilder.edit.session import Session
from listbuilder.store.library import Library
from listbuilder.store.words import Lang
from listbuilder.tui.app import Builder
from listbuilder.tui.screens.builder import BuilderScreen

WIDE, NARROW = (120, 40), (80, 24)
_NAMED = {
    " ": "space",
    "-": "minus",
    "+": "plus",
    "'": "apostrophe",
    "?": "question_mark",
    "/": "slash",
    ">": "greater_than_sign",
}


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
        """Until the flow that a key began waits for the next key."""
        await self.pilot.pause()
        for worker in list(self.app.workers):
            if worker.group in ("file", "flow"):
                for _ in range(2000):
                    if worker.is_finished or self._asked():
                        break
                    await asyncio.sleep(0.005)
        await self.pilot.pause()
        for _ in range(2000):
            if self._drawn():
                break
            await asyncio.sleep(0.005)

    def _drawn(self) -> bool:
        """A screen that was only just put up has no size yet: what is behind it would be read for it."""
        ours = [each for each in self.app.screen.walk_children() if type(each).__module__.startswith("listbuilder.")]
        return not ours or any(getattr(each, "size", self.app.size).area for each in ours)

    def _asked(self) -> bool:
        from listbuilder.tui.screens.ask import Ask, Type
        from listbuilder.tui.screens.export import ExportScreen
        from listbuilder.tui.screens.other_day import OtherDayScreen
        from listbuilder.tui.screens.text import TextScreen

        return isinstance(self.app.screen, (Ask, Type, TextScreen, OtherDayScreen, ExportScreen)) and self.app.screen.is_mounted

    async def tried(self) -> None:
        """Until every offer has been tried on the rules."""
        for _ in range(400):
            if all(worker.is_finished for worker in self.app.workers if worker.group == "trials"):
                break
            await asyncio.sleep(0.01)
        await self.pilot.pause()

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

    asyncio.run(run())
