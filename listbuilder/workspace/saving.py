"""Writing a player's file: only if nobody else changed it meanwhile, and after keeping the old."""

from __future__ import annotations

import contextlib
import hashlib
import os
import time
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any

import msgspec

from listbuilder.data import atomic_file
from listbuilder.model.edit import Edit
from listbuilder.model.problem import Problem, Unreadable
from listbuilder.workspace import saved_versions
from listbuilder.workspace.folders import get_state_folder
from listbuilder.yamlio.writer import Manuscript, SavedText, write_bytes

PATIENCE = 10.0  # seconds that another builder's save of a file in the same folder may take
_AGAIN = 0.005


class ChangedOnDisk(Exception):
    """Someone else wrote the file since it was opened or saved here."""


class AlreadyThere(Exception):
    """Saving under a new name would replace another file."""


class ReadOnly(AlreadyThere):
    """Saving would replace a file that its owner locked."""


class Saved(msgspec.Struct, frozen=True):
    """The file that was saved."""

    path: Path
    anew: bool = False  # the player's own layout could not be kept


def build_changed_text(base: bytes, changes: Iterable[Edit | bytes], data: Any) -> SavedText:
    """Return the text for `data`, to which `changes` led. It is read back, not just believed.

    A change is an edit, or another text in place of all.
    """
    edits: list[Edit] = []
    for change in changes:
        if isinstance(change, bytes):
            base, edits = change, []
        else:
            edits.append(change)
    manuscript = Manuscript(base)
    for edit in edits:
        manuscript.apply_edit(edit)
    return manuscript.compose_written(data)


def replace_file(target: Path, raw: bytes, expected: str | None, *, force: bool = False) -> None:
    """Write `raw` if `target` is still what it was when it had the digest `expected`.

    `expected` None: there was no such file. `force` writes in any case. Two builders that save at
    the same moment take turns, and the second finds what the first one wrote. Raises AlreadyThere,
    ChangedOnDisk or ReadOnly if the player should be asked, and Unreadable if the file can't be
    read or written.
    """
    with _hold_lock(target):
        current = _read_target(target, force)
        if current is not None and not force and compute_digest(current) != compute_digest(raw):
            if expected is None:
                raise AlreadyThere(str(target))
            if compute_digest(current) != expected:
                raise ChangedOnDisk(str(target))
            if atomic_file.is_read_only(target):
                raise ReadOnly(str(target))
        if current is not None:
            saved_versions.keep_save(target, current)
            # by another program, which waits for nobody
            if not force and _read_target(target, force) != current:
                raise ChangedOnDisk(str(target))
        write_bytes(target, raw, force=True)  # whether it may be replaced was asked above
        if not atomic_file.is_stream(target):
            saved_versions.keep_save(target, raw)


def _read_target(target: Path, force: bool) -> bytes | None:
    """Return what `target` is now, or None if there is none.

    Raises Unreadable if that can't be read, unless `force` is set: then the player has been told,
    and wants it replaced.
    """
    try:
        return read_if_present(target)
    except Unreadable:
        if force:
            return None
        raise


def compute_digest(raw: bytes) -> str:
    """Return the SHA-256 of `raw` in hex."""
    return hashlib.sha256(raw).hexdigest()


def read_if_present(path: Path) -> bytes | None:
    """Return what the file is now, or None if there is none.

    Raises Unreadable if it can't be read.
    """
    if atomic_file.is_stream(path):
        return None
    try:
        return path.read_bytes()
    except (FileNotFoundError, NotADirectoryError):
        return None
    except OSError as error:
        args = {"reason": error.strerror or str(error)}
        raise Unreadable([Problem(key="cannot_open", args=args, file=str(path))]) from None


@contextlib.contextmanager
def _hold_lock(target: Path) -> Iterator[None]:
    """Hold the lock of the target's folder, so that only one program saves in it at a time.

    The lock is that of the folder itself, so that it holds between users too and leaves nothing
    behind. If a folder can't be locked (over a network), a file of the builder's own stands for it.
    """
    handle = _wait_for_lock(target)
    try:
        yield
    finally:
        if handle is not None:
            os.close(handle)


def _wait_for_lock(target: Path) -> int | None:
    """Wait for the lock and return its handle, or None if nothing can be locked.

    Without a lock the save goes on: it must never fail for that. Raises Unreadable if another
    program holds the lock too long.
    """
    try:
        import fcntl
    except ImportError:
        return None
    real = os.path.realpath(target)
    for open_lock in (_open_folder, _open_lock_file):
        try:
            handle = open_lock(real)
        except OSError:
            continue
        until = time.monotonic() + PATIENCE
        while True:
            try:
                fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
                return handle
            except BlockingIOError as error:
                if time.monotonic() > until:
                    os.close(handle)
                    reason = error.strerror or str(error)
                    raise Unreadable(
                        [Problem(key="cannot_write", args={"reason": reason}, file=str(target))]
                    ) from None
                time.sleep(_AGAIN)
            except OSError:
                os.close(handle)
                break
    return None


def _open_folder(real: str) -> int:
    """Return a handle of the folder of `real`."""
    return os.open(os.path.dirname(real), os.O_RDONLY)


def _open_lock_file(real: str) -> int:
    """Return a handle of the builder's own file that stands for the lock of `real`."""
    folder = get_state_folder() / "locks"
    folder.mkdir(parents=True, exist_ok=True)
    name = hashlib.sha256(real.encode(errors="surrogateescape")).hexdigest()[:16]
    return os.open(folder / name, os.O_RDWR | os.O_CREAT, 0o666)
