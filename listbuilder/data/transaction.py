"""Writing several files of one folder so that a crash leaves all of them new or all of them old.

   with transaction.lock_folder(folder) as settled:  # nobody else updates it meanwhile; what was
       cut off is settled ...                                      # read, work out what to write
       transaction.write_files(folder, files)

The new files are written beside the old ones, into a folder of their own, and reach the disk.
Renaming that folder to `.listbuilder-update` is the moment that counts: before it nothing has
changed, after it everything will. Whatever stops the program then, `settle_folder` finishes the
update; every command calls it before it reads the folder. If the machine refuses a step (a full
disk), the old files come back, and if that is cut off too, `settle_folder` takes the rest back.
"""

from __future__ import annotations

import contextlib
import errno
import os
import stat
import time
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import NamedTuple

import msgspec

from listbuilder.data import atomic_file
from listbuilder.model.problem import Problem, Unreadable, make_unwritable_problem

_PENDING = f"{atomic_file.PREFIX}update"
_FORWARD, _BACK = "plan.json", "plan-back.json"
_PATIENCE = 30.0  # seconds to wait for another program that writes in the same folder
_PAUSE = 0.05  # seconds between two looks at it
_HERE, _THERE = "move", "copy"


class _File(msgspec.Struct, frozen=True):
    """One file of an update: where it goes and how it gets there."""

    path: str  # relative to the folder if it is below it
    was: bool  # there is an old file
    # "move": by renaming; "copy": a file on another disk, or one that belongs to somebody else
    way: str


class _Plan(msgspec.Struct, frozen=True):
    """The files of one update in the order of their numbers, and the title of the update."""

    title: str
    files: list[_File]


class Settled(NamedTuple):
    """The end of an update that had been cut off: its size, and if it was finished or undone."""

    title: str
    files: int
    finished: bool  # false: the old files are back

    def make_problem(self, folder: Path) -> Problem:
        """Return the warning that an interrupted update in `folder` was finished or undone."""
        args = {"count": self.files, "title": self.title or "?"}
        key = "update_finished" if self.finished else "update_taken_back"
        return Problem(key=key, file=str(folder), args=args, severity="warning")


def write_files(folder: Path, files: Mapping[str, bytes], title: str = "") -> None:
    """Replace `files`, given by their paths relative to `folder`, all of them or none.

    `title` names the update in the message after a crash. If a step fails, the old files are
    restored and OSError is raised; if they can't be restored, Unreadable. Call it inside
    `lock_folder`.
    """
    staged = _prepare_update(folder, files, title)
    pending = folder / _PENDING
    try:
        os.rename(staged, pending)
    except BaseException:
        _delete_folder(staged)
        raise
    _flush_folder(folder)
    try:
        _complete_update(folder)
    except OSError:
        with _report_unfinished(folder):
            _roll_back(folder)
        raise
    except BaseException:  # Ctrl-C: what is decided is carried out first
        if pending.exists():
            _complete_update(folder)
        raise


def write_or_refuse(folder: Path, files: Mapping[str, bytes], title: str) -> None:
    """Replace `files` as `write_files` does; raise Unreadable if one of them can't be written.

    If one is read-only, nothing is written. Call it inside `lock_folder`.
    """
    from listbuilder.yamlio import writer

    for place in files:
        writer.refuse_read_only(folder / place)
    try:
        write_files(folder, files, title)
    except OSError as error:
        file = error.filename2 or error.filename or folder
        raise Unreadable([make_unwritable_problem(error, file)]) from None


def settle_folder(folder: Path) -> Settled | None:
    """Finish or undo an update that was interrupted in `folder`, and return how it ended, or None.

    None means that no update was interrupted. What an update left that stopped before it counted is
    deleted. Waits while another program is still writing the update. Raises Unreadable if the
    update can't be settled.
    """
    if not os.path.lexists(folder / _PENDING):
        _delete_leftovers(folder, alone=False)
        return None
    with lock_folder(folder) as settled:
        return settled


