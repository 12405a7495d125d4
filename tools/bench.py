"""`make bench`: the budgets of the design, measured beside their references in one run. Never part of a test."""

from __future__ import annotations

import gc
import os
import statistics
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path

from tools import bench_advice, bench_builder

ROOT = Path(__file__).resolve().parent.parent
ROSTER = ROOT / "examples" / "legal" / "necrons-awakened-dynasty.yaml"
# As installed: pip compiles what it installs, so a checkout may keep its bytecode too.
ENVIRONMENT = {name: value for name, value in os.environ.items() if name != "PYTHONDONTWRITEBYTECODE"}
REFERENCE = [sys.executable, "-c", "import pydantic, ruamel.yaml"]


def main() -> int:
    print(f"{'what':<58}{'measured':>14}{'budget':>12}")
    failed = 0
    for what, measured, budget, unit in rows():
        over = measured > budget
        failed += over
        print(f"{what:<58}{measured:>10.2f} {unit:<3}{budget:>8.2f} {unit:<3}{'  OVER' if over else ''}")
    return 1 if failed else 0


def rows() -> Iterator[tuple[str, float, float, str]]:
    check = [sys.executable, "-m", "listbuilder", "check", str(ROSTER)]
    subprocess.run(check, stdout=subprocess.DEVNULL, check=True, env=ENVIRONMENT)  # compiles what is not compiled yet
    ours, reference = _processes(check, REFERENCE)
    print(f"(reference: python -c 'import pydantic, ruamel.yaml' {reference * 1000:.1f} ms; check {ours * 1000:.1f} ms)")
    yield "check of one 2,000-point roster, cold process, to reference", ours / reference, 2.0, "x"
    yield from _loading()
    yield from _warm()
    yield "memory of check", _memory(check), 60.0, "MB"
    yield from bench_advice.rows()
    yield from bench_builder.rows()


def _processes(*commands: list[str], rounds: int = 25) -> list[float]:
    """Median seconds of each command, taken in turns so that all see the same machine."""
    seconds: list[list[float]] = [[] for _ in commands]
    for _ in range(rounds):
        for place, command in enumerate(commands):
            start = time.perf_counter()
            subprocess.run(command, stdout=subprocess.DEVNULL, check=True, env=ENVIRONMENT)
            seconds[place].append(time.perf_counter() - start)
    return [statistics.median(each) for each in seconds]


def _loading() -> Iterator[tuple[str, float, float, str]]:
    from listbuilder.games.catalog import SYSTEMS, system
    from listbuilder.store.library import Library

    for game in SYSTEMS:
        factions = [faction for faction, _ in system(game).factions(Library())]
        times = {faction: _best(lambda f=faction, g=game: system(g).entries(Library(), f), 5) for faction in factions}  # type: ignore[misc]
        slowest = max(times, key=lambda faction: times[faction])
        yield f"load the slowest faction of {game} ({slowest})", times[slowest] * 1000, 5.0, "ms"


def _warm() -> Iterator[tuple[str, float, float, str]]:
    from listbuilder.law import engine, words
    from listbuilder.law.position import Position
    from listbuilder.model.edit import Edit, Step, put
    from listbuilder.store.library import Library

    library = Library()
    raw = ROSTER.read_bytes()
    position = Position.read(raw, str(ROSTER), library)
    army = position.army
    assert army is not None
    yield "full check of a 2,000-point roster, warm", _best(lambda: engine.check(army), 300) * 1000, 1.0, "ms"

    def edited() -> None:
        for finding in position.apply(put("Renamed", "name")).findings:
            words.message(finding, "ja")

    yield "edit to verdict without a screen, 99th percentile", _percentile(edited, 500) * 1000, 16.0, "ms"
    more = Edit((Step("insert", ("units", 0), {"datasheet": "immortals", "models": 10}),))
    yield "what one unit more would bring, without a screen", _best(lambda: position.what_if(more), 300) * 1000, 1.0, "ms"
    count = 1000
    start = time.perf_counter()
    for _ in range(count):
        Position.read(raw, str(ROSTER), library).judge()
    yield "batch check of 1,000 rosters, per roster and core", (time.perf_counter() - start) * 1000 / count, 3.0, "ms"


def _best(work: Callable[[], object], rounds: int) -> float:
    work()
    times = []
    for _ in range(rounds):
        start = time.perf_counter()
        work()
        times.append(time.perf_counter() - start)
    return statistics.median(times)


def _percentile(work: Callable[[], object], rounds: int) -> float:
    work()
    gc.collect()
    times = []
    for _ in range(rounds):
        start = time.perf_counter()
        work()
        times.append(time.perf_counter() - start)
    return sorted(times)[int(rounds * 0.99)]


def _memory(command: list[str]) -> float:
    """Peak resident megabytes of a child. Started by a small process, for a child inherits its parent's peak."""
    small = (
        "import resource, subprocess, sys; subprocess.run(sys.argv[1:], stdout=subprocess.DEVNULL);"
        "print(resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss)"
    )
    done = subprocess.run([sys.executable, "-c", small, *command], capture_output=True, text=True, check=True, env=ENVIRONMENT)
    return int(done.stdout) / 1024


if __name__ == "__main__":
    raise SystemExit(main())
