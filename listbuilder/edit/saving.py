"""A player's file gets another text: only if nobody else gave it one meanwhile, and what stood there is kept first."""

from __future__ import annotations

import contextlib
import hashlib
import os
import time
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any

import msgspec

from listbuilder.edit import history
from listbuilder.edit.folders import state_folder
from listbuilder.model.edit import Edit
from listbuilder.model.problem import Problem, Unreadable
from listbuilder.store import atomic
from listbuilder.store.writer import Manuscript, Written, write_bytes

PATIENCE = 10.0  # seconds that another builder's save of a file in the same folder may take
_AGAIN = 0.005


class ChangedOnDisk(Exception):
    """Someone else wrote the file since it was opened or saved here."""


class AlreadyThere(Exception):
    """Saving under a new name would replace another file."""


class ReadOnly(AlreadyThere):
    """Saving would replace a file that its owner locked."""


class Saved(msgspec.Struct, frozen=True):
    path: Path
    anew: bool = False  # the player's own layout could not be kept


def written(base: bytes, changes: Iterable[Edit | bytes], data: Any) -> Written:
    """The text for `data`, to which these changes (edits, or another text in place of all) led. Read back, not believed."""
    edits: list[Edit] = []
    for change in changes:
        if isinstance(change, bytes):
            base, edits = change, []
        else:
            edits.append(change)
    manuscript = Manuscript(base)
    for edit in edits:
        manuscript.apply(edit)
    return manuscript.written(data)


def put(target: Path, raw: bytes, known: str | None, *, force: bool = False) -> None:
    """Writes `raw`, if `target` still is what it was when it had the digest `known`; None: there was no such file.

    Two builders that save in one instant come in turn, and the second finds what the first one wrote.
    """
    with _turn(target):
        now = _found(target, force)
        if now is not None and not force and digest(now) != digest(raw):
            if known is None:
                raise AlreadyThere(str(target))
            if digest(now) != known:
                raise ChangedOnDisk(str(target))
            if atomic.is_read_only(target):
                raise ReadOnly(str(target))
        if now is not None:
            history.keep(target, now)
            if not force and _found(target, force) != now:  # by another program, which waits for nobody
                raise ChangedOnDisk(str(target))
        write_bytes(target, raw, force=True)  # whether it may be replaced was asked above
        if not atomic.is_stream(target):
            history.keep(target, raw)


def _found(target: Path, force: bool) -> bytes | None:
    try:
        return on_disk(target)
    except Unreadable:
        if force:  # the player has been told, and wants it replaced
            return None
        raise


def digest(raw: bytes) -> str:
    return hashlib.sha256(raw).hexdigest()


def on_disk(path: Path) -> bytes | None:
    """What the file is now; None where there is none. Raises Unreadable where that cannot be seen."""
    if atomic.is_stream(path):
        return None
    try:
        return path.read_bytes()
    except (FileNotFoundError, NotADirectoryError):
        return None
    except OSError as error:
        raise Unreadable([Problem(key="cannot_open", args={"reason": error.strerror or str(error)}, file=str(path))]) from None


@contextlib.contextmanager
def _turn(target: Path) -> Iterator[None]:
    """One at a time in a folder, whoever saves. The lock is the folder's own, so that it holds between users too, and
    leaves nothing behind; where a folder cannot be locked (over a network), a file of the builder's own stands for it.
    """
    handle = _lock(target)
    try:
        yield
    finally:
        if handle is not None:
            os.close(handle)


def _lock(target: Path) -> int | None:
    """Waits for the lock. Where nothing can be locked, the save goes on without: it must never fail for that."""
    try:
        import fcntl
    except ImportError:
        return None
    real = os.path.realpath(target)
    for opened in (_folder, _file):
        try:
            handle = opened(real)
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
                    raise Unreadable([Problem(key="cannot_write", args={"reason": reason}, file=str(target))]) from None
                time.sleep(_AGAIN)
            except OSError:
                os.close(handle)
                break
    return None


def _folder(real: str) -> int:
    return os.open(os.path.dirname(real), os.O_RDONLY)


def _file(real: str) -> int:
    folder = state_folder() / "locks"
    folder.mkdir(parents=True, exist_ok=True)
    return os.open(folder / hashlib.sha256(real.encode(errors="surrogateescape")).hexdigest()[:16], os.O_RDWR | os.O_CREAT, 0o666)
