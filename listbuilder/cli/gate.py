"""The last gate before the terminal: whatever a command prints, nothing in it acts on the terminal but our own colours.

Names are made visible where they enter a sentence or a cell, so that none can begin a line of its own. This gate is for
what was forgotten there, and for all that others print for us: argparse, rich, a message of the system.
"""

from __future__ import annotations

import re
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any, TextIO

from listbuilder.model.visible import visible

_COLOR = re.compile(r"(\x1b\[[0-9;]{0,20}m)")
_OURS = "\n\t"


class Gate:
    """A stream of text for people. Bytes, as of an export, go by it through `buffer`."""

    def __init__(self, stream: TextIO) -> None:
        self._stream = stream
        self.colors = False  # whether colours are ours to give

    def write(self, text: str) -> int:
        if not self.colors:
            self._stream.write(visible(text, _OURS))
        else:
            parts = _COLOR.split(text)
            self._stream.write("".join(part if place % 2 else visible(part, _OURS) for place, part in enumerate(parts)))
        return len(text)

    def writelines(self, lines: Any) -> None:
        for line in lines:
            self.write(line)

    def __getattr__(self, name: str) -> Any:
        return getattr(self._stream, name)


@contextmanager
def guarded() -> Iterator[None]:
    """While this lasts, standard output and standard error are gates."""
    before = sys.stdout, sys.stderr
    sys.stdout, sys.stderr = (Gate(stream) if stream is not None else stream for stream in before)
    try:
        yield
    finally:
        sys.stdout, sys.stderr = before


def allow_colors() -> None:
    """On standard output: diagnostics have none."""
    if isinstance(sys.stdout, Gate):
        sys.stdout.colors = True


def over(text: str) -> None:
    """A count of ours on standard error, written over the one before."""
    stream = sys.stderr._stream if isinstance(sys.stderr, Gate) else sys.stderr
    print(f"\r{text}", end="", file=stream, flush=True)
