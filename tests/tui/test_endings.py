"""However the builder ends, the terminal is as it was, the edits are kept, and the exit code says how it ended."""

from __future__ import annotations

import contextlib
import fcntl
import os
import pty
import re
import select
import shlex
import signal
import struct
import subprocess
import sys
import termios
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from shlex import quote

import pytest

from listbuilder.data.library import Library
from listbuilder.workspace import journal, saved_versions
from listbuilder.workspace.session import Session
from tests.needs import needs_program
from tests.own_state import EXAMPLE, ROOT

from ..workspace.test_state_folder import JUNK
from .test_terminal import Terminal
from .test_terminal import terminal as terminal  # a fixture

# The program itself, with one key whose handler fails as a bug of ours would: in a handler, in a worker, in a thread,
# while the screen is drawn, and where no key is read any more.
_BUGS = {
    "handler": "ACTIONS['help'] = lambda screen: 1 / 0",
    "worker": "roster.save_roster = fail",
    "timer": "ACTIONS['help'] = lambda screen: screen.set_timer(0.01, lambda: 1 / 0)",
    "drawing": "ACTIONS['help'] = lambda screen: (setattr(Rows, 'render_line', divide), screen.army_tree.refresh())",
    "thread": "ACTIONS['help'] = lambda screen: setattr(type(screen.app._driver), 'process_message', divide)",
}
_STUCK = "ACTIONS['help'] = lambda screen: __import__('time').sleep(1000)"
_PROGRAM = """
import sys
from listbuilder.tui.actions import roster
from listbuilder.tui.actions.by_id import ACTIONS
from listbuilder.tui.widgets.rows import Rows
async def fail(*_, **__):
    raise ValueError("as a bug of ours would")
def divide(*_):
    return 1 / 0
{bug}
from listbuilder.__main__ import main
raise SystemExit(main())
"""


class Pty:
    """The program in a terminal of our own making, which keeps every byte that is sent to it."""

    def __init__(self, code: str, *arguments: str, **environment: str) -> None:
        self.sent = b""
        self.master, slave = pty.openpty()
        fcntl.ioctl(slave, termios.TIOCSWINSZ, struct.pack("HHHH", 40, 120, 0, 0))
        self.slave = slave
        self.before = termios.tcgetattr(slave)
        settings = {key: value for key, value in os.environ.items() if key != "LISTBUILDER_DEBUG"}
        settings |= {"PYTHONPATH": str(ROOT), "TERM": "xterm-256color", **environment}

        def own_terminal() -> None:
            os.setsid()
            fcntl.ioctl(0, termios.TIOCSCTTY, 0)

        self.process = subprocess.Popen(
            [sys.executable, "-c", code, *arguments], stdin=slave, stdout=slave, stderr=slave, env=settings,
            preexec_fn=own_terminal,
        )  # fmt: skip

    def read(self, until: Callable[[], bool], seconds: float = 30) -> None:
        end = time.monotonic() + seconds
        while not until():
            assert time.monotonic() < end, self.text()[-3000:]
            if select.select([self.master], [], [], 0.05)[0]:
                try:
                    self.sent += os.read(self.master, 65536)
                except OSError:
                    return

    def wait_for(self, text: str) -> None:
        self.read(lambda: text in self.text())

    def press(self, keys: bytes) -> None:
        os.write(self.master, keys)

    def text(self) -> str:
        """What was sent, without codes; a wide terminal has spaces around the slash of the points."""
        plain = re.sub(r"\x1b\[[0-9;?]*[A-Za-z]", "", self.sent.decode(errors="replace"))
        return plain.replace(" / ", "/")

    def ended(self) -> int:
        self.read(lambda: self.process.poll() is not None)
        while select.select([self.master], [], [], 0.1)[0]:
            self.sent += os.read(self.master, 65536)
        return self.process.wait()

    def last_words(self) -> str:
        """What stands on the normal screen."""
        behind = self.sent.rsplit(b"\x1b[?1049l", 1)[-1].decode()
        return " ".join(re.sub(r"\x1b\[[0-9;?<>]*[A-Za-z]", "", behind).split())

    def modes(self) -> dict[int, bool]:
        """Every private mode that was ever touched, as it was left."""
        return {
            int(number): how == b"h"
            for number, how in re.findall(rb"\x1b\[\?(\d+)([hl])", self.sent)
        }

    def as_it_was(self) -> None:
        on = {number for number, is_on in self.modes().items() if is_on}
        assert self.modes()[1049] is False
        assert on == {25, 7}, (
            "cursor and line wrap are on, mouse, paste, focus and the other screen are off"
        )
        assert self.sent.count(b"\x1b[>") == self.sent.count(b"\x1b[<u"), "the keyboard's protocol"
        assert termios.tcgetattr(self.slave) == self.before

    def close(self) -> None:
        if self.process.poll() is None:
            self.process.kill()
            self.process.wait()
        for descriptor in (self.master, self.slave):
            with contextlib.suppress(OSError):
                os.close(descriptor)


