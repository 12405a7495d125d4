"""The mark that a roster is open, by which a second builder notices that a first one has it."""

from __future__ import annotations

import contextlib
import io
import os
from pathlib import Path

from listbuilder.workspace import folders
from listbuilder.workspace.locked_file import LOCKS, WRITE


class OpenMark:
    """A small locked file that stands for an open roster as long as this program has it open.

    It only informs: if it can't be made, there is no warning, and nothing else changes.
    """

    def __init__(self, path: Path) -> None:
        """Mark the roster at `path` as open; `is_taken` says whether another program has it."""
        self.path = path
        self.is_taken = False
        self._file = folders.get_state_folder() / "open" / folders.hash_path(path)
        self._handle: io.FileIO | None = None
        if LOCKS:
            with contextlib.suppress(OSError):
                self._file.parent.mkdir(parents=True, exist_ok=True)
                self._lock()

    def _lock(self) -> None:
        """Lock the file, or find out that another program has done so. Raises OSError."""
        import fcntl

        handle = io.FileIO(os.open(self._file, WRITE | os.O_CREAT, 0o600), "ab+")
        try:
            fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            handle.close()
            self.is_taken = True
            return
        self._handle = handle

    def remove(self) -> None:
        """Remove the mark if this program made it. A second call does nothing."""
        if self._handle is None:
            return
        with contextlib.suppress(OSError):
            self._file.unlink(missing_ok=True)
        self._handle.close()
        self._handle = None
