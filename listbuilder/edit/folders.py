"""Where the builder keeps what is neither the player's file nor data: recovery, history, recent files, settings.

Whatever stands there (junk, a folder where a file should be, a pipe, what may not be read) costs at most what it
would have told: nothing of it may stop the program.
"""

from __future__ import annotations

import base64
import errno
import os
import stat
import time
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import msgspec

from listbuilder.store import atomic
from listbuilder.version import VERSION

MOST_RECENT = 20
SETTINGS_BYTES = 1_000_000


def state_folder() -> Path:
    """The platform's folder for a user's state, or the one a test or a careful user names."""
    if given := os.environ.get("LISTBUILDER_STATE"):
        return Path(given)
    from platformdirs import user_state_path

    return Path(user_state_path("listbuilder", appauthor=False))


class Seen(msgspec.Struct, frozen=True, kw_only=True):
    """What was in a roster when it was last opened or saved, and how it was judged."""

    stamp: str  # of the file then
    name: str = ""
    game: str = ""
    faction: str = ""
    points: int | None = None
    limit: int | None = None
    verdict: str


class Settings(msgspec.Struct):
    """What the builder remembers of how it is liked."""

    lang: str | None = None
    theme: str | None = None
    recent: list[str] = []
    seen: dict[str, Seen] = {}  # of the recent files, where something is known
    legends: bool = True  # whether the picker shows them


def load_settings() -> Settings:
    """Each of them that can be read."""
    settings = Settings()
    data = _settings_on_disk()
    for field in msgspec.structs.fields(Settings):
        try:
            setattr(settings, field.name, msgspec.convert((data or {})[field.name], field.type))
        except (KeyError, msgspec.ValidationError):
            continue
    return settings


def _settings_on_disk() -> dict[Any, Any] | None:
    try:
        data = msgspec.json.decode(read_file(_settings_file(), SETTINGS_BYTES))
    except (OSError, ValueError, RecursionError):
        return None
    return data if isinstance(data, dict) else None


def _settings_file() -> Path:
    return state_folder() / "settings.json"


def store_settings(settings: Settings) -> None:
    """A folder that cannot be written costs only the memory of it."""
    file = _settings_file()
    try:
        file.parent.mkdir(parents=True, exist_ok=True)
        if _settings_on_disk() is None and os.path.lexists(file):
            set_aside(file)
        atomic.write(file, msgspec.json.encode(settings))
    except (OSError, UnicodeEncodeError):  # the name of a recent file may be no text
        return


def remember(path: Path, seen: Seen | None = None) -> None:
    settings = load_settings()
    name = named(path)
    settings.recent = [name, *(each for each in settings.recent if each != name)][:MOST_RECENT]
    _note_seen(settings, {name: seen} if seen is not None else {})
    store_settings(settings)


def remember_seen(found: Mapping[str, Seen]) -> None:
    settings = load_settings()
    _note_seen(settings, found)
    store_settings(settings)


def stamp(path: Path) -> str | None:
    """Changes with the file, and with the program that judged it."""
    try:
        status = os.stat(path)
    except (OSError, ValueError):
        return None
    return f"{status.st_mtime_ns}-{status.st_size}-{VERSION}"


def known(paths: Sequence[Path]) -> dict[Path, Seen]:
    """What was seen in those of them that are as they were."""
    remembered = load_settings().seen
    found = ((path, remembered.get(named(path))) for path in paths)
    return {path: each for path, each in found if each is not None and each.stamp == stamp(path)}


def _note_seen(settings: Settings, found: Mapping[str, Seen]) -> None:
    settings.seen = {name: each for name, each in {**settings.seen, **found}.items() if name in settings.recent}


def forget(path: Path) -> None:
    settings = load_settings()
    settings.recent = [each for each in settings.recent if each != named(path)]
    store_settings(settings)


def recent() -> list[Path]:
    return [path for each in load_settings().recent if (path := path_of(each)) is not None]


def change_settings(**changes: Any) -> None:
    settings = load_settings()
    for key, value in changes.items():
        setattr(settings, key, value)
    store_settings(settings)


# --- files that may be anything ---


def read_file(file: Path, most: int) -> bytes:
    """Raises OSError where there is no such file, and for what is none: reading a pipe would never end."""
    must_be_file(os.stat(file))
    with file.open("rb") as handle:
        content = handle.read(most + 1)
    if len(content) > most:
        raise OSError(errno.EFBIG, os.strerror(errno.EFBIG))
    return content


def must_be_file(status: os.stat_result) -> None:
    """Raises OSError for folders, pipes and the like."""
    if stat.S_ISDIR(status.st_mode):
        raise OSError(errno.EISDIR, os.strerror(errno.EISDIR))
    if not stat.S_ISREG(status.st_mode):
        raise OSError(errno.EINVAL, "not a regular file")


def set_aside(file: Path) -> Path:
    """Under another name, which no file has: what cannot be read today, someone may read tomorrow. Raises OSError."""
    place = file.with_name(f"{file.name}.{time.time_ns():x}.damaged")
    os.rename(file, place)
    return place


def is_there(path: Path) -> bool:
    """A file that can be looked at; what a damaged list of recent files names may be no path at all."""
    try:
        return path.is_file()
    except (OSError, ValueError):
        return False


def real(path: Path | str) -> str:
    """The absolute path without links, whether or not anything is there."""
    try:
        return os.path.realpath(path)
    except (OSError, ValueError):
        return os.fspath(path)


_NOT_TEXT = "\0"  # no path has it


def named(path: Path) -> str:
    """The absolute path as text that JSON can hold: the name of a file need not be text."""
    try:
        name = os.path.abspath(path)
    except OSError:  # the folder we are in is gone
        name = os.fspath(path)
    try:
        name.encode()
    except UnicodeEncodeError:
        return _NOT_TEXT + base64.b64encode(os.fsencode(name)).decode()
    return name


def path_of(name: str) -> Path | None:
    """The way back; None where it is no path."""
    if name.startswith(_NOT_TEXT):
        try:
            name = os.fsdecode(base64.b64decode(name[1:], validate=True))
        except ValueError:
            return None
    return None if not name or "\0" in name else Path(name)
