"""Rows of `make bench` for advice: what a player waits for after a question. Measured in time of the processor."""

from __future__ import annotations

import statistics
import time
from collections.abc import Callable, Iterator
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
LARGEST = {  # of the faction with the most datasheets, by edition
    "10e": ROOT / "examples" / "40k-10e" / "legal" / "ultramarines-blade-of-ultramar.yaml",
    "11e": ROOT / "examples" / "40k-11e" / "legal" / "blood-angels-three-detachments.yaml",
    "AoS": ROOT / "examples" / "aos" / "legal" / "stormcast-thunderhead-season.yaml",
}
ROSTER = ROOT / "examples" / "40k-10e" / "legal" / "necrons-awakened-dynasty.yaml"


def rows() -> Iterator[tuple[str, float, float, str]]:
    from listbuilder.advice.fix import find_fixes
    from listbuilder.advice.marks import mark_all_offers
    from listbuilder.data.library import Library
    from listbuilder.roster import commands
    from listbuilder.roster.position import Position

    library = Library()
    for edition, roster in LARGEST.items():
        position = Position.read(roster.read_bytes(), str(roster), library)
        position.compute_verdict()
        taken = _median(lambda p=position: mark_all_offers(p), 9) * 1000  # type: ignore[misc]
        yield f"why --all: every unit of the largest faction ({edition})", taken, 50.0, "ms"
    whole = Position.read(ROSTER.read_bytes(), str(ROSTER), library)
    twice = commands.copy_unit(whole, ("units", 14))
    assert twice is not None
    broken = whole.apply(twice.edit)  # an Epic Hero again, and over the points
    yield (
        "fix of a 2,000-point list that breaks two rules",
        _median(lambda: find_fixes(broken), 5),
        0.5,
        "s",
    )


def _median(work: Callable[[], object], rounds: int) -> float:
    work()
    times = []
    for _ in range(rounds):
        start = time.process_time()
        work()
        times.append(time.process_time() - start)
    return statistics.median(times)
