"""Standard input and output as they really are: closed, full, cut off, or in an encoding without our letters."""

from __future__ import annotations

import errno
import io
import os
import re
import sys
from typing import Any, TextIO


def prepare() -> None:
    """Before anything is written: whatever the streams are, text can be written to them, and a failure is known as theirs.

    A stream that was closed is None in Python; `print` would then be silent, and what is meant for stderr would go to
    stdout. A letter that the encoding lacks is written as its number, so that nothing of a sentence is lost.
    """
    if sys.stderr is None:
        sys.stderr = open(os.devnull, "w", encoding="utf-8")  # noqa: SIM115
    sys.stderr = _Diagnostics(sys.stderr)
    old, raw = sys.stdout, None
    if old is not None:
        buffer = getattr(old, "buffer", None)
        raw = getattr(buffer, "raw", buffer)
        if raw is None:  # a text of a test
            return
        old.flush()
    sys.stdout = io.TextIOWrapper(
        io.BufferedWriter(_Output(raw)),
        encoding=old.encoding if old else "utf-8",
        errors="backslashreplace",
        line_buffering=raw is not None and raw.isatty(),
    )


class _Output(io.RawIOBase):
    """Standard output, or nothing where it was closed. Keeps why it failed, and after that takes everything in silence."""

    failure: OSError | None = None

    def __init__(self, raw: io.RawIOBase | None) -> None:
        self._raw = raw

    def writable(self) -> bool:
        return True

    def write(self, content: Any) -> int | None:
        if self.failure is not None:
            return len(content)
        try:
            if self._raw is None:
                raise OSError(errno.EBADF, os.strerror(errno.EBADF))
            return self._raw.write(content)
        except OSError as error:
            self.failure = error
            raise

    def isatty(self) -> bool:
        return self._raw is not None and self._raw.isatty()

    def fileno(self) -> int:
        if self._raw is None:
            raise OSError(errno.EBADF, os.strerror(errno.EBADF))
        return self._raw.fileno()


class _Diagnostics(io.TextIOBase):
    """Standard error. Where it is full or cut off the verdict still stands, so what cannot be written is dropped."""

    def __init__(self, stream: TextIO) -> None:
        self._stream = stream

    def write(self, text: str) -> int:
        try:
            return self._stream.write(text)
        except OSError:
            return len(text)

    def flush(self) -> None:
        try:
            self._stream.flush()
        except OSError:
            return

    def isatty(self) -> bool:
        return self._stream.isatty()

    def fileno(self) -> int:
        return self._stream.fileno()

    @property
    def encoding(self) -> str:  # type: ignore[override]
        return self._stream.encoding


def flush() -> None:
    """While the program can still say that it failed. Python itself flushes when it is too late for that."""
    sys.stdout.flush()
    if (failed := failure()) is not None:  # and somebody took no notice of it
        raise failed


def failure() -> OSError | None:
    """Why standard output takes nothing more; None where it does."""
    raw = getattr(getattr(sys.stdout, "buffer", None), "raw", None)
    return raw.failure if isinstance(raw, _Output) else None


def send(text: str) -> None:
    """A file for standard output: as UTF-8 and byte for byte, unless a terminal shows it."""
    if sys.stdout.isatty() or not hasattr(sys.stdout, "buffer"):
        sys.stdout.write(text)
    else:
        send_bytes(text.encode("utf-8", "backslashreplace"))


def send_bytes(content: bytes) -> None:
    sys.stdout.flush()
    sys.stdout.buffer.write(content)


def fitting_json(text: str) -> str:
    """JSON for standard output in any encoding: what that may lack is escaped as JSON escapes it."""
    unicode = (getattr(sys.stdout, "encoding", None) or "utf-8").lower().startswith("utf")
    return text if unicode else re.sub(r"[^\x00-\x7f]", _escaped, text)


def _escaped(found: re.Match[str]) -> str:
    units = found[0].encode("utf-16-be").hex()
    return "".join(f"\\u{units[at : at + 4]}" for at in range(0, len(units), 4))
