"""Rosters on past days of the 11th edition, one or more for each row of rules/held-since-start.md that a roster can show."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import msgspec
import pytest

from listbuilder.data.library import Library
from listbuilder.roster.position import Position
from listbuilder.yamlio import reader

FILE = Path(__file__).parent / "past_days.yaml"
LIBRARY = Library()


def rows() -> list[Any]:
    data = reader.read_yaml(FILE.read_bytes(), str(FILE), reader.DATA_BYTES).data
    return [
        pytest.param(
            {**data["units_base"], **each["roster"]},
            day,
            each,
            id=f"{each['row']} {each['name']} {day}",
        )
        for each in data["rows"]
        for day in each["days"]
    ]


@pytest.mark.parametrize(("roster", "day", "row"), rows())
def test_row(roster: dict[str, Any], day: str, row: dict[str, Any]) -> None:
    position = Position(reader.read_yaml(msgspec.json.encode(roster), "case"), LIBRARY, as_of=day)
    assert position.problems == []
    assert (
        sorted(each.code for each in position.findings if each.severity == "error") == row["errors"]
    )
    assert position.verdict == ("illegal" if row["errors"] else "legal")
    warned = {each.code for each in position.findings if each.severity == "warning"}
    assert warned >= set(row.get("warnings", ()))
