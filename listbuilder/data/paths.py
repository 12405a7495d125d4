"""The places of the shipped data, of the user's own, and of the cache.

The shipped data lies in a checkout or in an installed wheel.
"""

from __future__ import annotations

from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING

from listbuilder.data.settings import get_setting

if TYPE_CHECKING:
    from platformdirs import PlatformDirs

PACKAGE = Path(__file__).resolve().parent.parent


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
    return Path(get_platform_dirs().user_data_path) / "factions"


def get_cache_folder() -> Path:
    """Return the folder of the cache: that of the user's settings, else the system's usual one."""
    if given := get_setting("cache"):
        return Path(given)
    return Path(get_platform_dirs().user_cache_path)


@cache
def get_platform_dirs() -> PlatformDirs:
    """Return the folders that this system has for the program's data, cache and settings."""
    from platformdirs import PlatformDirs

    return PlatformDirs("listbuilder", appauthor=False)
