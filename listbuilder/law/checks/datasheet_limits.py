"""What a datasheet itself asks of the army: how many of it or of a keyword, whom it excludes, a keyword to choose."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from listbuilder.games.muster.army import Muster, MusterUnit
from listbuilder.games.shared.match import matches_all, matches_any
from listbuilder.law.fixes import drop_extra, drop_unit, drop_units
from listbuilder.model.base import Model, fold
from listbuilder.model.finding import Finding


class Params(Model):
    pass


def check(army: Muster, params: Params) -> Iterator[Finding]:
    units = army.muster_units
    yield from _own_max(army)
    spoken: set[str] = set()
    for unit in units:
        limits = unit.datasheet.army
        for keyword, most in limits.max_of_keyword.items():
            if keyword not in spoken:
                spoken.add(keyword)
                yield from _at_most(army, unit, [each for each in units if each.has(keyword)], most, (keyword,))
        group = limits.max_of_units
        if group and " ".join(group.units) not in spoken:
            spoken.add(" ".join(group.units))
            members = [each for each in units if each.name in group.units]
            yield from _at_most(army, unit, members, group.max, group.units)
        yield from _keyword(army, unit)
    yield from _excluded(army)


def _own_max(army: Muster) -> Iterator[Finding]:
    by_name: dict[str, list[MusterUnit]] = {}
    for unit in army.muster_units:
        if unit.own_max is not None:
            by_name.setdefault(unit.name, []).append(unit)
    for units in by_name.values():
        first, *_ = units
        most = first.own_max
        if most is not None and len(units) > most:
            args: dict[str, Any] = {"count": len(units), "unit": first.name, "max": most}
            key = "own_max"
            setter = next((each for each in army.detachments if first.name in each.max_per_datasheet), None)
            if setter:
                key, args["detachment"] = "max_by_detachment", setter.name
            fix = drop_extra(army, units, most)
            ids, about, excess = tuple(u.id for u in units), first.name, len(units) - most
            yield Finding(key=key, path=units[most].path, args=args, units=ids, fixes=(fix,), about=about, excess=excess)


def _at_most(army: Muster, unit: MusterUnit, members: list[MusterUnit], most: int, what: tuple[str, ...]) -> Iterator[Finding]:
    if len({each.name for each in members}) == 1 and members[0].has("Epic Hero"):
        return  # copies of one Epic Hero are for the rule on those
    if len(members) > most:
        units = [each.name for each in members]
        args = {"count": len(members), "units": units, "max": most, "what": list(what), "unit": unit.name}
        ids = tuple(each.id for each in members)
        fix, excess = drop_extra(army, members, most), len(members) - most
        about = ", ".join(what)
        yield Finding(key="at_most", path=members[most].path, args=args, units=ids, fixes=(fix,), about=about, excess=excess)


def _excluded(army: Muster) -> Iterator[Finding]:
    """Each unit that others of the army exclude, with all of those: it is one cause, however many of them there are."""
    rules = {rule: None for unit in army.muster_units for rule in unit.datasheet.army.excludes}  # in order, once each
    for rule in rules:
        for other in army.muster_units:
            by = [unit for unit in army.muster_units if unit is not other and rule in unit.datasheet.army.excludes]
            if not by or not matches_all(other.tags, rule.keywords) or matches_any(other.tags, rule.unless):
                continue
            names = list(dict.fromkeys(unit.name for unit in by))
            args = {"units": names, "other": other.name, "keywords": list(rule.keywords), "unless": list(rule.unless)}
            key = "excludes_unless" if rule.unless else "excludes"
            ids = tuple(unit.id for unit in (*by, other))
            about, fixes = (*other.path, *rule.keywords), (drop_unit(army, other), drop_units(army, by))
            yield Finding(key=key, path=other.path, args=args, units=ids, fixes=fixes, about=about, excess=len(by))


def _keyword(army: Muster, unit: MusterUnit) -> Iterator[Finding]:
    chosen = unit.chosen_keyword
    if chosen is None:
        return
    path = (*unit.path, "keyword")
    args = {"unit": unit.name, "keyword": chosen}
    own = unit.datasheet.army.choose_keyword
    if own and fold(chosen) not in map(fold, own):
        yield Finding(key="not_a_choice", path=path, args={**args, "known": list(own)}, units=(unit.id,))
    elif not own and not (unit.standing == "own" and any(each.choose_keyword for each in army.detachments)):
        yield Finding(key="no_choice", path=path, args=args, units=(unit.id,))
