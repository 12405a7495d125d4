"""Reading YAML into plain data, with the line and column of every node.

libyaml's parser (the C half of ruamel.yaml) gives events with marks some thirty times faster than
the pure one. Its events are used and not its nodes: its composer recurses in C and dies of deep
nesting. Anything a hostile or careless file can hold ends in a Problem, never in a traceback.
"""

from __future__ import annotations

import os
import sys
from pathlib import Path as FilePath
from typing import Any, BinaryIO, Protocol

import msgspec

from listbuilder.model.base import Path
from listbuilder.model.limits import BYTES_A_NODE, MAX_DEPTH
from listbuilder.model.limits import DATA_BYTES as DATA_BYTES
from listbuilder.model.limits import ROSTER_BYTES as ROSTER_BYTES
from listbuilder.model.problem import Problem, Unreadable

_WORDS: dict[str, bool | None] = {"": None, "~": None, "null": None, "Null": None, "NULL": None}
_WORDS |= {"true": True, "True": True, "TRUE": True, "false": False, "False": False, "FALSE": False}

_STARTS_NUMBER = frozenset("+-.0123456789")
_IN_FLOAT = frozenset("0123456789.eE+-")

Mark = tuple[int, int]


class YamlDocument(msgspec.Struct, frozen=True):
    """Plain data, the source it came from, and line and column (from 1) of each of its nodes."""

    data: Any
    marks: dict[Path, Mark]
    keys: dict[Path, Mark]
    file: str
    raw: bytes

    @property
    def stem(self) -> str:
        """Return the file's name without its folder and without its ending."""
        name = self.file.replace("\\", "/").rpartition("/")[2]
        return name.rpartition(".")[0] or name

    def find_mark(self, path: Path) -> Mark | None:
        """Return (line, column) of the node at `path`, or of the nearest node around it.

        None if no such node has a known place.
        """
        while True:
            if path in self.marks:
                return self.marks[path]
            if not path:
                return None
            path = path[:-1]

    def find_key_mark(self, path: Path) -> tuple[int | None, int | None]:
        """Return (line, column) of the key at `path`, or of the nearest node with a known place.

        (None, None) if there is no such node. Key and value may differ: the value may begin on
        another line.
        """
        return self.keys.get(path) or self.find_mark(path) or (None, None)

    def make_problem(self, key: str, path: Path = (), **args: object) -> Problem:
        """Return the Problem `key` with `args`, placed at the line and column of `path`."""
        line, column = self.find_mark(path) or (None, None)
        return Problem(key=key, args=args, file=self.file, line=line, column=column, path=path)


def read_bytes(path: FilePath, limit: int) -> bytes:
    """Return the bytes of the file at `path`; raise Unreadable if that isn't possible.

    Files of more than `limit` bytes are refused. From a pipe or a device, which may have no end, no
    more than the limit is read.
    """
    name = str(path)
    try:
        if os.path.isdir(path):
            raise Unreadable([Problem(key="is_a_folder", file=name)])
        with open(path, "rb") as stream:
            size = os.fstat(stream.fileno()).st_size  # nothing, of a pipe or a device
            if size > limit:
                raise Unreadable([_make_too_large_problem(name, size, limit)])
            return read_stream(stream, name, limit)
    except FileNotFoundError:
        key = "a_link" if name.startswith(("http:", "https:")) else "no_such_file"
        raise Unreadable([Problem(key=key, file=name)]) from None
    except (OSError, ValueError) as error:
        raise Unreadable([_make_cannot_open_problem(name, error)]) from None


def read_stdin(limit: int) -> bytes:
    """Return the bytes given on standard input, which problems call `-`.

    Raises Unreadable if it is closed, can't be read or has more than `limit` bytes.
    """
    if sys.stdin is None:
        raise Unreadable([Problem(key="stdin_closed", file="-")])
    try:
        return read_stream(sys.stdin.buffer, "-", limit)
    except OSError as error:
        raise Unreadable([_make_cannot_open_problem("-", error)]) from None


def read_named_file(name: str, limit: int) -> bytes:
    """Return the bytes of the file `name`, or of standard input if the name is `-`.

    Raises Unreadable, also for more than `limit` bytes.
    """
    return read_stdin(limit) if name == "-" else read_bytes(FilePath(name), limit)


