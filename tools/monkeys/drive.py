"""Play one monkey in this process, with the builder on a terminal that is not there."""

from __future__ import annotations

import asyncio
import contextlib
import gc
import os
import sys
import tempfile
import time
import traceback
from collections.abc import Coroutine, Iterator, Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from pathlib import Path
from typing import Any

import msgspec
from textual import events
from textual.geometry import Size
from textual.keys import key_to_character
from textual.pilot import Pilot

from listbuilder.data.library import Library
from listbuilder.i18n.messages import find_language
from listbuilder.tui.app import Builder
from tools.monkeys.alignment import misaligned
from tools.monkeys.events import HOME, PASTES, WIZARD, Run

ROOT = Path(__file__).resolve().parent.parent.parent
LOOK_EVERY = 10  # events between two looks at whether all lines are as wide as the screen
HANGS = 60.0  # seconds without an answer after which the builder is taken to hang
PATIENCE = 60  # further looks at a screen with a wrong line, 50 ms apart: a new screen is drawn in several steps
LOOKS = 0.15  # seconds: as long as the builder waits before it draws a datasheet
_WRITES = os.O_WRONLY | os.O_RDWR | os.O_CREAT
_CHANGES = (
    "os.mkdir",
    "os.remove",
    "os.rename",
    "os.rmdir",
    "os.link",
    "os.symlink",
    "os.chmod",
    "os.truncate",
)


class Failure(msgspec.Struct, frozen=True):
    """What went wrong in a run, after how many events, and on which screen."""

    run: Run
    kind: str  # crash, hang or misaligned
    told: str
    events: tuple[str, ...]
    screen: str

    @property
    def what(self) -> str:
        """Return the last line of what went wrong: failures that share it are taken to be one."""
        return (
            self.told.strip().splitlines()[-1]
            if self.kind == "crash"
            else self.told.splitlines()[0]
        )


def play(run: Run, given: Sequence[str] | None = None) -> Failure | None:
    """Play the events of `run`, or the `given` ones, and return what went wrong; None if nothing did."""
    with tempfile.TemporaryDirectory(prefix="monkey-") as place, _kept_in(Path(place)) as file:
        try:
            return asyncio.run(
                _play(run, list(run.events() if given is None else given), file(run))
            )
        finally:
            gc.unfreeze()  # the builder freezes what is there, which is for one builder in a process


async def _play(run: Run, todo: list[str], file: Path | None) -> Failure | None:
    """The builder is begun again wherever an event ended it, until all events were played."""
    done: list[str] = []
    while True:
        app = Builder(Library(), find_language(run.lang) or "en", file)
        fault, threads = _Fault(), _Threads()
        loop = asyncio.get_running_loop()
        loop.set_default_executor(threads)
        loop.set_exception_handler(fault.of_loop)
        with contextlib.suppress(Exception):  # it is in `app.wrong`
            async with app.run_test(size=run.size, notifications=True) as pilot:
                try:
                    await threads.answer(_begin(run, app, pilot))
                    while todo and app.is_running and app._exit is False and not fault.seen(app):
                        done.append(todo.pop(0))
                        await threads.answer(_do(app, pilot, done[-1]))
                        if len(done) % LOOK_EVERY == 0 and (wrong := await _look(app)):
                            fault.note("misaligned", "\n".join(wrong))
                except TimeoutError:
                    fault.note(
                        "hang",
                        f"no answer within {HANGS:g} s of {done[-1] if done else 'the start'}",
                    )
                except Exception:
                    fault.note("crash", traceback.format_exc())
                fault.seen(app)
                fault.on = fault.on or _screen(app)
                if (session := app.open_session) is not None:
                    session.close(keep=True)
        if app.wrong and not fault.kind:
            fault.note("crash", app.wrong)
        if fault.kind:
            return Failure(run, fault.kind, fault.told, tuple(done), fault.on)
        if not todo:
            return None


class _Fault:
    """The first thing that went wrong."""

    kind = told = on = ""

    def note(self, kind: str, told: str) -> None:
        if not self.kind:
            self.kind, self.told = kind, told

    def seen(self, app: Builder) -> bool:
        if app.wrong:
            self.note("crash", app.wrong)
        if self.kind:
            self.on = self.on or _screen(app)
        return bool(self.kind)

    def of_loop(self, _: object, context: dict[str, Any]) -> None:
        error = context.get("exception")
        if error is not None:
            self.note("crash", "".join(traceback.format_exception(error)))


class _Threads(ThreadPoolExecutor):
    """Where the builder works things out, and who waits for it: as long as a thread works, nothing hangs."""

    def __init__(self) -> None:
        super().__init__()
        self._working = 0

    def submit(self, *args: Any, **options: Any) -> Future[Any]:
        self._working += 1
        future = super().submit(*args, **options)
        future.add_done_callback(self._done)
        return future

    def _done(self, _: object) -> None:
        self._working -= 1

    async def answer(self, work: Coroutine[Any, Any, None]) -> None:
        """Wait for `work`. Raise TimeoutError where nothing has been worked out for a while and it has not ended."""
        task, last = asyncio.ensure_future(work), time.monotonic()
        while not task.done():
            await asyncio.wait([task], timeout=1)
            if self._working:
                last = time.monotonic()
            elif time.monotonic() - last > HANGS:
                task.cancel()
                raise TimeoutError
        task.result()


def _screen(app: Builder) -> str:
    return type(app.screen).__name__ if app.screen_stack else ""


