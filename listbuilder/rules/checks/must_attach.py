"""Check that units which must be attached are; while nothing is declared, that they could be."""

from __future__ import annotations

from collections.abc import Iterator

from listbuilder.games.common.attach import (
    can_be_attached,
    can_lead_unit,
    find_attach_refusal,
    get_role,
    has_to_be_attached,
    is_without_leader,
    list_members,
    may_be_attached,
)
from listbuilder.model.army import Army, Unit
from listbuilder.model.base import Model
from listbuilder.model.deployment import Declarations
from listbuilder.model.finding import Finding
from listbuilder.rules.deployment_fixes import attach_unit
from listbuilder.rules.fixes import drop_unit


class Params(Model):
    pass


def check(army: Army, params: Params) -> Iterator[Finding]:
    """Report units that must be attached and aren't, or that need a leader and have none.

    If nothing is declared, only those units are reported for which the army has no partner at all.
    """
    declarations = army.declarations
    for unit in army.standing_units:
        if unit.role is None:  # nothing is declared, and nothing in the army has to be attached
            continue
        if has_to_be_attached(unit) and not (declarations and unit.id in declarations.attached):
            if not can_be_attached(unit, army.standing_units):
                yield _make_impossible_finding(army, unit, "nowhere", "alone")
            elif declarations and not declarations.attached_unknown:
                yield _make_alone_finding(army, declarations, unit)
        if get_role(unit).needs_leader and _lacks_leader(army, declarations, unit):
            if not any(
                can_lead_unit(leader, unit) and not is_without_leader(unit, [leader])
                for leader in army.standing_units
            ):
                yield _make_impossible_finding(army, unit, "none_to_lead", "no_leader")
            elif declarations and not declarations.attached_unknown:
                yield _make_no_leader_finding(army, declarations, unit)


def _make_impossible_finding(army: Army, unit: Unit, key: str, cause: str) -> Finding:
    """Return the finding that no unit of this army could be attached as `unit` requires.

    The fix removes the unit, except from a box, whose units can't be left out.
    """
    args = {"unit": unit.name, "needs": list(get_role(unit).needs_leader)}
    # what comes in a box is not left out
    fixes = (drop_unit(army, unit),) if army.counts_points else ()
    return Finding(
        key=key, path=unit.path, args=args, units=(unit.id,), fixes=fixes, cause=cause, public=True
    )


def _make_alone_finding(army: Army, declarations: Declarations, unit: Unit) -> Finding:
    """Return the finding that `unit` must be attached and isn't, with the units it could join.

    If several units of one party are possible, the one that its data names is enough. If only one
    unit is possible, the fix attaches it to that one.
    """
    possible = [
        target
        for target in army.standing_units
        if may_be_attached(army, declarations, unit, target)
    ]
    meant = [
        target
        for target in possible
        if find_attach_refusal(declarations, unit, target, [target]) is None
    ]
    able = meant or possible
    args = {"unit": unit.name, "able": [target.name for target in able]}
    fixes = tuple(attach_unit(declarations, unit, only) for only in able) if len(able) == 1 else ()
    key = "alone" if able else "nowhere"
    return Finding(key=key, path=unit.path, args=args, units=(unit.id,), fixes=fixes, cause="alone")


def _make_no_leader_finding(army: Army, declarations: Declarations, unit: Unit) -> Finding:
    """Return the finding that `unit` lacks the leader it needs.

    If only one unit could lead it, the fix attaches that unit.
    """
    able = [
        leader
        for leader in army.standing_units
        if leader.id not in declarations.attached and not is_without_leader(unit, [leader])
    ]
    able = [leader for leader in able if may_be_attached(army, declarations, leader, unit)]
    args = {"unit": unit.name, "needs": list(get_role(unit).needs_leader)}
    fixes = tuple(attach_unit(declarations, only, unit) for only in able) if len(able) == 1 else ()
    return Finding(key="no_leader", path=unit.path, args=args, units=(unit.id,), fixes=fixes)


def _lacks_leader(army: Army, declarations: Declarations | None, unit: Unit) -> bool:
    """Return whether `unit` needs a leader and none of the units attached to it can be one."""
    attached: list[Unit] = []
    if declarations is not None:
        members = list_members(army, declarations, unit.id)
        attached = [member for member in members if member.id in declarations.hosts]
    return is_without_leader(unit, attached)
