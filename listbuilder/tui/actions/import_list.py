"""The import of lists of other programs, from a file or pasted, and the account of its result."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

import msgspec

from listbuilder.data.is_roster_file import is_our_roster
from listbuilder.model.limits import LIST_BYTES
from listbuilder.model.problem import Unreadable
from listbuilder.roster.position import Position
from listbuilder.tui.actions import open_file
from listbuilder.tui.screens.dialogs import Info, Type
from listbuilder.tui.widgets.rows import Line
from listbuilder.workspace.session import Session
from listbuilder.yamlio import reader

if TYPE_CHECKING:
    from listbuilder.formats.imported_list import Import
    from listbuilder.tui.app import Builder
    from listbuilder.tui.text import Words

TOTALS = "total_"  # notes on the total: what it says against what is computed


class ImportedList(msgspec.Struct):
    """A list as a roster.

    `done`: the list as it is, checked as of its own date.
    """

    made: Import
    done: Position
    data: dict[str, object]


async def ask_for_list(app: Builder) -> None:
    """Ask for the path of a file or a pasted list, and open it; do nothing if the player
    gives up.
    """
    typed = await app.push_screen_wait(
        Type(
            app.words("import_title"),
            f"{Path.cwd()}/",
            partial(open_file.refuse_missing_file, app.words),
            takes_lists=True,
        )
    )
    if typed:
        await open_pasted(app, typed)


async def open_pasted(app: Builder, text: str) -> None:
    """Open what was pasted: a list, a roster, or the name of a file that contains one."""
    stripped = text.strip()
    if "\n" not in stripped and len(stripped) < 4096:
        path = Path(stripped.strip("'\"")).expanduser()
        if _is_file(path):
            await open_file.open_path(app, path)
            return
    await open_list(app, text.replace("\r\n", "\n").replace("\r", "\n").encode(), "")


def _is_file(path: Path) -> bool:
    """Return whether `path` is a file; False too if it can't be looked at."""
    try:
        return path.is_file()
    except (OSError, ValueError):
        return False


async def open_list(app: Builder, raw: bytes, name: str) -> None:
    """Open `raw`, a roster or a list of another program, and show how its import went.

    If it can't be read, a dialog says why. `name`: the file it came from; empty if it was pasted.
    """
    words = app.words
    shown_name = name or words("import.pasted")
    app.show_busy(True)
    try:
        if is_our_roster(raw):
            session = await asyncio.to_thread(
                lambda: Session(raw, app.library, None, app.as_of, is_new=True)
            )
            imported = None
        else:
            imported = await asyncio.to_thread(read_list, raw, shown_name, app)
            session = Session.create(imported.data, app.library, app.as_of)
    except Unreadable as error:
        lines = [
            Line(left=words.describe_problem(problem), mark="✗", mark_look="bad", wrap=True)
            for problem in error.problems
        ]
        app.push_screen(Info(words("cannot_read", file=shown_name), lambda _: lines))
        return
    finally:
        app.show_busy(False)
    if await app.show_session(session) and imported is not None:
        show_account(app, imported)


def show_account(app: Builder, imported: ImportedList) -> None:
    """Open a dialog with the account of an import: what was read, and what was not understood."""
    words = app.words.get_for_game(imported.done.system)
    app.push_screen(Info(words("import.title"), lambda _: list(yield_account(imported, words))))


async def read_list_file(app: Builder, path: Path) -> ImportedList | None:
    """Return the list of another program in the file at `path`.

    None if the file can't be read as a list, or is a roster of ours.
    """
    try:
        raw = await asyncio.to_thread(reader.read_bytes, path, LIST_BYTES)
        if is_our_roster(raw):
            return None
        return await asyncio.to_thread(read_list, raw, str(path), app)
    except Unreadable:
        return None


def read_list(raw: bytes, name: str, app: Builder) -> ImportedList:
    """Return the list of another program in `raw` as a roster, checked as of its own date.

    `name`: the file it came from. A date that the list states is written into the roster, unless
    --as-of was given. Raises Unreadable if it is no list, or nothing in it is known.
    """
    from listbuilder.formats import import_list

    result = import_list.import_list(raw, name, app.library, None, app.as_of)
    if result.document is None:
        raise Unreadable(result.account.unread)
    day = result.account.stated_day
    position = import_list.judge_import(result, name, app.library, app.as_of)
    data = dict(result.document.data)
    if day is not None and app.as_of is None:
        data = {
            **{key: value for key, value in data.items() if not isinstance(value, (list, dict))},
            "points_as_of": day,
            **data,
        }
    return ImportedList(result, position, data)


def yield_account(imported: ImportedList, words: Words) -> Iterator[Line]:
    """Yield lines about an import: its form, its points, and what was not understood or was
    guessed.

    The points that the list states are compared with those computed. Each remark is shown once.
    """
    account_data, army = imported.made.account, imported.done.army
    unread = len(account_data.unread)
    summary = words("imported_some", count=unread) if unread else words("imported_all")
    yield Line(left=words("import.from", format=account_data.format), look="dim")
    yield Line(left=summary, mark="!" if unread else "✓", look="warn" if unread else "good")
    if army is not None and army.counts_points:
        yield from _yield_totals(imported, army.points, words)
    for problem in account_data.unread:
        yield Line(left=words.describe_problem(problem), mark="✗", mark_look="bad", wrap=True)
    shown_texts: set[str] = set()
    for note in (*account_data.differences, *account_data.notes, *account_data.warned):
        text = words.describe_note(note)
        if text not in shown_texts and not note.key.startswith(TOTALS):
            shown_texts.add(text)
            yield Line(left=text, mark="i", mark_look="dim", wrap=True)
    yield Line()
    yield Line(left=words("import.close"), look="dim", wrap=True)


def _yield_totals(imported: ImportedList, computed: int, words: Words) -> Iterator[Line]:
    """Yield the points that the list states and those computed, with the reasons if they differ."""
    stated = imported.made.account.stated_total
    if stated is None:
        yield Line(left=words("import.computed", computed=computed), look="name")
    elif stated == computed:
        yield Line(left=words("import.agrees", stated=stated), mark="✓", look="good")
    else:
        yield Line(
            left=words("import.differs", stated=stated, computed=computed),
            mark="!",
            look="warn",
            wrap=True,
        )
        for note in imported.made.account.differences:
            if note.key.startswith(TOTALS):
                yield Line(left=words.describe_note(note), look="dim", indent=2, wrap=True)
