"""The server as a process: it starts, checks lists in processes of its own, and loses nothing when it is killed."""

from __future__ import annotations

import asyncio
import os
import sys
import time
from pathlib import Path
from threading import Thread
from typing import Any

import pytest

pytest.importorskip("httpx2", reason="needs the extra web")

import httpx2

from listbuilder.desk.processes import Handler, NoAnswer, ProcessPool
from tests.desk.conftest import EVENT, LEGAL, PLAYERS
from tests.desk.running import Server, hand_in, is_running, read_codes


@pytest.fixture
def event(tmp_path: Path) -> Path:
    (tmp_path / "event.yaml").write_text(EVENT, encoding="utf-8")
    (tmp_path / "players.csv").write_text(PLAYERS, encoding="utf-8")
    return tmp_path / "event.yaml"


@pytest.mark.slow
def test_a_killed_server_loses_nothing(event: Path) -> None:
    server = Server(event, "--jobs", "1")
    links = server.players, server.desk
    codes = read_codes(event.parent)
    anna = server.enter("Anna Schmidt", codes["Anna Schmidt"])
    token_page = hand_in(anna, LEGAL)
    assert token_page.status_code == 303
    children = server.list_children()
    server.kill()  # before the list was checked
    files = [file for file in (event.parent / "lists").rglob("*") if file.is_file()]
    assert [file.read_text(encoding="utf-8").strip() for file in files] == [LEGAL.strip()]
    again = Server(event, "--jobs", "1", "--port", links[0].rstrip("/").rpartition(":")[2])
    assert (again.players, again.desk) == links
    page = again.wait_for(anna).text  # the cookie is still valid
    assert "This list counts" in page
    assert 'class="verdict legal"' in page or 'class="verdict illegal"' in page
    out = again.stop()
    assert "Traceback" not in out
    assert "stopped" in out
    assert token_page.headers["location"] == "/"
    for _ in range(200):
        if not any(map(is_running, children)):
            break
        time.sleep(0.1)
    assert not any(map(is_running, children))


@pytest.mark.slow
def test_killed_twice_while_many_hand_in(event: Path) -> None:
    names = [f"Player {number}" for number in range(24)]
    (event.parent / "players.csv").write_text("player\n" + "\n".join(names) + "\n")
    promised: dict[str, set[str]] = {name: set() for name in names}
    port = "0"
    for turn in range(2):
        server = Server(event, "--jobs", "1", "--rate", "0", "--port", port)
        port = server.players.rstrip("/").rpartition(":")[2]
        codes = read_codes(event.parent)
        first = server.enter(names[0], codes[names[0]])

        def hand_in_all(share: int, server: Server = server, turn: int = turn) -> None:
            """Hand in for a share of the players, until the server is gone."""
            for name in names[share::4]:
                text = LEGAL.replace("Test dynasty", f"{name}, turn {turn}")
                try:
                    visitor = server.enter(name, read_codes(event.parent)[name])
                    if hand_in(visitor, text).status_code == 303:
                        promised[name].add(text.strip())
                except (httpx2.TransportError, AssertionError):
                    return

        threads = [Thread(target=hand_in_all, args=(share,)) for share in range(4)]
        for thread in threads:
            thread.start()
        while sum(map(len, promised.values())) < 6 * (turn + 1):
            time.sleep(0.01)
        server.kill()
        for thread in threads:
            thread.join(60)
        first.close()
    kept = {
        folder.name: {file.read_text(encoding="utf-8").strip() for file in folder.glob("*.txt")}
        for folder in (event.parent / "lists").iterdir()
    }
    assert sum(map(len, promised.values())) >= 12
    for name, texts in promised.items():
        assert texts <= kept.get(name, set()), name
    whole = {f"{name}, turn {turn}" for name in names for turn in range(2)}
    for texts in kept.values():
        for text in texts:
            assert text.partition(" (")[0] in whole, "no part of a list"
            assert text.endswith(LEGAL.strip()[-20:])


@pytest.mark.slow
def test_the_desk_is_live(event: Path) -> None:
    server = Server(event, "--jobs", "1")
    codes = read_codes(event.parent)
    anna = server.enter("Anna Schmidt", codes["Anna Schmidt"])
    with anna.stream("GET", f"{server.desk}/events") as stream:
        lines = stream.iter_lines()
        assert next(lines).startswith("retry")
        hand_in(anna, LEGAL)
        assert "event: change" in (next(lines) for _ in range(100))
    server.stop()


def handle(request: bytes) -> bytes:
    """Do what a list does that takes too long, too much memory, or ends its process."""
    if request == b"sleep":
        time.sleep(60)
    if request == b"eat":
        return b"x" * 40_000_000_000
    if request == b"die":
        os._exit(9)
    if request == b"raise":
        raise ValueError("\x1b[31mhostile")
    return request + str(os.getpid()).encode()


def make_handler(job: Any) -> Handler:
    return handle


@pytest.mark.slow
@pytest.mark.skipif(sys.platform == "win32", reason="limits of memory need a Unix")
def test_one_bad_list_ends_one_process(capfd: pytest.CaptureFixture[str]) -> None:
    async def ask_all() -> list[bytes]:
        pool = ProcessPool(make_handler, None, 1, 1.0)
        answers = []
        try:
            await pool.warm_up()
            for bad in (b"sleep", b"eat", b"die", b"raise"):
                with pytest.raises(NoAnswer):
                    await pool.ask(bad)
                answers.append(await pool.ask(b"good", 60))
        finally:
            pool.close()
        return answers

    answers = asyncio.run(ask_all())
    assert all(answer.startswith(b"good") for answer in answers)
    assert len(set(answers)) == 4, "each process was replaced"
    assert "\x1b" not in capfd.readouterr().err


def test_without_its_packages_it_says_what_to_install(
    event: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    from listbuilder.cli import serve_event
    from listbuilder.cli.main import run

    monkeypatch.setattr(serve_event, "find_spec", lambda name: None)
    assert run(["serve", "--event", str(event), "--lang", "en"]) == 2
    assert "pip install 'listbuilder[web]'" in capsys.readouterr().err


@pytest.mark.parametrize("url", ["lists.example.org", "https://x/path", "ftp://x", "https://"])
def test_an_address_that_links_cannot_begin_with(
    event: Path, url: str, capsys: pytest.CaptureFixture[str]
) -> None:
    from listbuilder.cli.main import run

    assert run(["serve", "--event", str(event), "--port", "0", "--url", url]) == 2
    assert url in capsys.readouterr().err


def test_a_port_in_use(event: Path, capsys: pytest.CaptureFixture[str]) -> None:
    import socket

    from listbuilder.cli.main import run

    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = str(taken.getsockname()[1])
        assert run(["serve", "--event", str(event), "--port", port]) == 2
    assert "choose another with --port" in capsys.readouterr().err
