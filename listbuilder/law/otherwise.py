"""What an unread list would be but for the lines that could not be read, where none of these can be a unit."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING, Literal

import msgspec

from listbuilder.games.shared.numbers import priced, prices
from listbuilder.model.army import Unit
from listbuilder.model.finding import Stamped
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
    if not all(_is_no_unit(each, done) for each in done.problems):
        return None
    wrong = done.count("error") or any(breach.severity == "error" for breach in done.breaches)
    return "illegal" if wrong else "legal"


def _is_no_unit(problem: Problem, done: Position) -> bool:
    if problem.key in _BORNE:
        return True
    if problem.key in _CARRIED:
        unit = _unit_of(problem, done)
        return unit is not None and _all_stated(done) and not _has_price(problem, unit, done)
    if problem.key == _ANYTHING:
        return _adds_up(done) and not priced(_line(problem, done))
    return problem.key in _OF_THE_ARMY and bool(problem.path)


def _unit_of(problem: Problem, done: Position) -> Unit | None:
    """The unit that it is said of."""
    units = done.army.units if done.army is not None else ()
    return next((unit for unit in units if problem.path[: len(unit.path)] == unit.path), None)


def _has_price(problem: Problem, unit: Unit, done: Position) -> bool:
    """Whether it could be a unit by that. Not what a form puts under a unit; and of what stands on the unit's own line only
    what costs other than is missing of the unit's points.
    """
    assert done.document is not None and done.imported is not None
    line = _line(problem, done)
    if done.imported.nested or not priced(line):
        return False
    if done.document.marks.get(unit.path, (0, 0))[0] != problem.line:
        return True
    stated = done.imported.stated.get(unit.path, 0)
    missing = stated - unit.cost
    return any(points not in (stated, missing) for points in prices(line))


def _line(problem: Problem, done: Position) -> str:
    lines = done.document.raw.decode("utf-8", "replace").splitlines() if done.document else []
    return lines[problem.line - 1] if problem.line and problem.line <= len(lines) else ""


def _all_stated(done: Position) -> bool:
    """The form prints its points with every unit: a line without any is none."""
    assert done.army is not None and done.imported is not None
    stated = done.imported.stated
    return all(unit.path in stated for unit in done.army.units)


def _adds_up(done: Position) -> bool:
    """The units that were read are all that the total is of."""
    assert done.army is not None and done.imported is not None
    extras = sum(extra.points for extra in done.army.extras)
    total = sum(done.imported.stated.values())
    return _all_stated(done) and done.imported.stated_total in (total, total + extras)
