"""`why`: what it says, in words and for programs."""

from __future__ import annotations

from pathlib import Path

import pytest

from listbuilder.reports import WhyReport
from tests.advice.breaking import ROOT
from tests.cli.conftest import Call

NECRONS = str(ROOT / "examples" / "40k-10e" / "legal" / "necrons-awakened-dynasty.yaml")


def test_only_over_the_points_is_an_answer_of_its_own(call: Call) -> None:
    result = call("why", NECRONS, "monolith")
    assert result.code == 1
    lines = result.out.splitlines()
    assert (
        lines[0] == "NO, 390 points over: with Monolith (400) the list would be 2390 / 2000 points"
    )
    assert lines[1] == "40K-02 points-limit: core rules, Points limit, p55"
    assert lines[3] == "You can add it if you free 390 points:"
    assert "because of" not in result.out  # the monolith alone, as everybody knows


def test_what_makes_it_possible_is_grouped_by_what_it_costs(call: Call) -> None:
    """Every change has its points, units that go come first, and with many changes they are counted."""
    out = call("why", NECRONS, "monolith").out
    assert [
        line.strip() for line in out.splitlines() if line.startswith("  ") and line[2].isalpha()
    ] == [
        "Removing one unit",
        "Keeping every unit (6 changes)",
    ]
    rows = [line.split("  ") for line in out.splitlines()]
    first = [[cell.strip() for cell in row if cell.strip()] for row in rows if row][6:8]
    assert first == [
        ["1", "C'tan Shard of the Nightbringer", "remove", "-340"],
        ["Lokhust Heavy Destroyers", "2 → 1 model", "-55", "→ 1995 / 2000"],
    ]


def test_equal_units_are_counted_and_have_lines(call: Call) -> None:
    out = call(
        "why",
        str(ROOT / "examples" / "40k-10e" / "illegal" / "40K-06-rule-of-three.yaml"),
        "lychguard",
    ).out
    assert out.startswith("NO: 5 × Lychguard; the limit is 3 per datasheet\n")
    assert "because of 5 × Lychguard (lines 8–11 and the new one)" in out
    assert "1  Lychguard (line 8)   remove   -85  → 510 / 1000" in out


@pytest.mark.parametrize(
    ("lang", "words"),
    [
        ("ja", "不可、390 ポイント超過: Monolith（400）を加えると"),
        ("zh", "不可以，超出 390 点：加入 Monolith（400）后为"),
    ],
)
def test_in_other_languages(call: Call, lang: str, words: str) -> None:
    assert words in call("why", NECRONS, "monolith", "--lang", lang).out


def test_illegal_is_another(call: Call) -> None:
    result = call("why", NECRONS, "silent", "king")
    assert (result.code, "NO: The Silent King (400) breaks 2 rules" in result.out) == (1, True)
    assert "error[40K-12]: Overlord is the Warlord, but The Silent King must be" in result.out
    assert "  fix   make The Silent King the " in result.out


def test_yes(call: Call) -> None:
    result = call("why", NECRONS, "gauss reaper", "--to", "phalanx")
    assert (
        result.code,
        "YES: gauss reaper for Necron Warriors can be added → 1990 / 2000 points" in result.out,
    ) == (0, True)


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (("zzzqq",), 'this army has nothing called "zzzqq"; did you mean '),
        (("monolith", "--to", "zzzqq"), 'no unit called "zzzqq"; the list has Overlord'),
        ((), "say what to add, as in `listbuilder why "),
        (("monolith", "--all"), "or list everything: `listbuilder why "),
    ],
)
def test_what_cannot_be_answered(call: Call, words: tuple[str, ...], said: str) -> None:
    result = call("why", NECRONS, *words)
    assert (result.code, result.out) == (2, "")
    assert said in result.err


DARK_ANGELS = """system: warhammer-40k-11e
faction: dark-angels
battle_size: strike-force
detachments: [gladius-task-force]
units:
  - {datasheet: captain, warlord: true}
"""
GARGANTS = """system: age-of-sigmar-4e
faction: sons-of-behemat
points_limit: 2000
battle_formation: conquering-stomp
regiments: [{hero: {unit: king-brodd, general: true}}]
"""


@pytest.mark.parametrize("name", ["Tactical Squad", "Devastator Squad"])
def test_a_unit_that_is_gone_is_tried(call: Call, tmp_path: Path, name: str) -> None:
    """Not the one whose name is nearest. On a day on which it was there, it can be added."""
    file = tmp_path / "mine.yaml"
    file.write_text(DARK_ANGELS, encoding="utf-8")
    result = call("why", str(file), name)
    assert (result.code, f"NO: {name} was only available until 2026-09-30" in result.out) == (
        1,
        True,
    )
    file.write_text(
        DARK_ANGELS.replace("gladius-task-force", "company-of-hunters"), encoding="utf-8"
    )
    assert call("why", str(file), name, "--as-of", "2026-09-15").out.startswith(f"YES: {name}")


