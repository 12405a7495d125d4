"""A player's own faction file adds to the shipped one and overrides it entry by entry; `replace: true` replaces it whole."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path

import pytest

from listbuilder.data import overlay
from listbuilder.yamlio import reader
from tests.cli.conftest import Call

BOSS = """\
  - id: boss
    name: Boss
    keywords: [Infantry, Character, Boss]
    faction_keywords: [Necrons]
    models: [{name: Boss, min: 1, max: 1}]
    size: {min: 1, max: 1}
    points: [{models: 1, points: 77}]
"""
LIST = """\
system: warhammer-40k-10e
faction: necrons
battle_size: incursion
detachment: awakened-dynasty
units:
  - {datasheet: overlord, warlord: true}
  - {datasheet: necron-warriors, models: 10}
"""
Write = Callable[[str], str]


@pytest.fixture
def own(tmp_path: Path) -> Write:
    """Writes an own necrons.yaml and returns the folder."""

    def write(text: str, name: str = "necrons") -> str:
        folder = tmp_path / "mydata" / "warhammer-40k-10e"
        folder.mkdir(parents=True, exist_ok=True)
        (folder / f"{name}.yaml").write_text(text, encoding="utf-8")
        return str(tmp_path / "mydata")

    return write


def units(call: Call, data: str, file: str) -> dict[str, int]:
    (row,) = json.loads(call("check", "--format", "json", "--data", data, file).out)["rosters"]
    assert row["verdict"] == "legal", row
    return {unit["datasheet"]: unit["points"] for unit in row["units"]}


def test_a_datasheet_is_added_and_the_rest_stays(call: Call, own: Write, roster: Write) -> None:
    data = own(f"datasheets:\n{BOSS}")
    text = LIST + "  - {datasheet: boss}\n"
    assert units(call, data, roster(text)) == {"overlord": 85, "necron-warriors": 90, "boss": 77}
    assert "no datasheet" in call("check", roster(text)).out
    for command in (("find", "boss", "--faction", "necrons"), ("show", roster(text))):
        assert "Boss" in call(*command, "--data", data).out


def test_keys_of_an_entry_are_overridden_one_by_one(call: Call, own: Write, roster: Write) -> None:
    data = own("datasheets:\n  - id: overlord\n    points: [{models: 1, points: 99}]\n")
    assert units(call, data, roster(LIST)) == {"overlord": 99, "necron-warriors": 90}
    again = own(
        "detachments:\n  - id: awakened-dynasty\n    enhancements: [{id: mine, name: Mine, points: 11}]\n"
    )
    mine = LIST.replace("warlord: true", "warlord: true, enhancement: mine")
    assert units(call, again, roster(mine))["overlord"] == 96
    assert (
        units(call, again, roster(mine.replace("mine", "veil-of-darkness")))["overlord"] == 105
    )  # the others are there


def test_replace_keeps_nothing(call: Call, own: Write, roster: Write) -> None:
    head = "replace: true\nsystem: warhammer-40k-10e\nid: necrons\nname: Necrons\nfaction_keyword: Necrons\nas_of: 2026-01-01\n"
    data = own(
        f"{head}detachments:\n  - {{id: awakened-dynasty, name: Awakened Dynasty}}\ndatasheets:\n{BOSS}"
    )
    alone = LIST[: LIST.index("  - ")] + "  - {datasheet: boss, warlord: true}\n"
    assert units(call, data, roster(alone)) == {"boss": 77}
    assert "no datasheet" in call("check", "--data", data, roster(LIST)).out
    assert "replaces the built-in necrons.yaml" in call("data", "check", data).out


def test_data_check_says_what_it_adds_changes_and_what_leads_nowhere(
    call: Call, own: Write
) -> None:
    data = own(
        f"datasheets:\n{BOSS}  - id: overlord\n    points: [{{models: 1, points: 99}}]\n    leads: [no-such-unit]\n"
        "detachments:\n  - {id: awakened-dynasty, enhancements: [{id: mine, name: Mine, points: 11}]}\n"
    )
    result = call("data", "check", data)
    assert "adds boss, mine to the built-in necrons.yaml" in result.out
    assert "overrides points, leads of overlord in the built-in necrons.yaml" in result.out
    assert (
        "no-such-unit" in result.err and "necrons.yaml:11:" in result.err
    )  # and where it stands in the own file
    assert "immortals" not in result.err  # of what is only in the shipped file nothing is said here


def test_what_is_wrong_is_said_each_time_and_the_shipped_file_counts(
    call: Call, own: Write, roster: Write
) -> None:
    data = own("datasheets:\n  - id: overlord\n    points: many\n")
    for _ in range(2):
        result = call("check", "--data", data, roster(LIST))
        assert result.code == 0 and "LEGAL  175 / 1000" in result.out
        assert "necrons.yaml:3:13" in result.err and "skipped because of the error" in result.err


def test_a_change_of_the_own_file_counts_at_once(call: Call, own: Write, roster: Write) -> None:
    for points in (91, 92, 93):
        data = own(
            f"datasheets:\n  - id: overlord\n    points: [{{models: 1, points: {points}}}]\n"
        )
        assert units(call, data, roster(LIST))["overlord"] == points


def test_new_prices_do_not_go_into_a_file_of_differences(
    call: Call, own: Write, tmp_path: Path
) -> None:
    data = own("datasheets:\n  - id: overlord\n    points: [{models: 1, points: 99}]\n")
    table = tmp_path / "prices.csv"
    table.write_text("faction,datasheet,models,points\nNecrons,Overlord,1,70\n")
    words = (
        "data",
        "prices",
        str(table),
        "--system",
        "warhammer-40k-10e",
        "--from",
        "2026-12-02",
        "--data",
        data,
    )
    result = call(*words)
    assert result.code == 2 and "this file only overrides the built-in one" in result.err


def test_where_something_stands_is_found_after_the_merge() -> None:
    under = reader.read_yaml(
        b"a: 1\nlist:\n  - {id: x, v: 1}\n  - {id: y, v: 2, deep: [{id: p, w: 1}]}\n", "under"
    )
    own = reader.read_yaml(
        b"list:\n  - {id: y, v: 3, deep: [{id: q}, {id: p, w: 5}]}\n  - {id: z}\n", "own"
    )
    both = overlay.lay_over(own, under)
    assert both.data == {
        "a": 1,
        "list": [
            {"id": "x", "v": 1},
            {"id": "y", "v": 3, "deep": [{"id": "p", "w": 5}, {"id": "q"}]},
            {"id": "z"},
        ],
    }
    assert both.marks[("list", 1, "v")] == own.marks[("list", 0, "v")]
    assert both.marks[("list", 1, "deep", 0, "w")] == own.marks[("list", 0, "deep", 1, "w")]
    assert both.marks[("list", 2)] == own.marks[("list", 1)]
    assert ("list", 0) not in both.marks
