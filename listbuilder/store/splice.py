"""A data file after values in it changed: only these are written anew, every other byte stays as it was.

Data files are tables: a row is a map in braces on a line of its own, or wrapped where it is too long. So are new rows.
(Rosters are written by people as they like; `layout.py` is for them.)
"""

from __future__ import annotations

from typing import Any

from listbuilder.model.problem import Problem, Unreadable
from listbuilder.store import reader
from listbuilder.store.scalars import quoted, scalar
from listbuilder.store.syntax import Entry, Node, line_end, line_start, own, parse, same

WIDTH = 118


class DataText:
    """`data` is what the file says; change it in place, then ask for the bytes."""

    def __init__(self, raw: bytes, name: str) -> None:
        self.raw, self.name = raw, name
        self.data: Any = own(reader.read_text(raw, name, reader.DATA_BYTES).data)
        self._text = raw.decode("utf-8")
        self._splices: list[tuple[int, int, str]] = []
        self._root = parse(self._text.removeprefix("\ufeff"), own(self.data))
        _index(self._root, self.data)

    def written(self) -> bytes:
        """Read back before anybody relies on it. Raises Unreadable where it would not say what `data` is."""
        if same(self._root.value, self.data):
            return self.raw
        mark = "\ufeff" if self._text.startswith("\ufeff") else ""
        text, self._splices = self._text.removeprefix("\ufeff"), []
        if not text.endswith("\n"):
            text += "\n"
        self._change(text, self._root, self.data)
        made = text
        ordered = sorted(enumerate(self._splices), key=lambda each: _place(*each), reverse=True)
        for _, (start, end, new) in ordered:
            made = made[:start] + new + made[end:]
        raw = (mark + made).encode()
        if not same(reader.read_text(raw, self.name, reader.DATA_BYTES).data, self.data):
            raise Unreadable([Problem(key="not_readable_back", file=self.name)])
        return raw

    def _change(self, text: str, node: Node, value: Any) -> None:
        if same(node.value, value):
            return
        if node.kind == "map" and isinstance(value, dict) and node.entries and value:
            self._map(text, node, value)
        elif node.kind == "list" and isinstance(value, list) and node.entries and value:
            self._list(text, node, value)
        elif node.is_block:
            start = line_start(text, node.entries[0].at)
            self._splice(start, line_end(text, node.end - 1), _block(value, node.entries[0].at - start))
        else:
            new = quoted(value) if node.style and isinstance(value, str) else flow(value)
            self._splice(node.start, node.end, new if node.start < node.end else f" {new}")

    def _splice(self, start: int, end: int, new: str) -> None:
        self._splices.append((start, end, new))

    def _map(self, text: str, node: Node, value: dict[Any, Any]) -> None:
        for entry in node.entries:
            if entry.key in value:
                self._change(text, entry.node, value[entry.key])
            else:
                self._take_out(text, node, entry)
        known = {entry.key: entry for entry in node.entries}
        column = node.entries[0].at - line_start(text, node.entries[0].at)
        new: dict[Any, Any] = {}
        for key, each in value.items():
            if key not in known:
                new[key] = each
            elif new:
                self._put_before(text, node, known[key], new, column)
                new = {}
        if node.flow:
            self._append_in_flow(text, node, new, column)
        elif new:
            end = line_end(text, node.entries[-1].end - 1)
            self._splice(end, end, _block(new, column))

    def _put_before(self, text: str, node: Node, entry: Entry, new: dict[Any, Any], column: int) -> None:
        start = entry.at if node.flow else line_start(text, entry.at)
        made = "".join(f"{flow(key)}: {flow(each)}, " for key, each in new.items()) if node.flow else _block(new, column)
        self._splice(start, start, made)

    def _append_in_flow(self, text: str, node: Node, new: dict[Any, Any], column: int) -> None:
        last = node.entries[-1]
        reached = last.end - line_start(text, last.end)
        for key, each in new.items():
            head = f"{flow(key)}: "
            short = f", {head}{flow(each)}"
            fits = reached + len(short) < WIDTH
            long = f",\n{' ' * column}{head}{wrapped(each, column + len(head))}"
            self._splice(last.end, last.end, short if fits else long)
            reached = reached + len(short) if fits else WIDTH

    def _list(self, text: str, node: Node, value: list[Any]) -> None:
        """Items that are maps are known again whatever stands before them; others are what stands at their place."""
        there = {id(entry.node.live): entry for entry in node.entries if isinstance(entry.node.live, (dict, list))}
        if len(there) < len(node.entries):
            self._splice(node.start, node.end, flow(value)) if node.flow else self._change_scalars(text, node, value)
            return
        stays = {id(each) for each in value}
        for gone in node.entries:
            if id(gone.node.live) not in stays:
                self._take_out(text, node, gone)
        before: Entry | None = None
        for each in value:
            if (entry := there.get(id(each))) is not None:
                self._change(text, entry.node, each)
                before = entry
            else:
                self._put_in(text, node, before, each)

    def _change_scalars(self, text: str, node: Node, value: list[Any]) -> None:
        start = line_start(text, node.entries[0].at)
        self._splice(start, line_end(text, node.end - 1), _block(value, node.entries[0].at - start))

    def _put_in(self, text: str, node: Node, before: Entry | None, value: Any) -> None:
        if node.flow:
            if before is None:
                self._splice(place := node.entries[0].at, place, f"{flow(value)}, ")
            else:
                self._splice(before.end, before.end, f", {flow(value)}")
            return
        start = line_start(text, node.entries[0].at)
        place = start if before is None else line_end(text, before.end - 1)
        self._splice(place, place, _block([value], node.entries[0].at - start))

    def _take_out(self, text: str, node: Node, entry: Entry) -> None:
        place = node.entries.index(entry)
        if not node.flow:
            self._splice(line_start(text, entry.at), line_end(text, entry.end - 1), "")
        elif place + 1 < len(node.entries):
            self._splice(entry.at, node.entries[place + 1].at, "")
        else:
            first = node.entries[place - 1].end if place else entry.at
            self._splice(first, entry.end, "")


