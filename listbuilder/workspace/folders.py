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

from listbuilder.data import atomic_file
from listbuilder.version import VERSION

MOST_RECENT = 20
SETTINGS_BYTES = 1_000_000


def get_state_folder() -> Path:
    """Return the platform's folder for a user's state, or the one LISTBUILDER_STATE gives.

    A test or a careful user sets that variable.
    """
    if given := os.environ.get("LISTBUILDER_STATE"):
        return Path(given)
    from platformdirs import user_state_path

    return Path(user_state_path("listbuilder", appauthor=False))


class Seen(msgspec.Struct, frozen=True, kw_only=True):
    """The contents of a roster when it was last opened or saved, with its verdict."""

    stamp: str  # of the file then
    name: str = ""
    game: str = ""
    faction: str = ""
    points: int | None = None
    limit: int | None = None
    verdict: str


class Settings(msgspec.Struct):
    """The settings the builder remembers, with the recent files."""

    lang: str | None = None
    theme: str | None = None
    recent: list[str] = []
    seen: dict[str, Seen] = {}  # of the recent files, where something is known
    legends: bool = True  # whether the picker shows them


def load_settings() -> Settings:
    """Return the settings, each as it was stored or, if it can't be read, its default."""
    settings = Settings()
    data = _read_settings()
    for field in msgspec.structs.fields(Settings):
        try:
            setattr(settings, field.name, msgspec.convert((data or {})[field.name], field.type))
        except (KeyError, msgspec.ValidationError):
            continue
    return settings


def _read_settings() -> dict[Any, Any] | None:
    """Return the stored settings as they are, or None if they can't be read."""
    try:
        data = msgspec.json.decode(read_file(_get_settings_file(), SETTINGS_BYTES))
    except (OSError, ValueError, RecursionError):
        return None
    return data if isinstance(data, dict) else None


def _get_settings_file() -> Path:
    """Return the path of the file of settings."""
    return get_state_folder() / "settings.json"


def store_settings(settings: Settings) -> None:
    """Write the settings. If their folder can't be written, they are only forgotten.

    A file that can't be read is set aside first.
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
    """Put `path` first among the recent files, with what was seen in it."""
    settings = load_settings()
    name = encode_path(path)
    others = [recent_name for recent_name in settings.recent if recent_name != name]
    settings.recent = [name, *others][:MOST_RECENT]
    _note_seen(settings, {name: seen} if seen is not None else {})
    store_settings(settings)


def record_seen(seen_by_name: Mapping[str, Seen]) -> None:
    """Remember what was seen in recent files."""
    settings = load_settings()
    _note_seen(settings, seen_by_name)
    store_settings(settings)


def compute_stamp(path: Path) -> str | None:
    """Return a text that changes with the file and with the program that judged it.

    None if there is no such file.
    """
    try:
        status = os.stat(path)
    except (OSError, ValueError):
        return None
    return f"{status.st_mtime_ns}-{status.st_size}-{VERSION}"


def find_unchanged_seen(paths: Sequence[Path]) -> dict[Path, Seen]:
    """Return what was seen in those of `paths` that have not changed since."""
    remembered = load_settings().seen
    unchanged = {}
    for path in paths:
        seen = remembered.get(encode_path(path))
        if seen is not None and seen.stamp == compute_stamp(path):
            unchanged[path] = seen
    return unchanged


def _note_seen(settings: Settings, seen_by_name: Mapping[str, Seen]) -> None:
    """Add what was seen to `settings`, and drop what belongs to files that are no longer recent."""
    all_seen = {**settings.seen, **seen_by_name}
    settings.seen = {name: seen for name, seen in all_seen.items() if name in settings.recent}


def remove_recent_file(path: Path) -> None:
    """Remove `path` from the recent files."""
    settings = load_settings()
    gone = encode_path(path)
    settings.recent = [name for name in settings.recent if name != gone]
    store_settings(settings)


def list_recent_files() -> list[Path]:
    """Return the recent files, the latest first."""
    paths = map(decode_path, load_settings().recent)
    return [path for path in paths if path is not None]


def change_settings(**changes: Any) -> None:
    """Store the settings with `changes` made to them."""
    settings = load_settings()
    for key, value in changes.items():
        setattr(settings, key, value)
    store_settings(settings)


# --- files that may be anything ---


def read_file(file: Path, most: int) -> bytes:
    """Return the content of a file of at most `most` bytes.

    Raises OSError if it is larger, missing, or not a regular file: reading a pipe would never end.
    """
    require_regular_file(os.stat(file))
    with file.open("rb") as handle:
        content = handle.read(most + 1)
    if len(content) > most:
        raise OSError(errno.EFBIG, os.strerror(errno.EFBIG))
    return content


def require_regular_file(status: os.stat_result) -> None:
    """Raise OSError if `status` is that of a folder, a pipe or the like."""
    if stat.S_ISDIR(status.st_mode):
        raise OSError(errno.EISDIR, os.strerror(errno.EISDIR))
    if not stat.S_ISREG(status.st_mode):
        raise OSError(errno.EINVAL, "not a regular file")


def set_aside(file: Path) -> Path:
    """Give `file` a name that no other file has, and return its new path. Raises OSError.

    Why: what can't be read today, someone may be able to read tomorrow.
    """
    place = file.with_name(f"{file.name}.{time.time_ns():x}.damaged")
    os.rename(file, place)
    return place


def is_there(path: Path) -> bool:
    """Return whether there is a file at `path`.

    False for what is not a path at all: a damaged list of recent files may hold that.
    """
    try:
        return path.is_file()
    except (OSError, ValueError):
        return False


def resolve_links(path: Path | str) -> str:
    """Return the absolute path without links, whether or not anything is there."""
    try:
        return os.path.realpath(path)
    except (OSError, ValueError):
        return os.fspath(path)


def hash_path(path: Path | str) -> str:
    """Return 16 hex digits that stand for `path`, without links, in names of our own files."""
    return hashlib.sha256(os.fsencode(resolve_links(path))).hexdigest()[:16]


_NOT_TEXT = "\0"  # no path has it


def encode_path(path: Path) -> str:
    """Return the absolute path as text that JSON can hold.

    Why: the name of a file need not be text.
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
    """Return the path that `encode_path` made `name` from, or None if it isn't a path."""
    if name.startswith(_NOT_TEXT):
        try:
            name = os.fsdecode(base64.b64decode(name[1:], validate=True))
        except ValueError:
            return None
    return None if not name or "\0" in name else Path(name)
