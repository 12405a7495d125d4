"""The settings of the user: environment variables, else the file config.toml.

An option of the command line comes before both: code that reads an option calls this module only if
the option isn't given.
"""

from __future__ import annotations

import os
import re
from collections.abc import Mapping
from functools import cache
from pathlib import Path
from typing import NamedTuple

from listbuilder.model.problem import Problem

FILE = "config.toml"
# Each setting, with the environment variable that comes before the file.
VARIABLES = {
    "lang": "LISTBUILDER_LANG",
    "data": "LISTBUILDER_DATA",
    "event": "LISTBUILDER_EVENT",
    "cache": "LISTBUILDER_CACHE",
    "state": "LISTBUILDER_STATE",
    "page": "LISTBUILDER_PAGE",
}
SETTINGS = tuple(VARIABLES)
PATHS = frozenset(("data", "event", "cache", "state"))  # the settings that are a file or folder
_PLACE = r" \(at (?:line (?P<line>\d+), column (?P<column>\d+)|end of document)\)$"


class Setting(NamedTuple):
    """The value of a setting, and the variable or file that it comes from."""

    value: str
    origin: str


class _Config(NamedTuple):
    """The content of the file with the settings, and what is wrong with it."""

    values: Mapping[str, str]
    problems: tuple[Problem, ...]


def get_config_file() -> Path:
    """Return the path of the file with the user's settings, which need not exist."""
    from listbuilder.data.paths import get_user_folder

    return get_user_folder("config") / FILE


def find_setting(name: str) -> Setting | None:
    """Return the setting `name` from its variable, else from the file; None if neither has it."""
    variable = VARIABLES[name]
    if value := os.environ.get(variable):
        return Setting(value, variable)
    file = get_config_file()
    value = _read_config(file).values.get(name)
    return Setting(value, str(file)) if value else None


def get_setting(name: str) -> str | None:
    """Return the value of the setting `name`, or None if neither variable nor file has one."""
    setting = find_setting(name)
    return setting.value if setting else None


def find_config_problems() -> tuple[Problem, ...]:
    """Return what is wrong in the file with the settings; its other settings are used."""
    return _read_config(get_config_file()).problems


def _read_config(file: Path) -> _Config:
    """Return the settings in `file`; none if it doesn't exist."""
    try:
        status = os.stat(file)
    except OSError:
        return _Config({}, ())
    return _parse_config(file, status.st_mtime_ns, status.st_size)


@cache
def _parse_config(file: Path, _changed: int, _size: int) -> _Config:
    """Return the settings in `file`. The time and size are arguments for the cache only.

    So the file is parsed again when it changes.
    """
    import tomllib

    try:
        content = tomllib.loads(file.read_text(encoding="utf-8"))
    except tomllib.TOMLDecodeError as error:
        place = re.search(_PLACE, str(error))
        line = int(place["line"]) if place and place["line"] else None
        column = int(place["column"]) if place and place["column"] else None
        reason = re.sub(_PLACE, "", str(error))
        problem = Problem(
            key="not_toml", args={"problem": reason}, file=str(file), line=line, column=column
        )
        return _Config({}, (problem,))
    except (OSError, UnicodeDecodeError) as error:
        reason = getattr(error, "strerror", None) or "not UTF-8"
        return _Config({}, (Problem(key="cannot_open", args={"reason": reason}, file=str(file)),))
    values: dict[str, str] = {}
    problems: list[Problem] = []
    for name, value in content.items():
        if name not in SETTINGS:
            problems.append(_make_unknown_problem(name, file))
        elif not isinstance(value, str):
            problems.append(Problem(key="setting_is_text", args={"setting": name}, file=str(file)))
        else:
            values[name] = _resolve_path(value, file) if name in PATHS else value
    return _Config(values, tuple(problems))


def _resolve_path(value: str, file: Path) -> str:
    """Return a path from the settings as a full path: `~` is the home folder.

    A relative path begins in the folder of `file`.
    """
    return str(file.parent / Path(value).expanduser())


def _make_unknown_problem(name: str, file: Path) -> Problem:
    """Return the problem of a key that isn't a setting, with the nearest setting."""
    from listbuilder.i18n.nearest_word import find_nearest

    args = {"given": name, "allowed": list(SETTINGS), "near": find_nearest(name, SETTINGS)}
    return Problem(key="unknown_key", args=args, file=str(file))
