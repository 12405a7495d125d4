"""The builder as textual-serve starts it for a browser: through pipes, with Textual's web driver."""

from __future__ import annotations

import contextlib
import json
import os
import re
import subprocess
import sys
import threading
from collections.abc import Iterator

import pytest

from tests.own_state import EXAMPLE, ROOT

pytestmark = pytest.mark.slow

_COLOR = re.compile(rb"\x1b\[[\d;]*38;2;(\d+);(\d+);(\d+)")


def _start(*arguments: str, **more: str) -> subprocess.Popen[bytes]:
    environment = {
        **{key: value for key, value in os.environ.items() if key not in ("NO_COLOR", "TERM")},
        "PYTHONPATH": str(ROOT),
        "TEXTUAL_DRIVER": "textual.drivers.web_driver:WebDriver",
        "TEXTUAL_FPS": "60",
        "TEXTUAL_COLOR_SYSTEM": "truecolor",
        "TERM_PROGRAM": "textual",
        "COLUMNS": "120",
        "ROWS": "40",
        **more,
    }
    return subprocess.Popen(
        [sys.executable, "-m", "listbuilder", *arguments],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
        env=environment,
    )


@contextlib.contextmanager
def _ended_at_last(process: subprocess.Popen[bytes]) -> Iterator[None]:
    """End a builder that draws nothing more, so that nobody waits for it for ever."""
    timer = threading.Timer(120, process.kill)
    timer.start()
    try:
        yield
    finally:
        timer.cancel()
        process.kill()


def _read_drawn(process: subprocess.Popen[bytes]) -> Iterator[bytes]:
    """Yield what the builder draws: packets of a letter, a length and their bytes."""
    assert process.stdout is not None
    while process.stdout.readline().rstrip() != b"__GANGLION__":
        pass
    while kind := process.stdout.read(1):
        packet = process.stdout.read(int.from_bytes(process.stdout.read(4), "big"))
        if kind == b"D":
            yield packet


def _wait_for(drawn: Iterator[bytes], words: bytes) -> bytes:
    seen = b""
    for packet in drawn:
        seen += packet
        if words in re.sub(rb"\x1b\[[\d;?]*[A-Za-z]", b"", seen):
            return seen
    raise AssertionError(seen[-2000:].decode(errors="replace"))


def _send(process: subprocess.Popen[bytes], kind: bytes, content: bytes) -> None:
    assert process.stdin is not None
    process.stdin.write(kind + len(content).to_bytes(4, "big") + content)
    process.stdin.flush()


@pytest.mark.parametrize("arguments", [("edit", str(EXAMPLE)), ()], ids=["edit", "alone"])
def test_it_is_drawn_in_colour_and_takes_keys(arguments: tuple[str, ...]) -> None:
    with _start("--lang", "en", *arguments) as process, _ended_at_last(process):
        drawn = _read_drawn(process)
        first = _wait_for(drawn, b"LEGAL" if arguments else b"listbuilder")
        colors = {tuple(map(int, found)) for found in _COLOR.findall(first)}
        assert any(max(color) - min(color) > 40 for color in colors), "all is grey"
        if arguments:
            _send(process, b"D", b"3")  # to the verdict
            _send(process, b"D", b"E")  # what to export
            _wait_for(drawn, b"markdown")
        _send(process, b"M", json.dumps({"type": "quit"}).encode())
        for _ in drawn:
            pass
        assert process.wait() == 0


def test_without_colours_where_the_player_wants_none() -> None:
    with (
        _start("--lang", "en", "--no-color", "edit", str(EXAMPLE)) as process,
        _ended_at_last(process),
    ):
        drawn = _read_drawn(process)
        first = _wait_for(drawn, b"LEGAL")
        colors = {tuple(map(int, found)) for found in _COLOR.findall(first)}
        assert all(max(color) - min(color) <= 40 for color in colors)
        process.kill()
        for _ in drawn:
            pass
