"""Where in a history file each mistake with days is told."""

from __future__ import annotations

from collections.abc import Iterator

from listbuilder.history.check import PastChecker
from listbuilder.model.problem import Problem
from listbuilder.yamlio import reader

CHECKER = PastChecker(reader.read_yaml(b"id: necrons\nas_of: '2026-01-01'\n", "necrons.yaml"))


def told(problems: Iterator[Problem]) -> list[tuple[str, tuple[str | int, ...]]]:
    return [(each.key, each.path) for each in problems]


def test_a_day() -> None:
    assert (
        told(CHECKER.check_date("2026-01-01", ("a",)))
        == told(CHECKER.check_date(None, ("a",)))
        == []
    )
    assert told(CHECKER.check_date("2026-13-01", ("a",))) == [("data_not_a_day", ("a",))]


def test_a_window_of_days() -> None:
    assert told(CHECKER.check_window("2026-01-01", "2026-02-01", ("a", 0))) == []
    assert told(CHECKER.check_window("2026-01-01", "2026-01-01", ("a", 0))) == []
    assert (
        told(CHECKER.check_window(None, "2026-01-01", ("a", 0)))
        == told(CHECKER.check_window("2026-01-01", None, ("a", 0)))
        == []
    )
    assert told(CHECKER.check_window("2026-02-01", "2026-01-01", ("a", 0))) == [
        ("data_day_before", ("a", 0, "until"))
    ]
    assert told(CHECKER.check_window("soon", "later", ("a", 0)))[:2] == [
        ("data_not_a_day", ("a", 0, "from")), ("data_not_a_day", ("a", 0, "until")),
    ]  # fmt: skip


def test_days_in_order() -> None:
    days, paths = ["2026-01-01", "2026-02-01", "2026-02-01"], [("a", place) for place in range(3)]
    assert told(CHECKER.check_oldest_first(days, paths)) == [("data_day_not_after", ("a", 2))]
    assert told(CHECKER.check_newest_first(days[::-1], paths)) == [
        ("data_day_not_before", ("a", 1))
    ]
    assert (
        told(CHECKER.check_oldest_first(days[:2], paths[:2]))
        == told(CHECKER.check_newest_first(days[1::-1], paths[:2]))
        == []
    )
    assert told(CHECKER.check_newest_first(days[:2], paths[:2])) == [
        ("data_day_not_before", ("a", 1))
    ]
    assert told(CHECKER.check_oldest_first(["x"], [("a", 0)])) == [("data_not_a_day", ("a", 0))]


def test_the_head_of_a_file() -> None:
    assert (
        told(CHECKER.check_header("necrons", "2026-01-01"))
        == told(CHECKER.check_header("necrons", None))
        == []
    )
    assert told(CHECKER.check_header("orks", "soon")) == [
        ("data_id_is_not_file", ("id",)),
        ("data_not_a_day", ("as_of",)),
    ]
    (unknown,) = [CHECKER.report_unknown_faction("necron", ["necrons", "orks"])]
    assert (unknown.key, unknown.args["near"], unknown.path) == (
        "unknown_faction",
        "necrons",
        ("id",),
    )
    assert CHECKER.make_warning("data_not_a_day", ("a",), given="x").severity == "warning"
