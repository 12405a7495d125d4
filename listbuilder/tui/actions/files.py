"""The actions on files of the first screen: copy, rename, delete, and take back from the bin."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

from listbuilder.model.problem import Unreadable
from listbuilder.tui.actions.file_names import ask_file_name
from listbuilder.tui.screens.dialogs import Answer, Ask
from listbuilder.workspace import recent_files
from listbuilder.workspace.saving import AlreadyThere

if TYPE_CHECKING:
    from listbuilder.tui.app import Builder

MOST_NAMED = 8  # files that the question names; more would not fit a small screen

# of this run, the last one last; files that were thrown away at once come back at once
thrown: list[list[recent_files.BinnedFile]] = []


async def copy_file(app: Builder, path: Path) -> None:
    """Ask for a name, and copy the file at `path` to it; a notice says if it worked."""
    target = await ask_file_name(app, app.words("copy_title"), recent_files.find_free_name(path))
    if target is not None and await _run_file_operation(app, recent_files.copy_file, path, target):
        app.notify(app.words("saved", file=str(target)))


async def rename_file(app: Builder, path: Path) -> None:
    """Ask for a name, and rename the file at `path` to it; a notice says if it worked."""
    target = await ask_file_name(app, app.words("rename_title"), path)
    if (
        target is not None
        and target != path
        and await _run_file_operation(app, recent_files.rename_file, path, target)
    ):
        app.notify(app.words("saved", file=str(target)))


async def delete_files(app: Builder, paths: Sequence[Path]) -> None:
    """Ask for confirmation, and move the files at `paths` to the bin; refresh the first screen.

    If that fails for a file, a warning says why.
    """
    words = app.words
    answers = [
        Answer(key="yes", left=words("home.delete_yes"), letter="b"),
        Answer(key="no", left=words("leave_it"), letter="c"),
    ]
    named = words("home.lists", count=len(paths)) if len(paths) > 1 else paths[0].name
    body = "\n".join(str(path) for path in paths[:MOST_NAMED])
    if len(paths) > MOST_NAMED:
        body += "\n…"
    question = Ask(words("home.delete", file=named), answers, body=body)
    if await app.push_screen_wait(question) != "yes":
        return
    binned: list[recent_files.BinnedFile] = []
    refusal = None
    for path in paths:
        try:
            binned.append(await asyncio.to_thread(recent_files.move_to_bin, path))
        except Unreadable as error:
            refusal = error
    if binned:
        thrown.append(binned)
        app.notify(words("home.deleted", file=named))
    app.refresh_home()
    if refusal is not None:
        app.warn(words.describe_problem(refusal.problems[0]))


async def restore_files(app: Builder) -> None:
    """Restore the files that were moved to the bin last in this run; a notice says so if there
    are none.

    One that can't be restored stays in the bin, and can be tried again.
    """
    if not thrown:
        app.notify(app.words("home.bin_empty"))
        return
    last = thrown[-1]
    for binned in list(last):
        if await _run_file_operation(app, recent_files.restore_from_bin, binned):
            last.remove(binned)
            app.notify(app.words("home.taken_back", file=str(binned.path)))
    if not last:
        thrown.remove(last)


async def _run_file_operation(app: Builder, operation: Callable[..., Any], *arguments: Any) -> bool:
    """Run `operation` with `arguments`, and return whether it worked.

    If it worked, the first screen is refreshed; otherwise a warning says why it didn't.
    """
    try:
        await asyncio.to_thread(operation, *arguments)
    except AlreadyThere as error:
        app.warn(app.words("exists", file=str(error)))
        return False
    except Unreadable as error:
        app.warn(app.words.describe_problem(error.problems[0]))
        return False
    app.refresh_home()
    return True
