"""What is done with the files that the first screen shows: copy, rename, throw away, and take back from the bin."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Any

from listbuilder.edit import recent
from listbuilder.edit.saving import AlreadyThere
from listbuilder.model.problem import Problem, Unreadable
from listbuilder.tui.screens.ask import Answer, Ask, Type

if TYPE_CHECKING:
    from listbuilder.tui.app import Builder

thrown: list[recent.Thrown] = []  # of this run, the last one last


async def duplicate(app: Builder, path: Path) -> None:
    to = await _asked(app, app.words("copy_title"), recent.free_name(path))
    if to is not None and await _done(app, recent.duplicate, path, to):
        app.notify(app.words("saved", file=str(to)))


async def rename(app: Builder, path: Path) -> None:
    to = await _asked(app, app.words("rename_title"), path)
    if to is not None and to != path and await _done(app, recent.rename, path, to):
        app.notify(app.words("saved", file=str(to)))


async def delete(app: Builder, path: Path) -> None:
    words = app.words
    answers = [Answer(key="yes", left=words("home.delete_yes")), Answer(key="no", left=words("home.keep"))]
    if await app.push_screen_wait(Ask(words("home.delete", file=path.name), answers, body=str(path))) != "yes":
        return
    try:
        thrown.append(await asyncio.to_thread(recent.throw_away, path))
    except Unreadable as error:
        app.warn(words.problem(error.problems[0]))
        return
    app.show_home()
    app.notify(words("home.deleted", file=path.name), timeout=10)


async def take_back(app: Builder) -> None:
    if not thrown:
        app.notify(app.words("home.bin_empty"))
        return
    last = thrown[-1]
    if await _done(app, recent.take_back, last):
        thrown.remove(last)
        app.notify(app.words("home.taken_back", file=str(last.path)))


async def _asked(app: Builder, title: str, path: Path) -> Path | None:
    def wrong(typed: str) -> str | None:
        there = Path(typed.strip()).expanduser()
        if not typed.strip() or there.is_dir():
            return app.words.problem(Problem(key="is_a_folder"))
        return None if there.parent.is_dir() else app.words("no_such_folder", folder=str(there.parent))

    typed = await app.push_screen_wait(Type(title, str(path), wrong))
    return Path(typed.strip()).expanduser() if typed else None


async def _done(app: Builder, deed: Callable[..., Any], *things: Any) -> bool:
    """Whether it is; if not, it is said why."""
    try:
        await asyncio.to_thread(deed, *things)
    except AlreadyThere as error:
        app.warn(app.words("exists", file=str(error)))
        return False
    except Unreadable as error:
        app.warn(app.words.problem(error.problems[0]))
        return False
    app.show_home()
    return True
