"""`show` keeps battle formations to itself unless asked."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from tests.cli.conftest import Call

ROSTER = """\
system: warhammer-40k-10e
faction: necrons
battle_size: strike-force
detachment: awakened-dynasty
units:
  - {datasheet: overlord, warlord: true, name: Zahndrekh}
  - {datasheet: necron-warriors, models: 10}
  - {datasheet: ghost-ark}
  - {datasheet: ghost-ark}
  - {datasheet: deathmarks, models: 5}
  - {datasheet: night-scythe}
"""
BLOCK = """\
formations:
  attached: {overlord: necron-warriors}
  embarked: {necron-warriors: ghost-ark-2}
  strategic_reserves: [ghost-ark-2]
  reserves: [deathmarks]
"""


@pytest.fixture
def file(tmp_path: Path) -> str:
    path = tmp_path / "army.yaml"
    path.write_text(ROSTER + BLOCK, encoding="utf-8")
    return str(path)


def test_show_says_nothing_of_them(call: Call, file: str) -> None:
    done = call("show", file)
    assert done.code == 1  # the Night Scythe is on the table
    assert "aboard" not in done.out
    assert "reserves" not in done.out
    assert "must start" not in done.out


def test_show_formations(call: Call, file: str) -> None:
    done = call("show", file, "--formations")
    assert done.out.endswith(
        "Battle formations\n"
        "  Necron Warriors, with Overlord (Zahndrekh)\n"
        "  aboard Ghost Ark #2: Necron Warriors and Overlord (Zahndrekh)\n"
        "  Strategic Reserves, 290 / 500 points: Overlord (Zahndrekh), Necron Warriors and Ghost Ark #2\n"
        "  reserves: Deathmarks\n"
    )


NOTHING = [
    ("", "not declared in this roster"),
    ("formations: {}\n", "every unit starts on the battlefield, unattached"),
]


@pytest.mark.parametrize(("block", "said"), NOTHING)
def test_show_formations_where_there_are_none(
    call: Call, tmp_path: Path, block: str, said: str
) -> None:
    path = tmp_path / "army.yaml"
    path.write_text(ROSTER + block, encoding="utf-8")
    assert call("show", str(path), "--formations").out.endswith(f"Battle formations\n  {said}\n")


def test_json(call: Call, file: str) -> None:
    (plain,) = json.loads(call("--format", "json", "show", file).out)["rosters"]
    (asked,) = json.loads(call("--format", "json", "show", file, "--formations").out)["rosters"]
    assert [finding["code"] for finding in plain["findings"]] == []
    assert "formations" not in plain
    assert [finding["code"] for finding in asked["findings"]] == ["40K-23", "40K-26"]
    assert asked["formations"]["strategic_reserves_points"] == 290
    assert asked["formations"]["strategic_reserves_limit"] == 500
    assert asked["formations"]["attached"] == {"overlord": "necron-warriors"}


def test_check_says_what_it_finds(call: Call, file: str) -> None:
    assert "Night Scythe is an Aircraft and must start in Reserves" in call("check", file).out


@pytest.mark.parametrize(("lang", "heading"), [("ja", "戦闘陣形"), ("zh", "战斗编队")])
def test_other_languages(call: Call, file: str, lang: str, heading: str) -> None:
    out = call("--lang", lang, "show", file, "--formations").out
    assert heading in out
    assert "290 / 500" in out
