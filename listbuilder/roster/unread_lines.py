"""The verdict that a list would have without its unread lines, if none of these can be a unit."""

from __future__ import annotations

from collections.abc import Iterable
from functools import cached_property
from typing import TYPE_CHECKING, Literal

import msgspec

from listbuilder.matching.numbers import find_prices, has_price
from listbuilder.model.army import Army, Unit
from listbuilder.model.base import split_lines
from listbuilder.model.finding import Stamped
from listbuilder.model.imported import Imported
from listbuilder.model.problem import Problem

if TYPE_CHECKING:
    from listbuilder.roster.position import Position

_CARRIED = ("unread_item", "unread_group", "unread_option")  # of a unit's models and what they bear
# said of a unit, whatever points it has
_BORNE = ("unread_enhancement", "unread_label", "unread_choice", "unread_attachment")
_OF_THE_ARMY = ("unread_thing", "unread_disposition")  # lores, terrain, cards
_ANYTHING = "unread_line"

_OF_MODELS = ("unit_size", "wargear")  # checks of a unit's models and what they bear


def soften_unread(findings: list[Stamped], unread: Iterable[Problem]) -> list[Stamped]:
    """Return the findings, errors about the models of units with unread lines made warnings."""
    unsure = {problem.path[:2] for problem in unread if problem.key in _CARRIED and problem.path}
    softened = []
    for finding in findings:
        is_of_models = finding.severity == "error" and finding.check in _OF_MODELS
        if is_of_models and finding.path[:2] in unsure:
            finding = msgspec.structs.replace(finding, severity="warning")
        softened.append(finding)
    return softened


def find_verdict_without_unread_lines(position: Position) -> Literal["legal", "illegal"] | None:
    """Return the verdict that a list would have without its unread lines.

    None for a list that is read, and if an unread line could be a unit: then nobody knows.
    """
    if (
        position.verdict != "unread"
        or position.army is None
        or position.imported is None
        or not position.problems
    ):
        return None
    unread = _Unread(position, position.army, position.imported)
    if not all(map(unread.cannot_be_unit, position.problems)):
        return None
    has_error = position.count_findings("error") or any(
        breach.severity == "error" for breach in position.breaches
    )
    return "illegal" if has_error else "legal"


class _Unread:
    """The unread lines of one list.

    What is asked of every problem is worked out once, because there may be thousands.
    """

    def __init__(self, position: Position, army: Army, imported: Imported) -> None:
        """Collect the lines, units and points that every unread line is compared with."""
        self.imported = imported
        self.document = position.document
        self.extras = sum(extra.points for extra in army.extras)
        self.lines: list[str] = []
        if position.document is not None:
            self.lines = split_lines(position.document.raw.decode("utf-8", "replace"))
        self.units = {unit.path: unit for unit in reversed(army.units)}

    def cannot_be_unit(self, problem: Problem) -> bool:
        """Return whether the unread line behind a problem can't be a unit.

        It depends on the kind of the problem and on the points in the line.
        """
        if problem.key in _BORNE:
            return True
        if problem.key in _CARRIED:
            unit = self._find_unit(problem)
            return unit is not None and self.all_stated and not self._has_unit_price(problem, unit)
        if problem.key == _ANYTHING:
            return self.adds_up and not has_price(self._get_line(problem))
        return problem.key in _OF_THE_ARMY and bool(problem.path)

    def _find_unit(self, problem: Problem) -> Unit | None:
        """Return the unit that the problem is about. None if it is about no unit."""
        for length in range(len(problem.path) + 1):
            if problem.path[:length] in self.units:
                return self.units[problem.path[:length]]
        return None

    def _has_unit_price(self, problem: Problem, unit: Unit) -> bool:
        """Return whether the line has points by which it could be a unit.

        It hasn't if the form itself puts lines under units; nor, on the unit's own line, with
        points that are the unit's or what is missing of them.
        """
        assert self.document is not None
        line = self._get_line(problem)
        if self.imported.nested or not has_price(line):
            return False
        if self.document.marks.get(unit.path, (0, 0))[0] != problem.line:
            return True
        stated = self.imported.stated.get(unit.path, 0)
        missing = stated - unit.cost
        return any(points not in (stated, missing) for points in find_prices(line))

    def _get_line(self, problem: Problem) -> str:
        """Return the text of the line that the problem names. Empty if there is none."""
        if not problem.line or problem.line > len(self.lines):
            return ""
        return self.lines[problem.line - 1]

    @cached_property
    def all_stated(self) -> bool:
        """True if the list states points for every unit: a line without points is no unit then."""
        return all(path in self.imported.stated for path in self.units)

    @cached_property
    def adds_up(self) -> bool:
        """True if the stated points of the units that were read make up the stated total."""
        total = sum(self.imported.stated.values())
        return self.all_stated and self.imported.stated_total in (total, total + self.extras)
