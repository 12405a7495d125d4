"""Where text is typed, and where it is only said: names of players and files come to no screen but as visible text.

What is typed into shows the escapes, for its cursor counts characters. What was not touched is given back as it was.
"""

from __future__ import annotations

from typing import Any

from textual import events
from textual.message import Message
from textual.widgets import Input, Static, TextArea
from textual.widgets.text_area import Edit, EditResult

from listbuilder.model.visible import shown_as, visible

_LINES = "\n\r\t"  # what an editor of lines draws itself


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


class Editor(TextArea):
    """Many lines to type."""

    def edit(self, edit: Edit) -> EditResult:
        row, column = edit.top
        before = self.document.get_line(row)[:column][-1:]
        edit.text = visible(before + edit.text, _LINES)[len(visible(before)) :]
        return super().edit(edit)


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


def restored_lines(original: str, now: str) -> str:
    """The same for many lines: a line that nobody changed is what it was."""
    if visible(original, _LINES) == original:
        return now
    from difflib import SequenceMatcher

    theirs, lines = original.replace("\r\n", "\n").split("\n"), now.replace("\r\n", "\n").split("\n")
    shown = [visible(line, "\t") for line in theirs]
    found: list[str] = []
    for tag, i1, i2, j1, j2 in SequenceMatcher(None, shown, lines, autojunk=False).get_opcodes():
        found += theirs[i1:i2] if tag == "equal" else lines[j1:j2]
    return ("\r\n" if "\r\n" in now else "\n").join(found)


def shown_lines(text: str) -> str:
    """Line by line; the editor takes no other character for the end of one."""
    return "\n".join(visible(line.removesuffix("\r"), "\t") + "\r" * line.endswith("\r") for line in text.split("\n"))
