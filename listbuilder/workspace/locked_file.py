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
    """Raised if a recovery file can't be taken over.

    Another program has it, or it has changed since it was found. If `reason` is given, it can't be
    opened any more.
    """

    def __init__(self, file: Path, reason: str | None = None) -> None:
        super().__init__(str(file))
        self.file = file
        self.reason = reason


class RecoveryFile:
    """A recovery file that is being written, and how much of it is known to be complete."""

    def __init__(
        self, file: Path, handle: io.FileIO, lines: int = 0, size: int = 0, crc: int = 0
    ) -> None:
        self.file = file
        self.handle = handle
        self._lines, self._size, self._crc = lines, size, crc

    @classmethod
    def create(cls, file: Path) -> RecoveryFile:
        """Create and lock `file`, and return it. Raises OSError, also if it exists already."""
        handle = io.FileIO(os.open(file, WRITE | os.O_CREAT | os.O_EXCL, 0o600), "ab+")
        lock_file(handle)
        return cls(file, handle)

    def write_missing_lines(self, story: Sequence[bytes]) -> None:
        """Append the lines of `story` that the file doesn't have yet.

        Raises OSError if a line can't be written; the lines before it stay in the file.
        """
        for payload in story[self._lines :]:
            line, crc = format_line(payload, self._crc)
            self._append_line(line)
            self._lines, self._size, self._crc = self._lines + 1, self._size + len(line), crc

    def _append_line(self, line: bytes) -> None:
        """Append `line` to the file, whole or not at all.

        If writing fails, the part written is cut off and it is tried once more; then OSError is
        raised.
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
        """Cut off bytes after the lines written here, and return whether the file is intact now.

        False if the file was deleted or shortened by someone else, or can't be cut.
        """
        try:
            status = os.fstat(self.handle.fileno())
            if status.st_size > self._size:
                os.ftruncate(self.handle.fileno(), self._size)
        except OSError:
            return False
        return status.st_nlink > 0 and status.st_size >= self._size

    def rename_to(self, file: Path) -> None:
        """Rename the file to `file`. Raises OSError.

        On a platform without locks an open file may not be renamed, so it is closed first and
        opened again.
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
    """Lock an open file, and return False if another program has locked it.

    True also where the platform or the file system has no locks.
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

    Raises NotTakenUp if a running program has it or has replaced it, and OSError if it is not a
    regular file or can't be opened.
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
    """Return a recovery file opened and locked for writing, or for reading if that fails.

    It is opened for reading if the program has no permission to write. Raises NotTakenUp if another
    program has it, if it can't be opened, or if its size is not `size`, because it has changed
    since it was read.
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
    """Return `file` opened and locked, after up to 20 tries with short pauses.

    Why: another program that only looks at the file lets go of it soon. Raises NotTakenUp if it
    doesn't.
    """
    for _ in range(_TRIES - 1):
        try:
            return open_and_lock(file, flags)
        except NotTakenUp:
            time.sleep(_WAIT)
    return open_and_lock(file, flags)
