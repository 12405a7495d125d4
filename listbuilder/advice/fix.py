"""`fix`: the smallest edits that make a roster legal, with what else comes near, every one judged before it is offered."""

from __future__ import annotations

import msgspec

from listbuilder.advice.mend import ANSWERS, USUAL, Search
from listbuilder.advice.state import Answer
from listbuilder.law.position import Position
from listbuilder.model.finding import Stamped
from listbuilder.model.problem import Problem

MOST_UNITS = 100  # of an army that is searched; no event plays more than 60, and each roster judged takes as long as it is large
ALONE = 200  # rosters judged to see whether anything helps against one cause alone
MOST_ALONE = 12  # causes that are looked at one by one


class Mending(msgspec.Struct, frozen=True, kw_only=True):
    """`answers`: the smallest first. Without any, `standing` are the errors that nothing helps against; where there are none
    such, or too many to say, they are all of them and `together` is so. `too_large`: nothing was searched for.
    """

    position: Position
    answers: tuple[Answer, ...] = ()
    standing: tuple[Stamped, ...] = ()
    together: bool = False
    too_large: Problem | None = None


def mend(position: Position, answers: int = ANSWERS) -> Mending:
    """Nothing is offered for a roster that is legal, or of which something could not be read."""
    if position.verdict != "illegal":
        return Mending(position=position)
    if too_large := too_large_for_advice(position):
        errors = tuple(each for each in position.findings if each.severity == "error")
        return Mending(position=position, standing=errors, together=True, too_large=too_large)
    search = Search(position, answers=answers)
    found = tuple(search.answers())
    if found:
        return Mending(position=position, answers=found)
    few = len(search.wrong) <= MOST_ALONE and len(search.moves.units) <= USUAL
    by_law = {cause: finding for cause, finding in search.wrong.items() if isinstance(finding, Stamped)}
    standing = () if not few else tuple(finding for cause, finding in by_law.items() if not _helps(position, search, cause))
    return Mending(position=position, standing=standing or tuple(by_law.values()), together=not standing)


def too_large_for_advice(position: Position) -> Problem | None:
    """Return what to say of an army for which no advice is worked out, or None."""
    count = len(position.army.units) if position.army else 0
    if count <= MOST_UNITS:
        return None
    return Problem(key="too_large_for_advice", args={"count": count, "limit": MOST_UNITS}, file=position.file)


def _helps(position: Position, search: Search, cause: object) -> bool:
    others = {other: finding.excess for other, finding in search.wrong.items() if other != cause}
    return bool(Search(position, others, answers=1, tries=ALONE).answers())
