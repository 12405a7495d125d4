"""Fixes of declared battle formations that more than one check offers.

Their labels are in fixes.yaml.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from listbuilder.model.army import Army, Unit
from listbuilder.model.base import Path
from listbuilder.model.deployment import Declarations
from listbuilder.model.edit import Edit, Step
from listbuilder.model.finding import Fix
from listbuilder.rules.fixes import make_remove_steps


def detach_unit(declarations: Declarations, unit: Unit, host: Unit) -> Fix:
    """Return the fix that detaches `unit`, such as a leader, from the unit `host`."""
    edit = Edit((Step("remove", declarations.make_attached_path(unit.id)),))
    return Fix(key="detach", args={"unit": unit.name, "host": host.name}, edit=edit)


def attach_unit(declarations: Declarations, unit: Unit, host: Unit) -> Fix:
    """Return the fix that attaches `unit` to `host`.

    Call it only if the roster's `attached` does not name the unit yet.
    """
    edit = Edit(_make_attach_steps(declarations, unit.id, host.id))
    return Fix(key="attach", args={"unit": unit.name, "host": host.name}, edit=edit)


def leave_transport(declarations: Declarations, unit: Unit, transport: Unit) -> Fix:
    """Return the fix that takes `unit` out of `transport`.

    Units attached together with it leave the transport too.
    """
    paths = [
        declarations.make_embarked_path(rider_id)
        for rider_id in declarations.get_party(unit.id)
        if declarations.embarked.get(rider_id) == transport.id
    ]
    edit = Edit(tuple(Step("remove", path) for path in paths))
    return Fix(key="disembark", args={"unit": unit.name, "transport": transport.name}, edit=edit)


def leave_list(declarations: Declarations, field: str, unit: Unit, unit_ids: Iterable[str]) -> Fix:
    """Return the fix that takes `unit` out of the list `field` of battle formations.

    `field` is a list such as `reserves`. `unit_ids` are the ids to be removed from it: the unit's
    own, or those of units attached to it.
    """
    return Fix(
        key=f"leave_{field}",
        args={"unit": unit.name},
        edit=Edit(make_leave_steps(declarations, field, unit_ids)),
    )


def make_leave_steps(
    declarations: Declarations, field: str, unit_ids: Iterable[str]
) -> tuple[Step, ...]:
    """Return the steps that remove the units with `unit_ids` from the formation list `field`.

    Repeated entries of a unit are removed too. Later entries are removed first, so that the places
    of the earlier ones stay valid.
    """
    gone = set(unit_ids)
    paths = [path for unit, path in getattr(declarations, field).items() if unit in gone]
    paths += [
        path for path, unit in declarations.again.items() if unit in gone and path[1] == field
    ]
    places = sorted({int(path[-1]) for path in paths}, reverse=True)
    return tuple(Step("remove", (*declarations.path, field, place)) for place in places)


def enter_list(
    declarations: Declarations, field: str, unit: Unit, before: Sequence[Step] = ()
) -> Fix:
    """Return the fix that adds `unit` to the list `field` of the declared battle formations.

    `field` is a list such as `reserves`; it is made if it is missing or empty. The steps in
    `before` are done first.
    """
    length = declarations.lengths.get(field, 0)
    path = (*declarations.path, field)
    step = Step("insert", (*path, length), unit.id) if length else Step("set", path, [unit.id])
    return Fix(key=f"enter_{field}", args={"unit": unit.name}, edit=Edit((*before, step)))


def cancel_split(army: Army, unit: Unit) -> Fix:
    """Return the fix that no longer splits `unit` in two.

    The unit's entry in the list of split units is removed, and everything declared for its halves.
    """
    gone = {path for path in army.mentions.get(unit.id, ()) if _belongs_to_split(army, unit, path)}
    edit = Edit(make_remove_steps(gone))
    return Fix(key="leave_split", args={"unit": unit.name}, edit=edit)


def _belongs_to_split(army: Army, unit: Unit, path: Path) -> bool:
    """Return whether the entry at `path` lists units as split, or is about a half of `unit`.

    A half has the unit's id, a slash and its own name as its id.
    """
    if path[1:2] == ("split",):
        return True
    return any(
        path in paths for half, paths in army.mentions.items() if half.startswith(f"{unit.id}/")
    )


def split_unit(
    army: Army, declarations: Declarations, unit: Unit, transport: Unit | None = None
) -> Fix:
    """Return the fix that lists `unit` as split and removes what was declared for the whole.

    Attachments stay. With `transport`, the unit's first half starts embarked in that transport. If
    the roster does not write down the unit's id, the id is written first, because the halves are
    named by it.
    """
    whole = {
        path
        for path in army.mentions.get(unit.id, ())
        if path[:1] == declarations.path and path[1] != "attached"
    }
    steps = [Step("set", (*unit.path, "id"), unit.id)] if unit.path and not unit.own_id else []
    steps += make_remove_steps(whole)
    length = declarations.lengths.get("split", 0)
    path = (*declarations.path, "split")
    steps.append(
        Step("insert", (*path, length), unit.id) if length else Step("set", path, [unit.id])
    )
    if transport is None:
        return Fix(key="split", args={"unit": unit.name}, edit=Edit(tuple(steps)))
    half = f"{unit.id}/squad-1"
    if declarations.embarked:
        steps.append(Step("set", declarations.make_embarked_path(half), transport.id))
    else:
        steps.append(Step("set", (*declarations.path, "embarked"), {half: transport.id}))
    return Fix(
        key="split_aboard",
        args={"unit": unit.name, "transport": transport.name},
        edit=Edit(tuple(steps)),
    )


def start_embarked(declarations: Declarations, unit: Unit, transport: Unit) -> Fix:
    """Return the fix that lets `unit` start embarked in `transport`.

    The unit is taken out of the reserves and strategic reserves, so that it starts in one place
    only.
    """
    place = (*declarations.path, "embarked")
    step = Step("set", place, {unit.id: transport.id})
    if declarations.embarked:
        step = Step("set", (*place, unit.id), transport.id)
    steps = (
        *make_leave_steps(declarations, "strategic_reserves", [unit.id]),
        *make_leave_steps(declarations, "reserves", [unit.id]),
        step,
    )
    args = {"unit": unit.name, "transport": transport.name}
    return Fix(key="board", args=args, edit=Edit(steps))


def _make_attach_steps(declarations: Declarations, unit: str, host: str) -> tuple[Step, ...]:
    """Return the step that declares the unit with the id `unit` attached to that of id `host`.

    If the roster declares no attachments yet, the step makes the map for them.
    """
    if declarations.attached:
        return (Step("set", declarations.make_attached_path(unit), host),)
    return (Step("set", declarations.attached_at, {unit: host}),)
