"""Check that an aircraft starts in reserve, unless it can hover and is declared to."""

from __future__ import annotations

from collections.abc import Iterator

from listbuilder.games.common.attach import get_role
from listbuilder.games.common.reserves import Flyer, is_in_reserve
from listbuilder.model.army import Army, Unit
from listbuilder.model.base import fold
from listbuilder.model.deployment import Declarations
from listbuilder.model.finding import Finding, Fix
from listbuilder.rules.check_scope import LooksAt
from listbuilder.rules.deployment_fixes import enter_list, leave_list, make_leave_steps

LOOKS_AT: LooksAt = "each"


class Params(Flyer):
    """The keyword of units that start in reserve, and the ability that frees them from it."""


def check(army: Army, params: Params) -> Iterator[Finding]:
    """Report aircraft that don't start in reserve, and units declared to hover that can't.

    An aircraft listed in strategic reserves is only information: it waits in reserve because it is
    an aircraft, so the fix moves it to the list of reserves.
    """
    declarations = army.declarations
    if declarations is None:
        return
    for unit in army.standing_units:
        can_hover = fold(params.unless) in get_role(unit).abilities
        args = {"unit": unit.name, "keyword": params.keyword, "ability": params.unless}
        if unit.id in declarations.hover:
            if not can_hover:
                path = declarations.hover[unit.id]
                fix = _make_stop_hovering_fix(declarations, unit, params)
                yield Finding(
                    key="cannot",
                    path=path,
                    args=args,
                    units=(unit.id,),
                    fixes=(fix,),
                    about=unit.path,
                )
        elif not unit.has_keyword(params.keyword):
            continue
        elif not is_in_reserve(declarations, unit.id):
            fixes = [enter_list(declarations, "reserves", unit)]
            if can_hover:
                fixes.append(enter_list(declarations, "hover", unit))
            yield Finding(
                key="on_table", path=unit.path, args=args, units=(unit.id,), fixes=tuple(fixes)
            )
        elif unit.id in declarations.strategic_reserves and unit.id not in declarations.reserves:
            fix = enter_list(
                declarations,
                "reserves",
                unit,
                make_leave_steps(declarations, "strategic_reserves", [unit.id]),
            )
            path = declarations.strategic_reserves[unit.id]
            yield Finding(
                key="by_its_kind",
                path=path,
                args=args,
                units=(unit.id,),
                fixes=(fix,),
                severity="info",
            )


def _make_stop_hovering_fix(declarations: Declarations, unit: Unit, params: Params) -> Fix:
    """Return the fix that no longer declares `unit` to hover.

    If the unit must then start in reserve and isn't there, the fix puts it into reserve too.
    """
    if unit.has_keyword(params.keyword) and not is_in_reserve(declarations, unit.id):
        return enter_list(
            declarations, "reserves", unit, make_leave_steps(declarations, "hover", [unit.id])
        )
    return leave_list(declarations, "hover", unit, [unit.id])
