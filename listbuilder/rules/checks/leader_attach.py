"""Check that a leader joins only a unit that its datasheet lists, or that says who may lead it."""

from __future__ import annotations

from collections.abc import Iterator

from listbuilder.games.common.attach import (
    Refusal,
    determine_way,
    find_attach_refusal,
    find_intruders,
    get_units_by_id,
    list_members,
)
from listbuilder.model.army import Army, Unit
from listbuilder.model.base import Model
from listbuilder.model.deployment import Declarations
from listbuilder.model.finding import Finding
from listbuilder.rules.check_scope import LooksAt
from listbuilder.rules.deployment_fixes import detach_unit

LOOKS_AT: LooksAt = "declared"


class Params(Model):
    pass


def check(army: Army, params: Params) -> Iterator[Finding]:
    """Report units attached in a circle, to a unit they may not join, or beside a barred one.

    The fix detaches a unit.
    """
    declarations = army.declarations
    if declarations is None:
        return
    units = get_units_by_id(army)
    circling = {unit for circle in declarations.attached_circles for unit in circle}
    for circle in declarations.attached_circles:
        yield _make_circle_finding(declarations, [units[member_id] for member_id in circle])
    for unit_id, target_id in declarations.attached.items():
        if unit_id not in circling and target_id not in circling:
            unit, target = units[unit_id], units[target_id]
            reason = _find_refusal(army, declarations, unit, target)
            if reason is not None:
                yield _make_finding(declarations, reason, unit, target)
    for host in declarations.parties:
        party = list_members(army, declarations, host)
        for unit, other in find_intruders(party[0], party[1:]):
            allowed = list(unit.role.joins.only_with) if unit.role and unit.role.joins else []
            args = {
                "unit": unit.name,
                "host": party[0].name,
                "allowed": allowed,
                "other": other.name,
            }
            fixes = tuple(
                detach_unit(declarations, intruder, units[declarations.attached[intruder.id]])
                for intruder in (other, unit)
            )
            path = declarations.make_attached_path(other.id)
            yield Finding(
                key="only_with",
                path=path,
                args=args,
                units=(unit.id, party[0].id, other.id),
                fixes=fixes,
            )


def _make_circle_finding(declarations: Declarations, circle: list[Unit]) -> Finding:
    """Return the finding that units are attached to each other in a circle, or one to itself.

    The fix detaches the first unit.
    """
    first = circle[0]
    target = circle[1 % len(circle)]
    key = "itself" if len(circle) == 1 else "circle"
    args = {"unit": first.name, "units": [unit.name for unit in circle]}
    ids = tuple(unit.id for unit in circle)
    return Finding(
        key=key,
        path=declarations.make_attached_path(first.id),
        args=args,
        units=ids,
        fixes=(detach_unit(declarations, first, target),),
    )


def _find_refusal(
    army: Army, declarations: Declarations, unit: Unit, target: Unit
) -> Refusal | None:
    """Return why `unit` may not be attached to `target`, or None if it may.

    A target that itself leads another unit can't be led. A target that has joined another unit
    without leading it can be joined, and then both go with that unit.
    """
    others = [member for member in list_members(army, declarations, unit.id) if member is not unit]
    reason = find_attach_refusal(declarations, unit, target, others)
    if (
        reason is None
        and target.id in declarations.attached
        and determine_way(unit, target) != "joins"
    ):
        # What leads another is no bodyguard; what has joined one without leading it goes wherever
        # that goes.
        host = get_units_by_id(army)[declarations.attached[target.id]]
        return Refusal("chain", {"other": host.name})
    return reason


def _make_finding(declarations: Declarations, reason: Refusal, unit: Unit, target: Unit) -> Finding:
    """Return the finding that `unit` may not be attached to `target`.

    The fix detaches the unit.
    """
    return Finding(
        key=reason.key,
        path=declarations.make_attached_path(unit.id),
        args={"unit": unit.name, "host": target.name, **reason.args},
        units=(unit.id, target.id),
        fixes=(detach_unit(declarations, unit, target),),
    )
