"""The folders for what is neither the player's file nor data.

These are recovery, saved versions, recent files and settings. Whatever is in them (junk, a folder
where a file should be, a pipe, what can't be read) costs at most what it would have told: nothing
of it may stop the program.
"""

from __future__ import annotations

import base64
import errno
import hashlib
import os
import stat
import time
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import msgspec

from listbuilder.data import atomic_file, paths
from listbuilder.data.settings import get_setting
from listbuilder.version import VERSION

MOST_RECENT = 20
MOST_SEEN = 1_000  # lists whose contents are remembered in short
MOST_USED = 10  # units of one faction that were added last
SETTINGS_BYTES = 1_000_000


def get_state_folder() -> Path:
    """Return the folder for the user's state: that of the settings, else the platform's."""
    if given := get_setting("state"):
        return Path(given)
    return paths.get_user_folder("state")


class Seen(msgspec.Struct, frozen=True, kw_only=True):
    """The contents of a roster when it was last opened or saved, with its verdict."""

    stamp: str  # of the file then
    name: str = ""
    game: str = ""
    edition: str = ""
    faction: str = ""
    points: int | None = None
    limit: int | None = None
    verdict: str


class Picked(msgspec.Struct):
    """What a player often adds to armies of one faction: ids of offers."""

    favourites: list[str] = []
    used: list[str] = []  # the last one first


class Settings(msgspec.Struct):
    """The settings the builder remembers, with the recent files."""

    lang: str | None = None
    theme: str | None = None
    recent: list[str] = []
    seen: dict[str, Seen] = {}  # of files, where something is known
    home_order: str = "date"  # of the lists on the first screen: date, name or folder
    last_game: str = ""  # of the last new list
    last_factions: dict[str, str] = {}  # game -> faction of its last new list
    legends: bool = True  # whether the picker shows them
    loadouts: bool = False  # whether the army shows what each unit carries
    by_role: bool = False  # whether the army shows leaders by role, not below whom they lead
    picked: dict[str, Picked] = {}  # by game and faction
    # game -> date of its data, once told that newer may exist, or found to be of an old edition
    told_old_data: dict[str, str] = {}


def load_settings() -> Settings:
    """Return the stored settings; each one that is missing or can't be read has its default."""
    settings = Settings()
    data = _read_settings()
    for field in msgspec.structs.fields(Settings):
        try:
            setattr(settings, field.name, msgspec.convert((data or {})[field.name], field.type))
        except (KeyError, msgspec.ValidationError):
            continue
    return settings


def _read_settings() -> dict[Any, Any] | None:
    """Return the stored settings as plain data, or None if their file can't be read."""
    try:
        data = msgspec.json.decode(read_file(_get_settings_file(), SETTINGS_BYTES))
    except (OSError, ValueError, RecursionError):
        return None
    return data if isinstance(data, dict) else None


def _get_settings_file() -> Path:
    """Return the path of the file of settings."""
    return get_state_folder() / "settings.json"


def store_settings(settings: Settings) -> None:
    """Write the settings; if their file can't be written, the change is lost without a message.

    A settings file that can't be read is set aside first.
    """
    file = _get_settings_file()
    try:
        file.parent.mkdir(parents=True, exist_ok=True)
        if _read_settings() is None and os.path.lexists(file):
            set_aside(file)
        atomic_file.write_file(file, msgspec.json.encode(settings))
    except (OSError, UnicodeEncodeError):  # the name of a recent file may be no text
        return


def record_recent_file(path: Path, seen: Seen | None = None) -> None:
    """Put `path` first among the recent files, with its contents in short (`seen`) if given.

    At most `MOST_RECENT` files are kept.
    """
    settings = load_settings()
    name = encode_path(path)
    others = [recent_name for recent_name in settings.recent if recent_name != name]
    settings.recent = [name, *others][:MOST_RECENT]
    _merge_seen(settings, {name: seen} if seen is not None else {})
    store_settings(settings)


def record_seen(seen_by_name: Mapping[str, Seen]) -> None:
    """Store the contents in short of files, by the encoded path of each."""
    settings = load_settings()
    _merge_seen(settings, seen_by_name)
    store_settings(settings)


def compute_stamp(path: Path) -> str | None:
    """Return a text that changes when the file or the version of listbuilder changes.

    None if there is no such file.
    """
    try:
        status = os.stat(path)
    except (OSError, ValueError):
        return None
    return f"{status.st_mtime_ns}-{status.st_size}-{VERSION}"


