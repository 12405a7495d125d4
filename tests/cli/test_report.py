"""A report of a wrong verdict: whole, harmless, and read back to the same verdict."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from listbuilder.formats import bug_report
from listbuilder.model.problem import Unreadable
from tests.cli.conftest import Call
from tests.evil import acting

EXAMPLES = Path(__file__).parent.parent.parent / "examples"
GOLDEN = Path(__file__).parent.parent / "formats" / "write" / "golden"
LISTS = [
    EXAMPLES / "40k-10e" / "illegal" / "40K-06-rule-of-three.yaml",
    EXAMPLES / "40k-10e" / "legal" / "necrons-awakened-dynasty.yaml",
    EXAMPLES / "unreadable" / "not-utf-8.yaml",
    GOLDEN / "age-of-sigmar-4e" / "aos-app.en.txt",
]


def verdict(call: Call, file: Path) -> dict[str, object]:
    row: dict[str, object] = json.loads(call("check", "--format", "json", str(file)).out)[
        "rosters"
    ][0]
    return (
        {key: row[key] for key in ("verdict", "points", "findings", "unread", "sha256", "format")}
        if row["sha256"]
        else row
    )


@pytest.mark.parametrize("file", LISTS, ids=lambda file: file.stem)
def test_check_reads_it_back(call: Call, tmp_path: Path, file: Path) -> None:
    out = tmp_path / "report.txt"
    result = call("report", str(file), "-o", str(out))
    assert result.code == 0, result.err
    again, first = verdict(call, out), verdict(call, file)
    for each in (again, first):
        each.pop("file", None)
    told = json.dumps(again, ensure_ascii=False).replace(str(out), str(file))
    assert told == json.dumps(first, ensure_ascii=False)


def test_it_holds_what_is_to_be_known(call: Call, tmp_path: Path) -> None:
    file = EXAMPLES / "40k-10e" / "illegal" / "40K-06-rule-of-three.yaml"
    text = call("report", str(file), "--code", "40k-06", "--think", "4 are allowed on Tuesdays").out
    for part in (
        "40K-06 rule-of-three",
        "4 are allowed on Tuesdays",
        "ILLEGAL  510 / 1000",
        "data ",
        *file.read_text().splitlines(),
    ):
        assert part in text
    assert call("report", str(file), "--code", "40K-99").code == 2
    out = tmp_path / "again.txt"
    out.write_text(text)
    assert (
        bug_report.extract_list(call("report", str(out)).out.encode(), "") == file.read_bytes()
    )  # of a report is one of its list


def test_on_its_way_it_may_lose_spaces_but_not_letters(call: Call, tmp_path: Path) -> None:
    file = EXAMPLES / "40k-10e" / "legal" / "necrons-awakened-dynasty.yaml"
    text = call("report", str(file)).out
    out = tmp_path / "r.txt"
    out.write_bytes("\r\n".join(line.rstrip() for line in text.splitlines()).encode())
    assert call("check", str(out)).code == 0
    out.write_text(text.replace("necron-warriors", "necron-warrior", 1))
    result = call("check", str(out))
    assert (result.code, "was changed after the report was made" in result.err) == (2, True)


@pytest.mark.parametrize(
    "raw",
    [
        b"",
        b"name: \x1b[2K\n",
        b"a \r\n",
        b"\xff\xfe",
        "x: \u202e\n".encode(),
        b"no end",
        bytes(range(256)),
    ],
)
def test_any_bytes_come_back(raw: bytes) -> None:
    text = bug_report.write_report(["told\x1b", "two\nlines"], raw)
    assert acting(text) == []
    assert bug_report.extract_list(text.encode(), "") == raw


def test_others_words_are_not_the_list(tmp_path: Path) -> None:
    text = bug_report.write_report([], b"real\n").replace("sha256: ", "sha256: 0", 1)
    with pytest.raises(Unreadable):
        bug_report.extract_list(text.encode(), "")
