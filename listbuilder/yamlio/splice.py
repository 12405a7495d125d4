"""A data file after values in it changed: only these are written anew, every other byte stays.

Data files are tables: a row is a map in braces on a line of its own, or wrapped where it is too
long. So are new rows. (Rosters are written by people as they like; `roundtrip.py` is for them.)
"""

from __future__ import annotations

from typing import Any

from listbuilder.model.problem import Problem, Unreadable
from listbuilder.yamlio import reader
from listbuilder.yamlio.data_layout import (
    WIDTH,
    write_entry,
    write_flow,
    write_table,
    write_wrapped,
)
from listbuilder.yamlio.node_positions import (
    Node,
    NodeEntry,
    copy_unshared,
    find_line_end,
    find_line_start,
    is_same,
    parse_nodes,
)
from listbuilder.yamlio.scalars import write_quoted


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
        made = _apply_splices(text, self._splices)
        if made.endswith("\n\n") and not text.endswith("\n\n"):
            made = made.rstrip("\n") + "\n"  # the last entry went, not the blank line before it
        raw = (mark + made).encode()
        if not is_same(reader.read_yaml(raw, self.name, reader.DATA_BYTES).data, self.data):
            raise Unreadable([Problem(key="not_readable_back", file=self.name)])
        return raw

    def _change_node(self, text: str, node: Node, value: object) -> None:
        """Record the replacements in the text that give `node` the `value`.

        Nothing is recorded if it has that value already.
        """
        if is_same(node.value, value):
            return
        before = len(self._splices)
        self._change_parts(text, node, value)
        if node.flow and node.parent is not None and not node.parent.flow:
            self._wrap_long_row(text, node, value, before)

    def _wrap_long_row(self, text: str, node: Node, value: object, before: int) -> None:
        """Replace the whole row `node` if the replacements recorded for it make a line too long.

        `before` is the number of replacements that were recorded before those for the row. A row
        with a comment in it is left alone.
        """
        start, end = find_line_start(text, node.start), find_line_end(text, node.end - 1)
        row = text[start:end]
        made = _apply_splices(row, self._splices[before:], start)
        longest = max(WIDTH, *map(len, row.splitlines()))  # lines that people wrote may be longer
        if (
            any(len(line) > longest for line in made.splitlines())
            and "#" not in text[node.start : node.end]
            and node.start < node.end
        ):
            del self._splices[before:]
            self._add_splice(node.start, node.end, write_wrapped(value, node.start - start))

    def _change_parts(self, text: str, node: Node, value: object) -> None:
        """Record the replacements in the text that give `node` another `value`, part by part.

        A map in braces that keeps none of its keys is replaced as a whole.
        """
        if (
            node.kind == "map"
            and isinstance(value, dict)
            and node.entries
            and value
            and (not node.flow or any(entry.key in value for entry in node.entries))
        ):
            self._change_map(text, node, value)
        elif node.kind == "list" and isinstance(value, list) and node.entries and value:
            self._change_list(text, node, value)
        elif node.is_block:
            start = find_line_start(text, node.entries[0].at)
            self._add_splice(
                start,
                find_line_end(text, node.end - 1),
                write_table(value, node.entries[0].at - start),
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
        left_out = len(node.entries)  # where the keys begin that are removed at the end
        while node.flow and node.entries[left_out - 1].key not in value:
            left_out -= 1
        if left_out < len(node.entries):
            self._add_splice(node.entries[left_out - 1].end, node.entries[-1].end, "")
        for entry in node.entries[:left_out]:
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
            self._add_splice(end, end, write_table(new, column))

    def _put_keys_before(
        self, text: str, node: Node, entry: NodeEntry, new: dict[Any, Any], column: int
    ) -> None:
        """Record the insertion of the keys `new` before `entry` in the text.

        `column`: where the keys of the map begin.
        """
        start = entry.at if node.flow else find_line_start(text, entry.at)
        if node.flow:
            made = "".join(f"{write_flow(key)}: {write_flow(item)}, " for key, item in new.items())
            line, end = find_line_start(text, start), find_line_end(text, start)
            if end - line - 1 + len(made) > WIDTH:  # what follows goes on a new line
                made = f"{made.rstrip()}\n{' ' * column}"
        else:
            made = write_table(new, column)
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
            entry = old_entries.get(id(item))
            if entry is not None and _begins_otherwise(entry.node, item):
                start = find_line_start(text, entry.at)
                made = write_table([item], entry.at - start)
                self._add_splice(start, find_line_end(text, entry.end - 1), made)
                before = entry
            elif entry is not None:
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
            write_table(value, node.entries[0].at - start),
        )

    def _insert_item(self, text: str, node: Node, before: NodeEntry | None, value: object) -> None:
        """Record the insertion of the list item `value` after the entry `before`.

        If that is None, it goes to the beginning.
        """
        if node.flow:
            if before is None:
                place = node.entries[0].at
                self._add_splice(place, place, f"{write_flow(value)}, ")
            else:
                self._add_splice(before.end, before.end, f", {write_flow(value)}")
            return
        start = find_line_start(text, node.entries[0].at)
        column = node.entries[0].at - start
        place = start if before is None else find_line_end(text, before.end - 1)
        made = write_table([value], column)
        blank = ""
        neighbour = node.entries[0] if before is None else before
        if isinstance(value, dict) and neighbour.node.is_block:
            made = write_entry(value, column)
            blank = "\n" if _has_blank_lines(text, node) else ""
        self._add_splice(place, place, made + blank if before is None else blank + made)

    def _remove_entry(self, text: str, node: Node, entry: NodeEntry) -> None:
        """Record the removal of `entry` from the text, with its comma or its line."""
        place = node.entries.index(entry)
        if not node.flow:
            start, end = find_line_start(text, entry.at), find_line_end(text, entry.end - 1)
            is_spaced = place == 0 or text[max(start - 2, 0) : start] == "\n\n"
            if is_spaced and text[end : end + 1] == "\n":
                end += 1  # one of the blank lines around it is removed too
            self._add_splice(start, end, "")
        elif place + 1 < len(node.entries):
            self._add_splice(entry.at, node.entries[place + 1].at, "")
        else:
            first = node.entries[place - 1].end if place else entry.at
            self._add_splice(first, entry.end, "")


