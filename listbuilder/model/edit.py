"""The one way a roster document changes: an edit of small steps, each of which can be taken back.

A document is plain dicts and lists, or ruamel's round-trip kind of them: the same edit serves both,
so a fix, a key in the builder and a save that keeps the user's comments are one thing.
"""

from __future__ import annotations

from collections.abc import MutableMapping, MutableSequence, Sequence
from typing import Any, Literal, get_args

import msgspec

from listbuilder.model.base import Path

Operation = Literal["set", "insert", "remove"]

_ABSENT = object()


class Step(msgspec.Struct, frozen=True):
    """`set` a key (or list place), `insert` before a list place, `remove` a key or list place."""

    op: Operation
    path: Path
    value: Any = None


class Edit(msgspec.Struct, frozen=True):
    """A change of a roster document as steps, all of which are made or none."""

    steps: tuple[Step, ...]

    def apply_in_place(self, document: Any) -> Edit:
        """Change `document` in place, and return the edit that undoes the change.

        All or nothing: if a step fails, the steps before it are undone and the error is raised.
        """
        back: list[Step] = []
        try:
            for step in self.steps:
                back.append(_apply_step(document, step))
        except Exception:
            for step in reversed(back):
                _apply_step(document, step)
            raise
        return Edit(tuple(reversed(back)))

    def apply_to_copy(self, document: Any) -> Any:
        """Return a copy of `document` with this edit applied; the original stays unchanged.

        Parts that the edit does not touch are shared between both. Raises KeyError, IndexError or
        TypeError if a step does not fit.
        """
        # copies made here, kept so that no other object can get the id of one
        fresh: dict[int, Any] = {}
        root = _copy_node(document, fresh)
        for step in self.steps:
            parent = root
            for part in step.path[:-1]:
                if id(parent[part]) not in fresh:
                    parent[part] = _copy_node(parent[part], fresh)
                parent = parent[part]
            _apply_step(root, step)
        return root


def _copy_node(node: Any, fresh: dict[int, Any]) -> Any:
    """Return a shallow copy of `node`, and record the copy in `fresh` by its id.

    Why: `fresh` keeps the copy alive, so that no other object can get the same id.
    """
    copied = node.copy() if isinstance(node, (dict, list)) else node
    fresh[id(copied)] = copied
    return copied


def make_remove_edit(*path: str | int) -> Edit:
    """Return the edit that removes the value at `path`."""
    return Edit((Step("remove", path),))


def make_set_edit(value: Any, *path: str | int) -> Edit:
    """Return the edit that sets the value at `path` to `value`."""
    return Edit((Step("set", path, value),))


def drop_assumed_key(assumed: Sequence[str], key: str) -> tuple[Step, ...]:
    """Return the steps that remove `key` from the roster's list `assumed`, given as `assumed`.

    Empty if `key` is not in it. Why: that list says what was assumed, and what the player now
    states is no longer assumed. The list itself is removed with its last key.
    """
    if key not in assumed:
        return ()
    if len(assumed) == 1:
        return (Step("remove", ("assumed",)),)
    return (Step("remove", ("assumed", list(assumed).index(key))),)


def _apply_step(document: Any, step: Step) -> Step:
    """Apply one step to `document` in place, and return the step that undoes it.

    Raises KeyError or IndexError if the step's path does not exist, ValueError for an unknown
    operation.
    """
    if step.op not in get_args(Operation):
        raise ValueError(step.op)
    parent = document
    for part in step.path[:-1]:
        parent = parent[part]
    last = step.path[-1]
    if isinstance(parent, MutableSequence) and isinstance(last, int):
        return _apply_to_list(parent, last, step)
    if isinstance(parent, MutableMapping):
        return _apply_to_map(parent, last, step)
    raise KeyError(step.path)


def _apply_to_list(items: MutableSequence[Any], place: int, step: Step) -> Step:
    """Apply a step at index `place` of a list, and return the step that undoes it.

    Raises IndexError if the list has no such index.
    """
    if step.op == "insert":
        if not 0 <= place <= len(items):
            raise IndexError(step.path)
        items.insert(place, step.value)
        return Step("remove", step.path)
    if not 0 <= place < len(items):
        raise IndexError(step.path)
    old = items[place]
    if step.op == "remove":
        del items[place]
        return Step("insert", step.path, old)
    items[place] = step.value
    return Step("set", step.path, old)


def _apply_to_map(entries: MutableMapping[Any, Any], key: str | int, step: Step) -> Step:
    """Apply a step at `key` of a map, and return the step that undoes it.

    Raises KeyError for an insertion, which only lists have, and for removing a key that isn't
    there.
    """
    if step.op == "insert":
        raise KeyError(step.path)
    old = entries.get(key, _ABSENT)
    if step.op == "remove":
        del entries[key]
        return Step("set", step.path, old)
    entries[key] = step.value
    return Step("remove", step.path) if old is _ABSENT else Step("set", step.path, old)
