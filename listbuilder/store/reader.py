"""Reads YAML into plain data and remembers the line and column of every node.

libyaml's parser (the C half of ruamel.yaml) gives events with marks some thirty times faster than the pure one.
Its events are used and not its nodes: its composer recurses in C and dies of deep nesting.
Anything a hostile or careless file can hold ends in a Problem, never in a traceback.
"""

from __future__ import annotations

import os
import sys
from pathlib import Path as FilePath
from typing import Any, BinaryIO

import msgspec

from listbuilder.model.base import Path
from listbuilder.model.bounds import BYTES_A_NODE, MAX_DEPTH
from listbuilder.model.bounds import DATA_BYTES as DATA_BYTES
from listbuilder.model.bounds import ROSTER_BYTES as ROSTER_BYTES
from listbuilder.model.problem import Problem, Unreadable
from listbuilder.store.file_kinds import no_list
from listbuilder.store.syntax_errors import cause, meant

_WORDS: dict[str, bool | None] = {"": None, "~": None, "null": None, "Null": None, "NULL": None}
_WORDS |= {"true": True, "True": True, "TRUE": True, "false": False, "False": False, "FALSE": False}

_STARTS_NUMBER = frozenset("+-.0123456789")
_IN_FLOAT = frozenset("0123456789.eE+-")

Mark = tuple[int, int]


class Document(msgspec.Struct, frozen=True):
    """Plain data, the source it came from, and where each node of it stands (line and column from 1)."""

    data: Any
    marks: dict[Path, Mark]
    keys: dict[Path, Mark]
    file: str
    raw: bytes

    @property
    def stem(self) -> str:
        """The name of its file without what follows the last point."""
        name = self.file.replace("\\", "/").rpartition("/")[2]
        return name.rpartition(".")[0] or name

    def mark(self, path: Path) -> Mark | None:
        """Where `path` stands, or the nearest thing around it that stands anywhere."""
        while True:
            if path in self.marks:
                return self.marks[path]
            if not path:
                return None
            path = path[:-1]

    def key_mark(self, path: Path) -> tuple[int | None, int | None]:
        """Where the key of `path` stands (its value may begin elsewhere)."""
        return self.keys.get(path) or self.mark(path) or (None, None)

    def problem(self, key: str, path: Path = (), **args: Any) -> Problem:
        line, column = self.mark(path) or (None, None)
        return Problem(key=key, args=args, file=self.file, line=line, column=column, path=path)


def read_bytes(path: FilePath, limit: int) -> bytes:
    """The file's bytes, or the one reason why they cannot be had. Of a file without an end no more than the limit is read."""
    name = str(path)
    try:
        if os.path.isdir(path):
            raise Unreadable([Problem(key="is_a_folder", file=name)])
        with open(path, "rb") as stream:
            size = os.fstat(stream.fileno()).st_size  # nothing, of a pipe or a device
            if size > limit:
                raise Unreadable([_too_large(name, size, limit)])
            return read_stream(stream, name, limit)
    except FileNotFoundError:
        key = "a_link" if name.startswith(("http:", "https:")) else "no_such_file"
        raise Unreadable([Problem(key=key, file=name)]) from None
    except (OSError, ValueError) as error:
        raise Unreadable([_cannot_open(name, error)]) from None


def read_stdin(limit: int) -> bytes:
    """What is given on standard input, as a file of the name `-`."""
    if sys.stdin is None:
        raise Unreadable([Problem(key="stdin_closed", file="-")])
    try:
        return read_stream(sys.stdin.buffer, "-", limit)
    except OSError as error:
        raise Unreadable([_cannot_open("-", error)]) from None


def read_named(name: str, limit: int) -> bytes:
    """A file as a command names it."""
    return read_stdin(limit) if name == "-" else read_bytes(FilePath(name), limit)


def read_stream(stream: BinaryIO, name: str, limit: int) -> bytes:
    raw = stream.read(limit + 1)
    if len(raw) > limit:
        raise Unreadable([Problem(key="too_large_stream", args={"limit": f"{limit / 1e6:.0f}"}, file=name)])
    return raw


def _cannot_open(name: str, error: Exception) -> Problem:
    return Problem(key="cannot_open", args={"reason": getattr(error, "strerror", None) or str(error)}, file=name)