def _apply_splices(text: str, splices: list[tuple[int, int, str]], at: int = 0) -> str:
    """Return `text` with all replacements made; `at` is where it begins in the whole text."""
    numbered = [(number, *splice) for number, splice in enumerate(splices)]
    for _, start, end, new in sorted(numbered, reverse=True, key=_get_splice_order):
        text = text[: start - at] + new + text[end - at :]
    return text


def _get_splice_order(splice: tuple[int, int, int, str]) -> tuple[int, bool, int]:
    """Return the sort key of a replacement, for applying them from the end backwards.

    Where several begin at one place, removals come before insertions, because an insertion would
    move what is to be removed.
    """
    number, start, end, _ = splice
    return start, end > start, number


def _begins_otherwise(node: Node, value: object) -> bool:
    """Return whether a map on several lines gets another first key.

    Such an item must be replaced as a whole, because its first key is on the line of the dash.
    """
    if not isinstance(value, dict) or node.kind != "map" or node.flow or not node.entries:
        return False
    return bool(next(iter(value), None) != node.entries[0].key)


def _index_node(node: Node, live: Any) -> None:
    """Note in `node` and all nodes below it the value of the data that each was read into."""
    node.live = live
    for place, entry in enumerate(node.entries):
        _index_node(entry.node, live[place if node.kind == "list" else entry.key])


def _has_blank_lines(text: str, node: Node) -> bool:
    """Return whether there are blank lines between the items of a block list.

    True for a list with a single item.
    """
    if len(node.entries) < 2:
        return True
    first, second = node.entries[:2]
    return "\n\n" in text[first.end : second.at].replace("\r", "")
