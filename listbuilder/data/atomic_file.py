"""Writing a file whole or not at all.

What is no file (a pipe, a device, this program's own output) is written into.
"""

from __future__ import annotations

import contextlib
import errno
import os
import re
import stat
import sys
import time
import zlib
from pathlib import Path

_DAY = 24 * 3600
_SCRAP = re.compile(r"\.listbuilder-([0-9a-f]{8})-([0-9]{1,20})-.{8}(\.tmp|\.staged)")
_OPEN_FILE = re.compile(r"(?:/dev|/proc/(?:self|thread-self|[0-9]+(?:/task/[0-9]+)?))/fd/([0-9]+)")


def write_file(path: Path, content: bytes) -> None:
    """Replace the file at `path` by `content` in one step, or write into it if it is a stream.

    On any failure the old file stays as it was and no scrap is left behind. A link stays a link:
    the file it leads to is replaced. Mode and owner stay as they were. Raises OSError.
    """
    handle = get_descriptor(path)
    if handle is not None:
        _write_into(handle, content)
        return
    old = _get_stat(path)
    if old is not None and stat.S_ISDIR(old.st_mode):
        raise IsADirectoryError(errno.EISDIR, os.strerror(errno.EISDIR), str(path))
    if old is not None and not stat.S_ISREG(old.st_mode):
        with open(os.open(path, os.O_WRONLY), "wb", buffering=0) as stream:
            _write_into(stream.fileno(), content)
        return
    _replace_file(Path(os.path.realpath(path)), content, old)


def is_stream(path: Path) -> bool:
    """Return whether `path` is a pipe, a device or an open file.

    Such a one is written into, never replaced, and nothing in it can be lost by that.
    """
    if get_descriptor(path) is not None:
        return True
    try:
        mode = os.stat(path).st_mode
    except OSError:
        return False
    return not stat.S_ISREG(mode) and not stat.S_ISDIR(mode)


def is_read_only(path: Path) -> bool:
    """Return whether `path` is a file whose owner may not write it.

    The mode counts, because root may write everywhere.
    """
    try:
        mode = os.stat(path).st_mode
    except OSError:
        return False
    return stat.S_ISREG(mode) and not mode & stat.S_IWUSR and get_descriptor(path) is None


def is_taken(path: Path) -> bool:
    """Return whether something stands at `path` that writing would replace."""
    return os.path.lexists(path) and not is_stream(path)


def get_descriptor(path: Path) -> int | None:
    """Return the open file of this process that `path` stands for, such as /dev/stdout; else None.

    Links to such a name count too, as many in a row as the system itself follows.
    """
    name = os.path.abspath(path)
    for _ in range(40):  # as many links as the system itself follows
        folder, last = os.path.split(name)
        name = os.path.join(os.path.realpath(folder), last)
        match = _OPEN_FILE.fullmatch(name)
        if match and _is_own_process(name):
            return int(match.group(1))
        try:
            name = os.path.join(folder, os.readlink(name))
        except OSError:
            return None
    return None


def _is_own_process(name: str) -> bool:
    """Return whether a name such as /proc/123/fd/1 is of this very process."""
    process = name.split("/")[2]
    return not process.isdecimal() or int(process) == os.getpid()


def _get_stat(path: Path) -> os.stat_result | None:
    """Return the system's facts about `path`, or None if nothing is there."""
    try:
        return os.stat(path)
    except FileNotFoundError:
        return None


def _write_into(handle: int, content: bytes) -> None:
    """Write `content` into the open file `handle`.

    Whatever was printed before is flushed first, so that it comes before.
    """
    for stream in (sys.stdout, sys.stderr):  # what was said before comes before
        with contextlib.suppress(OSError, ValueError, AttributeError):
            stream.flush()
    rest = memoryview(content)
    while rest:
        rest = rest[os.write(handle, rest) :]


def _replace_file(path: Path, content: bytes, old: os.stat_result | None) -> None:
    """Write `content` beside `path` and rename it to that name; `old` is what stands there now.

    Another owner's file that we can't give back to its owner is overwritten in place instead.
    """
    import tempfile  # only where something is written

    _delete_leftovers(path.parent)
    handle, name = tempfile.mkstemp(
        dir=path.parent, prefix=f"{make_scrap_prefix()}-", suffix=".tmp"
    )
    try:
        with os.fdopen(handle, "wb") as file:
            _lock_file(file.fileno())
            file.write(content)
            file.flush()
            os.fsync(file.fileno())
        if old is not None and not give_to_owner(name, old):
            _write_in_place(path, content)
            os.unlink(name)
            return
        os.chmod(name, stat.S_IMODE(old.st_mode) if old is not None else 0o666 & ~get_umask())
        os.replace(name, path)
    except BaseException:
        with contextlib.suppress(FileNotFoundError):
            os.unlink(name)
        raise


