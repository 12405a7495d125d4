"""`check` and `fix` offer the same first fix."""

from __future__ import annotations

from pathlib import Path

import pytest

from listbuilder.advice.first_fix import ShownFixes, find_quick_answer
from listbuilder.advice.fix import find_fixes
from listbuilder.advice.fix_lines import list_answer_lines
from listbuilder.data.library import Library
from listbuilder.roster.position import Position

LIBRARY = Library()
FILES = sorted(Path("examples").glob("*/illegal/*.yaml"))


def read(file: Path | str, text: str | None = None) -> Position:
    raw = text.encode() if text is not None else Path(file).read_bytes()
    return Position.read(raw, str(file), LIBRARY)


@pytest.mark.parametrize("file", FILES, ids=lambda file: file.stem)
@pytest.mark.slow_but(5)
def test_the_fix_that_check_shows_is_the_first_of_fix(file: Path) -> None:
    done = read(file)
    errors = [each for each in done.findings if each.severity == "error"]
    shown = ShownFixes(done, "en").get_fix(errors[0])
    first = next(iter(find_fixes(read(file)).answers), None)
    if first is None or len(first.moves) > 1 or len(errors) > 1:
        assert shown is None or shown.lines or first is None
        return
    assert shown is not None and [line.text for line in shown.lines] == [
        line.text for line in list_answer_lines(first, done, "en")
    ]
    assert shown.legal and shown.points == (
        first.points if done.army and done.army.counts_points else None
    )


HEAD = "system: warhammer-40k-10e\nfaction: necrons\nbattle_size: incursion\ndetachment: awakened-dynasty\nunits:\n"
TWO = (
    HEAD
    + "  - {datasheet: overlord, warlord: true, enhancement: veil-of-darkness}\n"
    + 4 * "  - {datasheet: lychguard}\n"
)
TWO += "  - {datasheet: plasmancer, enhancement: veil-of-darkness}\n"


def test_each_of_several_errors_has_its_own_change_of_one_answer() -> None:
    done = read("two.yaml", TWO)
    errors = [each for each in done.findings if each.severity == "error"]
    fixes = ShownFixes(done, "en")
    assert {each.code for each in errors} == {"40K-06", "40K-10"} and fixes.answer is not None
    shown = [fixes.get_fix(each) for each in errors]
    said = sorted(line.text for fix in shown if fix is not None for line in fix.lines)
    assert (
        said == sorted(line.text for line in list_answer_lines(fixes.answer, done, "en"))
        and len(said) == 2
    )
    assert not any(fix.legal for fix in shown if fix is not None)  # one alone is not enough


def test_a_legal_list_has_no_answer() -> None:
    assert find_quick_answer(read(next(Path("examples/40k-10e/legal").glob("*.yaml")))) is None
