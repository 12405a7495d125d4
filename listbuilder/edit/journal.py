"""The recovery file: what a roster was when it was opened, and every change since, one line each.

A line is written in one go right after its change, so whenever the program is killed the file holds exactly the last
state, with the way back to every state before it. A line that was cut off belongs to a change nobody has seen.
"""

from __future__ import annotations

import base64
import contextlib
import hashlib
import os
import time
from collections.abc import Iterator
from pathlib import Path
from typing import IO, Any, Literal

import msgspec

from listbuilder.edit.folders import state_folder
from listbuilder.model.edit import Edit


class Head(msgspec.Struct):
    """The first line."""

    raw: str  # base64, for a roster need not be text
    path: str | None
    disk: str | None  # hash of the file as it was read
    pending: bool = False  # unsaved even without a change: a roster that has no file yet


class Line(msgspec.Struct, omit_defaults=True):
    """A change: an edit, one taken back, one made again, a whole new text, or a save."""

    op: Literal["do", "undo", "redo", "whole", "saved"]
    edit: Edit | None = None
    raw: str | None = None
    path: str | None = None
    disk: str | None = None


class Journal:
    """The recovery file of one open roster. Locked while the program that writes it lives."""

    def __init__(self, file: Path, handle: IO[bytes]) -> None:
        self.file = file
        self._handle = handle

    @classmethod
    def start(cls, raw: bytes, path: Path | None, disk: str | None, *, pending: bool = False) -> Journal:
        """Raises OSError where there is no place for it."""
        folder = recovery_folder()
        folder.mkdir(parents=True, exist_ok=True)
        file = folder / f"{_key(path)}-{os.getpid()}-{time.time_ns():x}.journal"
        handle = file.open("xb", buffering=0)
        _lock(handle)
        journal = cls(file, handle)
        journal._write(Head(raw=pack(raw), path=str(path) if path else None, disk=disk, pending=pending))
        return journal

    @classmethod
    def resume(cls, file: Path) -> Journal:
        """Go on with a recovered one."""
        _mend(file)
        handle = file.open("ab", buffering=0)
        _lock(handle)
        return cls(file, handle)

    def add(self, line: Line) -> None:
        self._write(line)

    def _write(self, value: Any) -> None:
        content = msgspec.json.encode(value) + b"\n"
        if self._handle.write(content) != len(content):
            raise OSError(28, os.strerror(28))

    def close(self, keep: bool = False) -> None:
        self._handle.close()
        if not keep:
            self.file.unlink(missing_ok=True)


class Found(msgspec.Struct):
    """A recovery file that someone left behind."""

    file: Path
    head: Head
    lines: list[Line]
    when: float

    @property
    def path(self) -> Path | None:
        """Where the roster was last saved."""
        path = next((line.path for line in reversed(self.lines) if line.op == "saved" and line.path), self.head.path)
        return Path(path) if path else None

    @property
    def unsaved(self) -> bool:
        return self.lines[-1].op != "saved" if self.lines else self.head.pending


def left_behind(path: Path | None = None) -> list[Found]:
    """Recovery files with unsaved changes whose program no longer runs, newest first; of one roster, or of all.

    Those that hold nothing worth keeping are cleared away.
    """
    found: list[Found] = []
    folder = recovery_folder()
    for file in sorted(folder.glob("*.journal")) if folder.is_dir() else ():
        if _locked(file):
            continue
        read = load(file)
        if read is None or not read.unsaved:
            _clear(file)
        elif path is None or (read.path is not None and read.path.resolve() == path.resolve()):
            found.append(read)
    return sorted(found, key=lambda each: -each.when)


def _clear(file: Path) -> None:
    """Where another program has it open and the platform minds, it stays."""
    with contextlib.suppress(OSError):
        file.unlink(missing_ok=True)


def load(file: Path) -> Found | None:
    """What can be read of a recovery file: all whole lines."""
    try:
        content, when = file.read_bytes(), file.stat().st_mtime
    except OSError:
        return None
    first, _, rest = content.partition(b"\n")
    try:
        head = msgspec.json.decode(first, type=Head)
    except msgspec.DecodeError:
        return None
    return Found(file, head, list(_lines(rest)), when)


def _lines(content: bytes) -> Iterator[Line]:
    decoder = msgspec.json.Decoder(Line)
    for line in content.split(b"\n")[:-1]:  # behind the last newline stands nothing, or what was cut off
        try:
            yield decoder.decode(line)
        except msgspec.DecodeError:
            return


def _mend(file: Path) -> None:
    """Drop a line that was cut off, so that the next one does not run into it."""
    content = file.read_bytes()
    whole = content.rfind(b"\n") + 1
    if whole != len(content):
        with file.open("rb+") as handle:
            handle.truncate(whole)


def recovery_folder() -> Path:
    return state_folder() / "recovery"


def pack(raw: bytes) -> str:
    return base64.b64encode(raw).decode()


def unpack(text: str) -> bytes:
    return base64.b64decode(text)


def _key(path: Path | None) -> str:
    return hashlib.sha256(str(path.resolve()).encode()).hexdigest()[:16] if path else "unnamed"


def _lock(handle: IO[bytes]) -> None:
    """Says that this program lives. A platform without such locks offers the file of a living program too."""
    try:
        import fcntl
    except ImportError:
        return
    fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)


def _locked(file: Path) -> bool:
    try:
        import fcntl
    except ImportError:
        return False
    try:
        with file.open("rb") as handle:
            fcntl.flock(handle, fcntl.LOCK_SH | fcntl.LOCK_NB)
    except OSError:
        return True
    return False
