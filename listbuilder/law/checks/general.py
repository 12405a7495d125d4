"""Exactly one hero is the general; some come before all others."""

from __future__ import annotations

from collections.abc import Iterator

from listbuilder.games.regiments.army import RegimentArmy, RegimentUnit
from listbuilder.model.base import Model
from listbuilder.model.edit import Edit, Step
from listbuilder.model.finding import Finding, Fix


class Params(Model):
    """`first`: where heroes have this keyword, the general is one of them; `leads_regiment`: and leads a regiment."""

    first: str
    leads_regiment: bool = False


def check(army: RegimentArmy, params: Params) -> Iterator[Finding]:
    heroes = [unit for unit in army.own_units if unit.hero and unit.standing == "own"]
    first = [unit for unit in heroes if unit.has(params.first)]
    able = [unit for unit in first if unit.post == "leader"] or first if params.leads_regiment else first
    best = _best(army, able or heroes)
    named = [unit for unit in army.regiment_units if unit.general]
    if not named:
        names = [unit.name for unit in first or heroes]
        fixes = _make(army, best)
        yield Finding(key="missing", path=("regiments",), args={"units": names}, fixes=fixes, silent=not heroes)
    elif len(named) > 1:
        keep = next((unit for unit in named if any(unit is each for each in able or heroes)), best)
        args = {"count": len(named), "units": [unit.name for unit in named]}
        ids = tuple(unit.id for unit in named)
        path, fixes, about = (*named[1].path, "general"), _make(army, keep), ("regiments",)
        yield Finding(key="several", path=path, args=args, units=ids, fixes=fixes, about=about, excess=len(named) - 1)
    else:
        yield from _single(army, named[0], first, best, params)


def _single(
    army: RegimentArmy, general: RegimentUnit, first: list[RegimentUnit], best: RegimentUnit | None, params: Params
) -> Iterator[Finding]:
    path = (*general.path, "general")
    args = {"unit": general.name, "keyword": params.first, "first": [unit.name for unit in first]}
    fixes = _make(army, best)
    if general.post == "renown":
        yield Finding(key="of_renown", path=path, args=args, units=(general.id,), fixes=fixes)
    elif not general.hero:
        yield Finding(key="no_hero", path=path, args=args, units=(general.id,), fixes=fixes)
    elif first and not any(general is unit for unit in first):
        ids = (general.id, *(unit.id for unit in first))
        yield Finding(key="must_be", path=path, args=args, units=ids, fixes=fixes)
    elif first and params.leads_regiment and general.post != "leader":
        able = fixes if best is not general else ()
        yield Finding(key="must_lead", path=path, args=args, units=(general.id,), fixes=able)
    elif army.stating("general"):
        stated = _make(army, general)
        yield Finding(key="assumed", path=path, args=args, units=(general.id,), fixes=stated, severity="warning")


def _best(army: RegimentArmy, able: list[RegimentUnit]) -> RegimentUnit | None:
    """Whom the army of renown asks for, else the first who leads a regiment, else any."""
    wanted = army.renown.restrictions.required_general if army.renown else ()
    asked = [unit for unit in able if unit.datasheet_id in wanted]
    leaders = [unit for unit in able if unit.post == "leader"]
    return next(iter(asked or leaders or able), None)


def _make(army: RegimentArmy, to: RegimentUnit | None) -> tuple[Fix, ...]:
    """Makes that unit the general, and no other."""
    if to is None:
        return ()
    others = [unit for unit in army.regiment_units if unit.general and unit is not to]
    steps = [Step("remove", (*unit.path, "general")) for unit in others]
    if not to.general:
        steps.append(Step("set", (*to.path, "general"), True))
    steps += army.stating("general")
    return (Fix(key="make_general", args={"unit": to.name}, edit=Edit(tuple(steps))),)
