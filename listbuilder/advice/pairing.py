"""Which unit of one list is which of another: by what they are, never by where they stand."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Mapping, Sequence
from typing import TypeVar

from listbuilder.model.army import Unit
from listbuilder.model.base import fold

MOST_COMPARED = 300  # units of one kind; of more than any game allows, those that differ are taken as they stand
MOST_WEIGHED = 9  # units of one kind that are dealt out in the best of all ways; of more, the likest first

U = TypeVar("U")
Pair = tuple[U | None, U | None]


def paired(
    ours: Sequence[U],
    theirs: Sequence[U],
    unit_of: Callable[[U], Unit],
    unlike: Callable[[U, U], tuple[int, int]],
    sign: Callable[[U], Hashable],
    renamed: Mapping[str, str] | None = None,
) -> list[Pair[U]]:
    """In the order of the one, then what only the other has. `unlike`: how much two of a kind differ; `sign`: the same for
    those that do not. `renamed`: ids of datasheets to those they have now."""
    partner: dict[int, int] = {}
    now = renamed or {}
    for kind_of in (_id, _name, lambda unit: now.get(_id(unit), _id(unit))):
        kinds: dict[Hashable, tuple[list[int], list[int]]] = {}
        for side, units in enumerate((ours, theirs)):
            taken = set(partner) if side == 0 else set(partner.values())
            for place, unit in enumerate(units):
                if place not in taken:
                    kinds.setdefault(kind_of(unit_of(unit)), ([], []))[side].append(place)
        for mine, others in kinds.values():
            same = _alike([(place, sign(ours[place])) for place in mine], [(place, sign(theirs[place])) for place in others])
            rest = [each for each in mine if each not in same], [each for each in others if each not in set(same.values())]
            partner.update(same | _dealt(*rest, lambda one, other: unlike(ours[one], theirs[other])))
    left = set(range(len(theirs))) - set(partner.values())
    pairs: list[Pair[U]] = [(unit, theirs[partner[place]] if place in partner else None) for place, unit in enumerate(ours)]
    return [*pairs, *((None, theirs[place]) for place in sorted(left))]


def _id(unit: Unit) -> str:
    """A datasheet is the same one whether or not the list says whose it is."""
    return unit.datasheet_id.rpartition("/")[2]


def _name(unit: Unit) -> str:
    """It may have got another id between two days."""
    return fold(unit.name)


def _alike(mine: list[tuple[int, Hashable]], others: list[tuple[int, Hashable]]) -> dict[int, int]:
    """What is the same in all is the same unit: no dealing is better for parting them."""
    free: dict[Hashable, list[int]] = {}
    for place, sign in reversed(others):
        free.setdefault(sign, []).append(place)
    return {place: free[sign].pop() for place, sign in mine if free.get(sign)}


def _dealt(mine: list[int], others: list[int], unlike: Callable[[int, int], tuple[int, int]]) -> dict[int, int]:
    """As many pairs as there can be, with the least difference over all."""
    if not mine or not others:
        return {}
    if max(len(mine), len(others)) > MOST_COMPARED:
        return dict(zip(mine, others, strict=False))
    cost = {(one, other): unlike(one, other) for one in mine for other in others}
    if max(len(mine), len(others)) <= MOST_WEIGHED:
        return _best(mine, others, cost)
    found: dict[int, int] = {}
    taken: set[int] = set()
    for one, other in sorted(cost, key=lambda pair: (cost[pair], pair)):
        if one not in found and other not in taken:
            found[one] = other
            taken.add(other)
    return found


def _best(mine: list[int], others: list[int], cost: dict[tuple[int, int], tuple[int, int]]) -> dict[int, int]:
    """One after the other, remembering for each set of partners that are taken the cheapest way to take them."""
    if len(mine) > len(others):
        turned = {(other, one): value for (one, other), value in cost.items()}
        return {one: other for other, one in _best(others, mine, turned).items()}
    ways: dict[frozenset[int], tuple[tuple[int, int], tuple[int, ...]]] = {frozenset(): ((0, 0), ())}
    for one in mine:
        further: dict[frozenset[int], tuple[tuple[int, int], tuple[int, ...]]] = {}
        for taken, ((kinds, points), chosen) in ways.items():
            for other in others:
                if other in taken:
                    continue
                more = cost[one, other]
                way = ((kinds + more[0], points + more[1]), (*chosen, other))
                key = taken | {other}
                if key not in further or way < further[key]:
                    further[key] = way
        ways = further
    return dict(zip(mine, min(ways.values())[1], strict=True))
