"""A plan: several moves on one roster.

Each is an edit of the first roster, so any of them can be left out.
"""

from __future__ import annotations

from bisect import insort
from collections.abc import Iterable, Sequence
from typing import Any

import msgspec

from listbuilder.games.common.editor import Field, Text
from listbuilder.model.base import Path, get_at_path
from listbuilder.model.edit import Edit, Step
from listbuilder.model.finding import Fix, Stamped


class FixTitle(msgspec.Struct, frozen=True):
    """The title of a move that is a fix: one that a rule offers, or one that many offer."""

    fix: Fix
    finding: Stamped | None = None

    @property
    def kind(self) -> str:
        """Return the key of the fix."""
        return self.fix.key

    @property
    def says(self) -> str:
        """Return a text that is equal for titles that read the same."""
        return f"{self.fix.key} {self.fix.args}"


class ChoiceTitle(msgspec.Struct, frozen=True):
    """The title of a move that makes another choice for a unit or the roster.

    `gives`: the unit that had it before.
    """

    field: Field
    choice: Text
    unit: str | None = None
    gives: str | None = None

    @property
    def kind(self) -> str:
        """Return the key of the field."""
        return self.field.key

    @property
    def says(self) -> str:
        """Return a text that is equal for titles that read the same."""
        return f"{self.field.key} {self.field.args} {self.choice} {self.unit} {self.gives}"


class AdditionTitle(msgspec.Struct, frozen=True):
    """The title of a move that adds a unit.

    `unit`: one that joins it in the way `key`, or one that it replaces if `key` is `instead`.
    """

    name: str
    points: int | None = None
    unit: str | None = None  # which goes with it ...
    key: str = ""  # ... in this way

    @property
    def kind(self) -> str:
        """Return `add`, as for every addition."""
        return "add"

    @property
    def says(self) -> str:
        """Return a text that is equal for titles that read the same."""
        return f"{self.name} {self.unit} {self.key}"


class RemovalTitle(msgspec.Struct, frozen=True):
    """The title of a move that removes a key of the roster or of a unit.

    `keys`: those on the way to it.
    """

    keys: tuple[str, ...]
    unit: str | None = None

    @property
    def kind(self) -> str:
        """Return the key that is removed."""
        return self.keys[-1]

    @property
    def says(self) -> str:
        """Return a text that is equal for titles that read the same."""
        return f"{self.keys} {self.unit}"


Title = FixTitle | ChoiceTitle | AdditionTitle | RemovalTitle


class Move(msgspec.Struct, frozen=True, kw_only=True):
    """One change that may fix something: an edit of the first roster with title and cost."""

    edit: Edit
    title: Title
    lost: frozenset[Path] = frozenset()  # places of the units that go
    kept: int = 0  # units that the player wants kept and it touches; twice where they go
    terms: bool = False  # it changes what the players agreed on, and not the army
    things: int = 1
    part: Path = ()  # of the roster: the unit that it is about, or the choice

    @property
    def key(self) -> tuple[Any, ...]:
        """Return what tells this move from others: the steps of its edit."""
        return tuple((step.op, step.path, repr(step.value)) for step in self.edit.steps)


class Clash(Exception):
    """Raised if two moves set the same thing to different values."""


