"""Each unit of a regiment is one that its hero's battle profile lists, and within the number it states."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from typing import Any

from listbuilder.games.regiments.army import Regiment, RegimentArmy, RegimentUnit
from listbuilder.games.regiments.options import Fault, admitting, faults_of, shown
from listbuilder.law.fixes import drop_unit
from listbuilder.law.regiment_fixes import could_take, leaders_of, ways_out
from listbuilder.model.base import Model, Path, fold
from listbuilder.model.edit import Edit, Step
from listbuilder.model.finding import Finding, Fix

_ELSEWHERE = ("not_listed", "lists_nobody", "too_many")  # what moving the unit to another regiment mends


class Params(Model):
    pass


def check(army: RegimentArmy, params: Params) -> Iterator[Finding]:
    for regiment in army.regiments:
        for fault in faults_of(army, regiment):
            if not (fault.key == "not_listed" and fault.unit.hero):  # heroes who do not belong: the rule on joining
                assert regiment.leader is not None
                yield _finding(army, regiment, regiment.leader, fault)
    yield from _extra_units(army)


def _finding(army: RegimentArmy, regiment: Regiment, leader: RegimentUnit, fault: Fault) -> Finding:
    unit = fault.unit
    args: dict[str, Any] = {"hero": leader.name, "unit": unit.name, **fault.args}
    if fault.key == "missing":
        return Finding(
            key="missing",
            path=unit.path,
            args=args,
            units=(unit.id,),
            fixes=_bring(army, regiment, leader, args["missing"]),
            about=(*unit.path, args["missing"]),
            excess=fault.excess,
        )
    key = "lists_nobody" if fault.key == "not_listed" and not args["options"] else fault.key
    others = could_take(army, unit)
    if others and key in _ELSEWHERE:
        assert others[0].leader is not None
        key += "_elsewhere_fits"
        args["heroes"] = leaders_of(others)
        args["by"] = [shown(option) for option in admitting(others[0].leader, unit)]
    units = tuple(each.id for each in fault.units) or (leader.id, unit.id)
    return Finding(
        key=key,
        path=unit.path,
        args=args,
        units=units,
        fixes=ways_out(army, unit),
        about=(*regiment.path, fault.group) if fault.group else unit.path,
        cause=fault.key,
        excess=fault.excess,
    )


def _bring(army: RegimentArmy, regiment: Regiment, leader: RegimentUnit, name: str) -> tuple[Fix, ...]:
    """Adds a unit that the hero has to bring."""
    unit_id = army.companions.get(fold(name))
    if unit_id is None:
        return ()
    entry = {"unit": unit_id}
    target: Path = (*regiment.path, "units")
    place: Path = (*target, len(regiment.members))
    step = Step("insert", place, entry) if regiment.listed else Step("set", target, [entry])
    return (Fix(key="bring", args={"unit": name, "hero": leader.name}, edit=Edit((step,))),)


def _extra_units(army: RegimentArmy) -> Iterator[Finding]:
    """Undersized units of which there is at most one for each of another."""
    counts = Counter(each for unit in army.own_units for each in (unit.warscroll.id, unit.warscroll.variant_of))
    seen: Counter[str] = Counter()
    for unit in army.own_units:
        limit = unit.warscroll.max_per
        if limit is None:
            continue
        seen[unit.warscroll.id] += 1
        most = limit.count * counts[limit.unit]
        if seen[unit.warscroll.id] == most + 1:
            alike = [each for each in army.own_units if each.warscroll.id == unit.warscroll.id]
            args = {"unit": unit.name, "count": len(alike), "max": most, "each": limit.count, "per": _name(army, limit.unit)}
            fixes = (drop_unit(army, alike[-1]),) if len(alike) == most + 1 else ()
            ids, about, excess = tuple(u.id for u in alike), unit.datasheet_id, len(alike) - most
            yield Finding(key="too_many_for", path=unit.path, args=args, units=ids, fixes=fixes, about=about, excess=excess)


def _name(army: RegimentArmy, warscroll_id: str) -> str:
    return army.names.get(warscroll_id, warscroll_id)
