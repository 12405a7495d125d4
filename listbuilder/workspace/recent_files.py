"""The player's own files as the first screen shows them, and copying, renaming, throwing away.

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

from listbuilder.data.library import Library
from listbuilder.model.problem import Problem, Unreadable
from listbuilder.roster.position import Position
from listbuilder.workspace import folders, saved_versions
from listbuilder.workspace.folders import Seen
from listbuilder.workspace.saving import AlreadyThere, read_if_present, replace_file
from listbuilder.yamlio import reader


class BinnedFile(msgspec.Struct, frozen=True):
    """A file that was moved to the bin."""

    path: Path  # where it was
    kept: Path


def build_seen(path: Path, position: Position) -> Seen | None:
    """Return the file's contents in short: name, game, faction, points and verdict.

    `position`: the roster that was just read from or written to it. None if the file is gone or the
    game is not known.
    """
    army = position.army
    stamp = folders.compute_stamp(path)
    if stamp is None or position.system is None:
        return None
    book = position.system.load_rulebook(position.library)
    labels = army.list_labels() if army is not None else ()
    counted = army if army is not None and army.counts_points else None
    return Seen(
        stamp=stamp,
        name=str(position.data.get("name") or "") if isinstance(position.data, dict) else "",
        game=book.name,
        edition=book.edition,
        faction=labels[0] if labels else "",
        points=counted.points if counted is not None else None,
        limit=counted.limit if counted is not None else None,
        verdict=position.verdict,
    )


def judge_file(path: Path, library: Library, as_of: str | None) -> Seen | None:
    """Read and judge the roster at `path`, and return its contents in short.

    None if it can't be read; then only its name can be shown.
    """
    try:
        raw = reader.read_bytes(path, reader.ROSTER_BYTES)
        position = Position.read(raw, str(path), library, as_of)
        position.compute_verdict()
    except Unreadable:
        return None
    return build_seen(path, position)


# --- what one does with a file ---


def find_free_name(path: Path) -> Path:
    """Return `path` with “-2”, “-3” and so on before the ending, the first that no file has."""
    number = 2
    while os.path.lexists(path.with_name(f"{path.stem}-{number}{path.suffix}")):
        number += 1
    return path.with_name(f"{path.stem}-{number}{path.suffix}")


def copy_file(path: Path, to: Path) -> None:
    """Copy the file `path` to `to`, and add the copy to the recent files.

    Raises AlreadyThere if a file is there, and Unreadable if it can't be read or written.
    """
    replace_file(to, reader.read_bytes(path, reader.ROSTER_BYTES), None, force=False)
    folders.record_recent_file(to)


def rename_file(path: Path, to: Path) -> None:
    """Rename a file together with its saved versions, and put it first among the recent files.

    Raises AlreadyThere if something is at `to`, and Unreadable if renaming fails; the saved
    versions then keep their old name.
    """
    if read_if_present(to) is not None or os.path.lexists(to):
        raise AlreadyThere(str(to))
    saved_versions.move_saves(path, to)
    try:
        os.rename(path, to)
    except OSError as error:
        saved_versions.move_saves(to, path)
        raise _build_refusal(path, error) from None
    folders.remove_recent_file(path)
    folders.record_recent_file(to)


def move_to_bin(path: Path) -> BinnedFile:
    """Move a file to the bin, and return its old and new path.

    The file is removed from the recent files. Raises Unreadable if moving fails.
    """
    kept = folders.get_state_folder() / "bin" / f"{time.time_ns():x}-{path.name}"
    try:
        kept.parent.mkdir(parents=True, exist_ok=True)
        shutil.move(path, kept)
    except OSError as error:
        raise _build_refusal(path, error) from None
    folders.remove_recent_file(path)
    return BinnedFile(path, kept)


def restore_from_bin(thrown: BinnedFile) -> None:
    """Move a file from the bin back to where it was, and add it to the recent files.

    Raises AlreadyThere if another file has its name by now, and Unreadable if moving fails.
    """
    if os.path.lexists(thrown.path):
        raise AlreadyThere(str(thrown.path))
    try:
        shutil.move(thrown.kept, thrown.path)
    except OSError as error:
        raise _build_refusal(thrown.path, error) from None
    folders.record_recent_file(thrown.path)


def judge_unknown_files(paths: Sequence[Path], library: Library, as_of: str | None) -> bool:
    """Judge those files whose contents are not known yet, and store the results.

    Return whether any of them could be judged. A file that changed since it was judged is judged
    again.
    """
    known = folders.find_unchanged_seen(paths)
    new_seen = {}
    for path in paths:
        seen = judge_file(path, library, as_of) if path not in known else None
        if seen is not None:
            new_seen[folders.encode_path(path)] = seen
    with contextlib.suppress(OSError):
        folders.record_seen(new_seen)
    return bool(new_seen)


def _build_refusal(path: Path, error: OSError) -> Unreadable:
    """Return the Unreadable that says why the operating system refused to move `path`."""
    args = {"reason": error.strerror or str(error)}
    return Unreadable([Problem(key="gave_out", args=args, file=str(path))])
