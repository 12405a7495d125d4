"""The lists that the first screen shows: the recent files, and other rosters in their folders."""

from __future__ import annotations

import os
from collections.abc import Sequence
from pathlib import Path

from listbuilder.data.is_roster_file import is_named_as_ours, is_our_roster
from listbuilder.workspace import folders

MOST_FOLDERS = 20  # folders of recent files that are looked through
MOST_ENTRIES = 2_000  # entries read of one folder; one with more isn't a folder of lists
MOST_FILES = 500  # files shown at most; nobody reads more
_HEAD = 4_096  # bytes at the beginning of a file by which a roster is recognised


def find_rosters_beside(recent: Sequence[Path]) -> list[Path]:
    """Return the rosters that are in the folders of the `recent` files or in the current folder.

    The recent files themselves are left out. Folders inside these folders are not looked through.
    """
    known = {os.path.abspath(path) for path in recent}
    places = dict.fromkeys([os.getcwd(), *(os.path.dirname(path) for path in known)])
    found: list[Path] = []
    for place in list(places)[:MOST_FOLDERS]:
        try:
            names = sorted(os.listdir(place))[:MOST_ENTRIES]
        except OSError:
            continue
        for name in names:
            path = os.path.join(place, name)
            if is_named_as_ours(name) and path not in known and _is_roster(Path(path)):
                found.append(Path(path))
    return found[:MOST_FILES]


def _is_roster(path: Path) -> bool:
    """Return whether the beginning of the file at `path` is that of a roster."""
    if not folders.is_there(path):
        return False
    try:
        with path.open("rb") as handle:
            return is_our_roster(handle.read(_HEAD))
    except OSError:
        return False


def get_saved_time(path: Path) -> float:
    """Return when the file at `path` was last written, as a time stamp; 0 if it is gone."""
    try:
        return os.stat(path).st_mtime
    except (OSError, ValueError):
        return 0.0
