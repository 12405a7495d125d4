"""`make monkeys`: random keys, clicks and window sizes in the builder, and nothing may break.

    python -m tools.monkeys [--seeds 60] [--base 0] [--count 300] [--jobs N] [--start home] [--size 80x24]
    python -m tools.monkeys --start home --size 80x24 --seeds 1 --base 17        the same run again
    python -m tools.monkeys --start home --size 80x24 --base 17 --again "key:n key:tab"

The same seed plays the same events, in English, Japanese and Chinese by turns, from the home screen, from the questions of a
new list, and from a list of each game. A run fails if the builder stops because of a bug, gives no answer, or draws a line
that is wider or narrower than the screen. What fails is made shorter, and told with the command that repeats it. Exit 1 then.
"""

from __future__ import annotations

import argparse
import multiprocessing
import os
import time
from collections import defaultdict
from concurrent.futures import ProcessPoolExecutor, as_completed

from tools.monkeys.drive import Failure, play
from tools.monkeys.events import SIZES, STARTS, Run
from tools.monkeys.shrink import shortened

RUNS_EACH = 50  # runs after which a process is replaced, so that memory stays bounded
TRIES = 60  # runs to shorten one failure


def main() -> int:
    args = _arguments()
    sizes = [_size(args.size)] if args.size else list(SIZES)
    starts = [args.start] if args.start else list(STARTS)
    seeds = range(args.base, args.base + args.seeds)
    runs = [
        Run(start=start, size=size, seed=seed, count=args.count)
        for seed in seeds
        for size in sizes
        for start in starts
    ]
    if args.again is not None:
        failure = play(runs[0], args.again.split())
        print(_told(failure) if failure else "nothing went wrong")
        return bool(failure)
    began = time.monotonic()
    found: dict[str, list[Failure]] = defaultdict(list)
    for place, failure in enumerate(_all(runs, args.jobs), 1):
        if failure is not None:
            found[failure.what].append(failure)
            print(
                f"{failure.kind}: {failure.run.name}, {failure.screen}: {failure.what}", flush=True
            )
        if place % 50 == 0:
            print(f"{place} of {len(runs)} runs, {time.monotonic() - began:.0f} s", flush=True)
    for failures in found.values():
        print(f"\n{len(failures)} runs: {failures[0].what}")
        print(_told(shortened(min(failures, key=lambda each: len(each.events)), TRIES)))
    failed = sum(map(len, found.values()))
    print(
        f"{len(runs)} runs of {args.count} events, {failed} failed, {time.monotonic() - began:.0f} s"
    )
    return bool(failed)


def _all(runs: list[Run], jobs: int):  # type: ignore[no-untyped-def]
    context = multiprocessing.get_context("spawn")
    with ProcessPoolExecutor(jobs, mp_context=context, max_tasks_per_child=RUNS_EACH) as pool:
        for done in as_completed([pool.submit(play, run) for run in runs]):
            yield done.result()


def _told(failure: Failure) -> str:
    run = failure.run
    again = f"--start {run.start} --size {run.size[0]}x{run.size[1]} --base {run.seed} --again '{' '.join(failure.events)}'"
    return f"{failure.told.strip()}\npython -m tools.monkeys {again}"


def _size(given: str) -> tuple[int, int]:
    width, height = given.split("x")
    return int(width), int(height)


def _arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="python -m tools.monkeys")
    parser.add_argument("--seeds", type=int, default=60, help="runs of each size and start")
    parser.add_argument("--base", type=int, default=0, help="the first seed")
    parser.add_argument("--count", type=int, default=300, help="events of a run")
    parser.add_argument("--jobs", type=int, default=os.cpu_count() or 1)
    parser.add_argument("--start", choices=STARTS)
    parser.add_argument("--size", help="such as 80x24")
    parser.add_argument("--again", metavar="EVENTS", help="play these events")
    return parser.parse_args()


if __name__ == "__main__":
    raise SystemExit(main())
