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
PREFIX = ".listbuilder-"  # of whatever is half written
# Patterns as text: `re` compiles them when they are first needed, and `check` needs neither.
_SCRAP = r"\.listbuilder-([0-9a-f]{8})-([0-9]{1,20})-.{8}(\.tmp|\.staged)"
_OPEN_FILE = r"(?:/dev|/proc/(?:self|thread-self|[0-9]+(?:/task/[0-9]+)?))/fd/([0-9]+)"


def write_file(path: Path, content: bytes) -> None:
    """Replace the file at `path` by `content` in one step, or write into it if it is a stream.

    If that fails, the old file stays as it was and no temporary file is left. If `path` is a link,
    the file it leads to is replaced and the link stays. Mode and owner are kept. Raises OSError,
    also for a folder.
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
    """Return whether `path` is a pipe, a device or an open file of this process.

    These are written into and never replaced, so nothing in them can be lost.
    """
    if get_descriptor(path) is not None:
        return True
    try:
        mode = os.stat(path).st_mode
    except OSError:
        return False
    return not stat.S_ISREG(mode) and not stat.S_ISDIR(mode)


def is_read_only(path: Path) -> bool:
    """Return whether `path` is a regular file whose mode forbids its owner to write it.

    The mode counts and not an attempt to write, because root may write everywhere.
    """
    try:
        mode = os.stat(path).st_mode
    except OSError:
        return False
    return stat.S_ISREG(mode) and not mode & stat.S_IWUSR and get_descriptor(path) is None


def is_taken(path: Path) -> bool:
    """Return whether a file is at `path` that writing would replace."""
    return os.path.lexists(path) and not is_stream(path)


def get_descriptor(path: Path) -> int | None:
    """Return the number of the open file that `path` stands for (such as /dev/stdout), or None.

    Links that lead to such a name count too, as many in a row as the system itself follows.
    """
    name = os.path.abspath(path)
    for _ in range(40):  # as many links as the system itself follows
        folder, last = os.path.split(name)
        name = os.path.join(os.path.realpath(folder), last)
        match = re.fullmatch(_OPEN_FILE, name)
        if match and _is_own_process(name):
            return int(match.group(1))
        try:
            name = os.path.join(folder, os.readlink(name))
        except OSError:
            return None
    return None


def _is_own_process(name: str) -> bool:
    """Return whether a name such as /proc/123/fd/1 belongs to this process."""
    process = name.split("/")[2]
    return not process.isdecimal() or int(process) == os.getpid()


def _get_stat(path: Path) -> os.stat_result | None:
    """Return the file status (`os.stat`) of `path`, or None if no file is there."""
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
    """Write `content` to a temporary file beside `path`, and rename that file to `path`.

    `old`: the status of the file at `path`, None if there is none. A file of another owner that
    can't be given back to its owner is overwritten in place instead.
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
    """Write `content` into the existing file at `path`; restore its old bytes if that fails.

    It is used for a file of another owner that we may write but not own, so that its owner keeps
    it. Raises OSError.
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
    return f"{PREFIX}{_get_machine_mark()}-{os.getpid()}"


def _get_machine_mark() -> str:
    """Return eight hexadecimal digits that stand for this machine.

    Why: process numbers mean something on one machine only, and a folder may be shared by several.
    """
    import platform

    return f"{zlib.crc32(platform.node().encode()):08x}"


def _delete_leftovers(folder: Path) -> None:
    """Delete temporary files in `folder` whose program no longer runs.

    Those of another machine are deleted when they are a day old.
    """
    for leftover in find_leftovers(folder, ".tmp"):
        with contextlib.suppress(OSError):
            if not _is_locked(leftover):
                os.unlink(leftover)


def has_leftovers(folder: Path) -> bool:
    """Return whether `folder` has any file or folder that a write or an update left half done.

    Those of programs that still run count too. False if the folder can't be read.
    """
    try:
        return any(name.startswith(PREFIX) for name in os.listdir(folder))
    except OSError:
        return False


def find_leftovers(folder: Path, suffix: str, *, alone: bool = False) -> list[str]:
    """Return the paths in `folder` of temporary files with this suffix that a killed program left.

    Files of another machine count when they are a day old. `alone`: no program on this machine
    writes there now, so all files of this machine count.
    """
    leftovers = []
    with contextlib.suppress(OSError), os.scandir(folder) as entries:
        for entry in entries:
            match = re.fullmatch(_SCRAP, entry.name)
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
    """Return whether the process with that number still runs; True where that can't be found out.

    On systems other than POSIX, asking would end the process.
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
    """Lock the open file `handle`, to show other programs that it is being written.

    Where files can't be locked, only the process number in the file's name shows that.
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
