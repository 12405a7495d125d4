"""Standard input and output as they really are: closed, full, cut off, or in a limited encoding.

The last filter before the terminal is here too: only listbuilder's own colours act on it. Names are
made visible where they enter a sentence or a cell, so that none can begin a line of its own. The
filter is for what was forgotten there, and for all that others print for listbuilder: argparse,
rich, a message of the system.
"""

from __future__ import annotations

import errno
import io
import os
import re
import sys
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from typing import Any, TextIO

from listbuilder.model.safe_text import escape_hidden

_COLOR = r"(\x1b\[[0-9;]{0,20}m)"
_OURS = "\n\t"


def prepare_streams() -> None:
    """Replace standard output and error so that any text can be written and failures show.

    It is called before anything is written. A stream that was closed is None in Python; `print`
    would then be silent, and text meant for standard error would go to standard output. A letter
    that the encoding lacks is written as its number, so that nothing of a sentence is lost.
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
    """Standard output, or nothing if it was closed.

    After a failure it keeps the reason and drops everything.
    """

    failure: OSError | None = None

    def __init__(self, raw: io.RawIOBase | None) -> None:
        self._raw = raw

    def writable(self) -> bool:
        """Return True: the stream can be written to."""
        return True

    def write(self, content: Any) -> int | None:
        """Write `content` and return how many bytes were written.

        Raises OSError at the first failure. After that, everything is dropped, and its length is
        returned as if it had been written.
        """
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
        """Return whether standard output is a terminal."""
        return self._raw is not None and self._raw.isatty()

    def fileno(self) -> int:
        """Return the file descriptor. Raises OSError if standard output was closed."""
        if self._raw is None:
            raise OSError(errno.EBADF, os.strerror(errno.EBADF))
        return self._raw.fileno()


class _Diagnostics(io.TextIOBase):
    """Standard error, from which what can't be written is dropped.

    Why: if it is full or cut off, the verdict still stands.
    """

    def __init__(self, stream: TextIO) -> None:
        self._stream = stream

    def write(self, text: str) -> int:
        """Write `text` and return its length; text that can't be written is dropped."""
        try:
            return self._stream.write(text)
        except OSError:
            return len(text)

    def flush(self) -> None:
        """Flush the stream; a failure is ignored."""
        try:
            self._stream.flush()
        except OSError:
            return

    def isatty(self) -> bool:
        """Return whether standard error is a terminal."""
        return self._stream.isatty()

    def fileno(self) -> int:
        """Return the file descriptor of standard error."""
        return self._stream.fileno()

    @property
    def encoding(self) -> str:  # type: ignore[override]
        """The encoding of standard error."""
        return self._stream.encoding


def flush_output() -> None:
    """Flush standard output, and raise OSError if that or an earlier write to it failed.

    Python itself flushes only when it is too late for the program to report a failure.
    """
    sys.stdout.flush()
    failed = get_failure()
    if failed is not None:
        raise failed


def get_failure() -> OSError | None:
    """Return the error that standard output failed with, or None if it still works."""
    raw = getattr(getattr(sys.stdout, "buffer", None), "raw", None)
    return raw.failure if isinstance(raw, _Output) else None


def send_text(text: str) -> None:
    """Write `text`, the content of a file, to standard output.

    It is written byte for byte as UTF-8, except on a terminal, where it is printed like any text.
    """
    if sys.stdout.isatty() or not hasattr(sys.stdout, "buffer"):
        sys.stdout.write(text)
    else:
        send_bytes(text.encode("utf-8", "backslashreplace"))


def send_bytes(content: bytes) -> None:
    """Write `content` to standard output, after all that was printed before."""
    sys.stdout.flush()
    sys.stdout.buffer.write(content)


def escape_json(text: str) -> str:
    """Return the JSON text `text` so that standard output can write it in any encoding.

    If the encoding isn't a Unicode one, all letters outside ASCII are escaped as JSON does.
    """
    unicode = (getattr(sys.stdout, "encoding", None) or "utf-8").lower().startswith("utf")
    return text if unicode else re.sub(r"[^\x00-\x7f]", _escape_letter, text)


def _escape_letter(match: re.Match[str]) -> str:
    r"""Return the character that was matched as a JSON escape, such as \u00e9."""
    units = match[0].encode("utf-16-be").hex()
    return "".join(f"\\u{units[at : at + 4]}" for at in range(0, len(units), 4))


# --- the filter of what is printed ---


class FilteredStream:
    """A text stream in which characters that could act on the terminal are made visible.

    Bytes, such as those of an export, are written to its `buffer` and not filtered.
    """

    def __init__(self, stream: TextIO) -> None:
        self._stream = stream
        self.colors = False  # whether colours are ours to give

    def write(self, text: str) -> int:
        """Write `text` with all characters that could act on the terminal made visible.

        Return the length of `text`. Colour codes are kept if `colors` is set.
        """
        if not self.colors:
            self._stream.write(escape_hidden(text, _OURS))
        else:
            parts = re.split(_COLOR, text)
            self._stream.write(
                "".join(
                    part if place % 2 else escape_hidden(part, _OURS)
                    for place, part in enumerate(parts)
                )
            )
        return len(text)

    def writelines(self, lines: Iterable[str]) -> None:
        """Write each of `lines` as `write` does."""
        for line in lines:
            self.write(line)

    def __getattr__(self, name: str) -> Any:
        """Return the attribute `name` of the stream that is wrapped."""
        return getattr(self._stream, name)


@contextmanager
def filter_output() -> Iterator[None]:
    """Filter what is written to standard output and standard error inside the `with` block.

    Characters that could act on the terminal are made visible.
    """
    before = sys.stdout, sys.stderr
    sys.stdout, sys.stderr = (
        FilteredStream(stream) if stream is not None else stream for stream in before
    )
    try:
        yield
    finally:
        sys.stdout, sys.stderr = before


def allow_colors() -> None:
    """Let colour codes through to standard output. Standard error never has colours."""
    if isinstance(sys.stdout, FilteredStream):
        sys.stdout.colors = True


def overwrite_line(text: str) -> None:
    """Write `text` to standard error over the text of the current line, such as a count.

    It is not filtered.
    """
    stream = sys.stderr._stream if isinstance(sys.stderr, FilteredStream) else sys.stderr
    print(f"\r{text}", end="", file=stream, flush=True)
