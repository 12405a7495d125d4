"""Create folders, and walk everything in one: nothing passed over in silence, nothing twice."""

from __future__ import annotations

import os
from collections import deque
from collections.abc import Iterator
from pathlib import Path

import msgspec

from listbuilder.model.problem import Problem, Unreadable, make_unwritable_problem

MAX_DEPTH = 40  # folders in folders; whoever sorts lists by year, event, day and player needs five


# what is said of a link to a folder whose files have been named: nothing of it is missing
AGAIN = "folder_again"


def create_folder(folder: Path, *below: str) -> None:
    """Create a folder and the folders named `below` in it, where they don't exist yet.

    Raises Unreadable with the problem `cannot_write` about `folder` if one of them can't be made.
    """
    try:
        for path in (folder, *(folder / name for name in below)):
            path.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise Unreadable([make_unwritable_problem(error, folder)]) from None


class Place(msgspec.Struct, frozen=True):
    """A file or folder that was found, with the problem why it can't be opened, if any."""

    path: str
    problem: Problem | None = None
    is_folder: bool = False  # what cannot be opened is one


def walk_folder(folder: str) -> Iterator[Place]:
    """Yield the files below `folder`, and folders that can't be opened, in the order of names.

    Folders behind links come last, so that a file is found under its real path first. Names that
    begin with a dot are left out.
    """
    seen: dict[tuple[int, int], str] = {}
    todo = deque([(folder, 0)])
    while todo:
        yield from _walk_one_folder(*todo.popleft(), seen, todo)


def _walk_one_folder(
    folder: str, depth: int, seen: dict[tuple[int, int], str], links: deque[tuple[str, int]]
) -> Iterator[Place]:
    """Yield the files below one folder, and put links to folders into `links` for later.

    `depth`: how deep the folder lies. `seen`: the folders walked so far; this one is added. A
    folder that was seen before, lies too deep or can't be opened is yielded with that problem.
    """
    try:
        status = os.stat(folder)
        first = seen.setdefault((status.st_dev, status.st_ino), folder)
        if first is not folder:
            yield _build_refused_folder(folder, AGAIN, first=first)
            return
        if depth > MAX_DEPTH:
            yield _build_refused_folder(folder, "folders_too_deep", limit=MAX_DEPTH)
            return
        with os.scandir(folder) as entries_found:
            entries = sorted(entries_found, key=lambda entry: entry.name)
    except OSError as error:
        yield _build_refused_folder(
            folder, "folder_unreadable", reason=error.strerror or str(error)
        )
        return
    for entry in entries:
        if entry.name.startswith("."):
            continue
        if _is_folder(entry):
            if entry.is_symlink():
                links.append((entry.path, depth + 1))
            else:
                yield from _walk_one_folder(entry.path, depth + 1, seen, links)
        else:
            yield Place(entry.path, _find_problem(entry))


def _build_refused_folder(folder: str, key: str, **args: object) -> Place:
    """Return the place of a folder that is not walked, with the problem that says why."""
    return Place(folder, Problem(key=key, args=args, file=folder), is_folder=True)


def _is_folder(entry: os.DirEntry[str]) -> bool:
    """Return whether `entry` is a folder or a link to a folder.

    False for a link that can't be followed, because its target may not be opened or it leads to
    itself.
    """
    try:
        return entry.is_dir()
    except OSError:
        return False


def _find_problem(entry: os.DirEntry[str]) -> Problem | None:
    """Return the problem why `entry` can't be read, or None if it is a regular file.

    Pipes and devices are refused, because reading them could wait for ever or never end.
    """
    name = entry.path
    try:
        if entry.is_file():
            return None
        os.stat(entry.path)
    except FileNotFoundError:
        return Problem(key="link_to_nothing", file=name)
    except OSError as error:
        return Problem(key="cannot_open", args={"reason": error.strerror or str(error)}, file=name)
    return Problem(key="no_plain_file", file=name)
