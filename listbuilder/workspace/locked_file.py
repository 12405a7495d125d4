"""Files locked by one program as long as it lives, and written line by line.

Each line is written whole or not at all.
"""

from __future__ import annotations

import errno
import io
import os
import time
from collections.abc import Sequence
from pathlib import Path

from listbuilder.workspace import folders
from listbuilder.workspace.journal_entries import format_line

try:
    import fcntl
# a platform without locks offers the file of a living program too, and may not rename what is open
except ImportError:
    LOCKS = False
else:
    LOCKS = True

READ = (
    os.O_RDONLY
    | getattr(os, "O_NONBLOCK", 0)
    | getattr(os, "O_CLOEXEC", 0)
    | getattr(os, "O_BINARY", 0)
)
WRITE = READ | os.O_RDWR | os.O_APPEND
_TRIES = 20
_WAIT = 0.01  # seconds; someone who only looks is gone by then


class NotTakenUp(Exception):
    """The recovery file can't be taken over.

    Another program has it, or had it since it was found; or, with a reason, it can't be opened any
    more.
    """

    def __init__(self, file: Path, reason: str | None = None) -> None:
        super().__init__(str(file))
        self.file = file
        self.reason = reason


class RecoveryFile:
    """A recovery file that is being written, and how much of it is known to be whole."""

    def __init__(
        self, file: Path, handle: io.FileIO, lines: int = 0, size: int = 0, crc: int = 0
    ) -> None:
        self.file = file
        self.handle = handle
        self._lines, self._size, self._crc = lines, size, crc

    @classmethod
    def create(cls, file: Path) -> RecoveryFile:
        """Create `file`, lock it and return it. Raises OSError, also if it exists already."""
        handle = io.FileIO(os.open(file, WRITE | os.O_CREAT | os.O_EXCL, 0o600), "ab+")
        lock_file(handle)
        return cls(file, handle)

    def write_missing_lines(self, story: Sequence[bytes]) -> None:
        """Write the lines of `story` that the file lacks.

        Raises OSError; then the file holds as many lines as it could.
        """
        for payload in story[self._lines :]:
            line, crc = format_line(payload, self._crc)
            self._append_line(line)
            self._lines, self._size, self._crc = self._lines + 1, self._size + len(line), crc

    def _append_line(self, line: bytes) -> None:
        """Append `line`, or raise OSError after a second try.

        A part of it that was written is cut off again.
        """
        problem = OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))
        for _ in range(2):
            try:
                if os.write(self.handle.fileno(), line) == len(line):
                    return
            except OSError as error:
                problem = error
            os.ftruncate(self.handle.fileno(), self._size)
        raise problem

    def cut_off_other_bytes(self) -> bool:
        """Cut off what follows this program's lines, and return whether just these are left.

        False if the file is deleted, shorter, or can't be cut.
        """
        try:
            status = os.fstat(self.handle.fileno())
            if status.st_size > self._size:
                os.ftruncate(self.handle.fileno(), self._size)
        except OSError:
            return False
        return status.st_nlink > 0 and status.st_size >= self._size

    def rename_to(self, file: Path) -> None:
        """Give the file the name `file`. Raises OSError.

        Without locks, what is open may not be renamed, so the file is closed first and opened
        again.
        """
        if not LOCKS:
            self.handle.close()
        os.rename(self.file, file)
        self.file = file
        if not LOCKS:
            self.handle = io.FileIO(os.open(file, WRITE), "ab+")

    def close(self) -> None:
        """Close the file, which releases its lock."""
        self.handle.close()


def lock_file(handle: io.FileIO) -> bool:
    """Lock an open file, and return False if another program has it.

    A file system that knows no locks counts as a platform without them: True.
    """
    if LOCKS:
        try:
            fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            return False
        except OSError:
            return True
    return True


def open_and_lock(file: Path, flags: int = READ) -> io.FileIO:
    """Return `file` opened and locked.

    Raises NotTakenUp if a running program has it, and OSError if it isn't a file one can open.
    """
    descriptor = os.open(file, flags)
    handle = io.FileIO(descriptor, "ab+" if flags & os.O_RDWR else "rb")
    try:
        status = os.fstat(descriptor)
        folders.require_regular_file(status)
        status_now = os.stat(file) if lock_file(handle) else None
        if status_now is None or (status_now.st_dev, status_now.st_ino) != (
            status.st_dev,
            status.st_ino,
        ):
            raise NotTakenUp(file)
    except BaseException:
        handle.close()
        raise
    return handle


def open_to_continue(file: Path, size: int) -> io.FileIO:
    """Return a recovery file opened for writing, or only for reading if no more can be had.

    Raises NotTakenUp if another program has it, if it can't be opened, or if its size is not
    `size`.
    """
    try:
        try:
            handle = _open_patiently(file, WRITE)
        except PermissionError:
            handle = _open_patiently(file, READ)
    except OSError as error:
        raise NotTakenUp(file, error.strerror or str(error)) from None
    if os.fstat(handle.fileno()).st_size != size:
        handle.close()
        raise NotTakenUp(file)
    return handle


def _open_patiently(file: Path, flags: int) -> io.FileIO:
    """Open and lock `file`, waiting a little for a program that only looks at it.

    Raises NotTakenUp if that program stays.
    """
    for _ in range(_TRIES - 1):
        try:
            return open_and_lock(file, flags)
        except NotTakenUp:
            time.sleep(_WAIT)
    return open_and_lock(file, flags)
