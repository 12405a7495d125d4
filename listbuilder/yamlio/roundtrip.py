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
        """Note in `node` and all nodes below it the live value that each stands for."""
        node.live = live
        if isinstance(live, (dict, list)):
            self._nodes[id(live)] = node
        if node.kind == "alias":
            self._aliases.append(node)
        for place, entry in enumerate(node.entries):
            self._index_node(entry.node, live[place if node.kind == "list" else entry.key])

    def write_text(self, data: object, *, aliases: bool = True) -> str:
        """Return the text for `data`, with the aliases whose anchors are as they were.

        It has no aliases if `aliases` is false.
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
        """Return the text for `data` with the aliases in `written_out` replaced by their values."""
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
        """Mark every list and map in `value` as still present in the data."""
        if isinstance(value, (dict, list)):
            self._present.add(id(value))
            for child in value.values() if isinstance(value, dict) else value:
                self._mark_present(child)

    def _is_copied(self, node: Node) -> bool:
        """Return whether the whole text of `node` was copied into the new text."""
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
        """Return whether `node` still holds `value` and no alias that must be written out."""
        return id(node) not in self._stale and is_same(node.value, value)

    def find_node(self, value: object) -> Node | None:
        """Return the node that a list or map of the data was read from, or None if it is new."""
        return self._nodes.get(id(value))

    def is_present(self, node: Node) -> bool:
        """Return whether the list or map of `node` still stands somewhere in the data."""
        return id(node.live) in self._present

    # --- a value where it was ---

    def write_value(self, node: Node, value: object, start: int, end: int, column: int) -> str:
        """Return text[start:end], in which `node` stands, with `value` in its place.

        `column` is where the key or dash that holds it begins. A list or map that stood elsewhere
        is written as it was there.
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
        """Return the text of `value`, which stands inside brackets or has brackets itself.

        `node` stood in its place.
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
        """Return `value` newly written on one line, quoted as `node` was."""
        if isinstance(value, (dict, list)):
            return write_in_line(value, self.quote)
        return write_scalar(value, node.style or self.quote, flow=flow)

    def get_gap_before_comment(self, place: int) -> str:
        """Return a space if a comment stands right at `place`, behind a new value, else ""."""
        return " " if self.text[place : place + 1] == "#" else ""

    def _replace_by_block(
        self, node: Node, value: object, start: int, end: int, column: int
    ) -> str:
        """Return text[start:end] with a list or map over several lines in place of `node`.

        A word, brackets or nothing stood there before.
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
        """Return `value` as it is written behind the dash or the key of `node`."""
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
        """Return text[start:end] with `value`, a list or map that stood elsewhere, for `node`."""
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
        """Return text[start:end] with `value` in place of the block list or map `node`.

        Comments of a block that is empty now, or no block any more, are kept.
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
        """Return the text of one part with `value` in place of its own."""
        return self.write_value(part.entry.node, value, part.start, part.end, part.column)

    def write_row(self, node: Node, value: Any) -> str:
        """Return all parts of the block `node` holding `value`, each with the margin before it.

        Only where the first part stood behind a dash may it have no margin.
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
        """Return the pieces of text of a block map: its old keys in order, then the new ones."""
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
        """Return the pieces of text of a block list: the items of `value` with their comments.

        Blank lines between the items are kept up where every item but the first had one.
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
        """Return the lines (blank ones, comments) that lead up to `part`."""
        return self.text[part.lead : part.start]

    def _get_comments_left_behind(self, part: BlockPart) -> str:
        """Return what stays where an entry stood that is gone.

        These are its comments, or those that do not go with it where it moved.
        """
        lead = self._get_lead(part)
        return drop_if_blank(split_lead(lead)[0] if self.is_present(part.entry.node) else lead)

    # --- what came from elsewhere ---

    def _write_new_item(self, value: object, column: int) -> tuple[str, str]:
        """Return lead and text of a new item of a list.

        It brings its comments if it was an item of another list.
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
        """Return the lines of the block list or map `node` holding `value`, moved to `column`."""
        parts, inline, _ = split_parts(self.text, node)
        row = self.write_row(node, value)
        if inline and not row.startswith((" ", self.newline)):
            row = " " * parts[0].column + row
        return shift_lines(row, column - parts[0].column)

    def match_items(self, node: Node, value: list[Any]) -> tuple[list[int | None], set[int]]:
        """Return the entry that each item of `value` was, and the places of those that kept order.

        The first list has None for an item that is new. In another list than that of the node, an
        item that tells of the same thing as one that is gone counts as that one.
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
        """Return what stands behind a key at `column`: the text it had elsewhere, or new lines."""
        deeper = column + (2 if isinstance(value, dict) else self.dash)
        kept = self._write_kept(value, column, deeper, behind_dash=False)
        return kept or super().write_behind_key(value, column)

    def write_behind_dash(self, value: object, column: int) -> str:
        """Return what stands behind a dash at `column`: the text it had elsewhere, or new lines."""
        kept = self._write_kept(value, column, column + 2, behind_dash=True)
        return kept or super().write_behind_dash(value, column)

    def _write_kept(self, value: object, column: int, deeper: int, *, behind_dash: bool) -> str:
        """Return `value` as it was written where it stood before, now behind a key or dash.

        `deeper` is the column of its lines. Empty if it is new.
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
    """Return pairs (old place, new place) of items that tell of the same thing, in order.

    For instance a group of the same model, counted anew.
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
    """Return whether two maps have the same text under one of their keys."""
    if not isinstance(one, dict) or not isinstance(other, dict):
        return False
    return any(isinstance(value, str) and other.get(key) == value for key, value in one.items())
