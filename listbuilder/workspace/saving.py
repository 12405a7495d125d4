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
from listbuilder.model.problem import Problem, Unreadable, make_unwritable_problem
from listbuilder.workspace import saved_versions
from listbuilder.workspace.folders import get_state_folder
from listbuilder.yamlio.writer import Manuscript, SavedText, write_bytes

PATIENCE = 10.0  # seconds that another builder's save of a file in the same folder may take
_AGAIN = 0.005


class ChangedOnDisk(Exception):
    """Raised if someone else changed the file since it was opened or saved here."""


class AlreadyThere(Exception):
    """Raised if saving under a new name would replace another file."""


class ReadOnly(AlreadyThere):
    """Raised if saving would replace a file that its owner made read-only."""


class Saved(msgspec.Struct, frozen=True):
    """The file that was saved."""

    path: Path
    anew: bool = False  # the player's own layout could not be kept


def build_changed_text(base: bytes, changes: Iterable[Edit | bytes], data: Any) -> SavedText:
    """Return the text of a roster after `changes` were made to the text `base`.

    A change is an edit, or bytes that replace the whole text. `data`: the roster data that the
    changes led to; the new text is read back and compared with it.
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
    """Write `raw` to `target`, unless someone else has changed that file meanwhile.

    `expected`: the digest of the file as it was last read or saved here, or None if there was no
    file. `force` writes in any case. The old text and the new text are kept among the saved
    versions. Two builders that save at the same moment take turns, and the second finds what the
    first one wrote. Raises AlreadyThere, ChangedOnDisk or ReadOnly if the player should be asked
    first, and Unreadable if the file can't be read or written.
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
    """Return the bytes that `target` has now, or None if there is no such file.

    Raises Unreadable if the file can't be read. With `force`, None is returned instead: then the
    player has been told, and wants the file replaced.
    """
    try:
        return read_if_present(target)
    except Unreadable:
        if force:
            return None
        raise


def compute_digest(raw: bytes) -> str:
    """Return the SHA-256 of `raw` as hex digits."""
    return hashlib.sha256(raw).hexdigest()


def read_if_present(path: Path) -> bytes | None:
    """Return the bytes of the file, or None if it doesn't exist or is a stream like a pipe.

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
    """Hold a lock in the `with` block, so that only one program saves in the folder at a time.

    The folder of `target` itself is locked, so that the lock holds between users too and leaves no
    file behind. If a folder can't be locked (over a network), a file of the builder's own is locked
    instead.
    """
    handle = _wait_for_lock(target)
    try:
        yield
    finally:
        if handle is not None:
            os.close(handle)


def _wait_for_lock(target: Path) -> int | None:
    """Wait for the lock and return its handle, or None if nothing can be locked here.

    Without a lock the save goes on, because it must never fail for that. Raises Unreadable if
    another program holds the lock too long.
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
                    raise Unreadable([make_unwritable_problem(error, target)]) from None
                time.sleep(_AGAIN)
            except OSError:
                os.close(handle)
                break
    return None


def _open_folder(real: str) -> int:
    """Return a handle of the folder that holds the file `real`."""
    return os.open(os.path.dirname(real), os.O_RDONLY)


def _open_lock_file(real: str) -> int:
    """Return a handle of the builder's own file that is locked for the folder of `real`."""
    folder = get_state_folder() / "locks"
    folder.mkdir(parents=True, exist_ok=True)
    name = hashlib.sha256(real.encode(errors="surrogateescape")).hexdigest()[:16]
    return os.open(folder / name, os.O_RDWR | os.O_CREAT, 0o666)