@contextlib.contextmanager
def lock_folder(folder: Path) -> Iterator[Settled | None]:
    """Lock `folder` against updates of other programs for the block, and settle an interrupted
    update.

    The block gets what `settle_folder` returns. Raises Unreadable if another program holds the lock
    for too long, or if an interrupted update can't be settled.
    """
    handle = _open_locked(folder)
    try:
        with _report_unfinished(folder):
            settled = _settle_pending(folder)
        _delete_leftovers(folder, alone=handle is not None)
        yield settled
    finally:
        if handle is not None:
            os.close(handle)


@contextlib.contextmanager
def _report_unfinished(folder: Path) -> Iterator[None]:
    """Turn an OSError in the block into Unreadable: the update of `folder` is unfinished."""
    try:
        yield
    except OSError as error:
        args = {"reason": error.strerror or str(error)}
        raise Unreadable([Problem(key="update_unfinished", file=str(folder), args=args)]) from None


# --- before it counts ---


def _prepare_update(folder: Path, files: Mapping[str, bytes], title: str) -> Path:
    """Write everything that the update needs into a new folder below `folder`, and return its path.

    Nothing is in effect yet. If a step fails, the new folder is deleted again.
    """
    import tempfile

    staged = Path(
        tempfile.mkdtemp(dir=folder, prefix=f"{atomic_file.make_scrap_prefix()}-", suffix=".staged")
    )
    try:
        planned = [
            _prepare_file(folder, staged, number, place, raw)
            for number, (place, raw) in enumerate(files.items())
        ]
        _write_to_disk(staged / _FORWARD, msgspec.json.encode(_Plan(title, planned)))
        _flush_folder(staged)
    except BaseException:
        _delete_folder(staged)
        raise
    return staged


def _prepare_file(folder: Path, staged: Path, number: int, place: str, raw: bytes) -> _File:
    """Write the new file and keep the old one in `staged`; return the entry for the plan.

    The entry says that the file is to be copied if it is on another disk or belongs to somebody
    else, and otherwise that it is to be renamed. `number` names the two copies. Raises OSError if
    the path is not a regular file.
    """
    path = Path(os.path.realpath(folder / place))
    new, old = staged / f"{number}.new", staged / f"{number}.old"
    _write_to_disk(new, raw)
    elsewhere = _get_device(path.parent) != os.stat(staged).st_dev
    try:
        before = os.stat(path)
    except FileNotFoundError:
        os.chmod(new, 0o666 & ~atomic_file.get_umask())
        return _File(place, False, _THERE if elsewhere else _HERE)
    if not stat.S_ISREG(before.st_mode):
        raise OSError(errno.EINVAL, "not a regular file", str(path))
    if elsewhere or not atomic_file.give_to_owner(str(new), before):
        _write_to_disk(old, path.read_bytes())
        return _File(place, True, _THERE)
    os.chmod(new, stat.S_IMODE(before.st_mode))
    try:
        os.link(path, old)
    except OSError:  # a disk without hard links
        _write_to_disk(old, path.read_bytes())
        import shutil  # only where something is written

        shutil.copystat(path, old)
    return _File(place, True, _HERE)


def _get_device(folder: Path) -> int:
    """Return the device number of `folder`, or of the nearest folder above it that exists."""
    while not folder.exists():
        folder = folder.parent
    return os.stat(folder).st_dev


def _write_to_disk(path: Path, raw: bytes) -> None:
    """Write `raw` into the new file `path`, for its owner alone, and wait for the disk."""
    handle = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
    try:
        rest = memoryview(raw)
        while rest:
            rest = rest[os.write(handle, rest) :]
        os.fsync(handle)
    finally:
        os.close(handle)


# --- after it counts: each step can be repeated ---


def _complete_update(folder: Path) -> None:
    """Put every new file of the pending update in its place, then remove the update.

    Each step can be repeated after an interruption.
    """
    pending = folder / _PENDING
    plan = _read_plan(pending / _FORWARD)
    for number, file in enumerate(plan.files):
        new, path = pending / f"{number}.new", Path(os.path.realpath(folder / file.path))
        path.parent.mkdir(parents=True, exist_ok=True)
        if file.way == _THERE:
            atomic_file.write_file(path, new.read_bytes())
        elif new.exists():  # else it is in its place already
            os.replace(new, path)
    _remove_pending(folder, plan)


