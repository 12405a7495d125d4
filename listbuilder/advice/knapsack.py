"""Choices that cost something, dealt in the order of what they are worth: the best first, each combination once."""

from __future__ import annotations

import heapq
from collections.abc import Callable, Iterator, Sequence
from itertools import count
from math import gcd

import msgspec

Worth = tuple[int, ...]
Hopeless = Callable[[tuple[int, ...], tuple[int, ...]], bool]  # of what is chosen so far and what of it last


class Choice(msgspec.Struct, frozen=True):
    """One answer to a stage: what it costs and what it is worth, which is added up. The first of a stage is nothing."""

    cost: int
    worth: Worth
    members: tuple[int, ...] = ()


class Work(msgspec.Struct):
    """How many more beginnings of combinations are looked at."""

    left: int


def ranked(
    stages: Sequence[Sequence[Choice]],
    budget: int,
    depth: int,
    *,
    hopeless: Hopeless | None = None,
    work: Work | None = None,
) -> Iterator[tuple[int, ...]]:
    """The members of every affordable combination of one choice a stage, worth most first. `depth`: of a worth.

    `hopeless`: whether what was chosen last makes what is chosen so far useless, whatever else comes. Where no `work` is left,
    that is the end.

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
    heap: list[tuple[Worth, int, int, int, Worth, tuple[int, ...], tuple[int, ...]]] = [
        (_negative(best[0][most]), next(number), 0, most, (0,) * depth, (), ())
    ]
    while heap and (work is None or work.left > 0):
        if work is not None:
            work.left -= 1
        _, _, place, left, worth, members, last = heapq.heappop(heap)
        if last and hopeless is not None and hopeless(members, last):
            continue
        if place == len(stages):
            yield members
            continue
        for choice in stages[place]:
            rest = left - choice.cost // unit
            if rest >= 0:
                now = _added(worth, choice.worth)
                reach = _negative(_added(now, best[place + 1][rest]))
                more = members + choice.members
                heapq.heappush(heap, (reach, next(number), place + 1, rest, now, more, choice.members))


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
