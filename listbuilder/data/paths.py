"""The places of the shipped data, of the user's own, and of the cache.

The shipped data lies in a checkout or in an installed wheel.
"""

from __future__ import annotations

import os
import sys
from functools import cache
from pathlib import Path

from listbuilder.data.settings import get_setting

PACKAGE = Path(__file__).resolve().parent.parent
# The user's folders below the home folder on Linux, by kind.
_XDG = {"data": ".local/share", "config": ".config", "cache": ".cache", "state": ".local/state"}


@cache
def get_root() -> Path:
    """Return the folder that holds factions/ and schemas/.

    It is the top of a checkout, or _data in an installed package.
    """
    checkout = PACKAGE.parent
    if (checkout / "factions").is_dir() and (checkout / "pyproject.toml").is_file():
        return checkout
    return PACKAGE / "_data"


def get_factions_folder() -> Path:
    """Return the folder of the shipped data files."""
    return get_root() / "factions"


def get_schemas_folder() -> Path:
    """Return the folder of the JSON Schemas."""
    return get_root() / "schemas"


def get_shipped_compiled_folder() -> Path:
    """Return the folder of the compiled files that the wheel ships; a checkout doesn't have it."""
    return PACKAGE / "_data" / "compiled"


def get_user_data_folder() -> Path:
    """Return the folder of the user's own faction files, laid out like factions/."""
    return get_user_folder("data") / "factions"


def get_cache_folder() -> Path:
    """Return the folder of the cache: that of the user's settings, else the system's usual one."""
    if given := get_setting("cache"):
        return Path(given)
    return get_user_folder("cache")


def get_user_folder(kind: str) -> Path:
    """Return the folder that this system has for the program's files of one kind.

    `kind` is data, config, cache or state. On Linux, and for Python in a browser, the rule is two
    lines, and importing platformdirs for it would take longer than reading a roster; every other
    system is left to it. The page in a browser begins without platformdirs.
    """
    if sys.platform in ("linux", "emscripten") and "ANDROID_ROOT" not in os.environ:
        given = os.environ.get(f"XDG_{kind.upper()}_HOME", "")
        usual = os.path.join(os.environ.get("HOME", ""), _XDG[kind])
        base = given if os.path.isabs(given) else usual
        if os.path.isabs(base):
            return Path(base, "listbuilder")
    from platformdirs import PlatformDirs

    return Path(getattr(PlatformDirs("listbuilder", appauthor=False), f"user_{kind}_dir"))
