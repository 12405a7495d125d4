"""The widgets for text that is typed or only shown, both only as visible characters.

Names of players and files come to no screen in another way. A field to type in shows escapes,
because its cursor counts characters. What was not touched is given back as it was.
"""

from __future__ import annotations

from typing import Any

from textual import events
from textual.message import Message
from textual.widgets import Input, Static

from listbuilder.model.safe_text import escape_hidden, list_shown_characters


class Said(Static):
    """Sentences, each on lines of its own; never markup, because names have brackets too."""

    def __init__(self, text: str, **options: Any) -> None:
        """Show `text`."""
        super().__init__(escape_hidden(text, "\n"), markup=False, **options)

    def show_text(self, text: str) -> None:
        """Show `text` in place of the old one."""
        self.update(escape_hidden(text, "\n"))


class Typed(Input):
    """A field to type one line in."""

    class Pasted(Message):
        """The message that several lines were pasted: no value for one line, but perhaps a list."""

        def __init__(self, text: str) -> None:
            """Make the message that `text`, of several lines, was pasted."""
            super().__init__()
            self.text = text

    def on_paste(self, event: events.Paste) -> None:
        """Post a Pasted message for several pasted lines; a single line is typed into the field."""
        if len(event.text.strip().splitlines()) > 1:
            event.prevent_default()
            event.stop()
            self.post_message(self.Pasted(event.text))

    def validate_value(self, value: str) -> str:
        """Return `value` with invisible characters as escapes."""
        return escape_hidden(value)

    def replace(self, text: str, start: int, end: int) -> None:
        """Replace the value from `start` to `end` by `text`, with invisible characters as escapes.

        A single character is taken as it is, because it may belong to the character before it.
        """
        super().replace(escape_hidden(text) if len(text) > 1 else text, start, end)


def restore_hidden(original: str, current: str) -> str:
    """Return the typed text `current` with the invisible characters of `original` put back.

    They are put back where their escapes were left unchanged.
    """
    pieces = list_shown_characters(original)
    shown = "".join(piece for _, piece in pieces)
    if current == shown or shown == original:
        return original if current == shown else current
    from difflib import SequenceMatcher

    starts: dict[int, tuple[str, int]] = {}
    place = 0
    for character, piece in pieces:
        starts[place] = character, len(piece)
        place += len(piece)
    result: list[str] = []
    for tag, first, last, *current_range in SequenceMatcher(
        None, shown, current, autojunk=False
    ).get_opcodes():
        while tag == "equal" and first < last:
            character, length = starts.get(first, ("", 0))
            is_whole = 0 < length <= last - first
            result.append(character if is_whole else shown[first])
            first += length if is_whole else 1
        result.append(current[slice(*current_range)] if tag != "equal" else "")
    return "".join(result)
