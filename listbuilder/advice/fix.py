"""The answer to `fix`: the smallest edits that make a roster legal, each checked first."""

from __future__ import annotations

import msgspec

from listbuilder.advice.fix_search import ANSWERS, USUAL, FixSearch
from listbuilder.advice.fix_state import Answer
from listbuilder.model.finding import Stamped
from listbuilder.model.problem import Problem
from listbuilder.roster.position import Position

# of an army that is searched; no event plays more than 60, and each roster judged takes as long as
# it is large
MOST_UNITS = 100
ALONE = 200  # rosters judged to see whether anything helps against one cause alone
MOST_ALONE = 12  # causes that are looked at one by one


class FixResult(msgspec.Struct, frozen=True, kw_only=True):
    """The result of `find_fixes`.

    `answers`: the smallest first.

    Without any, `standing` are the errors that nothing helps against. If there are none such, or
    too many to look at one by one, they are all errors and `together` is True. `too_large`: nothing
    was searched for.
    """

    position: Position
    answers: tuple[Answer, ...] = ()
    standing: tuple[Stamped, ...] = ()
    together: bool = False
    too_large: Problem | None = None


def find_fixes(position: Position, answers: int = ANSWERS) -> FixResult:
    """Return the smallest edits that make the roster legal, up to `answers`.

    A roster that is legal, or that could not be read completely, gets no answers. If an army is too
    large or no answer is found, the result names the errors that stand in the way.
    """
    if position.verdict != "illegal":
        return FixResult(position=position)
    if too_large := refuse_large_army(position):
        errors = tuple(error for error in position.findings if error.severity == "error")
        return FixResult(position=position, standing=errors, together=True, too_large=too_large)
    search = FixSearch(position, answers=answers)
    answers_found = tuple(search.find_answers())
    if answers_found:
        return FixResult(position=position, answers=answers_found)
    few = len(search.wrong) <= MOST_ALONE and len(search.moves.units) <= USUAL
    by_law = {
        cause: finding for cause, finding in search.wrong.items() if isinstance(finding, Stamped)
    }
    standing: list[Stamped] = []
    if few:
        standing = [by_law[cause] for cause in by_law if not _has_fix(position, search, cause)]
    return FixResult(
        position=position, standing=tuple(standing or by_law.values()), together=not standing
    )


def refuse_large_army(position: Position) -> Problem | None:
    """Return the problem to report for an army that is too large for advice, or None."""
    count = len(position.army.units) if position.army else 0
    if count <= MOST_UNITS:
        return None
    return Problem(
        key="too_large_for_advice", args={"count": count, "limit": MOST_UNITS}, file=position.file
    )


def _has_fix(position: Position, search: FixSearch, cause: object) -> bool:
    """Return whether any edit fixes the error `cause` without making the other errors worse."""
    others = {other: finding.excess for other, finding in search.wrong.items() if other != cause}
    return bool(FixSearch(position, others, answers=1, tries=ALONE).find_answers())
