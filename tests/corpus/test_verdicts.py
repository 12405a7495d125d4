"""What is said of real lists. They stay outside this repository; without them only the form of the verdicts is looked at."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

from listbuilder.cli.context import Context
from listbuilder.cli.import_ import build_roster_text
from listbuilder.data.library import Library
from listbuilder.formats.import_list import import_list, judge_list
from listbuilder.roster.position import Position
from listbuilder.yamlio import reader
from tests.needs import SHARED, needs_shared

CORPUS = SHARED / "corpus"
INDEX = CORPUS / "index.jsonl"
GOLDEN = Path(__file__).with_name("verdicts.yaml")

rows: list[dict[str, Any]] = reader.read_yaml(
    GOLDEN.read_bytes(), GOLDEN.name, limit=10_000_000
).data
real = needs_shared("corpus", "index.jsonl")


def said(row: dict[str, Any]) -> dict[str, Any]:
    """A row without its reasons."""
    return {
        "verdict": row["verdict"],
        "day": row["day"],
        "errors": [each["code"] for each in row.get("errors", ())],
        "unread": [each["problem"] for each in row.get("unread", ())],
    }


def found(done: Position) -> dict[str, Any]:
    day = done.imported.day if done.imported else None
    errors = (
        {finding.code for finding in done.findings if finding.severity == "error"}
        if done.verdict == "illegal"
        else ()
    )
    return {
        "verdict": done.verdict,
        "day": day.day if day else None,
        "errors": sorted(errors),
        "unread": sorted(problem.key for problem in done.problems),
    }


def changes(row: dict[str, Any], now: dict[str, Any]) -> list[str]:
    then = said(row)
    return [
        f"{row['list']}: {key} was {then[key]}, is {now[key]}"
        for key in then
        if then[key] != now[key]
    ]


def test_each_verdict_that_is_not_legal_has_its_reasons() -> None:
    for row in rows:
        reasons = [each["reason"] for each in (*row.get("errors", ()), *row.get("unread", ()))]
        assert bool(reasons) == (row["verdict"] != "legal"), row["list"]
        assert bool(row.get("errors")) == (row["verdict"] == "illegal"), row["list"]
        for reason in reasons:
            judged, _, sentence = reason.partition(": ")
            assert judged in ("true", "doubtful") and len(sentence.split()) > 4, (
                f"{row['list']}: {reason}"
            )


def test_what_changed_is_named() -> None:
    row = {
        "list": "a.txt",
        "verdict": "illegal",
        "day": "2025-01-01",
        "errors": [{"code": "40K-02", "reason": "true: over"}],
    }
    now = {"verdict": "illegal", "day": "2025-01-01", "errors": ["40K-02"], "unread": []}
    assert changes(row, now) == []
    named = ["a.txt: verdict was illegal, is legal", "a.txt: errors was ['40K-02'], is []"]
    assert changes(row, {**now, "verdict": "legal", "errors": []}) == named


@real
def test_every_list_of_the_index_has_a_verdict() -> None:
    index = [json.loads(line)["file"] for line in INDEX.read_text(encoding="utf-8").splitlines()]
    assert sorted(row["list"] for row in rows) == sorted(index)


@real
def test_verdicts_on_real_lists() -> None:
    library = Library()
    changed = []
    for row in rows:
        done = judge_list((CORPUS / row["list"]).read_bytes(), row["list"], library)
        changed += changes(row, found(done))
    assert not changed, "\n".join(changed)


UNDATED = re.compile(r"(?m)^(General's Handbook|App: |Exported with App Version).*\n?")


@real
def test_a_legal_list_is_not_illegal_for_want_of_a_day() -> None:
    """Pasted without the version of its app and without its season, a list is of a day that its prices tell."""
    library = Library()
    became = []
    for row in rows:
        text = (CORPUS / row["list"]).read_bytes().decode("utf-8", "replace")
        if (
            row["verdict"] != "legal"
            or not row["list"].endswith(".txt")
            or not UNDATED.search(text)
        ):
            continue
        done = judge_list(UNDATED.sub("", text).encode(), row["list"], library)
        became += [f"{row['list']}: {each}" for each in found(done)["errors"]]
    assert not became, "\n".join(became)


@real
def test_the_roster_that_import_writes_has_the_verdict_of_its_list() -> None:
    library = Library()
    context = Context("en", "text", None, library, False)
    for row in rows:
        raw = (CORPUS / row["list"]).read_bytes()
        theirs = judge_list(raw, row["list"], library)
        if theirs.verdict == "unread":
            continue
        text = build_roster_text(import_list(raw, row["list"], library), row["list"], context)
        mine = Position.read(text, "roster.yaml", library)
        assert (mine.verdict, mine.points, told(mine)) == (
            theirs.verdict,
            theirs.points,
            told(theirs),
        ), row["list"]


def told(done: Position) -> list[tuple[str, str, str]]:
    return sorted((finding.code, finding.key, finding.severity) for finding in done.findings)
