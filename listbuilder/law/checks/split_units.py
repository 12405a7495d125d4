"""A unit splits when battle formations are declared only as its datasheet says, or that of a transport it starts in."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from typing import Any

from listbuilder.games.muster.army import Muster, MusterUnit
from listbuilder.games.muster.halves import carriers_of, sizes_of
from listbuilder.games.shared.declarations.split import Split, size_of
from listbuilder.games.shared.match import matches_all, matches_any
from listbuilder.law.declaration_fixes import board, leave_whole, split_off
from listbuilder.model.army import Group
from listbuilder.model.base import Model, fold
from listbuilder.model.declaration import Declarations
from listbuilder.model.edit import put, remove
from listbuilder.model.finding import Finding, Fix


class Params(Model):
    pass


def check(army: Muster, params: Params) -> Iterator[Finding]:
    for split in army.splits:
        unit = split.unit
        assert isinstance(unit, MusterUnit)
        args = {"unit": unit.name}
        if split.again:
            fix = Fix(key="once", args=args, edit=remove(*split.path))
            yield Finding(key="again", path=split.path, args=args, units=(unit.id,), severity="warning", fixes=(fix,))
        elif unit.id not in army.halves:
            yield _cannot(army, split, unit)
        elif split.into is not None:
            yield from _into(army, split, unit, split.into)
    declarations = army.declarations
    if declarations is not None and declarations.declared:
        yield from _carried(army, declarations)
        yield from _always(army, declarations)
    yield from _half_only(army, declarations)


def _cannot(army: Muster, split: Split, unit: MusterUnit) -> Finding:
    rule = unit.datasheet.split
    key, args = "cannot", {"unit": unit.name}  # type: str, dict[str, Any]
    if rule is not None and rule.models:
        lacking = next(kinds for kinds in rule.models if not any(group.model in kinds for group in unit.groups))
        key, args = "one_kind", {**args, "models": list(lacking)}
    elif rule is not None:
        key, args = "other_size", {**args, "count": unit.models, "size": sum(rule.sizes)}
    return Finding(key=key, path=split.path, args=args, units=(unit.id,), fixes=(leave_whole(army, unit),))


def _into(army: Muster, split: Split, unit: MusterUnit, into: Sequence[tuple[Group, ...]]) -> Iterator[Finding]:
    """Check the parts that the roster writes: how large they are, and which models are in them."""
    fix = Fix(key="as_datasheet", args={"unit": unit.name}, edit=put(unit.id, *split.path))
    path, ids = (*split.path, "into"), (unit.id,)
    here, wanted = [size_of(part) for part in into], sizes_of(army, unit)
    if sorted(here) != sorted(wanted):
        args = {"unit": unit.name, "here": list(map(str, here)), "wanted": list(map(str, wanted))}
        yield Finding(key="sizes", path=path, args=args, units=ids, fixes=(fix,))
        return
    named = [group for part in into for group in part if group.model]
    if len(named) < sum(len(part) for part in into):
        return
    if _models(named) != _models(unit.groups):
        yield Finding(key="other_models", path=path, args={"unit": unit.name}, units=ids, fixes=(fix,))
    elif kinds := (unit.datasheet.split.models if unit.datasheet.split else ()):
        sets = [set(map(fold, each)) for each in kinds]
        if not all(any({fold(group.model) for group in part} <= each for each in sets) for part in into):
            args = {"unit": unit.name, "models": list(kinds[0]), "others": list(kinds[1])}
            yield Finding(key="mixed", path=path, args=args, units=ids, fixes=(fix,))


def _models(groups: Sequence[Group]) -> Counter[str]:
    counts: Counter[str] = Counter()
    for group in groups:
        counts[fold(group.model)] += group.count
    return counts


def _carried(army: Muster, declarations: Declarations) -> Iterator[Finding]:
    """A unit that a transport splits has a half aboard that transport, and each transport splits one unit."""
    taken: dict[str, MusterUnit] = {}  # by id of a transport: the unit that it splits
    for unit in army.muster_units:
        halves = army.halves.get(unit.id, ())
        if not halves or unit.datasheet.split is not None:
            continue
        carriers = carriers_of(army.muster_units, unit)
        aboard = [each for each in carriers if any(half.id in declarations.riders.get(each.id, ()) for half in halves)]
        path = declarations.split.get(unit.id, (*declarations.path, "split"))
        args: dict[str, Any] = {"unit": unit.name, "transports": list(dict.fromkeys(each.name for each in carriers))}
        if not aboard:
            free = [each for each in carriers if each.id not in taken and not declarations.riders.get(each.id)]
            fixes = (*(board(declarations, halves[0], each) for each in free[:1]), leave_whole(army, unit))
            yield Finding(key="not_aboard", path=path, args=args, units=(unit.id,), fixes=fixes)
        elif not _place(army, declarations, unit, taken, set()):
            others = [other.name for other in taken.values()]
            ids = (unit.id, *(each.id for each in aboard))
            fixes = (leave_whole(army, unit),)
            yield Finding(key="one_each", path=path, args={**args, "others": others}, units=ids, fixes=fixes)


def _place(army: Muster, declarations: Declarations, unit: MusterUnit, taken: dict[str, MusterUnit], tried: set[str]) -> bool:
    """Give the unit a transport of its own among those that carry a half of it, moving earlier ones to others if need be."""
    for transport in carriers_of(army.muster_units, unit):
        riders = declarations.riders.get(transport.id, ())
        if transport.id in tried or not any(half.id in riders for half in army.halves[unit.id]):
            continue
        tried.add(transport.id)
        if transport.id not in taken or _place(army, declarations, taken[transport.id], taken, tried):
            taken[transport.id] = unit
            return True
    return False


def _always(army: Muster, declarations: Declarations) -> Iterator[Finding]:
    """Name the units that always split and are not listed."""
    for unit in army.muster_units:
        rule = unit.datasheet.split
        if rule is None or not rule.must or unit.id in declarations.split or unit.id in army.halves or not sizes_of(army, unit):
            continue
        args = {"unit": unit.name, "models": list(rule.models[0]), "others": list(rule.models[1])}
        fixes = (split_off(army, declarations, unit),)
        yield Finding(key="must", path=unit.path, args=args, units=(unit.id,), severity="info", fixes=fixes)


def _half_only(army: Muster, declarations: Declarations | None) -> Iterator[Finding]:
    """Name the transports that nobody in the army fits into but a half of a unit, while no unit is split for them."""
    declared = declarations is not None and declarations.declared
    found: dict[str, list[MusterUnit]] = {}
    for transport in army.muster_units:
        carries_half = declarations is not None and any("/" in each for each in declarations.riders.get(transport.id, ()))
        if transport.datasheet.splits and not carries_half and _too_small(army, transport):
            found.setdefault(transport.name, []).append(transport)
    for name, transports in found.items():
        first = transports[0]
        units = [unit for unit in army.muster_units if unit.id not in army.halves and carriers_of([first], unit)]
        if not units:
            continue
        args = {"transport": name, "units": list(dict.fromkeys(unit.name for unit in units))}
        fixes = (split_off(army, declarations, units[0], first),) if declarations is not None and declared else ()
        ids = (*(each.id for each in transports), *(unit.id for unit in units))
        yield Finding(key="half_only", path=first.path, args=args, units=ids, severity="info", fixes=fixes, public=not declared)


def _too_small(army: Muster, transport: MusterUnit) -> bool:
    """Return whether every unit of the army that the transport takes has more models than it has places."""
    data = transport.datasheet.transport
    if data is None:
        return False
    for unit in army.muster_units:
        taken = matches_any(unit.tags, data.units) or any(matches_all(unit.tags, each) for each in data.takes)
        shut_out = any(matches_all(unit.tags, each) for each in data.excludes)
        if unit is not transport and taken and not shut_out and unit.models <= data.capacity:
            return False
    return True
