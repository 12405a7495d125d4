"""`listbuilder` and `listbuilder edit` where there is no terminal."""

from __future__ import annotations

import subprocess
import sys

from tests.own_state import EXAMPLE, ROOT


def _run(*words: str) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-m", "listbuilder", *words]
    return subprocess.run(command, capture_output=True, text=True, check=False, cwd=ROOT, stdin=subprocess.DEVNULL)


def test_edit_says_that_it_needs_a_terminal() -> None:
    done = _run("--lang", "en", "edit", str(EXAMPLE))
    assert done.returncode == 2
    assert "needs a terminal" in done.stderr
    assert done.stdout == ""


def test_alone_it_prints_its_help() -> None:
    done = _run()
    assert done.returncode == 0
    assert "edit" in done.stdout
