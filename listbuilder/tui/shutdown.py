"""The end of the builder when no key asked for it: by a bug, a signal or a closed terminal.

The terminal is left as it was, what was not saved is in the recovery file, one sentence says so,
and the exit code is 3, or 128 and the number of the signal.
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

from listbuilder.workspace import folders

if TYPE_CHECKING:
    from rich.console import RenderableType

    from listbuilder.tui.app import Builder

OUR_BUG = 3
SIGNALS = tuple(
    getattr(signal, name) for name in ("SIGTERM", "SIGHUP", "SIGINT") if hasattr(signal, name)
)
GRACE = 3.0  # seconds until a builder that hangs is ended without its help

# What Textual's driver switches on, switched off: for when its own way out cannot be gone.
_MODES = "".join(f"\x1b[?{number}l" for number in (2004, 2048, 1000, 1003, 1015, 1006, 1016, 1004))
_RESTORED = f"{_MODES}\x1b[?7h\x1b[<u\x1b[?1049l\x1b[?25h"


def _is_debugging() -> bool:
    """Return whether LISTBUILDER_DEBUG is set."""
    return bool(os.environ.get("LISTBUILDER_DEBUG"))


class ShutdownApp(App[int]):
    """The part of the application that notes why it ends, instead of printing a traceback."""

    wrong: str | None = None  # of a bug: the traceback

    def _handle_exception(self, error: Exception) -> None:
        """Keep the traceback of an unexpected error, then let Textual end the application.

        For an error in a worker, it is the traceback of the error that made the worker fail.
        """
        cause = error.error if isinstance(error, WorkerFailed) else error
        self._note_bug("".join(traceback.format_exception(cause)))
        super()._handle_exception(error)

    def panic(self, *renderables: RenderableType) -> None:
        """Keep what Textual prints when one of its threads fails, and end without printing it.

        It is printed only when debugging.
        """
        self._note_bug(_convert_to_text(renderables))
        if _is_debugging():
            super().panic(*renderables)
        else:
            self._close_messages_no_wait()

    def _fatal_error(self) -> None:
        """End without printing Textual's page with the traceback, unless debugging."""
        if _is_debugging():
            super()._fatal_error()
        else:
            self._close_messages_no_wait()

    def _note_bug(self, wrong: str) -> None:
        """Keep the traceback `wrong`, unless one is kept already.

        Why: later errors follow from the first.
        """
        self.wrong = self.wrong or wrong


def _convert_to_text(renderables: tuple[RenderableType, ...]) -> str:
    """Return as plain text what Textual would print of `renderables`.

    If that fails, the error is appended to what was printed up to then.
    """
    from rich.console import Console

    out = io.StringIO()
    try:
        Console(file=out, width=120, no_color=True).print(*renderables)
    except Exception as error:
        return f"{out.getvalue()}\n{error!r}"
    return out.getvalue()


def run(app: Builder) -> int:
    """Run the builder until it ends, for whatever reason, and return the exit code of the process.

    That is the application's own code, OUR_BUG after an unexpected error, or 128 and the number of
    the signal that ended it. After an error or a signal, one sentence is printed about what became
    of unsaved changes; after an error, a report is also written.
    """
    signal_end = _SignalEnd(app)
    answer: int | None = None
    with signal_end.handle_signals():
        try:
            answer = app.run()
        except Exception:  # of Textual itself, on its way out
            app.wrong = app.wrong or traceback.format_exc()
            _restore_terminal(app)
    if signal_end.number is not None:
        return signal_end.report_end()
    if app.wrong is not None:
        _print_sentence(_report_bug(app, app.wrong))
        return OUR_BUG
    return answer or 0


