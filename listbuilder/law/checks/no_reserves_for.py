"""Some kinds of unit may not be placed in strategic reserves; in some games none may."""

from __future__ import annotations

from collections.abc import Iterator

from listbuilder.games.shared.declarations.attach import by_id
from listbuilder.law.declaration_fixes import leave
from listbuilder.law.looks import LooksAt
from listbuilder.model.army import Army, Unit
from listbuilder.model.base import Model
from listbuilder.model.declaration import Declarations
from listbuilder.model.edit import remove
from listbuilder.model.finding import Finding, Fix

LOOKS_AT: LooksAt = "declared"


class Params(Model):
    """Units with `keyword`; without it there are no strategic reserves at all."""

    keyword: str | None = None


def check(army: Army, params: Params) -> Iterator[Finding]:
    declarations = army.declarations
    if declarations is None:
        return
    units = by_id(army)
    if params.keyword is None:
        yield from _none_at_all(declarations, [units[each] for each in declarations.strategic_reserves])
        return
    for unit_id, path in declarations.strategic_reserves.items():
        unit = units[unit_id]
        if unit.has(params.keyword):
            args = {"unit": unit.name, "keyword": params.keyword}
            fixes = (leave(declarations, "strategic_reserves", unit, [unit_id]),)
            yield Finding(key="placed", path=path, args=args, units=(unit_id,), fixes=fixes, about=unit.path)


def _none_at_all(declarations: Declarations, named: list[Unit]) -> Iterator[Finding]:
    if not named:
        return
    path = (*declarations.path, "strategic_reserves")
    fix = Fix(key="leave_out", edit=remove(*path))
    names, ids = [unit.name for unit in named], tuple(unit.id for unit in named)
    yield Finding(key="none_at_all", path=path, args={"units": names}, units=ids, fixes=(fix,), excess=len(named))
