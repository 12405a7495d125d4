"""Units let in from other factions stay within the limits of the rule that lets them in."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from listbuilder.games.muster.army import Muster, MusterUnit
from listbuilder.games.muster.faction import AsAllies, BySize, Include
from listbuilder.games.muster.guests import free_places, place_of
from listbuilder.games.shared.match import matches_all, matches_any
from listbuilder.law.fixes import drop_enhancements, drop_extra, drop_units
from listbuilder.model.base import Model, fold
from listbuilder.model.edit import remove
from listbuilder.model.finding import Amount, Finding, Fix


class Params(Model):
    pass


def check(army: Muster, params: Params) -> Iterator[Finding]:
    for rule, units in _parties(army):
        yield from _points(army, rule.points, _party(rule, units), units)
        yield from _honours(army, rule, units)
        if isinstance(rule, AsAllies):
            yield from _one_of(army, rule, units)
            yield from _slots(army, rule, units)
            yield from _battleline(rule, units)
            yield from _others(army, rule, units)


def _parties(army: Muster) -> list[tuple[AsAllies | Include, list[MusterUnit]]]:
    """The guests of the army, by the rule that lets them in."""
    parties: list[tuple[AsAllies | Include, list[MusterUnit]]] = []
    for unit in army.muster_units:
        if unit.rule is None:
            continue
        for rule, units in parties:
            if rule is unit.rule:
                units.append(unit)
                break
        else:
            parties.append((unit.rule, [unit]))
    return parties


def _party(rule: AsAllies | Include, units: Sequence[MusterUnit]) -> str:
    """What tells this party of guests from others, whoever of it is there."""
    if isinstance(rule, AsAllies):
        first, *_ = units
        return first.home
    return ", ".join((*rule.units, *rule.keywords, *rule.keywords_any, *([rule.from_] if rule.from_ else [])))


def _home(units: Sequence[MusterUnit]) -> str:
    first, *_ = units
    return first.home_name


def _points(army: Muster, caps: BySize | None, about: str, units: list[MusterUnit]) -> Iterator[Finding]:
    cap = caps.get(army.size.id) if caps and army.size else None
    total = sum(unit.cost for unit in units)
    if cap is None or total <= cap:
        return
    homes = list(dict.fromkeys(unit.home_name for unit in units))  # one rule may let in units of several factions
    args = {"home": homes, "points": total, "limit": cap, "over": total - cap}
    unsure = sum(army.unsure.get(unit.path, 0) for unit in units)
    if total - unsure <= cap:  # today's prices, for none of that day are known
        said = {**args, "unsure": unsure, "day": army.priced_on}
        yield Finding(
            key="points_unsure",
            severity="warning",
            path=units[-1].path,
            args=said,
            units=tuple(each.id for each in units),
            about=about,
            cause="points",
            excess=total - cap,
        )
        return
    enough = [unit for unit in units if unit.cost >= total - cap]
    cheapest = min(enough, key=lambda unit: unit.cost, default=None)
    fixes = (drop_units(army, [cheapest]),) if cheapest else ()
    ids = tuple(unit.id for unit in units)
    yield Finding(key="points", path=units[-1].path, args=args, units=ids, fixes=fixes, about=about, excess=total - cap)


def _honours(army: Muster, rule: AsAllies | Include, units: list[MusterUnit]) -> Iterator[Finding]:
    for unit in units:
        if unit.warlord and not rule.warlord:
            args = {"unit": unit.name, "home": unit.home_name}
            path = (*unit.path, "warlord")
            unmark = Fix(key="unmark", args=args, edit=remove(*path))
            yield Finding(key="warlord", path=path, args=args, units=(unit.id,), fixes=(unmark,))
        barred = [
            (enhancement, path)
            for enhancement, path in zip(unit.enhancements, unit.enhancement_paths, strict=True)
            if not unit.may_bear(enhancement)
        ]
        if barred:
            fix = drop_enhancements(unit, barred)
            detail = {"unit": unit.name, "home": unit.home_name, "enhancement": [each.name for each, _ in barred]}
            path, place = barred[0][1], (*unit.path, "enhancement")
            yield Finding(key="enhancement", path=path, args=detail, units=(unit.id,), fixes=(fix,), about=place)


def _one_of(army: Muster, rule: AsAllies, units: list[MusterUnit]) -> Iterator[Finding]:
    """Either so many of the one kind or so many of the other."""
    if not rule.one_of:
        return
    kinds = [[unit for unit in units if matches_all(unit.tags, kind.keywords)] for kind in rule.one_of]
    present = [members for members in kinds if members]
    names = [" ".join(kind.keywords) for kind in rule.one_of]
    allowed = [Amount(kind.max, name) for kind, name in zip(rule.one_of, names, strict=True)]
    if len(present) > 1:
        args: dict[str, Any] = {"home": _home(units), "allowed": allowed, "units": [unit.name for unit in units]}
        about, ids = _party(rule, units), tuple(unit.id for unit in units)
        yield Finding(key="either", path=present[1][0].path, args=args, units=ids, about=about, excess=len(units))
        return
    for kind, members, name in zip(rule.one_of, kinds, names, strict=True):
        if len(members) > kind.max:
            args = {"home": _home(units), "count": len(members), "kind": name, "allowed": list(allowed)}
            fix = drop_extra(army, members, kind.max)
            ids = tuple(unit.id for unit in members)
            excess, path = len(members) - kind.max, members[kind.max].path
            about = f"{_party(rule, units)}: {name}"
            yield Finding(key="too_many", path=path, args=args, units=ids, fixes=(fix,), about=about, excess=excess)
    for unit in units:
        if not any(unit in members for members in kinds):
            yield _no_place(army, unit, allowed)


def _slots(army: Muster, rule: AsAllies, units: list[MusterUnit]) -> Iterator[Finding]:
    if not rule.slots or army.size is None:
        return
    free = free_places(units)
    taken: dict[str, list[MusterUnit]] = {slot: [] for slot in rule.slots}
    for unit in units:
        if matches_any(unit.tags, rule.unlimited_keywords):
            continue
        slot = place_of(rule, unit)
        if slot is None and _excepted(army, unit):
            continue
        if slot is None:
            yield _no_place(army, unit, list(rule.slots))
        elif free.get((fold(unit.name), slot)):
            free[(fold(unit.name), slot)] -= 1
        else:
            taken[slot].append(unit)
    for slot, members in taken.items():
        most = rule.slots[slot].get(army.size.id, 0)
        if len(members) > most:
            args = {"home": _home(units), "slot": slot, "count": len(members), "max": most, "size": army.size.name}
            fix = drop_extra(army, members, most)
            ids = tuple(unit.id for unit in members)
            about, excess = f"{_party(rule, units)}: {slot}", len(members) - most
            yield Finding(key="slots", path=members[most].path, args=args, units=ids, fixes=(fix,), about=about, excess=excess)


def _excepted(army: Muster, unit: MusterUnit) -> bool:
    """Return whether the rules of the army's chapter name the unit as one that it may take."""
    limits = (each.if_chapter.get(army.chapter or "") for each in army.own_factions())
    return any(unit.name in each.except_units for each in limits if each)


