"""A leader joins only a unit that its datasheet lists, or that itself says who may lead it."""

from __future__ import annotations

from collections.abc import Iterator

from listbuilder.games.shared.declarations.attach import Refusal, by_id, intruders, members, refusal, way
from listbuilder.law.declaration_fixes import detach
from listbuilder.law.looks import LooksAt
from listbuilder.model.army import Army, Unit
from listbuilder.model.base import Model
from listbuilder.model.declaration import Declarations
from listbuilder.model.finding import Finding

LOOKS_AT: LooksAt = "declared"


class Params(Model):
    pass


def check(army: Army, params: Params) -> Iterator[Finding]:
    declarations = army.declarations
    if declarations is None:
        return
    units = by_id(army)
    circling = {unit for circle in declarations.attached_circles for unit in circle}
    for circle in declarations.attached_circles:
        yield _circle(declarations, [units[each] for each in circle])
    for unit_id, target_id in declarations.attached.items():
        if unit_id not in circling and target_id not in circling:
            unit, target = units[unit_id], units[target_id]
            found = _pair_refusal(army, declarations, unit, target)
            if found is not None:
                yield _finding(declarations, found, unit, target)
    for host in declarations.parties:
        party = members(army, declarations, host)
        for unit, other in intruders(party[0], party[1:]):
            allowed = list(unit.role.joins.only_with) if unit.role and unit.role.joins else []
            args = {"unit": unit.name, "host": party[0].name, "allowed": allowed, "other": other.name}
            fixes = tuple(detach(declarations, each, units[declarations.attached[each.id]]) for each in (other, unit))
            path = declarations.attached_path(other.id)
            yield Finding(key="only_with", path=path, args=args, units=(unit.id, party[0].id, other.id), fixes=fixes)


def _circle(declarations: Declarations, circle: list[Unit]) -> Finding:
    first = circle[0]
    target = circle[1 % len(circle)]
    key = "itself" if len(circle) == 1 else "circle"
    args = {"unit": first.name, "units": [unit.name for unit in circle]}
    ids = tuple(unit.id for unit in circle)
    return Finding(
        key=key, path=declarations.attached_path(first.id), args=args, units=ids, fixes=(detach(declarations, first, target),)
    )


def _pair_refusal(army: Army, declarations: Declarations, unit: Unit, target: Unit) -> Refusal | None:
    others = [each for each in members(army, declarations, unit.id) if each is not unit]
    found = refusal(declarations, unit, target, others)
    if found is None and target.id in declarations.attached and way(unit, target) != "joins":
        # What leads another is no bodyguard; what has joined one without leading it goes wherever that goes.
        host = by_id(army)[declarations.attached[target.id]]
        return Refusal("chain", {"other": host.name})
    return found


def _finding(declarations: Declarations, found: Refusal, unit: Unit, target: Unit) -> Finding:
    return Finding(
        key=found.key,
        path=declarations.attached_path(unit.id),
        args={"unit": unit.name, "host": target.name, **found.args},
        units=(unit.id, target.id),
        fixes=(detach(declarations, unit, target),),
    )
