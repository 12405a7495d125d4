"""An aircraft starts in reserve, unless it can hover and is declared to."""

from __future__ import annotations

from collections.abc import Iterator

from listbuilder.games.shared.declarations.attach import role
from listbuilder.games.shared.declarations.places import Flyer, waits
from listbuilder.law.declaration_fixes import enter, leave, leaving
from listbuilder.model.army import Army, Unit
from listbuilder.model.base import fold
from listbuilder.model.declaration import Formations
from listbuilder.model.finding import Finding, Fix


class Params(Flyer):
    """`keyword`: the kind that starts in reserve; `unless`: the ability by which it may be declared not to."""


def check(army: Army, params: Params) -> Iterator[Finding]:
    formations = army.formations
    if formations is None:
        return
    for unit in army.units:
        can_hover = fold(params.unless) in role(unit).abilities
        args = {"unit": unit.name, "keyword": params.keyword, "ability": params.unless}
        if unit.id in formations.hover:
            if not can_hover:
                path = formations.hover[unit.id]
                fix = _stop(formations, unit, params)
                yield Finding(key="cannot", path=path, args=args, units=(unit.id,), fixes=(fix,), about=unit.path)
        elif not unit.has(params.keyword):
            continue
        elif not waits(formations, unit.id):
            fixes = [enter(formations, "reserves", unit)]
            if can_hover:
                fixes.append(enter(formations, "hover", unit))
            yield Finding(key="on_table", path=unit.path, args=args, units=(unit.id,), fixes=tuple(fixes))
        elif unit.id in formations.strategic_reserves and unit.id not in formations.reserves:
            fix = enter(formations, "reserves", unit, leaving(formations, "strategic_reserves", [unit.id]))
            path = formations.strategic_reserves[unit.id]
            yield Finding(key="by_its_kind", path=path, args=args, units=(unit.id,), fixes=(fix,), severity="info")


def _stop(formations: Formations, unit: Unit, params: Params) -> Fix:
    """No hovering; what then starts in reserve is placed there."""
    if unit.has(params.keyword) and not waits(formations, unit.id):
        return enter(formations, "reserves", unit, leaving(formations, "hover", [unit.id]))
    return leave(formations, "hover", unit, [unit.id])
