"""The text of a roster after its data changed: whatever did not change is copied byte for byte.

A list or map over several lines is a row of parts: the lines that lead up to an entry (blank ones,
comments) and the entry itself, with the comment behind it and comments that stand further in below
it. An entry that goes takes its own lines along, never a comment on a line of its own outside of
it. An entry that moves takes the comment right above too.
"""

from __future__ import annotations

from difflib import SequenceMatcher
from typing import Any

from listbuilder.yamlio.block_parts import (
    BlockPart,
    drop_first_blank_lines,
    drop_if_blank,
    find_lead_end,
    find_margin,
    shift_lines,
    split_lead,
    split_parts,
)
from listbuilder.yamlio.flow import FlowRow
from listbuilder.yamlio.node_positions import (
    BREAK,
    Node,
    copy_unshared,
    find_line_end,
    has_line_end,
    is_same,
    parse_nodes,
)
from listbuilder.yamlio.scalars import (
    BlockWriter,
    find_dash_offset,
    is_filled,
    write_in_line,
    write_scalar,
)


class Layout:
    """A writer of `data` after it was changed in place.

    A list or map of it that was there before still stands for its node.
    """

    def __init__(self, text: str, data: object) -> None:
        """Parse `text` and remember which node every list and map of `data` is.

        The line break and the quotes of the text (`"` where its first key is quoted, as in JSON)
        are used for new lines too.
        """
        self.text = text
        self.root = parse_nodes(text, copy_unshared(data))
        match = BREAK.search(text)
        self.newline = match.group() if match and match.group() in ("\r\n", "\n", "\r") else "\n"
        keys = self.root.entries[:1] if self.root.flow else []
        self.quote = (
            '"' if keys and keys[0].key_node is not None and keys[0].key_node.style == '"' else ""
        )  # as in JSON
        self.block = _NewBlock(self, find_dash_offset(text))
        self._nodes: dict[int, Node] = {}
        self._aliases: list[Node] = []
        self._index_node(self.root, data)
        self._copied: list[tuple[int, int]] = []
        self._stale: set[int] = set()  # nodes with an alias in them that must be written out
        self._present: set[int] = set()

    def _index_node(self, node: Node, live: Any) -> None:
        """Note in `node` and all nodes below it which value of the data each was read into.

        `live`: the value for `node` itself. Aliases are collected too.
        """
        node.live = live
        if isinstance(live, (dict, list)):
            self._nodes[id(live)] = node
        if node.kind == "alias":
            self._aliases.append(node)
        for place, entry in enumerate(node.entries):
            self._index_node(entry.node, live[place if node.kind == "list" else entry.key])

    def write_text(self, data: object, *, aliases: bool = True) -> str:
        """Return the text for `data`, with everything that didn't change copied from the old text.

        An alias is kept only if the text of its anchor didn't change; others are written out.
        `aliases`: False writes out all of them.
        """
        if not aliases:
            return self._write_without(data, self._aliases)
        made = self._write_without(data, [])
        lost = [
            alias
            for alias in self._aliases
            if alias.target is not None and not self._is_copied(alias.target)
        ]
        return self._write_without(data, lost) if lost else made

    def _write_without(self, data: object, written_out: list[Node]) -> str:
        """Return the text for `data`, with the values of the aliases `written_out` in place of
        them.
        """
        self._copied = []
        self._stale = set()
        for alias in written_out:
            node: Node | None = alias
            while node is not None:
                self._stale.add(id(node))
                node = node.parent
        self._present = set()
        self._mark_present(data)
        return self.write_value(self.root, data, 0, len(self.text), 0)

    def _mark_present(self, value: object) -> None:
        """Note every list and map inside `value` as still present in the data."""
        if isinstance(value, (dict, list)):
            self._present.add(id(value))
            for child in value.values() if isinstance(value, dict) else value:
                self._mark_present(child)

    def _is_copied(self, node: Node) -> bool:
        """Return whether the whole text of `node` was copied into the new text without a change."""
        reached = node.start
        for start, end in sorted(self._copied):
            if start <= reached < end:
                reached = end
        return reached >= node.end

    def copy_text(self, start: int, end: int) -> str:
        """Return text[start:end] of the old text, and note that it was copied."""
        if start < end:
            self._copied.append((start, end))
        return self.text[start:end]

    def is_same(self, node: Node, value: object) -> bool:
        """Return whether the text of `node` can stay: it holds `value`, and no alias to be written
        out.
        """
        return id(node) not in self._stale and is_same(node.value, value)

    def find_node(self, value: object) -> Node | None:
        """Return the node that a list or map of the data was read from, or None if it is new."""
        return self._nodes.get(id(value))

    def is_present(self, node: Node) -> bool:
        """Return whether the list or map that `node` was read into is still somewhere in the
        data.
        """
        return id(node.live) in self._present

    # --- a value where it was ---

    def write_value(self, node: Node, value: object, start: int, end: int, column: int) -> str:
        """Return text[start:end], the text around `node`, with `value` in place of `node`.

        `column` is where the key or dash that holds it begins. A list or map that was elsewhere in
        the old text is written as it was there.
        """
        if self.is_same(node, value):
            return self.copy_text(start, end)
        if is_filled(value) and self.find_node(value) not in (None, node):
            return self._replace_by_moved(node, value, start, end, column)
        if node.is_block:
            return self._write_block_value(node, value, start, end, column)
        if _is_same_kind(node, value) and node.entries:
            return (
                self.copy_text(start, node.start)
                + self.write_in_flow(node, value)
                + self.copy_text(node.end, end)
            )
        if is_filled(value):
            return self._replace_by_block(node, value, start, end, column)
        made = self._write_on_one_line(node, value) + (
            self.newline if has_line_end(self.text[node.start : node.end]) else ""
        )
        before = " " if node.start == node.end else ""  # nothing stood there
        return (
            self.copy_text(start, node.start)
            + before
            + made
            + self.get_gap_before_comment(node.end)
            + self.copy_text(node.end, end)
        )

    def write_in_flow(self, node: Node, value: object) -> str:
        """Return the text of `value` in place of `node`, written with brackets or inside brackets.

        A list or map that was elsewhere keeps the text it had there, if that was in brackets.
        """
        if self.is_same(node, value):
            return self.copy_text(node.start, node.end)
        source = self.find_node(value)
        if is_filled(value) and source is not None and source is not node:
            if source.flow:
                return self.write_in_flow(source, value)
            return write_in_line(value, self.quote)
        if _is_same_kind(node, value) and node.entries:
            return FlowRow(self, node).write_row(value)
        return self._write_on_one_line(node, value, flow=True)

    def _write_on_one_line(self, node: Node, value: object, *, flow: bool = False) -> str:
        """Return `value` newly written on one line, with the kind of quotes that `node` had.

        `flow`: it is inside brackets.
        """
        if isinstance(value, (dict, list)):
            return write_in_line(value, self.quote)
        return write_scalar(value, node.style or self.quote, flow=flow)

    def get_gap_before_comment(self, place: int) -> str:
        """Return a space if a comment follows at `place` without a gap, else an empty text."""
        return " " if self.text[place : place + 1] == "#" else ""

    def _replace_by_block(
        self, node: Node, value: object, start: int, end: int, column: int
    ) -> str:
        """Return text[start:end] with `value`, written over several lines, in place of `node`.

        `node` was a word, something in brackets or nothing. Comments around it are kept.
        """
        head = find_lead_end(self.text, node, node.start)
        between = self.text[head : node.start]
        rest = node.end
        if not has_line_end(self.text[node.start : node.end]):
            rest = find_line_end(self.text, node.end)
        kept = (between if "#" in between else "") + self.text[node.end : rest]
        if not kept.strip():
            return (
                self.copy_text(start, head)
                + self._write_after_lead(node, value, column)
                + self.copy_text(rest, end)
            )
        if kept.startswith("#"):
            kept = " " + kept
        if not has_line_end(kept):
            kept += self.newline
        return (
            self.copy_text(start, head)
            + kept
            + self._write_indented(node, value, column)
            + self.copy_text(rest, end)
        )

    def _write_after_lead(self, node: Node, value: object, column: int) -> str:
        """Return `value` as it is written after the dash or the key that `node` has."""
        if _is_list_item(node):
            return self.block.write_behind_dash(value, column)
        return self.block.write_behind_key(value, column)

    def _write_indented(self, node: Node, value: object, column: int) -> str:
        """Return the lines of `value`, indented below a key or dash that stands at `column`."""
        is_deeper = isinstance(value, dict) or _is_list_item(node)
        return self.block.write_lines(value, column + (2 if is_deeper else self.block.dash))

    def _replace_by_moved(
        self, node: Node, value: object, start: int, end: int, column: int
    ) -> str:
        """Return text[start:end] with `value` in place of `node`.

        `value` is a list or map that was elsewhere in the old text, and keeps the text it had
        there.
        """
        if not node.is_block:
            return self._replace_by_block(node, value, start, end, column)
        parts, _, head = split_parts(self.text, node)
        return (
            self.copy_text(start, head)
            + self._write_after_lead(node, value, column)
            + self.copy_text(parts[-1].end, end)
        )

    def _write_block_value(
        self, node: Node, value: object, start: int, end: int, column: int
    ) -> str:
        """Return text[start:end] with `value` in place of `node`, a list or map over several lines.

        If it becomes empty, or is written otherwise, the comments of its entries are kept.
        """
        parts, inline, head = split_parts(self.text, node)
        begin, finish = parts[0].lead, parts[-1].end
        if _is_same_kind(node, value) and value:
            row = self.write_row(node, value)
            row = row.lstrip(" ") if inline else row
            alone = inline and row.startswith(self.newline)  # the dash is on a line of its own now
            return (
                self.copy_text(start, head if alone else begin) + row + self.copy_text(finish, end)
            )
        if is_filled(value):
            made = self.copy_text(start, head if inline else begin)
            if inline:
                made += self.newline
            return made + self._write_indented(node, value, column) + self.copy_text(finish, end)
        made = write_in_line(value) if isinstance(value, (dict, list)) else write_scalar(value)
        comments = "".join(self._get_comments_left_behind(part) for part in parts)
        behind = self.newline
        if not inline:
            behind = self.get_gap_before_comment(head) + self.copy_text(head, begin)
        return (
            f"{self.copy_text(start, head)} {made}{behind}{comments}{self.copy_text(finish, end)}"
        )

    # --- a block list or map, part by part ---

    def write_part(self, part: BlockPart, value: object) -> str:
        """Return the text of one entry of a list or map, with `value` in place of its own value."""
        return self.write_value(part.entry.node, value, part.start, part.end, part.column)

    def write_row(self, node: Node, value: Any) -> str:
        """Return the lines of all entries of the block `node` after it got `value`.

        Each entry has its margin, except the first if it is on the same line as a dash.
        """
        parts, inline, _ = split_parts(self.text, node)
        if node.kind == "map":
            pieces = self._write_map_pieces(parts, inline, value)
        else:
            pieces = self._write_list_pieces(node, parts, inline, value)
        made: list[str] = []
        for piece in filter(None, pieces):
            if made and not has_line_end(made[-1]):
                made.append(self.newline)
            made.append(piece)
        return "".join(made)

    def _write_map_pieces(
        self, parts: list[BlockPart], inline: bool, value: dict[Any, Any]
    ) -> list[str]:
        """Return the text of a block map in pieces: its old keys in their order, then the new keys.

        Comments of keys that are gone are kept. `inline`: the first key follows a dash on the same
        line.
        """
        pieces: list[str] = []
        for part in parts:
            lead, key = self.copy_text(part.lead, part.start), part.entry.key
            if key not in value:
                pieces.append(drop_if_blank(lead))
                continue
            if inline and not any(pieces):
                # Right behind the dash; or the dash alone, comments, and then the first key.
                lead = self.newline + lead if lead.strip() else ""
            pieces += [lead, self.write_part(part, value[key])]
        old_keys = {part.entry.key for part in parts}
        new = {key: item for key, item in value.items() if key not in old_keys}
        pieces.append(self.block.write_lines(new, parts[0].column))
        return pieces

    def _write_list_pieces(
        self, node: Node, parts: list[BlockPart], inline: bool, value: list[Any]
    ) -> list[str]:
        """Return the text of a block list in pieces: the items of `value`, each with its comments.

        If all items but the first had a blank line before them, new ones get one too. Comments of
        items that are gone are kept. `inline`: the first item follows a dash on the same line.
        """
        origin, fixed = self.match_items(node, value)
        airy = len(parts) > 1 and all(BREAK.match(self.text, part.lead) for part in parts[1:])
        tight = not BREAK.match(self.text, parts[0].lead)
        pieces: list[str] = []
        reached = 0
        for place, item in enumerate(value):
            source = origin[place]
            if source is not None and place in fixed:
                pieces += [self._get_comments_left_behind(part) for part in parts[reached:source]]
                reached = source + 1
                lead = self.copy_text(parts[source].lead, parts[source].start)
                own = self.write_part(parts[source], item)
            elif source is not None:
                lead = split_lead(self._get_lead(parts[source]))[1]
                own = self.write_part(parts[source], item)
            else:
                lead, own = self._write_new_item(item, parts[0].column)
            if source == 0 and inline and any(pieces):
                own = " " * parts[0].column + own
            if airy and any(pieces) and not BREAK.match(lead):
                lead = self.newline + lead
            elif not any(pieces) and source != 0 and tight:
                lead = drop_first_blank_lines(lead)
                lead = self.newline + lead if inline and lead else lead
            pieces += [lead, own]
        return pieces + [self._get_comments_left_behind(part) for part in parts[reached:]]

    def _get_lead(self, part: BlockPart) -> str:
        """Return the blank lines and comments directly before `part`."""
        return self.text[part.lead : part.start]

    def _get_comments_left_behind(self, part: BlockPart) -> str:
        """Return the comments that stay in place when the entry `part` is gone from there.

        If the entry has moved elsewhere, the comment right above it goes with it.
        """
        lead = self._get_lead(part)
        return drop_if_blank(split_lead(lead)[0] if self.is_present(part.entry.node) else lead)

    # --- what came from elsewhere ---

    def _write_new_item(self, value: object, column: int) -> tuple[str, str]:
        """Return the comments before a new list item, and the lines of the item itself.

        An item that came from another list brings its comments and its text along, shifted to
        `column`.
        """
        node = self.find_node(value)
        if (
            node is not None
            and node.parent is not None
            and node.parent.kind == "list"
            and node.parent.is_block
        ):
            parts, inline, _ = split_parts(self.text, node.parent)
            part = next(part for part in parts if part.entry.node is node)
            if not (inline and part is parts[0]):
                by = column - part.column
                lead = split_lead(self._get_lead(part))[1]
                return shift_lines(lead, by), shift_lines(self.write_part(part, value), by)
        return "", f"{' ' * column}-{self.block.write_behind_dash(value, column)}"

    def write_moved(self, node: Node, value: object, column: int) -> str:
        """Return the lines of the list or map `node` after it got `value`, moved to `column`."""
        parts, inline, _ = split_parts(self.text, node)
        row = self.write_row(node, value)
        if inline and not row.startswith((" ", self.newline)):
            row = " " * parts[0].column + row
        return shift_lines(row, column - parts[0].column)

    def match_items(self, node: Node, value: list[Any]) -> tuple[list[int | None], set[int]]:
        """Return for each item of `value` the index of the old entry it was, None if it is new.

        The second result is the set of the indexes of items that kept their order. If `value` is
        another list than the one that was read, a new item may count as the old one with which it
        shares a text.
        """
        places = {
            id(entry.node.live): place
            for place, entry in enumerate(node.entries)
            if self.find_node(entry.node.live)
        }
        origin: list[int | None] = [places.get(id(item)) for item in value]
        matched = {place for place in origin if place is not None}
        before: list[Any] = [
            place if place in matched else repr(entry.node.value)
            for place, entry in enumerate(node.entries)
        ]
        after = [
            repr(item) if place is None else place
            for place, item in zip(origin, value, strict=True)
        ]
        fixed: set[int] = set()
        matcher = SequenceMatcher(None, before, after, autojunk=False)
        for tag, i1, i2, j1, j2 in matcher.get_opcodes():
            pairs = list(zip(range(i1, i2), range(j1, j2), strict=False)) if tag == "equal" else []
            if tag == "replace" and value is not node.live:
                # Another list: what in it is new is not known otherwise.
                gone = [
                    place
                    for place in range(i1, i2)
                    if not self.is_present(node.entries[place].node)
                ]
                new = [
                    place
                    for place in range(j1, j2)
                    if origin[place] is None and self.find_node(value[place]) is None
                ]
                pairs = _match_counterparts(node, value, gone, new)
            for source, place in pairs:
                origin[place] = source
                fixed.add(place)
        return origin, fixed


