"""The shortest events that still end in the same failure, within a number of tries."""

from __future__ import annotations

from tools.monkeys.drive import Failure, play


def shortened(failure: Failure, tries: int) -> Failure:
    """Leave out halves, then quarters, down to single events. Return `failure` itself if nothing shorter fails the same way."""
    best = failure
    size = max(1, len(best.events) // 2)
    while size:
        at = 0
        while at < len(best.events) and tries:
            tries -= 1
            less = best.events[:at] + best.events[at + size :]
            found = play(best.run, less)
            if found is not None and found.what == failure.what:
                best = found
            else:
                at += size
        size = size // 2 if tries else 0
    return best
