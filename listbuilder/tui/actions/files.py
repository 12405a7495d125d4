"""The actions on files of the first screen: copy, rename, delete, and take back from the bin."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Any

from listbuilder.model.problem import Problem, Unreadable
from listbuilder.tui.screens.dialogs import Answer, Ask, Type
from listbuilder.workspace import recent_files
from listbuilder.workspace.saving import AlreadyThere

if TYPE_CHECKING:
    from listbuilder.tui.app import Builder

thrown: list[recent_files.BinnedFile] = []  # of this run, the last one last


async def copy_file(app: Builder, path: Path) -> None:
    """Ask for a name, and copy the file at `path` to it; a notice says if it worked."""
    target = await _ask_path(app, app.words("copy_title"), recent_files.find_free_name(path))
    if target is not None and await _run_file_operation(app, recent_files.copy_file, path, target):
        app.notify(app.words("saved", file=str(target)))


async def rename_file(app: Builder, path: Path) -> None:
    """Ask for a name, and rename the file at `path` to it; a notice says if it worked."""
    target = await _ask_path(app, app.words("rename_title"), path)
    if (
        target is not None
        and target != path
        and await _run_file_operation(app, recent_files.rename_file, path, target)
    ):
        app.notify(app.words("saved", file=str(target)))


async def delete_file(app: Builder, path: Path) -> None:
    """Ask for confirmation, and move the file at `path` to the bin; refresh the first screen.

    If that fails, a warning says why.
    """
    words = app.words
    answers = [
        Answer(key="yes", left=words("home.delete_yes")),
        Answer(key="no", left=words("home.keep")),
    ]
    if (
        await app.push_screen_wait(
            Ask(words("home.delete", file=path.name), answers, body=str(path))
        )
        != "yes"
    ):
        return
    try:
        thrown.append(await asyncio.to_thread(recent_files.move_to_bin, path))
    except Unreadable as error:
        app.warn(words.describe_problem(error.problems[0]))
        return
    app.refresh_home()
    app.notify(words("home.deleted", file=path.name), timeout=10)


async def restore_file(app: Builder) -> None:
    """Restore the file that was moved to the bin last in this run; a notice says so if there is
    none.
    """
    if not thrown:
        app.notify(app.words("home.bin_empty"))
        return
    last = thrown[-1]
    if await _run_file_operation(app, recent_files.restore_from_bin, last):
        thrown.remove(last)
        app.notify(app.words("home.taken_back", file=str(last.path)))


async def _ask_path(app: Builder, title: str, path: Path) -> Path | None:
    """Ask for a path, with `path` as the suggestion, and return the answer; None if there is
    none.
    """

    def refuse_bad_path(typed: str) -> str | None:
        """Return what is wrong with a typed path; None if a file can be written there."""
        target = Path(typed.strip()).expanduser()
        if not typed.strip() or target.is_dir():
            return app.words.describe_problem(Problem(key="is_a_folder"))
        if target.parent.is_dir():
            return None
        return app.words("no_such_folder", folder=str(target.parent))

    typed = await app.push_screen_wait(Type(title, str(path), refuse_bad_path))
    return Path(typed.strip()).expanduser() if typed else None


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
