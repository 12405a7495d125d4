"""At most so many regiments of renown, of those that list the faction, each exactly as it is."""

from __future__ import annotations

from collections.abc import Iterator

from listbuilder.games.regiments.army import RegimentArmy, RegimentUnit, RenownTaken
from listbuilder.law.away import away_findings
from listbuilder.law.fixes import drop_thing
from listbuilder.law.params import Count
from listbuilder.law.regiment_fixes import drop_borne
from listbuilder.model.base import Model
from listbuilder.model.finding import Finding


class Params(Model):
    """`enhancements_need_faction`: its units bear enhancements only if they have the army's faction keyword."""

    max: Count
    enhancements_need_faction: bool = False


def check(army: RegimentArmy, params: Params) -> Iterator[Finding]:
    yield from away_findings(army, "regiment_of_renown")
    taken = army.renown_taken
    if len(taken) > params.max:
        args = {"count": len(taken), "max": params.max, "regiments": [each.regiment.name for each in taken]}
        last = taken[-1]
        fixes = (drop_thing(last.regiment.name, last.path, last.points),) if len(taken) == params.max + 1 else ()
        path, about, excess = taken[params.max].path, ("regiment_of_renown",), len(taken) - params.max
        yield Finding(key="several", path=path, args=args, fixes=fixes, about=about, excess=excess)
    for each in taken:
        if each.standing == "foreign":
            args = {"regiment": each.regiment.name, "army": army.faction_name}
            fix = drop_thing(each.regiment.name, each.path, each.points)
            yield Finding(key="not_for_faction", path=each.path, args=args, units=_ids(each.units), fixes=(fix,))
        yield from _as_it_is(each)
        if params.enhancements_need_faction:
            yield from _enhanced(army, each)


def _as_it_is(taken: RenownTaken) -> Iterator[Finding]:
    args = {"regiment": taken.regiment.name}
    if not taken.units and not taken.missing:
        yield Finding(key="nobody", path=taken.path, args=args)
    if taken.missing:
        names, ids = {**args, "units": taken.missing}, _ids(taken.units)
        yield Finding(key="missing", path=taken.path, args=names, units=ids, excess=len(taken.missing))
    if taken.beside:
        names, ids = {**args, "units": taken.beside}, _ids(taken.units)
        yield Finding(key="beside", path=taken.path, args=names, units=ids, excess=len(taken.beside))
    for unit in taken.units:
        if unit.reinforced:
            path = (*unit.path, "reinforced")
            yield Finding(key="reinforced", path=path, args={**args, "unit": unit.name}, units=(unit.id,))


def _enhanced(army: RegimentArmy, taken: RenownTaken) -> Iterator[Finding]:
    for unit in taken.units:
        if unit.has(army.faction.faction_keyword):
            continue
        for each in unit.borne:
            args = {"unit": unit.name, "enhancement": each.enhancement.name, "keyword": army.faction.faction_keyword}
            fix = drop_borne(unit, each)
            about = (*unit.path, "enhancement", each.enhancement.id)
            yield Finding(key="enhanced", path=each.path, args=args, units=(unit.id,), fixes=(fix,), about=about)


def _ids(units: list[RegimentUnit]) -> tuple[str, ...]:
    return tuple(unit.id for unit in units)
