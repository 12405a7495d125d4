"""Rows of `make bench` for advice: what a player waits for after a question. Measured in time of the processor."""

from __future__ import annotations

import statistics
import time
from collections.abc import Callable, Iterator
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
LARGEST = ROOT / "examples" / "legal" / "ultramarines-blade-of-ultramar.yaml"  # of the faction with the most datasheets
ROSTER = ROOT / "examples" / "legal" / "necrons-awakened-dynasty.yaml"


def rows() -> Iterator[tuple[str, float, float, str]]:
    from listbuilder.advice.fix import mend
    from listbuilder.advice.marks import marks
    from listbuilder.law import commands
    from listbuilder.law.position import Position
    from listbuilder.store.library import Library

    library = Library()
    position = Position.read(LARGEST.read_bytes(), str(LARGEST), library)
    position.judge()
    yield "why --all: every unit of the largest faction, 2,000 points", _median(lambda: marks(position), 9) * 1000, 50.0, "ms"
    whole = Position.read(ROSTER.read_bytes(), str(ROSTER), library)
    twice = commands.duplicate(whole, ("units", 14))
    assert twice is not None
    broken = whole.apply(twice.edit)  # an Epic Hero again, and over the points
    yield "fix of a 2,000-point list that breaks two rules", _median(lambda: mend(broken), 5), 0.5, "s"


def _median(work: Callable[[], object], rounds: int) -> float:
    work()
    times = []
    for _ in range(rounds):
        start = time.process_time()
        work()
        times.append(time.process_time() - start)
    return statistics.median(times)
