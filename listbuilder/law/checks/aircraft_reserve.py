"""An aircraft starts in reserve, unless it can hover and is declared to."""

from __future__ import annotations

from collections.abc import Iterator

from listbuilder.games.shared.declarations.attach import role
from listbuilder.games.shared.declarations.places import Flyer, waits
from listbuilder.law.declaration_fixes import enter, leave, leaving
from listbuilder.law.looks import LooksAt
from listbuilder.model.army import Army, Unit
from listbuilder.model.base import fold
from listbuilder.model.declaration import Declarations
from listbuilder.model.finding import Finding, Fix

LOOKS_AT: LooksAt = "each"


class Params(Flyer):
    """`keyword`: the kind that starts in reserve; `unless`: the ability by which it may be declared not to."""


def check(army: Army, params: Params) -> Iterator[Finding]:
    declarations = army.declarations
    if declarations is None:
        return
    for unit in army.standing_units:
        can_hover = fold(params.unless) in role(unit).abilities
        args = {"unit": unit.name, "keyword": params.keyword, "ability": params.unless}
        if unit.id in declarations.hover:
            if not can_hover:
                path = declarations.hover[unit.id]
                fix = _stop(declarations, unit, params)
                yield Finding(key="cannot", path=path, args=args, units=(unit.id,), fixes=(fix,), about=unit.path)
        elif not unit.has(params.keyword):
            continue
        elif not waits(declarations, unit.id):
            fixes = [enter(declarations, "reserves", unit)]
            if can_hover:
                fixes.append(enter(declarations, "hover", unit))
            yield Finding(key="on_table", path=unit.path, args=args, units=(unit.id,), fixes=tuple(fixes))
        elif unit.id in declarations.strategic_reserves and unit.id not in declarations.reserves:
            fix = enter(declarations, "reserves", unit, leaving(declarations, "strategic_reserves", [unit.id]))
            path = declarations.strategic_reserves[unit.id]
            yield Finding(key="by_its_kind", path=path, args=args, units=(unit.id,), fixes=(fix,), severity="info")


def _stop(declarations: Declarations, unit: Unit, params: Params) -> Fix:
    """No hovering; what then starts in reserve is placed there."""
    if unit.has(params.keyword) and not waits(declarations, unit.id):
        return enter(declarations, "reserves", unit, leaving(declarations, "hover", [unit.id]))
    return leave(declarations, "hover", unit, [unit.id])
