"""What a process costs: its seconds, and the memory it needed at most."""

from __future__ import annotations

import os
import statistics
import subprocess
import sys
import time

# As installed: pip compiles what it installs, so a checkout may keep its bytecode too.
ENVIRONMENT = {
    name: value for name, value in os.environ.items() if name != "PYTHONDONTWRITEBYTECODE"
}


def seconds_of(*commands: list[str], rounds: int = 25) -> list[float]:
    """Median seconds of each command, taken in turns so that all see the same machine."""
    seconds: list[list[float]] = [[] for _ in commands]
    for _ in range(rounds):
        for place, command in enumerate(commands):
            start = time.perf_counter()
            subprocess.run(command, stdout=subprocess.DEVNULL, check=True, env=ENVIRONMENT)
            seconds[place].append(time.perf_counter() - start)
    return [statistics.median(each) for each in seconds]


def peak_of(command: list[str]) -> float:
    """Peak resident megabytes of a child. Started by a small process, for a child inherits its parent's peak."""
    small = (
        "import resource, subprocess, sys; subprocess.run(sys.argv[1:], stdout=subprocess.DEVNULL);"
        "print(resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss)"
    )
    done = subprocess.run(
        [sys.executable, "-c", small, *command],
        capture_output=True,
        text=True,
        check=True,
        env=ENVIRONMENT,
    )
    return int(done.stdout) / 1024
