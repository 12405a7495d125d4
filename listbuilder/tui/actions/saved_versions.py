"""The earlier saves: one in place of the open roster, or of a file that can no longer be read."""

from __future__ import annotations

import asyncio
from collections import Counter
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

import msgspec

from listbuilder.data.library import Library
from listbuilder.model.finding import Amount
from listbuilder.model.problem import Unreadable
from listbuilder.roster.position import Position
from listbuilder.tui.screens.dialogs import Answer, Ask
from listbuilder.tui.screens.home import VERDICTS
from listbuilder.tui.workers import start_worker
from listbuilder.workspace import saved_versions
from listbuilder.workspace.saved_versions import Save
from listbuilder.workspace.session import Session
from listbuilder.yamlio import reader

if TYPE_CHECKING:
    from listbuilder.tui.app import Builder
    from listbuilder.tui.text import Words

MOST_DESCRIBED = 30  # saves read for the question, the newest ones; each takes some 20 ms
BATCH = 4  # saves read between two looks at the screen


class _Content(msgspec.Struct, frozen=True):
    """A summary of a save: points, verdict, and how many units of each name."""

    points: str
    verdict: str
    units: Counter[str]


async def choose_save(app: Builder, path: Path | None) -> bytes | None:
    """Let the player choose an earlier save of the file at `path`, and return its content.

    None, with a notice, if there is no save or it can't be read; also None if none is chosen.
    """
    words = app.words
    saves = await asyncio.to_thread(saved_versions.list_saves, path) if path else []
    if not saves:
        app.notify(words("no_history"))
        return None
    question = Ask(
        words("history_title"),
        [_make_answer(words, saves, {}, place) for place in range(len(saves))],
    )
    described = start_worker(app, "saves", _describe_saves, app, question, saves)
    answer = await app.push_screen_wait(question)
    described.cancel()
    if answer is None:
        return None
    try:
        return await asyncio.to_thread(saves[int(answer)].read_text)
    except OSError as error:
        app.notify(error.strerror or str(error), severity="error")
        return None


async def _describe_saves(app: Builder, question: Ask, saves: Sequence[Save]) -> None:
    """Show beside each of the newest `saves` in `question` its points and what it changed.

    The saves are read one after the other in the background, because that takes a while.
    """
    library = Library()
    contents: dict[int, _Content | None] = {}
    for place in range(min(len(saves), MOST_DESCRIBED)):
        contents[place] = await asyncio.to_thread(_read_content, saves[place], library, app.as_of)
        if place % BATCH == 0 or place + 1 == len(saves):
            question.replace_answers(
                [_make_answer(app.words, saves, contents, row) for row in range(len(saves))]
            )


def _read_content(save: Save, library: Library, as_of: str | None) -> _Content | None:
    """Return the summary of `save`, or None if it can't be read."""
    try:
        position = Position.read(save.read_text(), "", library, as_of)
        army = position.army
        verdict = position.compute_verdict()
    except (OSError, Unreadable):
        return None
    if army is None:
        return None
    points = ""
    if army.counts_points:
        points = f"{army.points}/{army.limit}" if army.limit is not None else str(army.points)
    return _Content(points, verdict, Counter(unit.name for unit in army.units))


def _make_answer(
    words: Words, saves: Sequence[Save], contents: Mapping[int, _Content | None], place: int
) -> Answer:
    """Return the answer for the save number `place`: its time, changes, points and verdict.

    The changes are the units that came and went since the save before it. What isn't in `contents`
    is left out.
    """
    left, right = f"{saves[place].when:%Y-%m-%d %H:%M:%S}", ""
    content, before = contents.get(place), contents.get(place + 1)
    if content is not None:
        sign, _ = VERDICTS.get(content.verdict, ("?", ""))
        right = f"{content.points} {sign}".strip()
        if before is not None:
            come, gone = content.units - before.units, before.units - content.units
            changes = []
            if come:
                changes.append(f"+ {_list_names(words, come)}")
            if gone:
                changes.append(f"− {_list_names(words, gone)}")
            left += "  " + ("  ".join(changes) or words("history_other"))
        elif place + 1 == len(saves):
            left += "  " + words("history_first")
    return Answer(key=str(place), left=left, right=right)


def _list_names(words: Words, units: Counter[str]) -> str:
    """Return the names of `units` as one text, each with its number if that isn't 1."""
    names = [name if count == 1 else Amount(count, name) for name, count in sorted(units.items())]
    return words("listed", items=names)


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
        app.notify(app.words.describe_problem(error.problems[0]), severity="error")
        return None
