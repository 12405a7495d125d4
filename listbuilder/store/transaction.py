"""Writes several files of one folder so that a crash leaves all of them new or all of them old.

    with transaction.locked(folder) as settled:  # nobody else updates it meanwhile; what was cut off is settled
        ...                                      # read, work out what to write
        transaction.write(folder, files)

The new files are written beside the old ones, into a folder of their own, and reach the disk. Renaming that folder to
`.listbuilder-update` is the moment that counts: before it nothing has changed, after it everything will. Whatever stops the
program then, `settle` finishes the update; every command calls it before it reads the folder. If the machine refuses a step
(a full disk), the old files come back, and if that is cut off too, `settle` takes the rest back.
"""

from __future__ import annotations

import contextlib
import errno
import os
import shutil
import stat
import time
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import NamedTuple

import msgspec

from listbuilder.model.problem import Problem, Unreadable
from listbuilder.store import atomic

_PENDING = ".listbuilder-update"
_FORWARD, _BACK = "plan.json", "plan-back.json"
_PATIENCE = 30.0  # seconds to wait for another program that writes in the same folder
_PAUSE = 0.05  # seconds between two looks at it
_HERE, _THERE = "move", "copy"


class _File(msgspec.Struct, frozen=True):
    """One file of an update: where it goes, relative to the folder if it is below it, and how it gets there."""

    path: str
    was: bool  # there is an old file
    way: str  # move: by renaming; copy: a file on another disk, or one that belongs to somebody else


class _Plan(msgspec.Struct, frozen=True):
    title: str
    files: list[_File]


class Settled(NamedTuple):
    """The end of an update that had been cut off."""

    title: str
    files: int
    finished: bool  # false: the old files are back

    def problem(self, folder: Path) -> Problem:
        """Return the sentence that says so."""
        args = {"count": self.files, "title": self.title or "?"}
        key = "update_finished" if self.finished else "update_taken_back"
        return Problem(key=key, file=str(folder), args=args, severity="warning")


def write(folder: Path, files: Mapping[str, bytes], title: str = "") -> None:
    """Replace the files, given by their places in `folder`, all of them or none.

    `title` says what the update is, for the message after a crash. Raises OSError if a step fails; the old files are then as
    they were. Call it inside `locked`, after `settle`.
    """
    staged = _stage(folder, files, title)
    pending = folder / _PENDING
    try:
        os.rename(staged, pending)
    except BaseException:
        _discard(staged)
        raise
    _sync(folder)
    try:
        _forward(folder)
    except OSError:
        with _said(folder):
            _turn_back(folder)
        raise
    except BaseException:  # Ctrl-C: what is decided is carried out first
        if pending.exists():
            _forward(folder)
        raise


def settle(folder: Path) -> Settled | None:
    """Finish or take back an update that was cut off in `folder`. Return what was done, or None if there was nothing to do.

    What an update left that was stopped before it counted is deleted. Waits while the program that writes the update is still
    at work. Raises Unreadable if the machine refuses a step.
    """
    if not os.path.lexists(folder / _PENDING):
        _sweep(folder, alone=False)
        return None
    with locked(folder) as settled:
        return settled


@contextlib.contextmanager
def locked(folder: Path) -> Iterator[Settled | None]:
    """Keep other programs from updating `folder` meanwhile, and settle it first; gives what `settle` returns.

    Raises Unreadable if another program updates it for too long, or if an update that was cut off can't be settled.
    """
    handle = _lock(folder)
    try:
        with _said(folder):
            settled = _settle(folder)
        _sweep(folder, alone=handle is not None)
        yield settled
    finally:
        if handle is not None:
            os.close(handle)


@contextlib.contextmanager
def _said(folder: Path) -> Iterator[None]:
    """Say of a failure here that the folder is left between old and new."""
    try:
        yield
    except OSError as error:
        args = {"reason": error.strerror or str(error)}
        raise Unreadable([Problem(key="update_unfinished", file=str(folder), args=args)]) from None


# --- before it counts ---


def _stage(folder: Path, files: Mapping[str, bytes], title: str) -> Path:
    """Write everything that the update needs into a folder that nobody looks into yet."""
    import tempfile

    staged = Path(tempfile.mkdtemp(dir=folder, prefix=f"{atomic.mark()}-", suffix=".staged"))
    try:
        planned = [_staged(folder, staged, number, place, raw) for number, (place, raw) in enumerate(files.items())]
        _put(staged / _FORWARD, msgspec.json.encode(_Plan(title, planned)))
        _sync(staged)
    except BaseException:
        _discard(staged)
        raise
    return staged


