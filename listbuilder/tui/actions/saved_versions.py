"""The earlier saves: one in place of the open roster, or of a file that can no longer be read."""

from __future__ import annotations

import asyncio
from pathlib import Path
from typing import TYPE_CHECKING

from listbuilder.model.problem import Unreadable
from listbuilder.tui.screens.dialogs import Answer, Ask
from listbuilder.workspace import saved_versions
from listbuilder.workspace.session import Session
from listbuilder.yamlio import reader

if TYPE_CHECKING:
    from listbuilder.tui.app import Builder


async def choose_save(app: Builder, path: Path | None) -> bytes | None:
    """Let the player choose an earlier save of the file at `path`, and return its content.

    None if there is no save, none is chosen, or it can't be read; a notice says so where needed.
    """
    words = app.words
    saves = await asyncio.to_thread(saved_versions.list_saves, path) if path else []
    if not saves:
        app.notify(words("no_history"))
        return None
    answers = [
        Answer(key=str(place), left=f"{save.when:%Y-%m-%d %H:%M:%S}")
        for place, save in enumerate(saves)
    ]
    answer = await app.push_screen_wait(
        Ask(words("history_title"), answers, placeholder=words("search"))
    )
    if answer is None:
        return None
    try:
        return await asyncio.to_thread(saves[int(answer)].read_text)
    except OSError as error:
        app.notify(error.strerror or str(error), severity="error")
        return None


async def open_save_instead(app: Builder, path: Path) -> Session | None:
    """Let the player choose an earlier save of the unreadable file at `path`; return a session of
    it.

    None if no save is chosen or it can't be read. The file isn't changed until the player saves;
    its present content is then kept among the saves.
    """
    chosen = await choose_save(app, path)
    if chosen is None:
        return None
    try:
        current = await asyncio.to_thread(reader.read_bytes, path, reader.ROSTER_BYTES)
    except Unreadable:
        current = None
    try:
        if current is None:
            return Session(chosen, app.library, path, app.as_of, is_new=True)
        return Session(current, app.library, path, app.as_of, text=chosen)
    except Unreadable as error:
        app.notify(app.words.describe_problem(error.problems[0]), severity="error", timeout=10)
        return None
