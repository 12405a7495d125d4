"""A list of a day is judged by the book of that day.

Orks have another since 2026-09-02, Space Marines since 2026-09-30. Prices were read by hand from
the points history of the facts, names from the books before and after.
"""

from __future__ import annotations

import pytest

from listbuilder.data.library import Library
from listbuilder.games.wh40k.army import Muster
from listbuilder.roster.position import Position

LIBRARY = Library()


def on(day: str | None, faction: str, detachment: str, *units: str) -> Position:
    lines = [
        "system: warhammer-40k-11e",
        f"faction: {faction}",
        "battle_size: strike-force",
        f"detachments: [{detachment}]",
        "units:",
        *(f"  - {{{unit}}}" for unit in units),
        "",
    ]
    return Position.read("\n".join(lines).encode(), "r.yaml", LIBRARY, day)


def points(done: Position) -> list[int | None]:
    assert done.problems == []
    assert done.army is not None
    assert [note for note in done.assumed if note.key == "price_not_known"] == []
    return [unit.points for unit in done.army.units]


def errors(done: Position) -> list[tuple[str, str, str, str]]:
    """Return each error by its rule and sentence, with what it names and since when that has come
    or gone.
    """
    return [
        (f.code, f.key, f.args["name"], f.args["since"])
        for f in done.findings
        if f.severity == "error"
    ]


BOYZ = ("datasheet: warboss, warlord: true", "datasheet: boyz, models: 20")


@pytest.mark.parametrize(
    ("day", "found"),
    [
        ("2026-06-17", [75, 150]),
        ("2026-07-22", [85, 160]),
        ("2026-09-01", [85, 160]),
        ("2026-09-02", [100, 180]),
        ("2026-09-30", [100, 170]),
        (None, [100, 170]),
    ],
)
def test_prices_before_and_after_a_codex(day: str | None, found: list[int]) -> None:
    assert points(on(day, "orks", "war-horde", *BOYZ)) == found


def test_a_further_copy_costs_what_it_did_that_day() -> None:
    four = ("datasheet: warboss, warlord: true", *["datasheet: boyz, models: 10"] * 4)
    assert points(on("2026-08-26", "orks", "war-horde", *four)) == [85, 75, 75, 75, 85]
    assert points(on("2026-06-17", "orks", "war-horde", *four)) == [75, 75, 75, 75, 75]


def test_a_price_for_one_chapter_ends_with_the_codex() -> None:
    squad = "datasheet: assault-intercessor-squad, models: 5"
    assert points(on("2026-09-29", "blood-angels", "liberator-assault-group", squad)) == [80]
    assert points(on("2026-09-29", "space-marines", "gladius-task-force", squad)) == [75]
    assert points(on("2026-09-30", "blood-angels", "angelic-inheritors", squad)) == [90]


def test_what_only_the_old_book_has() -> None:
    unit = "datasheet: big-mek-with-kustom-force-field, warlord: true"
    done = on("2026-08-26", "orks", "more-dakka", unit)
    assert isinstance(done.army, Muster) and done.problems == []
    assert [each.name for each in done.army.detachments] == ["More Dakka!"]
    assert done.verdict == "legal"
    today = on(None, "orks", "war-horde", unit)
    assert today.problems == [] and today.verdict == "illegal"
    assert errors(today) == [
        ("11E-03", "away_since", "Big Mek with Kustom Force Field", "2026-09-02")
    ]


def test_what_only_the_new_book_has_is_named() -> None:
    done = on("2026-08-26", "orks", "shoota-boyz", *BOYZ, "datasheet: nazdreg")
    assert done.problems == [] and done.verdict == "illegal"
    assert errors(done) == [
        ("11E-03", "away_before", "Nazdreg", "2026-09-02"),
        ("11E-04", "away_before", "Shoota Boyz", "2026-09-02"),
    ]