def _staged(folder: Path, staged: Path, number: int, place: str, raw: bytes) -> _File:
    """Stage the new file, and keep the old one under a second name."""
    path = Path(os.path.realpath(folder / place))
    new, old = staged / f"{number}.new", staged / f"{number}.old"
    _put(new, raw)
    elsewhere = _disk(path.parent) != os.stat(staged).st_dev
    try:
        before = os.stat(path)
    except FileNotFoundError:
        os.chmod(new, 0o666 & ~atomic.umask())
        return _File(place, False, _THERE if elsewhere else _HERE)
    if not stat.S_ISREG(before.st_mode):
        raise OSError(errno.EINVAL, "not a regular file", str(path))
    if elsewhere or not atomic.same_owner(str(new), before):
        _put(old, path.read_bytes())
        return _File(place, True, _THERE)
    os.chmod(new, stat.S_IMODE(before.st_mode))
    try:
        os.link(path, old)
    except OSError:  # a disk without hard links
        _put(old, path.read_bytes())
        shutil.copystat(path, old)
    return _File(place, True, _HERE)


def _disk(folder: Path) -> int:
    """Return the device of a folder, or of where it will be made."""
    while not folder.exists():
        folder = folder.parent
    return os.stat(folder).st_dev


def _put(path: Path, raw: bytes) -> None:
    handle = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
    try:
        rest = memoryview(raw)
        while rest:
            rest = rest[os.write(handle, rest) :]
        os.fsync(handle)
    finally:
        os.close(handle)


# --- after it counts: each step can be repeated ---


def _forward(folder: Path) -> None:
    pending = folder / _PENDING
    plan = _read(pending / _FORWARD)
    for number, each in enumerate(plan.files):
        new, path = pending / f"{number}.new", Path(os.path.realpath(folder / each.path))
        path.parent.mkdir(parents=True, exist_ok=True)
        if each.way == _THERE:
            atomic.write(path, new.read_bytes())
        elif new.exists():  # else it is in its place already
            os.replace(new, path)
    _finish(folder, plan)


def _back(folder: Path) -> None:
    pending = folder / _PENDING
    plan = _read(pending / _BACK)
    for number, each in enumerate(plan.files):
        new, old, path = pending / f"{number}.new", pending / f"{number}.old", Path(os.path.realpath(folder / each.path))
        if each.way == _THERE and each.was:
            if _read_any(path) != old.read_bytes():
                atomic.write(path, old.read_bytes())
        elif each.way == _THERE:
            path.unlink(missing_ok=True)
        elif new.exists():
            continue  # it never came to its place
        elif old.exists():
            os.replace(old, path)
        elif not each.was:
            path.unlink(missing_ok=True)
    _finish(folder, plan)


def _finish(folder: Path, plan: _Plan) -> None:
    """The places first, then what is needed to repeat it: renamed away in one step, then deleted."""
    for parent in {Path(os.path.realpath(folder / each.path)).parent for each in plan.files}:
        _sync(parent)
    done = folder / f"{atomic.mark()}-{os.urandom(4).hex()}.staged"
    os.rename(folder / _PENDING, done)
    _sync(folder)
    _discard(done)


def _turn_back(folder: Path) -> None:
    os.rename(folder / _PENDING / _FORWARD, folder / _PENDING / _BACK)
    _back(folder)


def _settle(folder: Path) -> Settled | None:
    pending = folder / _PENDING
    if not os.path.lexists(pending):
        return None  # nothing was cut off, or whoever wrote it was done before we had the lock
    finished = not (pending / _BACK).exists()
    plan = _read(pending / (_FORWARD if finished else _BACK))
    if not finished:
        _back(folder)
        return Settled(plan.title, len(plan.files), finished)
    try:
        _forward(folder)
    except OSError:
        _turn_back(folder)
        finished = False
    return Settled(plan.title, len(plan.files), finished)


def _read(file: Path) -> _Plan:
    try:
        return msgspec.json.decode(file.read_bytes(), type=_Plan)
    except msgspec.DecodeError as error:
        raise OSError(errno.EINVAL, f"{file.name} is damaged: {error}", str(file)) from None


def _read_any(path: Path) -> bytes | None:
    try:
        return path.read_bytes()
    except FileNotFoundError:
        return None


# --- folders ---


def _sync(folder: Path) -> None:
    """Make sure that what happened to the names in a folder is on the disk. Not every system can say so of a folder."""
    with contextlib.suppress(OSError):
        handle = os.open(folder, os.O_RDONLY)
        try:
            os.fsync(handle)
        finally:
            os.close(handle)


def _discard(staged: Path) -> None:
    shutil.rmtree(staged, ignore_errors=True)


def _lock(folder: Path) -> int | None:
    """Hold the folder itself, so that no file of ours lies about; None where a system cannot lock folders."""
    try:
        import fcntl
    except ImportError:
        return None
    handle = os.open(folder, os.O_RDONLY)
    until = time.monotonic() + _PATIENCE
    try:
        while True:
            try:
                fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
                return handle
            except BlockingIOError:
                if time.monotonic() > until:
                    raise Unreadable([Problem(key="update_elsewhere", file=str(folder))]) from None
                time.sleep(_PAUSE)
            except OSError:  # a disk without locks
                os.close(handle)
                return None
    except BaseException:
        os.close(handle)
        raise


def _sweep(folder: Path, *, alone: bool) -> None:
    """Delete what updates left behind that were stopped before they counted, or when only the deleting was left."""
    for each in atomic.left_behind(folder, ".staged", alone=alone):
        _discard(Path(each))
