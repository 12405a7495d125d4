"""CONTRIBUTING.md on a form to read is true: its reader, put into a copy of the program as it says, reads its list."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from listbuilder.data import paths
from tests.cli.conftest import Call, call  # noqa: F401
from tests.test_contributing import PAGE, blocks, words


@pytest.fixture(scope="module")
def copy(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A checkout with the three changes, and the list of the page."""
    top = tmp_path_factory.mktemp("checkout")
    shutil.copytree(
        paths.PACKAGE, top / "listbuilder", ignore=shutil.ignore_patterns("__pycache__")
    )
    for name in ("factions", "schemas", "pyproject.toml"):
        (top / name).symlink_to(paths.get_root() / name)
    exchange = top / "listbuilder" / "formats"
    (code,) = re.findall(r"```python\n(\"\"\"A tally.*?)```", PAGE, flags=re.DOTALL)
    (exchange / "read" / "tally.py").write_text(code, encoding="utf-8")
    (loader,) = blocks("python load")
    registry = exchange / "registry.py"
    before, first_class, rest = registry.read_text(encoding="utf-8").partition("class ImportForm")
    registry.write_text(f"{before}{loader}\n\n{first_class}{rest}", encoding="utf-8")
    for name, table, kind in (
        ("registry.py", "READERS: dict[str, ImportForm] = {", "python reader"),
        ("detect.py", "_SIGNED = (", "text sign"),
    ):
        head, begin, rows = (exchange / name).read_text(encoding="utf-8").partition(table)
        first, newline, rest = rows.partition("\n")
        assert begin and newline
        (row,) = blocks(kind)
        (exchange / name).write_text(head + begin + first + newline + row + rest, encoding="utf-8")
    (text,) = blocks("text tally")
    (top / "tally.txt").write_text(text, encoding="utf-8")
    return top


def say(copy: Path, *given: str) -> subprocess.CompletedProcess[str]:
    known = {
        **os.environ,
        "LC_ALL": "C.UTF-8",
        "PYTHONPATH": str(copy),
        "LISTBUILDER_CACHE": str(copy / "cache"),
        "COLUMNS": "80",
    }
    program = [sys.executable, "-m", "listbuilder", *given]
    return subprocess.run(
        program, capture_output=True, encoding="utf-8", env=known, cwd=copy, timeout=120
    )


@pytest.mark.slow
def test_the_list_of_the_page_is_read_and_judged(copy: Path) -> None:
    (session,) = blocks("console tally")
    command, *shown = session.splitlines()
    done = say(copy, *command.split()[2:])
    assert (done.returncode, done.stderr) == (0, "")
    lines = [words(line) for line in done.stdout.splitlines()]
    assert [line for line in shown if words(line) not in lines] == [], done.stdout


@pytest.mark.slow
def test_it_is_imported_like_any_other(copy: Path) -> None:
    done = say(copy, "import", "tally.txt", "-o", "mine.yaml")
    assert done.returncode == 0, done.stderr
    made = (copy / "mine.yaml").read_text(encoding="utf-8")
    for line in (
        "faction: necrons",
        "awakened-dynasty",
        "overlord",
        "necron-warriors",
        "warlord: true",
    ):
        assert line in made
    judged = say(copy, "check", "mine.yaml")
    assert judged.returncode == 0 and "LEGAL  175 / 1000 points" in judged.stdout


@pytest.mark.slow
def test_what_it_does_not_understand_is_told_by_its_line(copy: Path) -> None:
    text = (copy / "tally.txt").read_text(encoding="utf-8")
    (copy / "more.txt").write_text(text + "see you on Saturday\n", encoding="utf-8")
    done = say(copy, "check", "more.txt")
    assert "3 of 4 lines understood. Correct line 4" in done.stdout
    assert "4 │ see you on Saturday" in done.stdout


def test_without_the_three_changes_it_is_no_list(copy: Path, call: Call) -> None:
    assert call("check", str(copy / "tally.txt")).code == 2
