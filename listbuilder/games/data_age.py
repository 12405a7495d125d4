"""The age of each game's data, and whether newer data may exist.

Points change every month or so. Old data is still right for its own date, but a player should be
told once.
"""

from __future__ import annotations

import os
import re
from contextlib import suppress
from datetime import date

import msgspec

from listbuilder.data.library import Library
from listbuilder.games.registry import SYSTEMS, get_game
from listbuilder.history.versions import DataVersions
from listbuilder.model.limits import OLD_DATA_DAYS
from listbuilder.model.problem import Unreadable

_HEAD = 2000  # bytes at the beginning of a data file that have its date
_AS_OF = re.compile(rb"^as_of: *[\"']?(\d{4}-\d{2}-\d{2})", re.MULTILINE)
_EDITION = re.compile(r"\d+")


class DataAge(msgspec.Struct, frozen=True):
    """The date of one game's data, and how many days ago that was.

    `has_points`: its data follow points documents. `is_old`: it is so long ago that newer data may
    exist. The data of a game that a later edition has replaced are never old.
    """

    system: str
    day: str
    days: int
    has_points: bool
    is_old: bool


def get_today() -> date:
    """Return today's date, or the one in LISTBUILDER_TODAY. A test sets that variable."""
    with suppress(ValueError):
        return date.fromisoformat(os.environ.get("LISTBUILDER_TODAY", ""))
    return date.today()


def find_data_date(system: str, library: Library) -> str:
    """Return the newest date at the head of a data file of the game, or "" if there is none."""
    newest = ""
    for folder in library.folders:
        for file in (folder / system).glob("*.yaml"):
            with suppress(OSError), open(file, "rb") as stream:
                match = _AS_OF.search(stream.read(_HEAD))
                if match is not None:
                    newest = max(newest, match[1].decode())
    return newest


def find_data_age(system: str, library: Library) -> DataAge | None:
    """Return how old the data of the game is, or None if its data has no date."""
    day = find_data_date(system, library)
    days = _count_days_since(day)
    if days is None:
        return None
    has_points = bool(DataVersions(system, library).list_release_dates())
    is_old = is_long_ago(day) and not _is_replaced(system, library)
    return DataAge(system, day, days, has_points, is_old)


def is_long_ago(day: str) -> bool:
    """Return whether data of `day` is so old that newer may exist. False if that is no date."""
    days = _count_days_since(day)
    return days is not None and days > OLD_DATA_DAYS


def _count_days_since(day: str) -> int | None:
    """Return how many days ago `day` was, 0 if it is in the future, or None if it isn't a date."""
    try:
        return max((get_today() - date.fromisoformat(day)).days, 0)
    except ValueError:
        return None


def _is_replaced(system: str, library: Library) -> bool:
    """Return whether we have a later edition of the game, or the game itself can't be read."""
    name, edition = _read_title(system, library)
    if not name:
        return True
    for other in SYSTEMS:
        other_name, other_edition = _read_title(other, library)
        if other_name == name and other_edition > edition:
            return True
    return False


def _read_title(system: str, library: Library) -> tuple[str, int]:
    """Return the name of the game and the number of its edition, 0 if that has none.

    ("", 0) if its rules can't be read, which is reported elsewhere.
    """
    try:
        book = get_game(system).load_rulebook(library)
    except Unreadable:
        return "", 0
    number = _EDITION.search(book.edition)
    return book.name, int(number[0]) if number else 0
