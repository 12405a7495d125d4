"""CONTRIBUTING.md is true: its worked example is followed, command by command, in a copy of the data."""

from __future__ import annotations

import re
import shlex
import shutil
from pathlib import Path
from typing import Any

import pytest

from listbuilder.data import paths
from listbuilder.yamlio import reader
from tests.cli.conftest import Call, call  # noqa: F401
from tests.sources import ROOT

PAGE = (ROOT / "CONTRIBUTING.md").read_text(encoding="utf-8")
SECTION = PAGE.partition("\n## A new points document\n")[2]
SYSTEM = "warhammer-40k-11e"


def blocks(kind: str, text: str = PAGE) -> list[str]:
    """Return the blocks of a kind in a text, by default in the whole page."""
    return re.findall(rf"```{kind}\n(.*?)```", text, flags=re.DOTALL)


def steps() -> list[tuple[list[str], list[str]]]:
    """Each command with the lines of its output that the page shows."""
    found: list[tuple[list[str], list[str]]] = []
    for block in blocks("console", SECTION):
        for line in block.splitlines():
            if line.startswith("$ "):
                found.append((shlex.split(line[2:]), []))
            else:
                found[-1][1].append(line)
    return found


@pytest.fixture
def data(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A copy of one game's data; the table of the example lies where the commands are called."""
    copy = tmp_path / "factions"
    shutil.copytree(paths.get_factions_folder() / SYSTEM, copy / SYSTEM)
    (tmp_path / "examples").symlink_to(ROOT / "examples")
    (table,) = blocks("csv")
    (tmp_path / "mfm-1.6.csv").write_text(table, encoding="utf-8")
    monkeypatch.chdir(tmp_path)
    return copy


def words(text: str) -> list[str]:
    return text.split()


@pytest.mark.slow
def test_the_example_of_a_new_points_document(call: Call, data: Path) -> None:
    assert [command[1] for command, _ in steps()] == ["data", "data", "check", "check", "data"]
    for command, shown in steps():
        before = {file: file.read_bytes() for file in data.rglob("*.yaml")}
        done = call(*command[1:], "--data", str(data))
        assert done.code == 0, done.err
        lines = [words(line) for line in done.out.splitlines()]
        assert [line for line in shown if words(line) not in lines] == [], done.out
        written = {file for file, raw in before.items() if file.read_bytes() != raw}
        assert bool(written) == ("--apply" in command)


@pytest.mark.slow
def test_what_the_example_writes(call: Call, data: Path) -> None:
    """Read with no code of ours that knows prices: the rows as the table has them, and the day in the list of days."""
    write = next(command for command, _ in steps() if "--apply" in command)
    assert call(*write[1:], "--data", str(data)).code == 0

    def read(place: str) -> Any:
        file = data / SYSTEM / f"{place}.yaml"
        return reader.read_yaml(file.read_bytes(), file.name, reader.DATA_BYTES).data

    ark = next(each for each in read("necrons")["datasheets"] if each["id"] == "doomsday-ark")
    assert ark["points"] == [{"models": 1, "points": 205}]
    wraiths = next(
        each for each in read("history/necrons")["datasheets"] if each["id"] == "canoptek-wraiths"
    )
    states = wraiths["prices"]
    assert states[-1] == {
        "from": "2026-12-02",
        "points": {3: 100, 6: 210},
        "repeat": {"from_copy": 2, "points": {3: 110, 6: 225}},
    }
    assert (states[-2]["points"], states[-2]["repeat"]["points"]) == (
        {3: 95, 6: 220},
        {3: 115, 6: 240},
    )
    day = read("history/versions")["releases"][-1]
    assert re.fullmatch("[0-9a-f]{12}", day.pop("digest"))
    assert day == {"day": "2026-12-02", "document": "Munitorum Field Manual v1.6", "changes": 8}
    assert read("necrons")["as_of"] == read("orks")["as_of"] == "2026-12-02"
