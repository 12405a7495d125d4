"""The editor of many lines.

It is a module of its own because what draws it is slow to load, and most who open the builder never
see it.
"""

from __future__ import annotations

from textual.widgets import TextArea
from textual.widgets.text_area import Edit, EditResult

from listbuilder.model.safe_text import escape_hidden

_LINES = "\n\r\t"  # what an editor of lines draws itself


class Editor(TextArea):
    """A field to type many lines in."""

    def edit(self, edit: Edit) -> EditResult:
        """Apply `edit` to the text, with invisible characters written as escapes.

        That includes characters that become invisible only together with the one before them.
        """
        row, column = edit.top
        before = self.document.get_line(row)[:column][-1:]
        edit.text = escape_hidden(before + edit.text, _LINES)[len(escape_hidden(before)) :]
        return super().edit(edit)


def restore_lines(original: str, current: str) -> str:
    """Return the edited text `current` with invisible characters back in the lines nobody changed.

    `original`: the text before it was shown with escapes.
    """
    if escape_hidden(original, _LINES) == original:
        return current
    from difflib import SequenceMatcher

    original_lines, lines = (
        original.replace("\r\n", "\n").split("\n"),
        current.replace("\r\n", "\n").split("\n"),
    )
    shown = [escape_hidden(line, "\t") for line in original_lines]
    result: list[str] = []
    for tag, first, last, new_first, new_last in SequenceMatcher(
        None, shown, lines, autojunk=False
    ).get_opcodes():
        result += original_lines[first:last] if tag == "equal" else lines[new_first:new_last]
    return ("\r\n" if "\r\n" in current else "\n").join(result)


def escape_lines(text: str) -> str:
    """Return `text` with invisible characters as escapes, so that each line stays one line.

    Only line feeds end a line in the editor.
    """
    return "\n".join(
        escape_hidden(line.removesuffix("\r"), "\t") + "\r" * line.endswith("\r")
        for line in text.split("\n")
    )
