"""Units of a mustered army that split in two when battle formations are declared, and their halves.

A datasheet can let its own unit split (`split`), or a transport can split a unit that it carries a
half of (`splits`).
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from itertools import chain

import msgspec

from listbuilder.games.common.split_units import Split, count_models_in_part, make_part_id
from listbuilder.games.wh40k.army import Muster, MusterUnit
from listbuilder.model.army import Group
from listbuilder.model.base import fold

Halves = tuple[tuple[Group, ...], tuple[Group, ...]]


def list_splitting_transports(units: Iterable[MusterUnit], unit: MusterUnit) -> list[MusterUnit]:
    """Return the transports among `units` that can split `unit` in two."""
    return [
        transport
        for transport in units
        if transport is not unit and fold(unit.name) in map(fold, transport.datasheet.splits)
    ]


def compute_half_sizes(army: Muster, unit: MusterUnit) -> tuple[int, ...]:
    """Return the number of models in each half of the unit when it splits.

    Empty if no rule lets the unit split, or not at its size.
    """
    rule = unit.datasheet.split
    if rule is not None and rule.models:
        counts: list[int] = []
        for kinds in rule.models:
            counts.append(sum(group.count for group in unit.groups if group.model in kinds))
        return tuple(counts) if all(counts) else ()
    if rule is not None:
        return rule.sizes if sum(rule.sizes) == unit.models else ()
    if unit.models > 1 and list_splitting_transports(army.muster_units, unit):
        return (unit.models - unit.models // 2, unit.models // 2)
    return ()


def make_halves(
    army: Muster, unit: MusterUnit, stated_parts: Sequence[Sequence[Group]] | None = None
) -> tuple[MusterUnit, ...]:
    """Return the two units into which `unit` splits, or an empty tuple if it can't split.

    `stated_parts` are the halves as the roster writes them. They are used if their sizes are right.
    Otherwise the models are dealt out in the order of the unit.
    """
    sizes = compute_half_sizes(army, unit)
    if not sizes:
        return ()
    parts: list[tuple[Group, ...]]
    kinds = unit.datasheet.split.models if unit.datasheet.split else ()
    stated_sizes = [count_models_in_part(part) for part in stated_parts or ()]
    if kinds:
        parts = []
        for half_kinds in kinds:
            parts.append(tuple(group for group in unit.groups if group.model in half_kinds))
    elif stated_parts is None or sorted(stated_sizes) != sorted(sizes):
        parts = _deal_models(unit.groups, sizes)
    elif all(group.model for group in chain.from_iterable(stated_parts)):
        parts = [tuple(part) for part in stated_parts]
    else:
        parts = _deal_models(unit.groups, stated_sizes)
    shares = _share_points(unit.points, [count_models_in_part(part) for part in parts])
    halves: list[MusterUnit] = []
    for number, (part, points) in enumerate(zip(parts, shares, strict=True), start=1):
        half = msgspec.structs.replace(
            unit,
            id=make_part_id(unit.id, f"Squad {number}"),
            groups=part,
            points=points,
            whole=unit.id,
            squad=number,
            own_id=True,
            worked_out={},
        )
        halves.append(half)
    return tuple(halves)


def _deal_models(groups: Sequence[Group], sizes: Sequence[int]) -> list[tuple[Group, ...]]:
    """Return the models dealt out to parts of the given sizes, in the order of the groups.

    If a group is divided between parts, its wargear is left out: the roster does not say which
    models carry what.
    """
    waiting = [(group, group.count) for group in reversed(groups)]  # with how many are left of it
    parts: list[tuple[Group, ...]] = []
    for size in sizes:
        part: list[Group] = []
        while size and waiting:
            group, left = waiting.pop()
            count = min(size, left)
            part.append(group if count == group.count else Group(group.model, count))
            size -= count
            if count < left:
                waiting.append((group, left - count))
        parts.append(tuple(part))
    return parts


def _share_points(points: int | None, sizes: Sequence[int]) -> list[int | None]:
    """Return the points of each half by its models; together they are the unit's points.

    None for each half if the unit's points are not known.
    """
    if points is None:
        return [None] * len(sizes)
    shares = [points * size // sum(sizes) for size in sizes]
    shares[0] += points - sum(shares)
    return list(shares)


def split_units(army: Muster, splits: Sequence[Split], attached: Mapping[str, str] | None) -> None:
    """Set the halves of each unit that the roster splits, in `army.halves`.

    A roster splits a unit if it lists the unit in `splits`, or attaches another unit to one of its
    halves (`attached`).
    """
    army.splits = tuple(splits)
    halves: dict[str, tuple[MusterUnit, ...]] = {}
    for split in splits:
        assert isinstance(split.unit, MusterUnit)
        made = () if split.again else make_halves(army, split.unit, split.into)
        if made:
            halves[split.unit.id] = made
    split_by_leader = {host.partition("/")[0] for host in (attached or {}).values() if "/" in host}
    for unit in army.muster_units:
        if unit.id in split_by_leader and unit.id not in halves:
            made = make_halves(army, unit)
            if made:
                halves[unit.id] = made
    army.halves = halves
