"""Methods of one object that never run at once, whatever thread calls them."""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from typing import Any, Concatenate, ParamSpec, TypeVar

P = ParamSpec("P")
R = TypeVar("R")
S = TypeVar("S", bound=Any)


def alone(method: Callable[Concatenate[S, P], R]) -> Callable[Concatenate[S, P], R]:
    """`changing` is its lock. Nobody sees the object while it is half changed, or changed only to see what would be."""

    @wraps(method)
    def locked(self: S, /, *args: P.args, **kwargs: P.kwargs) -> R:
        with self.changing:
            return method(self, *args, **kwargs)

    return locked