# --- events ---


async def _begin(run: Run, app: Builder, pilot: Pilot[Any]) -> None:
    await _settle(app, pilot)
    if run.start == WIZARD:
        await _do(app, pilot, "key:n")


async def _do(app: Builder, pilot: Pilot[Any], event: str) -> None:
    kind, _, rest = event.removeprefix("~").partition(":")
    if kind == "key":
        _press(app, rest)
    elif kind == "paste":
        app.post_message(events.Paste(PASTES[int(rest)]))
    elif kind == "size":
        await _resize(app, *map(int, rest.split("x")))
    elif kind == "look":
        await asyncio.sleep(LOOKS)
    else:
        _point(app, kind, [int(each) for each in rest.split(",")])
    if not event.startswith("~"):
        await _settle(app, pilot)


def _press(app: Builder, key: str) -> None:
    app.post_message(events.Key(key, key if len(key) == 1 else key_to_character(key)))


async def _resize(app: Builder, width: int, height: int) -> None:
    assert app._driver is not None
    app._driver._size = (width, height)
    size = Size(width, height)
    app.post_message(events.Resize(size, size))
    await asyncio.sleep(0)


def _point(app: Builder, kind: str, place: list[int]) -> None:
    x, y = place[0] % app.size.width, place[1] % app.size.height
    down, up = (
        (events.MouseScrollDown, events.MouseScrollUp)
        if kind == "wheel"
        else (events.MouseDown, events.MouseUp)
    )
    if kind == "wheel":
        app.post_message(
            (down if place[2] > 0 else up)(None, x, y, 0, 0, 0, False, False, False, x, y)
        )
        return
    for _ in range(2 if kind == "double" else 1):
        for each in (down, up):
            app.post_message(each(None, x, y, 0, 0, 1, False, False, False, x, y))


async def _settle(app: Builder, pilot: Pilot[Any]) -> None:
    """Until the keys are dealt with and what a key began waits for the next one."""
    pause = 0.002  # seconds, and longer each time
    while True:
        if not app.is_running or app._exit or app.wrong:
            return
        await asyncio.sleep(0)
        await pilot._wait_for_screen(
            HANGS
        )  # its `pause` waits for an idle processor too, half of a second at a time
        if not app._held_keys and not _busy(app):
            return
        await asyncio.sleep(pause)
        pause = min(pause * 1.5, 0.1)


def _busy(app: Builder) -> bool:
    """Whether a flow leads to a screen that is not there yet."""
    return bool(app.screen_stack) and app.is_in_flow and not app.can_take_keys(app.screen)


async def _look(app: Builder) -> list[str]:
    if not app.is_running or app._exit or not app.screen_stack or app._held_keys or _busy(app):
        return []
    wrong = misaligned(app)
    for _ in range(PATIENCE if wrong else 0):  # it may not be drawn yet
        await asyncio.sleep(0.05)
        if not wrong or not app.is_running or app._exit:
            return []
        wrong = misaligned(app)
    return wrong


# --- a folder that it can't leave ---


@contextlib.contextmanager
def _kept_in(place: Path) -> Iterator[Any]:
    """Everything that is written goes below `place`; anything else is refused as if the user had no right to."""
    before, names = (
        Path.cwd(),
        ("HOME", "LISTBUILDER_STATE", "XDG_STATE_HOME", "XDG_CONFIG_HOME", "XDG_DATA_HOME"),
    )
    kept = {name: os.environ.get(name) for name in names}
    os.environ.update({name: str(place / name.lower()) for name in names})
    for name in names:
        (place / name.lower()).mkdir()
    (place / "lists").mkdir()
    os.chdir(place / "lists")
    _Fence.within = str(place)
    _Fence.put_up()
    try:
        yield lambda run: _copied(run, place / "lists")
    finally:
        _Fence.within = None
        os.chdir(before)
        for name, value in kept.items():
            if value is None:
                os.environ.pop(name, None)
            else:
                os.environ[name] = value


def _copied(run: Run, folder: Path) -> Path | None:
    """Return a copy of the first legal example, or with an odd seed of the first illegal one."""
    if run.start in (HOME, WIZARD):
        return None
    known = sorted(
        (ROOT / "examples" / run.start / ("illegal" if run.seed % 2 else "legal")).glob("*.yaml")
    )
    file = folder / "list.yaml"
    file.write_bytes(known[run.seed // 2 % len(known)].read_bytes())
    return file


class _Fence:
    """An audit hook can't be taken away, so it is put up once and asks what it guards now."""

    within: str | None = None
    _up = False

    @classmethod
    def put_up(cls) -> None:
        if not cls._up:
            cls._up = True
            sys.addaudithook(cls._ask)

    @classmethod
    def _ask(cls, event: str, args: tuple[Any, ...]) -> None:
        if cls.within is None or not (event in _CHANGES or (event == "open" and cls._writes(args))):
            return
        for path in args[: 2 if event in ("os.rename", "os.link", "os.symlink") else 1]:
            if isinstance(path, (str, bytes)) and not os.path.realpath(
                os.fsdecode(path)
            ).startswith((cls.within, os.devnull)):
                raise PermissionError(13, "the monkey is kept in", path)

    @staticmethod
    def _writes(args: tuple[Any, ...]) -> bool:
        flags = args[2] if len(args) > 2 else 0
        return isinstance(flags, int) and bool(flags & _WRITES)
