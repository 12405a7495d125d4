"""The tournament texts, line by line, against the grammar of the formats page (`docs/formats.md`)."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from tests.formats.write.made import EXAMPLES, exported, judged

MUSTERED = sorted((EXAMPLES / "40k-10e" / "legal").glob("*.yaml"))
OF_REGIMENTS = sorted((EXAMPLES / "aos" / "legal").glob("*.yaml"))
SECTIONS = ["CHARACTERS", "BATTLELINE", "DEDICATED TRANSPORTS", "OTHER DATASHEETS", "ALLIED UNITS"]
ITEM = r"(?:\d+x )?[^,]+"
LIST = rf"{ITEM}(?:, {ITEM})*"
REF = r"[A-Z][a-z]{3}\d+: .+"
HEAD = (
    r"\+{47,}\n"
    r"\+ PLAYER:(?: .+)?\n"
    r"\+ TEAM:\n"
    r"(?:\+ LIST NAME: .+\n)?"
    r"\+ FACTION KEYWORD: (?:Imperium|Chaos|Xenos)(?: - Adeptus Astartes)? - [^-]+\n"
    r"\+ DETACHMENT: [^ ]+\n"  # its words are joined by no-break spaces
    r"\+ TOTAL ARMY POINTS: \d+pts\n"
    r"(?:\+ ALLIED UNITS: .+\n)?"
    r"\+\n"
    rf"\+ WARLORD: {REF}\n"
    rf"\+ ENHANCEMENT:(?: .+ \(on {REF}\)\n(?:& .+ \(on {REF}\)\n)*|\n)"
    r"\+ NUMBER OF UNITS: \d+\n"
    r"\+ SECONDARY: - Bring It Down: \d+ units - Assassination: \d+ Characters\n"
    r"\+{47,}"
)


def lines_of(file: Path, form: str) -> list[str]:
    return exported(file, form).decode().split("\n")


def counts(file: Path) -> tuple[int, int, int]:
    army = judged(file).army
    assert army is not None
    return army.points, len(army.units), sum(unit.models for unit in army.units)


@pytest.mark.parametrize("file", MUSTERED, ids=lambda file: file.stem)
def test_gw(file: Path) -> None:
    lines = lines_of(file, "gw")
    points, units, _ = counts(file)
    assert re.fullmatch(rf".+ \({points} Points\)", lines[0])
    assert lines[1] == ""
    head = lines[2 : lines.index("", 2)]
    assert 3 <= len(head) <= 4 and re.fullmatch(r"Strike Force \(2000 Points\)", head[-1])
    titles = [line for line in lines if line in SECTIONS]
    assert titles == sorted(titles, key=SECTIONS.index)
    shapes = (
        r"  • Warlord",
        r"  • Keyword: .+",
        r"  • Enhancement: .+",
        r"  • \d+x .+",
        r"     ◦ \d+x .+",
        "",
    )
    body = lines[lines.index(titles[0]) : -2]
    priced = [line for line in body if re.fullmatch(r"[^ •◦].* \(\d+ Points\)", line)]
    assert len(priced) == units
    assert sum(int(line.rsplit("(", 1)[1].split()[0]) for line in priced) == points
    others = [line for line in body if line not in priced and line not in SECTIONS]
    assert [line for line in others if not any(re.fullmatch(shape, line) for shape in shapes)] == []
    assert lines[-2].startswith("Exported with App Version: listbuilder ")
    assert sum("• Warlord" in line for line in lines) == 1


@pytest.mark.parametrize("form", ["wtc", "wtc-compact"])
@pytest.mark.parametrize("file", MUSTERED, ids=lambda file: file.stem)
def test_wtc(file: Path, form: str) -> None:
    lines = lines_of(file, form)
    points, units, models = counts(file)
    end = lines.index("+" * 47, 1) + 1
    assert re.fullmatch(HEAD, "\n".join(lines[:end]))
    assert f"+ NUMBER OF UNITS: {units}" in lines
    body = lines[end:]
    heads = [
        found
        for line in body
        if (found := re.match(r"(?:Char\d+: )?(\d+)x [^:]+ \((\d+) pts\)", line))
    ]
    assert (
        len(heads),
        sum(int(found[2]) for found in heads),
        sum(int(found[1]) for found in heads),
    ) == (units, points, models)
    if form == "wtc":
        shapes: tuple[str, ...] = (
            "",
            r"[A-Z ]+",
            r"(?:Char\d+: )?\d+x .+ \(\d+ pts\)",
            rf" *\d+ with {LIST}",
            r" {2}(?: {4})?• .+",
            r"• \d+x .+",
        )
    else:
        shapes = (
            "",
            rf"(?:Char\d+: )?\d+x .+ \(\d+ pts\)(?:: {LIST})?",
            rf"    \d+ with {LIST}",
            r"• \d+x .+",
        )
    shapes = (*shapes, r"Enhancement: .+ \(\+\d+ pts\)", r"Created with listbuilder .+")
    assert [line for line in body if not any(re.fullmatch(shape, line) for shape in shapes)] == []


@pytest.mark.parametrize("file", MUSTERED, ids=lambda file: file.stem)
def test_wtc_counts_add_up(file: Path) -> None:
    """Every model line is the sum of its loadouts."""
    left = 0
    for line in lines_of(file, "wtc"):
        if model := re.match(r"• (\d+)x ", line):
            assert left == 0
            left = int(model[1])
        elif load := re.match(r" {4}(\d+) with ", line):
            left -= int(load[1])
    assert left == 0


@pytest.mark.parametrize("file", MUSTERED, ids=lambda file: file.stem)
def test_nr_simple(file: Path) -> None:
    lines = lines_of(file, "nr-simple")
    points, units, _ = counts(file)
    assert lines[0].endswith(f" - [{points} pts]") and lines[1] == ""
    assert lines[2] == f"# ++ Army Roster ++ [{points} pts]"
    assert lines[3:5] == ["## Configuration", "Battle Size: Strike Force (2000 Point limit)"]
    assert re.fullmatch(r"Detachment: .+", lines[5])
    titles = [
        found
        for line in lines[6:]
        if (found := re.fullmatch(r"## [A-Z][A-Za-z ]+ \[(\d+) pts\]", line))
    ]
    assert sum(int(found[1]) for found in titles) == points
    heads = [line for line in lines[6:] if re.match(r"[^#•].* \[\d+ pts\]:", line)]
    assert len(heads) == units


@pytest.mark.parametrize("file", OF_REGIMENTS, ids=lambda file: file.stem)
def test_aos_app(file: Path) -> None:
    text = exported(file, "aos-app").decode()
    blocks = text.split("\n-----\n")
    points = counts(file)[0]
    assert re.fullmatch(rf".+ {points}/\d+ pts", blocks[0])
    assert re.match(
        r"Grand Alliance (?:Order|Chaos|Death|Destruction) \| [^|]+(?: \| [^|]+)?\n", blocks[1]
    )
    assert re.search(r"^Drops: \d+$", blocks[1], re.MULTILINE)
    regiments = blocks[2].split("\n---\n")
    assert [block.split("\n")[0] for block in regiments] == [
        "General's Regiment",
        *(f"Regiment {number}" for number in range(1, len(regiments))),
    ]
    assert text.count("• General\n") == 1
    priced = sum(map(int, re.findall(r"^[^•\n]+ \((\d+)\)$", text, re.MULTILINE)))
    extra = sum(
        map(int, re.findall(r"\(\+?(\d+) Points\)", text))
    )  # lores, terrain and fees are beside the units
    assert priced + extra == points
    assert blocks[-1].split("\n")[0] == "Created with Warhammer Age of Sigmar: The App"
