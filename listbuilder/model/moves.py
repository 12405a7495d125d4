"""Where the parts of a document are after an edit: places in a list shift, and what is taken out may be put in elsewhere."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from listbuilder.model.base import Path, at
from listbuilder.model.edit import Edit


class Moves:
    """Of one edit of one document. Costs next to nothing until a place is asked for that the edit touches."""

    def __init__(self, edit: Edit, before: Any) -> None:
        self._steps = edit.steps
        self._documents = [before]  # before each step, as far as they were needed

    def __call__(self, path: Path) -> Path | None:
        """Where that is now which stood there. None: it is gone, or another thing stands in its place."""
        return self._follow(path, 0)

    def _follow(self, path: Path, first: int, tried: frozenset[int] = frozenset()) -> Path | None:
        """From before the step `first` on. `tried`: steps that put it in, and others took it out again."""
        for place in range(first, len(self._steps)):
            step = self._steps[place]
            depth = len(step.path) - 1
            if len(path) <= depth or path[:depth] != step.path[:depth]:
                continue
            here, there = path[depth], step.path[depth]
            if here == there and step.op != "insert":
                if self._takes(place, path):
                    return self._elsewhere(path, place, tried)
            elif isinstance(here, int) and isinstance(there, int) and step.op != "set":
                if step.op == "insert" and here >= there:
                    path = (*path[:depth], here + 1, *path[depth + 1 :])
                elif here > there and isinstance(at(self._before(place), path[:depth]), list):
                    path = (*path[:depth], here - 1, *path[depth + 1 :])
        return path

    def _takes(self, place: int, path: Path) -> bool:
        """Whether a step takes away what the path means. A choice that is made otherwise, or not at all, is the same choice:
        what is under a key of a map, and is itself no map.
        """
        step = self._steps[place]
        old, within = at(self._before(place), step.path), len(path) > len(step.path)
        if isinstance(old, dict) or (within and isinstance(old, list)):
            return True
        return step.op == "remove" and (within or isinstance(step.path[-1], int))

    def _elsewhere(self, path: Path, place: int, tried: frozenset[int]) -> Path | None:
        """What a step took out, or the part of it that the path is in, may be put in by another step, earlier or later."""
        taken = self._steps[place].path
        for length in range(len(taken), len(path) + 1):
            thing = at(self._before(place), path[:length])
            if not isinstance(thing, dict) or not thing:
                continue
            for other, step in enumerate(self._steps):
                if other == place or other in tried or step.op == "remove":
                    continue
                for inner in _places_of(thing, step.value):
                    now = self._follow((*step.path, *inner), other + 1, tried | {other})
                    if now is not None:
                        return (*now, *path[length:])
        return None

    def _before(self, place: int) -> Any:
        while len(self._documents) <= place:
            step = self._steps[len(self._documents) - 1]
            self._documents.append(Edit((step,)).applied(self._documents[-1]))
        return self._documents[place]


def _places_of(thing: dict[Any, Any], value: Any, path: Path = ()) -> Iterator[Path]:
    if value == thing:
        yield path
    children = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    for key, child in children:
        yield from _places_of(thing, child, (*path, key))
