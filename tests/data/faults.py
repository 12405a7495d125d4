"""Stops or fails a program at a chosen step of its writing, always the same one for the same number."""

from __future__ import annotations

import errno
import os
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

STEPS = ("open", "write", "fsync", "replace", "rename", "link", "mkdir", "unlink", "rmdir", "chmod")
_TAKE_SPACE = ("write", "link", "mkdir")
KILLED = 9


@contextmanager
def at_each(step: Callable[[str, Callable[..., Any], tuple[Any, ...]], Any]) -> Iterator[None]:
    """Call `step` with the name, the function and its arguments in place of each function of `os` that changes a disk."""
    real = {name: getattr(os, name) for name in STEPS}

    def instead(name: str) -> Callable[..., Any]:
        return lambda *args, **keys: step(name, lambda *given: real[name](*given, **keys), args)

    try:
        for name in STEPS:
            setattr(os, name, instead(name))
        yield
    finally:
        for name, function in real.items():
            setattr(os, name, function)


def killed(deed: Callable[[], object], at: int) -> bool:
    """Run `deed` in a process that ends before step `at`, in the middle of it if it writes. False if it had fewer steps."""
    pid = os.fork()
    if pid:
        return os.waitstatus_to_exitcode(os.waitpid(pid, 0)[1]) == KILLED
    count = 0

    def step(name: str, function: Callable[..., Any], args: tuple[Any, ...]) -> Any:
        nonlocal count
        count += 1
        if count == at:
            if name == "write":
                function(args[0], bytes(args[1])[: len(args[1]) // 2])
            os._exit(KILLED)
        return function(*args)

    try:
        with at_each(step):
            deed()
    except BaseException:
        os._exit(1)
    os._exit(0)


def failed(deed: Callable[[], object], at: int, *, full: bool) -> bool:
    """Run `deed`; step `at` fails, and if the disk is `full`, whatever takes space after it too. False if it had fewer."""
    count = 0

    def step(name: str, function: Callable[..., Any], args: tuple[Any, ...]) -> Any:
        nonlocal count
        count += 1
        makes = name in _TAKE_SPACE or (name == "open" and len(args) > 1 and args[1] & os.O_CREAT)
        if count == at or (full and count > at and makes):
            raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))
        return function(*args)

    with at_each(step):
        deed()
    return count >= at
