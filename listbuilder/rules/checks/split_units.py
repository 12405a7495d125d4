"""Check that a unit splits only as its datasheet says, or that of a transport it starts in.

Units split when battle formations are declared.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence

from listbuilder.games.common.split_units import Split, count_models_in_part
from listbuilder.games.wh40k.army import Muster, MusterUnit
from listbuilder.games.wh40k.split_units import compute_half_sizes, list_splitting_transports
from listbuilder.matching.requirements import has_all_tags, has_any_tag
from listbuilder.model.army import Group
from listbuilder.model.base import Model, fold
from listbuilder.model.deployment import Declarations
from listbuilder.model.edit import make_remove_edit, make_set_edit
from listbuilder.model.finding import Finding, Fix
from listbuilder.model.message_args import MessageArgs
from listbuilder.rules.deployment_fixes import cancel_split, split_unit, start_embarked


class Params(Model):
    pass


def check(army: Muster, params: Params) -> Iterator[Finding]:
    """Report units that are split twice (a warning), can't be split, or are split wrongly.

    If formations are declared, also: units split by a transport without a half aboard it, two units
    split by one transport, and units that always split but aren't listed as split (information). In
    any case: transports that have room only for half a unit (information).
    """
    for split in army.splits:
        unit = split.unit
        assert isinstance(unit, MusterUnit)
        args = {"unit": unit.name}
        if split.again:
            fix = Fix(key="once", args=args, edit=make_remove_edit(*split.path))
            yield Finding(
                key="again",
                path=split.path,
                args=args,
                units=(unit.id,),
                severity="warning",
                fixes=(fix,),
            )
        elif unit.id not in army.halves:
            yield _make_cannot_finding(army, split, unit)
        elif split.into is not None:
            yield from _check_written_halves(army, split, unit, split.into)
    declarations = army.declarations
    if declarations is not None and declarations.declared:
        yield from _check_splitting_transports(army, declarations)
        yield from _check_compulsory_splits(army, declarations)
    yield from _check_half_size_transports(army, declarations)


def _make_cannot_finding(army: Muster, split: Split, unit: MusterUnit) -> Finding:
    """Return the finding that `unit`, which the roster splits, can't be split.

    If its datasheet allows splitting, the finding says why not here: a kind of model is lacking, or
    the unit has another size. The fix cancels the split.
    """
    rule = unit.datasheet.split
    key = "cannot"
    args: MessageArgs = {"unit": unit.name}
    if rule is not None and rule.models:
        lacking = next(
            kinds for kinds in rule.models if not any(group.model in kinds for group in unit.groups)
        )
        key, args = "one_kind", {**args, "models": list(lacking)}
    elif rule is not None:
        key, args = "other_size", {**args, "count": unit.models, "size": sum(rule.sizes)}
    return Finding(
        key=key, path=split.path, args=args, units=(unit.id,), fixes=(cancel_split(army, unit),)
    )


def _check_written_halves(
    army: Muster, split: Split, unit: MusterUnit, into: Sequence[tuple[Group, ...]]
) -> Iterator[Finding]:
    """Yield a finding if the roster's halves have wrong sizes, other models or mixed kinds.

    `into` are the groups of models in each half. At most one finding is given. Models are compared
    only if the roster names them for all groups. The fix splits the unit as its datasheet says.
    """
    fix = Fix(
        key="as_datasheet", args={"unit": unit.name}, edit=make_set_edit(unit.id, *split.path)
    )
    path, ids = (*split.path, "into"), (unit.id,)
    here, wanted = [count_models_in_part(part) for part in into], compute_half_sizes(army, unit)
    if sorted(here) != sorted(wanted):
        args = {"unit": unit.name, "here": list(map(str, here)), "wanted": list(map(str, wanted))}
        yield Finding(key="sizes", path=path, args=args, units=ids, fixes=(fix,))
        return
    named = [group for part in into for group in part if group.model]
    if len(named) < sum(len(part) for part in into):
        return
    if _count_models(named) != _count_models(unit.groups):
        yield Finding(
            key="other_models", path=path, args={"unit": unit.name}, units=ids, fixes=(fix,)
        )
    elif unit.datasheet.split is not None and unit.datasheet.split.models:
        kinds = unit.datasheet.split.models
        sets = [set(map(fold, kind)) for kind in kinds]
        of_parts = [{fold(group.model) for group in part} for part in into]
        if not all(any(models <= kind for kind in sets) for models in of_parts):
            args = {"unit": unit.name, "models": list(kinds[0]), "others": list(kinds[1])}
            yield Finding(key="mixed", path=path, args=args, units=ids, fixes=(fix,))


def _count_models(groups: Sequence[Group]) -> Counter[str]:
    """Return the number of models in `groups` by name; the names are folded for comparison."""
    counts: Counter[str] = Counter()
    for group in groups:
        counts[fold(group.model)] += group.count
    return counts


def _check_splitting_transports(army: Muster, declarations: Declarations) -> Iterator[Finding]:
    """Yield a finding for each unit that needs a transport to split and has none of its own.

    A unit may be split because of a transport if one of its halves starts aboard, and a transport
    may split one unit only. Reported are units without a half aboard, and units whose transport
    already splits another.
    """
    taken: dict[str, MusterUnit] = {}  # by id of a transport: the unit that it splits
    for unit in army.muster_units:
        halves = army.halves.get(unit.id, ())
        if not halves or unit.datasheet.split is not None:
            continue
        carriers = list_splitting_transports(army.muster_units, unit)
        aboard = [
            carrier
            for carrier in carriers
            if any(half.id in declarations.riders.get(carrier.id, ()) for half in halves)
        ]
        path = declarations.split.get(unit.id, (*declarations.path, "split"))
        args: MessageArgs = {
            "unit": unit.name,
            "transports": list(dict.fromkeys(carrier.name for carrier in carriers)),
        }
        if not aboard:
            free = [
                carrier
                for carrier in carriers
                if carrier.id not in taken and not declarations.riders.get(carrier.id)
            ]
            fixes = (
                *(start_embarked(declarations, halves[0], carrier) for carrier in free[:1]),
                cancel_split(army, unit),
            )
            yield Finding(key="not_aboard", path=path, args=args, units=(unit.id,), fixes=fixes)
        elif not _assign_transport(army, declarations, unit, taken, set()):
            others = [other.name for other in taken.values()]
            ids = (unit.id, *(carrier.id for carrier in aboard))
            fixes = (cancel_split(army, unit),)
            yield Finding(
                key="one_each", path=path, args={**args, "others": others}, units=ids, fixes=fixes
            )


def _assign_transport(
    army: Muster,
    declarations: Declarations,
    unit: MusterUnit,
    taken: dict[str, MusterUnit],
    tried: set[str],
) -> bool:
    """Give `unit` a transport that carries one of its halves; return whether that worked.

    Units that were given a transport earlier move to another if need be. Changes `taken`, which has
    the split unit by transport id, and `tried`, the ids of the transports tried so far.
    """
    for transport in list_splitting_transports(army.muster_units, unit):
        riders = declarations.riders.get(transport.id, ())
        if transport.id in tried or not any(half.id in riders for half in army.halves[unit.id]):
            continue
        tried.add(transport.id)
        if transport.id not in taken or _assign_transport(
            army, declarations, taken[transport.id], taken, tried
        ):
            taken[transport.id] = unit
            return True
    return False


def _check_compulsory_splits(army: Muster, declarations: Declarations) -> Iterator[Finding]:
    """Yield a finding (information) for each unit that must split but isn't listed as split.

    The fix lists it.
    """
    for unit in army.muster_units:
        rule = unit.datasheet.split
        if (
            rule is None
            or not rule.must
            or unit.id in declarations.split
            or unit.id in army.halves
            or not compute_half_sizes(army, unit)
        ):
            continue
        args = {"unit": unit.name, "models": list(rule.models[0]), "others": list(rule.models[1])}
        fixes = (split_unit(army, declarations, unit),)
        yield Finding(
            key="must", path=unit.path, args=args, units=(unit.id,), severity="info", fixes=fixes
        )


def _check_half_size_transports(
    army: Muster, declarations: Declarations | None
) -> Iterator[Finding]:
    """Yield a finding (information) for transports that only half a unit of the army fits.

    A transport that already carries a half is left out. Transports of the same name make one
    finding, which names the units that could be split for them.
    """
    declared = declarations is not None and declarations.declared
    by_name: dict[str, list[MusterUnit]] = {}
    for transport in army.muster_units:
        carries_half = declarations is not None and any(
            "/" in rider_id for rider_id in declarations.riders.get(transport.id, ())
        )
        if (
            transport.datasheet.splits
            and not carries_half
            and _is_too_small_for_all(army, transport)
        ):
            by_name.setdefault(transport.name, []).append(transport)
    for name, transports in by_name.items():
        first = transports[0]
        units = [
            unit
            for unit in army.muster_units
            if unit.id not in army.halves and list_splitting_transports([first], unit)
        ]
        if not units:
            continue
        args = {"transport": name, "units": list(dict.fromkeys(unit.name for unit in units))}
        fixes: tuple[Fix, ...] = ()
        if declarations is not None and declared:
            fixes = (split_unit(army, declarations, units[0], first),)
        ids = (*(carrier.id for carrier in transports), *(unit.id for unit in units))
        yield Finding(
            key="half_only",
            path=first.path,
            args=args,
            units=ids,
            severity="info",
            fixes=fixes,
            public=not declared,
        )


def _is_too_small_for_all(army: Muster, transport: MusterUnit) -> bool:
    """Return whether all units that the transport accepts have more models than it has places.

    True also if it accepts none of the army's units. False if it is no transport.
    """
    data = transport.datasheet.transport
    if data is None:
        return False
    for unit in army.muster_units:
        accepted = has_any_tag(unit.tags, data.units) or any(
            has_all_tags(unit.tags, keywords) for keywords in data.takes
        )
        shut_out = any(has_all_tags(unit.tags, keywords) for keywords in data.excludes)
        if unit is not transport and accepted and not shut_out and unit.models <= data.capacity:
            return False
    return True
