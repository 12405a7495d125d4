"""The state of a thing on a date, read from its history record in the same way for every game.

A record leads back from a later state of its thing. Its `changes`, newest first, say which keys had
other values until a date; its `states`, oldest first, are each in force from a date until the next.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import Any, Protocol, TypeVar

from msgspec import UNSET

from listbuilder.model.base import Model
from listbuilder.model.windows import GRACE, Since, shift_date


class PastState(Model, kw_only=True):
    """Keys of a thing, written as in a faction file. A key left out didn't change."""

    def get_stated_values(self) -> dict[str, Any]:
        """Return the keys that the state gives, with their values.

        The value None means that the thing did not have the key.
        """
        values = {name: getattr(self, name) for name in self.__struct_fields__}
        return {name: value for name, value in values.items() if value is not UNSET}


class _Change(Protocol):
    """The state that some keys of a thing had until a date."""

    @property
    def until(self) -> str:
        """The first date on which the keys were as the next change, or today's data, has them."""

    @property
    def was(self) -> PastState:
        """The keys, with the values that they had."""


C = TypeVar("C", bound=_Change)
S = TypeVar("S", bound=Since)


def yield_changes_since(changes: Iterable[C], day: str) -> Iterator[C]:
    """Yield those of `changes` that were made after `day`, in their order: the newest first."""
    for change in changes:
        if day < change.until:
            yield change


def collect_past_values(changes: Iterable[_Change], day: str) -> dict[str, Any]:
    """Return the keys that had other values on `day`, with those values.

    If several changes since `day` concern a key, the oldest counts.
    """
    values: dict[str, Any] = {}
    for change in yield_changes_since(changes, day):
        values |= change.was.get_stated_values()
    return values


def find_state_on(states: Sequence[S], day: str, grace: int = GRACE) -> S | None:
    """Return the one of `states` (oldest first) in force on `day`, or None if none is known.

    For a date at most `grace` days before the first known state, the first state is returned.
    """
    for state in reversed(states):
        if state.from_ <= day:
            return state
    return states[0] if states and states[0].from_ <= shift_date(day, grace) else None
