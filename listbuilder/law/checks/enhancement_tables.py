"""Enhancements: so many from each table, on a bearer the table is for."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from listbuilder.games.regiments.army import Borne, RegimentArmy, RegimentUnit
from listbuilder.law.away import away_findings
from listbuilder.law.params import Count
from listbuilder.law.regiment_fixes import drop_borne
from listbuilder.model.base import Model
from listbuilder.model.finding import Finding

Pair = tuple[RegimentUnit, Borne]


class Params(Model):
    """`per_table` in the army, `per_unit` of one table on a unit, none on a unit with the keyword `never`."""

    per_table: Count
    per_unit: Count
    never: str


def check(army: RegimentArmy, params: Params) -> Iterator[Finding]:
    yield from away_findings(army, "enhancement")
    borne = [(unit, each) for unit in army.regiment_units for each in unit.borne]
    for unit, each in borne:
        reason = _unfit(army, unit, each, params)
        if reason:
            key, args = reason
            args = {"unit": unit.name, "enhancement": each.enhancement.name, **args}
            about, fix = (*unit.path, "enhancement", each.enhancement.id), drop_borne(unit, each)
            yield Finding(key=key, path=each.path, args=args, units=(unit.id,), fixes=(fix,), about=about)
    tables: dict[str, list[Pair]] = {}
    for unit, each in borne:
        if each.standing == "own":
            tables.setdefault(each.table.id, []).append((unit, each))
    for pairs in tables.values():
        if len(pairs) > params.per_table:
            yield _too_many(pairs, params)


def _too_many(pairs: list[Pair], params: Params) -> Finding:
    """One finding for a table, whichever way it is used too often."""
    unit, each = pairs[params.per_table]
    names = [borne.enhancement.name for _, borne in pairs]
    args: dict[str, Any] = {"count": len(pairs), "table": each.table.name, "enhancements": names, "max": params.per_table}
    if len({borne.enhancement.id for _, borne in pairs}) == 1:
        key, args["enhancements"] = "twice", names[:1]
    elif all(other is unit for other, _ in pairs):
        key, args["unit"], args["max"] = "several_on_unit", unit.name, params.per_unit
    else:
        key = "several"
    fixes = (drop_borne(*pairs[-1]),) if len(pairs) == params.per_table + 1 else ()
    return Finding(
        key=key,
        path=each.path,
        args=args,
        units=tuple(dict.fromkeys(u.id for u, _ in pairs)),
        fixes=fixes,
        about=each.table.id,
        cause="several",
        excess=len(pairs) - params.per_table,
    )


def _unfit(army: RegimentArmy, unit: RegimentUnit, borne: Borne, params: Params) -> tuple[str, dict[str, Any]] | None:
    """The one reason why this unit may not bear it, if there is one."""
    if borne.standing == "foreign":
        return "foreign", {"home": borne.home, "army": army.faction_name}
    if borne.standing != "own":
        return None  # what its army of renown has to do with it is said elsewhere
    if unit.has(params.never):
        return "never", {"keyword": params.never}
    return _not_bearer(unit, borne)


def _not_bearer(unit: RegimentUnit, borne: Borne) -> tuple[str, dict[str, Any]] | None:
    bearer, own_id = borne.table.applies_to, unit.warscroll.id
    lacking = [keyword for keyword in bearer.all if not unit.has(keyword)]
    if lacking:
        return "needs", {"needs": lacking}
    if bearer.any and not any(unit.has(keyword) for keyword in bearer.any):
        return "needs_one", {"needs": list(bearer.any)}
    barred = [keyword for keyword in bearer.none if unit.has(keyword)]
    if barred:
        return "barred", {"not": barred}
    if own_id in bearer.none_of_units:
        return "not_this", {}
    if bearer.units and own_id not in bearer.units:
        return "not_this", {}
    requires = borne.enhancement.requires
    return ("not_this", {}) if requires and own_id not in requires.units else None
