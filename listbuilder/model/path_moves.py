"""The places of a document's parts after an edit.

Places in a list shift, and what is taken out may be put in elsewhere.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any

from listbuilder.model.base import Path, get_at_path
from listbuilder.model.edit import Edit


class Moves:
    """The moves of places that one edit of one document makes.

    It costs next to nothing until a place is asked for that the edit touches.
    """

    def __init__(self, edit: Edit, before: Any) -> None:
        self._steps = edit.steps
        self._documents = [before]  # before each step, as far as they were needed

    def __call__(self, path: Path) -> Path | None:
        """Return where that is now which stood at `path`.

        None: it is gone, or another thing stands in its place.
        """
        return self._follow(path, 0)

    def _follow(self, path: Path, first: int, tried: frozenset[int] = frozenset()) -> Path | None:
        """Return where `path` is after the steps from `first` on, or None if it is gone.

        `tried`: steps that put it in, and others took it out again.
        """
        for place in range(first, len(self._steps)):
            step = self._steps[place]
            depth = len(step.path) - 1
            if len(path) <= depth or path[:depth] != step.path[:depth]:
                continue
            here, there = path[depth], step.path[depth]
            if here == there and step.op != "insert":
                if self._is_taken_by(place, path):
                    return self._find_elsewhere(path, place, tried)
            elif isinstance(here, int) and isinstance(there, int) and step.op != "set":
                if step.op == "insert" and here >= there:
                    path = (*path[:depth], here + 1, *path[depth + 1 :])
                elif here > there and isinstance(
                    get_at_path(self._get_document_before(place), path[:depth]), list
                ):
                    path = (*path[:depth], here - 1, *path[depth + 1 :])
        return path

    def _is_taken_by(self, place: int, path: Path) -> bool:
        """Return whether the step at `place` takes away what `path` means.

        A choice that is made otherwise, or not at all, is the same choice: what is under a key of a
        map, and is itself no map.
        """
        step = self._steps[place]
        old = get_at_path(self._get_document_before(place), step.path)
        within = len(path) > len(step.path)
        if isinstance(old, dict) or (within and isinstance(old, list)):
            return True
        return step.op == "remove" and (within or isinstance(step.path[-1], int))

    def _find_elsewhere(self, path: Path, place: int, tried: frozenset[int]) -> Path | None:
        """Return where another step puts what the step at `place` took out, or None.

        The other step may be earlier or later; it may put in the part that the path is in.
        """
        taken_path = self._steps[place].path
        for length in range(len(taken_path), len(path) + 1):
            thing = get_at_path(self._get_document_before(place), path[:length])
            if not isinstance(thing, dict) or not thing:
                continue
            for other_place, step in enumerate(self._steps):
                if other_place == place or other_place in tried or step.op == "remove":
                    continue
                for inner in _find_equal(thing, step.value):
                    new_path = self._follow(
                        (*step.path, *inner), other_place + 1, tried | {other_place}
                    )
                    if new_path is not None:
                        return (*new_path, *path[length:])
        return None

    def _get_document_before(self, place: int) -> Any:
        """Return the document as it was before the step at `place`, worked out once."""
        while len(self._documents) <= place:
            step = self._steps[len(self._documents) - 1]
            self._documents.append(Edit((step,)).apply_to_copy(self._documents[-1]))
        return self._documents[place]


def _find_equal(thing: dict[Any, Any], value: Any, path: Path = ()) -> Iterator[Path]:
    """Yield the paths inside `value` at which something equal to `thing` stands."""
    if value == thing:
        yield path
    children: Iterable[tuple[str | int, Any]] = ()
    if isinstance(value, dict):
        children = value.items()
    elif isinstance(value, list):
        children = enumerate(value)
    for key, child in children:
        yield from _find_equal(thing, child, (*path, key))
