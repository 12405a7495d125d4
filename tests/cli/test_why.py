"""`why`: what it says, in words and for programs."""

from __future__ import annotations

import pytest

from listbuilder.contract import WhyReport
from tests.advice.breaking import ROOT
from tests.cli.conftest import Call

NECRONS = str(ROOT / "examples" / "40k-10e" / "legal" / "necrons-awakened-dynasty.yaml")


def test_only_over_the_points_is_an_answer_of_its_own(call: Call) -> None:
    result = call("why", NECRONS, "monolith")
    assert result.code == 1
    assert "Monolith: legal except for points (2390 of 2000)" in result.out
    assert "40K-02 2390 points; the limit is 2000" in result.out
    assert "points-limit  Warhammer 40,000 core rules, Points limit, p55" in result.out
    assert "caused by Monolith" in result.out
    assert "Remove C'tan Shard of the Nightbringer (-340)\n     → 1995 points" in result.out


@pytest.mark.parametrize(("lang", "words"), [("ja", "ポイントの超過だけが妨げ"), ("zh", "仅超出点数")])
def test_in_other_languages(call: Call, lang: str, words: str) -> None:
    assert words in call("why", NECRONS, "monolith", "--lang", lang).out


def test_illegal_is_another(call: Call) -> None:
    result = call("why", NECRONS, "silent", "king")
    assert (result.code, "The Silent King: no, the list would be illegal" in result.out) == (1, True)
    assert "fixed by: Make The Silent King the warlord" in result.out


def test_yes(call: Call) -> None:
    result = call("why", NECRONS, "gauss reaper", "--to", "phalanx")
    assert (result.code, "gauss reaper for Necron Warriors: yes → 1990 points" in result.out) == (0, True)


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


def test_a_list_that_cannot_be_read(call: Call) -> None:
    result = call("why", str(ROOT / "examples" / "unreadable" / "a-list.yaml"), "monolith", "--format", "json")
    assert result.code == 2
    report = WhyReport.model_validate_json(result.out)
    assert (report.verdict, report.answer, len(report.unread)) == ("unread", None, 1)


def test_the_report(call: Call) -> None:
    report = WhyReport.model_validate_json(call("why", NECRONS, "silent king", "--format", "json").out)
    assert report.answer is not None
    assert (report.answer.allowed, report.answer.only_points, report.answer.points) == (False, False, 2390)
    assert [(reason.code, [unit.name for unit in reason.causes]) for reason in report.answer.reasons] == [
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
    assert [reason.code for reason in marks["ctan-shard-of-the-nightbringer"].reasons] == ["40K-02", "40K-07"]
    text = call("why", NECRONS, "--all").out
    assert "$ Monolith (+400)  40K-02" in text
    assert text.startswith(f"{NECRONS}: {len(marks)} candidates: ")


STORMCAST = str(ROOT / "examples" / "aos" / "legal" / "stormcast-thunderhead-season.yaml")


@pytest.mark.slow
def test_a_warscroll_of_another_faction_is_known_and_so_is_what_brings_it(call: Call) -> None:
    """Callis and Toll are in Saviours of Cinderfall, which Stormcast may take; Gutrot Spume is in nothing of theirs."""
    result = call("why", STORMCAST, "callis")
    assert (result.code, "Callis and Toll belongs to Cities of Sigmar, not Stormcast Eternals" in result.out) == (1, True)
    assert "this army can take Callis and Toll as part of Saviours of Cinderfall" in result.out
    report = WhyReport.model_validate_json(call("why", STORMCAST, "callis", "--format", "json").out)
    assert report.answer is not None
    assert (report.answer.of, report.answer.brought_by) == ("Cities of Sigmar", ["Saviours of Cinderfall"])
    other = WhyReport.model_validate_json(call("why", STORMCAST, "gutrot", "--format", "json").out)
    assert other.answer is not None
    assert (other.answer.of, other.answer.brought_by, other.answer.offers) == ("Maggotkin of Nurgle", [], [])
    assert "AOS-04" in [reason.code for reason in other.answer.reasons]


def test_a_warscroll_of_an_army_of_renown_that_this_is_none_of(call: Call) -> None:
    cities = str(ROOT / "examples" / "aos" / "legal" / "cities-of-sigmar-command-corps.yaml")
    result = call("why", cities, "lethisian consecrators")
    assert result.code == 1
    assert "AOS-06 Lethisian Consecrators" in result.out


def test_a_unit_of_another_box_is_named_with_its_box(call: Call) -> None:
    patrol = str(ROOT / "examples" / "combat-patrol" / "legal" / "amonhotekhs-guard-bare.yaml")
    result = call("why", patrol, "intercessor")
    assert (result.code, result.out) == (2, "")
    assert "nothing can be added to this army" in result.err


def test_a_game_without_points_speaks_of_none(call: Call) -> None:
    """There are seven cards of heroes, and five are taken: no more than five may be."""
    heroes = ROOT / "examples" / "space-marine-heroes" / "legal" / "five-plague-marines.yaml"
    assert call("why", str(heroes), "--all").out.startswith(f"{heroes}: 7 candidates: 0 can be added, 7 illegal\n")
