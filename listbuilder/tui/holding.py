"""Keys pressed while a question is on its way belong to it: they wait until it is there, in the order they came."""

from __future__ import annotations

import time
from collections import deque
from typing import Any, ClassVar

from textual import events
from textual.errors import NoWidget
from textual.message import Message
from textual.screen import Screen
from textual.timer import Timer

from listbuilder.tui.ending import Ending

LOOK_AGAIN = 0.004  # seconds
FLOWS = ("flow", "file")  # groups of workers that lead from one screen to the next
ROUNDS = 3  # from the widget to the application: a key becomes a message, and that another one, before all is done
LOST = 0.5  # seconds after which the widget that had the key is taken to be gone


class Through(Message):
    """Comes behind a key by the same way, so the key has been dealt with when it arrives."""


class Holding(Ending):
    """A flow shows questions one after the other; between two of them nobody is there to take a key."""

    NOT_HELD: ClassVar[tuple[str, ...]] = ("ctrl+q", "ctrl+c")
    _held_keys: deque[events.Key | events.Paste]
    _looks_again: Timer | None = None
    _on_the_way = 0
    _sent_at = 0.0

    def __init__(self) -> None:
        super().__init__()
        self._held_keys = deque()

    def takes_keys(self, screen: Screen[Any]) -> bool:
        """Whether somebody is there for the next key."""
        raise NotImplementedError

    async def on_event(self, event: events.Event) -> None:
        if isinstance(event, events.InputEvent) and not self.screen_stack:
            return  # it ends, and Textual would look for a screen to give it to
        if isinstance(event, events.MouseEvent) and self._is_of_something_gone(event):
            return
        if not isinstance(event, (events.Key, events.Paste)) or event.is_forwarded:
            await super().on_event(event)
        elif self._holds_back(event):
            self._held_keys.append(event)
            self._wait_for_somebody()
        else:
            await self._hand_over(event)

    def _is_of_something_gone(self, event: events.MouseEvent) -> bool:
        """Return whether a click is on what was closed and is still painted, such as a notice that was clicked twice.

        Textual looks for the frame around it, and there is none any more.
        """
        try:
            widget, _ = self.get_widget_at(int(event.x), int(event.y))
        except NoWidget:
            return False
        return not widget.is_attached

    async def _hand_over(self, event: events.Key | events.Paste) -> None:
        self._on_the_way, self._sent_at = ROUNDS, time.monotonic()
        await super().on_event(event)
        self._follow()

    def _follow(self) -> None:
        if self.screen_stack:
            (self.focused or self.screen).post_message(Through())

    def on_through(self) -> None:
        self._on_the_way = max(self._on_the_way - 1, 0)
        if self._on_the_way:
            self._follow()

    def _holds_back(self, event: events.Key | events.Paste) -> bool:
        if isinstance(event, events.Key) and event.key in self.NOT_HELD:
            return False
        return bool(self._held_keys) or not self._somebody()

    def _somebody(self) -> bool:
        if self._on_the_way and time.monotonic() - self._sent_at < LOST:
            return False
        return bool(self.screen_stack) and self.takes_keys(self.screen)

    @property
    def in_flow(self) -> bool:
        return any(worker.group in FLOWS and not worker.is_finished for worker in self.workers)

    def _wait_for_somebody(self) -> None:
        if self._looks_again is None:
            self._looks_again = self.set_timer(LOOK_AGAIN, self._hand_out)

    async def _hand_out(self) -> None:
        """One after the other, for each may bring the next question."""
        self._looks_again = None
        if not self.screen_stack:  # it ends
            self._held_keys.clear()
        if self._held_keys and self._somebody():
            await self._hand_over(self._held_keys.popleft())
        if self._held_keys:
            self._wait_for_somebody()
