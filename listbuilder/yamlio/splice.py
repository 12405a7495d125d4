"""A data file after values in it changed: only these are written anew, every other byte stays.

Data files are tables: a row is a map in braces on a line of its own, or wrapped where it is too
long. So are new rows. (Rosters are written by people as they like; `roundtrip.py` is for them.)
"""

from __future__ import annotations

from typing import Any

from listbuilder.model.problem import Problem, Unreadable
from listbuilder.yamlio import reader
from listbuilder.yamlio.node_positions import (
    Node,
    NodeEntry,
    copy_unshared,
    find_line_end,
    find_line_start,
    is_same,
    parse_nodes,
)
from listbuilder.yamlio.scalars import write_quoted, write_scalar

WIDTH = 118


class DataText:
    """The text of a data file.

    `data` is what the file says; change it in place, then ask for the bytes.
    """

    def __init__(self, raw: bytes, name: str) -> None:
        """Read the YAML bytes `raw` of the file `name` into `data`. Raises Unreadable."""
        self.raw, self.name = raw, name
        self.data: Any = copy_unshared(reader.read_yaml(raw, name, reader.DATA_BYTES).data)
        self._text = raw.decode("utf-8")
        self._splices: list[tuple[int, int, str]] = []
        self._root = parse_nodes(self._text.removeprefix("\ufeff"), copy_unshared(self.data))
        _index_node(self._root, self.data)

    def compose_bytes(self) -> bytes:
        """Return the bytes of the file with all changes made to `data`.

        They are the old bytes if nothing changed.

        The result is read back to check it. Raises Unreadable if that doesn't give `data`.
        """
        if is_same(self._root.value, self.data):
            return self.raw
        mark = "\ufeff" if self._text.startswith("\ufeff") else ""
        text, self._splices = self._text.removeprefix("\ufeff"), []
        if not text.endswith("\n"):
            text += "\n"
        self._change_node(text, self._root, self.data)
        made = text
        for _, start, end, new in sorted(
            ((n, s, e, t) for n, (s, e, t) in enumerate(self._splices)),
            reverse=True,
            key=_get_splice_order,
        ):
            made = made[:start] + new + made[end:]
        raw = (mark + made).encode()
        if not is_same(reader.read_yaml(raw, self.name, reader.DATA_BYTES).data, self.data):
            raise Unreadable([Problem(key="not_readable_back", file=self.name)])
        return raw

    def _change_node(self, text: str, node: Node, value: object) -> None:
        """Note which parts of the text to replace so that `node` holds `value`; none if it does
        already.
        """
        if is_same(node.value, value):
            return
        if node.kind == "map" and isinstance(value, dict) and node.entries and value:
            self._change_map(text, node, value)
        elif node.kind == "list" and isinstance(value, list) and node.entries and value:
            self._change_list(text, node, value)
        elif node.is_block:
            start = find_line_start(text, node.entries[0].at)
            self._add_splice(
                start,
                find_line_end(text, node.end - 1),
                _write_table(value, node.entries[0].at - start),
            )
        else:
            new = (
                write_quoted(value) if node.style and isinstance(value, str) else write_flow(value)
            )
            self._add_splice(node.start, node.end, new if node.start < node.end else f" {new}")

    def _add_splice(self, start: int, end: int, new: str) -> None:
        """Note that text[start:end] is to be replaced by `new`."""
        self._splices.append((start, end, new))

    def _change_map(self, text: str, node: Node, value: dict[Any, Any]) -> None:
        """Note the replacements in the text that make the map `node` hold `value`.

        Changed keys are changed in place, keys that are gone are removed, and new ones are put
        where `value` has them.
        """
        for entry in node.entries:
            if entry.key in value:
                self._change_node(text, entry.node, value[entry.key])
            else:
                self._remove_entry(text, node, entry)
        old_entries = {entry.key: entry for entry in node.entries}
        column = node.entries[0].at - find_line_start(text, node.entries[0].at)
        new: dict[Any, Any] = {}
        for key, item in value.items():
            if key not in old_entries:
                new[key] = item
            elif new:
                self._put_keys_before(text, node, old_entries[key], new, column)
                new = {}
        if node.flow:
            self._append_in_flow(text, node, new, column)
        elif new:
            end = find_line_end(text, node.entries[-1].end - 1)
            self._add_splice(end, end, _write_table(new, column))

    def _put_keys_before(
        self, text: str, node: Node, entry: NodeEntry, new: dict[Any, Any], column: int
    ) -> None:
        """Note the insertion of the keys `new` before `entry` in the text.

        `column`: where the keys of the map begin.
        """
        start = entry.at if node.flow else find_line_start(text, entry.at)
        if node.flow:
            made = "".join(f"{write_flow(key)}: {write_flow(item)}, " for key, item in new.items())
        else:
            made = _write_table(new, column)
        self._add_splice(start, start, made)

    def _append_in_flow(self, text: str, node: Node, new: dict[Any, Any], column: int) -> None:
        """Note the insertions that put the keys `new` at the end of a map in braces.

        A key that doesn't fit on the line goes on a new line, at `column`.
        """
        last = node.entries[-1]
        reached = last.end - find_line_start(text, last.end)
        for key, item in new.items():
            head = f"{write_flow(key)}: "
            short = f", {head}{write_flow(item)}"
            fits = reached + len(short) < WIDTH
            long = f",\n{' ' * column}{head}{write_wrapped(item, column + len(head))}"
            self._add_splice(last.end, last.end, short if fits else long)
            reached = reached + len(short) if fits else WIDTH

    def _change_list(self, text: str, node: Node, value: list[Any]) -> None:
        """Note the replacements in the text that make the list `node` hold `value`.

        Items that are maps or lists are recognised, whatever comes before them. The whole list is
        written anew if other items are in it, the order changed, or one in brackets lost an item.
        """
        old_entries = {
            id(entry.node.live): entry
            for entry in node.entries
            if isinstance(entry.node.live, (dict, list))
        }
        if len(old_entries) < len(node.entries):
            self._rewrite_list(text, node, value)
            return
        stays = {id(item) for item in value}
        gone = [entry for entry in node.entries if id(entry.node.live) not in stays]
        places = [old_entries[id(item)].at for item in value if id(item) in old_entries]
        if places != sorted(places) or (node.flow and gone):
            self._rewrite_list(text, node, value)
            return
        for left_out in gone:
            self._remove_entry(text, node, left_out)
        before: NodeEntry | None = None
        for item in value:
            if (entry := old_entries.get(id(item))) is not None:
                self._change_node(text, entry.node, item)
                before = entry
            else:
                self._insert_item(text, node, before, item)

    def _rewrite_list(self, text: str, node: Node, value: list[Any]) -> None:
        """Note the replacement of a whole list by `value`, newly written.

        It is used for lists of texts and numbers, for a changed order, and for a list in brackets
        that lost an item.
        """
        if node.flow:
            self._add_splice(
                node.start,
                node.end,
                write_wrapped(value, node.start - find_line_start(text, node.start)),
            )
        else:
            self._rewrite_block_list(text, node, value)

    def _rewrite_block_list(self, text: str, node: Node, value: list[Any]) -> None:
        """Note the splice that replaces all lines of a block list."""
        start = find_line_start(text, node.entries[0].at)
        self._add_splice(
            start,
            find_line_end(text, node.end - 1),
            _write_table(value, node.entries[0].at - start),
        )

    def _insert_item(self, text: str, node: Node, before: NodeEntry | None, value: object) -> None:
        """Note the insertion of the list item `value` after the entry `before`.

        It goes to the beginning if that is None.
        """
        if node.flow:
            if before is None:
                place = node.entries[0].at
                self._add_splice(place, place, f"{write_flow(value)}, ")
            else:
                self._add_splice(before.end, before.end, f", {write_flow(value)}")
            return
        start = find_line_start(text, node.entries[0].at)
        place = start if before is None else find_line_end(text, before.end - 1)
        self._add_splice(place, place, _write_table([value], node.entries[0].at - start))

    def _remove_entry(self, text: str, node: Node, entry: NodeEntry) -> None:
        """Note the removal of `entry` from the text, with its comma or its line."""
        place = node.entries.index(entry)
        if not node.flow:
            self._add_splice(
                find_line_start(text, entry.at), find_line_end(text, entry.end - 1), ""
            )
        elif place + 1 < len(node.entries):
            self._add_splice(entry.at, node.entries[place + 1].at, "")
        else:
            first = node.entries[place - 1].end if place else entry.at
            self._add_splice(first, entry.end, "")


