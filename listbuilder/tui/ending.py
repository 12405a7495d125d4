"""How the builder ends without being asked to by a key: by a bug of ours, by a signal, because its terminal is closed.

The terminal is left as it was, what was not saved is in the recovery file, one sentence says so, and the exit code is
3, or 128 and the number of the signal.
"""

from __future__ import annotations

import contextlib
import io
import os
import shlex
import signal
import sys
import threading
import traceback
from collections.abc import Iterator
from types import FrameType
from typing import TYPE_CHECKING, Any

from textual.app import App
from textual.worker import WorkerFailed

from listbuilder.edit import folders

if TYPE_CHECKING:
    from rich.console import RenderableType

    from listbuilder.tui.app import Builder

OUR_BUG = 3
SIGNALS = tuple(getattr(signal, name) for name in ("SIGTERM", "SIGHUP", "SIGINT") if hasattr(signal, name))
GRACE = 3.0  # seconds until a builder that hangs is ended without its help

# What Textual's driver switches on, switched off: for when its own way out cannot be gone.
_MODES = "".join(f"\x1b[?{number}l" for number in (2004, 2048, 1000, 1003, 1015, 1006, 1016, 1004))
_RESTORED = f"{_MODES}\x1b[?7h\x1b[<u\x1b[?1049l\x1b[?25h"


def _debugging() -> bool:
    return bool(os.environ.get("LISTBUILDER_DEBUG"))


class Ending(App[int]):
    """The part of the application that notes why it ends, in place of Textual's page of traceback."""

    wrong: str | None = None  # of a bug: the traceback

    def _handle_exception(self, error: Exception) -> None:
        cause = error.error if isinstance(error, WorkerFailed) else error
        self._note("".join(traceback.format_exception(cause)))
        super()._handle_exception(error)

    def panic(self, *renderables: RenderableType) -> None:
        """How Textual ends when one of its threads fails."""
        self._note(_as_text(renderables))
        if _debugging():
            super().panic(*renderables)
        else:
            self._close_messages_no_wait()

    def _fatal_error(self) -> None:
        super()._fatal_error() if _debugging() else self._close_messages_no_wait()

    def _note(self, wrong: str) -> None:
        self.wrong = self.wrong or wrong  # the first; others follow from it


def _as_text(renderables: tuple[RenderableType, ...]) -> str:
    from rich.console import Console

    out = io.StringIO()
    try:
        Console(file=out, width=120, no_color=True).print(*renderables)
    except Exception as error:
        return f"{out.getvalue()}\n{error!r}"
    return out.getvalue()


def run(app: Builder) -> int:
    """The builder from its start to its end, however it ends; the exit code."""
    ended = _BySignal(app)
    answer: int | None = None
    with ended.listening():
        try:
            answer = app.run()
        except Exception:  # of Textual itself, on its way out
            app.wrong = app.wrong or traceback.format_exc()
            _restore_terminal(app)
    if ended.number is not None:
        return ended.say()
    if app.wrong is not None:
        _say(_of_a_bug(app, app.wrong))
        return OUR_BUG
    return answer or 0


class _BySignal:
    """The first signal that asks the builder to end, and who sees to it that it does."""

    def __init__(self, app: Builder) -> None:
        self.app = app
        self.number: signal.Signals | None = None
        self._said = threading.Lock()

    @contextlib.contextmanager
    def listening(self) -> Iterator[None]:
        before = {number: signal.signal(number, self._take) for number in SIGNALS}
        try:
            yield
        finally:
            for number, handler in before.items():
                signal.signal(number, handler)

    def _take(self, number: int, _: FrameType | None) -> None:
        if self.number is not None:
            return
        self.number = signal.Signals(number)
        timer = threading.Timer(GRACE, self._at_once)
        timer.daemon = True
        timer.start()
        self.app.end_soon()

    def _at_once(self) -> None:
        """The builder hangs: what it was about to do is in the recovery file, or was not done."""
        _restore_terminal(self.app)
        os._exit(self.say(hangs=True))

    def say(self, *, hangs: bool = False) -> int:
        assert self.number is not None
        if self._said.acquire(blocking=False):
            edits = _edits(self.app, hangs=hangs)
            if edits is not None:
                _say(self.app.words("ended.signal", signal=self.number.name, edits=edits))
        _check_terminal()
        return 128 + self.number


def _of_a_bug(app: Builder, wrong: str) -> str:
    from listbuilder.edit import crashes

    edits = _edits(app) or app.words("ended.nothing")
    try:
        place = crashes.report(wrong)
    except OSError as error:
        return app.words("ended.bug_unreported", edits=edits, reason=error.strerror or str(error))
    return app.words("ended.bug", edits=edits, report=str(place))


def _edits(app: Builder, *, hangs: bool = False) -> str | None:
    """What became of the changes that were not saved; None if there were none."""
    from listbuilder.edit import crashes

    session = app.open_session
    if session is None or session.closed or not session.dirty:
        return None
    if not hangs:  # else it may be just this that it hangs in
        session.keep()
    if session.autosave_failed is None:
        command = shlex.join(["listbuilder", "edit", folders.named(session.path)]) if session.path else "listbuilder"
        return app.words("ended.kept", command=command)
    if (copy := crashes.copy_of(session)) is not None:
        return app.words("ended.copied", reason=session.autosave_failed, file=str(copy))
    return app.words("ended.lost", reason=session.autosave_failed)


def _say(sentence: str) -> None:
    with contextlib.suppress(OSError):
        print(sentence, file=sys.__stderr__, flush=True)


def _check_terminal() -> None:
    """Where it is gone, what is still written goes nowhere: else Python would end with an error of its own."""
    if not os.isatty(1):
        nowhere = os.open(os.devnull, os.O_WRONLY)
        for stream in (1, 2):
            os.dup2(nowhere, stream)


def _restore_terminal(app: Any = None) -> None:
    with contextlib.suppress(OSError, ValueError):
        os.write(2, _RESTORED.encode())
    before = getattr(getattr(app, "_driver", None), "attrs_before", None)
    if before is not None:
        import termios

        with contextlib.suppress(OSError, termios.error):
            termios.tcsetattr(0, termios.TCSANOW, before)
