"""Real lists with known truth. They stay outside this repository; without them these tests are left out."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Callable
from typing import Any

import pytest

from listbuilder.data.library import Library
from listbuilder.formats.detect import detect_format
from listbuilder.formats.import_list import import_list, judge_list
from listbuilder.model.base import fold
from tests.needs import SHARED, needs_shared

CORPUS = SHARED / "corpus"
INDEX = CORPUS / "index.jsonl"

pytestmark = [pytest.mark.slow, needs_shared("corpus", "index.jsonl")]


def rows() -> list[dict[str, Any]]:
    return (
        [json.loads(line) for line in INDEX.read_text(encoding="utf-8").splitlines()]
        if INDEX.is_file()
        else []
    )


def test_every_format_is_detected() -> None:
    wrong = []
    for row in rows():
        found = detect_format((CORPUS / row["file"]).read_bytes(), row["file"]).format
        if found != row["format"]:
            wrong.append((row["file"], found))
    assert wrong == []


def test_every_list_is_read_and_every_line_accounted_for(library: Library) -> None:
    units = Counter[str]()
    for row in rows():
        raw = (CORPUS / row["file"]).read_bytes()
        made = import_list(raw, row["file"], library)
        assert {line.fate for line in made.source.written_lines} <= {"mapped", "noise", "unread"}, (
            row["file"]
        )
        told = {problem.line for problem in made.account.unread}
        unread = [line.number for line in made.source.lines if line.fate == "unread"]
        assert bool(unread) == bool(told), row["file"]
        wanted = Counter(
            (fold(unit["name"] or ""), unit["points"] or 0) for unit in row["truth"]["units"]
        )
        given = Counter((fold(unit.name), unit.points or 0) for unit in made.parsed.units)
        units["wanted"] += wanted.total()
        units["found"] += (wanted & given).total()
        assert made.account.stated_total == row["truth"]["stated_total"], row["file"]
    assert units["found"] >= 0.995 * units["wanted"]


DAMAGE: dict[str, Callable[[str], str]] = {
    "no indentation": lambda text: "\n".join(line.strip() for line in text.splitlines()),
    "no blank lines": lambda text: "\n".join(line for line in text.splitlines() if line.strip()),
    "blank lines between": lambda text: text.replace("\n", "\n\n"),
    "carriage returns": lambda text: text.replace("\n", "\r\n"),
    "no-break spaces": lambda text: text.replace(" (", "\u00a0("),
    "curly apostrophes": lambda text: text.replace("'", "’"),
    "hyphens for bullets": lambda text: text.replace("• ", "- ").replace("◦ ", "- "),
    "in a mail": lambda text: "Hi,\n\n" + "\n".join(f"> {line}" for line in text.splitlines()),
    "in a chat": lambda text: f"my list\n```\n{text}\n```\n",
}


@pytest.mark.parametrize("damage", DAMAGE)
def test_pastes_lose_much_and_no_unit(damage: str, library: Library) -> None:
    wanted = found = 0
    for row in rows():
        if not row["format"].endswith(("text", "flat", "simple", "compact", "full")):
            continue
        text = DAMAGE[damage]((CORPUS / row["file"]).read_text(encoding="utf-8"))
        units = Counter(
            (fold(unit["name"] or ""), unit["points"] or 0) for unit in row["truth"]["units"]
        )
        given = Counter(
            (fold(unit.name), unit.points or 0)
            for unit in import_list(text.encode(), "x", library).parsed.units
        )
        wanted += units.total()
        found += (units & given).total()
    assert found >= 0.995 * wanted


def test_nothing_unread_is_legal_and_every_difference_is_explained(library: Library) -> None:
    for row in rows():
        done = judge_list(
            (CORPUS / row["file"]).read_bytes(),
            row["file"],
            library,
            f"{row['date'] or '2026-05-20'}-28"[:10],
        )
        assert done.imported is not None, row["file"]
        if done.imported.unread:
            assert done.verdict == "unread", row["file"]
        stated = done.imported.stated_total
        if stated is not None and done.army is not None and stated != done.army.points:
            assert done.imported.differences, row["file"]
