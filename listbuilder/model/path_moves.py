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
        """Return the path, after the edit, of what was at `path` before it.

        None if it is gone or another thing took its place.
        """
        return self._follow(path, 0)

    def _follow(self, path: Path, first: int, tried: frozenset[int] = frozenset()) -> Path | None:
        """Return where the thing at `path` is after the steps from index `first` on, or None.

        None if the thing is gone. `tried` are steps already tried that put the thing in elsewhere,
        but after which other steps removed it.
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
        """Return whether the step with index `place` removes the thing at `path`.

        A value under a key of a map that is no map itself counts as a choice: if the step changes
        or removes the choice, it is still the same choice, so it is not removed.
        """
        step = self._steps[place]
        old = get_at_path(self._get_document_before(place), step.path)
        within = len(path) > len(step.path)
        if isinstance(old, dict) or (within and isinstance(old, list)):
            return True
        return step.op == "remove" and (within or isinstance(step.path[-1], int))

    def _find_elsewhere(self, path: Path, place: int, tried: frozenset[int]) -> Path | None:
        """Return where another step puts in what the step with index `place` took out, or None.

        The other step may come before or after it. It may put in the thing at `path` itself or a
        part that contains it. `tried` are steps not to be tried again.
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
        """Return the document before the step with index `place`.

        Each version is made once and kept.
        """
        while len(self._documents) <= place:
            step = self._steps[len(self._documents) - 1]
            self._documents.append(Edit((step,)).apply_to_copy(self._documents[-1]))
        return self._documents[place]


def _find_equal(thing: dict[Any, Any], value: Any, path: Path = ()) -> Iterator[Path]:
    """Yield `path` extended to each place inside `value` where a value equal to `thing` is."""
    if value == thing:
        yield path
    children: Iterable[tuple[str | int, Any]] = ()
    if isinstance(value, dict):
        children = value.items()
    elif isinstance(value, list):
        children = enumerate(value)
    for key, child in children:
        yield from _find_equal(thing, child, (*path, key))
