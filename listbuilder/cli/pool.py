"""The same done with many lists, over all cores, in their order. Whatever befalls one process does not stop the others."""

from __future__ import annotations

import argparse
import atexit
import gc
import os
import sys
import threading
from collections.abc import Callable, Hashable, Iterable, Iterator, Sequence
from itertools import groupby
from typing import TYPE_CHECKING, Any, Generic, Literal, TypeVar

import msgspec

from listbuilder.cli import gate
from listbuilder.cli.context import Context, library_for
from listbuilder.model.problem import Problem
from listbuilder.store.words import Lang

if TYPE_CHECKING:
    from concurrent.futures import ProcessPoolExecutor

FEW = 16  # lists that one process has judged before others have started
MOST_JOBS = 61  # processes; no more can be waited for on Windows
ALONE = 50  # lists judged one by one after a process was killed, the most that one had in hand
_AT_ONCE = 50  # lists: the last of a process are not to be waited for long
SELDOM = (50_000, 20, 50)  # when a process that judges lists looks for garbage

One = TypeVar("One")
Done = TypeVar("Done")


class Task(msgspec.Struct):
    """How each process begins. Small, for it is sent to each."""

    lang: Lang
    format: str
    as_of: str | None
    data: str | None

    def context(self) -> Context:
        """With the data loaded once."""
        return Context(self.lang, self.format, self.as_of, library_for(self.data), False)


def task(args: argparse.Namespace, context: Context) -> Task:
    return Task(context.lang, context.format, context.as_of, args.data)


class Job(msgspec.Struct):
    """A task, and what a kind of work has to know beside it."""

    task: Task


class Work(msgspec.Struct, Generic[One, Done]):
    """`do` is a function of a module, for it is looked up by name in each process. `killed`: of one at whose work it died.
    `kin`: those of one kin, which stand beside each other, are one process's, which opens their book alone."""

    do: Callable[[One, Any, Context], Done]
    job: Any
    context: Context
    killed: Callable[[One], Done]
    kin: Callable[[One], Hashable] | None = None


def over(items: Sequence[One], work: Work[One, Done], jobs: int | None) -> Iterator[tuple[Done, list[Problem]]]:
    """What comes of each, whoever was done first, and what was found wrong with the user's own data meanwhile."""
    cores = min(jobs or _cores(), MOST_JOBS, len(items))
    if cores < 2 or len(items) <= FEW:
        yield from ((work.do(item, work.job, work.context), []) for item in items)
        return
    from concurrent.futures.process import BrokenProcessPool

    done = 0
    while done < len(items):
        try:
            for each in _by_all(items[done:], work, cores):
                yield each
                done += 1
        except BrokenProcessPool:  # a process was killed, most likely for want of memory: whose list that was is found alone
            for item in items[done : done + ALONE]:
                yield _by_one(item, work)
                done += 1


def counted(done: Iterable[Done], total: int) -> Iterator[Done]:
    """A count on the terminal while many lists are judged; nothing where the output goes to a file or a pipe."""
    shown = sys.stderr.isatty() and total > FEW
    for count, each in enumerate(done, start=1):
        if shown and (count % 5 == 0 or count == total):
            gate.over(f"{count}/{total}")
        yield each
    if shown:
        gate.over(" " * 20)
        gate.over("")


def killed(name: str) -> Problem:
    return Problem(key="gave_out", args={"reason": "its process was killed"}, file=name)


def add_problems(found: Sequence[Problem], context: Context) -> None:
    """What is wrong with the user's data is said once, whoever read it."""
    known = context.library.problems
    known.extend(problem for problem in found if problem not in known)


def _by_all(items: Sequence[One], work: Work[One, Done], cores: int) -> Iterator[tuple[Done, list[Problem]]]:
    size = max(1, min(_AT_ONCE, len(items) // (cores * 4)))
    with _pool(cores, work) as pool:
        for done in pool.map(_work_all, _pieces(items, size, work.kin or (lambda item: None)), chunksize=1):
            yield from done


def _pieces(items: Sequence[One], size: int, kin: Callable[[One], Hashable]) -> list[list[One]]:
    """In their order; what is of one kin is cut where it would keep a process much longer than the others."""
    found: list[list[One]] = []
    for _, alike in groupby(items, kin):
        rows = list(alike)
        found += [rows[start : start + size] for start in range(0, len(rows), size)]
    return found


def _by_one(item: One, work: Work[One, Done]) -> tuple[Done, list[Problem]]:
    """In a process of its own, which may be killed without harm to the others."""
    from concurrent.futures.process import BrokenProcessPool

    try:
        with _pool(1, work) as pool:
            done: tuple[Done, list[Problem]] = pool.submit(_work, item).result()
            return done
    except BrokenProcessPool:
        return work.killed(item), []


def _pool(cores: int, work: Work[Any, Any]) -> ProcessPoolExecutor:
    from concurrent.futures import ProcessPoolExecutor
    from multiprocessing import get_context

    return ProcessPoolExecutor(cores, get_context(_start()), _begin, (work.do, work.job))


def _start() -> Literal["fork", "spawn"]:
    """A copy of this process knows already what a new one would load first. It is safe to make one where nothing else runs in
    this, and of the systems it is on Linux alone."""
    return "fork" if sys.platform == "linux" and threading.active_count() == 1 else "spawn"


def _cores() -> int:
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1


_do: Callable[[Any, Any, Context], Any] | None = None
_job: Job | None = None
_context: Context | None = None


def _begin(do: Callable[[Any, Any, Context], Any], job: Job) -> None:
    """Each process loads the data once, and that stays: looking for garbage in it took a sixth of the time."""
    global _do, _job, _context
    gc.freeze()
    gc.set_threshold(*SELDOM)
    atexit.register(os._exit, 0)  # taking all the data apart again, piece by piece, would take as long as judging a hundred lists
    _do, _job, _context = do, job, job.task.context()


def _work_all(items: Sequence[Any]) -> list[Any]:
    return [_work(item) for item in items]


def _work(item: Any) -> Any:
    assert _do is not None and _job is not None and _context is not None
    done = _do(item, _job, _context)
    found, _context.library.problems = _context.library.problems, []
    return done, found
