"""Which units may be reinforced: twice the models at twice the cost."""

from __future__ import annotations

from collections.abc import Iterator

from listbuilder.games.regiments.army import RegimentArmy, RegimentUnit
from listbuilder.law.looks import LooksAt
from listbuilder.model.base import Model
from listbuilder.model.edit import remove
from listbuilder.model.finding import Finding, Fix

LOOKS_AT: LooksAt = "each"


class Params(Model):
    never: str


def check(army: RegimentArmy, params: Params) -> Iterator[Finding]:
    for unit in army.own_units:
        if not unit.reinforced:
            continue
        key = _reason(unit, params)
        if key:
            path = (*unit.path, "reinforced")
            saved = unit.unit_points - unit.unit_points // 2
            fix = Fix(key="not_reinforced", args={"unit": unit.name, "points": saved}, edit=remove(*path))
            args = {"unit": unit.name, "keyword": params.never}
            yield Finding(key=key, path=path, args=args, units=(unit.id,), fixes=(fix,))


def _reason(unit: RegimentUnit, params: Params) -> str | None:
    if unit.has(params.never):
        return "never"
    if unit.warscroll.can_be_reinforced:
        return None
    return "one_model" if unit.warscroll.models == 1 else "profile"
