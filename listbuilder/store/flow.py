"""A list or map in brackets after it changed: items go and come with their commas, comments between them stay."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any

import msgspec

from listbuilder.store.scalars import in_line, scalar
from listbuilder.store.syntax import Entry, Node, ends_line, tokens

if TYPE_CHECKING:
    from listbuilder.store.layout import Layout

_REST_OF_LINE = re.compile(r"[ \t]*(?:#[^\n\r\x85\u2028\u2029]*)?(?:\r\n|[\n\r\x85\u2028\u2029])")


class Item(msgspec.Struct):
    """`before` and the text of an item, what stands between it and its comma, and the rest of the line behind that."""

    entry: Entry | None
    before: str
    text: str = ""
    between: str = ""
    comma: bool = False
    rest: str = ""


class FlowRow:
    def __init__(self, layout: Layout, node: Node) -> None:
        self.layout = layout
        self.node = node
        self.items: list[Item] = []
        sign = "{" if node.kind == "map" else "["
        opened = layout.text.find(sign, node.start, node.entries[0].at)
        self.has_brackets = opened >= 0
        if self.has_brackets:
            self.closing = self._look(opened + 1)
            self.ends_with_comma = self.items[-1].comma

    def _look(self, place: int) -> str:
        """Takes the text apart; returns what stands before the closing bracket."""
        text, entries, end = self.layout.text, self.node.entries, self.node.end - 1
        self.opening, place = self._rest_of_line(place, entries[0].at)
        for number, entry in enumerate(entries):
            limit = entries[number + 1].at if number + 1 < len(entries) else end
            item = Item(entry, text[place : entry.at])
            comma = next((start for start, _ in tokens(text, entry.end, limit) if text[start] == ","), None)
            place = entry.end
            if comma is not None:
                item.between, item.comma, place = text[entry.end : comma], True, comma + 1
            item.rest, place = self._rest_of_line(place, limit)
            self.items.append(item)
        return text[place:end]

    def _rest_of_line(self, place: int, limit: int) -> tuple[str, int]:
        match = _REST_OF_LINE.match(self.layout.text, place, limit)
        return (match.group(), match.end()) if match else ("", place)

    def write(self, value: Any) -> str:
        if not self.has_brackets:  # [a: 1] is a list of a map
            return in_line(value, self.layout.quote)
        made, comments = self._map(value) if self.node.kind == "map" else self._list(value)
        if made and made[0].entry is not self.node.entries[0] and not _is_told(made[0].before + self.items[0].before):
            made[0].before = self.items[0].before
        for place, item in enumerate(made):
            last = place == len(made) - 1
            if not last or self.ends_with_comma:
                item.between += "," if item.comma else ""
                item.text += "" if item.comma else ","
            elif "#" not in item.between:
                item.between = ""
            if (item.between + item.rest).startswith("#"):
                item.text += " "
        inside = "".join(item.before + item.text + item.between + item.rest for item in made)
        start, end = self.layout.text[self.node.start : self.node.entries[0].at], self.layout.text[self.node.end - 1]
        bracket = start.index("{" if self.node.kind == "map" else "[") + 1
        if not made and not comments.strip() and not self.opening.strip():
            return start[:bracket] + end
        return start[:bracket] + self.opening + inside + comments + self.closing + end

    def _map(self, value: dict[Any, Any]) -> tuple[list[Item], str]:
        made: list[Item] = []
        comments = ""
        for item in self.items:
            entry = item.entry
            assert entry is not None
            if entry.key not in value:
                comments = self._gone(item, made, comments)
                continue
            item.text = self._entry(entry, value[entry.key])
            item.before, comments = comments + item.before, ""
            made.append(item)
        known = {entry.key for entry in self.node.entries}
        for key, each in value.items():
            if key not in known:
                quote = self.layout.quote
                self._add(made, f"{scalar(key, quote, flow=True)}: {self._new(each)}")
        return made, comments

    def _entry(self, entry: Entry, value: Any) -> str:
        layout, node = self.layout, entry.node
        if layout.is_same(node, value):
            return layout.take(entry.at, entry.end)
        if node.start < node.end:
            return layout.take(entry.at, node.start) + layout.in_flow(node, value) + layout.take(node.end, entry.end)
        colon = max((token[1] for token in tokens(layout.text, node.after, node.start)), default=None)
        start = layout.take(entry.at, node.after) + ":" if colon is None else layout.take(entry.at, colon)
        return f"{start} {layout.in_flow(node, value)}"

    def _list(self, value: list[Any]) -> tuple[list[Item], str]:
        layout = self.layout
        origin, fixed = layout.origins(self.node, value)
        made: list[Item] = []
        comments, reached = "", 0
        for place, each in enumerate(value):
            source = origin[place]
            if source is None:
                self._add(made, self._new(each))
                continue
            item = self.items[source]
            item.text = layout.in_flow(self.node.entries[source].node, each)
            if place in fixed:
                for gone in self.items[reached:source]:
                    comments = self._gone(gone, made, comments)
                item.before, comments, reached = comments + item.before, "", source + 1
                made.append(item)
            else:
                self._add(made, item.text)
        for gone in self.items[reached:]:
            comments = self._gone(gone, made, comments)
        return made, comments

    def _new(self, value: Any) -> str:
        node = self.layout.stays(value)
        return self.layout.in_flow(node, value) if node is not None and node.flow else in_line(value, self.layout.quote)

    def _add(self, made: list[Item], text: str) -> None:
        """Behind the last item: on a line of its own where that is."""
        like = made[-1] if made else self.items[0]
        margin = re.sub(r"(?s).*[\n\r]", "", like.before)
        apart = like.rest if ends_line(like.rest) else ""
        before = margin if apart or not made else " "
        made.append(Item(None, before, text, rest=self.layout.newline if apart else ""))

    def _gone(self, item: Item, made: list[Item], comments: str) -> str:
        """The comments before an item stay, and the end of a line that others begin."""
        if made and item.rest and not made[-1].rest:
            made[-1].rest = item.rest
        if "#" not in item.before:
            return comments
        return comments + item.before[: max(item.before.rfind(sign) for sign in "\n\r") + 1]


def _is_told(text: str) -> bool:
    return "#" in text or "\n" in text or "\r" in text
