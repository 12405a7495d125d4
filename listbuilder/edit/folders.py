"""Where the builder keeps what is neither the player's file nor data: recovery, history, recent files, settings."""

from __future__ import annotations

import os
from pathlib import Path
from typing import Any

import msgspec

from listbuilder.store import atomic

MOST_RECENT = 20


def state_folder() -> Path:
    """The platform's folder for a user's state, or the one a test or a careful user names."""
    if given := os.environ.get("LISTBUILDER_STATE"):
        return Path(given)
    from platformdirs import user_state_path

    return Path(user_state_path("listbuilder", appauthor=False))


class Settings(msgspec.Struct):
    """What the builder remembers of how it is liked. Damaged or of another version, it is as if there were none."""

    lang: str | None = None
    theme: str | None = None
    recent: list[str] = []


def load_settings() -> Settings:
    try:
        return msgspec.json.decode((state_folder() / "settings.json").read_bytes(), type=Settings)
    except (OSError, msgspec.DecodeError):
        return Settings()


def store_settings(settings: Settings) -> None:
    """A folder that cannot be written costs only the memory of it."""
    try:
        folder = state_folder()
        folder.mkdir(parents=True, exist_ok=True)
        atomic.write(folder / "settings.json", msgspec.json.encode(settings))
    except (OSError, UnicodeEncodeError):  # the name of a recent file may be no text
        return


def remember(path: Path) -> None:
    settings = load_settings()
    name = str(path.resolve())
    settings.recent = [name, *(each for each in settings.recent if each != name)][:MOST_RECENT]
    store_settings(settings)


def forget(path: Path) -> None:
    settings = load_settings()
    settings.recent = [each for each in settings.recent if each != str(path.resolve())]
    store_settings(settings)


def recent() -> list[Path]:
    return [Path(each) for each in load_settings().recent]


def change_settings(**changes: Any) -> None:
    settings = load_settings()
    for key, value in changes.items():
        setattr(settings, key, value)
    store_settings(settings)
