"""Follows edits through a roster's data, so that what only moved is known to be what it was and keeps its own text."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from listbuilder.model.edit import Edit, Step
from listbuilder.store import reader
from listbuilder.store.layout import Layout
from listbuilder.store.parts import closed
from listbuilder.store.syntax import own, same


def by_layout(text: str, edits: Sequence[Edit], *, aliases: bool = True) -> str:
    """The text after the edits. Without `aliases` they are written out: an anchor may have gone behind them."""
    read = reader.read_text(text.encode(), "").data
    data = own(read)
    layout = Layout(text, data)
    if (other := closed(text, layout.root, layout.newline)) is not None:
        layout = Layout(other, data)
    for edit in edits:
        put = copied(edit)
        back = put.apply(data)
        gone = [step.value for step in back.steps if layout.stays(step.value)]
        if gone:
            _keep(layout, data, put, gone)
    return text if same(read, data) else layout.write(data, aliases=aliases)


def copied(edit: Edit) -> Edit:
    """The same edit with values of its own: what it puts into a roster is changed there by later edits."""
    return Edit(tuple(Step(step.op, step.path, own(step.value)) for step in edit.steps))


def _keep(layout: Layout, data: Any, put: Edit, gone: list[Any]) -> None:
    """What an edit takes out and puts in elsewhere, perhaps with a key more or less, is the same list or map still."""
    new = {id(value) for _, _, value in _places([step.value for step in put.steps])}
    places = list(_places(data))
    there = {id(value) for _, _, value in places}
    gone = [each for each in gone if id(each) not in there]
    for parent, key, value in places:
        match = next((each for each in gone if _is_it(each, value)), None)
        if match is None or not value or id(value) not in new:
            continue
        if isinstance(match, dict):
            for each in [each for each in match if each not in value]:
                del match[each]
            match.update((each, value[each]) for each in value if each not in match)
        parent[key] = match
        gone = [each for each in gone if each is not match]


def _places(value: Any) -> Iterator[tuple[Any, Any, Any]]:
    """Every list and map in it, and where it is held."""
    for key, each in value.items() if isinstance(value, dict) else enumerate(value):
        if isinstance(each, (dict, list)):
            yield value, key, each
            yield from _places(each)


def _is_it(gone: Any, new: Any) -> bool:
    if not isinstance(gone, dict) or not isinstance(new, dict):
        return same(gone, new)
    shared = gone.keys() & new.keys()
    return bool(shared) and len(shared) == min(len(gone), len(new)) and all(same(gone[key], new[key]) for key in shared)
