"""Earlier saves: one in place of the open roster, or in place of a file that can no longer be read."""

from __future__ import annotations

import asyncio
from pathlib import Path
from typing import TYPE_CHECKING

from listbuilder.edit import history
from listbuilder.edit.session import Session
from listbuilder.model.problem import Unreadable
from listbuilder.store import reader
from listbuilder.tui.screens.ask import Answer, Ask

if TYPE_CHECKING:
    from listbuilder.tui.app import Builder


async def choose(app: Builder, path: Path | None) -> bytes | None:
    """The text of a save that the player picks."""
    words = app.words
    known = await asyncio.to_thread(history.saves, path) if path else []
    if not known:
        app.notify(words("no_history"))
        return None
    answers = [Answer(key=str(place), left=f"{save.when:%Y-%m-%d %H:%M:%S}") for place, save in enumerate(known)]
    answer = await app.push_screen_wait(Ask(words("history_title"), answers, placeholder=words("search")))
    if answer is None:
        return None
    try:
        return await asyncio.to_thread(known[int(answer)].read)
    except OSError as error:
        app.notify(error.strerror or str(error), severity="error")
        return None


async def open_instead(app: Builder, path: Path) -> Session | None:
    """A save in place of the file, which stays as it is until the player saves, and is then kept among the others."""
    chosen = await choose(app, path)
    if chosen is None:
        return None
    try:
        now = await asyncio.to_thread(reader.read_bytes, path, reader.ROSTER_BYTES)
    except Unreadable:
        now = None
    try:
        if now is None:
            return Session(chosen, app.library, path, app.as_of, is_new=True)
        return Session(now, app.library, path, app.as_of, text=chosen)
    except Unreadable as error:
        app.notify(app.words.problem(error.problems[0]), severity="error", timeout=10)
        return None
