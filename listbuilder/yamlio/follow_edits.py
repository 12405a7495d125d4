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
    """Return `text` after the edits, with everything that did not change as it was written.

    Without `aliases` they are written out: an anchor may have gone behind them.
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
    """Return the same edit with values of its own.

    Whatever it puts into a roster is changed there by later edits.
    """
    return Edit(tuple(Step(step.op, step.path, copy_unshared(step.value)) for step in edit.steps))


def _keep_moved(layout: Layout, data: object, put: Edit, gone: list[Any]) -> None:
    """Put the old list or map back in `data` where an edit takes it out and puts it in elsewhere.

    Perhaps with a key more or less, it is the same list or map still.
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
    """Yield every list and map in `value`, with its holder and its key there."""
    for key, child in value.items() if isinstance(value, dict) else enumerate(value):
        if isinstance(child, (dict, list)):
            yield value, key, child
            yield from _yield_places(child)


def _is_moved(removed: object, new: object) -> bool:
    """Return whether `new` is what was removed: equal, or a map with a key more or less."""
    if not isinstance(removed, dict) or not isinstance(new, dict):
        return is_same(removed, new)
    shared = removed.keys() & new.keys()
    return (
        bool(shared)
        and len(shared) == min(len(removed), len(new))
        and all(is_same(removed[key], new[key]) for key in shared)
    )
