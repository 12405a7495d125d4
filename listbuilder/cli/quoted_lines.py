"""The line of a list that a problem is about, and the part of it that `check` underlines."""

from __future__ import annotations

import re
from typing import Any, NamedTuple

from listbuilder.model.base import Path, split_lines
from listbuilder.model.problem import Problem
from listbuilder.roster.position import Position
from listbuilder.yamlio.reader import YamlDocument

# keys that say what an entry is
_NAMES = ("datasheet", "warscroll", "unit", "hero", "regiment_of_renown", "name")
_PLAIN_END = re.compile(r"\s+#|\s*$")
_FLOW_END = re.compile(r"\s*[,\]}]|\s+#|\s*$")


class QuotedLine(NamedTuple):
    """A line of a list.

    `start` and `end`: the columns of what is wrong, both from 0; None if all or nothing of it is.
    """

    text: str
    number: int
    start: int | None = None
    end: int | None = None


class ListLines:
    """The lines of one list, by problem or by path."""

    def __init__(self, position: Position, raw: bytes | None = None) -> None:
        """Take the lines of `position`. `raw`: the file, if the list could not be read at all."""
        self._done = position
        content = position.document.raw if position.document is not None else raw or b""
        self._lines = split_lines(content.decode("utf-8-sig", "replace"))

    def find_problem_line(self, problem: Problem) -> QuotedLine | None:
        """Return the line that could not be read, or None if the problem has none."""
        text = self._get_line(problem.line)
        if text is None or problem.line is None or not text.strip():
            return None
        quoted_text = problem.args.get("given")
        if isinstance(quoted_text, str) and quoted_text and (start := text.find(quoted_text)) >= 0:
            return QuotedLine(text, problem.line, start, start + len(quoted_text))
        if self._done.imported is not None or problem.column is None:
            return QuotedLine(text, problem.line, *_trim_line(text))
        return QuotedLine(text, problem.line, *_find_token(text, problem.column - 1))

    def find_path_line(self, path: Path) -> QuotedLine | None:
        """Return the line of a part of the roster; None for the whole roster and what has no line.

        A list of units has no line either: that something is missing among the units is on no line.
        """
        document = self._done.document
        if document is None or not path:
            return None
        if self._done.imported is not None and self._done.format != "listbuilder":
            return self._find_foreign_line(document, path)
        while path and path not in document.marks:
            path = path[:-1]
        if not path:
            return None
        value = _get_value(document.data, path)
        if isinstance(value, dict):
            path = next(((*path, key) for key in _NAMES if (*path, key) in document.marks), path)
            value = _get_value(document.data, path)
        line, column = document.marks[path]
        if not isinstance(value, (dict, list)):
            text = self._get_line(line)
            return QuotedLine(text, line, *_find_token(text, column - 1)) if text else None
        if isinstance(value, list) and len(path) == 1:
            return None
        if path not in document.keys:
            text = self._get_line(line)
            return QuotedLine(text, line) if text else None
        line, column = document.keys[path]
        text = self._get_line(line)
        return QuotedLine(text, line, column - 1, column - 1 + len(str(path[-1]))) if text else None

    def _find_foreign_line(self, document: YamlDocument, path: Path) -> QuotedLine | None:
        """Return the line of another app's list that `path` comes from, or None.

        Such a list has lines for its units, and for what is said about them.
        """
        imported = self._done.imported
        mark = document.find_mark(path)
        text = self._get_line(mark[0]) if mark is not None else None
        if mark is None or text is None or not text.strip():
            return None
        while path:
            name = imported.names.get(path) if imported is not None else None
            if name and name in text:
                start = text.find(name)
                return QuotedLine(text, mark[0], start, start + len(name))
            path = path[:-1]
        return QuotedLine(text, mark[0], *_trim_line(text))

    def _get_line(self, number: int | None) -> str | None:
        """Return the line with this number, or None if there is none."""
        if number is None or not 0 < number <= len(self._lines):
            return None
        return self._lines[number - 1]


def _get_value(data: Any, path: Path) -> Any:
    """Return the value at `path` in nested data."""
    for part in path:
        data = data[part]
    return data


def _trim_line(text: str) -> tuple[int, int]:
    """Return where a line begins and ends without the spaces and bullets on either side."""
    start, end = len(text) - len(text.lstrip(" \t•◦-–+*")), len(text.rstrip())
    return (start, end) if start < end else (0, end)


def _find_token(text: str, start: int) -> tuple[int, int]:
    """Return the start and end of the YAML value that begins at `start` on its line."""
    if not 0 <= start < len(text):
        return 0, 0
    if text[start].isspace():
        return start, len(text) - len(text[start:].lstrip())
    if text[start] in "\"'":
        closing = text.find(text[start], start + 1)
        return start, closing + 1 if closing > 0 else len(text)
    before = text[:start]
    in_flow = before.count("{") + before.count("[") > before.count("}") + before.count("]")
    end = (_FLOW_END if in_flow else _PLAIN_END).search(text, start)
    return start, max(end.start() if end else len(text), start + 1)
