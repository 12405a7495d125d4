"""The place of every value of a YAML text.

It is what `roundtrip` needs to change one and leave the rest as it is written. The values are the
reader's; the parser's events only say from where to where each was written.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

import msgspec

if TYPE_CHECKING:
    from listbuilder.yamlio.reader import ParserEvent

BREAK = re.compile(r"\r\n|[\n\r\x85\u2028\u2029]")
_TOKEN = re.compile(r"#[^\n\r\x85\u2028\u2029]*|,|[^\s,#][^\s,]*")


class Node(msgspec.Struct, eq=False):
    """A value and its place: `start` to `end` is its own text with anchor and tag.

    A block list or map reaches to the end of its last value.
    """

    kind: str  # scalar | alias | map | list
    value: Any
    start: int
    end: int
    after: int  # where what leads to it begins: its key's end, its dash, the file's first character
    flow: bool = False  # {a: 1}, [1, 2]
    style: str = ""  # of a scalar: the quote, or | or >
    entries: list[NodeEntry] = []
    target: Node | None = None  # of an alias
    parent: Node | None = None
    live: Any = None  # the value as it is edited; `value` is as it was read

    @property
    def is_block(self) -> bool:
        """Return whether the node is a list or map over lines of its own, without brackets."""
        return self.kind in ("map", "list") and not self.flow


class NodeEntry(msgspec.Struct, eq=False):
    """One place in a list or one key of a map.

    `at` is the dash of the list's item; or it is the key, or the `?` before it.
    """

    at: int
    node: Node
    key: Any = None
    key_node: Node | None = None

    @property
    def end(self) -> int:
        """Return where the entry ends in the text: after its value or its key, whichever is
        later.
        """
        return max(self.node.end, self.key_node.end if self.key_node else 0)


def copy_unshared(value: object) -> Any:
    """Return a copy of the data in which each list and map occurs only once.

    Why: where the YAML has an alias, the same list or map occurs at two places; here each place has
    its own copy.
    """
    if isinstance(value, dict):
        return {key: copy_unshared(child) for key, child in value.items()}
    if isinstance(value, list):
        return [copy_unshared(child) for child in value]
    return value


def is_same(one: Any, other: Any) -> bool:
    """Return whether two values are equal and of equal types at every depth: 1 is not true."""
    if type(one) is not type(other):
        return False
    if isinstance(one, dict):
        return one.keys() == other.keys() and all(
            is_same(value, other[key]) for key, value in one.items()
        )
    if isinstance(one, list):
        return len(one) == len(other) and all(map(is_same, one, other))
    return bool(one == other)


def parse_nodes(text: str, data: object) -> Node:
    """Return the root node of the YAML `text`, with all nodes below it and their places.

    `data`: the values that the reader found in the text, without shared lists or maps.
    """
    from _ruamel_yaml import CParser

    parser = CParser(text)
    events = iter(parser.get_event, None)
    starts = ("StreamStartEvent", "DocumentStartEvent")
    first = next(event for event in events if type(event).__name__ not in starts)
    return _NodeParser(text, events).parse_node(first, data, 0, None)


class _NodeParser:
    """A parser of nodes, fed by the events of libyaml."""

    def __init__(self, text: str, events: Iterator[ParserEvent]) -> None:
        self.text = text
        self.events = events
        self.anchors: dict[str, Node] = {}

    def parse_node(self, event: ParserEvent, value: Any, after: int, parent: Node | None) -> Node:
        """Return the node that begins with `event` and holds `value`, with all nodes below it.

        `after`: where the text before the node begins: the end of its key, its dash, or the start
        of the file.
        """
        kind = type(event).__name__
        start, end = event.start_mark.index, event.end_mark.index
        if kind == "AliasEvent":
            return Node(
                "alias", value, start, end, after, target=self.anchors[event.anchor], parent=parent
            )
        made = Node("scalar", value, start, end, after, parent=parent)
        if kind == "ScalarEvent":
            made.style = event.style or ""
        else:
            made.kind = "map" if kind == "MappingStartEvent" else "list"
            made.flow = bool(event.flow_style)
            is_map = made.kind == "map"
            made.entries = (self._parse_map_entries if is_map else self._parse_list_entries)(made)
            ended = next(self.events)
            made.end = ended.end_mark.index if made.flow else made.entries[-1].end
        if event.anchor is not None:
            self.anchors[event.anchor] = made
        return made

    def _parse_map_entries(self, made: Node) -> list[NodeEntry]:
        """Return the entries of the map `made`, each with the node of its key and that of its
        value.
        """
        entries: list[NodeEntry] = []
        before = made.start
        for key, value in made.value.items():
            event = next(self.events)
            key_node = self.parse_node(event, key, before, made)
            at = find_last_token(self.text, before, key_node.start, "?")
            node = self.parse_node(next(self.events), value, key_node.end, made)
            entries.append(NodeEntry(key_node.start if at is None else at, node, key, key_node))
            before = entries[-1].end
        return entries

    def _parse_list_entries(self, made: Node) -> list[NodeEntry]:
        """Return the entries of the list `made`, each with its node and the place of its dash.

        In brackets, where there are no dashes, it is the place of the value.
        """
        entries: list[NodeEntry] = []
        before = made.start
        for value in made.value:
            event = next(self.events)
            start = event.start_mark.index
            at = None if made.flow else find_last_token(self.text, before, start, "-")
            node = self.parse_node(event, value, start if at is None else at, made)
            entries.append(NodeEntry(start if at is None else at, node))
            before = entries[-1].end
        return entries


def yield_tokens(text: str, start: int, end: int) -> Iterator[tuple[int, int]]:
    """Yield (start, end) of each token in text[start:end]: dashes, colons, commas, anchors and
    tags.

    Spaces and comments are skipped.
    """
    for match in _TOKEN.finditer(text, start, end):
        if not match.group().startswith("#"):
            yield match.span()


def find_last_token(text: str, start: int, end: int, wanted: str) -> int | None:
    """Return where the last token in text[start:end] begins if it is `wanted`, else None."""
    tokens = list(yield_tokens(text, start, end))
    if not tokens:
        return None
    first, behind = tokens[-1]
    return first if text[first:behind] == wanted else None


def find_line_start(text: str, place: int) -> int:
    """Return where the line begins that contains the index `place`."""
    return max(text.rfind(sign, 0, place) for sign in "\n\r\x85\u2028\u2029") + 1


def find_line_end(text: str, place: int) -> int:
    """Return the index after the next line break from `place` on, or the end of the text."""
    match = BREAK.search(text, place)
    return match.end() if match else len(text)


def has_line_end(text: str) -> bool:
    """Return whether `text` ends in a line break."""
    return text[-1:] in ("\n", "\r", "\x85", "\u2028", "\u2029")
