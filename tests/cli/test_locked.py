"""Files that their owner locked (chmod 444) stay as they are until somebody says otherwise. Root may write everywhere, so the
mode counts."""

from __future__ import annotations

import stat
from pathlib import Path

import pytest

from tests.cli.conftest import Call
from tests.formats.read.one_list_per_format import GW_A

ROSTER = """\
system: warhammer-40k-10e
name: Silent
faction: necrons
battle_size: incursion
detachment: awakened-dynasty
units:
  - {datasheet: overlord}
  - {datasheet: necron-warriors, models: 20}
"""
LOCKED = 0o444


def lock(file: Path, text: str = "handed in\n") -> Path:
    file.write_text(text, encoding="utf-8")
    file.chmod(LOCKED)
    return file


def mode(file: Path) -> int:
    return stat.S_IMODE(file.stat().st_mode)


@pytest.mark.parametrize(
    "words",
    [
        ("export", "--to", "text"),
        ("check", "--csv"),
        ("new", "warhammer-40k-10e", "necrons"),
        ("import",),
        ("fix",),
    ],
)
def test_no_command_replaces_a_locked_file(
    call: Call, tmp_path: Path, words: tuple[str, ...]
) -> None:
    roster = tmp_path / "mine.yaml"
    roster.write_text(ROSTER, encoding="utf-8")
    out = lock(tmp_path / "out.txt")
    target = {"check": [str(roster), "--csv", str(out)]}.get(words[0], ["-o", str(out)])
    if words[0] == "import":
        roster.write_text(GW_A, encoding="utf-8")
    given = [] if words[0] in ("new", "check") else [str(roster)]
    done = call(words[0], *given, *(word for word in words[1:] if word != "--csv"), *target)
    assert done.code == 2
    assert (out.read_text(encoding="utf-8"), mode(out)) == ("handed in\n", LOCKED)
    assert [line for line in done.err.splitlines() if str(out) in line], done.err


def test_the_sentence_says_how_to_write_it_all_the_same(call: Call, tmp_path: Path) -> None:
    roster = tmp_path / "mine.yaml"
    roster.write_text(ROSTER, encoding="utf-8")
    out = lock(tmp_path / "out.txt")
    done = call("export", str(roster), "--to", "text", "-o", str(out))
    assert (
        done.err
        == f"{out}: this file is read-only; to overwrite it, first make it writable: chmod u+w {out}\n"
    )
    out.chmod(0o644)
    assert call("export", str(roster), "--to", "text", "-o", str(out)).code == 1
    assert out.read_text(encoding="utf-8").startswith("Silent")


def test_force_is_asking_for_it(call: Call, tmp_path: Path) -> None:
    out = lock(tmp_path / "out.yaml")
    assert call("new", "warhammer-40k-10e", "necrons", "-o", str(out), "--force").code == 0
    assert "system: warhammer-40k-10e" in out.read_text(encoding="utf-8") and mode(out) == LOCKED


def test_fix_applies_nothing_to_a_locked_roster(call: Call, tmp_path: Path) -> None:
    roster = lock(tmp_path / "mine.yaml", ROSTER)
    done = call("fix", str(roster), "--apply")
    assert done.code == 2 and "chmod u+w" in done.err
    assert (roster.read_text(encoding="utf-8"), mode(roster)) == (ROSTER, LOCKED)
    roster.chmod(0o644)
    assert call("fix", str(roster), "--apply").code == 0
    assert "warlord: true" in roster.read_text(encoding="utf-8")


@pytest.mark.slow
def test_prices_leave_locked_data_alone(call: Call, tmp_path: Path) -> None:
    table = tmp_path / "prices.csv"
    table.write_text("faction,datasheet,models,points\nNecrons,Ghost Ark,1,110\n", encoding="utf-8")
    own = tmp_path / "own"
    own.mkdir()
    words = (
        "data",
        "prices",
        str(table),
        "--system",
        "warhammer-40k-11e",
        "--apply",
        "--data",
        str(own),
        "--from",
    )
    assert call(*words, "2027-01-20").code == 0
    files = sorted(own.rglob("*.yaml"))
    before = {file: file.read_bytes() for file in files}
    necrons = next(file for file in files if file.name == "necrons.yaml")
    necrons.chmod(LOCKED)
    table.write_text("faction,datasheet,models,points\nNecrons,Ghost Ark,1,120\n", encoding="utf-8")
    done = call(*words, "2027-02-20")
    assert done.code == 2 and "chmod u+w" in done.err
    assert {file: file.read_bytes() for file in files} == before
