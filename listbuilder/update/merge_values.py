"""Putting new values into data that is being edited, without touching what stays the same.

The writer of data files (`yamlio/splice.py`) recognises rows by identity: a row that is the same
object keeps its place, its layout and its comments. So lists of rows are merged, not replaced.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from difflib import SequenceMatcher

from listbuilder.yamlio.node_positions import copy_unshared

Raw = dict[str, object]


def make_plain(value: object) -> object:
    """Return a copy of `value` made of plain lists and dictionaries, as if read from YAML."""
    if isinstance(value, Mapping):
        return {key: make_plain(item) for key, item in value.items()}
    if isinstance(value, (list, tuple)):
        return [make_plain(item) for item in value]
    return copy_unshared(value)


def set_key(entry: Raw, key: str, value: object, siblings: Iterable[Raw]) -> None:
    """Set `key` of `entry` to `value`; None removes the key.

    A new key is put where the `siblings`, other entries of the kind, have it.
    """
    if value is None:
        entry.pop(key, None)
    elif key in entry:
        entry[key] = merge_value(entry[key], value)
    else:
        put_key(entry, key, make_plain(value), _list_keys_after(key, entry, siblings))


def put_key(entry: Raw, key: str, value: object, later: Iterable[str]) -> None:
    """Add `key` to `entry` before the first of the `later` keys that it has, else at the end."""
    first = next((name for name in later if name in entry), None)
    items = list(entry.items())
    entry.clear()
    for name, item in items:
        if name == first:
            entry[key] = value
        entry[name] = item
    entry.setdefault(key, value)


def _list_keys_after(key: str, entry: Raw, siblings: Iterable[Raw]) -> list[str]:
    """Return the keys after `key` in the first sibling where `entry` has any of those too.

    Empty if there is no such sibling.
    """
    for sibling in siblings:
        names = list(sibling)
        if key in names:
            after = names[names.index(key) + 1 :]
            if any(name in entry for name in after):
                return after
    return []


def merge_value(live: object, value: object) -> object:
    """Return `value`, in which maps and rows that `live` has too are the same objects.

    `live` is changed in place if it is a map or a list; the caller stores the result instead of it.
    """
    if isinstance(live, dict) and isinstance(value, Mapping):
        for name in [name for name in live if name not in value]:
            del live[name]
        for name, item in value.items():
            live[name] = merge_value(live.get(name), item)
        return live
    if isinstance(live, list) and isinstance(value, (list, tuple)):
        live[:] = _merge_rows(live, [make_plain(row) for row in value])
        return live
    return make_plain(value)


def _merge_rows(live: list[object], rows: list[object]) -> list[object]:
    """Return `rows` with rows of `live` instead of equal ones, and with changed rows merged."""
    matcher = SequenceMatcher(
        None, [*map(_make_key, live)], [*map(_make_key, rows)], autojunk=False
    )
    merged: list[object] = []
    for tag, start, end, new_start, new_end in matcher.get_opcodes():
        if tag == "equal":
            merged += live[start:end]
        elif end - start == new_end - new_start:
            pairs = zip(live[start:end], rows[new_start:new_end], strict=True)
            merged += [merge_value(old, new) for old, new in pairs]
        else:
            merged += rows[new_start:new_end]
    return merged


def _make_key(value: object) -> str:
    """Return a text that is equal for equal values, whatever the order of their keys."""
    return json.dumps(value, sort_keys=True, default=str)
