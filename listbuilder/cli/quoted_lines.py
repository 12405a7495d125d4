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
_PLAIN_END = r"\s+#|\s*$"
_FLOW_END = r"\s*[,\]}]|\s+#|\s*$"


class QuotedLine(NamedTuple):
    """A line of a list, with its number.

    `start` and `end`: the columns to underline, both counted from 0; None if no part of the line is
    underlined.
    """

    text: str
    number: int
    start: int | None = None
    end: int | None = None


class ListLines:
    """The lines of one list, found by a problem or by the path of a part of the roster."""

    def __init__(self, position: Position, raw: bytes | None = None) -> None:
        """Split the text of `position` into lines, or `raw` if it could not be read as a list."""
        self._done = position
        content = position.document.raw if position.document is not None else raw or b""
        self._lines = split_lines(content.decode("utf-8-sig", "replace"))

    def find_problem_line(self, problem: Problem) -> QuotedLine | None:
        """Return the line of the list that `problem` names, with the columns of the wrong part.

        None if the problem names no line, or an empty one.
        """
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
        """Return the line at which the part of the roster at `path` is written, or None.

        None for the whole roster, and for a whole list such as all units: if a unit is missing, no
        line shows this. If the part itself isn't written, the nearest part around it counts.
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
        """Return the line of another program's list that the roster part at `path` was read from.

        None if there is none. If the name of the part or of one around it is on the line, only that
        name is marked.
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
        """Return the line with this number, counted from 1, or None if there is none."""
        if number is None or not 0 < number <= len(self._lines):
            return None
        return self._lines[number - 1]


def _get_value(data: Any, path: Path) -> Any:
    """Return the value at `path` in nested mappings and lists."""
    for part in path:
        data = data[part]
    return data


def _trim_line(text: str) -> tuple[int, int]:
    """Return the start and end columns of a line without leading bullets and outer spaces."""
    start, end = len(text) - len(text.lstrip(" \t•◦-–+*")), len(text.rstrip())
    return (start, end) if start < end else (0, end)


def _find_token(text: str, start: int) -> tuple[int, int]:
    """Return the start and end columns of the YAML value that begins at column `start`."""
    if not 0 <= start < len(text):
        return 0, 0
    if text[start].isspace():
        return start, len(text) - len(text[start:].lstrip())
    if text[start] in "\"'":
        closing = text.find(text[start], start + 1)
        return start, closing + 1 if closing > 0 else len(text)
    before = text[:start]
    in_flow = before.count("{") + before.count("[") > before.count("}") + before.count("]")
    end = re.compile(_FLOW_END if in_flow else _PLAIN_END).search(text, start)
    return start, max(end.start() if end else len(text), start + 1)
