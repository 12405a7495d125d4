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
    """Return the findings, with errors made warnings if an unread line may have caused them.

    `unread` are the problems of lines that were not understood. Errors about the models or wargear
    of a unit become warnings if an unread line is about that unit's models or items.
    """
    unsure = {problem.path[:2] for problem in unread if problem.key in _CARRIED and problem.path}
    softened = []
    for finding in findings:
        is_of_models = finding.severity == "error" and finding.check in _OF_MODELS
        if is_of_models and finding.path[:2] in unsure:
            finding = msgspec.structs.replace(finding, severity="warning")
        softened.append(finding)
    return softened


def find_verdict_without_unread_lines(position: Position) -> Literal["legal", "illegal"] | None:
    """Return the verdict of a list without the lines that were not understood, or None.

    None if the list was read completely or is not an imported one. None also if one of those lines
    could be a unit, because the verdict is unknown then.
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
    """The lines of an imported list that were not understood, and what to compare them with.

    What is asked of every problem is worked out once, because there may be thousands of problems.
    """

    def __init__(self, position: Position, army: Army, imported: Imported) -> None:
        """Collect the list's lines, the army's units by path, and the points of its other parts."""
        self.imported = imported
        self.document = position.document
        self.extras = sum(extra.points for extra in army.extras)
        self.lines: list[str] = []
        if position.document is not None:
            self.lines = split_lines(position.document.raw.decode("utf-8", "replace"))
        self.units = {unit.path: unit for unit in reversed(army.units)}

    def cannot_be_unit(self, problem: Problem) -> bool:
        """Return whether the unread line that `problem` reports can't be a unit of its own.

        That follows from the kind of the problem (such as an unknown enhancement of a unit), or
        from the points in the line and those that the list states.
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
        """Return the unit that contains the path of the problem, or None if no unit does."""
        for length in range(len(problem.path) + 1):
            if problem.path[:length] in self.units:
                return self.units[problem.path[:length]]
        return None

    def _has_unit_price(self, problem: Problem, unit: Unit) -> bool:
        """Return whether the problem's line states points that could be those of a further unit.

        False if the line has no points, or if the list's format puts such lines below their unit.
        On the line of `unit` itself, points equal to the unit's stated points, or to what its known
        parts lack of them, do not count.
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
        """Return the text of the list's line that `problem` names.

        Empty if it names no line of the list.
        """
        if not problem.line or problem.line > len(self.lines):
            return ""
        return self.lines[problem.line - 1]

    @cached_property
    def all_stated(self) -> bool:
        """True if the list states points for every unit.

        A line without points can be no unit then.
        """
        return all(path in self.imported.stated for path in self.units)

    @cached_property
    def adds_up(self) -> bool:
        """True if the list states points for every unit and they add up to the stated total.

        The points of the army's other parts may be included in the total or not.
        """
        total = sum(self.imported.stated.values())
        return self.all_stated and self.imported.stated_total in (total, total + self.extras)
