"""Saves rosters: comments, key order and unknown x- keys stay, and nothing is rewritten that did not change.

The file is read once with ruamel's round-trip loader and every edit is applied to that tree, so a save touches only
the lines an edit touched. A new roster is written from plain data in the order of its model.
"""

from __future__ import annotations

import io
from pathlib import Path
from typing import Any

from listbuilder.model.edit import Edit
from listbuilder.model.problem import Problem, Unreadable
from listbuilder.model.visible import visible
from listbuilder.store import atomic, reader

WIDTH = 4096  # never fold a line the user wrote


class Manuscript:
    """The text of a roster as its owner wrote it, and the tree that edits change."""

    def __init__(self, raw: bytes) -> None:
        self._bom = raw.startswith(b"\xef\xbb\xbf")
        text = raw.decode("utf-8-sig")
        self._newline = "\r\n" if "\r\n" in text else "\n"
        self._original = text
        self._lines = text.replace("\r\n", "\n")
        self._yaml = _yaml(self._lines)
        self.tree: Any = self._yaml.load(self._lines)
        self._start = _dumped(self._yaml, self.tree)

    def apply(self, edit: Edit) -> Edit:
        """Change the tree; returns the edit that takes it back."""
        return edit.apply(self.tree)

    def text(self) -> str:
        """The text to save. What was never changed comes out byte for byte."""
        dumped = _dumped(self._yaml, self.tree)
        if dumped == self._start:
            return self._original
        merged = merge_lines(self._lines, self._start, dumped)
        if not _same_content(merged, dumped):
            merged = dumped  # where the user's layout and ruamel's do not go together, content goes first
        return merged.replace("\n", self._newline)

    def raw(self) -> bytes:
        return (b"\xef\xbb\xbf" if self._bom else b"") + self.text().encode()

    def save(self, path: Path) -> None:
        write_bytes(path, self.raw())


def write_bytes(path: Path, content: bytes) -> None:
    """Write whole or not at all; says in one sentence why it could not."""
    try:
        atomic.write(path, content)
    except OSError as error:
        reason = error.strerror or str(error)
        raise Unreadable([Problem(key="cannot_write", file=str(path), args={"reason": reason})]) from None


def merge_lines(original: str, before: str, after: str) -> str:
    """`after`, but with every line that an edit left alone as its owner wrote it.

    ruamel lays out some lines its own way (spaces, quotes, indentation). `before` is its layout of the unchanged
    original, so a line of `after` that was in `before` is one nobody edited, and the original's line stands for it.
    """
    import difflib

    theirs, plain, wanted = (text.splitlines(keepends=True) for text in (original, before, after))
    if len(theirs) != len(plain):
        return after
    result: list[str] = []
    for tag, i1, i2, j1, j2 in difflib.SequenceMatcher(None, plain, wanted, autojunk=False).get_opcodes():
        result.extend(theirs[i1:i2] if tag == "equal" else wanted[j1:j2])
        if tag == "delete":
            result.extend(_comments_at_end(theirs[i1:i2]))
    return "".join(result)


def _comments_at_end(lines: list[str]) -> list[str]:
    """Comments behind what was removed speak of what comes next, and ruamel would take them along."""
    kept = len(lines)
    while kept and lines[kept - 1].lstrip().startswith("#"):
        kept -= 1
    return lines[kept:]


def _same_content(one: str, other: str) -> bool:
    try:
        return bool(reader.read_text(one.encode(), "").data == reader.read_text(other.encode(), "").data)
    except Unreadable:
        return False


def _yaml(text: str) -> Any:
    from ruamel.yaml import YAML

    yaml = YAML()  # round trip
    yaml.preserve_quotes = True
    yaml.width = WIDTH
    yaml.allow_unicode = True
    offset = _dash_offset(text)
    yaml.indent(mapping=2, sequence=offset + 2, offset=offset)
    return yaml


def _dash_offset(text: str) -> int:
    """How far the user indents the dashes of a list under its key: the style of the first such list."""
    above = 0
    for line in text.splitlines():
        bare = line.lstrip(" ")
        if bare.startswith("- "):
            return max(0, min(8, len(line) - len(bare) - above))
        if bare and not bare.startswith("#"):
            above = len(line) - len(bare)
    return 2


def _dumped(yaml: Any, tree: Any) -> str:
    out = io.StringIO()
    yaml.dump(tree, out)
    return out.getvalue()


def new_text(data: dict[str, Any]) -> str:
    """YAML for a roster that has no file yet. What cannot be seen in it stands as an escape, which reads back as itself."""
    from ruamel.yaml import YAML

    yaml = YAML()
    yaml.width = 120
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


def scalar(text: str) -> str:
    """A text of the player's as a value on a line of YAML: as it is where it reads back so, else between quotes."""
    import json

    try:
        plain = visible(text) == text and reader.read_text(f"x: {text}".encode(), "").data == {"x": text}
    except Unreadable:
        plain = False
    return text if plain else visible(json.dumps(text, ensure_ascii=False))
