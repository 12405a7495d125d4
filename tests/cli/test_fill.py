"""`fill`: ways to spend what is left, for every game, in words and as JSON."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from listbuilder.reports import FillReport
from tests.cli import reports
from tests.cli.conftest import Call
from tests.cli.test_day_of_list import CITIES
from tests.sources import ROOT

EXAMPLES = ROOT / "examples"
NECRONS = EXAMPLES / "40k-10e" / "legal" / "necrons-awakened-dynasty.yaml"
GAMES = [
    "40k-10e",
    "40k-11e",
    "aos",
    "combat-patrol",
    "combat-patrol-11e",
    "spearhead",
    "space-marine-heroes",
]


def report(out: str) -> dict[str, Any]:
    return reports.report(out, FillReport, "fill")


@pytest.fixture
def short(roster: Callable[[str], str]) -> str:
    """Without the Tomb Blades: 75 points, and the 10 that were left."""
    text = NECRONS.read_text(encoding="utf-8")
    return roster(
        text.replace("  - {id: blades, datasheet: tomb-blades, models: 3}", "").replace(
            "[blades]", "[]"
        )
    )


def test_ways_in_one_line_each(call: Call, short: str) -> None:
    """What is the same for all has no column: all of them spend everything."""
    done = call("fill", short, "--points", "75")
    lines = done.out.splitlines()
    assert done.code == 0 and lines[0].startswith("75 points to spend (1915 / 2000)  ")
    assert lines[1] == "10 legal ways to spend all 75, fewest units first"
    assert [line.split()[0] for line in lines[3:13]] == [str(place) for place in range(1, 11)]
    assert "Points" not in done.out and any(line.endswith("  3 Tomb Blades 75") for line in lines)
    words = [word for word in done.out.split() if word != "\\"]  # at the end of a broken line
    ranked = f"Rank by something else: listbuilder fill {short} --points 75 --for gaps"
    assert ranked in " ".join(words)


def test_columns_of_what_is_different(call: Call, short: str) -> None:
    head, first, *_ = call("fill", short, "--for", "models").out.splitlines()[3:]
    assert head.split() == ["Add", "Points", "Left", "Models"]
    assert first.split()[0] == "1" and first.split()[-1].startswith("+")
    gaps = call("fill", short, "--for", "gaps").out.splitlines()
    assert gaps[1].endswith("most gaps filled first") and any(
        line.startswith("short of ") for line in gaps
    )


def test_nothing_to_spend(call: Call) -> None:
    out = call("fill", str(NECRONS.parent / "orks-war-horde.yaml"), "--points", "0").out
    assert out.startswith("0 points to spend (1990 / 2000)  ")


def test_an_illegal_list_is_fixed_first(call: Call) -> None:
    file = EXAMPLES / "40k-10e" / "illegal" / "40K-06-rule-of-three.yaml"
    lines = call("fill", str(file)).out.splitlines()
    assert lines[0].startswith("ILLEGAL  510 / 1000 points  ")
    assert lines[1:] == ["Adding units won't help.", f"First run: listbuilder fix {file}"]


def test_as_json(call: Call, short: str) -> None:
    before = Path(short).read_bytes()
    found = report(call("fill", short, "--format", "json").out)
    assert (found["points"], found["budget"], found["ranked_by"]) == (1990 - 75, 85, "closest")
    first = found["ways"][0]
    assert (first["spent"], first["left"], first["points"]) == (85, 0, 2000) and len(
        found["ways"]
    ) == 10
    assert [each["points"] for each in first["purchases"]] == [85]
    assert Path(short).read_bytes() == before


@pytest.mark.parametrize("purpose", ["closest", "models", "wounds", "control", "gaps"])
def test_what_to_rank_by(call: Call, short: str, purpose: str) -> None:
    found = report(call("fill", short, "--for", purpose, "--points", "60", "--format", "json").out)
    assert found["ranked_by"] == purpose and all(way["spent"] <= 60 for way in found["ways"])
    if purpose in ("models", "wounds", "control"):
        gained = [way[purpose] for way in found["ways"]]
        assert gained == sorted(gained, reverse=True) and gained[0] > 0


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("lang", ["en", "ja", "zh"])
@pytest.mark.slow_but(1)
def test_every_game_in_every_language(call: Call, game: str, lang: str) -> None:
    for file in [
        *sorted((EXAMPLES / game / "legal").glob("*.yaml"))[:3],
        *sorted((EXAMPLES / game / "illegal").glob("*.yaml"))[:3],
    ]:
        text, found = (
            call("fill", str(file), "--lang", lang),
            call("fill", str(file), "--lang", lang, "--format", "json"),
        )
        assert text.code == found.code and text.out.count(file.name) >= 1
        assert report(found.out)["verdict"] == ("legal" if found.code == 0 else "illegal")


def test_what_costs_nothing(call: Call) -> None:
    done = call("fill", str(EXAMPLES / "aos" / "legal" / "stormcast-thunderhead-season.yaml"))
    assert "note: Prayer lore not chosen yet (free): Prayers of the Stormhosts" in done.out


def test_only_what_is_owned(call: Call, short: str, tmp_path: Path) -> None:
    owned = tmp_path / "mine.yaml"
    assert call("collection", "from", short, "-o", str(owned)).code == 0
    found = report(call("fill", short, "--collection", str(owned), "--format", "json").out)
    assert all(each["what"] == "enhancement" for way in found["ways"] for each in way["purchases"])


def test_a_list_of_another_program(call: Call, tmp_path: Path) -> None:
    file = tmp_path / "list.txt"
    file.write_text(CITIES, encoding="utf-8")
    found = report(call("fill", str(file), "--points", "150", "--format", "json").out)
    assert found["points"] == 270 and all(
        way["points"] == 270 + way["spent"] for way in found["ways"]
    )
    assert found["ways"]


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (("no-such-file.yaml",), "no-such-file.yaml: no such file"),
        ((str(NECRONS), "--points", "some"), '"some" is not a points value'),
        ((str(NECRONS), "--points", "-5"), "--points"),
        ((str(NECRONS), "--for", "glory"), "--for can't be glory; choose closest, models"),
        ((str(NECRONS), "--collection", "nowhere.yaml"), "nowhere.yaml: no such file"),
    ],
)
def test_one_sentence_for_what_cannot_be_asked(
    call: Call, words: tuple[str, ...], said: str
) -> None:
    done = call("fill", *words)
    assert (
        (done.code, done.out) == (2, "")
        and said in done.err
        and len(done.err.strip().splitlines()) == 1
    )


def test_an_unread_list_is_offered_nothing(call: Call, roster: Callable[[str], str]) -> None:
    text = NECRONS.read_text(encoding="utf-8").replace(
        "datasheet: ghost-ark", "datasheet: goast-ark"
    )
    done = call("fill", roster(text))
    assert (done.code, done.out) == (2, "") and "goast-ark" in done.err


def test_nothing_left(call: Call) -> None:
    done = call("fill", str(NECRONS))
    assert (
        "10 points left (1990 / 2000)" in done.out
        and "nothing available for 10 points or less" in done.out
    )
    illegal = call("fill", str(EXAMPLES / "40k-10e" / "illegal" / "40K-02-points-limit.yaml"))
    assert illegal.code == 1 and "Adding units won't help." in illegal.out


def test_one_is_one_and_what_mends_a_list_is_named(call: Call) -> None:
    """Of the first list one combination can be tried, of the second many; `check` mends nothing."""
    for file in (
        "40k-11e/legal/necrons-two-detachments.yaml",
        "aos/legal/stormcast-thunderhead-season.yaml",
    ):
        said = call("fill", str(EXAMPLES / file), "--for", "gaps").out
        assert "stopped after " in said and "1 combinations" not in said
    illegal = EXAMPLES / "40k-11e" / "illegal" / "11E-04-detachment-of-another-faction.yaml"
    assert f"listbuilder fix {illegal}" in call("fill", str(illegal)).out
