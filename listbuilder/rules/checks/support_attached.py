"""Check that every unit that supports others is attached to one."""

from __future__ import annotations

from collections.abc import Iterator

from listbuilder.games.common.attach import get_role, has_to_be_attached, may_be_attached
from listbuilder.model.army import Army
from listbuilder.model.base import Model, fold
from listbuilder.model.finding import Finding
from listbuilder.rules.deployment_fixes import attach_unit


class Params(Model):
    """The ability of units that support others."""

    ability: str


def check(army: Army, params: Params) -> Iterator[Finding]:
    """Report units with the supporting ability that are not attached to another unit.

    A list that does not tell which units are attached gets one warning instead. Units that must be
    attached for another reason are left to another rule. If only one unit can be joined, the fix
    attaches to it.
    """
    declarations = army.declarations
    if declarations is None:
        return
    wanted = fold(params.ability)
    alone = [
        unit
        for unit in army.standing_units
        if wanted in get_role(unit).abilities
        and unit.id not in declarations.attached
        and not has_to_be_attached(unit)
    ]
    if declarations.attached_unknown:
        if alone:
            args = {"units": [unit.name for unit in alone], "ability": params.ability}
            ids = tuple(unit.id for unit in alone)
            yield Finding(
                key="undeclared",
                severity="warning",
                path=declarations.attached_at,
                args=args,
                units=ids,
                about=("units",),
            )
        return
    for unit in alone:
        able = [
            target
            for target in army.standing_units
            if may_be_attached(army, declarations, unit, target)
        ]
        args = {
            "unit": unit.name,
            "able": list(dict.fromkeys(target.name for target in able)),
            "ability": params.ability,
        }
        fixes = (attach_unit(declarations, unit, able[0]),) if len(able) == 1 else ()
        key = "alone" if able else "nowhere"
        yield Finding(
            key=key, path=unit.path, args=args, units=(unit.id,), fixes=fixes, cause="alone"
        )
