"""Writes data as YAML that a person can read and diff: short things on one line, long ones a line each."""

from __future__ import annotations

import json
import re
import unicodedata
from collections.abc import Collection, Iterable
from typing import Any

WIDTH = 118
# What may stand without quotes: it starts with a word or a measure (40mm, 6", 4+, 2D6, 1st) that no YAML reader
# takes for a number or a date, and holds nothing that could be syntax.
_PLAIN = re.compile(
    r"(?:[^\W\d_]|[1-9][0-9]*(?:\.[0-9]+)?(?: ?[x×] ?[0-9.]+)?(?:mm|st|nd|rd|th)\b|[1-9][0-9]*(?:[\"+]|D[0-9]))"
    r"[\w .'\"/()+&!*;・-]*"
)
_NOT_STRINGS = {"true", "false", "null", "yes", "no", "on", "off", "y", "n", "nan", "inf"}


def cells(text: str) -> int:
    """Columns on a terminal; Japanese and Chinese take two each."""
    return (
        len(text)
        if text.isascii()
        else sum(1 + (unicodedata.east_asian_width(c) in "WF") for c in text)
    )


def scalar(value: object) -> str:
    if isinstance(value, str):
        if (
            _PLAIN.fullmatch(value)
            and not value.endswith(" ")
            and value.lower() not in _NOT_STRINGS
        ):
            return value
        return json.dumps(value, ensure_ascii=False)
    return json.dumps(value)


def flow(value: Any) -> str:
    if isinstance(value, dict):
        return "{" + ", ".join(f"{scalar(k)}: {flow(v)}" for k, v in value.items()) + "}"
    if isinstance(value, (list, tuple)):
        return "[" + ", ".join(flow(v) for v in value) + "]"
    return scalar(value)


def dump(
    data: dict[str, Any], schema: str, block: Collection[str] = (), spaced: Collection[str] = ()
) -> str:
    """The whole file. What stands under a key in `block` never shares a line with that key.

    The items of a list under a key in `spaced` are full blocks with a blank line between them.
    """
    writer = _Writer(frozenset(block), frozenset(spaced))
    writer.map(data, 0)
    return "\n".join([f"# yaml-language-server: $schema={schema}", *writer.lines]) + "\n"


def _is_list(value: object) -> bool:
    return isinstance(value, (list, tuple))


def _is_table(value: Any) -> bool:
    """A list of maps: a row each."""
    return _is_list(value) and all(isinstance(item, dict) for item in value)


def _is_flat(value: Any) -> bool:
    return not isinstance(value, dict) and not (
        _is_list(value) and any(not _is_flat(x) or _is_list(x) for x in value)
    )


def _is_row(item: dict[str, Any]) -> bool:
    """A map of scalars, plain lists and small maps of these: reads best on one line, or wrapped."""
    return all(
        _is_flat(v) or (isinstance(v, dict) and all(map(_is_flat, v.values())))
        for v in item.values()
    )


class _Writer:
    def __init__(self, block: frozenset[str], spaced: frozenset[str]) -> None:
        self.lines: list[str] = []
        self.block = block
        self.spaced = spaced

    def map(
        self, data: dict[str, Any], indent: int, first: str | None = None, in_row: bool = False
    ) -> None:
        """Key by key. `first` is what the first line starts with instead of the indent, such as `  - `.

        Inside a row of a table, a short table stays on the line of its key.
        """
        for key, value in data.items():
            head = f"{first if first is not None else ' ' * indent}{scalar(key)}:"
            first = None
            if key in self.spaced and value:
                self._spaced(head, list(value), indent + 2)
            elif not isinstance(value, (dict, list, tuple)) or not value:
                self.lines.append(f"{head} {flow(value)}")
            elif isinstance(value, dict):
                self._submap(head, key, value, indent + 2)
            elif in_row and key not in self.block and cells(f"{head} {flow(value)}") <= WIDTH:
                self.lines.append(f"{head} {flow(value)}")
            elif key in self.block or _is_table(value):
                self.lines.append(head)
                self._rows(list(value), indent + 2)
            else:
                self._wrapped(f"{head} [", map(flow, value), "]")

    def _submap(self, head: str, key: str, value: dict[str, Any], indent: int) -> None:
        line = f"{head} {flow(value)}"
        if key not in self.block and cells(line) <= WIDTH:
            self.lines.append(line)
        else:
            self.lines.append(head)
            self.map(value, indent)

    def _spaced(self, head: str, items: list[dict[str, Any]], indent: int) -> None:
        if self.lines:
            self.lines.append("")
        self.lines.append(head)
        for place, item in enumerate(items):
            if place:
                self.lines.append("")
            self.map(item, indent + 2, first=f"{' ' * indent}- ")

    def _rows(self, items: list[Any], indent: int, first: str | None = None) -> None:
        for item in items:
            head = f"{first if first is not None else ' ' * indent}- "
            first = None
            line = head + flow(item)
            if not item or not isinstance(item, (dict, list, tuple)):
                self.lines.append(line)
            elif _is_table(item):
                self._rows(list(item), indent + 2, first=head)
            elif cells(line) <= WIDTH:
                self.lines.append(line)
            elif isinstance(item, dict):
                parts = [f"{scalar(k)}: {flow(v)}" for k, v in item.items()]
                if _is_row(item) and indent + 4 + max(map(cells, parts)) <= WIDTH:
                    self._wrapped(head + "{", parts, "}")
                else:
                    self.map(item, indent + 2, first=head, in_row=True)
            else:
                self._wrapped(head + "[", map(flow, item), "]")

    def _wrapped(self, head: str, parts: Iterable[str], end: str) -> None:
        """A list or map in flow style, over several lines where one is too short."""
        texts = list(parts)
        line, pad = head, " " * cells(head)
        for place, part in enumerate(texts):
            text = part + (end if place == len(texts) - 1 else ",")
            fresh = line in (head, pad)
            if not fresh and cells(line) + 1 + cells(text) > WIDTH:
                self.lines.append(line)
                line, fresh = pad, True
            line += text if fresh else f" {text}"
        self.lines.append(line)
