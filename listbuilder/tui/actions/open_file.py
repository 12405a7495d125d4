"""The flows that open a list: a roster, another program's list, or unsaved changes of a crash.

A file that can't be read is offered for repair.
"""

from __future__ import annotations

import asyncio
import os
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from listbuilder.model.problem import Problem, Unreadable
from listbuilder.workspace import folders, journal, locked_file
from listbuilder.yamlio import reader

if TYPE_CHECKING:
    from listbuilder.tui.app import Builder
    from listbuilder.tui.text import Words


async def open_path(app: Builder, path: Path) -> None:
    """Open the roster or another program's list at `path`, or begin a new list.

    If a crash left unsaved changes to this file, the player is first asked whether to recover
    or discard them; without an answer nothing is opened. A new list is begun only if no earlier
    saves of the file exist either. For a file that can't be read, a repair is offered.
    """
    from listbuilder.workspace import saved_versions
    from listbuilder.workspace.session import Session

    recovery_files = await asyncio.to_thread(journal.scan_recovery_folder, path)
    app.set_aside += recovery_files.aside
    app.warn_about_set_aside()
    for left_behind in recovery_files.found:
        answer = await _ask_recovery(app, left_behind)
        if answer == "recover" and await recover_session(app, left_behind):
            return
        if answer != "discard":
            return
        await asyncio.to_thread(journal.discard_left_behind, left_behind)
    if not os.path.lexists(path) and not await asyncio.to_thread(saved_versions.list_saves, path):
        await start_new_list(app, path)
        return
    app.show_busy(True)
    try:
        session = await asyncio.to_thread(Session.open, path, app.library, app.as_of)
    except Unreadable as error:
        await _open_foreign_list(app, path, list(error.problems))
        return
    finally:
        app.show_busy(False)
    await app.show_session(session)


async def _open_foreign_list(app: Builder, path: Path, problems: list[Problem]) -> None:
    """Open a file that is no roster as another program's list, or offer to repair it.

    `problems`: what was wrong with the file when it was read as a roster; they are shown with
    the offer.
    """
    from listbuilder.tui.actions import import_list
    from listbuilder.workspace.session import Session

    imported = await import_list.read_list_file(app, path)
    if imported is None:
        await _offer_repair(app, path, problems)
    else:
        try:
            session = Session.create(imported.data, app.library, app.as_of)
        except Unreadable as error:  # what is in it no text can hold
            await _offer_repair(app, path, list(error.problems))
            return
        if await app.show_session(session):
            import_list.show_account(app, imported)


async def _ask_recovery(app: Builder, left_behind: journal.LeftBehind) -> str | None:
    """Ask whether to recover the unsaved changes, and return the answer.

    It is `recover`, `discard`, or None for no answer.

    The question says so if some of the changes are damaged.
    """
    from listbuilder.tui.screens.dialogs import Answer, Ask

    words = app.words
    answers = [
        Answer(key="recover", left=words("take_up"), letter="r"),
        Answer(key="discard", left=words("discard"), letter="o"),
    ]
    title = words("interrupted", file=str(left_behind.path), count=left_behind.count)
    if left_behind.story.lost:
        title = words(
            "interrupted_damaged",
            file=str(left_behind.path),
            count=left_behind.count,
            all=left_behind.all,
        )
    return await app.push_screen_wait(Ask(title, answers))


async def recover_session(app: Builder, left_behind: journal.LeftBehind) -> bool:
    """Open the roster with the unsaved changes of `left_behind`, and return whether that
    worked.

    If it didn't, the reason is shown as a warning, the changes are kept in a file, and the
    first screen is refreshed. A warning is also shown if only a part of the changes could be
    recovered.
    """
    from listbuilder.workspace.session import Session

    words = app.words
    try:
        session = await asyncio.to_thread(Session.recover, left_behind, app.library, app.as_of)
    except Unreadable as error:
        place = await asyncio.to_thread(journal.set_left_behind_aside, left_behind)
        app.warn(
            words(
                "not_recovered",
                reason=words.describe_problem(error.problems[0]),
                file=str(place),
            )
        )
    except locked_file.NotTakenUp as error:
        if error.reason:
            app.warn(words("recovery_closed", reason=error.reason, file=str(error.file)))
        else:
            app.warn(words("taken"))
    else:
        await app.show_session(session)
        if session.recovered is not None:
            recovered_part = session.recovered
            app.warn(
                words(
                    "recovered_part",
                    count=recovered_part.count,
                    all=recovered_part.all,
                    file=str(recovered_part.get_kept_file()),
                )
            )
        return True
    app.refresh_home()
    return False