def _get_splice_order(splice: tuple[int, int, int, str]) -> tuple[int, bool, int]:
    """Return the sort key of a replacement, for applying them from the end backwards.

    Where several begin at one place, removals come before insertions, because an insertion would
    move what is to be removed.
    """
    number, start, end, _ = splice
    return start, end > start, number


def _index_node(node: Node, live: Any) -> None:
    """Note in `node` and all nodes below it the value of the data that each was read into."""
    node.live = live
    for place, entry in enumerate(node.entries):
        _index_node(entry.node, live[place if node.kind == "list" else entry.key])


def _write_table(value: Any, column: int) -> str:
    """Return `value` as lines that begin at `column`: one for each list item or each key.

    A list of maps below a key gets one line for each map.
    """
    margin = " " * column
    if isinstance(value, list):
        return "".join(f"{margin}- {write_wrapped(item, column + 2)}\n" for item in value)
    made = ""
    for key, item in value.items():
        head = f"{margin}{write_flow(key)}:"
        if isinstance(item, list) and item and all(isinstance(row, dict) for row in item):
            made += f"{head}\n{_write_table(item, column + 2)}"
        else:
            made += f"{head} {write_wrapped(item, len(head) + 1)}\n"
    return made


def write_flow(value: object) -> str:
    """Return `value` in braces or brackets on one line."""
    if isinstance(value, dict):
        return (
            "{"
            + ", ".join(f"{write_flow(key)}: {write_flow(item)}" for key, item in value.items())
            + "}"
        )
    if isinstance(value, list):
        return "[" + ", ".join(map(write_flow, value)) + "]"
    if not isinstance(value, str):
        return write_scalar(value)
    plain = write_scalar(value, flow=True)
    return plain if plain == value else write_quoted(value)


def write_wrapped(value: object, column: int) -> str:
    """Return `value` on one line if it fits after `column`, else in brackets over several lines.

    All lines are indented to the column after the bracket.
    """
    whole = write_flow(value)
    if column + len(whole) <= WIDTH or not isinstance(value, (dict, list)) or not value:
        return whole
    margin = " " * (column + 1)
    parts = []
    for key, item in value.items() if isinstance(value, dict) else ((None, item) for item in value):
        head = "" if key is None else f"{write_flow(key)}: "
        parts.append(head + write_wrapped(item, column + 1 + len(head)))
    lines = [parts[0]]
    for part in parts[1:]:
        last = lines[-1].rpartition("\n")[2]
        reached = len(last) + (0 if "\n" in lines[-1] else column + 1)
        if "\n" in part or reached + 2 + len(part) + 1 > WIDTH:
            lines.append(part)
        else:
            lines[-1] += f", {part}"
    signs = "{}" if isinstance(value, dict) else "[]"
    return signs[0] + f",\n{margin}".join(lines) + signs[1]
