"""An army of renown replaces the faction's rules: its own units and choices hold, and what it asks of the army."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from listbuilder.games.regiments.allegiance import ArmyOfRenown, Ratio, Selection
from listbuilder.games.regiments.army import RegimentArmy, RegimentUnit, Standing
from listbuilder.law.away import away_findings
from listbuilder.law.fixes import drop_extra, drop_thing, drop_unit
from listbuilder.law.regiment_fixes import drop_borne, drop_chosen
from listbuilder.model.base import Model, Path
from listbuilder.model.finding import Finding, Fix

_OUTSIDE = ("replaced", "elsewhere")


class Params(Model):
    pass


def check(army: RegimentArmy, params: Params) -> Iterator[Finding]:
    yield from away_findings(army, "army_of_renown")
    for unit in (each for each in army.own_units if each.standing in _OUTSIDE):
        fixes = (drop_unit(army, unit),) if unit.removal else ()
        yield from _outside(army, unit.standing, unit.name, unit.home_name, unit.path, fixes, (unit.id,))
    for unit in army.regiment_units:
        for borne in (each for each in unit.borne if each.standing in _OUTSIDE):
            name, fixes = borne.enhancement.name, (drop_borne(unit, borne),)
            yield from _outside(army, borne.standing, name, borne.home, borne.path, fixes, (unit.id,))
    for chosen in (each for each in army.chosen() if each.standing in _OUTSIDE):
        fixes = (drop_chosen(army, chosen),)
        yield from _outside(army, chosen.standing, chosen.name, chosen.home, chosen.path, fixes)
    for taken in (each for each in army.renown_taken if each.standing in _OUTSIDE):
        fixes = (drop_thing(taken.regiment.name, taken.path, taken.points),)
        yield from _outside(army, taken.standing, taken.regiment.name, army.faction_name, taken.path, fixes)
    if army.renown:
        yield from _restrictions(army, army.renown)


def _outside(
    army: RegimentArmy,
    standing: Standing,
    name: str,
    home: str,
    path: Path,
    fixes: tuple[Fix, ...],
    units: tuple[str, ...] = (),
) -> Iterator[Finding]:
    if standing == "elsewhere":
        yield Finding(key="elsewhere", path=path, args={"name": name, "army": home}, units=units, fixes=fixes)
    elif army.renown:
        args = {"name": name, "army": army.renown.name, "faction": army.faction_name}
        yield Finding(key="left_out", path=path, args=args, units=units, fixes=fixes)


def _restrictions(army: RegimentArmy, renown: ArmyOfRenown) -> Iterator[Finding]:
    asks = renown.restrictions
    present = {unit.datasheet_id for unit in army.own_units}
    for group in asks.required_units:
        if not present.intersection(group):
            args: dict[str, Any] = {"army": renown.name, "units": [_name(army, each) for each in group]}
            yield Finding(key="needs", path=("army_of_renown",), args=args, about=", ".join(group))
    general = army.general
    if asks.required_general and general and general.datasheet_id not in asks.required_general:
        args = {"army": renown.name, "unit": general.name, "units": [_name(army, each) for each in asks.required_general]}
        yield Finding(key="general", path=(*general.path, "general"), args=args, units=(general.id,))
    said = []
    for limit in sorted(asks.limits, key=lambda limit: len(limit.units)):
        units = [unit for unit in _of_army(army) if unit.datasheet_id in limit.units]
        if len(units) > limit.max and units not in said:  # a wider limit over the same units says nothing new
            said.append(units)
            args = {"army": renown.name, "units": [_name(army, each) for each in limit.units], "max": limit.max}
            yield _over("too_many", army, ", ".join(limit.units), units, limit.max, {**args, "count": len(units)})
    for ratio in asks.ratios:
        yield from _ratio(army, renown, ratio)
    yield from _equal(army, renown)


def _ratio(army: RegimentArmy, renown: ArmyOfRenown, ratio: Ratio) -> Iterator[Finding]:
    units = _meant(army, ratio.allow)
    args: dict[str, Any] = {"army": renown.name, "what": _words(army, ratio.allow), "count": len(units)}
    about = ", ".join(args["what"])
    if ratio.per is None:
        if len(units) > ratio.count:
            yield _over("too_many_of", army, about, units, ratio.count, {**args, "max": ratio.count})
        return
    others = _meant(army, ratio.per)
    most = ratio.count * (len(others) // ratio.per_count)
    if len(units) > most:
        args |= {"max": most, "each": ratio.count, "per": _words(army, ratio.per), "others": len(others)}
        yield _over("ratio", army, about, units, most, {**args, "per_count": ratio.per_count})


def _over(key: str, army: RegimentArmy, about: str, units: list[RegimentUnit], most: int, args: dict[str, Any]) -> Finding:
    going = [unit for unit in units if unit.removal]
    fixes = (drop_extra(army, units, most),) if len(going) == len(units) else ()
    ids = tuple(unit.id for unit in units)
    return Finding(key=key, path=units[most].path, args=args, units=ids, fixes=fixes, about=about, excess=len(units) - most)


def _equal(army: RegimentArmy, renown: ArmyOfRenown) -> Iterator[Finding]:
    keywords = renown.restrictions.equal_regiments_led_by
    leaders = [regiment.leader for regiment in army.regiments if regiment.leader]
    counts = [sum(leader.has(keyword) for leader in leaders) for keyword in keywords]
    if len(set(counts)) > 1:
        args = {"army": renown.name, "keywords": list(keywords), "counts": counts}
        ids, excess = tuple(leader.id for leader in leaders), max(counts) - min(counts)
        yield Finding(key="unequal", path=("regiments",), args=args, units=ids, excess=excess)


def _of_army(army: RegimentArmy) -> list[RegimentUnit]:
    return [unit for unit in army.own_units if unit.standing == "own"]


def _meant(army: RegimentArmy, selection: Selection) -> list[RegimentUnit]:
    if selection.units:
        return [unit for unit in _of_army(army) if unit.datasheet_id in selection.units]
    return [unit for unit in _of_army(army) if all(unit.has(keyword) for keyword in selection.keywords)]


def _words(army: RegimentArmy, selection: Selection) -> list[str]:
    return [_name(army, each) for each in selection.units] or [" ".join(selection.keywords)]


def _name(army: RegimentArmy, warscroll_id: str) -> str:
    return army.names.get(warscroll_id, warscroll_id)
