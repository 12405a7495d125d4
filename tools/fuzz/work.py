"""Cases in processes of their own: one that hangs, eats the memory or dies is seen, and the rest goes on."""

from __future__ import annotations

import os
import random
import resource
import select
import shutil
import signal
import tempfile
import time
import traceback
from collections import Counter
from collections.abc import Callable
from importlib import import_module
from pathlib import Path
from typing import Any, cast

import msgspec

from tools.fuzz.case import Asking, Broken, Case, Reader

# Reader -> how many of a hundred cases. Modules of tools.fuzz.readers.
SHARES: dict[str, int] = {
    "roster": 30,
    "text": 28,
    "tree": 12,
    "export": 10,
    "batch": 7,
    "data": 8,
    "state": 5,
    "desk": 5,
}
_turns = [name for name, share in SHARES.items() for _ in range(share)]
random.Random(0).shuffle(_turns)
_MOST = 3 << 30  # address space that a process may take beside what it begins with
_BEFORE_A_NEW_ONE = 400  # cases: what the program keeps for one run is not to add up over thousands
_PATIENCE = 90.0  # seconds on the clock that one case may take


class Fault(msgspec.Struct):
    """An oracle that was broken, and by what."""

    oracle: str
    what: str
    where: str
    command: str
    case: Case

    @property
    def kind(self) -> tuple[str, ...]:
        """Faults of one kind are told once, with a few examples."""
        if self.where:
            return (self.oracle, self.where)
        words = "".join(character for character in self.what[:40] if not character.isdigit())
        return (
            self.oracle,
            self.case.reader,
            self.case.kind,
            words.partition("'")[0].partition('"')[0],
        )


class _Word(msgspec.Struct, omit_defaults=True):
    """What a process says: that it begins a case, or how one ended."""

    begins: int | None = None
    asked: dict[str, int] = {}
    fault: Fault | None = None


def only(name: str) -> None:
    """All cases are for one reader."""
    _turns[:] = [name]


def reader_of(name: str) -> Reader:
    return cast(Reader, import_module(f"tools.fuzz.readers.{name}"))


def make(seed: int, number: int) -> tuple[str, Case]:
    """The same for the same numbers, everywhere."""
    name = _turns[number % len(_turns)]
    return name, reader_of(name).make(random.Random(f"{seed}:{name}:{number}"))


def ask(name: str, case: Case, asking: Asking) -> Fault | None:
    """One case from beginning to end, in a folder that is gone afterwards."""
    folder = Path(tempfile.mkdtemp(prefix="listbuilder-fuzz-"))
    try:
        reader_of(name).ask(case, folder, asking)
    except Broken as broken:
        return Fault(
            broken.oracle, broken.what, broken.where, asking.command.replace(str(folder), "."), case
        )
    except (
        Exception
    ) as error:  # ours: what the oracles themselves cannot deal with is a finding too
        what = "".join(traceback.format_exception(error)[-6:])
        return Fault("fuzzer", what, "", asking.command.replace(str(folder), "."), case)
    finally:
        shutil.rmtree(folder, ignore_errors=True)
    return None


class _Process:
    """A process at work on every `step`-th case."""

    def __init__(self, seed: int, first: int, step: int) -> None:
        self.step = step
        self.case: int | None = None
        self.next = first
        self.since = time.monotonic()
        self._rest = b""
        self.hear, say = os.pipe()
        self.pid = os.fork()
        if self.pid == 0:
            os.close(self.hear)
            _be_quiet_and_small()
            _work(seed, first, step, say)
        os.close(say)

    def read(self) -> list[_Word] | None:
        """None once it has ended."""
        chunk = os.read(self.hear, 1 << 16)
        if not chunk:
            return None
        *whole, self._rest = (self._rest + chunk).split(b"\n")
        words = [msgspec.json.decode(line, type=_Word) for line in whole]
        for word in words:
            if word.begins is not None:
                self.case, self.next, self.since = (
                    word.begins,
                    word.begins + self.step,
                    time.monotonic(),
                )
            else:
                self.case = None
        return words

    def end(self) -> int:
        os.close(self.hear)
        _, status = os.waitpid(self.pid, 0)
        return os.waitstatus_to_exitcode(status)


