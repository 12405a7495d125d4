"""A server as its users start it: a process of its own, visited over the network."""

from __future__ import annotations

import os
import re
import signal
import subprocess
import sys
import time
from pathlib import Path
from typing import IO

import httpx2

from tests.desk.conftest import get_token


class Server:
    """`listbuilder serve --event` in a process, until it is stopped or killed."""

    def __init__(self, event: Path, *options: str) -> None:
        home = str(event.parent / "home")
        environment = os.environ | {"LC_ALL": "C", "XDG_DATA_HOME": home}
        self.process = subprocess.Popen(
            [
                sys.executable,
                "-m",
                "listbuilder",
                "serve",
                "--event",
                str(event),
                "--port",
                "0",
                *options,
            ],
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
            env=environment,
        )
        self.lines: list[str] = []
        self.players = self._read_link("for players: ")
        self.desk = self._read_link("for you alone: ")

    def _read_link(self, start: str) -> str:
        """Return the link in the next line that begins with `start`."""
        out: IO[str] | None = self.process.stdout
        assert out is not None
        for line in out:
            self.lines.append(line)
            if line.startswith(start):
                return line.removeprefix(start).strip()
        raise AssertionError("".join(self.lines))

    def enter(self, name: str, code: str) -> httpx2.Client:
        """Return a visitor who has given name and code."""
        client = httpx2.Client(base_url=self.players, follow_redirects=True, timeout=60)
        token = get_token(self.wait_for(client).text)
        page = client.post("/enter", data={"token": token, "name": name, "code": code})
        assert page.status_code == 200, page.text
        return client

    def wait_for(self, client: httpx2.Client) -> httpx2.Response:
        """Return the first page, once the server answers."""
        for _ in range(600):
            if self.process.poll() is not None:
                break
            try:
                return client.get("/")
            except httpx2.TransportError:
                time.sleep(0.1)
        raise AssertionError("the server doesn't answer")

    def kill(self) -> None:
        """End the process as a power cut would."""
        self.process.send_signal(signal.SIGKILL)
        self.process.wait(30)

    def stop(self) -> str:
        """End the process as Ctrl-C does, and return what it printed."""
        if self.process.poll() is None:
            self.process.send_signal(signal.SIGINT)
        out, _ = self.process.communicate(timeout=60)
        return "".join(self.lines) + out

    def list_children(self) -> list[int]:
        """Return the processes that this one started."""
        file = Path(f"/proc/{self.process.pid}/task/{self.process.pid}/children")
        return [int(number) for number in file.read_text().split()] if file.exists() else []


def hand_in(client: httpx2.Client, text: str) -> httpx2.Response:
    """Hand in a list, and return the answer itself, which leads to the player's page."""
    token = get_token(client.get("/").text)
    return client.post("/hand-in", data={"token": token, "text": text}, follow_redirects=False)


def read_codes(folder: Path) -> dict[str, str]:
    """Return the code of each player, from the file that the server wrote."""
    rows = (folder / "codes.csv").read_text(encoding="utf-8-sig").splitlines()[1:]
    return {row.split(",")[1]: row.split(",")[2] for row in rows}


def is_running(process: int) -> bool:
    """Return whether there is a process of this number that has not ended."""
    try:
        state = Path(f"/proc/{process}/stat").read_text()
    except OSError:
        return False
    found = re.search(r"\) (\w)", state)
    return found is not None and found[1] not in "ZX"
