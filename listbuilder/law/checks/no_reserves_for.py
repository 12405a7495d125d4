"""Some kinds of unit may not be placed in strategic reserves."""

from __future__ import annotations

from collections.abc import Iterator

from listbuilder.games.shared.declarations.attach import by_id
from listbuilder.law.declaration_fixes import leave
from listbuilder.model.army import Army
from listbuilder.model.base import Model
from listbuilder.model.finding import Finding


class Params(Model):
    keyword: str


def check(army: Army, params: Params) -> Iterator[Finding]:
    formations = army.formations
    if formations is None:
        return
    units = by_id(army)
    for unit_id, path in formations.strategic_reserves.items():
        unit = units[unit_id]
        if unit.has(params.keyword):
            args = {"unit": unit.name, "keyword": params.keyword}
            fixes = (leave(formations, "strategic_reserves", unit, [unit_id]),)
            yield Finding(key="placed", path=path, args=args, units=(unit_id,), fixes=fixes, about=unit.path)
