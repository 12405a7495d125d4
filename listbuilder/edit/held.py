"""Files that one program holds: locked as long as it lives, and written line by line, each whole or not at all."""

from __future__ import annotations

import errno
import io
import os
import time
from collections.abc import Sequence
from pathlib import Path

from listbuilder.edit import folders
from listbuilder.edit.story import framed

try:
    import fcntl
except ImportError:  # a platform without locks offers the file of a living program too, and may not rename what is open
    LOCKS = False
else:
    LOCKS = True

READ = os.O_RDONLY | getattr(os, "O_NONBLOCK", 0) | getattr(os, "O_CLOEXEC", 0) | getattr(os, "O_BINARY", 0)
WRITE = READ | os.O_RDWR | os.O_APPEND
_TRIES = 20
_WAIT = 0.01  # seconds; someone who only looks is gone by then


class NotTakenUp(Exception):
    """Another program has it, or had it since it was found; or, with a reason, it cannot be opened any more."""

    def __init__(self, file: Path, reason: str | None = None) -> None:
        super().__init__(str(file))
        self.file = file
        self.reason = reason


class RecoveryFile:
    """A recovery file that is being written, and how much of it is known to be whole."""

    def __init__(self, file: Path, handle: io.FileIO, lines: int = 0, size: int = 0, crc: int = 0) -> None:
        self.file = file
        self.handle = handle
        self._lines, self._size, self._crc = lines, size, crc

    @classmethod
    def new(cls, file: Path) -> RecoveryFile:
        """Raises OSError, also where there is such a file already."""
        handle = io.FileIO(os.open(file, WRITE | os.O_CREAT | os.O_EXCL, 0o600), "ab+")
        lock(handle)
        return cls(file, handle)

    def write(self, story: Sequence[bytes]) -> None:
        """What is missing of it. Raises OSError; then it holds as many lines as it could."""
        for payload in story[self._lines :]:
            line, crc = framed(payload, self._crc)
            self._append(line)
            self._lines, self._size, self._crc = self._lines + 1, self._size + len(line), crc

    def _append(self, line: bytes) -> None:
        """What was written of it in vain is taken back, and it is tried once more."""
        problem = OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))
        for _ in range(2):
            try:
                if os.write(self.handle.fileno(), line) == len(line):
                    return
            except OSError as error:
                problem = error
            os.ftruncate(self.handle.fileno(), self._size)
        raise problem

    def as_left(self) -> bool:
        """Nothing behind what is known to be whole, and nothing of that gone."""
        try:
            status = os.fstat(self.handle.fileno())
            if status.st_size > self._size:
                os.ftruncate(self.handle.fileno(), self._size)
        except OSError:
            return False
        return status.st_nlink > 0 and status.st_size >= self._size

    def rename(self, file: Path) -> None:
        """Raises OSError."""
        if not LOCKS:
            self.handle.close()
        os.rename(self.file, file)
        self.file = file
        if not LOCKS:
            self.handle = io.FileIO(os.open(file, WRITE), "ab+")

    def close(self) -> None:
        self.handle.close()


def lock(handle: io.FileIO) -> bool:
    """Whether nobody else has it. A file system that knows no locks is as a platform without them."""
    if LOCKS:
        try:
            fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            return False
        except OSError:
            return True
    return True


def claimed(file: Path, flags: int = READ) -> io.FileIO:
    """Opened and locked. Raises NotTakenUp where a living program has it, OSError where it is no file one can open."""
    descriptor = os.open(file, flags)
    handle = io.FileIO(descriptor, "ab+" if flags & os.O_RDWR else "rb")
    try:
        status = os.fstat(descriptor)
        folders.must_be_file(status)
        now = os.stat(file) if lock(handle) else None
        if now is None or (now.st_dev, now.st_ino) != (status.st_dev, status.st_ino):
            raise NotTakenUp(file)
    except BaseException:
        handle.close()
        raise
    return handle


def taken_up(file: Path, size: int) -> io.FileIO:
    """To go on with, and only for reading where no more can be had. Raises NotTakenUp, also if it is not of that size."""
    try:
        try:
            handle = _patiently(file, WRITE)
        except PermissionError:
            handle = _patiently(file, READ)
    except OSError as error:
        raise NotTakenUp(file, error.strerror or str(error)) from None
    if os.fstat(handle.fileno()).st_size != size:
        handle.close()
        raise NotTakenUp(file)
    return handle


def _patiently(file: Path, flags: int) -> io.FileIO:
    for _ in range(_TRIES - 1):
        try:
            return claimed(file, flags)
        except NotTakenUp:
            time.sleep(_WAIT)
    return claimed(file, flags)
