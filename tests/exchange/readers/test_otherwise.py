"""A list with a line unread says what it would be without it, where that line cannot be a unit."""

from __future__ import annotations

import pytest

from listbuilder.exchange.imports import judge_list
from listbuilder.store.library import Library
from tests.exchange.readers import lists

ITEM = "1x Voidfrost gizmo"


def with_line(text: str, line: str, behind: str) -> bytes:
    assert behind in text
    return text.replace(behind, f"{behind}\n{line}", 1).encode()


def first_item(text: str) -> str:
    return next(line for line in text.splitlines() if line.lstrip().startswith(("• 1x", "◦ 1x")))


def test_an_unknown_item_leaves_the_rest_judged(library: Library) -> None:
    done = judge_list(with_line(lists.GW_A, f"  • {ITEM}", first_item(lists.GW_A)), "x", library)
    assert [problem.key for problem in done.problems] == ["unread_item"]
    assert (done.verdict, done.otherwise) == ("unread", "legal")


def test_what_is_wrong_beside_it_is_said(library: Library) -> None:
    """A second warlord, and an item that nobody knows on another unit."""
    unit = next(line for line in lists.GW_A.splitlines() if line.startswith("Necron Warriors"))
    text = lists.GW_A.replace(unit, f"{unit}\n  • Warlord", 1)
    done = judge_list(with_line(text, f"  • {ITEM}", first_item(text)), "x", library)
    assert [problem.key for problem in done.problems] == ["unread_item"]
    assert "40K-12" in [each.code for each in done.findings if each.severity == "error"]
    assert (done.verdict, done.otherwise) == ("unread", "illegal")


@pytest.mark.parametrize("line", ["Voidfrost Gizmos (90 points)", "Somebody Unknown (15 Points)"])
def test_nobody_knows_where_it_could_be_a_unit(line: str, library: Library) -> None:
    done = judge_list(f"{lists.GW_A.partition('Exported')[0]}\n{line}\n".encode(), "x", library)
    assert (done.verdict, done.otherwise) == ("unread", None)


def test_of_a_list_that_is_read_there_is_nothing_to_say(library: Library) -> None:
    done = judge_list(lists.GW_A.encode(), "x", library)
    assert (done.verdict, done.otherwise) == ("legal", None)
