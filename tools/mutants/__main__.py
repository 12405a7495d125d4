"""`make mutants`: small faults put into the law and the games, each tried against the tests nearest to it.

    python -m tools.mutants [--count 300] [--seed 1] [--jobs N] [--minutes 15] [--only TEXT] [--quick] [--out FILE]

Mutants are drawn by seed. A mutant that no test sees is printed with its change; at least 95 of 100 have to be seen.
Those in equivalent.yaml change nothing and are left out, each for a reason; an entry that is stale, or whose mutant
is killed after all, is named. Exit 1 below the mark or for such an entry.
"""

from __future__ import annotations

import argparse
import os
import shutil
import sys
import time
from pathlib import Path

import msgspec
import pytest

from tools.mutants import recording
from tools.mutants.allowed import allowed, stale
from tools.mutants.choosing import BUDGET, plan
from tools.mutants.places import NEAREST, QUICK, ROOT, WORK, hide_shared
from tools.mutants.population import Mutant, every, sample
from tools.mutants.recording import pytest_words
from tools.mutants.warm import Result, Warm

MARK = 95.0


def main() -> int:
    args = _arguments()
    os.chdir(ROOT)
    if args.quick:
        os.environ[QUICK] = "yes"  # also for the processes that record and try
    start = time.monotonic()
    hide_shared()
    population = {mutant.name: mutant for mutant in every()}
    entries = allowed()
    gone = stale(entries, set(population))
    for name in gone:
        print(f"stale in equivalent.yaml: {name}")
    harmless = {entry.mutant for entry in entries}
    drawn = sample(args.count, args.seed, harmless, args.only) if not args.allowed else []
    if args.allowed:
        drawn = [population[entry.mutant] for entry in entries if entry.mutant in population]
    print(
        f"{len(population)} mutants, {len(entries)} of them equivalent; {len(drawn)} drawn by seed {args.seed}",
        flush=True,
    )
    results = _run(drawn, args, start)
    if args.out:
        Path(args.out).write_bytes(msgspec.json.encode(results))
    print(_report(results, len(drawn), time.monotonic() - start))
    if args.allowed:
        killed = [result for result in results if result.killed]
        for result in killed:
            print(
                f"killed though listed as equivalent: {result.plan.mutant.name}\n    by {result.by}"
            )
        return 1 if killed or gone else 0
    return 1 if gone or _percent(results) < MARK else 0


def _arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="python -m tools.mutants")
    parser.add_argument("--count", type=int, default=300)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--jobs", type=int, default=os.cpu_count() or 1)
    parser.add_argument("--minutes", type=float, default=15.0, help="no mutant is begun later")
    parser.add_argument(
        "--budget",
        type=float,
        default=BUDGET,
        help="seconds of tests for one mutant, as they were recorded",
    )
    parser.add_argument("--only", default="", help="only mutants whose name has this in it")
    parser.add_argument(
        "--tests",
        nargs="+",
        default=list(NEAREST),
        metavar="PATH",
        help="other tests than the nearest",
    )
    parser.add_argument(
        "--quick", action="store_true", help="only the quick tests, which `make test` runs"
    )
    parser.add_argument(
        "--fresh",
        action="store_true",
        help="record every test again, not only those that were changed",
    )
    parser.add_argument("--out", help="write every result there, as JSON")
    parser.add_argument(
        "--allowed", action="store_true", help="try those that are listed as equivalent instead"
    )
    return parser.parse_args()


def _run(drawn: list[Mutant], args: argparse.Namespace, start: float) -> list[Result]:
    record = recording.of_now(args.tests, args.jobs, args.fresh)
    if record.failed:
        print(
            "these tests fail without any mutant, and are left out:",
            *record.failed,
            sep="\n    ",
            flush=True,
        )
    print(f"{len(record.seconds)} tests recorded, {time.monotonic() - start:.0f} s", flush=True)
    os.environ["LISTBUILDER_CACHE"] = str(recording.CACHE)
    for left in WORK.glob("cache-*"):
        shutil.rmtree(left, ignore_errors=True)
    results: list[Result] = []

    def tell(result: Result) -> None:
        results.append(result)
        if len(results) % 100 == 0:
            print(f"... {len(results)} tried, {_percent(results):.1f}% killed", flush=True)
        if not result.killed:
            print(_shown(result), flush=True)

    plans = [plan(mutant, record, args.budget) for mutant in drawn]
    warm = Warm(plans, args.jobs, start + 60 * args.minutes, tell)
    pytest.main([*pytest_words(args.tests), "--capture=sys"], plugins=[warm])
    if warm.fault is not None:  # which pytest would keep to itself
        raise warm.fault
    return results


def _shown(result: Result) -> str:
    mutant = result.plan.mutant
    tried = f"{len(result.plan.tests)} tests" + (
        f", {result.plan.left_out} more not tried" if result.plan.left_out else ""
    )
    head = f"{result.how}: {mutant.file}:{mutant.line} {mutant.function or '(module)'} [{mutant.operator}] {tried}"
    line = (ROOT / mutant.file).read_text(encoding="utf-8").splitlines()[mutant.line - 1].strip()
    return f"{head}\n      {line}\n    - {mutant.before}\n    + {mutant.after}\n    = {mutant.name}"


def _percent(results: list[Result]) -> float:
    return 100 * sum(result.killed for result in results) / max(1, len(results))


def _report(results: list[Result], drawn: int, seconds: float) -> str:
    counts = {
        how: sum(result.how == how for result in results)
        for how in ("test", "time", "crash", "survived", "untested")
    }
    lines = [
        f"killed {_percent(results):.1f}% of {len(results)} (mark: {MARK:.0f}%) in {seconds:.0f} s"
    ]
    lines.append(", ".join(f"{how} {count}" for how, count in counts.items()))
    if len(results) < drawn:
        lines.append(f"{drawn - len(results)} were not begun: the time was over")
    return "\n".join(lines)


if __name__ == "__main__":
    sys.exit(main())
