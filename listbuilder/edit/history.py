"""Earlier saves of a roster, kept beside the builder's own state and never beside the player's file."""

from __future__ import annotations

import contextlib
import hashlib
import os
from datetime import datetime
from pathlib import Path

import msgspec

from listbuilder.edit import folders
from listbuilder.store import atomic

KEPT = 100  # saves of one roster
MOST_BYTES = 10_000_000  # far more than any roster that could be opened


class Save(msgspec.Struct, frozen=True):
    file: Path
    when: datetime

    def read(self) -> bytes:
        """Raises OSError."""
        return folders.read_file(self.file, MOST_BYTES)

    def holds(self, raw: bytes) -> bool:
        try:
            return self.read() == raw
        except OSError:
            return False


def keep(path: Path, raw: bytes) -> None:
    """Add a save, unless it is what was kept last. A folder that cannot be written costs only the history."""
    try:
        folder = folder_of(path)
        known = saves(path)
        if known and known[0].holds(raw):
            return
        folder.mkdir(parents=True, exist_ok=True)
        stamp = datetime.now().strftime("%Y%m%d-%H%M%S-%f")
        atomic.write(folder / f"{stamp}.yaml", raw)
    except OSError:
        return
    for old in known[KEPT - 1 :]:
        with contextlib.suppress(OSError):
            old.file.unlink(missing_ok=True)


def saves(path: Path) -> list[Save]:
    """The kept saves of a roster, newest first."""
    folder = folder_of(path)
    try:
        names = sorted(os.listdir(folder), reverse=True)
    except OSError:
        return []
    found = []
    for name in names:
        try:
            found.append(Save(folder / name, datetime.strptime(name, "%Y%m%d-%H%M%S-%f.yaml")))
        except ValueError:
            continue
    return found


def move(old: Path, new: Path) -> None:
    """The roster has another name now; its history goes with it."""
    try:
        if folder_of(old).is_dir() and not folder_of(new).exists():
            folder_of(old).rename(folder_of(new))
    except OSError:
        return


def folder_of(path: Path) -> Path:
    return folders.state_folder() / "history" / hashlib.sha256(os.fsencode(folders.real(path))).hexdigest()[:16]