@pytest.mark.parametrize(
    ("roster", "name", "since"),
    [
        (DARK_ANGELS, "Company of Hunters", "2026-09-30"),
        (DARK_ANGELS, "Recon Hunter", "2026-09-30"),
        (GARGANTS, "Mancrusher Mob", "2026-09-09"),
        (GARGANTS, "Taker Tribe", "2026-09-09"),
        (GARGANTS, "Stumblefoot Gargant", "2026-09-09"),
    ],
)
def test_of_what_else_is_gone_it_says_since_when(
    call: Call, tmp_path: Path, roster: str, name: str, since: str
) -> None:
    file = tmp_path / "mine.yaml"
    file.write_text(roster, encoding="utf-8")
    result = call("why", str(file), name)
    assert (result.code, result.out) == (2, "")
    assert f"{name} was only available until {since}" in result.err


def test_a_list_that_cannot_be_read(call: Call) -> None:
    result = call(
        "why", str(ROOT / "examples" / "unreadable" / "a-list.yaml"), "monolith", "--format", "json"
    )
    assert result.code == 2
    report = WhyReport.model_validate_json(result.out)
    assert (report.verdict, report.answer, len(report.unread)) == ("unread", None, 1)


def test_the_report(call: Call) -> None:
    report = WhyReport.model_validate_json(
        call("why", NECRONS, "silent king", "--format", "json").out
    )
    assert report.answer is not None
    assert (report.answer.allowed, report.answer.only_points, report.answer.points) == (
        False,
        False,
        2390,
    )
    assert [
        (reason.code, [unit.name for unit in reason.causes]) for reason in report.answer.reasons
    ] == [
        ("40K-02", ["The Silent King"]),
        ("40K-12", ["Overlord", "The Silent King"]),
    ]
    for offer in report.answer.offers:
        assert offer.verdict == "legal"
        assert "the-silent-king" in [unit["datasheet"] for unit in offer.roster["units"]]


def test_everything(call: Call) -> None:
    report = WhyReport.model_validate_json(call("why", NECRONS, "--all", "--format", "json").out)
    assert report.marks is not None
    marks = {mark.id: mark for mark in report.marks}
    assert (marks["monolith"].only_points, marks["monolith"].change) == (True, 400)
    assert [reason.code for reason in marks["ctan-shard-of-the-nightbringer"].reasons] == [
        "40K-02",
        "40K-07",
    ]
    text = call("why", NECRONS, "--all").out
    row = next(line.split() for line in text.splitlines() if "Monolith" in line)
    assert row == ["$", "Monolith", "+400", "40K-02"]
    assert text.startswith(f"{len(marks)} candidates: ")


STORMCAST = str(ROOT / "examples" / "aos" / "legal" / "stormcast-thunderhead-season.yaml")


@pytest.mark.slow
def test_a_warscroll_of_another_faction_is_known_and_so_is_what_brings_it(call: Call) -> None:
    """Callis and Toll are in Saviours of Cinderfall, which Stormcast may take; Gutrot Spume is in nothing of theirs."""
    result = call("why", STORMCAST, "callis")
    assert (
        result.code,
        "Callis and Toll belongs to Cities of Sigmar, not Stormcast Eternals" in result.out,
    ) == (1, True)
    assert "This army can take Callis and Toll as part of Saviours of Cinderfall." in result.out
    assert (
        "No change makes it possible." in result.out and "AOS-01" not in result.out
    )  # points are not what forbids it
    report = WhyReport.model_validate_json(call("why", STORMCAST, "callis", "--format", "json").out)
    assert report.answer is not None
    assert (report.answer.of, report.answer.brought_by) == (
        "Cities of Sigmar",
        ["Saviours of Cinderfall"],
    )
    other = WhyReport.model_validate_json(call("why", STORMCAST, "gutrot", "--format", "json").out)
    assert other.answer is not None
    assert (other.answer.of, other.answer.brought_by, other.answer.offers) == (
        "Maggotkin of Nurgle",
        [],
        [],
    )
    assert "AOS-04" in [reason.code for reason in other.answer.reasons]


def test_a_warscroll_of_an_army_of_renown_that_this_is_none_of(call: Call) -> None:
    cities = str(ROOT / "examples" / "aos" / "legal" / "cities-of-sigmar-command-corps.yaml")
    result = call("why", cities, "lethisian consecrators")
    assert result.code == 1
    assert "error[AOS-06]: Lethisian Consecrators" in result.out


def test_a_unit_of_another_box_is_named_with_its_box(call: Call) -> None:
    patrol = str(ROOT / "examples" / "combat-patrol" / "legal" / "amonhotekhs-guard-bare.yaml")
    result = call("why", patrol, "intercessor")
    assert (result.code, result.out) == (2, "")
    assert "nothing can be added to this army" in result.err


def test_a_game_without_points_speaks_of_none(call: Call) -> None:
    """There are seven cards of heroes, and five are taken: no more than five may be."""
    heroes = ROOT / "examples" / "space-marine-heroes" / "legal" / "five-plague-marines.yaml"
    assert call("why", str(heroes), "--all").out.startswith(
        "7 candidates: 0 can be added, 7 illegal "
    )
