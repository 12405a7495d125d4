"""`listbuilder` and `listbuilder edit` where there is no terminal, and `edit` where there is one."""

from __future__ import annotations

import asyncio
import subprocess
import sys
from pathlib import Path
from types import SimpleNamespace

import pytest

from listbuilder.cli import edit
from listbuilder.cli.main import run
from listbuilder.tui import shutdown
from listbuilder.tui.app import Builder
from tests.own_state import EXAMPLE, ROOT

from .driving import Driver


def _run(*words: str) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-m", "listbuilder", *words]
    return subprocess.run(
        command, capture_output=True, text=True, check=False, cwd=ROOT, stdin=subprocess.DEVNULL
    )


def test_edit_says_that_it_needs_a_terminal() -> None:
    done = _run("--lang", "en", "edit", str(EXAMPLE))
    assert done.returncode == 2
    assert "needs a terminal" in done.stderr
    assert done.stdout == ""


def test_alone_it_prints_its_help() -> None:
    done = _run()
    assert done.returncode == 0
    assert "edit" in done.stdout


def test_edit_opens_the_file_in_the_builder(file: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("NO_COLOR", "1")  # the command sets both
    monkeypatch.setenv("TEXTUAL_FPS", edit.FRAMES)
    terminal = SimpleNamespace(isatty=lambda: True)
    monkeypatch.setattr(edit, "sys", SimpleNamespace(stdin=terminal, stdout=terminal))
    opened: list[Path | None] = []

    async def look(app: Builder) -> None:
        async with app.run_test() as pilot:
            driver = Driver(app, pilot)
            await driver.until(lambda: app.main is not None)
            opened.append(driver.session.path)
            driver.session.close()

    def run_without_terminal(app: Builder) -> int:
        asyncio.run(look(app))
        return 0

    monkeypatch.setattr(shutdown, "run", run_without_terminal)
    assert run(["edit", str(file)]) == 0
    assert opened == [file]
