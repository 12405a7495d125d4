"""Where things are: the shipped data (in a checkout or in an installed wheel), the user's own, and the cache."""

from __future__ import annotations

import os
from functools import cache
from pathlib import Path

PACKAGE = Path(__file__).resolve().parent.parent


@cache
def root() -> Path:
    """The folder with factions/ and schemas/: the checkout's top, or _data in an installed package."""
    checkout = PACKAGE.parent
    if (checkout / "factions").is_dir() and (checkout / "pyproject.toml").is_file():
        return checkout
    return PACKAGE / "_data"


def factions() -> Path:
    return root() / "factions"


def schemas() -> Path:
    return root() / "schemas"


def shipped_compiled() -> Path:
    """Written into the wheel when it is built; absent in a checkout."""
    return PACKAGE / "_data" / "compiled"


def user_data() -> Path:
    """The user's own faction files, laid out like factions/."""
    return Path(_platform_dirs().user_data_path) / "factions"


def cache_folder() -> Path:
    if given := os.environ.get("LISTBUILDER_CACHE"):
        return Path(given)
    return Path(_platform_dirs().user_cache_path)


@cache
def _platform_dirs():  # type: ignore[no-untyped-def]
    from platformdirs import PlatformDirs

    return PlatformDirs("listbuilder", appauthor=False)
