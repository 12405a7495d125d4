"""Combinations that fill gaps.

More than a gap wants counts for nothing, so worths cannot simply be added up.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import msgspec

MOST_STATES = 1_500
EACH = 3  # ways to the same result that are kept, because the rules may forbid the first

Counts = tuple[int, ...]
# The shortest ways (members bought) to each state: how far the gaps are filled, and the points.
States = dict[tuple[Counts, int], list[tuple[int, ...]]]


class GapChoice(msgspec.Struct, frozen=True):
    """One choice of a stage, with how much of each gap it fills."""

    cost: int
    counts: Counts
    members: tuple[int, ...]


def rank_by_gaps(
    stages: Sequence[Sequence[GapChoice]], wanted: Counts, worth: Sequence[int], budget: int
) -> Iterator[tuple[int, ...]]:
    """Yield combinations of one choice a stage, those that fill the gaps most first.

    Each is a tuple of the members (indexes) of its choices. Of combinations that fill equally,
    those that cost most come first, then those with fewest purchases. `wanted`: how much each gap
    still wants; more than that counts for nothing. `worth`: for each gap, what one more is worth,
    in thousandths of the whole gap. `budget`: the points that may be spent. Only the best
    MOST_STATES results are kept after each stage.
    """
    states: States = {((0,) * len(wanted), 0): [()]}

    def score_counts(counts: Counts) -> int:
        """Return how much the gaps are filled by `counts`, in thousandths of a gap."""
        return sum(count * value for count, value in zip(counts, worth, strict=True))

    def rank_state(state: tuple[Counts, int]) -> tuple[int, int]:
        """Return the sort key of `state`: how much of the gaps it fills, then what it costs."""
        return score_counts(state[0]), state[1]

    for stage in stages:
        states = _add_stage(states, stage, wanted, budget)
        if len(states) > MOST_STATES:
            states = {
                state: states[state]
                for state in sorted(states, key=rank_state, reverse=True)[:MOST_STATES]
            }
    for state in sorted(states, key=rank_state, reverse=True):
        yield from states[state]


def _add_stage(states: States, stage: Sequence[GapChoice], wanted: Counts, budget: int) -> States:
    """Return `states` with those that one more choice of `stage` leads to within `budget`."""
    further = {state: list(ways) for state, ways in states.items()}
    for (counts, cost), ways in states.items():
        for part in stage:
            if cost + part.cost > budget:
                continue
            reach = tuple(
                min(most, sum(pair))
                for *pair, most in zip(counts, part.counts, wanted, strict=True)
            )
            if reach == counts:
                continue  # the gaps want no more of what this choice has
            ways_known = further.setdefault((reach, cost + part.cost), [])
            ways_known.extend(way + part.members for way in ways)
            ways_known.sort(key=len)
            del ways_known[EACH:]
    return further
