"""Saves rosters: comments, key order and unknown x- keys stay, and nothing is rewritten that did not change.

A text is never believed: it is read back, and where it does not say what the roster holds, the next way to write it is
taken. The last one writes anew from plain data, and that is said.
"""

from __future__ import annotations

import contextlib
import io
from collections.abc import Callable
from pathlib import Path
from typing import Any

import msgspec

from listbuilder.model.edit import Edit
from listbuilder.model.problem import Problem, Unreadable
from listbuilder.model.visible import typed, visible
from listbuilder.store import atomic, reader
from listbuilder.store.following import by_layout, copied
from listbuilder.store.scalars import dash_offset
from listbuilder.store.syntax import own, same

_BOM = b"\xef\xbb\xbf"
_WIDTH = 120  # of lines of a new file
_UNFOLDED = 1 << 30
_LONG = 60  # letters: with what stands before it, such a text could be folded


class Written(msgspec.Struct, frozen=True):
    """What to save; `anew` if the player's own layout could not be kept."""

    raw: bytes
    anew: bool = False


class Manuscript:
    """The text of a roster as its owner wrote it, and the data that edits change."""

    def __init__(self, raw: bytes) -> None:
        self._bom = _BOM if raw.startswith(_BOM) else b""
        self._text = raw.decode("utf-8-sig")
        self.data: Any = own(reader.read_text(raw, "").data)
        self._edits: list[Edit] = []

    def apply(self, edit: Edit) -> Edit:
        """Change the data; returns the edit that takes it back."""
        self._edits.append(edit)
        return copied(edit).apply(self.data)

    def text(self) -> str:
        return self.raw().decode("utf-8-sig")

    def raw(self) -> bytes:
        return self.written(self.data).raw

    def written(self, data: Any) -> Written:
        """The text to save for `data`. What was never changed comes out byte for byte. Raises Unreadable."""
        ways: list[Callable[[], str]] = [
            lambda: by_layout(self._text, self._edits),
            lambda: by_layout(self._text, self._edits, aliases=False),
            lambda: _by_ruamel(self._text, self._edits),
            lambda: _head(self._text) + new_text(data),
        ]
        for number, way in enumerate(ways):
            # A way that fails must not stop the save: the next one is plainer.
            with contextlib.suppress(Exception):
                raw = self._bom + way().encode()
                if says(raw, data):
                    return Written(raw, anew=number > 1)
        return Written(new_text(data).encode(), anew=True)


def says(raw: bytes, data: Any) -> bool:
    """Whether a text, read back, is this very data."""
    try:
        return same(reader.read_text(raw, "").data, data)
    except Unreadable:
        return False


def comment(text: str) -> str:
    """A line of comment: what could not stand in one, or would not be seen, is shown as what it is."""
    return "# " + "".join(each if each.isprintable() else _escape(each) for each in " ".join(text.split())) + "\n"


def _escape(letter: str) -> str:
    code = ord(letter)
    return f"\\x{code:02x}" if code < 0x100 else f"\\u{code:04x}" if code < 0x10000 else f"\\U{code:08x}"


def checked(text: str, data: Any) -> bytes:
    """The text as bytes, if read back it is `data`. Raises Unreadable."""
    try:
        raw = text.encode()
    except UnicodeEncodeError:
        raw = b""
    if not says(raw, data):
        raise Unreadable([Problem(key="not_readable_back")])
    return raw


def write_new(path: Path, raw: bytes, *, force: bool = False) -> None:
    """A roster into a file of its own, which is read back before anybody says that it is there."""
    if path.is_dir():
        example = typed(str(path / "list.yaml"))
        raise Unreadable([Problem(key="folder_to_write", file=str(path), args={"example": example})])
    if atomic.is_taken(path) and not force:
        raise Unreadable([Problem(key="exists_already", file=str(path))])
    write_bytes(path, raw, force=force)
    if not atomic.is_stream(path) and reader.read_bytes(path, len(raw)) != raw:
        raise Unreadable([Problem(key="written_otherwise", file=str(path))])


def write_bytes(path: Path, content: bytes, *, force: bool = False) -> None:
    """Write whole or not at all; says in one sentence why it could not.

    A read-only file is left as it is unless `force` is given: its owner locked what was handed in.
    """
    if not force:
        refuse_read_only(path)
    try:
        atomic.write(path, content)
    except OSError as error:
        if isinstance(error, BrokenPipeError) and atomic.descriptor(path) is not None:
            raise  # whoever read our output has enough of it
        reason = error.strerror or str(error)
        raise Unreadable([Problem(key="cannot_write", file=str(path), args={"reason": reason})]) from None


def refuse_read_only(path: Path) -> None:
    """Raise Unreadable if `path` is a read-only file."""
    if atomic.is_read_only(path):
        raise Unreadable([Problem(key="read_only", file=str(path), args={"path": typed(str(path))})])


def _by_ruamel(text: str, edits: list[Edit]) -> str:
    """By a library that keeps comments, though not always where they were."""
    from ruamel.yaml import YAML

    yaml = YAML()  # round trip
    yaml.preserve_quotes = True
    yaml.width = 4096  # never fold a line the user wrote
    dash = dash_offset(text)
    yaml.indent(mapping=2, sequence=dash + 2, offset=dash)
    tree = yaml.load(text)
    for edit in edits:
        copied(edit).apply(tree)
    return _dumped(yaml, tree)


def _head(text: str) -> str:
    """The comments that a file begins with."""
    lines: list[str] = []
    for line in text.splitlines():
        if line.strip() and not line.startswith("#"):
            break
        lines.append(line + "\n")
    return "".join(lines)


def _dumped(yaml: Any, tree: Any) -> str:
    out = io.StringIO()
    yaml.dump(tree, out)
    return out.getvalue()


def new_text(data: dict[str, Any]) -> str:
    """YAML for a roster that has no file yet. What cannot be seen in it stands as an escape, which reads back as itself.

    Raises Unreadable where it would not read back as what it is.
    """
    if _has_long_text(data):  # a folded name would begin a line of the file with whatever stands in it
        return checked(_new_text(data, _UNFOLDED), data).decode()
    try:
        return checked(_new_text(data, _WIDTH), data).decode()
    except Unreadable:  # the library folds a quoted text beside an escape, too, where a fold is read as a space
        return checked(_new_text(data, _UNFOLDED), data).decode()


def _has_long_text(data: Any) -> bool:
    if isinstance(data, str):
        return len(data) > _LONG
    inside = data.values() if isinstance(data, dict) else data if isinstance(data, list) else ()
    return any(map(_has_long_text, inside))


def _new_text(data: dict[str, Any], width: int) -> str:
    from ruamel.yaml import YAML

    yaml = YAML()
    yaml.width = width
    yaml.indent(mapping=2, sequence=4, offset=2)
    return visible(_dumped(yaml, _quoted_where_hidden(data)), keep="\n")


def _quoted_where_hidden(data: Any) -> Any:
    """Only between double quotes has YAML escapes."""
    from ruamel.yaml.scalarstring import DoubleQuotedScalarString

    if isinstance(data, dict):
        return {_quoted_where_hidden(key): _quoted_where_hidden(value) for key, value in data.items()}
    if isinstance(data, list):
        return [_quoted_where_hidden(each) for each in data]
    return DoubleQuotedScalarString(data) if isinstance(data, str) and visible(data) != data else data