@pytest.fixture
def start(state: Path) -> Iterator[Callable[..., Pty]]:
    started: list[Pty] = []

    def begin(code: str, *arguments: str, **environment: str) -> Pty:
        started.append(Pty(_PROGRAM.format(bug=code), *arguments, **environment))
        return started[-1]

    yield begin
    for each in started:
        each.close()


def _changed(it: Pty) -> None:
    """Opened, and one unit removed."""
    it.wait_for("1990/2000")
    it.press(b"\x1b[B")
    it.press(b"x")
    it.wait_for("1650/2000")


def _kept(file: Path, library: Library) -> None:
    """The edit is there for whoever comes next, and the player's file is as it was."""
    assert file.read_bytes() == EXAMPLE.read_bytes()
    [found] = journal.find_left_behind(file)
    assert found.count == 1
    session = Session.recover(found, library)
    assert session.position.points == 1650
    session.close()


@pytest.mark.parametrize("bug", _BUGS)
@pytest.mark.slow_but(1)
def test_a_bug_of_ours(
    bug: str, start: Callable[..., Pty], file: Path, library: Library, state: Path
) -> None:
    it = start(_BUGS[bug], "--lang", "en", "edit", str(file))
    _changed(it)
    it.press(b"s" if bug == "worker" else b"?")
    if bug == "thread":
        time.sleep(0.5)
        it.press(b"z")
    assert it.ended() == 3
    it.as_it_was()
    [report] = (state / "reports").iterdir()
    said = it.last_words()
    assert "Traceback" not in it.text()
    assert said == (
        "listbuilder crashed because of a bug; your unsaved changes are safe; run "
        f"`listbuilder edit {quote(str(file))}` to restore them. Crash report: {report}"
    )
    wrong = "as a bug of ours would" if bug == "worker" else "ZeroDivisionError"
    assert wrong in report.read_text()
    assert "Traceback" in report.read_text()
    _kept(file, library)


@pytest.mark.parametrize(
    ("lang", "words"),
    [("ja", "未保存の変更は残っています"), ("zh", "未保存的更改已保留")],
    ids=["ja", "zh"],
)
@pytest.mark.slow
def test_a_bug_of_ours_in_other_words(
    lang: str, words: str, start: Callable[..., Pty], file: Path
) -> None:
    it = start(_BUGS["handler"], "--lang", lang, "edit", str(file))
    _changed(it)
    it.press(b"?")
    assert it.ended() == 3
    assert words in it.last_words()
    assert f"`listbuilder edit {quote(str(file))}`" in it.last_words()


@pytest.mark.slow
def test_where_to_see_more(start: Callable[..., Pty], file: Path) -> None:
    it = start(_BUGS["handler"], "--lang", "en", "edit", str(file), LISTBUILDER_DEBUG="1")
    _changed(it)
    it.press(b"?")
    assert it.ended() == 3
    it.as_it_was()
    assert "ZeroDivisionError" in it.last_words()
    assert "your unsaved changes are safe" in it.last_words()


