"""Check that exactly one hero is the general; some heroes come before all others."""

from __future__ import annotations

from collections.abc import Iterator

from listbuilder.games.aos.army import RegimentArmy, RegimentUnit
from listbuilder.model.base import Model
from listbuilder.model.edit import Edit, Step
from listbuilder.model.finding import Finding, Fix


class Params(Model):
    """The keyword of heroes that come first: if there are such, the general is one of them.

    `leads_regiment`: that general also has to lead a regiment.
    """

    first: str
    leads_regiment: bool = False


def check(army: RegimentArmy, params: Params) -> Iterator[Finding]:
    """Report that there is no general, or several, or one that can't be the general.

    A general who was only assumed is a warning. If the army has no hero at all, that there is no
    general is reported silently.
    """
    heroes = [unit for unit in army.own_units if unit.is_hero and unit.standing == "own"]
    first = [unit for unit in heroes if unit.has_keyword(params.first)]
    candidates = first
    if params.leads_regiment:
        candidates = [unit for unit in first if unit.post == "leader"] or first
    best = _find_best_general(army, candidates or heroes)
    marked = [unit for unit in army.regiment_units if unit.general]
    if not marked:
        names = [unit.name for unit in first or heroes]
        fixes = _make_general_fixes(army, best)
        yield Finding(
            key="missing",
            path=("regiments",),
            args={"units": names},
            fixes=fixes,
            silent=not heroes,
        )
    elif len(marked) > 1:
        able = candidates or heroes
        keep = next((unit for unit in marked if any(unit is hero for hero in able)), best)
        args = {"count": len(marked), "units": [unit.name for unit in marked]}
        ids = tuple(unit.id for unit in marked)
        yield Finding(
            key="several",
            path=(*marked[1].path, "general"),
            args=args,
            units=ids,
            fixes=_make_general_fixes(army, keep),
            about=("regiments",),
            excess=len(marked) - 1,
        )
    else:
        yield from _check_only_general(army, marked[0], first, best, params)


def _check_only_general(
    army: RegimentArmy,
    general: RegimentUnit,
    first: list[RegimentUnit],
    best: RegimentUnit | None,
    params: Params,
) -> Iterator[Finding]:
    """Yield the finding, if there is one, against `general`, the only unit marked as general.

    `first` are the heroes who must be preferred. Reported: a unit of a regiment of renown, a unit
    that is no hero, a hero although there is one of `first`, a hero who must lead a regiment and
    doesn't, and a general who was only assumed. The first reason counts; the fix marks `best`.
    """
    path = (*general.path, "general")
    args = {"unit": general.name, "keyword": params.first, "first": [unit.name for unit in first]}
    fixes = _make_general_fixes(army, best)
    if general.post == "renown":
        yield Finding(key="of_renown", path=path, args=args, units=(general.id,), fixes=fixes)
    elif not general.is_hero:
        yield Finding(key="no_hero", path=path, args=args, units=(general.id,), fixes=fixes)
    elif first and not any(general is unit for unit in first):
        ids = (general.id, *(unit.id for unit in first))
        yield Finding(key="must_be", path=path, args=args, units=ids, fixes=fixes)
    elif first and params.leads_regiment and general.post != "leader":
        leader_fixes = fixes if best is not general else ()
        yield Finding(
            key="must_lead", path=path, args=args, units=(general.id,), fixes=leader_fixes
        )
    elif army.drop_assumed_key("general"):
        naming_fixes = _make_general_fixes(army, general)
        yield Finding(
            key="assumed",
            path=path,
            args=args,
            units=(general.id,),
            fixes=naming_fixes,
            severity="warning",
        )


def _find_best_general(army: RegimentArmy, able: list[RegimentUnit]) -> RegimentUnit | None:
    """Return the hero in `able` who is the likeliest general, or None if the list is empty.

    That is the one whom the army of renown requires, otherwise the first who leads a regiment,
    otherwise the first.
    """
    wanted = army.renown.restrictions.required_general if army.renown else ()
    asked = [unit for unit in able if unit.datasheet_id in wanted]
    leaders = [unit for unit in able if unit.post == "leader"]
    return next(iter(asked or leaders or able), None)


def _make_general_fixes(army: RegimentArmy, unit_to_mark: RegimentUnit | None) -> tuple[Fix, ...]:
    """Return the fix that makes `unit_to_mark` the only general; empty if that is None.

    The note that the general was only assumed is removed too.
    """
    if unit_to_mark is None:
        return ()
    others = [unit for unit in army.regiment_units if unit.general and unit is not unit_to_mark]
    steps = [Step("remove", (*unit.path, "general")) for unit in others]
    if not unit_to_mark.general:
        steps.append(Step("set", (*unit_to_mark.path, "general"), True))
    steps += army.drop_assumed_key("general")
    return (Fix(key="make_general", args={"unit": unit_to_mark.name}, edit=Edit(tuple(steps))),)
