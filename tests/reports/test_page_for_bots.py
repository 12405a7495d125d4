"""The program on the page for writers of bots prints what the page says."""

from __future__ import annotations

import importlib
import os
import re
import shlex
import subprocess
import sys
import threading
from pathlib import Path
from typing import Any
from urllib.error import HTTPError
from urllib.request import urlopen
from wsgiref.simple_server import WSGIRequestHandler, make_server

import pytest

ROOT = Path(__file__).resolve().parents[2]
PAGE = (ROOT / "docs" / "bots.md").read_text(encoding="utf-8")
IN_PYTHON, IN_OTHERS = PAGE.split("## In other languages")


def found(pattern: str, section: str = IN_OTHERS) -> str:
    match = re.search(pattern, section, re.DOTALL)
    assert match is not None, pattern
    return match[1]


def test_the_four_lines_for_bots(tmp_path: Path) -> None:
    (tmp_path / "examples").symlink_to(ROOT / "examples")
    environment = {**os.environ, "LC_ALL": "C", "PYTHONPATH": str(ROOT)}
    command, _, file = found("`listbuilder (check [^`]*?)`\n").partition(" > ")
    with (tmp_path / file).open("wb") as report:
        words = [sys.executable, "-m", "listbuilder", *shlex.split(command)]
        assert (
            subprocess.run(
                words, stdout=report, cwd=tmp_path, env=environment, check=False
            ).returncode
            == 1
        )
    snippet = found("```python\n(.*?)```")
    assert len([line for line in snippet.splitlines() if line]) <= 4
    words = [sys.executable, "-c", snippet]
    done = subprocess.run(
        words, capture_output=True, text=True, cwd=tmp_path, env=environment, check=True
    )
    assert done.stdout == found("prints `([^`]*)`") + "\n"


def test_the_bot_answers_as_the_page_says(tmp_path: Path) -> None:
    (tmp_path / "examples").symlink_to(ROOT / "examples")
    bot = found("```python\n(.*?)```", IN_PYTHON)
    assert len([line for line in bot.split("def answer")[1].splitlines() if line]) <= 20
    (tmp_path / "bot.py").write_text(bot, encoding="utf-8")
    words = shlex.split(found("`python (bot.py [^`]*)` prints", IN_PYTHON))
    done = subprocess.run(
        [sys.executable, *words],
        capture_output=True,
        text=True,
        cwd=tmp_path,
        env={**os.environ, "PYTHONPATH": str(ROOT), "PYTHONUTF8": "1"},
        check=True,
    )
    assert done.stdout == found("prints\n\n```text\n(.*?)```", IN_PYTHON)


def test_the_site_answers_as_the_page_says() -> None:
    """In a thread, as a server has it, and asked over HTTP."""
    code = found("## A site\n.*?```python\n(.*?)```", IN_PYTHON)
    assert len([line for line in code.split("def site")[1].splitlines() if line]) <= 20
    names: dict[str, Any] = {"__name__": "site"}
    exec(code, names)
    illegal = ROOT / "examples" / "40k-11e" / "illegal" / "11E-10-unit-limit-incursion.yaml"
    named = illegal.read_bytes().replace(b"system:", b"name: <script>alert(1)</script>\nsystem:", 1)

    class Quiet(WSGIRequestHandler):
        def log_message(self, *_: object) -> None:
            """Say nothing of each request."""

    with make_server("127.0.0.1", 0, names["site"], handler_class=Quiet) as server:
        address = f"http://127.0.0.1:{server.server_port}/"
        threading.Thread(target=server.serve_forever, daemon=True).start()
        try:
            with urlopen(address, named) as page:
                assert page.headers["X-Verdict"] == "illegal"
                text = page.read().decode()
            with pytest.raises(HTTPError) as refused:
                urlopen(address, b"hello")
            assert refused.value.code == 400 and refused.value.read()
        finally:
            server.shutdown()
    assert "Lychguard" in text and "<script>alert" not in text


def test_the_bot_for_discord_answers(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.syspath_prepend(str(ROOT / "examples" / "bots"))
    bot = importlib.import_module("discord_bot")
    illegal = ROOT / "examples" / "40k-11e" / "illegal" / "11E-10-unit-limit-incursion.yaml"
    assert bot.answer(illegal.read_bytes()) == (
        "**ILLEGAL** Necrons\n330 of 1000 points, led by Overlord\n"
        "- 3 × Lychguard; the limit is 2 per datasheet\nFix: Remove Lychguard (-80)"
    )
    assert bot.answer("hello @everyone").startswith("**UNREAD**")
    many = "Necrons\n" + "".join(f"Qwolph @Oskweld {n} (90 points)\n" for n in range(200))
    assert len(bot.answer(many)) <= 2000
    assert "@O" not in bot.answer(many)
