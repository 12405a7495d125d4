"""The line for messages: the newest message, or else what the screen shows there.

It is above the footer, so that a message never covers anything.
"""

from __future__ import annotations

from datetime import datetime
from typing import Literal

import msgspec

from listbuilder.tui.widgets.rows import Line, Rows
from listbuilder.tui.widgets.terminal_cells import wrap_lines

Severity = Literal["information", "warning", "error"]

MOST_LINES = 5  # of one message on the screen; the log has all of it
SIGNS: dict[Severity, tuple[str, str]] = {
    "information": ("·", "good"),
    "warning": ("!", "warn"),
    "error": ("✗", "bad"),
}


class Notice(msgspec.Struct, frozen=True):
    """A message to the player, with the time when it was shown."""

    message: str
    severity: Severity
    when: datetime

    def make_lines(self, *, with_time: bool = False) -> list[Line]:
        """Return the message as lines with the sign of its severity, one for each line of text.

        `with_time`: begin the first line with the time.
        """
        sign, look = SIGNS[self.severity]
        mark = f"{self.when:%H:%M:%S} {sign}" if with_time else sign
        text_look = look if self.severity != "information" else ""
        lines = []
        for text in self.message.splitlines():
            lines.append(Line(left=text, mark=mark, look=text_look, mark_look=look, wrap=True))
            mark = " " * len(mark)
        return lines


class MessageLine(Rows, can_focus=False):
    """One line above the footer with the newest message; it grows for a long one."""

    DEFAULT_CSS = "MessageLine { height: 1; dock: bottom; background: $panel; margin-bottom: 1; }"

    usual: Line = Line()
    notice: Notice | None = None

    def on_mount(self) -> None:
        """Show the message that is new now, if there is one."""
        self.show_notice(getattr(self.app, "notice", None))

    def on_resize(self) -> None:
        """Fit the height to the new width."""
        self._fit_height()
        super().on_resize()

    def show_usual(self, line: Line) -> None:
        """Set the line that is shown while there is no message."""
        if line == self.usual:
            return
        self.usual = line
        if self.notice is None:
            self.show_lines([line])

    def show_notice(self, notice: Notice | None) -> None:
        """Show `notice`, or the usual line if that is None."""
        self.notice = notice
        self._fit_height()
        self.show_lines(notice.make_lines() if notice is not None else [self.usual])

    def _fit_height(self) -> None:
        """Make the line as high as its message needs, up to `MOST_LINES`."""
        height, width = 1, max(self.size.width - 2, 10)
        if self.notice is not None:
            lines = self.notice.message.splitlines()
            height = sum(len(wrap_lines(line, width)) for line in lines)
        height = max(1, min(height, MOST_LINES))
        if self.styles.height is None or self.styles.height.value != height:
            self.styles.height = height
