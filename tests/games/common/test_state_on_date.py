"""What changes and dated states say of a date, whatever they are the history of."""

from __future__ import annotations

import pytest
from msgspec import UNSET, UnsetType

from listbuilder.history.state_on_date import (
    PastState,
    collect_past_values,
    find_state_on,
    yield_changes_since,
)
from listbuilder.model.base import Model


class TinState(PastState, kw_only=True):
    models: int | UnsetType = UNSET
    banner: str | UnsetType | None = UNSET


class TinChange(Model):
    until: str
    was: TinState


class TinPrice(Model):
    from_: str
    points: int


NEW = TinChange("2026-06-01", TinState(models=5, banner=None))
OLD = TinChange("2025-06-01", TinState(models=3))
FIRST, SECOND = TinPrice("2025-06-10", 50), TinPrice("2026-06-10", 60)


def test_a_state_gives_what_it_says_and_what_it_says_is_not_there() -> None:
    assert TinState().get_stated_values() == {}
    assert TinState(banner=None).get_stated_values() == {"banner": None}


@pytest.mark.parametrize(
    ("day", "changes", "values"),
    [
        ("2026-06-01", [], {}),  # the day of the change is the first without it
        ("2026-05-31", [NEW], {"models": 5, "banner": None}),
        ("2025-06-01", [NEW], {"models": 5, "banner": None}),
        ("2025-05-31", [NEW, OLD], {"models": 3, "banner": None}),
    ],
)
def test_the_oldest_change_since_a_day_counts(
    day: str, changes: list[TinChange], values: dict[str, object]
) -> None:
    assert list(yield_changes_since([NEW, OLD], day)) == changes
    assert collect_past_values([NEW, OLD], day) == values


@pytest.mark.parametrize(
    ("day", "grace", "state"),
    [
        ("2025-06-06", 3, None),
        ("2025-06-07", 3, FIRST),  # a list is written ahead of the first known prices only
        ("2025-06-09", 0, None),
        ("2025-06-10", 0, FIRST),
        ("2026-06-09", 3, FIRST),
        ("2026-06-10", 3, SECOND),
    ],
)
def test_the_state_of_a_day_is_the_last_that_began(
    day: str, grace: int, state: TinPrice | None
) -> None:
    assert find_state_on([FIRST, SECOND], day, grace) is state
    assert find_state_on([], day, grace) is None
