"""Work in the background of the builder: what is started, what it replaces, and what never runs."""

from __future__ import annotations

import asyncio
import gc
import warnings

from textual.app import App

from listbuilder.tui.workers import start_worker


async def _append(results: list[str], text: str, *, wait: float = 0) -> str:
    await asyncio.sleep(wait)
    results.append(text)
    return text


def test_work_gets_its_arguments_and_replaces_that_of_its_group() -> None:
    results: list[str] = []

    async def run() -> None:
        app: App[None] = App()
        async with app.run_test():
            replaced = start_worker(app, "one", _append, results, "replaced", wait=60)
            first = start_worker(app, "one", _append, results, "first")
            other = start_worker(app, "other", _append, results, "other")
            assert sorted([await first.wait(), await other.wait()]) == ["first", "other"]
            assert replaced.is_cancelled

    asyncio.run(run())
    assert sorted(results) == ["first", "other"]


def test_work_cancelled_before_it_runs_leaves_nothing_behind() -> None:
    """A coroutine that nobody awaits is a RuntimeWarning on stderr, in the middle of the screen."""

    async def run() -> None:
        app: App[None] = App()
        async with app.run_test():
            start_worker(app, "one", _append, [], "never", wait=60).cancel()

    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always")
        asyncio.run(run())
        gc.collect()
    assert [str(each.message) for each in caught if "never awaited" in str(each.message)] == []


def test_work_ends_with_the_application() -> None:
    results: list[str] = []

    async def run() -> None:
        app: App[None] = App()
        async with app.run_test():
            start_worker(app, "one", _append, results, "late", wait=60)

    asyncio.run(run())
    assert results == []
