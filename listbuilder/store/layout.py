"""The text of a roster after its data changed: what did not change is copied from the text as it was, byte for byte.

A list or map over several lines is a row of parts: the lines that lead up to an entry (blank ones, comments) and the
entry itself, with the comment behind it and comments that stand further in below it. An entry that goes takes its own
lines along, never a comment on a line of its own outside of it. An entry that moves takes the comment right above too.
"""

from __future__ import annotations

from difflib import SequenceMatcher
from typing import Any

from listbuilder.store.flow import FlowRow
from listbuilder.store.parts import Part, head_of, if_told, margin, parts_of, shifted, split, without_blank_lines
from listbuilder.store.scalars import Block, dash_offset, in_line, is_filled, scalar
from listbuilder.store.syntax import BREAK, Node, ends_line, line_end, own, parse, same


class Layout:
    """Writes `data` after it was changed in place: a list or map of it that was there before stands for its node."""

    def __init__(self, text: str, data: Any) -> None:
        self.text = text
        self.root = parse(text, own(data))
        match = BREAK.search(text)
        self.newline = match.group() if match and match.group() in ("\r\n", "\n", "\r") else "\n"
        keys = self.root.entries[:1] if self.root.flow else []
        self.quote = '"' if keys and keys[0].key_node is not None and keys[0].key_node.style == '"' else ""  # as in JSON
        self.block = _Fresh(self, dash_offset(text))
        self._nodes: dict[int, Node] = {}
        self._aliases: list[Node] = []
        self._index(self.root, data)
        self._copied: list[tuple[int, int]] = []
        self._stale: set[int] = set()  # nodes with an alias in them that must be written out
        self._present: set[int] = set()

    def _index(self, node: Node, live: Any) -> None:
        node.live = live
        if isinstance(live, (dict, list)):
            self._nodes[id(live)] = node
        if node.kind == "alias":
            self._aliases.append(node)
        for place, entry in enumerate(node.entries):
            self._index(entry.node, live[place if node.kind == "list" else entry.key])

    def write(self, data: Any, *, aliases: bool = True) -> str:
        """With the aliases whose anchors are still as they were, or with none."""
        made = self._write(data, [] if aliases else self._aliases)
        lost = [alias for alias in self._aliases if alias.target is not None and not self._is_copied(alias.target)]
        return self._write(data, lost) if lost and aliases else made

    def _write(self, data: Any, written_out: list[Node]) -> str:
        self._copied = []
        self._stale = set()
        for alias in written_out:
            node: Node | None = alias
            while node is not None:
                self._stale.add(id(node))
                node = node.parent
        self._present = set()
        self._look(data)
        return self.value(self.root, data, 0, len(self.text), 0)

    def _look(self, value: Any) -> None:
        if isinstance(value, (dict, list)):
            self._present.add(id(value))
            for each in value.values() if isinstance(value, dict) else value:
                self._look(each)

    def _is_copied(self, node: Node) -> bool:
        reached = node.start
        for start, end in sorted(self._copied):
            if start <= reached < end:
                reached = end
        return reached >= node.end

    def take(self, start: int, end: int) -> str:
        if start < end:
            self._copied.append((start, end))
        return self.text[start:end]

    def is_same(self, node: Node, value: Any) -> bool:
        return id(node) not in self._stale and same(node.value, value)

    def stays(self, value: Any) -> Node | None:
        """The node that a list or map of the data is."""
        return self._nodes.get(id(value))

    def is_present(self, node: Node) -> bool:
        return id(node.live) in self._present

    # --- a value where it was ---

    def value(self, node: Node, value: Any, start: int, end: int, column: int) -> str:
        """text[start:end], in which `node` stands, with the value in its place. What holds it begins at `column`."""
        if self.is_same(node, value):
            return self.take(start, end)
        if is_filled(value) and self.stays(value) not in (None, node):
            return self._exchanged(node, value, start, end, column)
        if node.is_block:
            return self._block_value(node, value, start, end, column)
        if _alike(node, value) and node.entries:
            return self.take(start, node.start) + self.in_flow(node, value) + self.take(node.end, end)
        if is_filled(value):
            return self._opened(node, value, start, end, column)
        made = self._one_line(node, value) + (self.newline if ends_line(self.text[node.start : node.end]) else "")
        before = " " if node.start == node.end else ""  # nothing stood there
        return self.take(start, node.start) + before + made + self.apart(node.end) + self.take(node.end, end)

    def in_flow(self, node: Node, value: Any) -> str:
        """A value inside of brackets, or one that is brackets."""
        if self.is_same(node, value):
            return self.take(node.start, node.end)
        other = self.stays(value)
        if is_filled(value) and other is not None and other is not node:
            return self.in_flow(other, value) if other.flow else in_line(value, self.quote)
        if _alike(node, value) and node.entries:
            return FlowRow(self, node).write(value)
        return self._one_line(node, value, flow=True)

    def _one_line(self, node: Node, value: Any, *, flow: bool = False) -> str:
        if isinstance(value, (dict, list)):
            return in_line(value, self.quote)
        return scalar(value, node.style or self.quote, flow=flow)

    def apart(self, place: int) -> str:
        """What goes between a new value and a comment that stood right behind a quote."""
        return " " if self.text[place : place + 1] == "#" else ""

    def _opened(self, node: Node, value: Any, start: int, end: int, column: int) -> str:
        """A list or map over several lines where a word, brackets or nothing stood."""
        head = head_of(self.text, node, node.start)
        between = self.text[head : node.start]
        rest = node.end if ends_line(self.text[node.start : node.end]) else line_end(self.text, node.end)
        kept = (between if "#" in between else "") + self.text[node.end : rest]
        if not kept.strip():
            return self.take(start, head) + self._behind(node, value, column) + self.take(rest, end)
        kept = (" " if kept.startswith("#") else "") + (kept if ends_line(kept) else kept + self.newline)
        return self.take(start, head) + kept + self._deeper(node, value, column) + self.take(rest, end)

    def _behind(self, node: Node, value: Any, column: int) -> str:
        return (self.block.behind_dash if _is_item(node) else self.block.behind_key)(value, column)

    def _deeper(self, node: Node, value: Any, column: int) -> str:
        return self.block.lines(value, column + (2 if isinstance(value, dict) or _is_item(node) else self.block.dash))

    def _exchanged(self, node: Node, value: Any, start: int, end: int, column: int) -> str:
        """What stood elsewhere, in place of what stands here."""
        if not node.is_block:
            return self._opened(node, value, start, end, column)
        parts, _, head = parts_of(self.text, node)
        return self.take(start, head) + self._behind(node, value, column) + self.take(parts[-1].end, end)

    def _block_value(self, node: Node, value: Any, start: int, end: int, column: int) -> str:
        parts, inline, head = parts_of(self.text, node)
        begin, finish = parts[0].lead, parts[-1].end
        if _alike(node, value) and value:
            row = self.row(node, value)
            row = row.lstrip(" ") if inline else row
            alone = inline and row.startswith(self.newline)  # the dash is on a line of its own now
            return self.take(start, head if alone else begin) + row + self.take(finish, end)
        if is_filled(value):
            made = self.take(start, head) + self.newline if inline else self.take(start, begin)
            return made + self._deeper(node, value, column) + self.take(finish, end)
        made = in_line(value) if isinstance(value, (dict, list)) else scalar(value)
        comments = "".join(self._left(part) for part in parts)
        behind = self.newline if inline else self.apart(head) + self.take(head, begin)
        return f"{self.take(start, head)} {made}{behind}{comments}{self.take(finish, end)}"

    # --- a block list or map, part by part ---

    def part(self, part: Part, value: Any) -> str:
        return self.value(part.entry.node, value, part.start, part.end, part.column)

    def row(self, node: Node, value: Any) -> str:
        """All parts, each with the margin before it; but where the first stood behind a dash it may have none."""
        parts, inline, _ = parts_of(self.text, node)
        pieces = self._map(parts, inline, value) if node.kind == "map" else self._list(node, parts, inline, value)
        made: list[str] = []
        for piece in filter(None, pieces):
            if made and not ends_line(made[-1]):
                made.append(self.newline)
            made.append(piece)
        return "".join(made)

    def _map(self, parts: list[Part], inline: bool, value: dict[Any, Any]) -> list[str]:
        pieces: list[str] = []
        for part in parts:
            lead, key = self.take(part.lead, part.start), part.entry.key
            if key not in value:
                pieces.append(if_told(lead))
                continue
            if inline and not any(pieces):  # right behind the dash; or the dash alone, comments, and then the first key
                lead = self.newline + lead if lead.strip() else ""
            pieces += [lead, self.part(part, value[key])]
        known = {part.entry.key for part in parts}
        pieces.append(self.block.lines({key: each for key, each in value.items() if key not in known}, parts[0].column))
        return pieces

    def _list(self, node: Node, parts: list[Part], inline: bool, value: list[Any]) -> list[str]:
        origin, fixed = self.origins(node, value)
        airy = len(parts) > 1 and all(BREAK.match(self.text, part.lead) for part in parts[1:])
        tight = not BREAK.match(self.text, parts[0].lead)
        pieces: list[str] = []
        reached = 0
        for place, each in enumerate(value):
            source = origin[place]
            if source is not None and place in fixed:
                pieces += [self._left(part) for part in parts[reached:source]]
                reached = source + 1
                lead, own = self.take(parts[source].lead, parts[source].start), self.part(parts[source], each)
            elif source is not None:
                lead, own = split(self._lead(parts[source]))[1], self.part(parts[source], each)
            else:
                lead, own = self._moved_here(each, parts[0].column)
            if source == 0 and inline and any(pieces):
                own = " " * parts[0].column + own
            if airy and any(pieces) and not BREAK.match(lead):
                lead = self.newline + lead
            elif not any(pieces) and source != 0 and tight:
                lead = without_blank_lines(lead)
                lead = self.newline + lead if inline and lead else lead
            pieces += [lead, own]
        return pieces + [self._left(part) for part in parts[reached:]]

    def _lead(self, part: Part) -> str:
        return self.text[part.lead : part.start]

    def _left(self, part: Part) -> str:
        """What stays where an entry stood that is gone: its comments, or those that do not go with it."""
        lead = self._lead(part)
        return if_told(split(lead)[0] if self.is_present(part.entry.node) else lead)

    # --- what came from elsewhere ---

    def _moved_here(self, value: Any, column: int) -> tuple[str, str]:
        """A new item of a list; with its comments, where it was an item of another list."""
        node = self.stays(value)
        if node is not None and node.parent is not None and node.parent.kind == "list" and node.parent.is_block:
            parts, inline, _ = parts_of(self.text, node.parent)
            part = next(part for part in parts if part.entry.node is node)
            if not (inline and part is parts[0]):
                by = column - part.column
                return shifted(split(self._lead(part))[1], by), shifted(self.part(part, value), by)
        return "", f"{' ' * column}-{self.block.behind_dash(value, column)}"

    def moved(self, node: Node, value: Any, column: int) -> str:
        """The lines of a block list or map as it was, at another column."""
        parts, inline, _ = parts_of(self.text, node)
        row = self.row(node, value)
        if inline and not row.startswith((" ", self.newline)):
            row = " " * parts[0].column + row
        return shifted(row, column - parts[0].column)

    def origins(self, node: Node, value: list[Any]) -> tuple[list[int | None], set[int]]:
        """For each item the entry that it is, and the items that did not change their order among each other."""
        places = {id(entry.node.live): place for place, entry in enumerate(node.entries) if self.stays(entry.node.live)}
        origin: list[int | None] = [places.get(id(each)) for each in value]
        taken = {place for place in origin if place is not None}
        before: list[Any] = [place if place in taken else repr(entry.node.value) for place, entry in enumerate(node.entries)]
        after = [repr(each) if place is None else place for place, each in zip(origin, value, strict=True)]
        fixed: set[int] = set()
        for tag, i1, i2, j1, j2 in SequenceMatcher(None, before, after, autojunk=False).get_opcodes():
            pairs = list(zip(range(i1, i2), range(j1, j2), strict=False)) if tag == "equal" else []
            if tag == "replace" and value is not node.live:  # another list: what in it is new is not known otherwise
                gone = [place for place in range(i1, i2) if not self.is_present(node.entries[place].node)]
                new = [place for place in range(j1, j2) if origin[place] is None and self.stays(value[place]) is None]
                pairs = _counterparts(node, value, gone, new)
            for source, place in pairs:
                origin[place] = source
                fixed.add(place)
        return origin, fixed


