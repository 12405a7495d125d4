"""`check`: verdicts, exit codes and the JSON other people's scripts read."""

from __future__ import annotations

import hashlib
import io
import json
import re
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from tests.cli.conftest import Call

HEAD = "system: warhammer-40k-10e\nname: Silent dynasty\nfaction: necrons\nbattle_size: incursion\ndetachment: awakened-dynasty\n"
LEGAL = (
    HEAD
    + "units:\n  - {id: boss, datasheet: overlord, warlord: true}\n  - {datasheet: necron-warriors, models: 20}\n"
)
# Overlord 85, Monolith 400 each (facts of 2026-05-20): 885 with two, and 1285 with three against 1000.
OVER = (
    LEGAL.replace("necron-warriors, models: 20", "monolith")
    + "  - {datasheet: monolith}\n  - {datasheet: monolith}\n"
)

Write = Callable[[str], str]


def test_legal(call: Call, roster: Write) -> None:
    file = roster(LEGAL)
    result = call("check", file)
    assert result.code == 0
    assert result.err == ""
    assert re.match(f"LEGAL  285 / 1000 points .*{re.escape(Path(file).name)}\n", result.out)
    assert "40K 10th edition · Necrons" in result.out
    last = "Points as of 2026-05-20. Not checked: granted core abilities (-v for details)"
    assert result.out.splitlines()[-1] == last
    assert not any(
        word in result.out for word in ("total", "checksums")
    )  # what it rests on is told when asked for
    told = call("check", file, "-v").out
    for part in (
        "points as of 2026-05-20 · total 285",
        "not checked: core abilities granted",
        "checksums: roster ",
    ):
        assert part in told


def test_illegal_says_why_where_and_what_mends_it(call: Call, roster: Write) -> None:
    result = call("check", roster(OVER))
    assert result.code == 1
    assert "ILLEGAL  1285 / 1000 points" in result.out
    lines = result.out.splitlines()
    at = lines.index(
        "error[40K-02]: 1285 points; the limit is 1000 (285 over, starting with Monolith)"
    )
    assert lines[at + 1 : at + 5] == [
        "  10 │   - {datasheet: monolith}",
        "     │                 ^^^^^^^^",
        "  rule  points-limit: core rules, Points limit, p55",
        "  fix   remove Monolith (line 8, -400) → LEGAL, 885 points",
    ]
    assert "1 error. Apply the fix:" in result.out and lines[-2].endswith(".yaml --apply")


def test_json_is_as_designed(call: Call, roster: Write) -> None:
    file = roster(OVER)
    result = call("check", "--format", "json", file)
    report = json.loads(result.out)
    assert set(report) == {"listbuilder", "rosters"}
    (one,) = report["rosters"]
    assert one["file"] == file
    assert one["format"] == "roster"
    assert one["sha256"] == hashlib.sha256(OVER.encode()).hexdigest()
    assert (one["system"], one["faction"], one["name"]) == (
        "warhammer-40k-10e",
        "necrons",
        "Silent dynasty",
    )
    assert one["data"]["as_of"] == "2026-05-20"
    assert len(one["data"]["sha256"]) == 64
    assert (one["verdict"], one["points"], one["stated_points"], one["limit"]) == (
        "illegal",
        1285,
        None,
        1000,
    )
    assert one["units"][0] == {
        "id": "boss",
        "datasheet": "overlord",
        "name": "Overlord",
        "models": 1,
        "points": 85,
        "stated_points": None,
    }
    (finding,) = [found for found in one["findings"] if found["severity"] == "error"]
    fixes = finding.pop("fixes")
    assert finding == {
        "code": "40K-02",
        "name": "points-limit",
        "severity": "error",
        "message": "1285 points; the limit is 1000 (285 over, starting with Monolith)",
        "path": ["units", 3],
        "line": 10,
        "column": 5,
        "units": ["monolith-3"],
        "citation": {"book": "CR", "section": "Points limit", "page": 55},
    }
    assert fixes[0] == {"title": "Remove Monolith (-400)", "points": 885}
    assert set(one) >= {"unread", "assumed", "not_checked"}


def test_options_may_stand_before_the_command(call: Call, roster: Write) -> None:
    result = call("--format", "json", "--lang", "ja", "check", roster(OVER))
    assert "1285 ポイント" in json.loads(result.out)["rosters"][0]["findings"][0]["message"]


