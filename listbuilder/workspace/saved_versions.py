"""Earlier saves of a roster.

They are kept beside the builder's own state and never beside the player's file.
"""

from __future__ import annotations

import contextlib
import os
from datetime import datetime
from pathlib import Path

import msgspec

from listbuilder.data import atomic_file
from listbuilder.workspace import folders

KEPT = 100  # saves of one roster
MOST_BYTES = 10_000_000  # far more than any roster that could be opened


class Save(msgspec.Struct, frozen=True):
    """One earlier save of a roster."""

    file: Path
    when: datetime

    def read_text(self) -> bytes:
        """Return the saved bytes of the roster. Raises OSError."""
        return folders.read_file(self.file, MOST_BYTES)

    def has_text(self, raw: bytes) -> bool:
        """Return whether the saved bytes equal `raw`. False also if they can't be read."""
        try:
            return self.read_text() == raw
        except OSError:
            return False


def keep_save(path: Path, raw: bytes) -> None:
    """Keep `raw` as a saved version of the roster at `path`, unless the last one is equal.

    Only the newest `KEPT` stay. If the folder can't be written, nothing is kept, without a message.
    """
    try:
        folder = get_save_folder(path)
        old_saves = list_saves(path)
        if old_saves and old_saves[0].has_text(raw):
            return
        folder.mkdir(parents=True, exist_ok=True)
        stamp = datetime.now().strftime("%Y%m%d-%H%M%S-%f")
        atomic_file.write_file(folder / f"{stamp}.yaml", raw)
    except OSError:
        return
    for old in old_saves[KEPT - 1 :]:
        with contextlib.suppress(OSError):
            old.file.unlink(missing_ok=True)


def list_saves(path: Path) -> list[Save]:
    """Return the saved versions of the roster at `path`, newest first."""
    folder = get_save_folder(path)
    try:
        names = sorted(os.listdir(folder), reverse=True)
    except OSError:
        return []
    saves_found = []
    for name in names:
        try:
            when = datetime.strptime(name, "%Y%m%d-%H%M%S-%f.yaml")
        except ValueError:
            continue
        saves_found.append(Save(folder / name, when))
    return saves_found


def move_saves(old: Path, new: Path) -> None:
    """Move the saved versions of the roster at `old` to the name `new`, as it is called now.

    Nothing is moved if `new` has saved versions already, or if moving fails.
    """
    try:
        if get_save_folder(old).is_dir() and not get_save_folder(new).exists():
            get_save_folder(old).rename(get_save_folder(new))
    except OSError:
        return


def get_save_folder(path: Path) -> Path:
    """Return the folder for the saved versions of the roster at `path`."""
    return folders.get_state_folder() / "history" / folders.hash_path(path)
