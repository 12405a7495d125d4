"""What a list of the 11th edition states of units whose price rises with the copy, or with what they carry.

Canoptek Wraiths: 95 for three and 220 for six, the second unit of them 20 more. Which is the second, its player says.
"""

from __future__ import annotations

import pytest

from listbuilder.data.library import Library
from listbuilder.formats.import_list import judge_list
from listbuilder.roster.position import Position

LIST = """\
Two courts ({total} points)

Necrons
Strike Force (2000 points)
Canoptek Court

CHARACTERS

Overlord (90 points)
  • Warlord
  • 1x Tachyon arrow

OTHER DATASHEETS

Canoptek Wraiths ({six} points)
  • 6x Canoptek Wraith
     ◦ 6x Vicious claws

Canoptek Wraiths ({three} points)
  • 3x Canoptek Wraith
     ◦ 3x Vicious claws
"""


def judged(six: int, three: int) -> Position:
    text = LIST.format(total=90 + six + three, six=six, three=three)
    return judge_list(text.encode(), "x.txt", Library(), "2026-09-30")


def unpaid(done: Position) -> list[tuple[str, str, str]]:
    return [
        (each.code, each.key, each.severity)
        for each in done.findings
        if each.key.endswith("_unpaid")
    ]


@pytest.mark.parametrize(("six", "three"), [(220, 115), (240, 95)])
def test_any_order_of_the_copies_is_right(six: int, three: int) -> None:
    done = judged(six, three)
    assert done.points == 425 and done.imported is not None
    assert done.imported.differences == [] and unpaid(done) == []
    assert done.verdict == "legal"


@pytest.mark.parametrize(("six", "three"), [(220, 95)])
def test_no_copy_that_pays_more_is_an_error(six: int, three: int) -> None:
    done = judged(six, three)
    assert unpaid(done) == [("11E-20", "copy_unpaid", "error")]
    assert (done.points, done.verdict) == (425, "illegal")


@pytest.mark.parametrize(("six", "three"), [(240, 115), (200, 115), (220, 100)])
def test_what_is_wrong_otherwise_is_told_and_no_error(six: int, three: int) -> None:
    """Both dear, or a price that the unit never had: the total of the data counts, and the list differs."""
    done = judged(six, three)
    assert done.imported is not None and done.imported.differences != []
    assert unpaid(done) == [] and done.verdict == "legal"


@pytest.mark.slow
def test_prices_asked_of_another_day_accuse_nobody() -> None:
    """The list states today's prices; judged as of June, what differs is the day."""
    text = LIST.format(total=425, six=220, three=115)
    done = judge_list(text.encode(), "x.txt", Library(), "2026-06-17")
    assert unpaid(done) == []
    assert unpaid(judged(220, 95).copy_on_date("2026-06-17")) == []
