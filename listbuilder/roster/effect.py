"""The effect of an edit: the findings before and after it, compared."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Hashable, Iterable
from typing import TYPE_CHECKING

import msgspec

from listbuilder.model.base import Path
from listbuilder.model.edit import Edit
from listbuilder.model.finding import Breach, Stamped
from listbuilder.model.path_moves import Moves
from listbuilder.model.problem import Problem
from listbuilder.model.rulebook import rank_severity

if TYPE_CHECKING:
    from listbuilder.roster.position import Position

Followed = Callable[[Path], Path | None]


class Effect(msgspec.Struct, frozen=True, kw_only=True):
    """The difference that an edit makes to points, findings, problems and demands.

    Of the findings, only those that speak against something: remarks are none.
    """

    # afterwards; None where the edit does not fit, or the roster could not be read then
    points: int | None = None
    change: int = 0  # of the points
    # what is wrong afterwards and was not, or not so much; in the order of the law
    against: tuple[Stamped, ...] = ()
    worsened: tuple[Stamped, ...] = ()  # those of them that were there before
    cured: tuple[Stamped, ...] = ()  # as they were found before
    # what could not be read afterwards, and is read now or not there
    problems: tuple[Problem, ...] = ()
    # what an event asks and is not so afterwards, and was, or was more so
    breaches: tuple[Breach, ...] = ()

    @property
    def caused(self) -> tuple[Stamped, ...]:
        """The findings against the edit that were not there before, not even less severely."""
        known = {id(finding) for finding in self.worsened}
        return tuple(finding for finding in self.against if id(finding) not in known)

    @property
    def possible(self) -> bool:
        """True if the edit fits the roster and adds no reading problem."""
        return self.points is not None and not self.problems

    @property
    def allowed(self) -> bool:
        """True if the edit is possible and breaks no rule or demand more than before.

        It causes no error and no breach of an event's demands, and makes none worse.
        """
        return self.possible and not self.breaches and not self._errors

    @property
    def only_points(self) -> bool:
        """True if the edit is possible and only errors about points forbid it.

        False if the edit is allowed, or if it breaks an event's demand.
        """
        if not self.possible or self.breaches:
            return False
        errors = self._errors
        return bool(errors) and all(finding.of_points for finding in errors)

    @property
    def _errors(self) -> list[Stamped]:
        """The errors among the findings that the edit causes or makes worse."""
        return [finding for finding in self.against if finding.severity == "error"]


NOTHING = Effect()


def compute_effect(edit: Edit, before: Position, after: Position) -> Effect:
    """Return the effect of `edit` on points, findings and problems.

    `before` and `after` are the positions before and after the edit.
    """
    return compare_positions(before, after, Moves(edit, before.data))


def compare_positions(before: Position, after: Position, moves: Followed) -> Effect:
    """Return the effect of the change from one position of the roster to another.

    `moves` returns where a path of `before` is in `after`, None if it is gone. If the roster can't
    be read afterwards, the effect has only problems.
    """
    problems = _find_new_problems(before.problems, after.problems, moves)
    if after.army is None:
        return Effect(problems=problems)
    against, worsened, cured = _compare_causes(before.causes, after.causes, moves)
    return Effect(
        points=after.army.points,
        change=after.army.points - (before.points or 0),
        against=_drop_remarks(against),
        worsened=_drop_remarks(worsened),
        cured=_drop_remarks(cured),
        problems=problems,
        breaches=_find_new_breaches(before.breaches, after.breaches),
    )


def _compare_causes(
    before: Iterable[Stamped], after: Iterable[Stamped], moves: Followed
) -> tuple[list[Stamped], list[Stamped], list[Stamped]]:
    """Return three lists: findings that are new or worse, those only worse, and those gone.

    Two findings are the same if they say the same about the same subject; there may be several of
    the same. `moves` returns where a path before the change is after it, None if it is gone.
    """
    places: list[tuple[Stamped, Path | str | None]] = []
    for finding in before:
        subject = finding.whom
        places.append((finding, subject if isinstance(subject, str) else moves(subject)))
    left: dict[Hashable, list[Stamped]] = {}
    for finding, place in places:
        left.setdefault((finding.what, place), []).append(finding)
    against, worsened = [], []
    for finding in after:
        earlier = left.get((finding.what, finding.whom))
        if not earlier:
            against.append(finding)
        elif _rank_finding(finding) > _rank_finding(earlier.pop(0)):
            worsened.append(finding)
            against.append(finding)
    cured = [
        finding
        for finding, place in places
        if any(finding is unmatched for unmatched in left[finding.what, place])
    ]
    return against, worsened, cured


def _rank_finding(finding: Stamped) -> tuple[int, int]:
    """Return a value that is greater for the worse finding: by severity, then by excess."""
    return (-rank_severity(finding.severity), finding.excess)


def _drop_remarks(findings: Iterable[Stamped]) -> tuple[Stamped, ...]:
    """Return the findings that are shown and are more than information: warnings and errors."""
    return tuple(
        finding for finding in findings if finding.severity != "info" and not finding.silent
    )


def _find_new_problems(
    before: Iterable[Problem], after: Iterable[Problem], moves: Followed
) -> tuple[Problem, ...]:
    """Return the reading problems of `after` that were not in `before`.

    Two problems are the same if they say the same of the same place; there may be several at one
    place. `moves` returns where a path before the change is after it, None if it is gone.
    """
    counts: Counter[Hashable] = Counter((problem.key, moves(problem.path)) for problem in before)
    added = []
    for problem in after:
        counts[problem.key, problem.path] -= 1
        if counts[problem.key, problem.path] < 0:
            added.append(problem)
    return tuple(added)


def _find_new_breaches(before: Iterable[Breach], after: Iterable[Breach]) -> tuple[Breach, ...]:
    """Return the demands broken in `after` that were met before the change, or broken less.

    Breaches that are only remarks are left out.
    """
    excess_before = {breach.what: breach.excess for breach in before}
    return tuple(
        breach
        for breach in after
        if not breach.remark and breach.excess > excess_before.get(breach.what, -1)
    )
