"""The same work on many lists, on all cores, in their order.

Whatever happens to one process does not stop the others.
"""

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

from listbuilder.cli import streams
from listbuilder.cli.context import Context, open_library
from listbuilder.i18n.messages import Lang
from listbuilder.model.problem import Problem

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
    """The settings with which each process begins. Small, because they are sent to each."""

    lang: Lang
    format: str
    as_of: str | None
    data: str | None

    def build_context(self) -> Context:
        """Return the context for a process that has this task, after loading the data."""
        return Context(self.lang, self.format, self.as_of, open_library(self.data), False)


def build_task(args: argparse.Namespace, context: Context) -> Task:
    """Return the settings that each process gets, taken from the command line."""
    return Task(context.lang, context.format, context.as_of, args.data)


class Job(msgspec.Struct):
    """The settings of a process; each kind of work adds fields of its own."""

    task: Task


class Work(msgspec.Struct, Generic[One, Done]):
    """The work to do on each item, and how items are shared out to processes.

    `do` makes the result of an item. It must be a function of a module, because each process looks
    it up by name. `killed` makes the result of an item whose process was killed. `kin` returns the
    kind of an item: neighbouring items of one kind go to one process, so that no other has to open
    their rule book.
    """

    do: Callable[[One, Any, Context], Done]
    job: Any
    context: Context
    killed: Callable[[One], Done]
    kin: Callable[[One], Hashable] | None = None


def process_in_parallel(
    items: Sequence[One], work: Work[One, Done], jobs: int | None
) -> Iterator[tuple[Done, list[Problem]]]:
    """Yield the result of each item in order, with problems found in the user's own data.

    `jobs`: how many processes to use, or None for one on each core. Few items are done in this
    process; then the lists of problems are empty. If a process is killed, most likely for want of
    memory, the next items are done one by one, until the item that caused it is found.
    """
    cores = min(jobs or count_cores(), MOST_JOBS, len(items))
    if cores < 2 or len(items) <= FEW:
        yield from ((work.do(item, work.job, work.context), []) for item in items)
        return
    from concurrent.futures.process import BrokenProcessPool

    finished = 0
    while finished < len(items):
        try:
            for result in _process_on_all_cores(items[finished:], work, cores):
                yield result
                finished += 1
        # a process was killed, most likely for want of memory: whose list that was is found alone
        except BrokenProcessPool:
            for item in items[finished : finished + ALONE]:
                yield _process_alone(item, work)
                finished += 1


def show_progress(results: Iterable[Done], total: int) -> Iterator[Done]:
    """Yield each of `results`, and show on the terminal how many of `total` are done.

    Nothing is shown if standard error is a file or a pipe, or if there are few results.
    """
    shown = sys.stderr.isatty() and total > FEW
    for count, result in enumerate(results, start=1):
        if shown and (count % 5 == 0 or count == total):
            streams.overwrite_line(f"{count}/{total}")
        yield result
    if shown:
        streams.overwrite_line(" " * 20)
        streams.overwrite_line("")


def build_killed_problem(name: str) -> Problem:
    """Return the problem that says that the process judging the list `name` was killed."""
    return Problem(key="gave_out", args={"reason": "its process was killed"}, file=name)


def add_problems(new_problems: Sequence[Problem], context: Context) -> None:
    """Add `new_problems` of the user's own data to those of the library, each only once.

    Why: several processes find the same problems.
    """
    problems = context.library.problems
    problems.extend(problem for problem in new_problems if problem not in problems)


def _process_on_all_cores(
    items: Sequence[One], work: Work[One, Done], cores: int
) -> Iterator[tuple[Done, list[Problem]]]:
    """Yield the results of all items in order, made by several processes (`cores`)."""
    size = max(1, min(_AT_ONCE, len(items) // (cores * 4)))
    with _create_pool(cores, work) as pool:
        for results in pool.map(
            _process_items,
            _split_into_pieces(items, size, work.kin or (lambda item: None)),
            chunksize=1,
        ):
            yield from results


def _split_into_pieces(
    items: Sequence[One], size: int, kin: Callable[[One], Hashable]
) -> list[list[One]]:
    """Return `items` in pieces of at most `size`, in order, each with items of one kind.

    `kin` returns the kind of an item. Many items of one kind are cut into several pieces, so that
    they don't keep one process much longer than the others.
    """
    pieces: list[list[One]] = []
    for _, alike in groupby(items, kin):
        rows = list(alike)
        pieces += [rows[start : start + size] for start in range(0, len(rows), size)]
    return pieces


def _process_alone(item: One, work: Work[One, Done]) -> tuple[Done, list[Problem]]:
    """Return the result of one item from its own process, which may be killed without harm.

    If it is killed, the result is what `work.killed` makes of the item.
    """
    from concurrent.futures.process import BrokenProcessPool

    try:
        with _create_pool(1, work) as pool:
            result: tuple[Done, list[Problem]] = pool.submit(_process_item, item).result()
            return result
    except BrokenProcessPool:
        return work.killed(item), []


def _create_pool(cores: int, work: Work[Any, Any]) -> ProcessPoolExecutor:
    """Return a pool of `cores` processes, each prepared for `work`."""
    from concurrent.futures import ProcessPoolExecutor
    from multiprocessing import get_context

    return ProcessPoolExecutor(
        cores, get_context(_choose_start_method()), _begin_process, (work.do, work.job)
    )


def _choose_start_method() -> Literal["fork", "spawn"]:
    """Return how processes are started: “fork” if copying this process is safe, else “spawn”.

    A copied process already has what a new one would first have to load. Copying is safe only while
    no other thread runs in this process, and only on Linux.
    """
    return "fork" if sys.platform == "linux" and threading.active_count() == 1 else "spawn"


def count_cores() -> int:
    """Return how many cores this process may use."""
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1


_do: Callable[[Any, Any, Context], Any] | None = None
_job: Job | None = None
_context: Context | None = None


def _begin_process(do: Callable[[Any, Any, Context], Any], job: Job) -> None:
    """Prepare a new process: keep the work to do, and load the data once.

    Garbage is collected rarely, because the data stays, and looking for garbage in it took a sixth
    of the time. At the end the process exits at once, because taking all the data apart would take
    as long as judging a hundred lists.
    """
    global _do, _job, _context
    gc.freeze()
    gc.set_threshold(*SELDOM)
    atexit.register(os._exit, 0)
    _do, _job, _context = do, job, job.task.build_context()


def _process_items(items: Sequence[Any]) -> list[Any]:
    """Return the results of some items, each with the problems found in the user's data."""
    return [_process_item(item) for item in items]


def _process_item(item: Any) -> Any:
    """Return the result of an item, with the new problems found in the user's data."""
    assert _do is not None and _job is not None and _context is not None
    result = _do(item, _job, _context)
    problems, _context.library.problems = _context.library.problems, []
    return result, problems