def find_unchanged_seen(paths: Sequence[Path]) -> dict[Path, Seen]:
    """Return what the settings keep of each of `paths`, if the file has not changed since.

    Files about which nothing is stored are left out.
    """
    remembered = load_settings().seen
    unchanged = {}
    for path in paths:
        seen = remembered.get(encode_path(path))
        if seen is not None and seen.stamp == compute_stamp(path):
            unchanged[path] = seen
    return unchanged


def _merge_seen(settings: Settings, seen_by_name: Mapping[str, Seen]) -> None:
    """Add `seen_by_name` to the settings, and keep the latest `MOST_SEEN`."""
    for name, seen in seen_by_name.items():
        settings.seen.pop(name, None)
        settings.seen[name] = seen
    settings.seen = dict(list(settings.seen.items())[-MOST_SEEN:])


def remove_recent_file(path: Path) -> None:
    """Remove `path` from the recent files."""
    settings = load_settings()
    gone = encode_path(path)
    settings.recent = [name for name in settings.recent if name != gone]
    store_settings(settings)


def list_recent_files() -> list[Path]:
    """Return the paths of the recent files, the latest first."""
    paths = map(decode_path, load_settings().recent)
    return [path for path in paths if path is not None]


def change_settings(**changes: Any) -> None:
    """Load the settings, set the fields given in `changes`, and store them."""
    settings = load_settings()
    for key, value in changes.items():
        setattr(settings, key, value)
    store_settings(settings)


def load_picked(army_key: str) -> tuple[list[str], list[str]]:
    """Return the favourites and the last used offers of `army_key`, a game and a faction."""
    picked = load_settings().picked.get(army_key) or Picked()
    return list(picked.favourites), list(picked.used)


def store_picked(army_key: str, favourites: Sequence[str], used: Sequence[str]) -> None:
    """Store the favourites and the last used offers of `army_key`, a game and a faction."""
    settings = load_settings()
    settings.picked[army_key] = Picked(list(favourites), list(used)[:MOST_USED])
    store_settings(settings)


# --- files that may be anything ---


def read_file(file: Path, most: int) -> bytes:
    """Return the content of `file`, which may have at most `most` bytes.

    Raises OSError if it is larger, missing, or not a regular file. Why: reading a pipe would never
    end.
    """
    require_regular_file(os.stat(file))
    with file.open("rb") as handle:
        content = handle.read(most + 1)
    if len(content) > most:
        raise OSError(errno.EFBIG, os.strerror(errno.EFBIG))
    return content


def require_regular_file(status: os.stat_result) -> None:
    """Raise OSError if `status` is not that of a regular file, but of a folder or pipe."""
    if stat.S_ISDIR(status.st_mode):
        raise OSError(errno.EISDIR, os.strerror(errno.EISDIR))
    if not stat.S_ISREG(status.st_mode):
        raise OSError(errno.EINVAL, "not a regular file")


def set_aside(file: Path) -> Path:
    """Rename `file` so that it is kept but not found again, and return its new path.

    Raises OSError. Why it is kept: what can't be read today, someone may be able to read tomorrow.
    """
    place = file.with_name(f"{file.name}.{time.time_ns():x}.damaged")
    os.rename(file, place)
    return place


def is_there(path: Path) -> bool:
    """Return whether there is a regular file at `path`.

    False also for a path that no file can have, as a damaged list of recent files may hold.
    """
    try:
        return path.is_file()
    except (OSError, ValueError):
        return False


def resolve_links(path: Path | str) -> str:
    """Return the absolute path with all links followed, whether or not anything exists there."""
    try:
        return os.path.realpath(path)
    except (OSError, ValueError):
        return os.fspath(path)


def hash_path(path: Path | str) -> str:
    """Return 16 hex digits that stand for `path` in the names of listbuilder's own files.

    Links are followed first, so that two paths of one file give the same digits.
    """
    return hashlib.sha256(os.fsencode(resolve_links(path))).hexdigest()[:16]


_NOT_TEXT = "\0"  # no path has it


def encode_path(path: Path) -> str:
    """Return the absolute path as text that JSON can hold.

    `decode_path` turns it back. Why: the name of a file may have bytes that are no valid text.
    """
    try:
        name = os.path.abspath(path)
    except OSError:  # the folder we are in is gone
        name = os.fspath(path)
    try:
        name.encode()
    except UnicodeEncodeError:
        return _NOT_TEXT + base64.b64encode(os.fsencode(name)).decode()
    return name


def decode_path(name: str) -> Path | None:
    """Return the path that `encode_path` turned into `name`, or None if `name` is no path."""
    if name.startswith(_NOT_TEXT):
        try:
            name = os.fsdecode(base64.b64decode(name[1:], validate=True))
        except ValueError:
            return None
    return None if not name or "\0" in name else Path(name)
