"""The messages of the application to the player: the newest in one line, and a log of all."""

from __future__ import annotations

from collections import deque
from datetime import datetime
from typing import TYPE_CHECKING

from textual.timer import Timer

from listbuilder.model.safe_text import escape_hidden
from listbuilder.tui.key_queue import KeyQueueApp
from listbuilder.tui.widgets.message_line import MessageLine, Notice, Severity
from listbuilder.tui.widgets.rows import Line

if TYPE_CHECKING:
    from listbuilder.tui.text import Words

MOST_NOTICES = 500  # in the log of messages; a long evening has fewer
SHOWN_FOR: dict[Severity, float] = {"information": 6.0, "warning": 12.0, "error": 15.0}  # seconds


class NoticeApp(KeyQueueApp):
    """An application with messages: the newest is on the line for them, and all are logged."""

    words: Words

    def __init__(self) -> None:
        """Begin without messages."""
        super().__init__()
        self.notice: Notice | None = None  # the message shown now
        self.notices: deque[Notice] = deque(maxlen=MOST_NOTICES)
        self._notice_ends: Timer | None = None

    def notify(
        self,
        message: str,
        *,
        title: str = "",
        severity: Severity = "information",
        timeout: float | None = None,
        markup: bool = False,
    ) -> None:
        """Show a message in the line for messages, in place of the one before, and log it.

        It goes after `timeout` seconds, by default `SHOWN_FOR` of its severity. It is shown as
        plain text, because a file name or a reason in it may look like markup, or act on the
        terminal.
        """
        text = escape_hidden(message, "\n")
        self.notice = Notice(text, severity, datetime.now())
        self.notices.append(self.notice)
        if self._notice_ends is not None:
            self._notice_ends.stop()
        self._notice_ends = self.set_timer(timeout or SHOWN_FOR[severity], self._end_notice)
        self._show_notice()

    def drop_outdated_notice(self) -> None:
        """Take off a message about what was done before the list changed; an error stays."""
        if self.notice is not None and self.notice.severity != "error":
            self._end_notice()

    def _end_notice(self) -> None:
        """Remove the message from the screens; it stays in the log."""
        self.notice = None
        self._show_notice()

    def _show_notice(self) -> None:
        """Show the newest message, or none, on every screen that has a line for messages."""
        for screen in self.screen_stack:
            for line in screen.query(MessageLine):
                line.show_notice(self.notice)

    def show_notices(self) -> None:
        """Show the log of messages of this run in a dialog, the newest first."""
        from listbuilder.tui.screens.dialogs import Info

        lines: list[Line] = []
        for notice in reversed(self.notices):
            lines += notice.make_lines(with_time=True)
        if not lines:
            lines = [Line(left=self.words("no_messages"), look="dim")]
        self.push_screen(Info(self.words("action.messages"), lambda _: lines))

    def warn(self, sentence: str) -> None:
        """Show `sentence` as a warning."""
        self.notify(sentence, severity="warning")
