"""New values as YAML: in the block style of a file written by hand, or in one line."""

from __future__ import annotations

import io
import json
import re
from functools import lru_cache
from typing import Any

from listbuilder.model.problem import Unreadable
from listbuilder.model.safe_text import escape_hidden
from listbuilder.yamlio import reader
from listbuilder.yamlio.node_positions import is_same

WIDTH = 1 << 30  # never fold a line
_SIMPLE = re.compile(r"[A-Za-z](?:[\w./-]| (?=\w))*", re.ASCII)
_CONSTANTS = {None: "null", True: "true", False: "false"}


def write_scalar(value: object, style: str = "", *, flow: bool = False) -> str:
    """Return a text, number, truth value or None as one line of YAML.

    `style`: the kind of quotes to keep, if any. `flow`: it is inside brackets.
    """
    if not isinstance(value, str):
        return _CONSTANTS[value] if value is None or isinstance(value, bool) else str(value)
    if not style and _SIMPLE.fullmatch(value) and value.casefold() not in ("null", "true", "false"):
        return value
    return _write_text(value, style if style in ("'", '"') else "", flow)


def write_quoted(text: str) -> str:
    """Return `text` between double quotes, with everything invisible escaped."""
    return escape_hidden(json.dumps(text, ensure_ascii=False))


@lru_cache(maxsize=1000)
def _write_text(value: str, style: str, flow: bool) -> str:
    """Return the text `value` as YAML that reads back as exactly this text.

    It keeps the quotes `style` if possible, otherwise gets those that YAML needs. Invisible
    characters are written as escapes.
    """
    if escape_hidden(value) != value:  # what nobody sees is written as what it is
        return write_quoted(value)
    from ruamel.yaml.scalarstring import DoubleQuotedScalarString, SingleQuotedScalarString

    kinds: dict[str, list[Any]] = {
        "'": [SingleQuotedScalarString, DoubleQuotedScalarString],
        '"': [DoubleQuotedScalarString],
        "": [str, DoubleQuotedScalarString],
    }
    for kind in kinds[style]:
        text = _dump_scalar(kind(value), flow)
        if len(text.splitlines()) == 1 and _is_read_as(text, value, flow):
            return text
    return text


def _dump_scalar(value: object, flow: bool) -> str:
    """Return `value` as ruamel.yaml writes it as an item of a list."""
    from ruamel.yaml import YAML

    yaml = YAML()
    yaml.width = WIDTH
    yaml.default_flow_style = flow
    out = io.StringIO()
    yaml.dump([value], out)
    return out.getvalue().strip()[1:].removesuffix("]" if flow else "").strip()


def _is_read_as(text: str, value: str, flow: bool) -> bool:
    """Return whether the YAML `text`, as an item of a list, is read as `value`."""
    try:
        return is_same(
            reader.read_yaml((f"[{text}, 1]" if flow else f"- {text}\n- 1").encode(), "").data,
            [value, 1],
        )
    except (Unreadable, UnicodeEncodeError):
        return False


def write_in_line(value: object, style: str = "") -> str:
    """Return any value on one line, such as `{datasheet: overlord, models: 1}`.

    `style`: the kind of quotes for texts, if any.
    """
    if isinstance(value, dict):
        return (
            "{"
            + ", ".join(
                f"{write_scalar(k, style, flow=True)}: {write_in_line(v, style)}"
                for k, v in value.items()
            )
            + "}"
        )
    if isinstance(value, list):
        return "[" + ", ".join(write_in_line(item, style) for item in value) + "]"
    return write_scalar(value, style, flow=True)


class BlockWriter:
    """A writer of lists and maps over several lines, indented as the rest of the file is.

    The dashes stand as far in as those of the file.
    """

    def __init__(self, newline: str, dash: int) -> None:
        self.newline = newline
        self.dash = dash

    def write_lines(self, value: Any, column: int) -> str:
        """Return the lines of the list or map `value`, with its keys or dashes at `column`."""
        margin = " " * column
        if isinstance(value, dict):
            return "".join(
                f"{margin}{write_scalar(key)}:{self.write_behind_key(child, column)}"
                for key, child in value.items()
            )
        return "".join(f"{margin}-{self.write_behind_dash(child, column)}" for child in value)

    def write_behind_key(self, value: object, column: int) -> str:
        """Return what follows the colon of a key at `column`: a value on the same line, or lines
        below.
        """
        if not is_filled(value):
            return self._write_behind(value)
        deeper = column + (2 if isinstance(value, dict) else self.dash)
        return self.newline + self.write_lines(value, deeper)

    def write_behind_dash(self, value: object, column: int) -> str:
        """Return what follows a dash at `column`: a value on the same line, or lines.

        A map begins right after the dash, a list on the next line.
        """
        if not is_filled(value):
            return self._write_behind(value)
        lines = self.write_lines(value, column + 2)
        return f" {lines[column + 2 :]}" if isinstance(value, dict) else self.newline + lines

    def _write_behind(self, value: object) -> str:
        """Return a scalar or an empty list or map with the end of its line."""
        is_empty = isinstance(value, (dict, list))
        return f" {write_in_line(value) if is_empty else write_scalar(value)}{self.newline}"


def is_filled(value: object) -> bool:
    """Return whether `value` is a list or map with something in it."""
    return isinstance(value, (dict, list)) and bool(value)


def find_dash_offset(text: str) -> int:
    """Return how many columns the dashes of lists are indented below their key in `text`.

    The first such list decides. It is 2 in a text without lists.
    """
    above = 0
    for line in text.splitlines():
        bare = line.lstrip(" ")
        if bare == "-" or bare.startswith("- "):
            return max(0, min(8, len(line) - len(bare) - above))
        if bare and not bare.startswith("#"):
            above = len(line) - len(bare)
    return 2