def test_a_bug_before_anything_was_changed(
    start: Callable[..., Pty], file: Path, state: Path
) -> None:
    it = start(_BUGS["handler"], "--lang", "en", "edit", str(file))
    it.wait_for("1990/2000")
    it.press(b"?")
    assert it.ended() == 3
    it.as_it_was()
    [report] = (state / "reports").iterdir()
    assert it.last_words() == (
        f"listbuilder crashed because of a bug; there were no unsaved changes. Crash report: {report}"
    )


@pytest.mark.slow
def test_a_bug_when_nothing_can_be_kept(
    start: Callable[..., Pty], file: Path, state: Path, library: Library
) -> None:
    """The state folder is a file: neither recovery file nor report can be written there."""
    state.write_bytes(b"a file where the folder should be")
    it = start(_BUGS["handler"], "--lang", "en", "edit", str(file), TMPDIR=str(file.parent))
    _changed(it)
    it.wait_for("Autosave is not working")
    it.press(b"?")
    assert it.ended() == 3
    it.as_it_was()
    said = it.last_words()
    assert "could not be written to the recovery file" in said
    [copy] = [path for path in file.parent.glob("*.yaml") if path != file]
    assert str(copy) in said
    assert Session(copy.read_bytes(), library).position.points == 1650
    [report] = file.parent.glob("crash-*.txt")
    assert str(report) in said


@pytest.mark.parametrize(
    "number", [signal.SIGTERM, signal.SIGHUP, signal.SIGINT], ids=["term", "hup", "int"]
)
@pytest.mark.slow_but(1)
def test_ended_by_a_signal(
    number: signal.Signals, start: Callable[..., Pty], file: Path, library: Library, state: Path
) -> None:
    it = start("", "--lang", "en", "edit", str(file))
    _changed(it)
    it.process.send_signal(number)
    assert it.ended() == 128 + number
    it.as_it_was()
    assert it.last_words() == (
        f"listbuilder was stopped by {number.name}; your unsaved changes are safe; "
        f"run `listbuilder edit {quote(str(file))}` to restore them."
    )
    assert not (state / "reports").exists()
    _kept(file, library)


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGHUP], ids=["term", "hup"])
@pytest.mark.slow_but(1)
def test_ended_by_a_signal_with_nothing_to_keep(
    number: signal.Signals, start: Callable[..., Pty], file: Path
) -> None:
    it = start("", "--lang", "en", "edit", str(file))
    it.wait_for("1990/2000")
    it.process.send_signal(number)
    assert it.ended() == 128 + number
    it.as_it_was()
    assert it.last_words() == ""
    assert journal.find_left_behind() == []


@pytest.mark.slow
def test_ended_by_a_signal_at_any_moment(start: Callable[..., Pty], file: Path) -> None:
    """While it starts, too."""
    for wait in (0.3, 0.6, 0.9, 1.2, 1.5):
        it = start("", "--lang", "en", "edit", str(file))
        time.sleep(wait)
        it.process.send_signal(signal.SIGTERM)
        code = it.ended()
        assert code == 143 or (code == -signal.SIGTERM and b"\x1b[?1049h" not in it.sent), wait
        if b"\x1b[?1049h" in it.sent:
            it.as_it_was()
        it.close()


@pytest.mark.slow
def test_ended_by_a_signal_when_it_hangs(
    start: Callable[..., Pty], file: Path, library: Library
) -> None:
    it = start(_STUCK, "--lang", "en", "edit", str(file))
    _changed(it)
    it.press(b"?")
    time.sleep(0.5)
    it.process.send_signal(signal.SIGTERM)
    assert it.ended() == 143
    it.as_it_was()
    assert "your unsaved changes are safe" in it.last_words()
    _kept(file, library)


def test_the_terminal_is_closed(start: Callable[..., Pty], file: Path, library: Library) -> None:
    it = start("", "--lang", "en", "edit", str(file))
    _changed(it)
    os.close(it.slave)
    os.close(it.master)
    assert it.process.wait(timeout=30) == 129
    _kept(file, library)


