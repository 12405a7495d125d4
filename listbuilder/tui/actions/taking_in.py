"""Lists of other programs: from a file, or as they were pasted; and the account of what became of them."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

import msgspec

from listbuilder.edit.session import Session
from listbuilder.law.position import Position
from listbuilder.model.bounds import LIST_BYTES
from listbuilder.model.problem import Unreadable
from listbuilder.store import reader
from listbuilder.store.ours import is_ours
from listbuilder.tui.screens.ask import Info, Type
from listbuilder.tui.widgets.rows import Line

if TYPE_CHECKING:
    from listbuilder.exchange.imports import Import
    from listbuilder.tui.app import Builder
    from listbuilder.tui.words import Words

TOTALS = "total_"  # notes on the total: what it says against what is computed


class Taken(msgspec.Struct):
    """A list as a roster of ours. `done`: the list as it stands, judged by its own day."""

    made: Import
    done: Position
    data: dict[str, object]


async def ask_for_list(app: Builder) -> None:
    """A file, or the list itself."""
    typed = await app.push_screen_wait(Type(app.words("import_title"), f"{Path.cwd()}/", app.no_file, takes_lists=True))
    if typed:
        await take_pasted(app, typed)


async def take_pasted(app: Builder, text: str) -> None:
    """What was pasted: a list, a roster of ours, or the name of a file that holds one."""
    line = text.strip()
    path = Path(line.strip("'\"")).expanduser() if "\n" not in line and len(line) < 4096 else None
    if path is not None and _is_file(path):
        await app.open_path(path)
        return
    await take_in(app, text.replace("\r\n", "\n").replace("\r", "\n").encode(), "")


def _is_file(path: Path) -> bool:
    try:
        return path.is_file()
    except (OSError, ValueError):
        return False


async def take_in(app: Builder, raw: bytes, name: str) -> None:
    """Opens it, and tells what became of it; or why it cannot be read."""
    words = app.words
    shown = name or words("import.pasted")
    app.busy(True)
    try:
        if is_ours(raw):
            session = await asyncio.to_thread(lambda: Session(raw, app.library, None, app.as_of, is_new=True))
            taken = None
        else:
            taken = await asyncio.to_thread(read_list, raw, shown, app)
            session = Session.new(taken.data, app.library, app.as_of)
    except Unreadable as error:
        lines = [Line(left=words.problem(problem), mark="✗", mark_look="bad", wrap=True) for problem in error.problems]
        app.push_screen(Info(words("cannot_read", file=shown), lambda _: lines))
        return
    finally:
        app.busy(False)
    if await app.show(session) and taken is not None:
        tell(app, taken)


def tell(app: Builder, taken: Taken) -> None:
    words = app.words.of(taken.done.system)
    app.push_screen(Info(words("import.title"), lambda _: list(account(taken, words))))


async def read_file(app: Builder, path: Path) -> Taken | None:
    """None where it is no list of any kind."""
    try:
        raw = await asyncio.to_thread(reader.read_bytes, path, LIST_BYTES)
        return None if is_ours(raw) else await asyncio.to_thread(read_list, raw, str(path), app)
    except Unreadable:
        return None


def read_list(raw: bytes, name: str, app: Builder) -> Taken:
    """Raises Unreadable where it is no list, or of nothing that is known."""
    from listbuilder.exchange import imports

    made = imports.import_list(raw, name, app.library, None, app.as_of)
    if made.document is None:
        raise Unreadable(made.account.unread)
    day = made.account.stated_day
    done = imports.judged(made, name, app.library, app.as_of)
    data = dict(made.document.data)
    if day is not None and app.as_of is None:
        data = {**{key: value for key, value in data.items() if not _is_part(value)}, "points_as_of": day, **data}
    return Taken(made, done, data)


def _is_part(value: object) -> bool:
    return isinstance(value, (list, dict))


def account(taken: Taken, words: Words) -> Iterator[Line]:
    """Where it is from, what it says against what is computed, what was not understood, what was guessed: each once."""
    found, army = taken.made.account, taken.done.army
    unread = len(found.unread)
    said = words("imported_some", count=unread) if unread else words("imported_all")
    yield Line(left=words("import.from", format=found.format), look="dim")
    yield Line(left=said, mark="!" if unread else "✓", look="warn" if unread else "good")
    if army is not None and army.counts_points:
        yield from _totals(taken, army.points, words)
    for problem in found.unread:
        yield Line(left=words.problem(problem), mark="✗", mark_look="bad", wrap=True)
    told: set[str] = set()
    for note in (*found.differences, *found.notes, *found.warned):
        text = words.note(note)
        if text not in told and not note.key.startswith(TOTALS):
            told.add(text)
            yield Line(left=text, mark="i", mark_look="dim", wrap=True)
    yield Line()
    yield Line(left=words("import.close"), look="dim", wrap=True)


def _totals(taken: Taken, computed: int, words: Words) -> Iterator[Line]:
    stated = taken.made.account.stated_total
    if stated is None:
        yield Line(left=words("import.computed", computed=computed), look="name")
    elif stated == computed:
        yield Line(left=words("import.agrees", stated=stated), mark="✓", look="good")
    else:
        yield Line(left=words("import.differs", stated=stated, computed=computed), mark="!", look="warn", wrap=True)
        for note in taken.made.account.differences:
            if note.key.startswith(TOTALS):
                yield Line(left=words.note(note), look="dim", indent=2, wrap=True)
