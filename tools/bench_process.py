"""What a process costs: its seconds, and the memory it needed at most."""

from __future__ import annotations

import os
import resource
import statistics
import subprocess
import sys
from typing import NamedTuple

# As installed: pip compiles what it installs, so a checkout may keep its bytecode too.
ENVIRONMENT = {
    name: value for name, value in os.environ.items() if name != "PYTHONDONTWRITEBYTECODE"
}


def processor_seconds_of(*commands: list[str], rounds: int = 25) -> list[float]:
    """Median seconds of the processor that each command takes, taken in turns.

    They say something on a machine that others use too.
    """
    seconds: list[list[float]] = [[] for _ in commands]
    for _ in range(rounds):
        for place, command in enumerate(commands):
            before = _seconds_of_children()
            subprocess.run(command, stdout=subprocess.DEVNULL, env=ENVIRONMENT)
            seconds[place].append(_seconds_of_children() - before)
    return [statistics.median(each) for each in seconds]


def _seconds_of_children() -> float:
    """Seconds of the processor that all processes took that this one started and that have ended."""
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime


def peak_of(command: list[str]) -> float:
    """Peak resident megabytes of a child."""
    return cost_of(command).megabytes


class Cost(NamedTuple):
    """What a child and the processes it started cost: seconds of the clock and of the processors, megabytes at most."""

    wall: float
    cpu: float
    megabytes: float


def cost_of(command: list[str]) -> Cost:
    """What a command costs. It is started by a small process, for a child inherits its parent's peak."""
    small = (
        "import resource, subprocess, sys, time; start = time.perf_counter();"
        "subprocess.run(sys.argv[1:], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL);"
        "used = resource.getrusage(resource.RUSAGE_CHILDREN);"
        "print(time.perf_counter() - start, used.ru_utime + used.ru_stime, used.ru_maxrss)"
    )
    done = subprocess.run(
        [sys.executable, "-c", small, *command],
        capture_output=True,
        text=True,
        check=True,
        env=ENVIRONMENT,
    )
    wall, cpu, kilobytes = map(float, done.stdout.split())
    return Cost(wall, cpu, kilobytes / 1024)
