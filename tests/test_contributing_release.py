"""CONTRIBUTING.md is true: a new release is brought in, word for word, in a copy of the data."""

from __future__ import annotations

import shlex
import shutil
from pathlib import Path

import pytest

from listbuilder.data import paths
from tests.cli.conftest import Call, call  # noqa: F401
from tests.sources import ROOT
from tests.test_contributing import PAGE, SYSTEM, blocks

SECTION = PAGE.partition("\n## A new release, in ten minutes\n")[2].partition(
    "\n## A new points document\n"
)[0]


def steps() -> list[tuple[list[str], list[str]]]:
    """Return each command of the section, with the lines of output that it shows."""
    found: list[tuple[list[str], list[str]]] = []
    for block in blocks("console", SECTION):
        for line in block.splitlines():
            if line.startswith("$ "):
                found.append((shlex.split(line[2:])[1:], []))
            else:
                found[-1][1].append(line)
    return found


@pytest.fixture
def place(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Return a folder with a copy of one game's data, and the two sources of the section."""
    factions = paths.get_factions_folder()
    leave_out = shutil.ignore_patterns("*.lock")  # sources are new to the reader of the section
    shutil.copytree(factions / SYSTEM, tmp_path / "factions" / SYSTEM, ignore=leave_out)
    for file in factions.glob("*.yaml"):
        shutil.copy(file, tmp_path / "factions")
    (tmp_path / "examples").symlink_to(ROOT / "examples")
    (table,) = blocks("csv")
    (tmp_path / "mfm-1.6.csv").write_text(table, encoding="utf-8")
    (card,) = blocks("json", SECTION)
    (tmp_path / "cards").mkdir()
    (tmp_path / "cards" / "necrons.json").write_text(card, encoding="utf-8")
    monkeypatch.chdir(tmp_path)
    return tmp_path


@pytest.mark.slow
def test_new_release_is_brought_in(call: Call, place: Path) -> None:
    """Follow the section command by command; between the first two, answer as it says."""
    look, write, check = steps()
    code, out, err = call(*look[0], "--data", "factions")
    assert (code, err) == (1, "")
    assert out.splitlines() == look[1]
    answers = place / "answers.yaml"
    text = answers.read_text(encoding="utf-8")
    answers.write_text(text.replace('answer: ""', "answer: add"), encoding="utf-8")
    code, out, err = call(*write[0], "--data", "factions")
    assert (code, err) == (0, "")
    shown = [line.replace(f"{place}/", "") for line in out.splitlines()]
    assert [line for line in write[1] if line not in shown] == []
    code, out, err = call(*check[0], "--data", "factions")
    assert code == 0
    assert [line for line in check[1] if line not in out.splitlines()] == []
    necrons = (place / "factions" / SYSTEM / "necrons.yaml").read_text(encoding="utf-8")
    assert "name: Tomb Keeper" in necrons
    history = (place / "factions" / SYSTEM / "history" / "necrons.yaml").read_text(encoding="utf-8")
    assert "id: tomb-keeper" in history
    code, out, err = call(*look[0][:-1], "2026-12-03", "--data", "factions", "--apply")
    assert (code, err) == (0, "")
    assert out.endswith("nothing to write\n")
