"""The behaviour that all screens share."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, cast

from textual import events
from textual.await_complete import AwaitComplete

if TYPE_CHECKING:
    from textual.screen import Screen
    from textual.widget import Widget

    from listbuilder.tui.app import Builder


class Steady:
    """A screen that closes itself and no other, and that has somebody to take the keys.

    Textual closes whatever screen is on top. A second click beside the command palette, or an
    answer that comes while the terminal is too small, would close a question that nobody answered,
    and the builder would wait for its answer for ever.
    """

    _ready = False

    @property
    def is_ready(self) -> bool:
        """Return whether the screen has had the focus.

        Until then it is being set up, and keys wait for it.
        """
        self._ready = self._ready or cast("Screen[Any]", self).focused is not None
        return self._ready

    def dismiss(self, result: Any = None) -> AwaitComplete:
        """Close this screen with the answer `result`; do nothing if it is closed already.

        Screens above it are closed first, without an answer.
        """
        screen = cast("Screen[Any]", self)
        app = screen.app
        if screen not in app.screen_stack:
            return AwaitComplete()
        while app.screen is not screen:
            app.screen.dismiss(None)
        # of the screen that this is mixed into
        return cast("AwaitComplete", super().dismiss(result))  # type: ignore[misc]

    def set_focus(self, widget: Widget | None, *args: Any, **options: Any) -> None:
        """Move the focus to `widget`; None is ignored while the focused widget can keep the focus.

        Why: Textual takes the focus away when a click arrives before the screen is drawn, or when a
        list has no lines yet.
        """
        screen = cast("Screen[None]", self)
        if (
            widget is not None
            or not screen.app.app_focus
            or screen.focused not in screen.focus_chain
        ):
            # of the screen that this is mixed into
            super().set_focus(widget, *args, **options)  # type: ignore[misc]


class Fitting(Steady):
    """A screen that makes room for the message when the terminal is too small for it."""

    def on_screen_resume(self) -> None:
        """Cover the screen again if the terminal is too small for it."""
        screen = cast("Screen[None]", self)
        screen.call_after_refresh(cast("Builder", screen.app).check_terminal_size)


class ClosedOutside(Fitting):
    """A dialog that a click outside it closes without an answer, as Escape does."""

    def on_click(self, event: events.Click) -> None:
        """Leave the dialog if the click was on what is behind it."""
        if event.widget is cast("Any", self):
            cast("Any", self).action_leave()


def is_left(widget: Widget) -> bool:
    """Return whether the screen of `widget` is closed or being closed.

    A result that took a while can't be shown then: the widgets of a screen are removed before the
    screen itself.
    """
    return not widget.is_attached or widget.screen not in widget.app.screen_stack


def set_title(widget: Widget, title: str) -> None:
    """Set the title of a widget's border only if it differs.

    Why: a title that is set draws everything below it again, even if it is the same.
    """
    if widget.border_title != title:
        widget.border_title = title


def set_subtitle(widget: Widget, subtitle: str) -> None:
    """Set the text on a widget's lower border only if it differs, as `set_title` does."""
    if widget.border_subtitle != subtitle:
        widget.border_subtitle = subtitle