@pytest.mark.parametrize(("lang", "word"), [("en", "LEGAL"), ("ja", "適正"), ("zh", "合法")])
def test_languages(call: Call, roster: Write, lang: str, word: str) -> None:
    assert call("check", "--lang", lang, roster(LEGAL)).out.startswith(f"{word}  285 / 1000 ")


def test_language_of_the_locale(call: Call, roster: Write, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("LC_ALL", "zh_CN.UTF-8")
    assert "合法" in call("check", roster(LEGAL)).out


def test_standard_input(call: Call, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(LEGAL.encode())))
    result = call("check", "-")
    assert result.code == 0
    assert re.match("LEGAL  285 / 1000 points .* -\n", result.out)


def test_a_folder_is_walked_and_the_bad_does_not_stop_the_good(call: Call, tmp_path: Path) -> None:
    folder = tmp_path / "lists"
    (folder / "deeper").mkdir(parents=True)
    (folder / ".hidden").mkdir()
    (folder / "a.yaml").write_text(LEGAL)
    (folder / "deeper" / "b.yml").write_text(OVER)
    (folder / "broken.yaml").write_text("a: [")
    (folder / ".hidden" / "c.yaml").write_text(LEGAL)
    (folder / "notes.txt").write_text("not a roster")
    result = call("check", str(folder))
    assert result.code == 2
    assert result.err == ""
    lines = result.out.splitlines()
    assert [line.split()[:2] for line in lines if line[:1].isupper()] == [
        ["ILLEGAL", "deeper/b.yml"],
        ["UNDECIDED", "broken.yaml"],
        ["LEGAL", "a.yaml"],
    ]
    assert (
        "           40K-02 1285 points; the limit is 1000 (285 over, starting with Monolith)"
        in lines
    )
    assert any(line.startswith("           line 2: not valid YAML here") for line in lines)
    assert lines[-1] == "3 lists: 1 illegal, 1 undecided, 1 legal"


def test_prices_of_a_day(call: Call, roster: Write) -> None:
    # Plasmancer: 65 from 2024-04-25 on, 60 from 2024-12-11, 55 from 2025-06-04 (history).
    text = LEGAL.replace("overlord", "plasmancer")
    for day, points in (
        ("2024-12-10", 65),
        ("2024-12-11", 60),
        ("2025-06-03", 60),
        ("2026-06-01", 55),
    ):
        (one,) = json.loads(call("check", "--as-of", day, "--format", "json", roster(text)).out)[
            "rosters"
        ]
        assert one["units"][0]["points"] == points
        assert one["data"]["as_of"] == min(day, "2026-05-20")
    named = roster(text + "points_as_of: 2025-01-01\n")
    assert (
        json.loads(call("check", "--format", "json", named).out)["rosters"][0]["units"][0]["points"]
        == 60
    )


def test_own_data_beside_the_shipped(call: Call, roster: Write, tmp_path: Path) -> None:
    own = tmp_path / "own" / "warhammer-40k-10e"
    own.mkdir(parents=True)
    (own / "house-rules.yaml").write_text(
        "system: warhammer-40k-10e\nid: house-rules\nname: House Rules\nfaction_keyword: House\nas_of: 2026-01-01\n"
        "detachments:\n  - {id: only, name: Only}\n"
        "datasheets:\n  - id: boss\n    name: Boss\n    keywords: [Infantry, Character, Boss]\n    faction_keywords: [House]\n"
        "    models: [{name: Boss, min: 1, max: 1}]\n    size: {min: 1, max: 1}\n    points: [{models: 1, points: 77}]\n"
    )
    (own / "broken.yaml").write_text("id: [\n")
    text = (
        "system: warhammer-40k-10e\nfaction: house-rules\nbattle_size: incursion\ndetachment: only\n"
        "units: [{datasheet: boss, warlord: true}]\n"
    )
    result = call("check", "--data", str(tmp_path / "own"), roster(text))
    assert (result.code, "LEGAL  77 / 1000" in result.out) == (0, True)
    missing = call("check", roster(text))
    assert missing.code == 2
    assert 'unknown faction "house-rules"' in missing.out
