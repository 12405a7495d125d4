"""Edits of declared battle formations that more than one check offers. Their labels stand in fixes.yaml."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from listbuilder.model.army import Army, Unit
from listbuilder.model.base import Path
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


def leave_whole(army: Army, unit: Unit) -> Fix:
    """Take the unit out of the list of those that split, with all that is said of its halves."""
    gone = [path for path in army.mentions.get(unit.id, ()) if _of_split(army, unit, path)]
    edit = Edit(tuple(Step("remove", path) for path in sorted(set(gone), key=_in_order, reverse=True)))
    return Fix(key="leave_split", args={"unit": unit.name}, edit=edit)


def _of_split(army: Army, unit: Unit, path: Path) -> bool:
    """Return whether `path` lists the unit as split, or belongs to one of its halves."""
    if path[1:2] == ("split",):
        return True
    return any(path in paths for half, paths in army.mentions.items() if half.startswith(f"{unit.id}/"))


def split_off(army: Army, declarations: Declarations, unit: Unit, transport: Unit | None = None) -> Fix:
    """List the unit as split instead of what was declared of it as a whole. `transport`: its first half rides there."""
    whole = [path for path in army.mentions.get(unit.id, ()) if path[:1] == declarations.path and path[1] != "attached"]
    steps = [Step("set", (*unit.path, "id"), unit.id)] if unit.path and not unit.own_id else []
    steps += [Step("remove", path) for path in sorted(set(whole), key=_in_order, reverse=True)]
    length = declarations.lengths.get("split", 0)
    path = (*declarations.path, "split")
    steps.append(Step("insert", (*path, length), unit.id) if length else Step("set", path, [unit.id]))
    if transport is None:
        return Fix(key="split", args={"unit": unit.name}, edit=Edit(tuple(steps)))
    half = f"{unit.id}/squad-1"
    if declarations.embarked:
        steps.append(Step("set", declarations.embarked_path(half), transport.id))
    else:
        steps.append(Step("set", (*declarations.path, "embarked"), {half: transport.id}))
    return Fix(key="split_aboard", args={"unit": unit.name, "transport": transport.name}, edit=Edit(tuple(steps)))


def board(declarations: Declarations, unit: Unit, transport: Unit) -> Fix:
    """Let the unit start embarked in the transport, and in no other."""
    place = (*declarations.path, "embarked")
    step = Step("set", (*place, unit.id), transport.id) if declarations.embarked else Step("set", place, {unit.id: transport.id})
    waiting = [step for field in ("strategic_reserves", "reserves") for step in leaving(declarations, field, [unit.id])]
    return Fix(key="board", args={"unit": unit.name, "transport": transport.name}, edit=Edit((*waiting, step)))


def _in_order(path: Path) -> list[tuple[int, str]]:
    """Sort places of one list by their number."""
    return [(part, "") if isinstance(part, int) else (-1, part) for part in path]


def _attaching(declarations: Declarations, unit: str, host: str) -> tuple[Step, ...]:
    if declarations.attached:
        return (Step("set", declarations.attached_path(unit), host),)
    return (Step("set", declarations.attached_at, {unit: host}),)
