"""A shipped data file with one thing changed in it, and what `data check` says of that."""

from __future__ import annotations

from functools import cache
from pathlib import Path
from typing import Any

from listbuilder.cli.data import check_file
from listbuilder.data import paths
from listbuilder.data.library import Library
from listbuilder.model.problem import Problem
from tests.games.paths import is_there


@cache
def shipped(system: str, file: str) -> list[tuple[str, Any, dict[str, Any]]]:
    """What is said of the file as it is: warnings at most."""
    return [
        (each.key, each.path, each.args)
        for each in check_file(paths.get_factions_folder() / system / file, Library())
    ]


def problems(folder: Path, system: str, file: str, before: str, after: str) -> list[Problem]:
    """All that is said of the changed file, beside the shipped data."""
    text = (paths.get_factions_folder() / system / file).read_text(encoding="utf-8")
    assert before in text
    (folder / system).mkdir()
    changed = folder / system / file
    changed.write_text(text.replace(before, after, 1), encoding="utf-8")
    told = list(check_file(changed, Library()))
    assert all(is_there(text.replace(before, after, 1), problem) for problem in told), told
    return told


def of_the_change(folder: Path, system: str, file: str, before: str, after: str) -> list[Problem]:
    """What is said because of the change alone."""
    told = problems(folder, system, file, before, after)
    return [each for each in told if (each.key, each.path, each.args) not in shipped(system, file)]
