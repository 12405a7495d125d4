"""The fixes a reader is shown, with what each would cost and break, for as long as the work allowed lasts."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property
from typing import Any

import msgspec

from listbuilder.law.effect import Effect
from listbuilder.law.position import Position
from listbuilder.model.bounds import NODES_JUDGED_AGAIN, NODES_OF_USUAL_SIZE, NODES_READ_AGAIN
from listbuilder.model.finding import Fix, Later, Stamped


class Offer(msgspec.Struct, frozen=True):
    """A fix, the total after it where the game counts points, and the errors that it opens, as far as that is looked at: for
    every list that somebody would play. `errors_left`: errors of the law after it; as many as before where nobody looked.
    """

    fix: Fix
    points: int | None
    opens: tuple[Stamped, ...]
    errors_left: int


def opened(effect: Effect) -> tuple[Stamped, ...]:
    """Errors that are there only after an edit."""
    return tuple(finding for finding in effect.caused if finding.severity == "error")


_PROBLEM = 200  # values that could be read while one word is found to be unknown and its nearest is looked for


class Offers:
    """Ask for the fixes of each finding once, in the order in which they are shown.

    A roster is read anew for every fix, so the work grows with the square of its size; rosters that are played come
    nowhere near the bound. From the first finding on whose fixes would pass it, none are shown, and `ended` says so.
    """

    def __init__(self, done: Position) -> None:
        self._done = done
        self._left = NODES_READ_AGAIN
        self._judged = 0
        self.count = 0  # findings whose fixes were shown
        self.ended = False

    def of(self, finding: Stamped) -> Sequence[Offer]:
        army = self._done.army
        if self.ended or army is None:
            return ()
        fixes = finding.fixes
        self.ended = isinstance(fixes, Later) and fixes.given_up
        if army.counts_points:
            self._left -= len(fixes) * self._reading
            self.ended = self.ended or self._left < 0
        if self.ended:
            return ()
        self.count += 1
        return [self._offer(fix, army.counts_points) for fix in fixes]

    def _offer(self, fix: Fix, counts_points: bool) -> Offer:
        self._judged += self._reading
        if self._reading <= NODES_OF_USUAL_SIZE and self._judged <= NODES_JUDGED_AGAIN:
            effect = self._done.what_if(fix.edit)
            opens = opened(effect)
            cured = sum(finding.severity == "error" for finding in effect.cured)
            return Offer(fix, effect.points if counts_points else None, opens, self._errors - cured + len(opens))
        return Offer(fix, self._done.apply(fix.edit).points if counts_points else None, (), self._errors)

    @cached_property
    def _errors(self) -> int:
        return self._done.count("error")

    @cached_property
    def _reading(self) -> int:
        """What it takes to read the roster once."""
        return _nodes(self._done.data) + _PROBLEM * len(self._done.problems)


def _nodes(data: Any) -> int:
    children = data.values() if isinstance(data, dict) else data if isinstance(data, list) else ()
    return 1 + sum(map(_nodes, children))
