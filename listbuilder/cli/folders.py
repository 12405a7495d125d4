"""What lies in a folder, to its last corner: nothing is left out without a word, nothing twice, and no link leads in a circle."""

from __future__ import annotations

import os
from collections import deque
from collections.abc import Iterator

import msgspec

from listbuilder.model.problem import Problem

MAX_DEPTH = 40  # folders in folders; whoever sorts lists by year, event, day and player needs five


AGAIN = "folder_again"  # what is said of a link to a folder whose files have been named: nothing of it is missing


class Place(msgspec.Struct, frozen=True):
    """A file that can be opened, or what is to be said of something that cannot."""

    path: str
    problem: Problem | None = None
    is_folder: bool = False  # what cannot be opened is one


def below(folder: str) -> Iterator[Place]:
    """In the order of names, what hangs on links last: a file has the name that it really has. What begins with a dot is
    hidden and left out."""
    seen: dict[tuple[int, int], str] = {}
    todo = deque([(folder, 0)])
    while todo:
        yield from _below(*todo.popleft(), seen, todo)


def _below(folder: str, depth: int, seen: dict[tuple[int, int], str], links: deque[tuple[str, int]]) -> Iterator[Place]:
    try:
        here = os.stat(folder)
        first = seen.setdefault((here.st_dev, here.st_ino), folder)
        if first is not folder:
            yield _refused(folder, AGAIN, first=first)
            return
        if depth > MAX_DEPTH:
            yield _refused(folder, "folders_too_deep", limit=MAX_DEPTH)
            return
        with os.scandir(folder) as found:
            entries = sorted(found, key=lambda entry: entry.name)
    except OSError as error:
        yield _refused(folder, "folder_unreadable", reason=error.strerror or str(error))
        return
    for entry in entries:
        if entry.name.startswith("."):
            continue
        if _is_folder(entry):
            if entry.is_symlink():
                links.append((entry.path, depth + 1))
            else:
                yield from _below(entry.path, depth + 1, seen, links)
        else:
            yield Place(entry.path, _why_not(entry))


def _refused(folder: str, key: str, **args: object) -> Place:
    return Place(folder, Problem(key=key, args=args, file=folder), is_folder=True)


def _is_folder(entry: os.DirEntry[str]) -> bool:
    try:
        return entry.is_dir()
    except OSError:  # a link into a place that may not be looked into, or into itself
        return False


def _why_not(entry: os.DirEntry[str]) -> Problem | None:
    """None for a file. Reading a pipe or a device that lies in a folder could wait for ever, or never end."""
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