def get_umask() -> int:
    """Return the mode bits that the system takes from new files of this process."""
    umask = os.umask(0)
    os.umask(umask)
    return umask


def give_to_owner(name: str, old: os.stat_result) -> bool:
    """Give the new file `name` the owner of the `old` one; return whether that succeeded."""
    new = os.stat(name)
    if (new.st_uid, new.st_gid) == (old.st_uid, old.st_gid):
        return True
    try:
        os.chown(name, old.st_uid, old.st_gid)
    except OSError:
        return False
    return True


def _write_in_place(path: Path, content: bytes) -> None:
    """Write `content` into the file of another owner, or its old bytes again if that fails.

    A file that we may write but not own is not taken from its owner: its bytes are exchanged
    instead.
    """
    with path.open("rb+", buffering=0) as file:
        before = file.read()
        try:
            _rewrite_handle(file.fileno(), content)
        except OSError:
            _rewrite_handle(file.fileno(), before)
            raise


def _rewrite_handle(handle: int, content: bytes) -> None:
    """Replace all bytes of the open file `handle` by `content`, and wait for the disk."""
    os.lseek(handle, 0, os.SEEK_SET)
    _write_into(handle, content)
    os.ftruncate(handle, len(content))
    os.fsync(handle)


# --- what a killed program left behind ---


def make_scrap_prefix() -> str:
    """Return the beginning of the names of half-written files of this process."""
    return f".listbuilder-{_get_machine_mark()}-{os.getpid()}"


def _get_machine_mark() -> str:
    """Return eight digits that stand for this machine.

    Numbers of processes mean something on one machine only, and a folder may be shared by several.
    """
    import platform

    return f"{zlib.crc32(platform.node().encode()):08x}"


def _delete_leftovers(folder: Path) -> None:
    """Delete half-written files in `folder` whose program no longer runs.

    Those of another machine are deleted when they are a day old.
    """
    for leftover in find_leftovers(folder, ".tmp"):
        with contextlib.suppress(OSError):
            if not _is_locked(leftover):
                os.unlink(leftover)


def find_leftovers(folder: Path, suffix: str, *, alone: bool = False) -> list[str]:
    """Return the paths in `folder` that a program of ours left with this suffix when it was killed.

    `alone`: no program on this machine writes there now, so everything from this machine counts as
    left.
    """
    leftovers = []
    with contextlib.suppress(OSError), os.scandir(folder) as entries:
        for entry in entries:
            match = _SCRAP.fullmatch(entry.name)
            if match is None or match.group(3) != suffix:
                continue
            with contextlib.suppress(OSError):
                is_old = time.time() - entry.stat(follow_symlinks=False).st_mtime > _DAY
                has_ended = match.group(1) == _get_machine_mark() and (
                    alone or not _is_running(int(match.group(2)))
                )
                if is_old or has_ended:
                    leftovers.append(entry.path)
    return leftovers


def _is_running(process: int) -> bool:
    """Return whether the process with that number still runs; True where that can't be asked.

    On other systems than POSIX the question itself would end the process.
    """
    if os.name != "posix":  # elsewhere the question itself would end it
        return True
    try:
        os.kill(process, 0)
    except ProcessLookupError:
        return False
    except OverflowError:
        return False
    except OSError:
        return True
    return True


def _lock_file(handle: int) -> None:
    """Lock the open file `handle`, as a sign that it is being written.

    Where there are no such locks, the number of the process in the file's name is the sign.
    """
    with contextlib.suppress(ImportError, OSError):
        import fcntl

        fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)


def _is_locked(name: str) -> bool:
    """Return whether another program has locked the file `name`, because it is writing it."""
    try:
        import fcntl
    except ImportError:
        return False
    with open(name, "rb") as file:
        try:
            fcntl.flock(file, fcntl.LOCK_SH | fcntl.LOCK_NB)
        except BlockingIOError:
            return True
        except OSError:
            return False
    return False
