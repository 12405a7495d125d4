"""The builder's budgets: edit to verdict on screen, first paint, memory. Each in a process of its own."""

from __future__ import annotations

import asyncio
import json
import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parent.parent
ROSTER = ROOT / "examples" / "40k-10e" / "legal" / "necrons-awakened-dynasty.yaml"
LARGEST = (
    ROOT / "examples" / "40k-10e" / "legal" / "ultramarines-blade-of-ultramar.yaml"
)  # of the faction with the most datasheets
ROUNDS = 300
STARTS = 9
SIZE = (120, 40)

# Says how long after its start a program has drawn its first screen.
_FIRST_PAINT = """
import sys, time
start = time.perf_counter()
import asyncio, os
os.environ["TEXTUAL_FPS"] = "240"
{make}
class Timed(type(app)):
    def _display(self, screen, renderable):
        super()._display(screen, renderable)
        if not hasattr(self, "painted") and ({ready}):
            self.painted = time.perf_counter() - start
            self.exit()
app.__class__ = Timed
async def run():
    async with app.run_test(size=(120, 40)) as pilot:
        for _ in range(1000):
            if hasattr(app, "painted"):
                break
            await asyncio.sleep(0.002)
asyncio.run(run())
print(app.painted)
"""
_EMPTY = "from textual.app import App\napp = App()", "True"
_OURS = (
    "from pathlib import Path\nfrom listbuilder.data.library import Library\nfrom listbuilder.tui.app import Builder\n"
    f"app = Builder(Library(), 'en', Path({str(ROSTER)!r}))",
    "type(self.screen).__name__ == 'HomeScreen' and self.screen.query_one('#home').lines",
)
_OURS_WITH_ROSTER = _OURS[0], "self.main is not None and self.main.verdict.lines"

Row = tuple[str, float, float, str]


def rows(rosters: Mapping[str, Path]) -> Iterator[Row]:
    with tempfile.TemporaryDirectory() as state:
        environment = {**os.environ, "LISTBUILDER_STATE": state}
        for edition, roster in rosters.items():
            p99, median, memory = json.loads(
                _run([sys.executable, "-m", "tools.bench_builder", str(roster)], environment)
            )
            yield f"edit to verdict on screen, median ({edition})", median, 16.0, "ms"
            yield f"edit to verdict on screen, 99th percentile ({edition})", p99, 16.0, "ms"
            yield f"memory of the builder ({edition})", memory, 80.0, "MB"
        _, _, memory = json.loads(
            _run([sys.executable, "-m", "tools.bench_builder", str(LARGEST)], environment)
        )
        yield "memory of the builder (the largest faction)", memory, 80.0, "MB"
        empty, ours, filled = _first_paints(environment, _EMPTY, _OURS, _OURS_WITH_ROSTER)
        shown = ", ".join(f"{each * 1000:.0f} ms" for each in (empty, ours, filled))
        print(f"(first paint of an empty Textual app, ours, and with the roster: {shown})")
        yield "first paint of the builder, to an empty Textual app", ours / empty, 1.5, "x"


def _first_paints(environment: dict[str, str], *programs: tuple[str, str]) -> list[float]:
    """Median seconds of each, taken in turns so that all see the same machine."""
    times: list[list[float]] = [[] for _ in programs]
    for _ in range(STARTS):
        for place, (make, ready) in enumerate(programs):
            script = _FIRST_PAINT.format(make=make, ready=ready)
            times[place].append(float(_run([sys.executable, "-c", script], environment)))
    return [sorted(each)[len(each) // 2] for each in times]


def _run(command: list[str], environment: dict[str, str]) -> str:
    done = subprocess.run(
        command, capture_output=True, text=True, check=True, env=environment, cwd=ROOT, timeout=120
    )
    return done.stdout.strip().splitlines()[-1]


async def _edits(roster: Path) -> tuple[float, float]:
    """99th percentile and median of the milliseconds from a key to the drawn screen, through Textual's own test driver."""
    from textual import events

    from listbuilder.data.library import Library
    from listbuilder.tui.app import Builder

    class Timed(Builder):
        waiting: Any = None
        done = asyncio.Event()
        at = 0.0

        def _display(self, screen: Any, renderable: Any) -> None:
            super()._display(screen, renderable)
            if (
                self.waiting is not None
                and self.main is not None
                and self.main.session.position is not self.waiting
            ):
                self.at, self.waiting = time.perf_counter(), None
                self.done.set()

    app = Timed(Library(), "en", roster)
    times = []
    async with app.run_test(size=SIZE) as pilot:
        while app.main is None:
            await pilot.pause(0.05)
        await pilot.press("down", "down")
        await pilot.pause(0.5)
        for number in range(ROUNDS):
            if number % 4 == 0:
                app.main.army_tree.move_cursor_to(("units", 1))
            key = "dwuu"[number % 4]  # another character, now the warlord, and back
            await asyncio.sleep(0.02)
            app.done.clear()
            app.waiting = app.main.session.position
            start = time.perf_counter()
            app.post_message(events.Key(key, key))
            await asyncio.wait_for(app.done.wait(), 10)
            times.append((app.at - start) * 1000)
        app.main.session.close()
    times.sort()
    return times[int(ROUNDS * 0.99)], times[ROUNDS // 2]


def main() -> int:
    import resource

    os.environ["TEXTUAL_FPS"] = "240"  # as listbuilder/cli/edit.py sets it
    p99, median = asyncio.run(_edits(Path(sys.argv[1])))
    print(json.dumps([p99, median, resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024]))
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
