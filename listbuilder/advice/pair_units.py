"""The pairing of the units of two lists: by what they are, never by where they are."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Mapping, Sequence
from typing import TypeVar

from listbuilder.model.army import Unit
from listbuilder.model.base import fold

# units of one kind; of more than any game allows, those that differ are taken as they stand
MOST_COMPARED = 300
MOST_WEIGHED = (
    9  # units of one kind that are dealt out in the best of all ways; of more, the likest first
)

U = TypeVar("U")
Pair = tuple[U | None, U | None]


def match_units(
    ours: Sequence[U],
    theirs: Sequence[U],
    unit_of: Callable[[U], Unit],
    unlike: Callable[[U, U], tuple[int, int]],
    sign: Callable[[U], Hashable],
    renamed: Mapping[str, str] | None = None,
) -> list[Pair[U]]:
    """Return pairs of units in the order of `ours`, then the rest of `theirs`.

    A pair has None in place of a missing partner. Units are paired if they have the same datasheet
    id, then if they have the same name, then by their current id. `unit_of`: returns the unit of an
    entry. `unlike`: tells how much two units differ. `sign`: returns something equal for units that
    don't differ; these are paired first. `renamed`: current ids of renamed datasheets, by old id.
    """
    partner: dict[int, int] = {}
    now = renamed or {}
    for kind_of in (
        _get_datasheet_id,
        _get_folded_name,
        lambda unit: now.get(_get_datasheet_id(unit), _get_datasheet_id(unit)),
    ):
        kinds: dict[Hashable, tuple[list[int], list[int]]] = {}
        for side, units in enumerate((ours, theirs)):
            taken = set(partner) if side == 0 else set(partner.values())
            for place, unit in enumerate(units):
                if place not in taken:
                    kinds.setdefault(kind_of(unit_of(unit)), ([], []))[side].append(place)
        for mine, others in kinds.values():
            same = _match_equal_units(
                [(place, sign(ours[place])) for place in mine],
                [(place, sign(theirs[place])) for place in others],
            )
            rest = (
                [index for index in mine if index not in same],
                [place for place in others if place not in set(same.values())],
            )
            partner.update(
                same
                | _match_similar_units(*rest, lambda one, other: unlike(ours[one], theirs[other]))
            )
    left = set(range(len(theirs))) - set(partner.values())
    pairs: list[Pair[U]] = [
        (unit, theirs[partner[place]] if place in partner else None)
        for place, unit in enumerate(ours)
    ]
    return [*pairs, *((None, theirs[place]) for place in sorted(left))]


def _get_datasheet_id(unit: Unit) -> str:
    """Return the datasheet's id without its faction, because lists may leave the faction out."""
    return unit.datasheet_id.rpartition("/")[2]


def _get_folded_name(unit: Unit) -> str:
    """Return the unit's name, folded for comparing, because its id may differ by date."""
    return fold(unit.name)


def _match_equal_units(
    mine: list[tuple[int, Hashable]], others: list[tuple[int, Hashable]]
) -> dict[int, int]:
    """Return pairs of indexes whose signs are equal, as a dict from `mine` to `others`.

    Each index is used once, in order. Pairing equal units first is never worse than any other
    pairing.
    """
    free: dict[Hashable, list[int]] = {}
    for place, sign in reversed(others):
        free.setdefault(sign, []).append(place)
    return {place: free[sign].pop() for place, sign in mine if free.get(sign)}


def _match_similar_units(
    mine: list[int], others: list[int], unlike: Callable[[int, int], tuple[int, int]]
) -> dict[int, int]:
    """Return as many pairs of indexes as possible, with a small total difference.

    `unlike`: how much two units differ. Of at most MOST_WEIGHED units the best pairing is found. Of
    more, the most alike pair is taken first; of more than MOST_COMPARED, units are paired in their
    order.
    """
    if not mine or not others:
        return {}
    if max(len(mine), len(others)) > MOST_COMPARED:
        return dict(zip(mine, others, strict=False))
    cost = {(one, other): unlike(one, other) for one in mine for other in others}
    if max(len(mine), len(others)) <= MOST_WEIGHED:
        return _find_best_matching(mine, others, cost)
    pairs: dict[int, int] = {}
    taken: set[int] = set()
    for one, other in sorted(cost, key=lambda pair: (cost[pair], pair)):
        if one not in pairs and other not in taken:
            pairs[one] = other
            taken.add(other)
    return pairs


def _find_best_matching(
    mine: list[int], others: list[int], cost: dict[tuple[int, int], tuple[int, int]]
) -> dict[int, int]:
    """Return the pairs of indexes, from `mine` to `others`, with the least total difference.

    `cost`: the difference of each pair. For each set of partners already taken it remembers only
    the cheapest way to take them.
    """
    if len(mine) > len(others):
        reversed_cost = {(other, mine_place): value for (mine_place, other), value in cost.items()}
        return {
            mine_place: other
            for other, mine_place in _find_best_matching(others, mine, reversed_cost).items()
        }
    ways: dict[frozenset[int], tuple[tuple[int, int], tuple[int, ...]]] = {
        frozenset(): ((0, 0), ())
    }
    for mine_place in mine:
        further: dict[frozenset[int], tuple[tuple[int, int], tuple[int, ...]]] = {}
        for taken, ((kinds, points), chosen) in ways.items():
            for other in others:
                if other in taken:
                    continue
                more = cost[mine_place, other]
                way = ((kinds + more[0], points + more[1]), (*chosen, other))
                key = taken | {other}
                if key not in further or way < further[key]:
                    further[key] = way
        ways = further
    return dict(zip(mine, min(ways.values())[1], strict=True))
