"""A list or map in brackets after it changed.

Items go and come with their commas; comments stay.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any

import msgspec

from listbuilder.yamlio.node_positions import Node, NodeEntry, has_line_end, yield_tokens
from listbuilder.yamlio.scalars import write_in_line, write_scalar

if TYPE_CHECKING:
    from listbuilder.yamlio.roundtrip import Layout

_REST_OF_LINE = re.compile(r"[ \t]*(?:#[^\n\r\x85\u2028\u2029]*)?(?:\r\n|[\n\r\x85\u2028\u2029])")


class FlowItem(msgspec.Struct):
    """One item in brackets: the text before it, its own, and what stands behind it.

    `between` stands between the item and its comma, `rest` is the rest of the line behind the
    comma.
    """

    entry: NodeEntry | None
    before: str
    text: str = ""
    between: str = ""
    comma: bool = False
    rest: str = ""


class FlowRow:
    """The text of a list or map in brackets, taken apart into items so that some can be changed."""

    def __init__(self, layout: Layout, node: Node) -> None:
        """Split the text of `node`, a list or map in brackets, into items.

        A map without braces, as in `[a: 1]`, is not split.
        """
        self.layout = layout
        self.node = node
        self.items: list[FlowItem] = []
        sign = "{" if node.kind == "map" else "["
        opened = layout.text.find(sign, node.start, node.entries[0].at)
        self.has_brackets = opened >= 0
        if self.has_brackets:
            self.closing = self._split_items(opened + 1)
            self.ends_with_comma = self.items[-1].comma

    def _split_items(self, place: int) -> str:
        """Split the text from `place` on into items; return the text before the closing bracket."""
        text, entries, end = self.layout.text, self.node.entries, self.node.end - 1
        self.opening, place = self._match_rest_of_line(place, entries[0].at)
        for number, entry in enumerate(entries):
            limit = entries[number + 1].at if number + 1 < len(entries) else end
            item = FlowItem(entry, text[place : entry.at])
            tokens = (start for start, _ in yield_tokens(text, entry.end, limit))
            comma = next((start for start in tokens if text[start] == ","), None)
            place = entry.end
            if comma is not None:
                item.between, item.comma, place = text[entry.end : comma], True, comma + 1
            item.rest, place = self._match_rest_of_line(place, limit)
            self.items.append(item)
        return text[place:end]

    def _match_rest_of_line(self, place: int, limit: int) -> tuple[str, int]:
        """Return the rest of the line after `place` (spaces, comment, line break) and where it
        ends.

        If something else follows, it is "" and `place`.
        """
        match = _REST_OF_LINE.match(self.layout.text, place, limit)
        return (match.group(), match.end()) if match else ("", place)

    def write_row(self, value: Any) -> str:
        """Return the text of the list or map after it got `value`; comments and line breaks are
        kept.
        """
        if not self.has_brackets:  # [a: 1] is a list of a map
            return write_in_line(value, self.layout.quote)
        is_map = self.node.kind == "map"
        build_items = self._build_map_items if is_map else self._build_list_items
        made, comments = build_items(value)
        if made and made[0].entry is not self.node.entries[0]:
            before = self.items[0].before
            if not _has_comment_or_break(made[0].before + before):
                made[0].before = before
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
        start = self.layout.text[self.node.start : self.node.entries[0].at]
        end = self.layout.text[self.node.end - 1]
        bracket = start.index("{" if is_map else "[") + 1
        if not made and not comments.strip() and not self.opening.strip():
            return start[:bracket] + end
        return start[:bracket] + self.opening + inside + comments + self.closing + end

    def _build_map_items(self, value: dict[Any, Any]) -> tuple[list[FlowItem], str]:
        """Return the items of the map for `value`, and the comments left after the last item."""
        made: list[FlowItem] = []
        comments = ""
        for item in self.items:
            entry = item.entry
            assert entry is not None
            if entry.key not in value:
                comments = self._remove_item(item, made, comments)
                continue
            item.text = self._write_entry(entry, value[entry.key])
            item.before, comments = comments + item.before, ""
            made.append(item)
        old_keys = {entry.key for entry in self.node.entries}
        for key, item_value in value.items():
            if key not in old_keys:
                name = write_scalar(key, self.layout.quote, flow=True)
                self._add_item(made, f"{name}: {self._write_new(item_value)}")
        return made, comments

    def _write_entry(self, entry: NodeEntry, value: object) -> str:
        """Return the text of a map entry, key and value, with `value` in place of the old value."""
        layout, node = self.layout, entry.node
        if layout.is_same(node, value):
            return layout.copy_text(entry.at, entry.end)
        if node.start < node.end:
            return (
                layout.copy_text(entry.at, node.start)
                + layout.write_in_flow(node, value)
                + layout.copy_text(node.end, entry.end)
            )
        tokens = yield_tokens(layout.text, node.after, node.start)
        colon = max((end for _, end in tokens), default=None)
        start = layout.copy_text(entry.at, node.after if colon is None else colon)
        if colon is None:
            start += ":"
        return f"{start} {layout.write_in_flow(node, value)}"

    def _build_list_items(self, value: list[Any]) -> tuple[list[FlowItem], str]:
        """Return the items of the list for `value`, and the comments left after the last item."""
        layout = self.layout
        origin, fixed = layout.match_items(self.node, value)
        made: list[FlowItem] = []
        comments, reached = "", 0
        for place, item_value in enumerate(value):
            source = origin[place]
            if source is None:
                self._add_item(made, self._write_new(item_value))
                continue
            item = self.items[source]
            item.text = layout.write_in_flow(self.node.entries[source].node, item_value)
            if place in fixed:
                for gone in self.items[reached:source]:
                    comments = self._remove_item(gone, made, comments)
                item.before, comments, reached = comments + item.before, "", source + 1
                made.append(item)
            else:
                self._add_item(made, item.text)
        for gone in self.items[reached:]:
            comments = self._remove_item(gone, made, comments)
        return made, comments

    def _write_new(self, value: object) -> str:
        """Return `value` as text inside brackets.

        It is its old text if it was in brackets elsewhere, else new.
        """
        node = self.layout.find_node(value)
        if node is not None and node.flow:
            return self.layout.write_in_flow(node, value)
        return write_in_line(value, self.layout.quote)

    def _add_item(self, made: list[FlowItem], text: str) -> None:
        """Append to `made` an item with the text `text`.

        It is on its own line if the last item ends its line.
        """
        last = made[-1] if made else self.items[0]
        margin = re.sub(r"(?s).*[\n\r]", "", last.before)
        apart = last.rest if has_line_end(last.rest) else ""
        before = margin if apart or not made else " "
        made.append(FlowItem(None, before, text, rest=self.layout.newline if apart else ""))

    def _remove_item(self, item: FlowItem, made: list[FlowItem], comments: str) -> str:
        """Return `comments` with those before the removed `item` added.

        Its line break is kept too, by the last item of `made`, because the next item begins on a
        new line.
        """
        if made and item.rest and not made[-1].rest:
            made[-1].rest = item.rest
        if "#" not in item.before:
            return comments
        return comments + item.before[: max(item.before.rfind(sign) for sign in "\n\r") + 1]


def _has_comment_or_break(text: str) -> bool:
    """Return whether `text` has a comment or a line break in it."""
    return "#" in text or "\n" in text or "\r" in text
