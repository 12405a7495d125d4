"""The folder of the data that a command changes, and what its new files would break."""

from __future__ import annotations

import os
from collections.abc import Iterable
from pathlib import Path

from listbuilder.data import paths
from listbuilder.data.library import Library
from listbuilder.model.problem import Problem, Unreadable


def find_data_folder(asked: str | None) -> Path:
    """Return the folder of the data to change: `asked`, else the data of the source checkout.

    Raises Unreadable if no folder is given and the data belong to an installed program.
    """
    if asked:
        return Path(os.path.realpath(os.path.expanduser(asked)))
    if paths.get_factions_folder().is_relative_to(paths.PACKAGE):
        raise Unreadable(
            [Problem(key="prices_installed", args={"folder": str(paths.get_factions_folder())})]
        )
    return paths.get_factions_folder()


def find_new_errors(
    files: Iterable[tuple[Path, Path]], old_library: Library, new_library: Library
) -> list[Problem]:
    """Return the errors that `data check` finds in new data files and not in the old ones.

    `files` are pairs of an old file and the new one; the old one need not exist.
    """
    from listbuilder.cli.data import check_file

    found: list[Problem] = []
    for old, new in files:
        known: set[tuple[str, str]] = set()
        if old.is_file():
            known = {(problem.key, str(problem.args)) for problem in check_file(old, old_library)}
        for problem in check_file(new, new_library):
            is_known = (problem.key, str(problem.args)) in known
            if problem.severity == "error" and not is_known:
                found.append(problem)
    return found
