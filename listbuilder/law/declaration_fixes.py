"""Edits of declared battle formations that more than one check offers. Their labels stand in fixes.yaml."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from listbuilder.model.army import Unit
from listbuilder.model.declaration import Formations
from listbuilder.model.edit import Edit, Step
from listbuilder.model.finding import Fix


def detach(formations: Formations, unit: Unit, host: Unit) -> Fix:
    """Takes a leader (or what has joined) off the unit it is with."""
    edit = Edit((Step("remove", formations.attached_path(unit.id)),))
    return Fix(key="detach", args={"unit": unit.name, "host": host.name}, edit=edit)


def attach(formations: Formations, unit: Unit, host: Unit) -> Fix:
    """Only where `attached` holds nothing of the unit yet."""
    edit = Edit(_attaching(formations, unit.id, host.id))
    return Fix(key="attach", args={"unit": unit.name, "host": host.name}, edit=edit)


def disembark(formations: Formations, unit: Unit, transport: Unit) -> Fix:
    """Takes the whole attached unit out of that transport."""
    named = [each for each in formations.party(unit.id) if formations.embarked.get(each) == transport.id]
    edit = Edit(tuple(Step("remove", formations.embarked_path(each)) for each in named))
    return Fix(key="disembark", args={"unit": unit.name, "transport": transport.name}, edit=edit)


def leave(formations: Formations, field: str, unit: Unit, named: Iterable[str]) -> Fix:
    """Takes the unit (`named`: itself or those attached) out of one of the lists."""
    return Fix(key=f"leave_{field}", args={"unit": unit.name}, edit=Edit(leaving(formations, field, named)))


def leaving(formations: Formations, field: str, named: Iterable[str]) -> tuple[Step, ...]:
    gone = set(named)
    paths = [path for unit, path in getattr(formations, field).items() if unit in gone]
    paths += [path for path, unit in formations.again.items() if unit in gone and path[1] == field]
    places = sorted({int(path[-1]) for path in paths}, reverse=True)  # later places of a list first
    return tuple(Step("remove", (*formations.path, field, place)) for place in places)


def enter(formations: Formations, field: str, unit: Unit, before: Sequence[Step] = ()) -> Fix:
    """Names the unit in one of the lists, after other steps."""
    length = formations.lengths.get(field, 0)
    path = (*formations.path, field)
    step = Step("insert", (*path, length), unit.id) if length else Step("set", path, [unit.id])
    return Fix(key=f"enter_{field}", args={"unit": unit.name}, edit=Edit((*before, step)))


def _attaching(formations: Formations, unit: str, host: str) -> tuple[Step, ...]:
    if formations.attached:
        return (Step("set", formations.attached_path(unit), host),)
    return (Step("set", formations.attached_at, {unit: host}),)