def _place(number: int, splice: tuple[int, int, str]) -> tuple[int, int, int]:
    """Return where a splice comes among the others, the last to be made first.

    At one place what goes is taken out before anything is put there, or it would be the new text that is taken out.
    """
    start, end, _ = splice
    return start, end, number


def _index(node: Node, live: Any) -> None:
    node.live = live
    for place, entry in enumerate(node.entries):
        _index(entry.node, live[place if node.kind == "list" else entry.key])


def _block(value: Any, column: int) -> str:
    """Lines of a table: a row a line, a key a line."""
    margin = " " * column
    if isinstance(value, list):
        return "".join(f"{margin}- {wrapped(each, column + 2)}\n" for each in value)
    made = ""
    for key, each in value.items():
        head = f"{margin}{flow(key)}:"
        if isinstance(each, list) and each and all(isinstance(row, dict) for row in each):
            made += f"{head}\n{_block(each, column + 2)}"
        else:
            made += f"{head} {wrapped(each, len(head) + 1)}\n"
    return made


def flow(value: Any) -> str:
    """On one line."""
    if isinstance(value, dict):
        return "{" + ", ".join(f"{flow(key)}: {flow(each)}" for key, each in value.items()) + "}"
    if isinstance(value, list):
        return "[" + ", ".join(map(flow, value)) + "]"
    if not isinstance(value, str):
        return scalar(value)
    plain = scalar(value, flow=True)
    return plain if plain == value else quoted(value)


def wrapped(value: Any, column: int) -> str:
    """On one line where it fits behind that column, else on several, each as far in as the first."""
    whole = flow(value)
    if column + len(whole) <= WIDTH or not isinstance(value, (dict, list)) or not value:
        return whole
    margin = " " * (column + 1)
    parts = []
    for key, each in value.items() if isinstance(value, dict) else ((None, each) for each in value):
        head = "" if key is None else f"{flow(key)}: "
        parts.append(head + wrapped(each, column + 1 + len(head)))
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
