"""What the data says must be attached is attached."""

from __future__ import annotations

from collections.abc import Iterator

from listbuilder.games.shared.declarations.attach import lacks_leader, may_be_attached, members, must_be_attached, refusal, role
from listbuilder.law.declaration_fixes import attach
from listbuilder.model.army import Army, Unit
from listbuilder.model.base import Model
from listbuilder.model.declaration import Formations
from listbuilder.model.finding import Finding


class Params(Model):
    pass


def check(army: Army, params: Params) -> Iterator[Finding]:
    formations = army.formations
    if formations is None or formations.attached_unknown:
        return
    for unit in army.units:
        if must_be_attached(unit) and unit.id not in formations.attached:
            able = [target for target in army.units if may_be_attached(army, formations, unit, target)]
            # Naming another unit of the same party would do as well: the one that its data means is enough.
            able = [target for target in able if refusal(formations, unit, target, [target]) is None] or able
            args = {"unit": unit.name, "able": [target.name for target in able]}
            fixes = tuple(attach(formations, unit, only) for only in able) if len(able) == 1 else ()
            key = "alone" if able else "nowhere"
            yield Finding(key=key, path=unit.path, args=args, units=(unit.id,), fixes=fixes, cause="alone")
        if role(unit).needs_leader and lacks_leader(unit, _attached(army, formations, unit)):
            able = [each for each in army.units if each.id not in formations.attached and not lacks_leader(unit, [each])]
            able = [each for each in able if may_be_attached(army, formations, each, unit)]
            args = {"unit": unit.name, "needs": list(role(unit).needs_leader)}
            fixes = tuple(attach(formations, only, unit) for only in able) if len(able) == 1 else ()
            yield Finding(key="no_leader", path=unit.path, args=args, units=(unit.id,), fixes=fixes)


def _attached(army: Army, formations: Formations, unit: Unit) -> list[Unit]:
    return [each for each in members(army, formations, unit.id) if each.id in formations.hosts]