async def ask_and_open(app: Builder) -> None:
    """Ask for a file and open it.

    The recent files are offered first, with an answer that leads to typing another path.
    Without recent files the path is typed at once. Escape opens nothing.
    """
    from listbuilder.tui.screens.dialogs import Answer, Ask, Type

    recent_files = [path for path in folders.list_recent_files() if folders.is_there(path)]
    if recent_files:
        answers = [
            Answer(key=str(path), left=path.name, right=str(path.parent), words=(str(path),))
            for path in recent_files
        ]
        answers.append(Answer(key="", left=app.words("another_file")))
        chosen = await app.push_screen_wait(
            Ask(app.words("open_title"), answers, placeholder=app.words("search_files"))
        )
        if chosen:
            await open_path(app, Path(chosen))
        if chosen is None or chosen:
            return
    typed = await app.push_screen_wait(
        Type(
            app.words("open_title"), str(Path.cwd()) + "/", partial(refuse_missing_file, app.words)
        )
    )
    if typed:
        await open_path(app, Path(typed.strip()).expanduser())


def refuse_missing_file(words: Words, typed: str) -> str | None:
    """Return why the typed path names no file: it is missing or a folder; None for a file."""
    path = Path(typed.strip()).expanduser()
    if path.is_dir():
        return words.describe_problem(Problem(key="is_a_folder"))
    if path.is_file():
        return None
    return words.describe_problem(Problem(key="no_such_file"))


async def _offer_repair(app: Builder, path: Path, problems: list[Problem]) -> None:
    """Show the problems of an unreadable file, and offer its text or an earlier save.

    The first five `problems` are shown.

    The text can be edited until it is a valid roster, which is then shown. The text is offered
    only if the file exists, an earlier save only if there are any.
    """
    from listbuilder.tui.actions.saved_versions import open_save_instead
    from listbuilder.tui.screens.dialogs import Answer, Ask
    from listbuilder.tui.screens.yaml_text import TextScreen
    from listbuilder.workspace import saved_versions
    from listbuilder.workspace.session import Session

    words = app.words
    sentences = "\n".join(words.describe_problem(problem) for problem in problems[:5])
    answers = [
        Answer(key="text", left=words("open_as_text"), letter="t"),
        Answer(key="leave", left=words("leave_it"), letter="c"),
    ]
    if not path.is_file():
        answers = answers[1:]
    if await asyncio.to_thread(saved_versions.list_saves, path):
        answers.insert(-1, Answer(key="earlier", left=words("open_earlier"), letter="h"))
    answer = await app.push_screen_wait(
        Ask(words("cannot_read", file=str(path)), answers, body=sentences)
    )
    if answer == "earlier":
        if session := await open_save_instead(app, path):
            await app.show_session(session)
        return
    if answer != "text":
        return
    raw = await asyncio.to_thread(reader.read_bytes, path, reader.ROSTER_BYTES)
    sessions: list[Session] = []

    def accept_text(text: str) -> list[Problem]:
        """Return what is wrong with the edited text; empty if a session was made of it.

        That session is kept, to be shown.
        """
        try:
            session = Session(raw, app.library, path, app.as_of, text=text.encode())
        except Unreadable as error:
            return list(error.problems)
        sessions.append(session)
        return []

    text = raw.decode("utf-8-sig", errors="replace")
    if await app.push_screen_wait(TextScreen(text, words, problems, accept_text)) and sessions:
        await app.show_session(sessions[0])


async def start_new_list(app: Builder, path: Path | None = None) -> None:
    """Ask the questions of a new list on one screen, and show the new list.

    Nothing is shown if the player gives up.

    `path`: the file that it will be saved to; None if that is not known yet.
    """
    from listbuilder.tui.screens.new_list import NewScreen
    from listbuilder.workspace.draft import Draft
    from listbuilder.workspace.session import Session

    draft = Draft(app.library, app.as_of)
    if await app.push_screen_wait(NewScreen(draft)) is not None:
        await app.show_session(Session.create(draft.data, app.library, app.as_of, path))
