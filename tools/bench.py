"""`make bench`: the budgets of the design, measured beside their references in one run. Never part of a test."""

from __future__ import annotations

import gc
import statistics
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path

from tools import bench_advice, bench_builder, bench_event, bench_fill, bench_peer
from tools.bench_process import ENVIRONMENT, peak_of, seconds_of

ROOT = Path(__file__).resolve().parent.parent
EXAMPLES = ROOT / "examples"
ROSTERS = {  # of 2,000 points, by edition
    "10e": EXAMPLES / "40k-10e" / "legal" / "necrons-awakened-dynasty.yaml",
    "11e": EXAMPLES / "40k-11e" / "legal" / "necrons-two-detachments.yaml",
}
REFERENCE = [sys.executable, "-c", "import pydantic, ruamel.yaml"]


def main() -> int:
    print(f"{'what':<66}{'measured':>14}{'budget':>12}")
    failed = 0
    for what, measured, budget, unit in rows():
        over = measured > budget
        failed += over
        print(
            f"{what:<66}{measured:>10.2f} {unit:<3}{budget:>8.2f} {unit:<3}{'  OVER' if over else ''}"
        )
    return 1 if failed else 0


def rows() -> Iterator[tuple[str, float, float, str]]:
    checks = {
        edition: [sys.executable, "-m", "listbuilder", "check", str(roster)]
        for edition, roster in ROSTERS.items()
    }
    for check in checks.values():
        subprocess.run(
            check, stdout=subprocess.DEVNULL, check=True, env=ENVIRONMENT
        )  # compiles what is not compiled yet
    reference, *ours = seconds_of(REFERENCE, *checks.values())
    shown = ", ".join(
        f"check {edition} {each * 1000:.1f} ms" for edition, each in zip(checks, ours, strict=True)
    )
    print(
        f"(reference: python -c 'import pydantic, ruamel.yaml' {reference * 1000:.1f} ms; {shown})"
    )
    for edition, each in zip(checks, ours, strict=True):
        yield (
            f"check of one 2,000-point roster, cold, to reference ({edition})",
            each / reference,
            2.0,
            "x",
        )
    yield from _loading()
    for edition, roster in ROSTERS.items():
        yield from _warm(edition, roster)
        yield f"memory of check ({edition})", peak_of(checks[edition]), 60.0, "MB"
    yield from bench_advice.rows()
    yield from bench_fill.rows()
    yield from bench_builder.rows(ROSTERS)
    yield from bench_event.rows()  # the last: it makes this process large, and whoever it starts begins with its peak
    bench_peer.show(ROSTERS["11e"])


def _loading() -> Iterator[tuple[str, float, float, str]]:
    from listbuilder.data.library import Library
    from listbuilder.games.registry import SYSTEMS, get_game

    for game in SYSTEMS:
        factions = [faction for faction, _ in get_game(game).list_factions(Library())]
        times = {
            faction: _best(lambda f=faction, g=game: get_game(g).list_entries(Library(), f), 5)  # type: ignore[misc]
            for faction in factions
        }
        slowest = max(times, key=lambda faction: times[faction])
        yield f"load the slowest faction of {game} ({slowest})", times[slowest] * 1000, 5.0, "ms"


def _warm(edition: str, roster: Path) -> Iterator[tuple[str, float, float, str]]:
    from listbuilder.data.library import Library
    from listbuilder.model.edit import Edit, Step, make_set_edit
    from listbuilder.roster.position import Position
    from listbuilder.rules import engine, messages

    library = Library()
    raw = roster.read_bytes()
    position = Position.read(raw, str(roster), library)
    army = position.army
    assert army is not None
    yield (
        f"full check of a 2,000-point roster, warm ({edition})",
        _best(lambda: engine.check_army(army), 300) * 1000,
        1.0,
        "ms",
    )

    def edited() -> None:
        for finding in position.apply(make_set_edit("Renamed", "name")).findings:
            messages.say_finding(finding, "ja")

    yield (
        f"edit to verdict without a screen, 99th percentile ({edition})",
        _percentile(edited, 500) * 1000,
        16.0,
        "ms",
    )
    more = Edit((Step("insert", ("units", 0), {"datasheet": "immortals", "models": 10}),))
    yield (
        f"what one unit more would bring, without a screen ({edition})",
        _best(lambda: position.predict_effect(more), 300) * 1000,
        1.0,
        "ms",
    )
    count = 1000
    start = time.perf_counter()
    for _ in range(count):
        Position.read(raw, str(roster), library).compute_verdict()
    yield (
        f"batch check of 1,000 rosters, per roster and core ({edition})",
        (time.perf_counter() - start) * 1000 / count,
        3.0,
        "ms",
    )


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


if __name__ == "__main__":
    raise SystemExit(main())
