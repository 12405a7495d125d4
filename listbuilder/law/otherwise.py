"""What an unread list would be but for the lines that could not be read, where none of these can be a unit."""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal

from listbuilder.games.shared.numbers import priced
from listbuilder.model.base import Path
from listbuilder.model.problem import Problem

if TYPE_CHECKING:
    from listbuilder.law.position import Position

_CARRIED = ("unread_item", "unread_group", "unread_option")  # of a unit's models and what they bear
_BORNE = ("unread_enhancement", "unread_label", "unread_choice", "unread_attachment")  # said of a unit, whatever points it has
_OF_THE_ARMY = ("unread_thing",)  # lores, terrain, cards
_ANYTHING = "unread_line"


def otherwise(done: Position) -> Literal["legal", "illegal"] | None:
    """None for a list that is read, and where what is unread could be a unit: then nobody knows."""
    if done.verdict != "unread" or done.army is None or done.imported is None or not done.problems:
        return None
    if not all(_is_no_unit(each, done) for each in done.problems):
        return None
    unsure = {each.path[:2] for each in done.problems if each.key in _CARRIED}
    errors = (each for each in done.findings if each.severity == "error" and not _rests_on(each.path, unsure))
    return "illegal" if done.breaches or any(errors) else "legal"


def _is_no_unit(problem: Problem, done: Position) -> bool:
    line = _line(problem, done)
    if problem.key in _CARRIED or problem.key in _BORNE:
        of_a_unit = done.unit_at(problem.path[:2]) is not None
        return of_a_unit and (problem.key in _BORNE or (_all_stated(done) and not priced(line)))
    if problem.key == _ANYTHING:
        return _adds_up(done) and not priced(line)
    return problem.key in _OF_THE_ARMY and bool(problem.path)


def _rests_on(path: Path, unsure: set[Path]) -> bool:
    """What is wrong with the models of a unit of which not everything is known."""
    return path[:2] in unsure and (len(path) < 3 or path[2] == "models")


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
