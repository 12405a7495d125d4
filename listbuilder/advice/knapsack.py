"""Choices that cost something, dealt in the order of what they are worth: the best first, each combination once."""

from __future__ import annotations

import heapq
from collections.abc import Iterator, Sequence
from itertools import count
from math import gcd

import msgspec

Worth = tuple[int, ...]


class Choice(msgspec.Struct, frozen=True):
    """One answer to a stage: what it costs and what it is worth, which is added up. The first of a stage is nothing."""

    cost: int
    worth: Worth
    members: tuple[int, ...] = ()


def ranked(stages: Sequence[Sequence[Choice]], budget: int, depth: int) -> Iterator[tuple[int, ...]]:
    """The members of every affordable combination of one choice a stage, worth most first. `depth`: of a worth.

    From the back, the best that the later stages can still add is known for each rest of the budget. So nothing is looked at
    that is not on the way to the next best combination.
    """
    unit = 0
    for stage in stages:
        for choice in stage:
            unit = gcd(unit, choice.cost)
    unit = unit or 1
    most = max(0, budget // unit)
    best = _best(stages, unit, most, (0,) * depth)
    number = count()
    heap: list[tuple[Worth, int, int, int, Worth, tuple[int, ...]]] = [
        (_negative(best[0][most]), next(number), 0, most, (0,) * depth, ())
    ]
    while heap:
        _, _, place, left, worth, members = heapq.heappop(heap)
        if place == len(stages):
            yield members
            continue
        for choice in stages[place]:
            rest = left - choice.cost // unit
            if rest >= 0:
                now = _added(worth, choice.worth)
                reach = _negative(_added(now, best[place + 1][rest]))
                heapq.heappush(heap, (reach, next(number), place + 1, rest, now, members + choice.members))


def _best(stages: Sequence[Sequence[Choice]], unit: int, most: int, nothing: Worth) -> list[list[Worth]]:
    table = [[nothing] * (most + 1)]
    for stage in reversed(stages):
        after = table[-1]
        now = list(after)
        for choice in stage:
            cost = choice.cost // unit
            for left in range(cost, most + 1):
                reach = _added(choice.worth, after[left - cost])
                if reach > now[left]:
                    now[left] = reach
        table.append(now)
    table.reverse()
    return table


def _added(one: Worth, other: Worth) -> Worth:
    return tuple(map(int.__add__, one, other))


def _negative(worth: Worth) -> Worth:
    return tuple(-each for each in worth)
