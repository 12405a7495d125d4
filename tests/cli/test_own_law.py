"""A law of the user's own with a bad row: named with file and line, left out, and every command works."""

from __future__ import annotations

import json
import shutil
from pathlib import Path
from typing import NamedTuple

import pytest

from listbuilder.data import paths
from tests.cli.conftest import Call

GAME = "warhammer-40k-10e"
EXAMPLES = Path(__file__).parent.parent.parent / "examples"
FOUR_OF_A_KIND = """\
system: warhammer-40k-10e
faction: necrons
battle_size: onslaught
detachment: awakened-dynasty
units:
  - {datasheet: overlord, warlord: true, models: 1}
  - {datasheet: doomsday-ark, models: 1}
  - {datasheet: doomsday-ark, models: 1}
  - {datasheet: doomsday-ark, models: 1}
  - {datasheet: doomsday-ark, models: 1}
"""
BAD = [
    (
        "check: copies_limit\n",
        "check: copies_limits\n",
        'unknown check "copies_limits"; did you mean copies_limit?',
    ),
    (
        "check: copies_limit\n",
        "check: regiment_count\n",
        'the check "regiment_count" doesn\'t work for',
    ),
    (
        "params: {max: 3, max_with",
        "params: {maxx: 3, max_with",
        'unknown key "maxx"; did you mean max?',
    ),
]


class Law(NamedTuple):
    folder: str
    file: Path
    line: int
    sentence: str


@pytest.fixture(params=BAD, ids=[sentence for _, _, sentence in BAD])
def law(request: pytest.FixtureRequest, tmp_path: Path) -> Law:
    """A law whose rule of three is bad, and what has to be said of it."""
    before, after, sentence = request.param
    text = (paths.get_factions_folder() / GAME / "rules.yaml").read_text(encoding="utf-8")
    file = tmp_path / "own" / GAME / "rules.yaml"
    file.parent.mkdir(parents=True)
    file.write_text(text.replace(before, after, 1), encoding="utf-8")
    return Law(str(tmp_path / "own"), file, text.count("\n", 0, text.index(before)) + 1, sentence)


def said(err: str, law: Law) -> bool:
    """Once what is wrong and where, once what is left out; of this file nothing else."""
    lines = [line for line in err.splitlines() if line.startswith(str(law.file))]
    assert len(lines) == 2, err
    assert lines[0].startswith(f"{law.file}:{law.line}:")
    assert law.sentence in lines[0]
    return "skipped because of the errors" in lines[1] and "40K-06 rule-of-three" in lines[1]


def test_check_goes_on_without_the_row_and_says_so(call: Call, law: Law, tmp_path: Path) -> None:
    file = tmp_path / "four.yaml"
    file.write_text(FOUR_OF_A_KIND, encoding="utf-8")
    assert "40K-06" in call("check", str(file)).out
    result = call("check", "--data", law.folder, str(file))
    assert result.code == 0
    assert said(result.err, law)
    assert "custom rules skipped because of errors" in result.out
    file.write_text(FOUR_OF_A_KIND.replace("warlord: true, ", ""), encoding="utf-8")
    assert "40K-12" in call("check", "--data", law.folder, str(file)).out  # the other rules hold


@pytest.mark.parametrize("count", [3, 20], ids=["one process", "several processes"])
def test_a_batch(call: Call, law: Law, tmp_path: Path, count: int) -> None:
    folder = tmp_path / "lists"
    folder.mkdir()
    for number in range(count):
        (folder / f"{number}.yaml").write_text(FOUR_OF_A_KIND, encoding="utf-8")
    result = call("--data", law.folder, "check", str(folder), "--jobs", "2", "--format", "json")
    assert result.code == 0
    assert {one["verdict"] for one in json.loads(result.out)["rosters"]} == {"legal"}
    assert said(result.err, law)


@pytest.mark.parametrize(
    "words",
    [
        ("rules",),
        ("rules", "--format", "json"),
        ("rules", GAME, "--lang", "ja"),
        ("rules", "40K-07"),
        ("show", "{list}"),
        ("export", "{list}", "--to", "json"),
        ("new", GAME, "necrons"),
    ],
    ids=" ".join,
)
def test_every_other_command(call: Call, law: Law, tmp_path: Path, words: tuple[str, ...]) -> None:
    file = tmp_path / "four.yaml"
    file.write_text(FOUR_OF_A_KIND, encoding="utf-8")
    result = call("--data", law.folder, *(word.format(list=file) for word in words))
    assert result.code == 0, result.err
    assert "40K-06" not in result.out


def test_data_check_names_it(call: Call, law: Law) -> None:
    result = call("data", "check", law.folder)
    assert result.code in (1, 2)
    assert result.err.startswith(f"error: {law.file}:{law.line}:")
    assert law.sentence in result.err
    assert result.err.count("\n") == 1


def test_the_builder(law: Law, tmp_path: Path) -> None:
    from listbuilder.cli.context import open_library
    from listbuilder.workspace.session import Session

    file = tmp_path / "four.yaml"
    file.write_text(FOUR_OF_A_KIND, encoding="utf-8")
    library = open_library(law.folder)
    session = Session.open(file, library)
    assert session.position.findings == []
    assert [problem.key for problem in library.problems][-1] == "own_rules_left_out"


def test_a_season_of_ones_own_changes_what_has_no_words(call: Call, tmp_path: Path) -> None:
    """`rules` shows such a parameter as the law has it."""
    game = "age-of-sigmar-4e"
    shutil.copytree(
        paths.get_factions_folder() / game,
        tmp_path / game,
        ignore=lambda _, names: [n for n in names if n != "rules.yaml"],
    )
    file = tmp_path / game / "rules.yaml"
    text = file.read_text(encoding="utf-8")
    file.write_text(
        text.replace("AOS-15: {params: {leads_regiment: true}", "AOS-15: {params: {first: Priest}"),
        encoding="utf-8",
    )
    result = call("--data", str(tmp_path), "rules", "AOS-15")
    assert (result.code, result.err) == (0, "")
    assert "General's Handbook 2026-27: first: Priest." in result.out


def test_a_law_that_cannot_be_read_gives_way_to_the_shipped_one(call: Call, tmp_path: Path) -> None:
    file = tmp_path / "own" / GAME / "rules.yaml"
    file.parent.mkdir(parents=True)
    file.write_text(
        "system: warhammer-40k-10e\nname: Mine\nedition: '1'\nbooks: {}\nrules: []\n",
        encoding="utf-8",
    )
    roster = tmp_path / "four.yaml"
    roster.write_text(FOUR_OF_A_KIND, encoding="utf-8")
    result = call("check", "--data", str(tmp_path / "own"), str(roster))
    assert result.code == 1
    assert "40K-06" in result.out
    assert f"{file}: skipped because of the error above; the rest is loaded" in result.err
