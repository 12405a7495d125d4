"""Tables on narrow screens: numbers whole, one line a datasheet, indents kept, and no word letter under letter."""

from __future__ import annotations

import re
from itertools import takewhile

import pytest
from rich.cells import cell_len

from .conftest import Call

EXAMPLE = "examples/40k-10e/legal/orks-war-horde.yaml"


@pytest.mark.parametrize("lang", ["en", "ja", "zh"])
@pytest.mark.parametrize("columns", ["80", "60"])
@pytest.mark.slow_but(2)
def test_find_is_one_line_a_datasheet(
    lang: str, columns: str, call: Call, monkeypatch: pytest.MonkeyPatch
) -> None:
    """What two editions have is on one line, with the points of each, whole."""
    monkeypatch.setenv("COLUMNS", columns)
    lines = call("find", "guard", "--faction", "necrons", "--lang", lang).out.rstrip().splitlines()
    assert all(cell_len(line) <= int(columns) for line in lines)
    assert sum("80 / 160" in line and "85 / 170" in line for line in lines) == 1
    assert "necrons/" not in "\n".join(lines)
    assert len(lines) == 1 + 2 + 2  # head, datasheets, how many there are


def test_the_id_of_a_single_match_or_when_asked(
    call: Call, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("COLUMNS", "80")
    lines = call("find", "necron", "wariors").out.splitlines()
    assert [" ".join(line.split()) for line in lines] == [
        "Necron Warriors Necrons · Infantry, Battleline necrons/necron-warriors",
        "11th edition 10-20 models 85 / 190 points",
        "10th edition 10-20 models 90 / 200 points",
        "",
        '1 unit matches "necron wariors"',
    ]
    assert "necrons/lychguard" not in call("find", "guard", "--faction", "necrons").out
    assert "necrons/lychguard" in call("find", "guard", "--faction", "necrons", "--ids").out


@pytest.mark.parametrize("lang", ["en", "ja", "zh"])
@pytest.mark.parametrize("columns", [80, 50, 30])
@pytest.mark.slow_but(2)
def test_show(lang: str, columns: int, call: Call, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", str(columns))
    lines = call("show", EXAMPLE, "--lang", lang).out.splitlines()
    rule = next(place for place, line in enumerate(lines) if "───" in line)
    rows = [line for line in lines[rule + 1 :] if line.strip()]
    rows = rows[: next(place for place, line in enumerate(rows) if "1990" in line)]  # the total
    assert all(cell_len(line) <= columns for line in rows)
    short = "".join("s" if len(line.strip()) < 3 else "-" for line in rows)
    assert "sss" not in short, "letter under letter"
    assert all(str(points) in "\n".join(rows) for points in (415, 345, 1090))  # of the sections


def test_what_does_not_fit_goes_on_under_it(call: Call, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", "50")
    lines = call("show", EXAMPLE).out.splitlines()
    place = next(
        place
        for place, line in enumerate(lines)
        if ("Beastboss" in line and " on" in line) or "Beastboss on" in line
    )
    assert lines[place + 1].startswith("   ") and "Squigosaur" in "".join(lines[place : place + 3])


TABLES = {
    "find": ["find", "warriors"],
    "show": ["show", "examples/40k-10e/legal/necrons-awakened-dynasty.yaml"],
    "check": ["check", "examples/40k-10e/legal", "examples/40k-10e/illegal"],
    "fill": ["fill", "examples/40k-11e/legal/necrons-two-detachments.yaml"],
    "diff": ["diff", "examples/40k-10e/legal/necrons-awakened-dynasty.yaml", EXAMPLE],
    "data changes": [
        "data",
        "changes",
        "2025-06-11",
        "2026-05-20",
        "--system",
        "warhammer-40k-10e",
        "--faction",
        "necrons",
    ],
    "event": ["event", "examples/event/lists", "--rules", "examples/event/event.yaml", "--full"],
    "rules": ["rules", "warhammer-40k-11e"],
}
WORD = re.compile(r"[^\W\d_]")


@pytest.mark.parametrize("lang", ["ja", "zh"])
@pytest.mark.parametrize("columns", [60, 80])
@pytest.mark.parametrize("command", list(TABLES))
@pytest.mark.slow_but(3)
def test_every_table(
    command: str, columns: int, lang: str, call: Call, monkeypatch: pytest.MonkeyPatch
) -> None:
    """No line is wider than the screen, and nowhere stand three lines of one letter each under each other."""
    monkeypatch.setenv("COLUMNS", str(columns))
    lines = call(*TABLES[command], "--lang", lang).out.splitlines()
    assert len(lines) > 3
    starts = [
        place - 1 for place, line in enumerate(lines) if "───" in line
    ]  # else all of it is set
    table = (
        list(takewhile(lambda line: line.startswith(" "), lines[starts[0] :])) if starts else lines
    )
    assert [line for line in table if cell_len(line.rstrip()) > columns] == []
    short = "".join(
        "s" if len(WORD.findall(line)) == 1 and cell_len(line.strip()) < 3 else "-"
        for line in table
    )
    assert "sss" not in short, "letter under letter"


@pytest.mark.slow
@pytest.mark.parametrize("lang", ["en", "ja", "zh"])
@pytest.mark.parametrize("columns", [160, 120, 100, 80, 60])
@pytest.mark.parametrize("words", ["chaos spawn", "brotherhood terminator", "skitarii rangers"])
def test_one_unit_of_two_editions_is_told_apart(
    lang: str, columns: int, words: str, call: Call, monkeypatch: pytest.MonkeyPatch
) -> None:
    """They have one name, one id, one faction, and may have one price: each edition has its column, or its row."""
    monkeypatch.setenv("COLUMNS", str(columns))
    lines = call("find", words, "--limit", "2", "--lang", lang).out.splitlines()
    shown = "\n".join(lines)
    newer, older = ("11th", "10th") if lang == "en" else ("第11版", "第10版")
    assert 0 < shown.index(newer) < shown.index(older)
    assert max(map(cell_len, lines)) <= columns
