"""The program on the page for writers of bots prints what the page says."""

from __future__ import annotations

import os
import re
import shlex
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
SECTION = (ROOT / "docs" / "bots.md").read_text(encoding="utf-8")


def found(pattern: str) -> str:
    match = re.search(pattern, SECTION, re.DOTALL)
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
