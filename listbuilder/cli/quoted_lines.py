"""Find the line of a list that a problem is about, and the part of it that `check` underlines."""

from __future__ import annotations

import re
from typing import Any, NamedTuple

from listbuilder.law.position import Position
from listbuilder.model.base import Path, text_lines
from listbuilder.model.problem import Problem
from listbuilder.store.reader import Document

_NAMES = ("datasheet", "warscroll", "unit", "hero", "regiment_of_renown", "name")  # keys that say what an entry is
_PLAIN_END = re.compile(r"\s+#|\s*$")
_FLOW_END = re.compile(r"\s*[,\]}]|\s+#|\s*$")


class Quoted(NamedTuple):
    """A line of a list. `start` and `end`: the columns of what is wrong, both from 0; None if all or nothing of it is."""

    text: str
    number: int
    start: int | None = None
    end: int | None = None


class Lines:
    """The lines of one list."""

    def __init__(self, done: Position, raw: bytes | None = None) -> None:
        """`raw`: the file, where the list could not be read at all."""
        self._done = done
        content = done.document.raw if done.document is not None else raw or b""
        self._lines = text_lines(content.decode("utf-8-sig", "replace"))

    def of_problem(self, problem: Problem) -> Quoted | None:
        """Return the line that could not be read, or None if it has none."""
        text = self._at(problem.line)
        if text is None or problem.line is None or not text.strip():
            return None
        given = problem.args.get("given")
        if isinstance(given, str) and given and (start := text.find(given)) >= 0:
            return Quoted(text, problem.line, start, start + len(given))
        if self._done.imported is not None or problem.column is None:
            return Quoted(text, problem.line, *_bare(text))
        return Quoted(text, problem.line, *_token(text, problem.column - 1))

    def of_path(self, path: Path) -> Quoted | None:
        """Return the line of a place of the roster, or None for the whole roster and for what has no line."""
        document = self._done.document
        if document is None or not path:
            return None
        if self._done.imported is not None and self._done.format != "listbuilder":
            return self._of_foreign(document, path)
        while path and path not in document.marks:
            path = path[:-1]
        if not path:
            return None
        value = _at(document.data, path)
        if isinstance(value, dict):
            path = next(((*path, key) for key in _NAMES if (*path, key) in document.marks), path)
            value = _at(document.data, path)
        line, column = document.marks[path]
        if not isinstance(value, (dict, list)):
            text = self._at(line)
            return Quoted(text, line, *_token(text, column - 1)) if text else None
        if isinstance(value, list) and len(path) == 1:  # that something is missing among the units is on no line
            return None
        if path not in document.keys:
            text = self._at(line)
            return Quoted(text, line) if text else None
        line, column = document.keys[path]
        text = self._at(line)
        return Quoted(text, line, column - 1, column - 1 + len(str(path[-1]))) if text else None

    def _of_foreign(self, document: Document, path: Path) -> Quoted | None:
        """Another app's list has lines for its units, and for what is said of them."""
        imported = self._done.imported
        mark, text = document.mark(path), None
        if mark is not None:
            text = self._at(mark[0])
        if mark is None or text is None or not text.strip():
            return None
        while path:
            if imported is not None and (name := imported.names.get(path)) and (start := text.find(name)) >= 0:
                return Quoted(text, mark[0], start, start + len(name))
            path = path[:-1]
        return Quoted(text, mark[0], *_bare(text))

    def _at(self, number: int | None) -> str | None:
        return self._lines[number - 1] if number is not None and 0 < number <= len(self._lines) else None


def _at(data: Any, path: Path) -> Any:
    for part in path:
        data = data[part]
    return data


def _bare(text: str) -> tuple[int, int]:
    """Return where a line begins and ends without the spaces and points on either side."""
    start = len(text) - len(text.lstrip(" \t•◦-–+*"))
    return (start, len(text.rstrip())) if start < len(text.rstrip()) else (0, len(text.rstrip()))


def _token(text: str, start: int) -> tuple[int, int]:
    """Return where a YAML value that begins at `start` ends on its line."""
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
