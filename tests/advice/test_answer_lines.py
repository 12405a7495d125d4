"""The changes of an answer as lines: which unit, on which line, for how many points."""

from __future__ import annotations

from pathlib import Path

from listbuilder.advice.fix import find_fixes
from listbuilder.advice.fix_lines import format_units, list_answer_lines
from listbuilder.advice.things import find_things
from listbuilder.advice.why import explain_why
from listbuilder.roster.position import Position
from tests.advice.breaking import LIBRARY, ROOT

LYCHGUARD = ROOT / "examples" / "40k-10e" / "illegal" / "40K-06-rule-of-three.yaml"
NECRONS = ROOT / "examples" / "40k-10e" / "legal" / "necrons-awakened-dynasty.yaml"


def position(file: Path) -> Position:
    return Position.read(file.read_bytes(), file.name, LIBRARY)


def test_which_unit_goes_is_said_with_its_size_and_its_line() -> None:
    start = position(LYCHGUARD)
    said = [
        [line.text for line in list_answer_lines(answer, start, "en")]
        for answer in find_fixes(start).answers
    ]
    assert said == [
        ["remove Lychguard, 5 models (line 8)"],
        ["remove Lychguard, 10 models (line 11)"],
    ]
    points = [
        [line.points for line in list_answer_lines(answer, start, "en")]
        for answer in find_fixes(start).answers
    ]
    assert points == [[-85], [-170]]


def test_a_unit_without_a_namesake_needs_no_line_beside_its_name() -> None:
    start = position(LYCHGUARD)
    (line,) = list_answer_lines(find_fixes(start).answers[0], start, "en")
    assert (line.unit, line.change, line.removes) == ("Lychguard (line 8)", "remove", 1)


def test_every_change_of_an_answer_has_its_points_and_together_they_are_the_difference() -> None:
    start = position(NECRONS)
    answer = explain_why(start, find_things(start, "monolith", None).things)
    assert answer is not None and answer.answers
    for each in answer.answers:
        lines = list_answer_lines(each, answer.added, "en")
        assert all(line.points for line in lines)
        assert sum(line.points or 0 for line in lines) == (each.after.points or 0) - (
            answer.added.points or 0
        )
    changes = {
        (line.unit, line.change)
        for each in answer.answers
        for line in list_answer_lines(each, answer.added, "en")
    }
    assert ("Necron Warriors", "20 → 10 models") in changes
    assert ("Overlord", "no Veil of Darkness") in changes
    assert ("C'tan Shard of the Nightbringer", "remove") in changes


def test_equal_units_are_counted() -> None:
    army = position(LYCHGUARD).army
    assert army is not None
    guard = [unit for unit in army.units if unit.name == "Lychguard"]
    lines = {unit.path: 8 + place for place, unit in enumerate(guard)}
    assert (
        format_units(guard, "en", lines.get)
        == "3 × Lychguard, 5 models each (lines 8–10), Lychguard, 10 models (line 11)"
    )
    assert format_units(guard[:2], "ja", lines.get) == "Lychguard 各 5 体 ×2（8–9 行目）"
    assert format_units(guard[:1], "zh", lines.get) == "Lychguard 5 个模型（第 8 行）"
