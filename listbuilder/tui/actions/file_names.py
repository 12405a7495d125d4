"""The question for the name of a roster's file, and the name that is proposed."""

from __future__ import annotations

import os
import re
from pathlib import Path
from typing import TYPE_CHECKING

from listbuilder.model.base import fold
from listbuilder.model.problem import Problem
from listbuilder.tui.screens.dialogs import Type
from listbuilder.workspace.recent_files import find_free_name

if TYPE_CHECKING:
    from listbuilder.tui.app import Builder
    from listbuilder.workspace.session import Session

ENDING = ".yaml"
MOST_LETTERS = 60  # of a proposed name; several long detachments would fill the dialog
_HAS_ENDING = re.compile(r"\.[A-Za-z]\w{0,7}$")


def propose_path(session: Session) -> Path:
    """Return a path in the current folder that no file has, for a roster without a file.

    It is made of the roster's name, or else of its faction and detachments, or of what its heading
    names in a game without factions.
    """
    title, army = session.name, session.army
    if not title and army is not None:
        title = " ".join([army.faction_name, *army.list_own_labels()]).strip()
        title = title or " ".join(army.list_labels())
    letters = "".join(
        character if character.isalnum() else "-" for character in fold(title).replace("'", "")
    )
    stem = re.sub("-+", "-", letters).strip("-")[:MOST_LETTERS].strip("-")
    path = Path.cwd() / f"{stem or 'roster'}{ENDING}"
    return find_free_name(path) if os.path.lexists(path) else path


async def ask_file_name(app: Builder, title: str, path: Path, wrong: str = "") -> Path | None:
    """Ask for a file, proposing `path`, and return the answer; None if the player gives up.

    What is typed replaces the proposed name without its ending, and a name without an ending gets
    `.yaml`. `title`: the question. `wrong`: what was wrong with the answer before.
    """

    def refuse_bad_path(typed: str) -> str | None:
        """Return what is wrong with a typed path; None if a file can be written there."""
        target = Path(typed.strip()).expanduser()
        if not typed.strip() or target.is_dir():
            return app.words.describe_problem(Problem(key="is_a_folder"))
        if target.parent.is_dir():
            return None
        return app.words("no_such_folder", folder=str(target.parent))

    typed = await app.push_screen_wait(
        Type(title, str(path), refuse_bad_path, wrong, selects_stem=True)
    )
    return _add_ending(Path(typed.strip()).expanduser()) if typed and typed.strip() else None


def _add_ending(path: Path) -> Path:
    """Return `path` with `.yaml` added, unless it has an ending or something is there already.

    A number after a dot, as in `tournament 1.2`, is no ending.
    """
    if _HAS_ENDING.search(path.name) or os.path.lexists(path):
        return path
    return path.with_name(path.name + ENDING)
