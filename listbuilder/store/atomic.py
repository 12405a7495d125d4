"""Writes a file whole or not at all; what is no file (a pipe, a device, this program's own output) is written into."""

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


def write(path: Path, content: bytes) -> None:
    """Replace the file in one step. On any failure the old file stays as it was and no scrap is left behind.

    A link stays a link: the file it leads to is replaced. Mode and owner stay as they were.
    """
    handle = descriptor(path)
    if handle is not None:
        _into(handle, content)
        return
    old = _stat(path)
    if old is not None and stat.S_ISDIR(old.st_mode):
        raise IsADirectoryError(errno.EISDIR, os.strerror(errno.EISDIR), str(path))
    if old is not None and not stat.S_ISREG(old.st_mode):
        with open(os.open(path, os.O_WRONLY), "wb", buffering=0) as stream:
            _into(stream.fileno(), content)
        return
    _replace(Path(os.path.realpath(path)), content, old)


def is_stream(path: Path) -> bool:
    """A pipe, a device or an open file: written into, never replaced, and nothing in it can be lost by that."""
    if descriptor(path) is not None:
        return True
    try:
        mode = os.stat(path).st_mode
    except OSError:
        return False
    return not stat.S_ISREG(mode) and not stat.S_ISDIR(mode)


def is_taken(path: Path) -> bool:
    """Something stands there that writing would replace."""
    return os.path.lexists(path) and not is_stream(path)


def descriptor(path: Path) -> int | None:
    """The open file of this process that a name such as /dev/stdout stands for, also by way of links."""
    name = os.path.abspath(path)
    for _ in range(40):  # as many links as the system itself follows
        folder, last = os.path.split(name)
        name = os.path.join(os.path.realpath(folder), last)
        match = _OPEN_FILE.fullmatch(name)
        if match and _is_own(name):
            return int(match.group(1))
        try:
            name = os.path.join(folder, os.readlink(name))
        except OSError:
            return None
    return None


def _is_own(name: str) -> bool:
    process = name.split("/")[2]
    return not process.isdecimal() or int(process) == os.getpid()


def _stat(path: Path) -> os.stat_result | None:
    try:
        return os.stat(path)
    except FileNotFoundError:
        return None


def _into(handle: int, content: bytes) -> None:
    for stream in (sys.stdout, sys.stderr):  # what was said before comes before
        with contextlib.suppress(OSError, ValueError, AttributeError):
            stream.flush()
    rest = memoryview(content)
    while rest:
        rest = rest[os.write(handle, rest) :]


def _replace(path: Path, content: bytes, old: os.stat_result | None) -> None:
    import tempfile  # only where something is written

    _sweep(path.parent)
    handle, name = tempfile.mkstemp(dir=path.parent, prefix=f"{mark()}-", suffix=".tmp")
    try:
        with os.fdopen(handle, "wb") as file:
            _lock(file.fileno())
            file.write(content)
            file.flush()
            os.fsync(file.fileno())
        if old is not None and not same_owner(name, old):
            _overwrite(path, content)
            os.unlink(name)
            return
        os.chmod(name, stat.S_IMODE(old.st_mode) if old is not None else 0o666 & ~umask())
        os.replace(name, path)
    except BaseException:
        with contextlib.suppress(FileNotFoundError):
            os.unlink(name)
        raise


def umask() -> int:
    umask = os.umask(0)
    os.umask(umask)
    return umask


def same_owner(name: str, old: os.stat_result) -> bool:
    """Whether the new file could be given to whom the old one belongs."""
    new = os.stat(name)
    if (new.st_uid, new.st_gid) == (old.st_uid, old.st_gid):
        return True
    try:
        os.chown(name, old.st_uid, old.st_gid)
    except OSError:
        return False
    return True


def _overwrite(path: Path, content: bytes) -> None:
    """Another's file that we may write but not own is not taken from them: its bytes are exchanged instead."""
    with path.open("rb+", buffering=0) as file:
        before = file.read()
        try:
            _fill(file.fileno(), content)
        except OSError:
            _fill(file.fileno(), before)
            raise


def _fill(handle: int, content: bytes) -> None:
    os.lseek(handle, 0, os.SEEK_SET)
    _into(handle, content)
    os.ftruncate(handle, len(content))
    os.fsync(handle)


# --- what a killed program left behind ---


def mark() -> str:
    """Return what the names of half-written files of this process begin with."""
    return f".listbuilder-{_machine()}-{os.getpid()}"


def _machine() -> str:
    """Numbers of processes mean something on one machine only; a folder may be shared by several."""
    import platform

    return f"{zlib.crc32(platform.node().encode()):08x}"


def _sweep(folder: Path) -> None:
    """Clears away half-written files of ours whose program no longer runs; of another machine's, those of yesterday."""
    for each in left_behind(folder, ".tmp"):
        with contextlib.suppress(OSError):
            if not _locked(each):
                os.unlink(each)


def left_behind(folder: Path, suffix: str, *, alone: bool = False) -> list[str]:
    """Return the paths in `folder` that a program of ours left with this suffix when it was killed.

    `alone`: no program on this machine writes there now, so everything from this machine counts as left.
    """
    found = []
    with contextlib.suppress(OSError), os.scandir(folder) as entries:
        for entry in entries:
            match = _SCRAP.fullmatch(entry.name)
            if match is None or match.group(3) != suffix:
                continue
            with contextlib.suppress(OSError):
                is_old = time.time() - entry.stat(follow_symlinks=False).st_mtime > _DAY
                gone = match.group(1) == _machine() and (alone or not _lives(int(match.group(2))))
                if is_old or gone:
                    found.append(entry.path)
    return found


def _lives(process: int) -> bool:
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


def _lock(handle: int) -> None:
    """Says that the file is being written. Where there are no such locks, the process says it."""
    with contextlib.suppress(ImportError, OSError):
        import fcntl

        fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)


def _locked(name: str) -> bool:
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
