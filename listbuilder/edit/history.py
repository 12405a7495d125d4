"""Earlier saves of a roster, kept beside the builder's own state and never beside the player's file."""

from __future__ import annotations

import hashlib
import os
from datetime import datetime
from pathlib import Path

import msgspec

from listbuilder.edit.folders import state_folder
from listbuilder.store import atomic

KEPT = 100  # saves of one roster


class Save(msgspec.Struct, frozen=True):
    file: Path
    when: datetime

    def read(self) -> bytes:
        return self.file.read_bytes()


def keep(path: Path, raw: bytes) -> None:
    """Add a save, unless it is what was kept last. A folder that cannot be written costs only the history."""
    try:
        folder = folder_of(path)
        known = saves(path)
        if known and _is(known[0], raw):
            return
        folder.mkdir(parents=True, exist_ok=True)
        stamp = datetime.now().strftime("%Y%m%d-%H%M%S-%f")
        atomic.write(folder / f"{stamp}.yaml", raw)
        for old in known[KEPT - 1 :]:
            old.file.unlink(missing_ok=True)
    except OSError:
        return


def _is(save: Save, raw: bytes) -> bool:
    try:
        return save.read() == raw
    except OSError:  # a damaged one must not keep the next from being kept
        return False


def saves(path: Path) -> list[Save]:
    """The kept saves of a roster, newest first."""
    found = []
    try:
        files = sorted(folder_of(path).glob("*.yaml"), reverse=True)
    except OSError:
        return []
    for file in files:
        try:
            found.append(Save(file, datetime.strptime(file.stem, "%Y%m%d-%H%M%S-%f")))
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
    return state_folder() / "history" / hashlib.sha256(os.fsencode(os.path.realpath(path))).hexdigest()[:16]
