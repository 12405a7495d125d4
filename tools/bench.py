"""`make bench`: the budgets of the design, measured beside their references in one run. Never part of a test."""

from __future__ import annotations

import gc
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from pathlib import Path

from tools import (
    bench_advice,
    bench_api,
    bench_builder,
    bench_event,
    bench_fill,
    bench_page,
    bench_peer,
)
from tools.bench_process import ENVIRONMENT, peak_of, processor_seconds_of

ROOT = Path(__file__).resolve().parent.parent
EXAMPLES = ROOT / "examples"
ROSTERS = {  # of 2,000 points, by edition
    "10e": EXAMPLES / "40k-10e" / "legal" / "necrons-awakened-dynasty.yaml",
    "11e": EXAMPLES / "40k-11e" / "legal" / "necrons-two-detachments.yaml",
}
ILLEGAL = {  # for each of them the first fix is looked for
    "10e": EXAMPLES / "40k-10e" / "illegal" / "40K-02-points-limit.yaml",
    "11e": EXAMPLES / "40k-11e" / "illegal" / "11E-10-unit-limit-incursion.yaml",
}
# What any program pays that reads YAML into types by these two: msgspec and the C parser of ruamel.
REFERENCE = [sys.executable, "-c", "import msgspec, _ruamel_yaml"]
COLD = 40  # runs of each, in turns


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
    yield from _cold(checks)
    yield from _loading()
    for edition, roster in ROSTERS.items():
        yield from _warm(edition, roster)
        yield f"memory of check ({edition})", peak_of(checks[edition]), 60.0, "MB"
    with tempfile.TemporaryDirectory() as folder:
        texts = bench_peer.write_texts(Path(folder), "gw")
        yield from bench_api.rows(texts)
        yield from bench_page.rows(texts)
    yield from bench_advice.rows()
    yield from bench_fill.rows()
    yield from bench_builder.rows(ROSTERS)
    yield from bench_event.rows()  # the last: it makes this process large, and whoever it starts begins with its peak
    bench_peer.show(ROSTERS["11e"])


def _cold(checks: dict[str, list[str]]) -> Iterator[tuple[str, float, float, str]]:
    """A `check` in a process of its own, in time of the processor, to the reference in the same run."""
    commands = {f"{edition}, legal": check for edition, check in checks.items()}
    for edition, roster in ILLEGAL.items():
        commands[f"{edition}, illegal"] = [*checks[edition][:-1], str(roster)]
    for command in (REFERENCE, *commands.values()):  # compiles what is not compiled yet
        subprocess.run(command, stdout=subprocess.DEVNULL, env=ENVIRONMENT)
    reference, *ours = processor_seconds_of(REFERENCE, *commands.values(), rounds=COLD)
    times = dict(zip(commands, ours, strict=True))
    shown = "; ".join(f"{what}: {seconds * 1000:.1f} ms" for what, seconds in times.items())
    print(f"(reference: python -c '{REFERENCE[-1]}' {reference * 1000:.1f} ms; check {shown})")
    for what, seconds in times.items():
        yield f"check of one roster, cold, to reference ({what})", seconds / reference, 1.6, "x"


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
