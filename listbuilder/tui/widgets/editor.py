"""Where many lines are typed. What draws them is dear to load, and most who open the builder never see it."""

from __future__ import annotations

from textual.widgets import TextArea
from textual.widgets.text_area import Edit, EditResult

from listbuilder.model.visible import visible

_LINES = "\n\r\t"  # what an editor of lines draws itself


class Editor(TextArea):
    """Many lines to type."""

    def edit(self, edit: Edit) -> EditResult:
        row, column = edit.top
        before = self.document.get_line(row)[:column][-1:]
        edit.text = visible(before + edit.text, _LINES)[len(visible(before)) :]
        return super().edit(edit)


def restored_lines(original: str, now: str) -> str:
    """What was typed into many lines: a line that nobody changed is what it was."""
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