def _no_place(army: Muster, unit: MusterUnit, allowed: Sequence[Amount | str]) -> Finding:
    args = {"unit": unit.name, "home": unit.home_name, "allowed": list(allowed)}
    return Finding(key="no_place", path=unit.path, args=args, units=(unit.id,), fixes=(drop_units(army, [unit]),))


def _battleline(rule: AsAllies, units: list[MusterUnit]) -> Iterator[Finding]:
    """Of each of these keywords no more other units than BATTLELINE ones."""
    for keyword in rule.non_battleline_at_most_battleline_per_keyword:
        members = [unit for unit in units if unit.has(keyword)]
        others = [unit for unit in members if not unit.has("Battleline")]
        lines = len(members) - len(others)
        if len(others) > lines:
            args = {"keyword": keyword, "others": len(others), "lines": lines, "home": _home(units)}
            ids = tuple(unit.id for unit in members)
            about, excess = f"{_party(rule, units)}: {keyword}", len(others) - lines
            yield Finding(key="battleline", path=others[lines].path, args=args, units=ids, about=about, excess=excess)


def _others(army: Muster, rule: AsAllies, units: list[MusterUnit]) -> Iterator[Finding]:
    """What every unit beside these allies has to be. Of outsiders the army's faction speaks."""
    asked = (rule.every_other_unit_has,) if rule.every_other_unit_has else rule.every_other_unit_has_any
    if not asked:
        return
    beside = [unit for unit in army.muster_units if unit.rule is not rule and unit.standing != "outsider"]
    wrong = [unit for unit in beside if not matches_any(unit.tags, asked)]
    if wrong:
        args = {"units": [unit.name for unit in wrong], "keywords": list(asked), "home": _home(units)}
        fixes = (drop_units(army, wrong), drop_units(army, units))
        ids, about = tuple(unit.id for unit in wrong), _party(rule, units)
        yield Finding(key="others", path=wrong[0].path, args=args, units=ids, fixes=fixes, about=about, excess=len(wrong))
