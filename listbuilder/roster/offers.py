"""The fixes that a reader is shown, with the points and errors each would bring.

The work is bounded.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property

import msgspec

from listbuilder.model.finding import Fix, LazyFixes, Stamped
from listbuilder.model.limits import NODES_JUDGED_AGAIN, NODES_OF_USUAL_SIZE, NODES_READ_AGAIN
from listbuilder.roster.effect import Effect
from listbuilder.roster.position import Position


class Offer(msgspec.Struct, frozen=True):
    """A fix, the total points after it, the errors it causes, and the number of errors left.

    `points` is None where the game counts none. What a fix opens is looked at for every list that
    somebody would play; where nobody looked, `opens` is empty and `errors_left` is as many as
    before.
    """

    fix: Fix
    points: int | None
    opens: tuple[Stamped, ...]
    errors_left: int


def list_caused_errors(effect: Effect) -> tuple[Stamped, ...]:
    """Return the errors that are there after an edit and were not there before."""
    return tuple(finding for finding in effect.caused if finding.severity == "error")


# values that could be read while one word is found to be unknown and its nearest is looked for
_PROBLEM = 200


class Offers:
    """The fixes of a position's findings, shown as long as the work allowed lasts.

    Ask for each finding once, in the order in which they are shown.

    A roster is read anew for every fix, so the work grows with the square of its size; rosters that
    are played come nowhere near the bound. From the first finding on whose fixes would pass it,
    none are shown, and `ended` says so.
    """

    def __init__(self, position: Position) -> None:
        """Prepare to show the fixes for `position`, with the whole amount of allowed work left."""
        self._done = position
        self._left = NODES_READ_AGAIN
        self._judged = 0
        self.count = 0  # findings whose fixes were shown
        self.ended = False

    def list_offers(self, finding: Stamped) -> Sequence[Offer]:
        """Return the fixes of a finding, each with the points and errors it would bring.

        Counts the work for them against the amount allowed, and adds 1 to `count`. Empty once the
        allowed work is used up, or if the search for fixes was given up: `ended` is then True.
        Empty also without an army.
        """
        army = self._done.army
        if self.ended or army is None:
            return ()
        fixes = finding.fixes
        self.ended = isinstance(fixes, LazyFixes) and fixes.given_up
        if army.counts_points:
            self._left -= len(fixes) * self._reading_cost
            self.ended = self.ended or self._left < 0
        if self.ended:
            return ()
        self.count += 1
        return [self._evaluate_fix(fix, army.counts_points) for fix in fixes]

    def _evaluate_fix(self, fix: Fix, counts_points: bool) -> Offer:
        """Return `fix` with the points after it, the errors it causes and how many are left.

        In a roster of unusual size, or once enough work is done, only the points are worked out: no
        caused errors are given, and the number of errors is that before the fix. The points are
        None if `counts_points` is False.
        """
        self._judged += self._reading_cost
        if self._reading_cost > NODES_OF_USUAL_SIZE or self._judged > NODES_JUDGED_AGAIN:
            points = self._done.apply(fix.edit).points if counts_points else None
            return Offer(fix, points, opens=(), errors_left=self._error_count)
        effect = self._done.predict_effect(fix.edit)
        opens = list_caused_errors(effect)
        cured = sum(finding.severity == "error" for finding in effect.cured)
        points = effect.points if counts_points else None
        return Offer(fix, points, opens, errors_left=self._error_count - cured + len(opens))

    @cached_property
    def _error_count(self) -> int:
        """The number of errors in the roster as it is, without any fix."""
        return self._done.count_findings("error")

    @cached_property
    def _reading_cost(self) -> int:
        """The work of reading the roster once, counted as the number of values in its document.

        Each reading problem counts as 200 values, because the nearest name is looked for.
        """
        return _count_nodes(self._done.data) + _PROBLEM * len(self._done.problems)


def _count_nodes(data: object) -> int:
    """Return the number of values in nested `data`; each map and list counts as a value too."""
    if isinstance(data, dict):
        return 1 + sum(map(_count_nodes, data.values()))
    if isinstance(data, list):
        return 1 + sum(map(_count_nodes, data))
    return 1
