"""What an edit would bring: the causes before it and after it, compared."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Hashable, Iterable
from typing import TYPE_CHECKING

import msgspec

from listbuilder.model.base import Path
from listbuilder.model.edit import Edit
from listbuilder.model.finding import Breach, Stamped
from listbuilder.model.moves import Moves
from listbuilder.model.problem import Problem

if TYPE_CHECKING:
    from listbuilder.law.position import Position

Followed = Callable[[Path], Path | None]

_GRAVITY = {"info": 0, "warning": 1, "error": 2}


class Effect(msgspec.Struct, frozen=True, kw_only=True):
    """Of findings those that speak against something: remarks are none."""

    points: int | None = None  # afterwards; None where the edit does not fit, or the roster could not be read then
    change: int = 0  # of the points
    against: tuple[Stamped, ...] = ()  # what is wrong afterwards and was not, or not so much; in the order of the law
    worsened: tuple[Stamped, ...] = ()  # those of them that were there before
    cured: tuple[Stamped, ...] = ()  # as they were found before
    problems: tuple[Problem, ...] = ()  # what could not be read afterwards, and is read now or not there
    breaches: tuple[Breach, ...] = ()  # what an event asks and is not so afterwards, and was, or was more so

    @property
    def caused(self) -> tuple[Stamped, ...]:
        return tuple(finding for finding in self.against if not any(finding is each for each in self.worsened))

    @property
    def possible(self) -> bool:
        """The roster can be read as well as before."""
        return self.points is not None and not self.problems

    @property
    def allowed(self) -> bool:
        """It breaks nothing that was not broken before, and nothing any further."""
        return self.possible and not self.breaches and not self._errors

    @property
    def only_points(self) -> bool:
        """Nothing stands in the way but the points."""
        errors = self._errors
        return self.possible and not self.breaches and bool(errors) and all(finding.of_points for finding in errors)

    @property
    def _errors(self) -> list[Stamped]:
        return [finding for finding in self.against if finding.severity == "error"]


NOTHING = Effect()


def effect_of(edit: Edit, before: Position, after: Position) -> Effect:
    return effect_between(before, after, Moves(edit, before.data))


def effect_between(before: Position, after: Position, moves: Followed) -> Effect:
    """`moves`: where that is in the one which stood there in the other."""
    problems = _added(before.problems, after.problems, moves)
    if after.army is None:
        return Effect(problems=problems)
    against, worsened, cured = _compared(before.causes, after.causes, moves)
    return Effect(
        points=after.army.points,
        change=after.army.points - (before.points or 0),
        against=_told(against),
        worsened=_told(worsened),
        cured=_told(cured),
        problems=problems,
        breaches=_breached(before.breaches, after.breaches),
    )


def _compared(
    before: Iterable[Stamped], after: Iterable[Stamped], moves: Followed
) -> tuple[list[Stamped], list[Stamped], list[Stamped]]:
    """What is against it, what of that only got worse, and what is cured. A cause may be there more than once."""
    places = [(finding, whom if isinstance(whom := finding.whom, str) else moves(whom)) for finding in before]
    left: dict[Hashable, list[Stamped]] = {}
    for finding, place in places:
        left.setdefault((finding.what, place), []).append(finding)
    against, worsened = [], []
    for finding in after:
        known = left.get((finding.what, finding.whom))
        if not known:
            against.append(finding)
        elif _weight(finding) > _weight(known.pop(0)):
            worsened.append(finding)
            against.append(finding)
    cured = [finding for finding, place in places if any(finding is each for each in left[finding.what, place])]
    return against, worsened, cured


def _weight(finding: Stamped) -> tuple[int, int]:
    return (_GRAVITY[finding.severity], finding.excess)


def _told(findings: Iterable[Stamped]) -> tuple[Stamped, ...]:
    return tuple(finding for finding in findings if finding.severity != "info" and not finding.silent)


def _added(before: Iterable[Problem], after: Iterable[Problem], moves: Followed) -> tuple[Problem, ...]:
    """A problem is the same one again where it says the same of the same place; there may be several at one."""
    known: Counter[Hashable] = Counter((problem.key, moves(problem.path)) for problem in before)
    added = []
    for problem in after:
        known[problem.key, problem.path] -= 1
        if known[problem.key, problem.path] < 0:
            added.append(problem)
    return tuple(added)


def _breached(before: Iterable[Breach], after: Iterable[Breach]) -> tuple[Breach, ...]:
    known = {breach.what: breach.excess for breach in before}
    return tuple(breach for breach in after if not breach.remark and breach.excess > known.get(breach.what, -1))
