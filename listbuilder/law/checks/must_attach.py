"""What the data says must be attached is attached; where nothing is declared yet, it could be."""

from __future__ import annotations

from collections.abc import Iterator

from listbuilder.games.shared.declarations.attach import (
    could_be_attached,
    could_lead,
    lacks_leader,
    may_be_attached,
    members,
    must_be_attached,
    refusal,
    role,
)
from listbuilder.law.declaration_fixes import attach
from listbuilder.law.fixes import drop_unit
from listbuilder.model.army import Army, Unit
from listbuilder.model.base import Model
from listbuilder.model.declaration import Declarations
from listbuilder.model.finding import Finding


class Params(Model):
    pass


def check(army: Army, params: Params) -> Iterator[Finding]:
    declarations = army.declarations
    for unit in army.standing_units:
        if unit.role is None:  # nothing is declared, and nothing in the army has to be attached
            continue
        if must_be_attached(unit) and not (declarations and unit.id in declarations.attached):
            if not could_be_attached(unit, army.standing_units):
                yield _impossible(army, unit, "nowhere", "alone")
            elif declarations and not declarations.attached_unknown:
                yield _alone(army, declarations, unit)
        if role(unit).needs_leader and lacks_leader(unit, _attached(army, declarations, unit) if declarations else []):
            if not any(could_lead(each, unit) and not lacks_leader(unit, [each]) for each in army.standing_units):
                yield _impossible(army, unit, "none_to_lead", "no_leader")
            elif declarations and not declarations.attached_unknown:
                yield _no_leader(army, declarations, unit)


def _impossible(army: Army, unit: Unit, key: str, cause: str) -> Finding:
    """Whatever is declared, this army cannot field the unit."""
    args = {"unit": unit.name, "needs": list(role(unit).needs_leader)}
    fixes = (drop_unit(army, unit),) if army.counts_points else ()  # what comes in a box is not left out
    return Finding(key=key, path=unit.path, args=args, units=(unit.id,), fixes=fixes, cause=cause, public=True)


def _alone(army: Army, declarations: Declarations, unit: Unit) -> Finding:
    able = [target for target in army.standing_units if may_be_attached(army, declarations, unit, target)]
    # Naming another unit of the same party would do as well: the one that its data means is enough.
    able = [target for target in able if refusal(declarations, unit, target, [target]) is None] or able
    args = {"unit": unit.name, "able": [target.name for target in able]}
    fixes = tuple(attach(declarations, unit, only) for only in able) if len(able) == 1 else ()
    key = "alone" if able else "nowhere"
    return Finding(key=key, path=unit.path, args=args, units=(unit.id,), fixes=fixes, cause="alone")


def _no_leader(army: Army, declarations: Declarations, unit: Unit) -> Finding:
    able = [each for each in army.standing_units if each.id not in declarations.attached and not lacks_leader(unit, [each])]
    able = [each for each in able if may_be_attached(army, declarations, each, unit)]
    args = {"unit": unit.name, "needs": list(role(unit).needs_leader)}
    fixes = tuple(attach(declarations, only, unit) for only in able) if len(able) == 1 else ()
    return Finding(key="no_leader", path=unit.path, args=args, units=(unit.id,), fixes=fixes)


def _attached(army: Army, declarations: Declarations, unit: Unit) -> list[Unit]:
    return [each for each in members(army, declarations, unit.id) if each.id in declarations.hosts]
