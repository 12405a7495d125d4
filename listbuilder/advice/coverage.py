"""Combinations that fill gaps: what is more than a gap wants counts for nothing, so worths cannot simply be added up."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import msgspec

MOST_STATES = 1_500
EACH = 3  # ways to the same that are kept: the law may forbid the first

Counts = tuple[int, ...]


class Part(msgspec.Struct, frozen=True):
    """One answer to a stage, with how much of each gap it fills."""

    cost: int
    counts: Counts
    members: tuple[int, ...]


def covering(stages: Sequence[Sequence[Part]], wanted: Counts, worth: Sequence[int], budget: int) -> Iterator[tuple[int, ...]]:
    """What fills most first; of equals what costs most, then what is fewest purchases. `wanted`: how much each gap still wants,
    `worth`: what each one of that is worth, in thousandths of a gap."""
    states: dict[tuple[Counts, int], list[tuple[int, ...]]] = {((0,) * len(wanted), 0): [()]}

    def filled(counts: Counts) -> int:
        return sum(count * each for count, each in zip(counts, worth, strict=True))

    def rank(state: tuple[Counts, int]) -> tuple[int, int]:
        return filled(state[0]), state[1]

    for stage in stages:
        further = {state: list(ways) for state, ways in states.items()}
        for (counts, cost), ways in states.items():
            for part in stage:
                if cost + part.cost <= budget:
                    reach = tuple(min(most, sum(pair)) for *pair, most in zip(counts, part.counts, wanted, strict=True))
                    if reach == counts:
                        continue  # of these the gaps want no more
                    known = further.setdefault((reach, cost + part.cost), [])
                    known.extend(way + part.members for way in ways)
                    known.sort(key=len)
                    del known[EACH:]
        states = further
        if len(states) > MOST_STATES:
            states = {state: states[state] for state in sorted(states, key=rank, reverse=True)[:MOST_STATES]}
    for state in sorted(states, key=rank, reverse=True):
        yield from states[state]
