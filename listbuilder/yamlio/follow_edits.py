"""Following edits through a roster's data, so that what only moved keeps its own text."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from listbuilder.model.edit import Edit, Step
from listbuilder.yamlio import reader
from listbuilder.yamlio.block_parts import close_last_text
from listbuilder.yamlio.node_positions import copy_unshared, is_same
from listbuilder.yamlio.roundtrip import Layout


def write_by_layout(text: str, edits: Sequence[Edit], *, aliases: bool = True) -> str:
    """Return the roster `text` after `edits`, with everything that did not change as it was
    written.

    `aliases`: False writes out all aliases, because an edit may have moved an anchor behind its
    alias.
    """
    read = reader.read_yaml(text.encode(), "").data
    data = copy_unshared(read)
    layout = Layout(text, data)
    if (closed_text := close_last_text(text, layout.root, layout.newline)) is not None:
        layout = Layout(closed_text, data)
    for edit in edits:
        put = copy_edit(edit)
        back = put.apply_in_place(data)
        removed = [step.value for step in back.steps if layout.find_node(step.value)]
        if removed:
            _keep_moved(layout, data, put, removed)
    return text if is_same(read, data) else layout.write_text(data, aliases=aliases)


def copy_edit(edit: Edit) -> Edit:
    """Return a copy of `edit` with copies of its values.

    Why: what an edit puts into a roster is changed there by later edits.
    """
    return Edit(tuple(Step(step.op, step.path, copy_unshared(step.value)) for step in edit.steps))


def _keep_moved(layout: Layout, data: object, put: Edit, gone: list[Any]) -> None:
    """Replace in `data` each list or map that an edit only moved by the old object, which has its
    text.

    `put`: the edit. `gone`: what it removed. A map with a few keys more or less counts as the same
    one and gets the new keys.
    """
    new = {id(value) for _, _, value in _yield_places([step.value for step in put.steps])}
    places = list(_yield_places(data))
    there = {id(value) for _, _, value in places}
    gone = [removed for removed in gone if id(removed) not in there]
    for parent, key, value in places:
        match = next((removed for removed in gone if _is_moved(removed, value)), None)
        if match is None or not value or id(value) not in new:
            continue
        if isinstance(match, dict):
            for each in [old_key for old_key in match if old_key not in value]:
                del match[each]
            match.update((new_key, value[new_key]) for new_key in value if new_key not in match)
        parent[key] = match
        gone = [removed for removed in gone if removed is not match]


def _yield_places(value: Any) -> Iterator[tuple[Any, Any, Any]]:
    """Yield (container, key, child) for every list and map inside `value`, at any depth."""
    for key, child in value.items() if isinstance(value, dict) else enumerate(value):
        if isinstance(child, (dict, list)):
            yield value, key, child
            yield from _yield_places(child)


def _is_moved(removed: object, new: object) -> bool:
    """Return whether `new` is equal to `removed`, or a map with keys added or left out."""
    if not isinstance(removed, dict) or not isinstance(new, dict):
        return is_same(removed, new)
    shared = removed.keys() & new.keys()
    return (
        bool(shared)
        and len(shared) == min(len(removed), len(new))
        and all(is_same(removed[key], new[key]) for key in shared)
    )
