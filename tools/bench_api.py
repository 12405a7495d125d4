"""The Python API: what importing it costs, its first call, and how many lists a core checks.

Each is asked in a process of its own and measured in time of the processor, which other programs on
the machine don't change.
"""

from __future__ import annotations

import json
import statistics
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

from tools.bench_process import ENVIRONMENT

ROOT = Path(__file__).resolve().parent.parent
EXAMPLES = ROOT / "examples" / "40k-11e"
ROUNDS = 9
IMPORT_BUDGET, FIRST_BUDGET = 5.0, 300.0  # milliseconds

_MEASURE = """
import json, sys, time
start = time.process_time()
import listbuilder as lb
imported = time.process_time()
files = [(name, open(name, "rb").read()) for name in sys.argv[1:]]
begun = time.process_time()
lb.check(files[0][1], name=files[0][0])
first = time.process_time()
for name, raw in files:
    lb.check(raw, name=name)
each = []
for _ in range(5):
    again = time.process_time()
    for name, raw in files:
        lb.check(raw, name=name)
    each.append((time.process_time() - again) / len(files))
print(json.dumps([imported - start, first - begun, sorted(each)[2]]))
"""


def rows(texts: list[Path]) -> Iterator[tuple[str, float, float, str]]:
    """Yield the budgets of the API, and print how many lists of each kind a core checks.

    `texts` are lists as players paste them.
    """
    rosters = sorted(EXAMPLES.rglob("*.yaml"))
    runs = [_measure(rosters) for _ in range(ROUNDS)]
    imported, first, each = (statistics.median(times) * 1000 for times in zip(*runs, strict=True))
    _, text_first, text_each = (
        statistics.median(times) * 1000
        for times in zip(*(_measure(texts) for _ in range(ROUNDS)), strict=True)
    )
    yield "import listbuilder", imported, IMPORT_BUDGET, "ms"
    yield "first lb.check of a process: a roster", first, FIRST_BUDGET, "ms"
    yield "first lb.check of a process: a pasted list", text_first, FIRST_BUDGET, "ms"
    print(
        f"(later calls of lb.check, a core: {1000 / each:.0f} rosters of ours a second, {each:.2f}"
        f" ms each; {1000 / text_each:.0f} pasted lists, {text_each:.2f} ms each)"
    )


def _measure(files: list[Path]) -> list[float]:
    """Seconds of the import, the first call, and a later call, in a new process."""
    command = [sys.executable, "-c", _MEASURE, *map(str, files)]
    done = subprocess.run(command, capture_output=True, text=True, check=True, env=ENVIRONMENT)
    seconds: list[float] = json.loads(done.stdout)
    return seconds