def read_stream(stream: BinaryIO, name: str, limit: int) -> bytes:
    """Return all bytes of `stream`, or raise Unreadable if there are more than `limit`.

    `name` is the file named in that problem.
    """
    raw = stream.read(limit + 1)
    if len(raw) > limit:
        args = {"limit": f"{limit / 1e6:.0f}"}
        raise Unreadable([Problem(key="too_large_stream", args=args, file=name)])
    return raw


def _make_cannot_open_problem(name: str, error: Exception) -> Problem:
    """Return the problem that file `name` can't be opened, with the reason from `error`."""
    reason = getattr(error, "strerror", None) or str(error)
    return Problem(key="cannot_open", args={"reason": reason}, file=name)


def _make_too_large_problem(name: str, size: int, limit: int) -> Problem:
    """Return the problem that file `name` has `size` bytes, more than `limit`."""
    return Problem(
        key="too_large",
        args={"size": f"{size / 1e6:.1f}", "limit": f"{limit / 1e6:.0f}"},
        file=name,
    )


def read_yaml_file(path: FilePath, limit: int = ROSTER_BYTES) -> YamlDocument:
    """Return the data in the YAML file at `path`, with the line and column of every node.

    Raises Unreadable, which names the line and column of what is wrong. Files of more than `limit`
    bytes are refused.
    """
    return read_yaml(read_bytes(path, limit), str(path), limit)


