"""What is tried, what is asked of it, and how the program is called: in this process, as its users call it."""

from __future__ import annotations

import io
import os
import re
import resource
import signal
import sys
import traceback
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from random import Random
from typing import Any, NamedTuple, Protocol
from urllib.parse import unquote_to_bytes

import msgspec

SECONDS = 2.0  # processor time of one call, on a machine that does nothing else
MEMORY = 256 << 20  # what one call may add to the memory of the process
# What acts on a terminal or turns what follows: controls but for newline and tab, marks of direction, halves of pairs.
UNSEEN = re.compile(
    "[\x00-\x08\x0b-\x1f\x7f-\x9f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069\ud800-\udfff]"
)


class Case(msgspec.Struct):
    """One input: files by name. Bytes of a name that are no text are written %FF, as in addresses."""

    reader: str
    files: dict[str, bytes]
    kind: str = ""  # which of its reader's questions it is for
    facts: dict[str, Any] = {}


class Broken(Exception):
    """An oracle was broken: which, how, and by which place in the code, so that the same fault is told once."""

    def __init__(self, oracle: str, what: str, where: str = "") -> None:
        super().__init__(what)
        self.oracle, self.what, self.where = (
            oracle,
            what.encode("utf-8", "backslashreplace").decode(),
            where,
        )


class Said(NamedTuple):
    """How a call ended."""

    code: int
    out: bytes
    err: bytes

    @property
    def text(self) -> str:
        return self.out.decode("utf-8", "replace")

    @property
    def complaint(self) -> str:
        return self.err.decode("utf-8", "replace")


class Asking:
    """Calls, and the count of what was asked of them."""

    def __init__(self) -> None:
        self.asked: Counter[str] = Counter()
        self.command = ""  # the last, as a person would type it

    def check(
        self, oracle: str, holds: bool, what: str | Callable[[], str], where: str = ""
    ) -> None:
        self.asked[oracle] += 1
        if not holds:
            raise Broken(oracle, what if isinstance(what, str) else what(), where)

    def call(self, *words: str, stdin: bytes = b"", screen: bool = True) -> Said:
        """The command line, with the oracles that hold for every call. `screen`: what it prints may reach a terminal."""
        self.command = "listbuilder " + " ".join(words)
        before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
        said = _call(words, stdin)
        after = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
        self.check(
            "memory",
            (after - before) << 10 < MEMORY,
            f"{(after - before) >> 10} MB more after one call",
        )
        self.asked["time"] += 1  # who takes longer is ended by the system
        self.check(
            "exit", said.code in (0, 1, 2), lambda: f"exit {said.code}: {said.complaint[-300:]}"
        )
        self.check("exit", said.code != 2 or bool(said.err or said.out), "exit 2 without a word")
        printed = said.complaint + (said.text if screen else "")
        found = UNSEEN.search(printed)
        self.check("screen", found is None, lambda: f"{_around(printed)!r} is printed as it is")
        return said


class Reader(Protocol):
    """Makes cases for one way into the program, and says what has to hold for them."""

    NAME: str

    def make(self, random: Random) -> Case: ...

    def ask(self, case: Case, folder: Path, asking: Asking) -> None: ...


def _around(text: str) -> str:
    found = UNSEEN.search(text)
    return text[max(0, found.start() - 30) : found.end() + 10] if found else ""


def _call(words: tuple[str, ...], stdin: bytes) -> Said:
    from listbuilder.cli.main import run

    streams = [
        io.TextIOWrapper(io.BytesIO(content), encoding="utf-8", newline="\n")
        for content in (stdin, b"", b"")
    ]
    streams[2].reconfigure(errors="backslashreplace")  # as Python does it for the real one
    kept = sys.stdin, sys.stdout, sys.stderr
    sys.stdin, sys.stdout, sys.stderr = streams
    try:
        with limited():
            code = run(words)
    except SystemExit as stop:
        code = stop.code if isinstance(stop.code, int) else 1
    except Exception as error:
        raise Broken(
            "exit", "".join(traceback.format_exception(error)[-6:])[-1500:], place_of(error)
        ) from error
    finally:
        sys.stdin, sys.stdout, sys.stderr = kept
    return Said(code, _content(streams[1]), _content(streams[2]))


def _content(stream: io.TextIOWrapper) -> bytes:
    stream.flush()
    inner = stream.detach()
    assert isinstance(inner, io.BytesIO)
    return inner.getvalue()


@contextmanager
def limited() -> Iterator[None]:
    """Who computes longer is ended by the system; whoever watches this process sees that."""
    signal.signal(signal.SIGPROF, signal.SIG_DFL)
    signal.setitimer(signal.ITIMER_PROF, SECONDS)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_PROF, 0)


def place_of(error: BaseException) -> str:
    """The innermost place of ours that an error came through."""
    frames = traceback.extract_tb(error.__traceback__)
    ours = [frame for frame in frames if "/listbuilder/" in frame.filename]
    last = (ours or list(frames))[-1]
    return f"{type(error).__name__} in {Path(last.filename).name}:{last.name}"


def write(case: Case, folder: Path) -> list[Path]:
    """The files of a case, under their names."""
    made = []
    for name, content in case.files.items():
        place = folder / os.fsdecode(unquote_to_bytes(name))
        place.parent.mkdir(parents=True, exist_ok=True)
        place.write_bytes(content)
        made.append(place)
    return made