class _Fresh(Block):
    """New lines, in which what stood elsewhere stands as it was written there."""

    def __init__(self, layout: Layout, dash: int) -> None:
        super().__init__(layout.newline, dash)
        self.layout = layout

    def behind_key(self, value: Any, column: int) -> str:
        deeper = column + (2 if isinstance(value, dict) else self.dash)
        return self._kept(value, column, deeper, behind_dash=False) or super().behind_key(value, column)

    def behind_dash(self, value: Any, column: int) -> str:
        return self._kept(value, column, column + 2, behind_dash=True) or super().behind_dash(value, column)

    def _kept(self, value: Any, column: int, deeper: int, *, behind_dash: bool) -> str:
        node = self.layout.stays(value)
        if node is None or not value:
            return ""
        if node.is_block:
            rows = self.layout.moved(node, value, deeper)
            behind = behind_dash and rows[:deeper].isspace() and not rows[deeper:].startswith("#") and deeper == column + 2
            return f" {rows[deeper:]}" if behind and not BREAK.search(rows[:deeper]) else self.newline + rows
        if node.kind == "alias" and not self.layout.is_same(node, value):
            return ""
        text = self.layout.in_flow(node, value)
        first, *more = text.splitlines(keepends=True)
        return f" {first}{shifted(''.join(more), deeper - margin(more))}{self.newline}"


def _is_item(node: Node) -> bool:
    return node.parent is not None and node.parent.kind == "list"


def _alike(node: Node, value: Any) -> bool:
    return node.kind == ("map" if isinstance(value, dict) else "list" if isinstance(value, list) else "")


def _counterparts(node: Node, value: list[Any], gone: list[int], new: list[int]) -> list[tuple[int, int]]:
    """New items that tell of the same thing as one that is gone: a group of the same model, counted anew."""
    pairs: list[tuple[int, int]] = []
    for place in new:
        match = next((source for source in gone if _of_one_thing(node.entries[source].node.value, value[place])), None)
        if match is not None:
            pairs.append((match, place))
            gone = [source for source in gone if source > match]
    return pairs


def _of_one_thing(one: Any, other: Any) -> bool:
    if not isinstance(one, dict) or not isinstance(other, dict):
        return False
    return any(isinstance(value, str) and other.get(key) == value for key, value in one.items())
