"""Check that units which can't be placed in strategic reserves aren't."""

from __future__ import annotations

from collections.abc import Iterator

from listbuilder.games.common.attach import get_units_by_id
from listbuilder.model.army import Army, Unit
from listbuilder.model.base import Model
from listbuilder.model.deployment import Declarations
from listbuilder.model.edit import make_remove_edit
from listbuilder.model.finding import Finding, Fix
from listbuilder.rules.check_scope import LooksAt
from listbuilder.rules.deployment_fixes import leave_list

LOOKS_AT: LooksAt = "declared"


class Params(Model):
    """The keyword of units that can't be placed there.

    Without it there are no strategic reserves at all.
    """

    keyword: str | None = None


def check(army: Army, params: Params) -> Iterator[Finding]:
    """Report units with the rule's keyword that are listed in strategic reserves.

    If the rule has no keyword, no unit may be there: all units listed are one finding. The fix
    takes them out.
    """
    declarations = army.declarations
    if declarations is None:
        return
    units = get_units_by_id(army)
    if params.keyword is None:
        yield from _check_no_reserves(
            declarations, [units[placed_id] for placed_id in declarations.strategic_reserves]
        )
        return
    for unit_id, path in declarations.strategic_reserves.items():
        unit = units[unit_id]
        if unit.has_keyword(params.keyword):
            args = {"unit": unit.name, "keyword": params.keyword}
            fixes = (leave_list(declarations, "strategic_reserves", unit, [unit_id]),)
            yield Finding(
                key="placed", path=path, args=args, units=(unit_id,), fixes=fixes, about=unit.path
            )


def _check_no_reserves(declarations: Declarations, listed: list[Unit]) -> Iterator[Finding]:
    """Yield the finding that the game has no strategic reserves, if the roster lists units there.

    The fix removes the list.
    """
    if not listed:
        return
    path = (*declarations.path, "strategic_reserves")
    fix = Fix(key="leave_out", edit=make_remove_edit(*path))
    names, ids = [unit.name for unit in listed], tuple(unit.id for unit in listed)
    yield Finding(
        key="none_at_all",
        path=path,
        args={"units": names},
        units=ids,
        fixes=(fix,),
        excess=len(listed),
    )
