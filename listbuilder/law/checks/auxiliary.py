"""Auxiliary units: who cannot be one, and what they cost."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from listbuilder.games.regiments.army import RegimentArmy, RegimentUnit
from listbuilder.law.fixes import drop_unit
from listbuilder.law.regiment_fixes import could_take, move
from listbuilder.model.base import Model
from listbuilder.model.finding import Finding


class Params(Model):
    """`compulsory_too`: nor a hero who has to bring certain units."""

    compulsory_too: bool = False


def check(army: RegimentArmy, params: Params) -> Iterator[Finding]:
    for unit in army.auxiliaries:
        found = _why_not(unit, params) if unit.standing == "own" else None
        if found:
            key, args = found
            others = could_take(army, unit)
            fixes = (*((move(unit, others[0]),) if others else ()), drop_unit(army, unit))
            yield Finding(key=key, path=unit.path, args={"unit": unit.name, **args}, units=(unit.id,), fixes=fixes)
    if army.auxiliaries:
        count = len(army.auxiliaries)
        surcharge = army.book.pricing.auxiliary_surcharge(count)
        args = {"count": count, "points": surcharge}
        units = tuple(unit.id for unit in army.auxiliaries)
        key = "count_paid" if surcharge else "count"
        yield Finding(key=key, path=("auxiliary",), args=args, units=units, severity="info")


def _why_not(unit: RegimentUnit, params: Params) -> tuple[str, dict[str, Any]] | None:
    profile = unit.profile
    if profile.only_in_regiment_of:
        return "only_with", {"heroes": list(profile.only_in_regiment_of)}
    compulsory = [option.title for option in profile.options if option.min]
    if compulsory and (params.compulsory_too or profile.cannot_be_auxiliary):
        return "brings", {"units": compulsory}
    return ("never", {}) if profile.cannot_be_auxiliary or profile.requires_in_regiment else None