def _too_large(name: str, size: int, limit: int) -> Problem:
    return Problem(key="too_large", args={"size": f"{size / 1e6:.1f}", "limit": f"{limit / 1e6:.0f}"}, file=name)


def read_file(path: FilePath, limit: int = ROSTER_BYTES) -> Document:
    return read_text(read_bytes(path, limit), str(path), limit)


def read_text(raw: bytes, name: str, limit: int = ROSTER_BYTES) -> Document:
    """Parse YAML bytes. Raises Unreadable with line and column."""
    if len(raw) > limit:
        raise Unreadable([_too_large(name, len(raw), limit)])
    text = _decode(raw, name)
    builder = _Builder(name, limit // BYTES_A_NODE)
    _parse(text, name, builder)
    if not builder.roots:
        raise Unreadable([Problem(key="empty", file=name, line=1, column=1)])
    if builder.problems:
        raise Unreadable(builder.problems)
    return Document(builder.roots[0], builder.marks, builder.keys, name, raw)


def _decode(raw: bytes, name: str) -> str:
    try:
        text = raw.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        if (known := no_list(raw, name)) is not None:
            raise Unreadable([known]) from None
        line = raw.count(b"\n", 0, error.start) + 1
        column = error.start - raw.rfind(b"\n", 0, error.start)
        raise Unreadable([Problem(key="not_utf8", file=name, line=line, column=column)]) from None
    return text


def _parse(text: str, name: str, builder: _Builder) -> None:
    from _ruamel_yaml import CParser
    from ruamel.yaml.error import MarkedYAMLError, YAMLError

    try:
        parser = CParser(text)
        while (event := parser.get_event()) is not None:
            builder.take(event)
    except MarkedYAMLError as error:
        mark = error.problem_mark or error.context_mark
        line, column = (mark.line + 1, mark.column + 1) if mark else (None, None)
        if error.context_mark and "expected ':'" in (error.problem or ""):  # noticed on the line after
            line, column = error.context_mark.line + 1, error.context_mark.column + 1
        raise Unreadable([_syntax(text, error.problem or "", name, line, column)]) from None
    except YAMLError as error:
        line, column = _place_of_bad_character(text, error)
        problem = Problem(
            key="not_yaml",
            args={"problem": cause(str(getattr(error, "reason", None) or error))},
            file=name,
            line=line,
            column=column,
        )
        raise Unreadable([problem]) from None


def _syntax(text: str, problem: str, name: str, line: int | None, column: int | None) -> Problem:
    lines = text.splitlines()
    if line is not None and line <= len(lines) and "\t" in lines[line - 1]:
        column = lines[line - 1].index("\t") + 1
        return Problem(key="tab", file=name, line=line, column=column)
    if "expected a single document" in problem or "but found another document" in problem:
        return Problem(key="two_documents", file=name, line=line, column=column)
    if "undefined alias" in problem:
        return Problem(key="undefined_alias", file=name, line=line, column=column)
    what = cause(problem)
    if line is not None and line <= len(lines):
        what, line, column = meant(problem, lines, line, column)
    return Problem(key="not_yaml", args={"problem": what}, file=name, line=line, column=column)


def _place_of_bad_character(text: str, error: Exception) -> tuple[int | None, int | None]:
    position = getattr(error, "position", None)
    if not isinstance(position, int) or not 0 <= position <= len(text):
        return None, None
    before = text[:position]
    return before.count("\n") + 1, position - (before.rfind("\n") + 1) + 1


class _Open(msgspec.Struct):
    """A list or map whose end has not come yet."""

    value: Any
    path: Path
    anchor: str | None
    first_node: int
    key: Any = None
    has_key: bool = False
    key_mark: Mark = (0, 0)
    dropped: bool = False


class _Builder:
    """Turns parser events into dicts, lists and scalars of YAML 1.2, and notes where each stood.

    An alias is the value itself again, not a copy, but counts as often as it is used: an alias bomb ends at `most`.
    """

    def __init__(self, name: str, most: int) -> None:
        self.name = name
        self.most = most
        self.marks: dict[Path, Mark] = {}
        self.keys: dict[Path, Mark] = {}
        self.problems: list[Problem] = []
        self.roots: list[Any] = []
        self._open: list[_Open] = []
        self._anchors: dict[str, tuple[Any, int]] = {}
        self._nodes = 0
        self._take = {
            "ScalarEvent": self._take_scalar,
            "SequenceStartEvent": self._start,
            "MappingStartEvent": self._start,
            "SequenceEndEvent": self._end,
            "MappingEndEvent": self._end,
            "AliasEvent": self._take_alias,
            "DocumentStartEvent": self._start_document,
        }

    def take(self, event: Any) -> None:
        handler = self._take.get(type(event).__name__)
        if handler is not None:
            handler(event)

    def _problem(self, key: str, event: Any, **args: Any) -> Problem:
        mark = event.start_mark
        problem = Problem(key=key, args=args, file=self.name, line=mark.line + 1, column=mark.column + 1)
        self.problems.append(problem)
        return problem

    def _stop(self, key: str, event: Any, **args: Any) -> None:
        self._problem(key, event, **args)
        raise Unreadable(self.problems)

    def _start_document(self, event: Any) -> None:
        if self.roots:
            self._stop("two_documents", event)

    def _take_scalar(self, event: Any) -> None:
        self._count(1, event)
        value = _scalar(event)
        top = self._open[-1] if self._open else None
        if top is not None and isinstance(top.value, dict) and not top.has_key:
            self._take_key(top, value, event)
            return
        if event.anchor:
            self._anchors[event.anchor] = (value, 1)
        mark = event.start_mark
        place = (mark.line + 1, mark.column + 1)
        if top is not None and value is None and event.value == "" and top.has_key:
            place = top.key_mark  # an empty value stands nowhere: point at its key
        self._put(value, place)

    def _take_key(self, top: _Open, key: Any, event: Any) -> None:
        mark = event.start_mark
        top.key, top.has_key, top.key_mark = key, True, (mark.line + 1, mark.column + 1)
        top.dropped = key in top.value
        if top.dropped:
            self._problem("duplicate_key", event, given=str(key))

    def _take_alias(self, event: Any) -> None:
        if event.anchor not in self._anchors:
            self._stop("undefined_alias", event, given=event.anchor)
        value, nodes = self._anchors[event.anchor]
        self._count(nodes, event)
        top = self._open[-1] if self._open else None
        if top is not None and isinstance(top.value, dict) and not top.has_key:
            self._stop("key_not_a_word", event)
        mark = event.start_mark
        self._put(value, (mark.line + 1, mark.column + 1))

    def _count(self, nodes: int, event: Any) -> None:
        self._nodes += nodes
        if self._nodes > self.most:
            self._stop("too_many_nodes", event, limit=self.most)

    def _start(self, event: Any) -> None:
        self._count(1, event)
        if len(self._open) >= MAX_DEPTH:
            self._stop("too_deep", event, limit=MAX_DEPTH)
        top = self._open[-1] if self._open else None
        if top is not None and isinstance(top.value, dict) and not top.has_key:
            self._stop("key_not_a_word", event)
        value: Any = {} if type(event).__name__ == "MappingStartEvent" else []
        mark = event.start_mark
        path = self._put(value, (mark.line + 1, mark.column + 1))
        self._open.append(_Open(value, path, event.anchor, self._nodes))

    def _end(self, event: Any) -> None:
        done = self._open.pop()
        if done.anchor:
            self._anchors[done.anchor] = (done.value, self._nodes - done.first_node + 1)

    def _put(self, value: Any, mark: Mark) -> Path:
        if not self._open:
            self.roots.append(value)
            self.marks[()] = mark
            return ()
        top = self._open[-1]
        if isinstance(top.value, list):
            path = (*top.path, len(top.value))
            top.value.append(value)
        else:
            path = (*top.path, top.key)
            top.has_key = False
            if top.dropped:
                return path
            top.value[top.key] = value
            self.keys[path] = top.key_mark
        self.marks[path] = mark
        return path


def _scalar(event: Any) -> Any:
    text = event.value
    if event.style in ("'", '"', "|", ">"):
        return text
    if text in _WORDS:
        return _WORDS[text]
    if text[0] in _STARTS_NUMBER:
        return _number(text)
    return text


def _number(text: str) -> Any:
    """A number of YAML 1.2, or the text itself (a date, 6", a version)."""
    digits = text[1:] if text[0] in "+-" else text
    if digits.isdecimal() and digits.isascii():
        return int(text) if len(text) < 20 else text
    if set(digits) <= _IN_FLOAT and any(c.isdecimal() for c in digits):
        try:
            return float(text)
        except ValueError:
            return text
    return text
