"""Where every value of a YAML text stands in it: what `layout` needs to change one and leave the rest as it is written.

The values are the reader's; the parser's events only say from where to where each was written.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

import msgspec

BREAK = re.compile(r"\r\n|[\n\r\x85\u2028\u2029]")
_TOKEN = re.compile(r"#[^\n\r\x85\u2028\u2029]*|,|[^\s,#][^\s,]*")


class Node(msgspec.Struct, eq=False):
    """A value. `start` to `end` is its own text with anchor and tag; of a block list or map, to the end of its last value."""

    kind: str  # scalar | alias | map | list
    value: Any
    start: int
    end: int
    after: int  # where what leads to it begins: its key's end, its dash, the file's first character
    flow: bool = False  # {a: 1}, [1, 2]
    style: str = ""  # of a scalar: the quote, or | or >
    entries: list[Entry] = []
    target: Node | None = None  # of an alias
    parent: Node | None = None
    live: Any = None  # the value as it is edited; `value` is as it was read

    @property
    def is_block(self) -> bool:
        return self.kind in ("map", "list") and not self.flow


class Entry(msgspec.Struct, eq=False):
    """A place in a list (`at` is its dash) or a key of a map (`at` is the key, or the `?` before it)."""

    at: int
    node: Node
    key: Any = None
    key_node: Node | None = None

    @property
    def end(self) -> int:
        return max(self.node.end, self.key_node.end if self.key_node else 0)


def own(value: Any) -> Any:
    """The same data with every list and map its own, also where an alias made two places one."""
    if isinstance(value, dict):
        return {key: own(each) for key, each in value.items()}
    return [own(each) for each in value] if isinstance(value, list) else value


def same(one: Any, other: Any) -> bool:
    """Equal, and of the same kind: 1 is not true."""
    if type(one) is not type(other):
        return False
    if isinstance(one, dict):
        return one.keys() == other.keys() and all(same(value, other[key]) for key, value in one.items())
    if isinstance(one, list):
        return len(one) == len(other) and all(map(same, one, other))
    return bool(one == other)


def parse(text: str, data: Any) -> Node:
    """`data` is what the reader found in `text`, with nothing shared."""
    from _ruamel_yaml import CParser

    parser = CParser(text)
    events = iter(parser.get_event, None)
    first = next(event for event in events if type(event).__name__ not in ("StreamStartEvent", "DocumentStartEvent"))
    return _Parse(text, events).node(first, data, 0, None)


class _Parse:
    def __init__(self, text: str, events: Iterator[Any]) -> None:
        self.text = text
        self.events = events
        self.anchors: dict[str, Node] = {}

    def node(self, event: Any, value: Any, after: int, parent: Node | None) -> Node:
        kind = type(event).__name__
        start, end = event.start_mark.index, event.end_mark.index
        if kind == "AliasEvent":
            return Node("alias", value, start, end, after, target=self.anchors[event.anchor], parent=parent)
        made = Node("scalar", value, start, end, after, parent=parent)
        if kind == "ScalarEvent":
            made.style = event.style or ""
        else:
            made.kind = "map" if kind == "MappingStartEvent" else "list"
            made.flow = bool(event.flow_style)
            made.entries = self._map(made) if made.kind == "map" else self._list(made)
            ended = next(self.events)
            made.end = ended.end_mark.index if made.flow else made.entries[-1].end
        if event.anchor is not None:
            self.anchors[event.anchor] = made
        return made

    def _map(self, made: Node) -> list[Entry]:
        entries: list[Entry] = []
        before = made.start
        for key, value in made.value.items():
            event = next(self.events)
            key_node = self.node(event, key, before, made)
            at = last_token(self.text, before, key_node.start, "?")
            node = self.node(next(self.events), value, key_node.end, made)
            entries.append(Entry(key_node.start if at is None else at, node, key, key_node))
            before = entries[-1].end
        return entries

    def _list(self, made: Node) -> list[Entry]:
        entries: list[Entry] = []
        before = made.start
        for value in made.value:
            event = next(self.events)
            start = event.start_mark.index
            at = None if made.flow else last_token(self.text, before, start, "-")
            node = self.node(event, value, start if at is None else at, made)
            entries.append(Entry(start if at is None else at, node))
            before = entries[-1].end
        return entries


def tokens(text: str, start: int, end: int) -> Iterator[tuple[int, int]]:
    """What stands between values and is neither space nor comment: dashes, colons, commas, anchors, tags."""
    for match in _TOKEN.finditer(text, start, end):
        if not match.group().startswith("#"):
            yield match.span()


def last_token(text: str, start: int, end: int, wanted: str) -> int | None:
    """Where the last token stands, if it is the wanted one."""
    found = list(tokens(text, start, end))
    return found[-1][0] if found and text[found[-1][0] : found[-1][1]] == wanted else None


def line_start(text: str, place: int) -> int:
    return max(text.rfind(sign, 0, place) for sign in "\n\r\x85\u2028\u2029") + 1


def line_end(text: str, place: int) -> int:
    """Behind the line break that comes next."""
    match = BREAK.search(text, place)
    return match.end() if match else len(text)


def ends_line(text: str) -> bool:
    return text[-1:] in ("\n", "\r", "\x85", "\u2028", "\u2029")
