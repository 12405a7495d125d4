"""New values as YAML: in the block style of a file written by hand, or in one line."""

from __future__ import annotations

import io
import json
import re
from functools import lru_cache
from typing import Any

from listbuilder.model.problem import Unreadable
from listbuilder.model.visible import visible
from listbuilder.store import reader
from listbuilder.store.syntax import same

WIDTH = 1 << 30  # never fold a line
_SIMPLE = re.compile(r"[A-Za-z](?:[\w./-]| (?=\w))*", re.ASCII)
_CONSTANTS = {None: "null", True: "true", False: "false"}


def scalar(value: Any, style: str = "", *, flow: bool = False) -> str:
    """One line of YAML for a word, number or nothing; `style` is the kind of quote it had until now."""
    if not isinstance(value, str):
        return _CONSTANTS[value] if value is None or isinstance(value, bool) else str(value)
    if not style and _SIMPLE.fullmatch(value) and value.casefold() not in ("null", "true", "false"):
        return value
    return _text(value, style if style in ("'", '"') else "", flow)


def quoted(text: str) -> str:
    """Always between quotes."""
    return visible(json.dumps(text, ensure_ascii=False))


@lru_cache(maxsize=1000)
def _text(value: str, style: str, flow: bool) -> str:
    """What reads back as this very text: as it was quoted, as YAML would have it, or with everything escaped."""
    if visible(value) != value:  # what nobody sees is written as what it is
        return quoted(value)
    from ruamel.yaml.scalarstring import DoubleQuotedScalarString, SingleQuotedScalarString

    kinds: dict[str, list[Any]] = {
        "'": [SingleQuotedScalarString, DoubleQuotedScalarString],
        '"': [DoubleQuotedScalarString],
        "": [str, DoubleQuotedScalarString],
    }
    for kind in kinds[style]:
        text = _dumped(kind(value), flow)
        if len(text.splitlines()) == 1 and _reads_as(text, value, flow):
            return text
    return text


def _dumped(value: Any, flow: bool) -> str:
    from ruamel.yaml import YAML

    yaml = YAML()
    yaml.width = WIDTH
    yaml.default_flow_style = flow
    out = io.StringIO()
    yaml.dump([value], out)
    return out.getvalue().strip()[1:].removesuffix("]" if flow else "").strip()


def _reads_as(text: str, value: str, flow: bool) -> bool:
    try:
        return same(reader.read_text((f"[{text}, 1]" if flow else f"- {text}\n- 1").encode(), "").data, [value, 1])
    except (Unreadable, UnicodeEncodeError):
        return False


def in_line(value: Any, style: str = "") -> str:
    """Anything in one line: {datasheet: overlord, models: 1}."""
    if isinstance(value, dict):
        return "{" + ", ".join(f"{scalar(k, style, flow=True)}: {in_line(v, style)}" for k, v in value.items()) + "}"
    if isinstance(value, list):
        return "[" + ", ".join(in_line(each, style) for each in value) + "]"
    return scalar(value, style, flow=True)


class Block:
    """A list or map over several lines, as far in and with the dashes as far in as the rest of the file has them."""

    def __init__(self, newline: str, dash: int) -> None:
        self.newline = newline
        self.dash = dash

    def lines(self, value: Any, column: int) -> str:
        margin = " " * column
        if isinstance(value, dict):
            return "".join(f"{margin}{scalar(key)}:{self.behind_key(each, column)}" for key, each in value.items())
        return "".join(f"{margin}-{self.behind_dash(each, column)}" for each in value)

    def behind_key(self, value: Any, column: int) -> str:
        if not is_filled(value):
            return f" {in_line(value) if isinstance(value, (dict, list)) else scalar(value)}{self.newline}"
        return self.newline + self.lines(value, column + (2 if isinstance(value, dict) else self.dash))

    def behind_dash(self, value: Any, column: int) -> str:
        if not is_filled(value):
            return f" {in_line(value) if isinstance(value, (dict, list)) else scalar(value)}{self.newline}"
        lines = self.lines(value, column + 2)
        return f" {lines[column + 2 :]}" if isinstance(value, dict) else self.newline + lines


def is_filled(value: Any) -> bool:
    return isinstance(value, (dict, list)) and bool(value)


def dash_offset(text: str) -> int:
    """How far the dashes of a list stand in under its key: the style of the first such list."""
    above = 0
    for line in text.splitlines():
        bare = line.lstrip(" ")
        if bare == "-" or bare.startswith("- "):
            return max(0, min(8, len(line) - len(bare) - above))
        if bare and not bare.startswith("#"):
            above = len(line) - len(bare)
    return 2
