"""Saving rosters: comments, key order and unknown x- keys stay, only what changed is rewritten.

A text is never believed: it is read back, and where it does not say what the roster holds, the next
way to write it is taken. The last one writes anew from plain data, and that is said.
"""

from __future__ import annotations

import contextlib
import io
from collections.abc import Callable
from pathlib import Path
from typing import Any

import msgspec

from listbuilder.data import atomic_file
from listbuilder.model.edit import Edit
from listbuilder.model.problem import Problem, Unreadable, make_unwritable_problem
from listbuilder.model.safe_text import escape_hidden, quote_for_shell
from listbuilder.yamlio import reader
from listbuilder.yamlio.follow_edits import copy_edit, write_by_layout
from listbuilder.yamlio.node_positions import copy_unshared, is_same
from listbuilder.yamlio.scalars import find_dash_offset

_BOM = b"\xef\xbb\xbf"
_WIDTH = 120  # of lines of a new file
_UNFOLDED = 1 << 30
_LONG = 60  # letters: with what stands before it, such a text could be folded


class SavedText(msgspec.Struct, frozen=True):
    """The bytes to save; `anew` if the player's own layout could not be kept."""

    raw: bytes
    anew: bool = False


class Manuscript:
    """The text of a roster as its owner wrote it, and the data that edits change."""

    def __init__(self, raw: bytes) -> None:
        """Read the YAML `raw` of a roster. Raises Unreadable."""
        self._bom = _BOM if raw.startswith(_BOM) else b""
        self._text = raw.decode("utf-8-sig")
        self.data: Any = copy_unshared(reader.read_yaml(raw, "").data)
        self._edits: list[Edit] = []

    def apply_edit(self, edit: Edit) -> Edit:
        """Change the data by `edit`, and return the edit that undoes it."""
        self._edits.append(edit)
        return copy_edit(edit).apply_in_place(self.data)

    def compose_text(self) -> str:
        """Return the text of the roster as it is now."""
        return self.compose_bytes().decode("utf-8-sig")

    def compose_bytes(self) -> bytes:
        """Return the bytes of the roster as it is now."""
        return self.compose_written(self.data).raw

    def compose_written(self, data: Any) -> SavedText:
        """Return the bytes to save for `data`, the roster after all edits.

        Whatever was not changed stays byte for byte. If the layout can't be kept, plainer ways of
        writing are tried, because a failing way must not prevent saving. The result says if the
        file was written anew. Raises Unreadable if no way gives a text that reads back as `data`.
        """
        ways: list[Callable[[], str]] = [
            lambda: write_by_layout(self._text, self._edits),
            lambda: write_by_layout(self._text, self._edits, aliases=False),
            lambda: _write_by_ruamel(self._text, self._edits),
            lambda: _get_head_comments(self._text) + write_new_text(data),
        ]
        for number, way in enumerate(ways):
            # A way that fails must not stop the save: the next one is plainer.
            with contextlib.suppress(Exception):
                raw = self._bom + way().encode()
                if is_text_of(raw, data):
                    return SavedText(raw, anew=number > 1)
        return SavedText(write_new_text(data).encode(), anew=True)


def is_text_of(raw: bytes, data: object) -> bool:
    """Return whether the YAML bytes `raw`, read again, give exactly `data`."""
    try:
        return is_same(reader.read_yaml(raw, "").data, data)
    except Unreadable:
        return False


def make_comment(text: str) -> str:
    """Return `text` as one line of comment.

    Characters that could not stand in one, or would not be seen, are written as escapes.
    """
    return (
        "# "
        + "".join(
            character if character.isprintable() else _escape_character(character)
            for character in " ".join(text.split())
        )
        + "\n"
    )


def _escape_character(letter: str) -> str:
    r"""Return one character as an escape of YAML, such as `\x07`."""
    code = ord(letter)
    if code < 0x100:
        return f"\\x{code:02x}"
    if code < 0x10000:
        return f"\\u{code:04x}"
    return f"\\U{code:08x}"


def encode_checked(text: str, data: object) -> bytes:
    """Return `text` as bytes after checking that it reads back as `data`; raise Unreadable if
    not.
    """
    try:
        raw = text.encode()
    except UnicodeEncodeError:
        raw = b""
    if not is_text_of(raw, data):
        raise Unreadable([Problem(key="not_readable_back")])
    return raw


