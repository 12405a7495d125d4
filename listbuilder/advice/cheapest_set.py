"""The cheapest sets of moves, found exactly, where each takes a part off what is too much."""

from __future__ import annotations

from bisect import bisect_left, insort
from collections.abc import Iterator, Sequence
from math import prod

from listbuilder.advice.fix_plan import Move

Cost = tuple[int, int, int, int]
Amount = tuple[int, ...]  # of each thing that is too much
Made = tuple[Move, "Made"] | None  # the last move, and those before it
Way = tuple[Cost, Made]

WAYS = 6  # kept for each amount: the cheapest, and others that come near
MOST = 64  # amounts of all things but the last, together
NOTHING: Way = ((0, 0, 0, 0), None)


def yield_move_sets(
    moves: Sequence[tuple[Move, int]], excess: int, terms: int = 2
) -> Iterator[tuple[Move, ...]]:
    """Yield sets of moves that take `excess` off: single moves, then the cheapest sets.

    `moves`: each move with the amount it takes off. A set has at most one move of each part of the
    roster. If no set takes enough off, each move is yielded alone, because something else may fix
    the rest. `terms`: how many lost units a change of what the players agreed on counts as.
    """
    needed = max(excess, 1)
    alone = [move for move, by in moves if max(by, 1) >= needed]
    yield from ((move,) for move in alone)
    several = find_cheapest_sets(
        [(move, (max(by, 1),)) for move, by in moves if max(by, 1) < needed], (needed,), terms
    )
    yield from several
    if not alone and not several:
        yield from ((move,) for move, _ in moves)


def find_cheapest_sets(
    moves: Sequence[tuple[Move, Amount]], needed: Amount, terms: int = 2
) -> list[tuple[Move, ...]]:
    """Return the cheapest sets of moves that together take all of `needed` off.

    `moves`: each move with the amounts it takes off. `needed`: the amounts of several things, the
    last of which may be large. A set has at most one move of each part of the roster. `terms`: how
    many lost units a change of what the players agreed on counts as. It works by dynamic
    programming over the amounts that can be reached; empty if there would be too many of them, or
    if no set is enough.
    """
    if prod(amount_needed + 1 for amount_needed in needed[:-1]) > MOST:
        return []
    parts: dict[object, list[tuple[Move, Cost, Amount]]] = {}
    for move, by in moves:
        own = (move.kept, len(move.lost) + terms * move.terms, move.things, by[-1])
        parts.setdefault(move.part, []).append((move, own, by))
    ways: dict[Amount, list[Way]] = {(0,) * len(needed): [NOTHING]}
    for choices in parts.values():
        more = {amount: list(ways_known) for amount, ways_known in ways.items()}
        for amount, ways_known in ways.items():
            for move, own, by in choices if amount != needed else ():
                reached = tuple(
                    min(have + more, most)
                    for have, more, most in zip(amount, by, needed, strict=True)
                )
                if reached != amount:
                    more.setdefault(reached, []).extend(
                        (_add_costs(cost, own), (move, made)) for cost, made in ways_known
                    )
        ways = _keep_promising(more)
    return [_list_moves(made) for _, made in ways.get(needed, ())]


def _keep_promising(ways: dict[Amount, list[Way]]) -> dict[Amount, list[Way]]:
    """Return the cheapest of `ways` for each amount, at most WAYS of them.

    A way is also dropped if WAYS others are cheaper and take off as much of everything, and no less
    of the last thing.
    """
    kept: dict[Amount, list[Way]] = {}
    better: dict[Amount, list[tuple[int, int, int]]] = {}
    for amount in sorted(ways, reverse=True):
        beat = better.setdefault(amount[:-1], [])
        cheapest = sorted(ways[amount], key=_get_cost)[:WAYS]
        cheapest = [way for way in cheapest if bisect_left(beat, way[0][:3]) < WAYS]
        for cost, _ in cheapest:
            insort(beat, cost[:3])
        if cheapest:
            kept[amount] = cheapest
    return kept


def _get_cost(way: Way) -> Cost:
    """Return the cost of a way."""
    return way[0]


def _list_moves(made: Made) -> tuple[Move, ...]:
    """Return the moves of a linked chain, in the order in which they were made."""
    moves: list[Move] = []
    while made is not None:
        move, made = made
        moves.append(move)
    return tuple(reversed(moves))


def _add_costs(one: Cost, other: Cost) -> Cost:
    """Return the sum of two costs, number by number."""
    return (one[0] + other[0], one[1] + other[1], one[2] + other[2], one[3] + other[3])
