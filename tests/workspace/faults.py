"""A disk that fails: the n-th call that concerns files fails, or it and all that follow."""

from __future__ import annotations

import errno
import os
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

import pytest


class Faults:
    """Counts the calls of one kind; from `start` on (counted from 1) one of them, or all, fail."""

    def __init__(self, call: str, start: int, *, lasting: bool, part: int | None = None) -> None:
        self.call = call
        self.start = start
        self.lasting = lasting
        self.part = part  # how much of a write is done; None: it fails at once
        self.count = 0

    @property
    def hit(self) -> bool:
        return self.count >= self.start

    def stand_in(self, real: Callable[..., Any]) -> Callable[..., Any]:
        def fail(*given: Any, **named: Any) -> Any:
            self.count += 1
            if self.count != self.start and not (self.lasting and self.hit):
                return real(*given, **named)
            if self.part is not None:
                return real(given[0], given[1][: self.part])
            raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))

        return fail


@contextmanager
def faults(
    call: str, start: int, *, lasting: bool = False, part: int | None = None
) -> Iterator[Faults]:
    it = Faults(call, start, lasting=lasting, part=part)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(os, call, it.stand_in(getattr(os, call)))
        yield it