def _be_quiet_and_small() -> None:
    nothing = os.open(os.devnull, os.O_RDWR)
    for number in (0, 1, 2):
        os.dup2(nothing, number)
    with open("/proc/self/statm", encoding="ascii") as file:
        most = _MOST + int(file.read().split()[0]) * resource.getpagesize()
    resource.setrlimit(resource.RLIMIT_AS, (most, most))


def _work(seed: int, first: int, step: int, say: int) -> None:
    def tell(word: _Word) -> None:
        content = msgspec.json.encode(word) + b"\n"
        while content:
            content = content[os.write(say, content) :]

    try:
        for number in range(first, first + step * _BEFORE_A_NEW_ONE, step):
            tell(_Word(begins=number))
            name, case = make(seed, number)
            asking = Asking()
            fault = ask(name, case, asking)
            tell(
                _Word(
                    asked={f"{name} {oracle}": count for oracle, count in asking.asked.items()},
                    fault=fault,
                )
            )
    except BaseException:
        tell(_Word(fault=Fault("fuzzer", traceback.format_exc(), "", "", Case("", {}))))
        os._exit(1)
    os._exit(0)


class Run(msgspec.Struct):
    """What a run found, and how much it asked."""

    cases: Counter[str]
    asked: Counter[str]
    faults: list[Fault]


def run(seed: int, seconds: float, jobs: int, tell: Callable[[Fault], None]) -> Run:
    done = Run(Counter(), Counter(), [])
    until = time.monotonic() + seconds
    processes = {
        process.hear: process for process in (_Process(seed, first, jobs) for first in range(jobs))
    }

    def found(fault: Fault) -> None:
        done.faults.append(fault)
        tell(fault)

    while processes and time.monotonic() < until:
        ready, _, _ = select.select(list(processes), [], [], 1.0)
        for hear in ready:
            words = processes[hear].read()
            if words is None:
                process = processes.pop(hear)
                code = process.end()
                if (
                    process.case is not None
                    and (fault := _died(seed, process.case, code)) is not None
                ):
                    found(fault)
                again = _Process(seed, process.next, jobs)
                processes[again.hear] = again
                continue
            for word in words:
                _count(word, done, found)
        _stop_the_stuck(list(processes.values()))
    for process in processes.values():
        os.kill(process.pid, 9)
        process.end()
    return done


def _count(word: _Word, done: Run, found: Callable[[Fault], None]) -> None:
    if word.begins is not None:
        return
    done.asked.update(word.asked)
    done.cases.update({key.partition(" ")[0] for key in word.asked} or {"nothing"})
    if word.fault is not None:
        found(word.fault)


def _stop_the_stuck(processes: list[_Process]) -> None:
    for process in processes:
        if process.case is not None and time.monotonic() - process.since > _PATIENCE:
            os.kill(process.pid, 9)


def _died(seed: int, number: int, code: int) -> Fault | None:
    """A case whose process died in the midst of it. What took too long is asked again: the machine may have been busy."""
    name, case = make(seed, number)
    return ask_apart(name, case) if code == -signal.SIGPROF else died(case, code)


def died(case: Case, code: int) -> Fault:
    """A process that was ended by the system."""
    if code == -signal.SIGPROF:
        return Fault("time", "a call computed without end", "", "", case)
    name = signal.Signals(-code).name if code < 0 else f"exit {code}"
    return Fault(
        "time" if code == -signal.SIGKILL else "exit",
        f"the process ended with {name}",
        "",
        "",
        case,
    )


def ask_apart(name: str, case: Case) -> Fault | None:
    """One case in a process of its own."""
    hear, say = os.pipe()
    pid = os.fork()
    if pid == 0:
        os.close(hear)
        _be_quiet_and_small()
        try:
            content = msgspec.json.encode(ask(name, case, Asking()))
            while content:
                content = content[os.write(say, content) :]
        except BaseException:
            os._exit(1)
        os._exit(0)
    os.close(say)
    with os.fdopen(hear, "rb") as said:
        content = said.read()
    _, status = os.waitpid(pid, 0)
    code = os.waitstatus_to_exitcode(status)
    if code:
        return died(case, code)
    found: Any = msgspec.json.decode(content, type=Fault | None)
    return cast("Fault | None", found)
