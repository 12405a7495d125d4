"""Starts work in the background of the builder."""

from __future__ import annotations

from collections.abc import Callable, Coroutine
from functools import partial
from typing import Any, ParamSpec, TypeVar, cast

from textual.dom import DOMNode
from textual.worker import Worker

P = ParamSpec("P")
Result = TypeVar("Result")


def start_worker(
    node: DOMNode,
    group: str,
    work: Callable[P, Coroutine[Any, Any, Result]],
    *args: P.args,
    **kwargs: P.kwargs,
) -> Worker[Result]:
    """Run `work` with its arguments in a worker of `node`, in place of those of the same `group`.

    Returns the worker. The coroutine of `work` is created when the worker runs: one that was
    created before would never be awaited if the application ends or the worker is cancelled first.
    """
    call = cast(Any, partial(work, *args, **kwargs))
    worker: Worker[Result] = node.run_worker(call, group=group, exclusive=True)
    return worker
