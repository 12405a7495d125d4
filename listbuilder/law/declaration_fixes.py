"""Edits of declared battle formations that more than one check offers. Their labels stand in fixes.yaml."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from listbuilder.model.army import Unit
from listbuilder.model.declaration import Declarations
from listbuilder.model.edit import Edit, Step
from listbuilder.model.finding import Fix


def detach(declarations: Declarations, unit: Unit, host: Unit) -> Fix:
    """Takes a leader (or what has joined) off the unit it is with."""
    edit = Edit((Step("remove", declarations.attached_path(unit.id)),))
    return Fix(key="detach", args={"unit": unit.name, "host": host.name}, edit=edit)


def attach(declarations: Declarations, unit: Unit, host: Unit) -> Fix:
    """Only where `attached` holds nothing of the unit yet."""
    edit = Edit(_attaching(declarations, unit.id, host.id))
    return Fix(key="attach", args={"unit": unit.name, "host": host.name}, edit=edit)


def disembark(declarations: Declarations, unit: Unit, transport: Unit) -> Fix:
    """Takes the whole attached unit out of that transport."""
    named = [each for each in declarations.party(unit.id) if declarations.embarked.get(each) == transport.id]
    edit = Edit(tuple(Step("remove", declarations.embarked_path(each)) for each in named))
    return Fix(key="disembark", args={"unit": unit.name, "transport": transport.name}, edit=edit)


def leave(declarations: Declarations, field: str, unit: Unit, named: Iterable[str]) -> Fix:
    """Takes the unit (`named`: itself or those attached) out of one of the lists."""
    return Fix(key=f"leave_{field}", args={"unit": unit.name}, edit=Edit(leaving(declarations, field, named)))


def leaving(declarations: Declarations, field: str, named: Iterable[str]) -> tuple[Step, ...]:
    gone = set(named)
    paths = [path for unit, path in getattr(declarations, field).items() if unit in gone]
    paths += [path for path, unit in declarations.again.items() if unit in gone and path[1] == field]
    places = sorted({int(path[-1]) for path in paths}, reverse=True)  # later places of a list first
    return tuple(Step("remove", (*declarations.path, field, place)) for place in places)


def enter(declarations: Declarations, field: str, unit: Unit, before: Sequence[Step] = ()) -> Fix:
    """Names the unit in one of the lists, after other steps."""
    length = declarations.lengths.get(field, 0)
    path = (*declarations.path, field)
    step = Step("insert", (*path, length), unit.id) if length else Step("set", path, [unit.id])
    return Fix(key=f"enter_{field}", args={"unit": unit.name}, edit=Edit((*before, step)))


def _attaching(declarations: Declarations, unit: str, host: str) -> tuple[Step, ...]:
    if declarations.attached:
        return (Step("set", declarations.attached_path(unit), host),)
    return (Step("set", declarations.attached_at, {unit: host}),)
