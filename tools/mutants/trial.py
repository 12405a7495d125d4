"""One fault, tried against tests until one of them sees it.

Warm: in a fork of a process that has imported and collected everything, the function that holds the fault gets its new code
and the tests run. Cold: what is run at import, while tests are collected or while data is compiled is too late to change
there, so a new process imports the module with the fault in it, with a cache that has nothing compiled.
"""

from __future__ import annotations

import ast
import gc
import os
import resource
import signal
import sys
from collections.abc import Iterator
from types import CodeType, FunctionType

import msgspec
import pytest
from _pytest.runner import runtestprotocol

from tools.mutants.places import ROOT, hide_shared, module_of
from tools.mutants.population import Mutant, mutated
from tools.mutants.recording import Altered, Finder, pytest_words

MEMORY = 3 << 30
FILES_AT_ONCE = 4  # test files a cold process collects before it runs their tests: most mutants are killed by the first few
# How a process that tried a mutant ends. To be stopped by the system is a kill too: the tests would have seen that.
KILLED, SURVIVED, OUR_FAULT = 7, 0, 99


class Order(msgspec.Struct):
    """What a cold process is to do, on its standard input."""

    mutant: Mutant
    tests: list[str]
    seconds: dict[str, float]


def limit(seconds: float) -> None:
    """Processor time until the system ends this process: a mutant that runs for ever is killed, on a busy machine too."""
    signal.signal(signal.SIGPROF, signal.SIG_DFL)
    signal.setitimer(signal.ITIMER_PROF, 3 + 6 * seconds)


def run_until_killed(items: list[pytest.Item], seconds: dict[str, float], said: int) -> None:
    """Ends the process: by its exit code it says whether a test failed, through the pipe which one is being run."""
    stop_when_killed(items, seconds, said)
    os._exit(SURVIVED)


def stop_when_killed(items: list[pytest.Item], seconds: dict[str, float], said: int) -> None:
    """Run the tests in their order, and end the process at the first that fails."""
    resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))
    for item, following in zip(items, [*items[1:], None], strict=True):
        os.write(said, f"{item.nodeid}\n".encode())
        limit(seconds.get(item.nodeid, 1.0))
        if any(report.failed for report in runtestprotocol(item, log=False, nextitem=following)):
            os._exit(KILLED)


Place = tuple[str, str, int]  # of a function: file, qualified name, first line


def live_functions(files: set[str]) -> dict[Place, list[FunctionType]]:
    """Every function there is of some files. Looked for once: there are a million things in the memory of the tests."""
    found: dict[Place, list[FunctionType]] = {}
    for thing in gc.get_objects():
        if isinstance(thing, FunctionType) and thing.__code__.co_filename in files:
            found.setdefault(_place(thing.__code__), []).append(thing)
    return found


def _place(code: CodeType) -> Place:
    return code.co_filename, code.co_qualname, code.co_firstlineno


def put_in(mutant: Mutant, live: dict[Place, list[FunctionType]]) -> None:
    """Live functions of the module get the code that the fault makes of them."""
    file = ROOT / mutant.file
    source = file.read_text(encoding="utf-8")
    before = _codes(compile(ast.parse(source), str(file), "exec", dont_inherit=True))
    after = _codes(compile(mutated(mutant, source), str(file), "exec", dont_inherit=True))
    changed = [(old, new) for old, new in zip(before, after, strict=True) if old != new]
    functions = [(function, new) for old, new in changed for function in live.get(_place(old), ())]
    if not functions:
        raise LookupError(f"no live function for {mutant.name}")
    for function, new in functions:
        function.__code__ = new


def _codes(code: CodeType) -> list[CodeType]:
    """The functions of a module, and those of its classes; what is inside a function comes with it."""
    found = []
    for constant in code.co_consts:
        if isinstance(constant, CodeType):
            is_class = "__module__" in constant.co_names and "__qualname__" in constant.co_names
            found += _codes(constant) if is_class else [constant]
    return found


class Cold:
    """The pytest plugin of a cold process: it runs some of the tests of its order, and ends the process when one fails."""

    def __init__(self, order: Order, tests: list[str]) -> None:
        self.order, self.tests = order, tests

    @pytest.hookimpl(trylast=True)
    def pytest_collection_modifyitems(self, items: list[pytest.Item]) -> None:
        place = {test: number for number, test in enumerate(self.tests)}
        items[:] = sorted(
            (item for item in items if item.nodeid in place), key=lambda item: place[item.nodeid]
        )

    def pytest_runtestloop(self, session: pytest.Session) -> bool:
        if not session.items or session.testsfailed:
            os._exit(KILLED)
        stop_when_killed(session.items, self.order.seconds, 1)
        return True


def chunks(tests: list[str], most: int = FILES_AT_ONCE) -> Iterator[list[str]]:
    """Split tests into runs, in their order, of which each needs at most so many files that no run before it has collected."""
    chunk: list[str] = []
    seen: set[str] = set()
    new: set[str] = set()
    for test in tests:
        file = test.partition("::")[0]
        if file not in seen:
            if len(new) == most:
                yield chunk
                chunk, new = [], set()
            seen.add(file)
            new.add(file)
        chunk.append(test)
    if chunk:
        yield chunk


def main() -> int:
    """The mutant and its tests come in, their names go out as they are run."""
    order = msgspec.json.decode(sys.stdin.buffer.read(), type=Order)
    hide_shared()
    mutant = order.mutant
    change = Altered(ROOT / mutant.file, lambda source: mutated(mutant, source), {})
    sys.meta_path.insert(0, Finder({module_of(mutant.file): change}))
    signal.signal(signal.SIGPROF, signal.SIG_DFL)
    for tests in chunks(order.tests):
        signal.setitimer(signal.ITIMER_PROF, 60)
        files = sorted({test.partition("::")[0] for test in tests})
        ended = pytest.main(pytest_words(files), plugins=[Cold(order, tests)])
        if ended != pytest.ExitCode.OK:
            return KILLED  # the loop was not reached: the module cannot be imported, or no test collected
    return SURVIVED


if __name__ == "__main__":
    raise SystemExit(main())
