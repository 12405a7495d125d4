"""Which moves to make together, where each takes a part off something that is too much: the cheapest, exactly."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from listbuilder.advice.plan import Move

Cost = tuple[int, int, int, int]
Way = tuple[Cost, tuple[Move, ...]]

WAYS = 6  # kept for each amount: the cheapest, and others that come near
NOTHING: Way = ((0, 0, 0, 0), ())


def together(moves: Sequence[tuple[Move, int]], excess: int, terms: int = 2) -> Iterator[tuple[Move, ...]]:
    """Each move that takes `excess` off alone; the cheapest ways to do it with several, one of each part of the roster at
    most; and where all of them are not enough, each move alone, for the rest may be mended otherwise.
    """
    needed = max(excess, 1)
    alone = [move for move, by in moves if max(by, 1) >= needed]
    yield from ((move,) for move in alone)
    several = _several([(move, by) for move, by in moves if max(by, 1) < needed], needed, terms)
    yield from several
    if not alone and not several:
        yield from ((move,) for move, _ in moves)


def _several(moves: Sequence[tuple[Move, int]], needed: int, terms: int) -> list[tuple[Move, ...]]:
    """By dynamic programming over the amounts that can be reached; the cheapest few of each."""
    parts: dict[object, list[tuple[Move, int]]] = {}
    for move, by in moves:
        parts.setdefault(move.part, []).append((move, max(by, 1)))
    ways: dict[int, list[Way]] = {0: [NOTHING]}
    for choices in parts.values():
        more = {amount: list(known) for amount, known in ways.items()}
        for amount, known in ways.items():
            for move, by in choices if amount < needed else ():
                own = (move.kept, len(move.lost) + terms * move.terms, move.things, by)
                reached = more.setdefault(min(amount + by, needed), [])
                reached.extend((_sum(cost, own), (*made, move)) for cost, made in known)
        ways = {amount: sorted(known, key=lambda way: way[0])[:WAYS] for amount, known in more.items()}
    return [made for _, made in ways.get(needed, ())]


def _sum(one: Cost, other: Cost) -> Cost:
    return (one[0] + other[0], one[1] + other[1], one[2] + other[2], one[3] + other[3])
