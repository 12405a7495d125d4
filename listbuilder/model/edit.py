"""The one way a roster document changes: an edit of small steps, each of which can be taken back.

A document is plain dicts and lists, or ruamel's round-trip kind of them: the same edit serves both, so a fix,
a key in the builder and a save that keeps the user's comments are one thing.
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
    steps: tuple[Step, ...]

    def apply(self, document: Any) -> Edit:
        """Change the document in place; returns the edit that takes it back."""
        back: list[Step] = []
        try:
            for step in self.steps:
                back.append(_apply(document, step))
        except Exception:
            for step in reversed(back):  # all or nothing
                _apply(document, step)
            raise
        return Edit(tuple(reversed(back)))

    def applied(self, document: Any) -> Any:
        """The document after this edit. The one given stays as it is; what the edit does not touch is shared with it."""
        fresh: dict[int, Any] = {}  # copies made here, kept so that no other object can get the id of one
        root = _copied(document, fresh)
        for step in self.steps:
            parent = root
            for part in step.path[:-1]:
                if id(parent[part]) not in fresh:
                    parent[part] = _copied(parent[part], fresh)
                parent = parent[part]
            _apply(root, step)
        return root


def _copied(node: Any, fresh: dict[int, Any]) -> Any:
    made = node.copy() if isinstance(node, (dict, list)) else node
    fresh[id(made)] = made
    return made


def remove(*path: str | int) -> Edit:
    return Edit((Step("remove", path),))


def put(value: Any, *path: str | int) -> Edit:
    return Edit((Step("set", path, value),))


def stating(assumed: Sequence[str], key: str) -> tuple[Step, ...]:
    """Of a roster that says what was `assumed` in it: what is said from now on is no longer among that."""
    if key not in assumed:
        return ()
    return (Step("remove", ("assumed",) if len(assumed) == 1 else ("assumed", list(assumed).index(key))),)


def _apply(document: Any, step: Step) -> Step:
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
    if step.op == "insert":
        raise KeyError(step.path)
    old = entries.get(key, _ABSENT)
    if step.op == "remove":
        del entries[key]
        return Step("set", step.path, old)
    entries[key] = step.value
    return Step("remove", step.path) if old is _ABSENT else Step("set", step.path, old)
