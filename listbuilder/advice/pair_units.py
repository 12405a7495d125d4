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
    """Return pairs of units in the order of `ours`, then the rest of `theirs`; None for no partner.

    `unlike`: how much two units of a kind differ. `sign`: equal for those that do not. `renamed`:
    ids of datasheets to those they have now. Units are paired by id, then by name, then by their
    current id.
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
    """Return the datasheet's id without its faction, because a list may or may not state that."""
    return unit.datasheet_id.rpartition("/")[2]


def _get_folded_name(unit: Unit) -> str:
    """Return the folded name of the unit, because its id may differ between two days."""
    return fold(unit.name)


def _match_equal_units(
    mine: list[tuple[int, Hashable]], others: list[tuple[int, Hashable]]
) -> dict[int, int]:
    """Return pairs of places with equal signs.

    No other pairing is better than to pair equal units.
    """
    free: dict[Hashable, list[int]] = {}
    for place, sign in reversed(others):
        free.setdefault(sign, []).append(place)
    return {place: free[sign].pop() for place, sign in mine if free.get(sign)}


def _match_similar_units(
    mine: list[int], others: list[int], unlike: Callable[[int, int], tuple[int, int]]
) -> dict[int, int]:
    """Return as many pairs as there can be, with the least difference over all.

    Of very many units the pairs are taken in their order; of many, the most alike first.
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
    """Return the pairs with the least total difference.

    It goes through one side and remembers for each set of partners already taken the cheapest way
    to take them.
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
