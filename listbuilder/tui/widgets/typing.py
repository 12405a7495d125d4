"""Where text is typed, and where it is only said: names of players and files come to no screen but as visible text.

What is typed into shows the escapes, for its cursor counts characters. What was not touched is given back as it was.
"""

from __future__ import annotations

from typing import Any

from textual import events
from textual.message import Message
from textual.widgets import Input, Static

from listbuilder.model.visible import shown_as, visible


class Said(Static):
    """Sentences, each on lines of its own. Never markup: names have brackets too."""

    def __init__(self, text: str, **options: Any) -> None:
        super().__init__(visible(text, "\n"), markup=False, **options)

    def say(self, text: str) -> None:
        self.update(visible(text, "\n"))


class Typed(Input):
    """One line to type."""

    class Pasted(Message):
        """More than one line was: nothing for a field of one, but perhaps a list."""

        def __init__(self, text: str) -> None:
            super().__init__()
            self.text = text

    def on_paste(self, event: events.Paste) -> None:
        if len(event.text.strip().splitlines()) > 1:
            event.prevent_default()
            event.stop()
            self.post_message(self.Pasted(event.text))

    def validate_value(self, value: str) -> str:
        return visible(value)

    def replace(self, text: str, start: int, end: int) -> None:
        super().replace(visible(text) if len(text) > 1 else text, start, end)  # a single mark belongs to what is there


def restored(original: str, now: str) -> str:
    """What was typed, with what was hidden in the original where its escapes still stand."""
    pieces = shown_as(original)
    shown = "".join(piece for _, piece in pieces)
    if now == shown or shown == original:
        return original if now == shown else now
    from difflib import SequenceMatcher

    starts: dict[int, tuple[str, int]] = {}
    place = 0
    for character, piece in pieces:
        starts[place] = character, len(piece)
        place += len(piece)
    found: list[str] = []
    for tag, first, last, *there in SequenceMatcher(None, shown, now, autojunk=False).get_opcodes():
        while tag == "equal" and first < last:
            character, length = starts.get(first, ("", 0))
            whole = 0 < length <= last - first
            found.append(character if whole else shown[first])
            first += length if whole else 1
        found.append(now[slice(*there)] if tag != "equal" else "")
    return "".join(found)
