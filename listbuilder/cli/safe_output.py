"""The last filter before the terminal: only listbuilder's own colours act on it.

Names are made visible where they enter a sentence or a cell, so that none can begin a line of its
own. This filter is for what was forgotten there, and for all that others print for listbuilder:
argparse, rich, a message of the system.
"""

from __future__ import annotations

import re
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any, TextIO

from listbuilder.model.safe_text import escape_hidden

_COLOR = re.compile(r"(\x1b\[[0-9;]{0,20}m)")
_OURS = "\n\t"


class FilteredStream:
    """A stream of text for people. Bytes, as of an export, go past it through `buffer`."""

    def __init__(self, stream: TextIO) -> None:
        self._stream = stream
        self.colors = False  # whether colours are ours to give

    def write(self, text: str) -> int:
        """Write `text` with all that could act on the terminal made visible, and return its length.

        Colours stay if they are allowed.
        """
        if not self.colors:
            self._stream.write(escape_hidden(text, _OURS))
        else:
            parts = _COLOR.split(text)
            self._stream.write(
                "".join(
                    part if place % 2 else escape_hidden(part, _OURS)
                    for place, part in enumerate(parts)
                )
            )
        return len(text)

    def writelines(self, lines: Any) -> None:
        """Write each of `lines` as `write` does."""
        for line in lines:
            self.write(line)

    def __getattr__(self, name: str) -> Any:
        """Return any other attribute of the stream itself."""
        return getattr(self._stream, name)


@contextmanager
def filter_output() -> Iterator[None]:
    """Filter standard output and standard error while the context lasts."""
    before = sys.stdout, sys.stderr
    sys.stdout, sys.stderr = (
        FilteredStream(stream) if stream is not None else stream for stream in before
    )
    try:
        yield
    finally:
        sys.stdout, sys.stderr = before


def allow_colors() -> None:
    """Allow colours on standard output. Diagnostics have none."""
    if isinstance(sys.stdout, FilteredStream):
        sys.stdout.colors = True


def overwrite_line(text: str) -> None:
    """Write `text` over the line before on standard error, such as a count, past the filter."""
    stream = sys.stderr._stream if isinstance(sys.stderr, FilteredStream) else sys.stderr
    print(f"\r{text}", end="", file=stream, flush=True)
