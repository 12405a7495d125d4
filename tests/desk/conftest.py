"""An event with its desk, visited through starlette's test client; lists are checked in this process."""

from __future__ import annotations

import asyncio
import re
from collections.abc import Callable, Iterator
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

pytest.importorskip("starlette", reason="needs the extra web")
pytest.importorskip("httpx2", reason="needs the extra web")

from starlette.testclient import TestClient

from listbuilder.cli import pool, serve_event, serve_judging
from listbuilder.cli.context import Context
from listbuilder.cli.judge_file import ReadingOptions
from listbuilder.data.library import Library
from listbuilder.desk import player_pages, publishing, server, visitor
from listbuilder.desk.app import make_app
from listbuilder.event import event_file
from tests.formats.read.one_list_per_format import GW_A

EVENT = """\
event: Winter <Open>
date: 2026-12-05
deadline: 2026-12-01 20:00
system: warhammer-40k-10e
points_as_of: 2026-05-20
players: players.csv
"""
PLAYERS = "player,language,team\nAnna Schmidt,en,North\nBjörn Åkesson,en,\n田中太郎,ja,\nJo Smith,en,\nJo Smith,en,\n"
LEGAL = GW_A
BASE = "http://testserver"


class OwnProcess:
    """What stands for the processes of the desk: the same handler, called in this process."""

    def __init__(self, job: serve_judging.ServeJob, context: Context) -> None:
        self.job, self.context = job, context
        self.asked = 0
        self.fails_with: Exception | None = None

    async def ask(self, request: bytes, seconds: float | None = None) -> bytes:
        self.asked += 1
        if self.fails_with is not None:
            raise self.fails_with
        return await asyncio.to_thread(
            serve_judging.answer_request, request, self.job, self.context
        )

    async def warm_up(self) -> None:
        return

    def close(self) -> None:
        return


class Desk:
    """A running desk: its state, its visitors, and a clock that is set by hand."""

    def __init__(self, folder: Path, monkeypatch: pytest.MonkeyPatch, **options: Any) -> None:
        self.folder = folder
        args = SimpleNamespace(
            folder=None,
            rate=options.get("rate", 0),
            lang="en",
            as_of=None,
            data=None,
            format="text",
        )
        self.context = Context("en", "text", None, Library(), False)
        file = folder / "event.yaml"
        rules = event_file.read_event(file, self.context.library)
        settings = serve_event.make_settings(args, rules, file, BASE, self.context)  # type: ignore[arg-type]
        self.state = server.open_desk_state(settings)
        job = serve_judging.ServeJob(
            pool.Task("en", "text", None, None), ReadingOptions(None, rules), rules.points_limit
        )
        self.process = OwnProcess(job, self.context)
        self.state.board.pool = self.process  # type: ignore[assignment]
        self.app = make_app(self.state)
        self.set_time("2026-11-20 20:14", monkeypatch)
        self._clients: list[TestClient] = []
        self.main = self.visit()
        self.main.__enter__()

    def set_time(self, time: str, monkeypatch: pytest.MonkeyPatch) -> None:
        from datetime import datetime

        now = datetime.fromisoformat(time)
        for module in (visitor, player_pages, publishing):
            monkeypatch.setattr(module, "get_time", lambda: now)
        from listbuilder.desk import organiser_pages

        monkeypatch.setattr(organiser_pages, "get_time", lambda: now)

    def visit(self, **more: Any) -> TestClient:
        """Return a new visitor without a cookie."""
        return TestClient(self.app, base_url=BASE, follow_redirects=True, **more)

    def enter(self, name: str, code: str | None = None) -> TestClient:
        """Return a visitor who has given the name and the code."""
        client = self.in_loop()
        given = self.state.codes.get_code(name) if code is None else code
        token = get_token(client.get("/").text)
        client.post("/enter", data={"token": token, "name": name, "code": given})
        return client

    def in_loop(self) -> TestClient:
        """Return a visitor of the server that is running: the same, with other cookies."""
        client = self.visit()
        client.portal = self.main.portal
        return client

    @property
    def address(self) -> str:
        return f"/desk/{self.state.secret}"

    def read_desk(self) -> str:
        return self.main.get(self.address).text

    def list_files(self) -> list[str]:
        root = self.folder / "lists"
        return sorted(
            file.relative_to(root).as_posix() for file in root.rglob("*") if file.is_file()
        )


def get_token(page: str) -> str:
    found = re.search(r'name="token" value="([^"]+)"', page)
    assert found, page
    return found[1]


def send(client: TestClient, address: str, **fields: Any) -> Any:
    """Send the form on the player's own page to `address`."""
    files = fields.pop("files", None)
    headers = fields.pop("headers", None)
    fields.setdefault("token", get_token(client.get("/").text))
    return client.post(address, data=fields, files=files, headers=headers)


OpenDesk = Callable[..., Desk]


@pytest.fixture
def open_desk(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[OpenDesk]:
    """Return a function that opens the desk of an event, again if it is called again."""
    desks: list[Desk] = []
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "home"))

    def open_one(event: str = EVENT, players: str | None = PLAYERS, **options: Any) -> Desk:
        folder = tmp_path / "event"
        folder.mkdir(exist_ok=True)
        (folder / "event.yaml").write_text(event, encoding="utf-8")
        if players is not None:
            (folder / "players.csv").write_text(players, encoding="utf-8")
        desks.append(Desk(folder, monkeypatch, **options))
        return desks[-1]

    yield open_one
    for desk in desks:
        desk.main.__exit__(None, None, None)


@pytest.fixture
def desk(open_desk: OpenDesk) -> Desk:
    return open_desk()
