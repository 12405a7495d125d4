"""Units of a mustered army that split in two when battle formations are declared, and their halves.

A datasheet can let its own unit split (`split`), or a transport can split a unit that it carries a
half of (`splits`).
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

import msgspec

from listbuilder.games.common.split_units import Split, count_models_in_part, make_part_id
from listbuilder.games.wh40k.army import Muster, MusterUnit
from listbuilder.model.army import Group
from listbuilder.model.base import fold

Halves = tuple[tuple[Group, ...], tuple[Group, ...]]


def list_splitting_transports(units: Iterable[MusterUnit], unit: MusterUnit) -> list[MusterUnit]:
    """Return the transports among `units` that can split this unit."""
    return [
        transport
        for transport in units
        if transport is not unit and fold(unit.name) in map(fold, transport.datasheet.splits)
    ]


def compute_half_sizes(army: Muster, unit: MusterUnit) -> tuple[int, ...]:
    """Return how many models each half has.

    Empty if nothing lets this unit split, or not at its size.
    """
    rule = unit.datasheet.split
    if rule is not None and rule.models:
        counts = tuple(
            sum(group.count for group in unit.groups if group.model in kinds)
            for kinds in rule.models
        )
        return counts if all(counts) else ()
    if rule is not None:
        return rule.sizes if sum(rule.sizes) == unit.models else ()
    if unit.models > 1 and list_splitting_transports(army.muster_units, unit):
        return (unit.models - unit.models // 2, unit.models // 2)
    return ()


def make_halves(
    army: Muster, unit: MusterUnit, stated_parts: Sequence[Sequence[Group]] | None = None
) -> tuple[MusterUnit, ...]:
    """Return the units that this one splits into, or none.

    `stated_parts`: the halves as the roster writes them, which count if their sizes are right.
    """
    sizes = compute_half_sizes(army, unit)
    if not sizes:
        return ()
    stated = [count_models_in_part(part) for part in stated_parts or ()]
    kinds = unit.datasheet.split.models if unit.datasheet.split else ()
    if kinds:
        parts = [
            tuple(group for group in unit.groups if group.model in half_kinds)
            for half_kinds in kinds
        ]
    elif (
        stated_parts is not None
        and sorted(stated) == sorted(sizes)
        and all(group.model for part in stated_parts for group in part)
    ):
        parts = [tuple(part) for part in stated_parts]
    else:
        parts = _deal_models(unit.groups, stated if sorted(stated) == sorted(sizes) else sizes)
    points = _share_points(unit.points, [count_models_in_part(part) for part in parts])
    return tuple(
        _make_half(unit, number, part, points[number - 1])
        for number, part in enumerate(parts, start=1)
    )


def _deal_models(groups: Sequence[Group], sizes: Sequence[int]) -> list[tuple[Group, ...]]:
    """Deal the models to parts of these sizes, in the order of the unit.

    What the models of a divided group carry is left open.
    """
    open_groups = [[group, group.count] for group in groups]
    parts: list[tuple[Group, ...]] = []
    for size in sizes:
        part: list[Group] = []
        while size and open_groups:
            group, left = open_groups[0]
            assert isinstance(group, Group) and isinstance(left, int)
            count = min(size, left)
            part.append(group if count == group.count else Group(group.model, count))
            size -= count
            open_groups[0][1] = left - count
            if count == left:
                open_groups.pop(0)
        parts.append(tuple(part))
    return parts


def _share_points(points: int | None, sizes: Sequence[int]) -> list[int | None]:
    """Return the points of each half by its number of models; together they are those of the unit."""
    if points is None:
        return [None] * len(sizes)
    shares = [points * size // sum(sizes) for size in sizes]
    shares[0] += points - sum(shares)
    return list(shares)


def _make_half(
    unit: MusterUnit, number: int, groups: tuple[Group, ...], points: int | None
) -> MusterUnit:
    """Return one half of the unit, with its own id and points."""
    return msgspec.structs.replace(
        unit,
        id=make_part_id(unit.id, f"Squad {number}"),
        groups=groups,
        points=points,
        whole=unit.id,
        squad=number,
        own_id=True,
        worked_out={},
    )


def split_units(army: Muster, splits: Sequence[Split], attached: Mapping[str, str] | None) -> None:
    """Give the army the halves of each unit that the roster splits.

    It splits a unit by listing it, or by attaching a leader to a half of it.
    """
    army.splits = tuple(splits)
    halves: dict[str, tuple[MusterUnit, ...]] = {}
    for split in splits:
        unit = split.unit
        assert isinstance(unit, MusterUnit)
        if not split.again and (made_halves := make_halves(army, unit, split.into)):
            halves[unit.id] = made_halves
    named = {host.partition("/")[0] for host in (attached or {}).values() if "/" in host}
    for unit in army.muster_units:
        if unit.id in named and unit.id not in halves and (made_halves := make_halves(army, unit)):
            halves[unit.id] = made_halves
    army.halves = halves
