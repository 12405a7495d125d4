"""The layout of data files: how `splice` writes the values that it puts into them.

Data files are tables. A row is a map in braces on a line of its own, wrapped if it is too long; an
entry with tables in it, such as a datasheet, is a block of keys.
"""

from __future__ import annotations

from collections.abc import Collection
from typing import Any

from listbuilder.yamlio.scalars import write_quoted, write_scalar

WIDTH = 118


def write_table(value: Any, column: int) -> str:
    """Return `value` as lines that begin at `column`: one for each list item or each key.

    A list of maps below a key gets one line for each map.
    """
    if isinstance(value, list):
        return "".join(_write_item(item, column) for item in value)
    return "".join(_write_key(key, item, column) for key, item in value.items())


def write_entry(value: dict[Any, Any], column: int, *, in_row: bool = False) -> str:
    """Return the list item `value` as a block of keys whose dash is at `column`.

    `in_row`: it is in a table of rows, where a short table stays on the line of its key.
    """
    keys = (_write_key(key, item, column + 2, in_row) for key, item in value.items())
    return _put_dash("".join(keys), column)


def _put_dash(lines: str, column: int) -> str:
    """Return the `lines` of a list item with the dash at `column`, two before they begin."""
    return f"{' ' * column}- {lines[column + 2 :]}"


def _write_item(item: object, column: int) -> str:
    """Return a list item whose dash is at `column`: in one line, wrapped, or as a block of keys."""
    if _is_table(item):
        return _put_dash(write_table(item, column + 2), column)
    line = f"{' ' * column}- {write_flow(item)}"
    if len(line) > WIDTH and isinstance(item, dict) and not _is_row(item, column):
        return write_entry(item, column, in_row=True)
    return f"{' ' * column}- {write_wrapped(item, column + 2)}\n"


def _write_key(key: object, item: object, column: int, in_row: bool = False) -> str:
    """Return `key` at `column` with its value `item` as lines.

    Tables get lines of their own below the key, and so do maps that don't fit beside it. In a row,
    a table that fits stays beside its key.
    """
    head = f"{' ' * column}{write_flow(key)}:"
    is_long = len(f"{head} {write_flow(item)}") > WIDTH
    is_table = _is_table(item) or (isinstance(item, list) and any(map(_is_table, item)))
    if is_table and (is_long or not in_row):
        return f"{head}\n{write_table(item, column + 2)}"
    holds_tables = isinstance(item, dict) and any(map(_is_table, item.values())) and not in_row
    if isinstance(item, dict) and item and (is_long or holds_tables):
        return f"{head}\n{write_table(item, column + 2)}"
    return f"{head} {write_wrapped(item, len(head) + 1)}\n"


def _is_table(value: object) -> bool:
    """Return whether `value` is a table: a list of maps, which are its rows."""
    return isinstance(value, list) and bool(value) and all(isinstance(row, dict) for row in value)


def _is_row(item: dict[Any, Any], column: int) -> bool:
    """Return whether `item` reads best as a row, wrapped: no tables in it, and no long value."""
    for key, value in item.items():
        if column + 4 + len(f"{write_flow(key)}: {write_flow(value)}") > WIDTH:
            return False
        if not all(map(_is_flat, value.values() if isinstance(value, dict) else [value])):
            return False
    return True


def _is_flat(value: object) -> bool:
    """Return whether `value` is a scalar or a list of scalars."""
    if isinstance(value, list):
        return not any(isinstance(part, (dict, list)) for part in value)
    return not isinstance(value, dict)


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


def write_file(data: dict[str, Any], entry_lists: Collection[str]) -> str:
    """Return the text of a whole data file.

    Entries of the lists named in `entry_lists` are blocks of keys with blank lines between them,
    unless all entries of the list are short rows.
    """
    made = ""
    for key, value in data.items():
        is_short = _is_table(value) and all(_is_row(row, 2) for row in value)
        if key in entry_lists and _is_table(value) and not is_short:
            blocks = "\n".join(write_entry(row, 2) for row in value)
            made += f"\n{write_flow(key)}:\n{blocks}"
        else:
            made += _write_key(key, value, 0)
    return made
