"""Combinations of choices that cost something, the best first, each once."""

from __future__ import annotations

import heapq
from collections.abc import Callable, Iterator, Sequence
from itertools import count
from math import gcd

import msgspec

Worth = tuple[int, ...]
Hopeless = Callable[
    [tuple[int, ...], tuple[int, ...]], bool
]  # of what is chosen so far and what of it last


class Choice(msgspec.Struct, frozen=True):
    """One choice of a stage, with its cost and its worth; worths are added up.

    The first choice of a stage is to buy nothing. `members`: indexes of the candidates bought.
    """

    cost: int
    worth: Worth
    members: tuple[int, ...] = ()


class Work(msgspec.Struct):
    """The work allowed: how many more beginnings of combinations may be looked at."""

    left: int


def rank_combinations(
    stages: Sequence[Sequence[Choice]],
    budget: int,
    depth: int,
    *,
    hopeless: Hopeless | None = None,
    work: Work | None = None,
) -> Iterator[tuple[int, ...]]:
    """Yield the members of every combination within `budget`, the most worth first.

    A combination makes one choice of each stage. `depth`: how many numbers a worth has. `hopeless`:
    tells, from the members chosen so far and those chosen last, whether they are useless whatever
    else is added. It ends when no `work` is left; each beginning looked at uses up one. To look
    only at what leads to the next best combination, the best worth that later stages can still add
    is computed first, for each rest of the budget.
    """
    unit = 0
    for stage in stages:
        for choice in stage:
            unit = gcd(unit, choice.cost)
    unit = unit or 1
    most = max(0, budget // unit)
    best = _calculate_best_worths(stages, unit, most, (0,) * depth)
    counter = count()
    heap: list[tuple[Worth, int, int, int, Worth, tuple[int, ...], tuple[int, ...]]] = [
        (_reverse_worth(best[0][most]), next(counter), 0, most, (0,) * depth, (), ())
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
                now = _add_worths(worth, choice.worth)
                reach = _reverse_worth(_add_worths(now, best[place + 1][rest]))
                more = members + choice.members
                heapq.heappush(
                    heap, (reach, next(counter), place + 1, rest, now, more, choice.members)
                )


def _calculate_best_worths(
    stages: Sequence[Sequence[Choice]], unit: int, most: int, nothing: Worth
) -> list[list[Worth]]:
    """Return for each stage and budget the best worth this and later stages can add.

    `unit`: the greatest number of points that divides all costs; budgets are counted in it, up to
    `most`. `nothing`: a worth of zeros.
    """
    table = [[nothing] * (most + 1)]
    for stage in reversed(stages):
        after = table[-1]
        best_here = list(after)
        for choice in stage:
            cost = choice.cost // unit
            for left in range(cost, most + 1):
                reach = _add_worths(choice.worth, after[left - cost])
                if reach > best_here[left]:
                    best_here[left] = reach
        table.append(best_here)
    table.reverse()
    return table


def _add_worths(one: Worth, other: Worth) -> Worth:
    """Return the sum of two worths, number by number."""
    return tuple(map(int.__add__, one, other))


def _reverse_worth(worth: Worth) -> Worth:
    """Return `worth` with all signs turned, so that sorting puts the largest worth first."""
    return tuple(-value for value in worth)
