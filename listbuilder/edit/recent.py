"""The player's own files as the first screen shows them: what was last seen in each, and copying, renaming, throwing away.

What is thrown away goes into a bin beside the builder's own state, and comes back from there.
"""

from __future__ import annotations

import contextlib
import os
import shutil
import time
from collections.abc import Sequence
from pathlib import Path

import msgspec

from listbuilder.edit import folders, history
from listbuilder.edit.folders import Seen
from listbuilder.edit.saving import AlreadyThere, on_disk, put
from listbuilder.law.position import Position
from listbuilder.model.problem import Problem, Unreadable
from listbuilder.store import reader
from listbuilder.store.library import Library


class Thrown(msgspec.Struct, frozen=True):
    path: Path  # where it was
    kept: Path


def seen(path: Path, position: Position) -> Seen | None:
    """What a position says of the file that it was read from or written to just now."""
    army = position.army
    stamp = folders.stamp(path)
    if stamp is None or position.system is None:
        return None
    counts = army is not None and army.counts_points
    return Seen(
        stamp=stamp,
        name=str(position.data.get("name") or "") if isinstance(position.data, dict) else "",
        game=f"{book.name} {book.edition.split()[0]}" if (book := position.system.book(position.library)).edition else book.name,
        faction=army.labels()[0] if army is not None and army.labels() else "",
        points=army.points if army is not None and counts else None,
        limit=army.limit if army is not None and counts else None,
        verdict=position.verdict,
    )


def look(path: Path, library: Library, as_of: str | None) -> Seen | None:
    """Reads and judges it; what cannot be read has no more to tell than its name."""
    try:
        position = Position.read(reader.read_bytes(path, reader.ROSTER_BYTES), str(path), library, as_of)
        position.judge()
    except Unreadable:
        return None
    return seen(path, position)


# --- what one does with a file ---


def free_name(path: Path) -> Path:
    """The same with a number that no file has."""
    number = 2
    while os.path.lexists(path.with_name(f"{path.stem}-{number}{path.suffix}")):
        number += 1
    return path.with_name(f"{path.stem}-{number}{path.suffix}")


def duplicate(path: Path, to: Path) -> None:
    """Raises AlreadyThere, or Unreadable where it cannot be read or written."""
    put(to, reader.read_bytes(path, reader.ROSTER_BYTES), None, force=False)
    folders.remember(to)


def rename(path: Path, to: Path) -> None:
    """With its earlier saves. Raises AlreadyThere or Unreadable."""
    if on_disk(to) is not None or os.path.lexists(to):
        raise AlreadyThere(str(to))
    history.move(path, to)
    try:
        os.rename(path, to)
    except OSError as error:
        history.move(to, path)
        raise _refused(path, error) from None
    folders.forget(path)
    folders.remember(to)


def throw_away(path: Path) -> Thrown:
    """Raises Unreadable where it cannot be moved."""
    kept = folders.state_folder() / "bin" / f"{time.time_ns():x}-{path.name}"
    try:
        kept.parent.mkdir(parents=True, exist_ok=True)
        shutil.move(path, kept)
    except OSError as error:
        raise _refused(path, error) from None
    folders.forget(path)
    return Thrown(path, kept)


def take_back(thrown: Thrown) -> None:
    """Raises AlreadyThere where another file has its name by now, or Unreadable."""
    if os.path.lexists(thrown.path):
        raise AlreadyThere(str(thrown.path))
    try:
        shutil.move(thrown.kept, thrown.path)
    except OSError as error:
        raise _refused(thrown.path, error) from None
    folders.remember(thrown.path)


def look_later(paths: Sequence[Path], library: Library, as_of: str | None) -> bool:
    """Judges those of which nothing is known. Whether anything is known now that was not."""
    missing = [path for path in paths if path not in folders.known(paths)]
    found = {path: each for path in missing if (each := look(path, library, as_of)) is not None}
    with contextlib.suppress(OSError):
        folders.remember_seen({folders.named(path): each for path, each in found.items()})
    return bool(found)


def _refused(path: Path, error: OSError) -> Unreadable:
    return Unreadable([Problem(key="gave_out", args={"reason": error.strerror or str(error)}, file=str(path))])
