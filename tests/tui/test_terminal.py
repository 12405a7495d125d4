"""The real program in a real terminal, driven by keys."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path

import pytest
from rich.cells import cell_len

from listbuilder.i18n.messages import LANGS, Lang
from listbuilder.tui.text import Words
from tests.needs import needs_program
from tests.own_state import EXAMPLE, ROOT

pytestmark = [pytest.mark.slow, needs_program("tmux")]


class Terminal:
    def __init__(self, name: str, size: tuple[int, int]) -> None:
        self.name = name
        self.size = size

    def tmux(self, *words: str) -> str:
        done = subprocess.run(
            ["tmux", "-L", self.name, *words],
            capture_output=True,
            text=True,
            check=False,
            timeout=20,
        )
        return done.stdout

    def start(self, *arguments: str) -> None:
        command = [sys.executable, "-m", "listbuilder", *arguments]
        width, height = map(str, self.size)
        settings = [
            f"{key}={os.environ[key]}"
            for key in ("LISTBUILDER_STATE", "LISTBUILDER_CACHE")
            if key in os.environ
        ]
        environment = [
            "env",
            "-u",
            "COLUMNS",
            "-u",
            "LINES",
            f"PYTHONPATH={ROOT}",
            "LISTBUILDER_DEBUG=1",
            *settings,
        ]
        self.tmux(
            "-f",
            "/dev/null",
            "new-session",
            "-d",
            "-s",
            "it",
            "-x",
            width,
            "-y",
            height,
            *environment,
            *command,
        )

    def keys(self, *keys: str) -> None:
        for key in keys:
            self.tmux("send-keys", "-t", "it", key)
            time.sleep(0.05)

    def screen(self) -> str:
        return self.tmux("capture-pane", "-p", "-t", "it")

    def wait_for(self, text: str, seconds: float = 20) -> str:
        until = time.monotonic() + seconds
        while time.monotonic() < until:
            screen = self.screen()
            if text in screen.replace(" / ", "/"):  # around the points of a wide terminal
                return screen
            time.sleep(0.05)
        raise AssertionError(f"{text!r} does not come:\n{self.screen()}")

    def pid(self) -> int:
        return int(self.tmux("list-panes", "-t", "it", "-F", "#{pane_pid}").strip())

    def gone(self, seconds: float = 10) -> bool:
        until = time.monotonic() + seconds
        while time.monotonic() < until:
            if not self.tmux("list-sessions").strip():
                return True
            time.sleep(0.05)
        return False


@pytest.fixture(params=[(80, 24), (120, 40)], ids=["80x24", "120x40"])
def terminal(request: pytest.FixtureRequest, state: Path) -> Iterator[Terminal]:
    it = Terminal(f"listbuilder-{os.getpid()}-{request.param[0]}", request.param)
    yield it
    it.tmux("kill-server")


def test_change_save_and_leave(terminal: Terminal, file: Path) -> None:
    terminal.start("--lang", "en", "edit", str(file))
    terminal.wait_for("1990/2000")
    terminal.keys("Down", "x")
    terminal.wait_for("1650/2000")
    assert file.read_bytes() == EXAMPLE.read_bytes()
    terminal.keys("u")
    terminal.wait_for("1990/2000")
    terminal.keys(
        "Down", "Down", "x", "s"
    )  # the Technomancer is under the cursor's second step: 110
    terminal.wait_for("Saved")
    assert file.read_bytes() != EXAMPLE.read_bytes()
    assert file.read_text().startswith("# yaml-language-server")
    terminal.keys("q")
    assert terminal.gone()


def test_kill_and_go_on(terminal: Terminal, file: Path) -> None:
    terminal.start("--lang", "ja", "edit", str(file))
    terminal.wait_for("1990/2000")
    terminal.keys("Down", "x")
    terminal.wait_for("1650/2000")
    os.kill(terminal.pid(), signal.SIGKILL)
    assert terminal.gone()
    assert file.read_bytes() == EXAMPLE.read_bytes()
    terminal.start("--lang", "ja", "edit", str(file))
    terminal.wait_for("未保存の変更を復元")
    terminal.keys("Enter")
    terminal.wait_for("1650/2000")


def test_without_a_file_it_asks(terminal: Terminal) -> None:
    terminal.start("--lang", "zh")
    terminal.wait_for("新建名册")
    terminal.keys("n")
    terminal.wait_for("Warhammer 40,000")
    terminal.keys("Escape")
    time.sleep(0.5)  # a key right behind Escape is Alt and that key
    terminal.keys("q")
    assert terminal.gone()


SEEN = {"en": ("LEGAL", "add"), "ja": ("適正", "追加"), "zh": ("合法", "添加")}
SIZES = ((60, 20), (80, 24), (120, 40), (200, 60))


@pytest.mark.parametrize("lang", LANGS)
def test_the_screen_at_every_size(lang: Lang, state: Path, tmp_path: Path) -> None:
    """All four at once: what takes time is their start."""
    words = Words(lang)
    their = [Terminal(f"listbuilder-{os.getpid()}-{lang}-{size[0]}", size) for size in SIZES]
    files = [tmp_path / f"list{size[0]}.yaml" for size in SIZES]
    try:
        for it, file in zip(their, files, strict=True):
            file.write_bytes(EXAMPLE.read_bytes())
            it.start("--lang", lang, "edit", str(file))
        for it in their:
            it.wait_for("1990/2000", 60)
            it.wait_for(words("action.quit"))
            _look(it, lang, words)
        for it in their:
            it.keys("Down", "x")
            it.wait_for("1650/2000")
            it.keys("u")
            it.wait_for("1990/2000")
            it.keys("q")
            assert it.gone()
    finally:
        for it in their:
            it.tmux("kill-server")
    assert {file.read_bytes() for file in files} == {EXAMPLE.read_bytes()}


def _look(it: Terminal, lang: Lang, words: Words) -> None:
    (width, height), wanted = (
        it.size,
        words("pane.sheet") if it.size[0] >= 160 else words("pane.army"),
    )
    screen = it.wait_for(wanted)  # the datasheet comes when the cursor rests
    if width < 110:
        screen = it.wait_for(words("points_left", points=10) + " ·")  # above the footer
    lines = screen.rstrip("\n").split("\n")
    assert len(lines) == height
    for word in SEEN[lang]:
        assert word in screen
    if width < 110:  # one pane, and a line with the points left
        assert words("points_left", points=10) in lines[-2]
        assert all(cell_len(line) <= width for line in lines)
    else:  # the panes side by side end at the same cells, whatever is written in them
        begin = next(y for y, line in enumerate(lines) if words("pane.verdict") in line)
        assert begin <= 2  # below the header
        assert {cell_len(line) for line in lines[begin:-2]} == {width}