def read_yaml(raw: bytes, name: str, limit: int = ROSTER_BYTES) -> YamlDocument:
    """Return the data in the YAML bytes `raw`, with the line and column of every node.

    `name`: the file named in problems. Raises Unreadable with line and column. More than `limit`
    bytes, or more nodes than a file of that size may have, are refused.
    """
    if len(raw) > limit:
        raise Unreadable([_make_too_large_problem(name, len(raw), limit)])
    text = _decode_utf8(raw, name)
    builder = _DocumentBuilder(name, limit // BYTES_A_NODE)
    _parse_into(text, name, builder)
    if not builder.roots:
        raise Unreadable([Problem(key="empty", file=name, line=1, column=1)])
    if builder.problems:
        raise Unreadable(builder.problems)
    return YamlDocument(builder.roots[0], builder.marks, builder.keys, name, raw)


def _decode_utf8(raw: bytes, name: str) -> str:
    """Return the UTF-8 bytes `raw` as text, or raise Unreadable.

    The problem names the kind of file (a picture, a zip) if that can be recognised, otherwise the
    place of the first wrong byte.
    """
    try:
        text = raw.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        from listbuilder.data.file_kinds import make_no_list_problem

        if (problem := make_no_list_problem(raw, name)) is not None:
            raise Unreadable([problem]) from None
        line = raw.count(b"\n", 0, error.start) + 1
        column = error.start - raw.rfind(b"\n", 0, error.start)
        raise Unreadable([Problem(key="not_utf8", file=name, line=line, column=column)]) from None
    return text


def _parse_into(text: str, name: str, builder: _DocumentBuilder) -> None:
    """Parse the YAML `text` and give every event of the parser to `builder`.

    Raises Unreadable with the place of a syntax error. The parser notices a missing colon only on
    the next line; the problem names the line that lacks it.
    """
    from _ruamel_yaml import CParser
    from ruamel.yaml.error import MarkedYAMLError, YAMLError

    try:
        parser = CParser(text)
        while (event := parser.get_event()) is not None:
            builder.handle_event(event)
    except MarkedYAMLError as error:
        mark = error.problem_mark or error.context_mark
        line, column = (mark.line + 1, mark.column + 1) if mark else (None, None)
        if error.context_mark and "expected ':'" in (
            error.problem or ""
        ):  # noticed on the line after
            line, column = error.context_mark.line + 1, error.context_mark.column + 1
        raise Unreadable(
            [_make_syntax_problem(text, error.problem or "", name, line, column)]
        ) from None
    except YAMLError as error:
        from listbuilder.yamlio.syntax_errors import describe_error

        line, column = _locate_bad_character(text, error)
        problem = Problem(
            key="not_yaml",
            args={"problem": describe_error(str(getattr(error, "reason", None) or error))},
            file=name,
            line=line,
            column=column,
        )
        raise Unreadable([problem]) from None


def _make_syntax_problem(
    text: str, problem: str, name: str, line: int | None, column: int | None
) -> Problem:
    """Return the problem for the parser's complaint `problem`, in a player's words, with its place.

    A tab, a second document and an unknown alias have problems of their own.
    """
    from listbuilder.yamlio.syntax_errors import describe_error, describe_in_line

    lines = text.splitlines()
    if line is not None and line <= len(lines) and "\t" in lines[line - 1]:
        column = lines[line - 1].index("\t") + 1
        return Problem(key="tab", file=name, line=line, column=column)
    if "expected a single document" in problem or "but found another document" in problem:
        return Problem(key="two_documents", file=name, line=line, column=column)
    if "undefined alias" in problem:
        return Problem(key="undefined_alias", file=name, line=line, column=column)
    phrase = describe_error(problem)
    if line is not None and line <= len(lines):
        phrase, line, column = describe_in_line(problem, lines, line, column)
    return Problem(key="not_yaml", args={"problem": phrase}, file=name, line=line, column=column)


def _locate_bad_character(text: str, error: Exception) -> tuple[int | None, int | None]:
    """Return (line, column) of the character that the parser refused; (None, None) if unknown."""
    position = getattr(error, "position", None)
    if not isinstance(position, int) or not 0 <= position <= len(text):
        return None, None
    before = text[:position]
    return before.count("\n") + 1, position - (before.rfind("\n") + 1) + 1


class _EventMark(Protocol):
    """A place in a text, counted from 0."""

    index: int
    line: int
    column: int


class ParserEvent(Protocol):
    """An event of libyaml's parser, which has no types. Only some kinds have all attributes."""

    start_mark: _EventMark
    end_mark: _EventMark
    anchor: Any  # a text, or None
    value: str
    style: str | None
    flow_style: bool | None


class _OpenCollection(msgspec.Struct):
    """A list or map whose end has not been read yet."""

    value: Any
    path: Path
    anchor: str | None
    first_node: int
    key: Any = None
    has_key: bool = False
    key_mark: Mark = (0, 0)
    dropped: bool = False


class _DocumentBuilder:
    """A builder of dicts, lists and scalars of YAML 1.2 from parser events; it notes their places.

    An alias is the value itself again, not a copy, but counts as often as it is used: an alias bomb
    ends at `most` nodes.
    """

    def __init__(self, name: str, most: int) -> None:
        """Start with no data.

        `name`: the file named in problems. `most`: the number of nodes allowed.
        """
        self.name = name
        self.most = most
        self.marks: dict[Path, Mark] = {}
        self.keys: dict[Path, Mark] = {}
        self.problems: list[Problem] = []
        self.roots: list[Any] = []
        self._open: list[_OpenCollection] = []
        self._anchors: dict[str, tuple[Any, int]] = {}
        self._nodes = 0
        self._take = {
            "ScalarEvent": self._add_scalar,
            "SequenceStartEvent": self._open_collection,
            "MappingStartEvent": self._open_collection,
            "SequenceEndEvent": self._close_collection,
            "MappingEndEvent": self._close_collection,
            "AliasEvent": self._add_alias,
            "DocumentStartEvent": self._start_document,
        }

    def handle_event(self, event: ParserEvent) -> None:
        """Add what one parser event brings to the document; ignore events that carry no data.

        Raises Unreadable if the document can't be read on.
        """
        handler = self._take.get(type(event).__name__)
        if handler is not None:
            handler(event)

    def _add_problem(self, key: str, event: ParserEvent, **args: Any) -> Problem:
        """Add the problem `key` at the place of `event` to the document's problems, and
        return it.
        """
        mark = event.start_mark
        problem = Problem(
            key=key, args=args, file=self.name, line=mark.line + 1, column=mark.column + 1
        )
        self.problems.append(problem)
        return problem

    def _stop_with_problem(self, key: str, event: ParserEvent, **args: object) -> None:
        """Add the problem `key` at the place of `event`; raise Unreadable with all problems."""
        self._add_problem(key, event, **args)
        raise Unreadable(self.problems)

    def _start_document(self, event: ParserEvent) -> None:
        """Raise Unreadable if the file has a second document."""
        if self.roots:
            self._stop_with_problem("two_documents", event)

    def _add_scalar(self, event: ParserEvent) -> None:
        """Add the scalar of `event` to the document as a key or a value, and remember its anchor.

        The place of an empty value is that of its key, because it has no text of its own.
        """
        self._count_nodes(1, event)
        value = _convert_scalar(event)
        top = self._open[-1] if self._open else None
        if top is not None and isinstance(top.value, dict) and not top.has_key:
            self._set_key(top, value, event)
            return
        if event.anchor:
            self._anchors[event.anchor] = (value, 1)
        mark = event.start_mark
        place = (mark.line + 1, mark.column + 1)
        if top is not None and value is None and event.value == "" and top.has_key:
            place = top.key_mark  # an empty value stands nowhere: point at its key
        self._place_value(value, place)

    def _set_key(self, top: _OpenCollection, key: Any, event: ParserEvent) -> None:
        """Remember `key` as the key of the value that comes next in the map `top`.

        If the map has that key already, a problem is added, and the next value will be dropped.
        """
        mark = event.start_mark
        top.key, top.has_key, top.key_mark = key, True, (mark.line + 1, mark.column + 1)
        top.dropped = key in top.value
        if top.dropped:
            self._add_problem("duplicate_key", event, given=str(key))

    def _add_alias(self, event: ParserEvent) -> None:
        """Add the value that the alias in `event` stands for; its nodes are counted once more.

        Raises Unreadable if its anchor is unknown, or if the alias is used as a key.
        """
        if event.anchor not in self._anchors:
            self._stop_with_problem("undefined_alias", event, given=event.anchor)
        value, nodes = self._anchors[event.anchor]
        self._count_nodes(nodes, event)
        top = self._open[-1] if self._open else None
        if top is not None and isinstance(top.value, dict) and not top.has_key:
            self._stop_with_problem("key_not_a_word", event)
        mark = event.start_mark
        self._place_value(value, (mark.line + 1, mark.column + 1))

    def _count_nodes(self, nodes: int, event: ParserEvent) -> None:
        """Add `nodes` to the number of nodes; raise Unreadable if there are more than allowed."""
        self._nodes += nodes
        if self._nodes > self.most:
            self._stop_with_problem("too_many_nodes", event, limit=self.most)

    def _open_collection(self, event: ParserEvent) -> None:
        """Add the list or map that `event` begins, and make it the one that gets the next values.

        Raises Unreadable if it is nested too deeply or used as a key.
        """
        self._count_nodes(1, event)
        if len(self._open) >= MAX_DEPTH:
            self._stop_with_problem("too_deep", event, limit=MAX_DEPTH)
        top = self._open[-1] if self._open else None
        if top is not None and isinstance(top.value, dict) and not top.has_key:
            self._stop_with_problem("key_not_a_word", event)
        value: Any = {} if type(event).__name__ == "MappingStartEvent" else []
        mark = event.start_mark
        path = self._place_value(value, (mark.line + 1, mark.column + 1))
        self._open.append(_OpenCollection(value, path, event.anchor, self._nodes))

    def _close_collection(self, event: ParserEvent) -> None:
        """Close the innermost open list or map; remember its value and number of nodes by its
        anchor.
        """
        done = self._open.pop()
        if done.anchor:
            self._anchors[done.anchor] = (done.value, self._nodes - done.first_node + 1)

    def _place_value(self, value: object, mark: Mark) -> Path:
        """Add `value` to the innermost open list or map, or make it the root, and return its path.

        `mark`: its line and column, which are noted. The second value of a key that occurs twice is
        dropped.
        """
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


def _convert_scalar(event: ParserEvent) -> Any:
    """Return the value of a scalar: its text if it is quoted, else null, true, false, a number or
    text.
    """
    text = event.value
    if event.style in ("'", '"', "|", ">"):
        return text
    if text in _WORDS:
        return _WORDS[text]
    if text[0] in _STARTS_NUMBER:
        return _parse_number(text)
    return text


def _parse_number(text: str) -> Any:
    """Return `text` as an int or a float if it is a decimal number, else `text` itself.

    Hexadecimal and octal numbers and `.inf` stay texts, as do a date, a length such as 6", a
    version, and integers of 20 characters or more.
    """
    digits = text[1:] if text[0] in "+-" else text
    if digits.isdecimal() and digits.isascii():
        return int(text) if len(text) < 20 else text
    if set(digits) <= _IN_FLOAT and any(c.isdecimal() for c in digits):
        try:
            return float(text)
        except ValueError:
            return text
    return text