def _restore_old_files(folder: Path) -> None:
    """Put every old file of the pending update back in its place, then remove the update.

    New files without an old one are deleted. Each step can be repeated after an interruption.
    """
    pending = folder / _PENDING
    plan = _read_plan(pending / _BACK)
    for number, file in enumerate(plan.files):
        new, old, path = (
            pending / f"{number}.new",
            pending / f"{number}.old",
            Path(os.path.realpath(folder / file.path)),
        )
        if file.way == _THERE and file.was:
            if _read_if_present(path) != old.read_bytes():
                atomic_file.write_file(path, old.read_bytes())
        elif file.way == _THERE:
            path.unlink(missing_ok=True)
        elif new.exists():
            continue  # it never came to its place
        elif old.exists():
            os.replace(old, path)
        elif not file.was:
            path.unlink(missing_ok=True)
    _remove_pending(folder, plan)


def _remove_pending(folder: Path, plan: _Plan) -> None:
    """Wait until the files are on the disk, then remove the pending update from `folder`.

    It is renamed in one step and then deleted. The files must be safe before what is needed to
    repeat the update is gone.
    """
    for parent in {Path(os.path.realpath(folder / file.path)).parent for file in plan.files}:
        _flush_folder(parent)
    done = folder / f"{atomic_file.make_scrap_prefix()}-{os.urandom(4).hex()}.staged"
    os.rename(folder / _PENDING, done)
    _flush_folder(folder)
    _delete_folder(done)


def _roll_back(folder: Path) -> None:
    """Mark the pending update of `folder` as one to be undone, and undo it."""
    os.rename(folder / _PENDING / _FORWARD, folder / _PENDING / _BACK)
    _restore_old_files(folder)


def _settle_pending(folder: Path) -> Settled | None:
    """Finish the pending update of `folder`, or undo it if a step fails or undoing had begun.

    Return how it ended, or None if no update is pending. Call it with the folder locked.
    """
    pending = folder / _PENDING
    if not os.path.lexists(pending):
        return None
    finished = not (pending / _BACK).exists()
    plan = _read_plan(pending / (_FORWARD if finished else _BACK))
    if not finished:
        _restore_old_files(folder)
        return Settled(plan.title, len(plan.files), finished)
    try:
        _complete_update(folder)
    except OSError:
        _roll_back(folder)
        finished = False
    return Settled(plan.title, len(plan.files), finished)


def _read_plan(file: Path) -> _Plan:
    """Return the plan in `file`. Raises OSError if it is damaged."""
    try:
        return msgspec.json.decode(file.read_bytes(), type=_Plan)
    except msgspec.DecodeError as error:
        raise OSError(errno.EINVAL, f"{file.name} is damaged: {error}", str(file)) from None


def _read_if_present(path: Path) -> bytes | None:
    """Return the bytes of the file at `path`, or None if there is none."""
    try:
        return path.read_bytes()
    except FileNotFoundError:
        return None


# --- folders ---


def _flush_folder(folder: Path) -> None:
    """Wait until changes of the names in `folder` are on the disk, if the system can do that."""
    with contextlib.suppress(OSError):
        handle = os.open(folder, os.O_RDONLY)
        try:
            os.fsync(handle)
        finally:
            os.close(handle)


def _delete_folder(staged: Path) -> None:
    """Delete the folder `staged` with all in it, as far as the system allows."""
    import shutil

    shutil.rmtree(staged, ignore_errors=True)


def _open_locked(folder: Path) -> int | None:
    """Lock `folder` and return the open handle, or None where folders can't be locked.

    The folder itself is locked so that no lock file is left lying about. Raises Unreadable if
    another program holds it for too long.
    """
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


def _delete_leftovers(folder: Path, *, alone: bool) -> None:
    """Delete what interrupted updates left in `folder`.

    These are updates that stopped before they counted, or when only the deleting was left.

    `alone`: no other program writes there now, so every such folder of this machine is deleted.
    """
    for leftover in atomic_file.find_leftovers(folder, ".staged", alone=alone):
        _delete_folder(Path(leftover))
