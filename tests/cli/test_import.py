"""`import`, and `check` of lists that other programs wrote."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest

from tests.cli.conftest import Call
from tests.formats.read import one_list_per_format


@pytest.fixture
def written(tmp_path: Path) -> Path:
    file = tmp_path / "list.txt"
    file.write_text(one_list_per_format.NR_SIMPLE, encoding="utf-8")
    return file


def test_a_roster_that_says_what_was_guessed(call: Call, tmp_path: Path) -> None:
    file, out = tmp_path / "list.txt", tmp_path / "roster.yaml"
    file.write_text(
        one_list_per_format.NR_GW.replace("Immortals (70", "Imortals (70"), encoding="utf-8"
    )
    done = call("import", str(file), "-o", str(out))
    assert (done.code, done.err) == (0, "")
    text = out.read_text(encoding="utf-8")
    assert '# assumed: line 22: "Imortals" means Immortals (1 letter differs)\n' in text
    assert "# assumed: the battle size is Incursion, judging by the limit of 265 points\n" in text
    checked = call("check", str(out))
    assert (checked.code, checked.err) == (0, "")
    assert "LEGAL  265 / 1000 points" in checked.out


def test_what_is_unread_is_said_and_the_rest_is_written(call: Call, tmp_path: Path) -> None:
    file = tmp_path / "list.txt"
    file.write_text(
        one_list_per_format.GW_A.replace("Immortals", "Imponderables"), encoding="utf-8"
    )
    done = call("import", str(file))
    assert done.code == 2
    assert " ".join(done.err.split()).startswith(f"Read {file} as Warhammer 40,000 app: ")
    assert re.search(r"^  19  Imponderables +not understood", done.err, re.MULTILINE)
    assert "Made a roster: 2 of 3 units, " in done.err and "UNDECIDED until lines 19" in done.err
    assert (
        "Imponderables" in done.out.partition("\nsystem:")[0]
        and "Imponderables" not in done.out.partition("\nsystem:")[2]
    )
    assert "datasheet: necron-warriors" in done.out
    # data version 900 is newer than all known: its prices are those of today's data
    assert (
        'points_as_of: "2026-05-20"  # check this list as of its own date; remove this line'
        in done.out
    )


def test_import_never_overwrites(call: Call, written: Path) -> None:
    done = call("import", str(written), "-o", str(written))
    assert (done.code, written.read_text(encoding="utf-8")) == (2, one_list_per_format.NR_SIMPLE)


def test_check_shows_stated_and_computed_and_the_account_of_the_lines(
    call: Call, written: Path
) -> None:
    text = one_list_per_format.NR_SIMPLE.replace(
        "Overlord [105 pts]", "Overlord [110 pts]"
    ).replace("++ [265 pts]", "++ [270 pts]")
    written.write_text(text, encoding="utf-8")
    done = call("check", str(written))
    assert done.code == 0 and "\nwarning: Overlord: list says 110 points, data for" in done.out
    for part in (
        "total 265; the list states 270",
        "nr-simple, 14 lines: 10 understood, 4 ignored, 0 not understood",
    ):
        assert part not in done.out
        assert part in call("check", str(written), "-v").out


def test_json_of_an_imported_list(call: Call, written: Path) -> None:
    (one,) = json.loads(call("check", "--format", "json", str(written)).out)["rosters"]
    assert (one["format"], one["verdict"], one["points"], one["stated_points"]) == (
        "nr-simple",
        "legal",
        265,
        265,
    )
    assert [(unit["name"], unit["points"], unit["stated_points"]) for unit in one["units"]] == [
        ("Overlord", 105, 105), ("Immortals", 70, 70), ("Necron Warriors", 90, 90)
    ]  # fmt: skip
    assert one["lines"] == {"all": 14, "mapped": 10, "noise": 4}
    assert one["unread"] == [] and one["differences"] == []


def test_findings_stand_at_the_lines_of_the_source(call: Call, written: Path) -> None:
    text = one_list_per_format.NR_SIMPLE.replace(
        "Necron Warriors [90 pts]:\n• 4x", "Necron Warriors [90 pts]:\n• 44x"
    ).replace("4x Necron", "40x Necron")
    written.write_text(text, encoding="utf-8")
    (one,) = json.loads(call("check", "--format", "json", str(written)).out)["rosters"]
    assert ("40K-13", 15) in [(finding["code"], finding["line"]) for finding in one["findings"]]


def test_standard_input_and_a_named_format(call: Call, monkeypatch: pytest.MonkeyPatch) -> None:
    import io
    import sys

    monkeypatch.setattr(
        sys, "stdin", io.TextIOWrapper(io.BytesIO(one_list_per_format.WTC.encode()))
    )
    assert re.match("LEGAL  265 / 1000 points .* -\n", call("check", "-").out)
    monkeypatch.setattr(
        sys, "stdin", io.TextIOWrapper(io.BytesIO(one_list_per_format.WTC.encode()))
    )
    done = call("check", "-", "--from", "nonsense")
    assert done.code == 2 and "unknown format" in done.out


def test_yaml_stays_ours(call: Call, tmp_path: Path) -> None:
    file = tmp_path / "roster.yaml"
    file.write_text("sytem: warhammer-40k-10e\nfaction: necrons\n")
    out = call("check", str(file)).out
    assert out.startswith("UNDECIDED") and "   1 │ sytem: warhammer-40k-10e\n" in out
