"""What another day makes of a roster. Prices and days are those of the facts (history.json)."""

from __future__ import annotations

from typing import Any

from listbuilder.advice.other_date import OtherDay, compare_with_day
from listbuilder.data.library import Library
from listbuilder.workspace.session import Session


def opened(library: Library, *units: str, **more: Any) -> Session:
    regiment = {
        "hero": {"unit": "freeguild-marshal-and-relic-envoy", "general": True},
        "units": [{"unit": each} for each in units],
    }
    head = {"system": "age-of-sigmar-4e", "faction": "cities-of-sigmar", "points_limit": 1000}
    return Session.create({**head, **more, "regiments": [regiment]}, library)


def said(other: OtherDay) -> list[tuple[str, int | None, int | None]]:
    return [
        (
            each.name,
            each.before.points if each.before else None,
            each.after.points if each.after else None,
        )
        for each in other.changes
    ]


def test_prices_of_the_other_day(library: Library) -> None:
    """From 2025-06-11 and from 2025-09-24: the Marshal 90 and 100, the Corps 140 and 170."""
    session = opened(library, "freeguild-command-corps", points_as_of="2025-10-29")
    other = compare_with_day(session.position, "2025-09-10")
    assert said(other) == [
        ("Freeguild Marshal and Relic Envoy", 100, 90),
        ("Freeguild Command Corps", 170, 140),
    ]
    assert (
        other.after.data["points_as_of"] == "2025-09-10"
        and session.data["points_as_of"] == "2025-10-29"
    )
    assert (other.before.points, other.after.points, other.effect.change) == (270, 230, -40)


def test_what_went_is_illegal_today_and_says_why(library: Library) -> None:
    session = opened(library, "freeguild-command-corps", points_as_of="2025-10-29")
    other = compare_with_day(session.position, None)
    (gone,) = [each for each in other.changes if each.remarks]
    assert gone.name == "Freeguild Command Corps"
    assert [(note.key, note.args["since"], note.args["now"]) for note in gone.remarks] == [
        ("away_since_now", "2026-05-27", "Freeguild Command Corps Adjutants")
    ]
    assert (
        "points_as_of" not in other.after.data
        and other.after.verdict == "illegal"
        and other.problems == ()
    )


def test_what_was_not_there_yet_is_said(library: Library) -> None:
    """The Adjutants came on 2026-05-27."""
    session = opened(library, "freeguild-command-corps-adjutants")
    other = compare_with_day(session.position, "2025-10-29")
    (early,) = [each for each in other.changes if each.remarks]
    assert [note.args["since"] for note in early.remarks if note.key == "away_before"] == [
        "2026-05-27"
    ]


def test_what_went_before_the_other_day_says_what_it_is_now(library: Library) -> None:
    session = opened(library, "freeguild-command-corps", points_as_of="2025-10-29")
    (late,) = [
        each for each in compare_with_day(session.position, "2026-06-30").changes if each.remarks
    ]
    (note,) = [note for note in late.remarks if note.key.startswith("away")]
    assert (note.key, note.args["since"], note.args["now"]) == (
        "away_since_now",
        "2026-05-27",
        "Freeguild Command Corps Adjutants",
    )


def test_the_same_day_changes_nothing(library: Library) -> None:
    session = opened(library, "freeguild-command-corps", points_as_of="2025-10-29")
    other = compare_with_day(session.position, "2025-10-29")
    assert (other.changes, other.same, other.problems) == ((), 2, ())


def test_it_is_one_step_of_undo(library: Library) -> None:
    session = opened(library, "freeguild-command-corps")
    assert session.apply(compare_with_day(session.position, "2025-10-29").edit)
    assert session.army is not None and (session.army.priced_on, session.army.past_day) == (
        "2025-10-29",
        True,
    )
    session.undo()
    assert (
        "points_as_of" not in session.data
        and session.army is not None
        and not session.army.past_day
    )
