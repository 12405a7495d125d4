"""`fix`: what it says, what it writes, and what it leaves alone."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path

import pytest

from listbuilder.reports import FixReport
from listbuilder.workspace import saved_versions
from tests.cli.conftest import Call

Write = Callable[[str], str]
OVER = """# A list of mine.
system: warhammer-40k-10e
faction: necrons   # silent
battle_size: incursion
detachment: awakened-dynasty
units:
  - {datasheet: overlord, warlord: true}
  - datasheet: necron-warriors   # the bulk
    models: 20
    x-painted: yes
  - {datasheet: immortals, models: 10}
  - {datasheet: doomsday-ark}
  - {datasheet: ctan-shard-of-the-nightbringer}
  - {datasheet: flayed-ones}
"""


def test_it_says_what_mends_and_writes_nothing(call: Call, roster: Write, tmp_path: Path) -> None:
    file = roster(OVER)
    before = {each: each.read_bytes() for each in tmp_path.rglob("*") if each.is_file()}
    result = call("fix", file)
    assert result.code == 1
    lines = result.out.splitlines()
    assert lines[0].split()[:4] == ["ILLEGAL", "1035", "/", "1000"]
    assert lines[1].startswith("error[40K-02]: ")
    assert "  1  make Immortals 5 models" in lines[3] and lines[3].endswith(
        " -80  → LEGAL  955 / 1000"
    )
    assert {each: each.read_bytes() for each in tmp_path.rglob("*") if each.is_file()} == before


@pytest.mark.parametrize(
    ("lang", "words"), [("ja", "→ 適正  955 / 1000"), ("zh", "→ 合法  955 / 1000")]
)
def test_in_other_languages(call: Call, roster: Write, lang: str, words: str) -> None:
    assert words in call("fix", roster(OVER), "--lang", lang).out


def test_apply_keeps_comments_and_what_was_there_is_in_the_history(
    call: Call, roster: Write
) -> None:
    file = roster(OVER)
    result = call("fix", file, "--apply")
    assert result.code == 0
    assert Path(file).read_text() == OVER.replace("immortals, models: 10", "immortals, models: 5")
    assert result.out.startswith("LEGAL  955 / 1000 points   wrote ")
    shown = result.out.splitlines()[-2:]
    assert [line.split(maxsplit=1) for line in shown] == [
        ["11", "-   - {datasheet: immortals, models: 10}"],
        ["11", "+   - {datasheet: immortals, models: 5}"],
    ]
    assert call("check", file).code == 0
    assert any(save.has_text(OVER.encode()) for save in saved_versions.list_saves(Path(file)))


def test_which_unit_goes_and_the_next_command(call: Call, roster: Write) -> None:
    """Of several units of one name the line says which; the file is quoted for the shell."""
    guard = "".join(f"  - {{datasheet: lychguard, models: {models}}}\n" for models in (5, 5, 5, 10))
    file = roster(OVER[: OVER.index("  - datasheet: necron-warriors")] + guard)
    spaced = Path(file).rename(Path(file).with_name("my list.yaml"))
    out = call("fix", str(spaced)).out
    assert "  1  remove Lychguard, 5 models (line 8)     -85  → LEGAL  425 / 1000" in out
    assert "  2  remove Lychguard, 10 models (line 11)  -170  → LEGAL  340 / 1000" in out
    assert f'listbuilder fix "{spaced}" --apply' in out
    assert out.endswith("For fix 2, add --offer 2\n")
    applied = call("fix", str(spaced), "--apply", "--offer", "1").out.splitlines()
    assert (
        applied[-1] == "  8 -   - {datasheet: lychguard, models: 5}"
    )  # and not line 10, which says the same


def test_another_offer_into_another_file(call: Call, roster: Write, tmp_path: Path) -> None:
    file, out = roster(OVER), tmp_path / "out.yaml"
    assert call("fix", file, "-o", str(out), "--offer", "2").code == 0
    assert Path(file).read_text() == OVER
    assert call("check", str(out)).code == 0
    again = call("fix", file, "-o", str(out))
    assert again.code == 2
    assert "already exists" in again.err
    assert call("fix", file, "--apply", "--offer", "9").code == 2
    assert Path(file).read_text() == OVER


def test_the_report(call: Call, roster: Write) -> None:
    result = call("fix", roster(OVER), "--format", "json")
    report = FixReport.model_validate_json(result.out)
    assert (report.verdict, report.written, len(report.offers) >= 3) == ("illegal", None, True)
    assert [offer.verdict for offer in report.offers] == ["legal"] * len(report.offers)
    first = report.offers[0]
    assert (first.units_lost, first.things_changed, first.points_lost) == (0, 1, 80)
    assert first.roster["units"][2] == {"datasheet": "immortals", "models": 5}


def test_a_legal_list_and_an_unreadable_one(call: Call, roster: Write) -> None:
    legal = call("fix", roster(OVER.replace("  - {datasheet: flayed-ones}\n", "")))
    assert (legal.code, "nothing to fix" in legal.out) == (0, True)
    unread = call("fix", roster(OVER.replace("flayed-ones", "flayed-one")), "--format", "json")
    assert unread.code == 2
    report = FixReport.model_validate_json(unread.out)
    assert (report.verdict, report.offers, len(report.unread)) == ("unread", [], 1)
    assert "flayed-ones" in unread.err


def test_a_list_of_another_program_is_mended_into_a_file_of_its_own(
    call: Call, roster: Write, tmp_path: Path
) -> None:
    text = call("export", roster(OVER), "--to", "gw").out
    foreign = tmp_path / "list.txt"
    foreign.write_text(text)
    refused = call("fix", str(foreign), "--apply")
    assert (refused.code, "-o" in refused.err) == (2, True)
    assert foreign.read_text() == text
    assert "-o fixed.yaml" in call("fix", str(foreign)).out
    out = tmp_path / "mended.yaml"
    assert call("fix", str(foreign), "-o", str(out)).code == 0
    assert call("check", str(out)).code == 0


def test_check_says_what_a_fix_opens(call: Call, roster: Write) -> None:
    text = """system: warhammer-40k-10e
faction: astra-militarum
battle_size: incursion
detachment: combined-arms
units:
  - {datasheet: cadian-castellan}
  - {datasheet: imperial-knights/knight-errant, warlord: true}
"""
    finding = json.loads(call("check", roster(text), "--format", "json").out)["rosters"][0][
        "findings"
    ][0]
    assert [fix["opens"] for fix in finding["fixes"]] == [["40K-12"]]
