"""A process that has everything imported and collected, and tries each mutant in a fork of itself."""

from __future__ import annotations

import gc
import os
import select
import shutil
import subprocess
import sys
import tempfile
import time
import traceback
from collections import Counter, defaultdict
from collections.abc import Callable
from pathlib import Path
from types import FunctionType

import msgspec
import pytest

from tools.mutants.choosing import Plan
from tools.mutants.places import ROOT, WORK, import_everything
from tools.mutants.trial import (
    KILLED,
    OUR_FAULT,
    SURVIVED,
    Order,
    Place,
    live_functions,
    put_in,
    run_until_killed,
)

_LIKELY = 8  # tests that killed most in a function, and in a file: more of them would be no likelier than the nearest
_PATIENCE = 600.0  # seconds a try may take on the clock, however busy the machine


class Result(msgspec.Struct):
    """What became of a mutant."""

    plan: Plan
    killed: bool
    by: str  # the test that saw it, or was running when it came to an end
    how: str  # "test", "time" or "crash"; "survived", "untested"
    seconds: float


class _Try:
    """A mutant at work in a process of its own."""

    def __init__(self, plan: Plan, pid: int, said: int, cache: Path) -> None:
        self.plan, self.pid, self.said, self.cache = plan, pid, said, cache
        self.start = time.monotonic()
        self.text = b""

    def read(self) -> bool:
        """False once it has said everything."""
        chunk = os.read(self.said, 1 << 16)
        self.text = (self.text + chunk)[-4000:]
        return bool(chunk)

    def end(self) -> Result:
        os.close(self.said)
        _, status = os.waitpid(self.pid, 0)
        shutil.rmtree(self.cache, ignore_errors=True)
        code = os.waitstatus_to_exitcode(status)
        said = self.text.decode(errors="replace")
        if code == OUR_FAULT:
            raise RuntimeError(f"{self.plan.mutant.name} could not be tried: {said}")
        lines = said.split("\n")
        how = {KILLED: "test", SURVIVED: "survived"}.get(code, "time" if code < 0 else "crash")
        by = lines[-2] if len(lines) > 1 else ""
        return Result(
            self.plan,
            code != SURVIVED,
            by if code != SURVIVED else "",
            how,
            time.monotonic() - self.start,
        )


class Killers:
    """The tests that killed mutants before: of the same mutant, of its function, of its file. They are the first to be tried."""

    def __init__(self, file: Path = WORK / "killers.json") -> None:
        self.file = file
        self.of_mutant: dict[str, str] = (
            msgspec.json.decode(file.read_bytes()) if file.is_file() else {}
        )
        self.of_place: dict[str, Counter[str]] = defaultdict(Counter)
        for mutant, test in self.of_mutant.items():
            self._count(mutant, test)

    def _count(self, mutant: str, test: str) -> None:
        file, function = mutant.split(":", 2)[:2]
        self.of_place[file][test] += 1
        self.of_place[f"{file}:{function}"][test] += 1

    def note(self, result: Result) -> None:
        name = result.plan.mutant.name
        if result.how == "test" and result.by:
            self.of_mutant[name] = result.by
            self._count(name, result.by)

    def first(self, plan: Plan) -> list[str]:
        """Return the tests of the plan, those that killed something near first."""
        mutant = plan.mutant
        places = (f"{mutant.file}:{mutant.function}", mutant.file)
        likely = [self.of_mutant.get(mutant.name, "")]
        likely += [
            test for place in places for test, _ in self.of_place[place].most_common(_LIKELY)
        ]
        known = set(plan.tests)
        chosen = dict.fromkeys(test for test in likely if test in known)
        return [*chosen, *(test for test in plan.tests if test not in chosen)]

    def keep(self) -> None:
        self.file.write_bytes(msgspec.json.encode(self.of_mutant))


class Warm:
    """The pytest plugin: instead of running the tests, it tries the mutants."""

    def __init__(
        self, plans: list[Plan], jobs: int, until: float, tell: Callable[[Result], None]
    ) -> None:
        self.plans, self.jobs, self.until, self.tell = plans, jobs, until, tell
        self.items: dict[str, pytest.Item] = {}
        self.live: dict[Place, list[FunctionType]] = {}
        self.fault: Exception | None = None  # ours, and no mutant's
        self.killers = Killers()

    def pytest_internalerror(self, excinfo: pytest.ExceptionInfo[BaseException]) -> bool:
        self.fault = excinfo.value if isinstance(excinfo.value, Exception) else None
        return self.fault is not None

    def pytest_runtestloop(self, session: pytest.Session) -> bool:
        self.items = {item.nodeid: item for item in session.items}
        factory = session.config._tmp_path_factory  # type: ignore[attr-defined]
        factory.getbasetemp()  # once, for all forks
        import_everything()
        self.live = live_functions({str(ROOT / plan.mutant.file) for plan in self.plans})
        gc.collect()
        gc.freeze()  # the memory stays shared with the forks
        waiting = list(reversed(self.plans))
        running: dict[int, _Try] = {}
        while waiting or running:
            while waiting and len(running) < self.jobs and time.monotonic() < self.until:
                started = self._start(waiting.pop())
                if started is not None:
                    running[started.said] = started
            if not running:
                break
            self._listen(running)
        self.killers.keep()
        return True

    def _listen(self, running: dict[int, _Try]) -> None:
        ready, _, _ = select.select(list(running), [], [], 1.0)
        for said in ready:
            if not running[said].read():
                result = running.pop(said).end()
                self.killers.note(result)
                self.tell(result)
        for each in running.values():
            if time.monotonic() - each.start > _PATIENCE:
                os.kill(each.pid, 9)

    def _start(self, plan: Plan) -> _Try | None:
        if not plan.tests:
            self.tell(Result(plan, False, "", "untested", 0.0))
            return None
        plan.tests = self.killers.first(plan)
        cache = Path(tempfile.mkdtemp(prefix="cache-", dir=WORK))
        if plan.cold:
            return self._start_cold(plan, cache)
        shutil.copytree(
            os.environ["LISTBUILDER_CACHE"], cache, copy_function=os.link, dirs_exist_ok=True
        )
        hear, say = os.pipe()
        pid = os.fork()
        if pid:
            os.close(say)
            return _Try(plan, pid, hear, cache)
        try:
            os.environ["LISTBUILDER_CACHE"] = str(cache)
            _be_quiet()
            put_in(plan.mutant, self.live)
            run_until_killed([self.items[test] for test in plan.tests], plan.seconds, say)
        except BaseException:
            os.write(say, traceback.format_exc().encode()[-3000:])
        os._exit(OUR_FAULT)

    def _start_cold(self, plan: Plan, cache: Path) -> _Try:
        order = msgspec.json.encode(Order(plan.mutant, plan.tests, plan.seconds))
        hear, say = os.pipe()
        with tempfile.TemporaryFile() as inbox:
            inbox.write(order)
            inbox.seek(0)
            process = subprocess.Popen(
                [sys.executable, "-m", "tools.mutants.trial"],
                cwd=ROOT,
                stdin=inbox,
                stdout=say,
                stderr=subprocess.DEVNULL,
                env={**os.environ, "LISTBUILDER_CACHE": str(cache)},
            )
        os.close(say)
        process.returncode = 0  # it is waited for by its number, with the forks
        return _Try(plan, process.pid, hear, cache)


def _be_quiet() -> None:
    nothing = os.open(os.devnull, os.O_RDWR)
    for number in (0, 1, 2):
        os.dup2(nothing, number)