class _NewBlock(BlockWriter):
    """New lines of a block, in which whatever stood elsewhere keeps the text it had there."""

    def __init__(self, layout: Layout, dash: int) -> None:
        """Start a writer of new blocks whose dashes stand `dash` columns in."""
        super().__init__(layout.newline, dash)
        self.layout = layout

    def write_behind_key(self, value: object, column: int) -> str:
        """Return the text of `value` after a key at `column`.

        It is its old text if it was elsewhere, else new lines.
        """
        deeper = column + (2 if isinstance(value, dict) else self.dash)
        kept = self._write_kept(value, column, deeper, behind_dash=False)
        return kept or super().write_behind_key(value, column)

    def write_behind_dash(self, value: object, column: int) -> str:
        """Return the text of `value` after a dash at `column`.

        It is its old text if it was elsewhere, else new lines.
        """
        kept = self._write_kept(value, column, column + 2, behind_dash=True)
        return kept or super().write_behind_dash(value, column)

    def _write_kept(self, value: object, column: int, deeper: int, *, behind_dash: bool) -> str:
        """Return `value` with the text it had elsewhere, fitted behind a key or dash at `column`.

        `deeper` is the column of its lines. Empty if the value is new or empty.
        """
        node = self.layout.find_node(value)
        if node is None or not value:
            return ""
        if node.is_block:
            rows = self.layout.write_moved(node, value, deeper)
            behind = (
                behind_dash
                and rows[:deeper].isspace()
                and not rows[deeper:].startswith("#")
                and deeper == column + 2
            )
            if behind and not BREAK.search(rows[:deeper]):
                return f" {rows[deeper:]}"
            return self.newline + rows
        if node.kind == "alias" and not self.layout.is_same(node, value):
            return ""
        text = self.layout.write_in_flow(node, value)
        first, *more = text.splitlines(keepends=True)
        return f" {first}{shift_lines(''.join(more), deeper - find_margin(more))}{self.newline}"


def _is_list_item(node: Node) -> bool:
    """Return whether `node` is an item of a list."""
    return node.parent is not None and node.parent.kind == "list"


def _is_same_kind(node: Node, value: object) -> bool:
    """Return whether `node` and `value` are both maps or both lists."""
    if isinstance(value, dict):
        return node.kind == "map"
    return isinstance(value, list) and node.kind == "list"


def _match_counterparts(
    node: Node, value: list[Any], gone: list[int], new: list[int]
) -> list[tuple[int, int]]:
    """Return pairs (old index, new index) of items that share a text under some key, in order.

    `gone` and `new` are the indexes to pair. An example is a group of the same model with another
    count.
    """
    pairs: list[tuple[int, int]] = []
    for place in new:
        for source in gone:
            if _has_shared_text(node.entries[source].node.value, value[place]):
                pairs.append((source, place))
                gone = [later_source for later_source in gone if later_source > source]
                break
    return pairs


def _has_shared_text(one: object, other: object) -> bool:
    """Return whether `one` and `other` are maps with the same text under at least one key."""
    if not isinstance(one, dict) or not isinstance(other, dict):
        return False
    return any(isinstance(value, str) and other.get(key) == value for key, value in one.items())
