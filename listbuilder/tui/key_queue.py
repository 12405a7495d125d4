"""The queue of keys: those pressed while a question is on its way wait for it, in their order."""

from __future__ import annotations

import asyncio
import time
from collections import deque
from typing import Any, ClassVar

from textual import events
from textual.errors import NoWidget
from textual.message import Message
from textual.screen import Screen

from listbuilder.tui.shutdown import ShutdownApp

LOOK_AGAIN = 0.004  # seconds
FLOWS = ("flow", "file")  # groups of workers that lead from one screen to the next
# from the widget to the application: a key becomes a message, and that another one, before all is
# done
ROUNDS = 3
LOST = 0.5  # seconds after which the widget that had the key is taken to be gone


class Through(Message):
    """A message that follows a key by the same way, so the key has been handled when it arrives."""


class KeyQueueApp(ShutdownApp):
    """The part of the application that holds keys back.

    A flow shows questions one after the other; between two of them nobody is there to take a key.
    """

    NOT_HELD: ClassVar[tuple[str, ...]] = ("ctrl+q", "ctrl+c")
    _held_keys: deque[events.Key | events.Paste]
    _looks_again: asyncio.TimerHandle | None = None
    _on_the_way = 0
    _sent_at = 0.0

    def __init__(self) -> None:
        """Begin with no keys held back."""
        super().__init__()
        self._held_keys = deque()

    def can_take_keys(self, screen: Screen[Any]) -> bool:
        """Return whether `screen` can take the next key; each application must define this."""
        raise NotImplementedError

    async def on_event(self, event: events.Event) -> None:
        """Pass `event` on to Textual, or hold it back if it is a key or a paste that must wait.

        Keys and clicks that come while the application ends, and clicks on widgets that are closed,
        are dropped.
        """
        if isinstance(event, events.InputEvent) and not self.screen_stack:
            return  # it ends, and Textual would look for a screen to give it to
        if isinstance(event, events.MouseEvent) and self._is_on_closed_widget(event):
            return
        if not isinstance(event, (events.Key, events.Paste)) or event.is_forwarded:
            await super().on_event(event)
        elif self._should_wait(event):
            self._held_keys.append(event)
            self._schedule_next_key()
        else:
            await self._send_key_on(event)

    def _is_on_closed_widget(self, event: events.MouseEvent) -> bool:
        """Return whether a click is on a widget that is closed but still painted, as of a dialog.

        Why: a button may be clicked twice. Textual would look for the parent of the widget, and
        fail because it has none any more.
        """
        try:
            widget, _ = self.get_widget_at(int(event.x), int(event.y))
        except NoWidget:
            return False
        return not widget.is_attached

    async def _send_key_on(self, event: events.Key | events.Paste) -> None:
        """Pass a key or paste on to Textual, and send a message behind it to learn when it is
        handled.
        """
        self._on_the_way, self._sent_at = ROUNDS, time.monotonic()
        await super().on_event(event)
        self._follow_key()

    def _follow_key(self) -> None:
        """Post a Through message behind a key, to the widget that gets the key."""
        if self.screen_stack:
            (self.focused or self.screen).post_message(Through())

    def on_through(self) -> None:
        """Count a Through message that arrived, and send the next until ROUNDS have arrived."""
        self._on_the_way = max(self._on_the_way - 1, 0)
        if self._on_the_way:
            self._follow_key()

    def _should_wait(self, event: events.Key | events.Paste) -> bool:
        """Return whether a key must wait: others wait before it, or the last one isn't handled yet.

        It also waits if the screen can't take keys. Ctrl+Q and Ctrl+C never wait.
        """
        if isinstance(event, events.Key) and event.key in self.NOT_HELD:
            return False
        return bool(self._held_keys) or not self._is_receiver_ready()

    def _is_receiver_ready(self) -> bool:
        """Return whether the screen can take a key now.

        It can't before the key before it has been handled. After LOST seconds the widget that had
        that key is taken to be gone, and waiting ends.
        """
        if self._on_the_way and time.monotonic() - self._sent_at < LOST:
            return False
        return bool(self.screen_stack) and self.can_take_keys(self.screen)

    @property
    def is_in_flow(self) -> bool:
        """Return whether a worker runs that leads from one screen or question to the next."""
        return any(worker.group in FLOWS and not worker.is_finished for worker in self.workers)

    def _schedule_next_key(self) -> None:
        """Set a timer that tries to pass on the next waiting key, unless one is set.

        It is a timer of the event loop. Textual drops a timer of its own that is late before it
        begins to wait, as happens on a busy machine, and the keys would then wait for ever.
        """
        if self._looks_again is None:
            loop = asyncio.get_running_loop()
            self._looks_again = loop.call_later(LOOK_AGAIN, self.call_next, self._send_next_key)

    async def _send_next_key(self) -> None:
        """Pass the first waiting key on if it can be taken now, and set the timer again for the
        others.

        One key is passed on at a time, because each may bring the next question. All are dropped if
        the application ends.
        """
        self._looks_again = None
        if not self.screen_stack:  # it ends
            self._held_keys.clear()
        if self._held_keys and self._is_receiver_ready():
            await self._send_key_on(self._held_keys.popleft())
        if self._held_keys:
            self._schedule_next_key()