class _SignalEnd:
    """The first signal that asks the builder to end, and what makes sure that it does."""

    def __init__(self, app: Builder) -> None:
        """Prepare to end `app` when a signal arrives; no signal is handled before
        `handle_signals`.
        """
        self.app = app
        self.number: signal.Signals | None = None
        self._said = threading.Lock()

    @contextlib.contextmanager
    def handle_signals(self) -> Iterator[None]:
        """Handle signals until the context ends, then restore the former handlers."""
        old_handlers = {number: signal.signal(number, self._take_signal) for number in SIGNALS}
        try:
            yield
        finally:
            for number, handler in old_handlers.items():
                signal.signal(number, handler)

    def _take_signal(self, number: int, _: FrameType | None) -> None:
        """Ask the application to end when the first signal arrives; later signals are ignored.

        If it hasn't ended after GRACE seconds, the process is ended by force.
        """
        if self.number is not None:
            return
        self.number = signal.Signals(number)
        timer = threading.Timer(GRACE, self._end_by_force)
        timer.daemon = True
        timer.start()
        self.app.end_soon()

    def _end_by_force(self) -> None:
        """Restore the terminal, print what became of unsaved changes, and end the hanging process.

        Changes are in the recovery file, except one that was just being made.
        """
        _restore_terminal(self.app)
        os._exit(self.report_end(hangs=True))

    def report_end(self, *, hangs: bool = False) -> int:
        """Return the exit code for the signal, after printing what became of unsaved changes.

        It is printed only once, and not at all if there were none. `hangs`: the builder doesn't
        respond, so nothing more is written to the recovery file. Further output is discarded if the
        terminal is gone.
        """
        assert self.number is not None
        if self._said.acquire(blocking=False):
            edits = _describe_unsaved_changes(self.app, hangs=hangs)
            if edits is not None:
                _print_sentence(
                    self.app.words("ended.signal", signal=self.number.name, edits=edits)
                )
        _drop_lost_output()
        return 128 + self.number


def _report_bug(app: Builder, wrong: str) -> str:
    """Write a report with the traceback `wrong`, and return the sentence to print about it.

    The sentence says where the report is, or why it could not be written, and what became of
    unsaved changes.
    """
    from listbuilder.workspace import crash_report

    edits = _describe_unsaved_changes(app) or app.words("ended.nothing")
    try:
        place = crash_report.write_report(wrong)
    except OSError as error:
        return app.words("ended.bug_unreported", edits=edits, reason=error.strerror or str(error))
    return app.words("ended.bug", edits=edits, report=str(place))


def _describe_unsaved_changes(app: Builder, *, hangs: bool = False) -> str | None:
    """Return a text that says what became of unsaved changes; None if there were none.

    The text names the command that recovers them, or an emergency copy if the recovery file failed,
    or says that they are lost. The recovery file is brought up to date first. If the builder
    `hangs`, that is left out, because it may hang in just this.
    """
    from listbuilder.workspace import crash_report

    session = app.open_session
    if session is None or session.closed or not session.dirty:
        return None
    if not hangs:  # else it may be just this that it hangs in
        session.flush_recovery_file()
    if session.autosave_failed is None:
        command = "listbuilder"
        if session.path:
            command = shlex.join(["listbuilder", "edit", folders.encode_path(session.path)])
        return app.words("ended.kept", command=command)
    if (copy := crash_report.save_emergency_copy(session)) is not None:
        return app.words("ended.copied", reason=session.autosave_failed, file=str(copy))
    return app.words("ended.lost", reason=session.autosave_failed)


def _print_sentence(sentence: str) -> None:
    """Print `sentence` to the error stream, if that still exists."""
    with contextlib.suppress(OSError):
        print(sentence, file=sys.__stderr__, flush=True)


def _drop_lost_output() -> None:
    """Discard all further output of the process if standard output is no terminal any more.

    Why: otherwise Python would end with an error of its own.
    """
    if not os.isatty(1):
        null_device = os.open(os.devnull, os.O_WRONLY)
        for stream in (1, 2):
            os.dup2(null_device, stream)


def _restore_terminal(app: Any = None) -> None:
    """Write the codes that undo what Textual changed in the terminal.

    Its former attributes are restored too if the driver of `app` has them. It is used when Textual
    can't do this itself. Errors are ignored.
    """
    with contextlib.suppress(OSError, ValueError):
        os.write(2, _RESTORED.encode())
    old_attributes = getattr(getattr(app, "_driver", None), "attrs_before", None)
    if old_attributes is not None:
        import termios

        with contextlib.suppress(OSError, termios.error):
            termios.tcsetattr(0, termios.TCSANOW, old_attributes)
