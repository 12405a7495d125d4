"""Which moves to make together, where each takes a part off something that is too much: the cheapest, exactly."""

from __future__ import annotations

from bisect import bisect_left, insort
from collections.abc import Iterator, Sequence
from math import prod

from listbuilder.advice.plan import Move

Cost = tuple[int, int, int, int]
Amount = tuple[int, ...]  # of each thing that is too much
Made = tuple[Move, "Made"] | None  # the last move, and those before it
Way = tuple[Cost, Made]

WAYS = 6  # kept for each amount: the cheapest, and others that come near
MOST = 64  # amounts of all things but the last, together
NOTHING: Way = ((0, 0, 0, 0), None)


def together(moves: Sequence[tuple[Move, int]], excess: int, terms: int = 2) -> Iterator[tuple[Move, ...]]:
    """Each move that takes `excess` off alone; the cheapest ways to do it with several, one of each part of the roster at
    most; and where all of them are not enough, each move alone, for the rest may be mended otherwise.
    """
    needed = max(excess, 1)
    alone = [move for move, by in moves if max(by, 1) >= needed]
    yield from ((move,) for move in alone)
    several = at_once([(move, (max(by, 1),)) for move, by in moves if max(by, 1) < needed], (needed,), terms)
    yield from several
    if not alone and not several:
        yield from ((move,) for move, _ in moves)


def at_once(moves: Sequence[tuple[Move, Amount]], needed: Amount, terms: int = 2) -> list[tuple[Move, ...]]:
    """The cheapest ways to take all of that off, one move of each part of the roster at most: by dynamic programming over
    the amounts that can be reached. `needed`: of several things, the last of which may be large.
    """
    if prod(each + 1 for each in needed[:-1]) > MOST:
        return []
    parts: dict[object, list[tuple[Move, Cost, Amount]]] = {}
    for move, by in moves:
        own = (move.kept, len(move.lost) + terms * move.terms, move.things, by[-1])
        parts.setdefault(move.part, []).append((move, own, by))
    ways: dict[Amount, list[Way]] = {(0,) * len(needed): [NOTHING]}
    for choices in parts.values():
        more = {amount: list(known) for amount, known in ways.items()}
        for amount, known in ways.items():
            for move, own, by in choices if amount != needed else ():
                reached = tuple(min(have + more, most) for have, more, most in zip(amount, by, needed, strict=True))
                if reached != amount:
                    more.setdefault(reached, []).extend((_sum(cost, own), (move, made)) for cost, made in known)
        ways = _promising(more)
    return [_moves(made) for _, made in ways.get(needed, ())]


def _promising(ways: dict[Amount, list[Way]]) -> dict[Amount, list[Way]]:
    """Of each amount the cheapest; and none that as many beat which take off no less of the last thing, and as much else."""
    kept: dict[Amount, list[Way]] = {}
    better: dict[Amount, list[tuple[int, int, int]]] = {}
    for amount in sorted(ways, reverse=True):
        beat = better.setdefault(amount[:-1], [])
        cheapest = sorted(ways[amount], key=_cost)[:WAYS]
        cheapest = [way for way in cheapest if bisect_left(beat, way[0][:3]) < WAYS]
        for cost, _ in cheapest:
            insort(beat, cost[:3])
        if cheapest:
            kept[amount] = cheapest
    return kept


def _cost(way: Way) -> Cost:
    return way[0]


def _moves(made: Made) -> tuple[Move, ...]:
    found: list[Move] = []
    while made is not None:
        move, made = made
        found.append(move)
    return tuple(reversed(found))


def _sum(one: Cost, other: Cost) -> Cost:
    return (one[0] + other[0], one[1] + other[1], one[2] + other[2], one[3] + other[3])
