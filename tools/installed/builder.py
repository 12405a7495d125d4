"""Open the installed builder in a real terminal: on a list of each game, and through the wizard to a new list of each."""

from __future__ import annotations

import shutil
import subprocess
import time
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import msgspec

from listbuilder.data.library import Library
from listbuilder.games.registry import list_newest_first
from listbuilder.tui.text import Words
from listbuilder.yamlio import reader
from tools.installed import install
from tools.installed.lists import Listed, choose_lists

SIZE = (100, 30)
AT_ONCE = 4  # terminals; most of the time they wait
_WORDS = Words("en")
SECONDS = 40  # until a text must have come; far more than it takes, so that a loaded machine passes


class Terminal(msgspec.Struct):
    """A program in a pseudo-terminal of tmux, whose screen can be read."""

    name: str
    folder: Path

    def _tmux(self, *words: str) -> str:
        done = subprocess.run(
            ["tmux", "-L", self.name, *words],
            capture_output=True,
            text=True,
            check=False,
            timeout=20,
        )
        return done.stdout

    def start(self, command: list[str], settings: dict[str, str]) -> None:
        """Start the command; what it prints when it ends stays on the screen."""
        words = ["env", "-i", *(f"{key}={value}" for key, value in settings.items()), *command]
        width, height = map(str, SIZE)
        self._tmux(
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
            "-c",
            str(self.folder),
            "sh",
        )
        self._tmux("set-option", "-t", "it", "remain-on-exit", "on")
        self._tmux("respawn-pane", "-k", "-t", "it", "-c", str(self.folder), *words)

    def press(self, *keys: str) -> None:
        """Send keys, one after the other."""
        for key in keys:
            self._tmux("send-keys", "-t", "it", key)
            time.sleep(
                0.6 if key == "Escape" else 0.1
            )  # a key that follows Escape at once is Alt and that key

    def read_screen(self) -> str:
        """Return the text that the screen shows now."""
        return self._tmux("capture-pane", "-p", "-t", "it")

    def wait_for(self, *texts: str) -> bool:
        """Return whether one of the texts comes onto the screen."""
        until = time.monotonic() + SECONDS
        while time.monotonic() < until:
            screen = self.read_screen()
            if any(text in screen for text in texts):
                return True
            time.sleep(0.1)
        return False

    def wait_for_end(self) -> int | None:
        """Return the exit code of the program, or None if it does not end."""
        until = time.monotonic() + SECONDS
        while time.monotonic() < until:
            dead, _, code = (
                self._tmux("display-message", "-p", "-t", "it", "#{pane_dead} #{pane_dead_status}")
                .strip()
                .partition(" ")
            )
            if dead == "1":
                return int(code or 0)
            time.sleep(0.1)
        return None

    def close(self) -> None:
        """End the terminal with whatever runs in it."""
        self._tmux("kill-server")


def try_builder(place: Path, python: Path) -> list[str]:
    """Return what went wrong in the builder of the installed program."""
    if shutil.which("tmux") is None:
        print("the builder was not opened: tmux is not installed", flush=True)
        return []
    with ThreadPoolExecutor(AT_ONCE) as pool:
        opened = [pool.submit(_open_list, place, python, each) for each in choose_lists()]
        walked = [
            pool.submit(_walk_wizard, place, python, game, number)
            for number, game in enumerate(list_newest_first(Library()))
        ]
    return [problem for trial in (*opened, *walked) for problem in trial.result()]


def _begin(place: Path, python: Path, name: str, *arguments: str) -> Terminal:
    """Start the builder in a folder and with a state of its own."""
    folder = place / "builder" / name
    install.remove_tree(folder)
    folder.mkdir(parents=True)
    terminal = Terminal(f"installed-{name}", folder)
    settings = {
        "PATH": "/usr/bin:/bin",
        "HOME": str(folder),
        "TERM": "xterm-256color",
        "LANG": "C.UTF-8",
        "LISTBUILDER_STATE": str(folder / "state"),
        "LISTBUILDER_CACHE": str(place / "a-file" / "cache"),
    }
    terminal.start([str(python), "-m", "listbuilder", "--lang", "en", *arguments], settings)
    return terminal


def _open_list(place: Path, python: Path, listed: Listed) -> list[str]:
    """Open a list, move through it, and quit; return what went wrong."""
    what = f"the builder on {listed.key}"
    file = place / "builder" / f"{listed.key}.yaml"
    file.parent.mkdir(parents=True, exist_ok=True)
    shutil.copyfile(listed.file, file)
    terminal = _begin(place, python, listed.key, "edit", str(file))
    try:
        if not terminal.wait_for(listed.thing):
            return [f"{what} does not show {listed.thing}:\n{terminal.read_screen()}"]
        terminal.press("Down", "Down", "Tab", "Tab", "v", "Escape", "q")
        code = terminal.wait_for_end()
        if code != 0 or file.read_bytes() != listed.file.read_bytes():
            return [f"{what} ends with {code}:\n{terminal.read_screen()}"]
        return []
    finally:
        terminal.close()


def _answer_questions(terminal: Terminal) -> None:
    """Choose a faction and skip the questions after it. Some games ask nothing but the game."""
    for _ in range(10):
        time.sleep(1)
        if _WORDS("type_to_narrow") not in terminal.read_screen():
            return
        terminal.press("Down", "Enter", "C-g")


def _walk_wizard(place: Path, python: Path, game: str, number: int) -> list[str]:
    """Walk from the home screen to a new list of a game, save it, and quit; return what went wrong."""
    what = f"the wizard to a new list of {game}"
    terminal = _begin(place, python, f"new-{game}")
    file = terminal.folder / "mine.yaml"
    try:
        for text, *keys in (
            (_WORDS("action.new"), "n"),
            (_WORDS("type_to_narrow"), *["Down"] * number, "Enter"),
        ):
            if not terminal.wait_for(text):
                return [f"{what}: “{text}” does not come:\n{terminal.read_screen()}"]
            terminal.press(*keys)
        _answer_questions(terminal)
        for text, *keys in (
            (_WORDS("action.save"), "Escape", "C-s"),
            (_WORDS("save_as_title"), *"mine", "Enter"),
        ):
            if not terminal.wait_for(text):
                return [f"{what}: “{text}” does not come:\n{terminal.read_screen()}"]
            terminal.press(*keys)
        if (
            not terminal.wait_for(_WORDS("saved", file="").strip())
            or reader.read_yaml_file(file).data["system"] != game
        ):
            return [f"{what}: it is not saved:\n{terminal.read_screen()}"]
        terminal.press("C-q")
        code = terminal.wait_for_end()
        return [] if code == 0 else [f"{what} ends with {code}:\n{terminal.read_screen()}"]
    finally:
        terminal.close()
