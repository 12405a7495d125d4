"""Lists that people type without points: what was read, what was taken for what, and what is left open."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from listbuilder.data.library import Library
from listbuilder.formats.import_list import judge_list
from listbuilder.yamlio import reader

FILE = Path(__file__).with_name("typed_without_points.yaml")
CASES: list[dict[str, Any]] = reader.read_yaml(FILE.read_bytes(), FILE.name).data


@pytest.mark.parametrize("case", CASES, ids=[case["name"] for case in CASES])
def test_a_typed_list(case: dict[str, Any], library: Library) -> None:
    done = judge_list(case["text"].encode(), "list.txt", library)
    problems = [[problem.line, problem.key] for problem in done.problems]
    assert problems == case.get("problems", [])
    assert done.verdict == case["verdict"]
    if "faction" not in case:
        return
    assert done.imported is not None and done.army is not None
    data = done.data
    assert data["faction"] == case["faction"]
    if "size" in case:
        assert data["battle_size"] == case["size"]
    if "points" in case:
        assert done.points == case["points"]
    if "units" in case:
        assert [[unit.datasheet_id, unit.models] for unit in done.army.units] == case["units"]
    if "warlord" in case:
        assert [row["datasheet"] for row in data["units"] if row.get("warlord")] == [
            case["warlord"]
        ]
    if "enhancements" in case:
        borne = [row["enhancement"] for row in data["units"] if "enhancement" in row]
        assert borne == case["enhancements"]
    notes = done.imported.notes
    guesses = [note.args for note in notes if note.key in ("import_taken", "import_guess")]
    if "taken" in case:
        assert {guess["given"]: guess["taken"] for guess in guesses} == case["taken"]
    unchecked = [note.args["given"] for note in done.imported.not_checked]
    assert list(dict.fromkeys(unchecked)) == case.get("unchecked", [])


def test_what_a_list_leaves_open_is_said(library: Library) -> None:
    text = "Necrons\nAwakened Dynasty\nOverlord\nTechnomancer\n10 warriors\n"
    done = judge_list(text.encode(), "list.txt", library)
    assert done.verdict == "legal"
    assert done.data["assumed"] == ["battle_size", "warlord"]
    warlord = [finding for finding in done.findings if finding.check == "warlord"]
    assert [(finding.key, finding.severity) for finding in warlord] == [("missing", "warning")]
    assert done.imported is not None
    assert "import_game_assumed" in [note.key for note in done.imported.notes]


@pytest.mark.parametrize(
    ("as_of", "system"), [(None, "warhammer-40k-11e"), ("2025-09-01", "warhammer-40k-10e")]
)
def test_the_day_tells_the_edition_of_a_list_without_signs(
    as_of: str | None, system: str, library: Library
) -> None:
    text = "Necrons\nAwakened Dynasty\nOverlord (warlord)\n10 Necron Warriors\n5 Immortals\n"
    done = judge_list(text.encode(), "list.txt", library, as_of=as_of)
    assert (done.verdict, done.data["system"]) == ("legal", system)
