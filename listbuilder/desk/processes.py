"""The processes that check lists for the desk, with limits of time and memory.

A list that takes too much time or memory only ends its process, and a new one replaces it.
`concurrent.futures` can't do this: if one process is killed, its whole pool is broken.
"""

from __future__ import annotations

import asyncio
import os
import signal
import sys
import threading
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from multiprocessing import get_context
from multiprocessing.connection import Connection
from typing import Any

START_SECONDS = 120.0  # for a process to load the program; on a busy machine that takes long
MEMORY = 2_000_000_000  # bytes of addresses of one process: a list that needs more is refused
KEPT_MEMORY = 700_000_000  # bytes of memory after which a process is replaced by a new one
MOST_WAITING = 400  # requests that wait for a process: 20 s of work for one core

Handler = Callable[[bytes], bytes]
_DONE, _LAST, _FAILED = b"+", b"!", b"-"  # what an answer begins with; after _LAST its process ends


class NoAnswer(Exception):
    """The process could not answer: the list took too long, or too much memory."""


class TooBusy(Exception):
    """Too many requests are waiting already; the visitor is told to try again soon."""


class _Process:
    """One process with the pipe to it. Used by one thread at a time."""

    def __init__(self, make_handler: Callable[[Any], Handler], job: object) -> None:
        self._make_handler, self._job = make_handler, job
        self._process: Any = None
        self._pipe: Connection | None = None

    def start(self) -> None:
        """Start the process and wait until it is ready. Raises NoAnswer if it doesn't get ready."""
        context = get_context("spawn")  # this process has threads, so it can't be copied
        self._pipe, far_end = context.Pipe()
        self._process = context.Process(
            target=_answer_requests, args=(far_end, self._make_handler, self._job)
        )
        self._process.start()
        far_end.close()
        self._receive(START_SECONDS)

    def ask(self, request: bytes, seconds: float) -> bytes:
        """Return the answer to `request`. Raises NoAnswer if there is none after `seconds`."""
        if self._pipe is None:
            self.start()
        assert self._pipe is not None
        try:
            self._pipe.send_bytes(request)
        except OSError:
            self.stop()
            raise NoAnswer from None
        answer = self._receive(seconds)
        if answer[:1] != _DONE:
            self.stop()
        if answer[:1] == _FAILED:
            raise NoAnswer
        return answer[1:]

    def _receive(self, seconds: float) -> bytes:
        """Return the next message of the process. If none comes, stop it and raise NoAnswer."""
        assert self._pipe is not None
        try:
            if self._pipe.poll(seconds):
                return self._pipe.recv_bytes()
        except (EOFError, OSError):
            pass
        self.stop()
        raise NoAnswer

    def stop(self) -> None:
        """End the process at once; the next request starts another one."""
        if self._pipe is not None:
            self._pipe.close()
        if self._process is not None:
            self._process.kill()
            self._process.join()
        self._process = self._pipe = None


class ProcessPool:
    """A number of processes that answer requests, each within a time limit."""

    def __init__(
        self, make_handler: Callable[[Any], Handler], job: object, count: int, seconds: float
    ) -> None:
        """Make `count` processes that answer with what `make_handler(job)` returns in them.

        `make_handler` must be a function of a module. `seconds`: how long an answer may take.
        """
        self._seconds, self._count = seconds, count
        self._processes = [_Process(make_handler, job) for _ in range(count)]
        self._idle: asyncio.LifoQueue[_Process] = asyncio.LifoQueue()  # the last used is warm
        self._threads = ThreadPoolExecutor(count, "desk-process")
        self._waiting = 0
        self._closed = threading.Event()
        for process in self._processes:
            self._idle.put_nowait(process)

    async def ask(self, request: bytes, seconds: float | None = None) -> bytes:
        """Return the answer to `request` from an idle process. Raises NoAnswer or TooBusy.

        `seconds`: the time limit of this request, if it isn't that of the pool.
        """
        if self._waiting >= MOST_WAITING or self._closed.is_set():
            raise TooBusy
        self._waiting += 1
        try:
            process = await self._idle.get()
        finally:
            self._waiting -= 1
        # A visitor who leaves cancels the task, but not the thread: the process is idle again only
        # when the thread is done with it.
        loop = asyncio.get_running_loop()
        work = loop.run_in_executor(self._threads, process.ask, request, seconds or self._seconds)
        work.add_done_callback(lambda done: self._release(process, done))
        return await asyncio.shield(work)

    def _release(self, process: _Process, work: asyncio.Future[bytes]) -> None:
        """Let `process` take the next request; an error of `work` that nobody awaits is dropped."""
        if not work.cancelled():
            work.exception()
        self._idle.put_nowait(process)

    async def warm_up(self) -> None:
        """Start all processes, so that the first request doesn't wait for them."""
        loop = asyncio.get_running_loop()
        processes = [await self._idle.get() for _ in range(self._count)]

        async def start(process: _Process) -> None:
            """Start one process; if it can't be started, the first request tries again."""
            try:
                await loop.run_in_executor(self._threads, process.start)
            except NoAnswer:
                pass
            finally:
                self._idle.put_nowait(process)

        await asyncio.gather(*(start(process) for process in processes))

    def close(self) -> None:
        """End all processes."""
        self._closed.set()
        for process in self._processes:
            process.stop()
        self._threads.shutdown(wait=False, cancel_futures=True)


def _answer_requests(pipe: Connection, make_handler: Callable[[Any], Handler], job: object) -> None:
    """Answer the requests that come through `pipe` until it is closed.

    This is what each process runs. An error of the handler ends the process, because its memory may
    be full.
    """
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C is for the server, which then ends this
    _limit_memory()
    handle = make_handler(job)
    pipe.send_bytes(_DONE)
    while True:
        try:
            request = pipe.recv_bytes()
        except (EOFError, OSError):
            os._exit(0)  # the server is gone
        try:
            answer = handle(request)
        except Exception as error:  # whatever it is, the next list gets a new process
            print(f"listbuilder: {type(error).__name__} while checking a list", file=sys.stderr)
            pipe.send_bytes(_FAILED)
            os._exit(1)
        is_last = _measure_memory() > KEPT_MEMORY
        pipe.send_bytes((_LAST if is_last else _DONE) + answer)


def _limit_memory() -> None:
    """Limit the memory of this process to `MEMORY`, on systems that can."""
    if sys.platform != "win32":
        import resource

        _, most = resource.getrlimit(resource.RLIMIT_AS)
        limit = MEMORY if most == resource.RLIM_INFINITY else min(MEMORY, most)
        if sys.platform != "darwin":  # which refuses the limit
            resource.setrlimit(resource.RLIMIT_AS, (limit, most))


def _measure_memory() -> int:
    """Return the most memory that this process has used, in bytes; 0 if that's unknown."""
    if sys.platform == "win32":
        return 0
    import resource

    used = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    return used if sys.platform == "darwin" else used * 1024