@pytest.mark.slow
def test_junk_wherever_the_builder_keeps_its_own(
    start: Callable[..., Pty], file: Path, state: Path
) -> None:
    for name, content in JUNK.items():
        for place in (
            state / "recovery" / f"{name}.journal",
            saved_versions.get_save_folder(file) / f"{name}.yaml",
            state / name,
        ):
            place.parent.mkdir(parents=True, exist_ok=True)
            place.write_bytes(content)
    os.mkfifo(state / "recovery" / "pipe.journal")
    os.mkfifo(saved_versions.get_save_folder(file) / "20260101-120000-000000.yaml")
    os.mkfifo(state / "settings.json")
    it = start("", "--lang", "en", "edit", str(file))
    _changed(it)
    it.press(b"s")
    it.wait_for("Saved")
    it.press(b"q")
    assert it.ended() == 0
    it.as_it_was()
    assert file.read_bytes() != EXAMPLE.read_bytes()


# --- and in a real one ---


class Shell:
    """A shell in tmux, from which the program is started and to which it comes back."""

    def __init__(self, terminal: Terminal) -> None:
        self.it = terminal
        terminal.name += (
            f"-{time.time_ns():x}"  # a server of its own: the one before may not be quite gone
        )
        width, height = map(str, terminal.size)
        shell = [
            "env",
            "PS1=ready> ",
            f"PYTHONPATH={ROOT}",
            *(f"{key}={os.environ[key]}" for key in _SETTINGS),
            "sh",
        ]
        terminal.tmux(
            "-f", "/dev/null", "new-session", "-d", "-s", "it", "-x", width, "-y", height, *shell
        )
        terminal.wait_for("ready>")

    def run(self, bug: str, *arguments: str) -> None:
        words = shlex.join([sys.executable, "-c", _PROGRAM.format(bug=bug), *arguments])
        script = Path("run.sh")
        script.write_text(f"{words}\necho code=$?\n")
        self.it.keys("echo before", "Enter", f"sh {script}", "Enter")

    def child(self) -> int:
        """The program; the shell's script waits for it."""
        [script] = _children(self.it.pid())
        [program] = _children(script)
        return program

    def modes(self) -> dict[str, str]:
        names = ("alternate_on", "cursor_flag", "mouse_any_flag", "mouse_all_flag", "mouse_sgr_flag", "mouse_standard_flag",
                 "wrap_flag", "keypad_flag", "keypad_cursor_flag")  # fmt: skip
        told = self.it.tmux(
            "display-message", "-p", "-t", "it", " ".join(f"#{{{name}}}" for name in names)
        )
        return dict(zip(names, told.split(), strict=True))


_SETTINGS = ("LISTBUILDER_STATE", "LISTBUILDER_CACHE", "PATH", "HOME")


def _children(pid: int) -> list[int]:
    return [int(each) for each in Path(f"/proc/{pid}/task/{pid}/children").read_text().split()]


@pytest.mark.slow
@needs_program("tmux")
@pytest.mark.parametrize("how", ["bug", "term", "hup"])
def test_back_in_the_shell(how: str, terminal: Terminal, file: Path, library: Library) -> None:
    shell = Shell(terminal)
    before = shell.modes()
    shell.run(_BUGS["handler"], "--lang", "en", "edit", str(file))
    terminal.wait_for("1990/2000")
    assert shell.modes() != before
    terminal.keys("Down", "x")
    terminal.wait_for("1650/2000")
    if how == "bug":
        terminal.keys("?")
    else:
        os.kill(shell.child(), signal.SIGTERM if how == "term" else signal.SIGHUP)
    screen = terminal.wait_for({"bug": "code=3", "term": "code=143", "hup": "code=129"}[how])
    assert shell.modes() == before
    assert "echo before" in screen, "what stood there before stands there again"
    assert "to restore them" in "".join(screen.split("\n")).replace("  ", " ")
    terminal.keys("echo typed words are seen", "Enter")
    terminal.wait_for("\ntyped words are seen")
    _kept(file, library)
