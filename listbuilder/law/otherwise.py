"""What an unread list would be but for the lines that could not be read, where none of these can be a unit."""

from __future__ import annotations

from collections.abc import Iterable
from functools import cached_property
from typing import TYPE_CHECKING, Literal

import msgspec

from listbuilder.games.shared.numbers import priced, prices
from listbuilder.model.army import Army, Unit
from listbuilder.model.base import text_lines
from listbuilder.model.finding import Stamped
from listbuilder.model.imported import Imported
from listbuilder.model.problem import Problem

if TYPE_CHECKING:
    from listbuilder.law.position import Position

_CARRIED = ("unread_item", "unread_group", "unread_option")  # of a unit's models and what they bear
_BORNE = ("unread_enhancement", "unread_label", "unread_choice", "unread_attachment")  # said of a unit, whatever points it has
_OF_THE_ARMY = ("unread_thing", "unread_disposition")  # lores, terrain, cards
_ANYTHING = "unread_line"

_OF_MODELS = ("unit_size", "wargear")  # checks of a unit's models and what they bear


def softened(found: list[Stamped], unread: Iterable[Problem]) -> list[Stamped]:
    """The findings; what is wrong with the models of a unit of which a line could not be read is no error."""
    unsure = {each.path[:2] for each in unread if each.key in _CARRIED and each.path}
    return [
        msgspec.structs.replace(each, severity="warning")
        if each.severity == "error" and each.check in _OF_MODELS and each.path[:2] in unsure
        else each
        for each in found
    ]


def otherwise(done: Position) -> Literal["legal", "illegal"] | None:
    """None for a list that is read, and where what is unread could be a unit: then nobody knows."""
    if done.verdict != "unread" or done.army is None or done.imported is None or not done.problems:
        return None
    unread = _Unread(done, done.army, done.imported)
    if not all(map(unread.is_no_unit, done.problems)):
        return None
    wrong = done.count("error") or any(breach.severity == "error" for breach in done.breaches)
    return "illegal" if wrong else "legal"


class _Unread:
    """What could not be read of one list. What is asked of every problem is worked out once: there may be thousands."""

    def __init__(self, done: Position, army: Army, imported: Imported) -> None:
        self.imported = imported
        self.document = done.document
        self.extras = sum(extra.points for extra in army.extras)
        self.lines = text_lines(done.document.raw.decode("utf-8", "replace")) if done.document else []
        self.units = {unit.path: unit for unit in reversed(army.units)}

    def is_no_unit(self, problem: Problem) -> bool:
        if problem.key in _BORNE:
            return True
        if problem.key in _CARRIED:
            unit = self._unit_of(problem)
            return unit is not None and self.all_stated and not self._has_price(problem, unit)
        if problem.key == _ANYTHING:
            return self.adds_up and not priced(self._line(problem))
        return problem.key in _OF_THE_ARMY and bool(problem.path)

    def _unit_of(self, problem: Problem) -> Unit | None:
        """The unit that it is said of."""
        starts = (problem.path[:length] for length in range(len(problem.path) + 1))
        return next((self.units[start] for start in starts if start in self.units), None)

    def _has_price(self, problem: Problem, unit: Unit) -> bool:
        """Whether it could be a unit by that. Not what a form puts under a unit; and of what stands on the unit's own line only
        what costs other than is missing of the unit's points.
        """
        assert self.document is not None
        line = self._line(problem)
        if self.imported.nested or not priced(line):
            return False
        if self.document.marks.get(unit.path, (0, 0))[0] != problem.line:
            return True
        stated = self.imported.stated.get(unit.path, 0)
        missing = stated - unit.cost
        return any(points not in (stated, missing) for points in prices(line))

    def _line(self, problem: Problem) -> str:
        return self.lines[problem.line - 1] if problem.line and problem.line <= len(self.lines) else ""

    @cached_property
    def all_stated(self) -> bool:
        """The form prints its points with every unit: a line without any is none."""
        return all(path in self.imported.stated for path in self.units)

    @cached_property
    def adds_up(self) -> bool:
        """The units that were read are all that the total is of."""
        total = sum(self.imported.stated.values())
        return self.all_stated and self.imported.stated_total in (total, total + self.extras)