class Plan:
    """Moves put together into one edit, with the way from places after it back to those before."""

    def __init__(self, data: Any, moves: Sequence[Move]) -> None:
        """Put `moves` together.

        Raises Clash if they do not go together.
        """
        self._data = data
        keys: dict[Path, Step] = {}
        enters: list[Step] = []
        self._gone: dict[Path, list[int]] = {}  # places of a list that go
        self._passing: set[Path] = set()  # of them those of what entered before
        for move in moves:
            for step in move.edit.steps:
                if step.op == "insert":
                    enters.append(step)
                elif step.op == "remove" and isinstance(step.path[-1], int):
                    self._record_removal(step.path[:-1], step.path[-1])
                else:
                    keys[step.path] = (
                        self._merge_steps(keys[step.path], step) if step.path in keys else step
                    )
        self._keys_gone = {path for path, step in keys.items() if step.op == "remove"}
        begun = {
            path: self._drop_items_removed_later(step)
            for path, step in keys.items()
            if step.op == "set" and isinstance(step.value, list)
        }
        keys |= {path: Step("set", path, value) for path, value in begun.items()}
        self._entered: dict[
            Path, Path
        ] = {}  # where it is counted from the roster as it stands, and where it enters
        entering = self._append_at_ends(enters, begun)
        settled = self._drop_lost_steps(keys.values())
        late = [self._move_into_entered(step) for step in settled]
        before = [step for step, then in zip(settled, late, strict=True) if then is None]
        self.edit = Edit(
            (
                *before,
                *entering,
                *(step for step in late if step is not None),
                *self._list_removals(),
            )
        )

    def _record_removal(self, parent: Path, place: int) -> None:
        """Record that the item at index `place` of the list at `parent` is removed."""
        gone = self._gone.setdefault(parent, [])
        if place not in gone:
            insort(gone, place)

    def _merge_steps(self, one: Step, other: Step) -> Step:
        """Return one step that does what both steps on the same key do.

        Lists that are begun twice become one list with the entries of both. Raises Clash for
        different values.
        """
        if (one.op, one.value) == (other.op, other.value):
            return one
        begun = (
            get_at_path(self._data, one.path) is None
            and isinstance(one.value, list)
            and isinstance(other.value, list)
        )
        if one.op == other.op == "set" and begun:
            return Step("set", one.path, [*one.value, *other.value])
        raise Clash(one.path)

    def _drop_lost_steps(self, steps: Iterable[Step]) -> list[Step]:
        """Return `steps` without changes inside removed items or removals inside removed keys."""
        return [
            step
            for step in steps
            if not self.is_removed(step.path)
            and not (step.op == "remove" and self._is_inside_removed_key(step.path))
        ]

    def _is_inside_removed_key(self, path: Path) -> bool:
        """Return whether something around `path` is removed by its key."""
        return any(path[:length] in self._keys_gone for length in range(1, len(path)))

    def _drop_items_removed_later(self, step: Step) -> list[Any]:
        """Return the items of the list that `step` creates, without those a later step removes.

        Mutates: `_passing` gets the places of the items left out, so that no removal is made for
        them.
        """
        gone: Sequence[int] = ()
        if not isinstance(get_at_path(self._data, step.path), list):
            gone = self._gone.get(step.path, ())
        self._passing.update((*step.path, place) for place in gone)
        return [item for place, item in enumerate(step.value) if place not in gone]

    def _append_at_ends(self, steps: Iterable[Step], begun: dict[Path, list[Any]]) -> list[Step]:
        """Return steps that insert at the end of a list, so that all before it stays where it was.

        What is removed again never enters: its place goes to `_passing`. `begun`: the lists that
        the plan itself creates.
        """
        ends: dict[Path, int] = {}
        entered: dict[Path, int] = {}
        insertions = []
        for step in steps:
            parent = step.path[:-1]
            items = begun[parent] if parent in begun else get_at_path(self._data, parent)
            first = len(items) if isinstance(items, list) else 0
            place = ends[parent] = ends.get(parent, first - 1) + 1
            if place in self._gone.get(parent, ()):
                self._passing.add((*parent, place))
                continue
            entered[parent] = entered.get(parent, 0) + 1
            insertions.append(Step("insert", (*parent, first + entered[parent] - 1), step.value))
            self._entered[*parent, place] = insertions[-1].path
        return insertions

    def _move_into_entered(self, step: Step) -> Step | None:
        """Return `step` moved into the new item around it; None if it changes what was there."""
        for length in range(1, len(step.path)):
            if (place := self._entered.get(step.path[:length])) is not None:
                return Step(step.op, (*place, *step.path[length:]), step.value)
        return None

    def _list_removals(self) -> list[Step]:
        """Return the removals, the later items of a list first.

        What is inside something removed goes with it.
        """
        places = [(*parent, place) for parent, gone in self._gone.items() for place in gone]
        going = [
            path
            for path in places
            if path not in self._passing
            and not self.is_removed(path[:-1])
            and not self._is_inside_removed_key(path)
        ]
        return [Step("remove", path) for path in sorted(going, key=_make_sort_key, reverse=True)]

    def is_removed(self, path: Path) -> bool:
        """Return whether the item at `path`, or a list item around it, is removed."""
        return any(path[length] in self._gone.get(path[:length], ()) for length in range(len(path)))

    def trace_back(self, path: Path) -> Path:
        """Return the place in the first roster of what is at `path` afterwards.

        What entered is behind the rest.
        """
        origin: Path = ()
        for part in path:
            if isinstance(part, int):
                for gone in self._gone.get(origin, ()):
                    part += gone <= part
            origin = (*origin, part)
        return origin

    def translate_back(self, edit: Edit) -> Edit:
        """Return an edit of the roster after the plan as an edit of the first roster."""
        return Edit(
            tuple(
                msgspec.structs.replace(step, path=self.trace_back(step.path))
                for step in edit.steps
            )
        )


def _make_sort_key(path: Path) -> list[tuple[int, str]]:
    """Return a key that sorts paths by their indexes, keys before indexes."""
    return [(part, "") if isinstance(part, int) else (-1, part) for part in path]