def write_new_file(path: Path, raw: bytes, *, force: bool = False) -> None:
    """Write the bytes `raw` of a roster to `path`, and read them back to check.

    Raises Unreadable for a folder, for a file that exists already unless `force` is given, and if
    other bytes are read back.
    """
    if path.is_dir():
        example = quote_for_shell(str(path / "list.yaml"))
        raise Unreadable(
            [Problem(key="folder_to_write", file=str(path), args={"example": example})]
        )
    if atomic_file.is_taken(path) and not force:
        raise Unreadable([Problem(key="exists_already", file=str(path))])
    write_bytes(path, raw, force=force)
    if not atomic_file.is_stream(path) and reader.read_bytes(path, len(raw)) != raw:
        raise Unreadable([Problem(key="written_otherwise", file=str(path))])


def write_bytes(path: Path, content: bytes, *, force: bool = False) -> None:
    """Write `content` to `path` whole or not at all.

    Raises Unreadable with the reason if it can't. A read-only file is refused unless `force` is
    given. If `path` is our own output and its reader has gone, BrokenPipeError is raised instead.
    """
    if not force:
        refuse_read_only(path)
    try:
        atomic_file.write_file(path, content)
    except OSError as error:
        if isinstance(error, BrokenPipeError) and atomic_file.get_descriptor(path) is not None:
            raise  # whoever read our output has enough of it
        raise Unreadable([make_unwritable_problem(error, path)]) from None


def refuse_read_only(path: Path) -> None:
    """Raise Unreadable if `path` is a read-only file."""
    if atomic_file.is_read_only(path):
        args = {"path": quote_for_shell(str(path))}
        raise Unreadable([Problem(key="read_only", file=str(path), args=args)])


def _write_by_ruamel(text: str, edits: list[Edit]) -> str:
    """Return `text` after `edits`, written by ruamel.yaml, which may move some comments."""
    from ruamel.yaml import YAML

    yaml = YAML()  # round trip
    yaml.preserve_quotes = True
    yaml.width = 4096  # never fold a line the user wrote
    dash = find_dash_offset(text)
    yaml.indent(mapping=2, sequence=dash + 2, offset=dash)
    tree = yaml.load(text)
    for edit in edits:
        copy_edit(edit).apply_in_place(tree)
    return _dump_yaml(yaml, tree)


def _get_head_comments(text: str) -> str:
    """Return the comments and blank lines that a file begins with."""
    lines: list[str] = []
    for line in text.splitlines():
        if line.strip() and not line.startswith("#"):
            break
        lines.append(line + "\n")
    return "".join(lines)


def _dump_yaml(yaml: Any, tree: Any) -> str:
    """Return `tree` as the text that `yaml` writes."""
    out = io.StringIO()
    yaml.dump(tree, out)
    return out.getvalue()


def write_new_text(data: dict[str, Any]) -> str:
    """Return the YAML text of `data`, a roster that has no file yet.

    Invisible characters are written as escapes. Long texts are never folded, because the rest of a
    folded name would begin a line of the file. Raises Unreadable if the text doesn't read back as
    `data`.
    """
    if not _has_long_text(data):
        with contextlib.suppress(Unreadable):
            return encode_checked(_dump_new_text(data, _WIDTH), data).decode()
        # The library folds a quoted text beside an escape, too, where a fold is read as a space.
    return encode_checked(_dump_new_text(data, _UNFOLDED), data).decode()


def _has_long_text(data: object) -> bool:
    """Return whether any text in `data` is so long that it could be folded."""
    if isinstance(data, str):
        return len(data) > _LONG
    if isinstance(data, dict):
        return any(map(_has_long_text, data.values()))
    return isinstance(data, list) and any(map(_has_long_text, data))


def _dump_new_text(data: dict[str, Any], width: int) -> str:
    """Return `data` as YAML with lines of at most `width`, with everything invisible escaped."""
    from ruamel.yaml import YAML

    yaml = YAML()
    yaml.width = width
    yaml.indent(mapping=2, sequence=4, offset=2)
    return escape_hidden(_dump_yaml(yaml, _quote_hidden_texts(data)), keep="\n")


def _quote_hidden_texts(data: object) -> Any:
    """Return `data` with texts that hold invisible characters marked to be written in double
    quotes.

    Why: YAML has escapes only between double quotes.
    """
    from ruamel.yaml.scalarstring import DoubleQuotedScalarString

    if isinstance(data, dict):
        return {_quote_hidden_texts(key): _quote_hidden_texts(value) for key, value in data.items()}
    if isinstance(data, list):
        return [_quote_hidden_texts(item) for item in data]
    if isinstance(data, str) and escape_hidden(data) != data:
        return DoubleQuotedScalarString(data)
    return data
