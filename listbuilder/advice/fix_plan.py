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
    """The title of a move that applies a fix, which a finding offers or which is common.

    `finding`: the finding that offers the fix; None for a common fix such as removing units.
    """

    fix: Fix
    finding: Stamped | None = None

    @property
    def kind(self) -> str:
        """Return the key of the fix."""
        return self.fix.key

    @property
    def text_key(self) -> str:
        """Return a text that is equal for two titles that read the same."""
        return f"{self.fix.key} {self.fix.args}"


class ChoiceTitle(msgspec.Struct, frozen=True):
    """The title of a move that makes another choice for a unit or the roster.

    `unit`: the name of the unit; None for the roster. `gives`: the name of the unit that had the
    chosen thing before and hands it over, if there is one.
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
    def text_key(self) -> str:
        """Return a text that is equal for two titles that read the same."""
        return f"{self.field.key} {self.field.args} {self.choice} {self.unit} {self.gives}"


class AdditionTitle(msgspec.Struct, frozen=True):
    """The title of a move that adds a unit.

    `unit`: the unit that is joined with the new one in the way `key`, or, if `key` is "instead",
    the unit that the new one replaces.
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
    def text_key(self) -> str:
        """Return a text that is equal for two titles that read the same."""
        return f"{self.name} {self.unit} {self.key}"


class RemovalTitle(msgspec.Struct, frozen=True):
    """The title of a move that removes a key of the roster or of a unit.

    `keys`: the keys on the way to the removed one, which is the last. `unit`: the name of the unit;
    None for the roster.
    """

    keys: tuple[str, ...]
    unit: str | None = None

    @property
    def kind(self) -> str:
        """Return the key that is removed."""
        return self.keys[-1]

    @property
    def text_key(self) -> str:
        """Return a text that is equal for two titles that read the same."""
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
        """Return a key that is equal for two moves whose edits have the same steps."""
        return tuple((step.op, step.path, repr(step.value)) for step in self.edit.steps)


class Clash(Exception):
    """Raised if two moves set the same thing to different values."""


class Plan:
    """Several moves put together into one edit of the first roster.

    It can also lead from paths of the roster after the edit back to paths of the first roster.
    """

    def __init__(self, data: Any, moves: Sequence[Move]) -> None:
        """Put `moves` together into one edit of the roster `data`.

        Raises Clash if two moves set the same key to different values.
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
        late = [self._move_into_new_item(step) for step in settled]
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
        """Return one step that does what the steps `one` and `other`, on the same key, do.

        If both create the same new list, the list gets the entries of both. Raises Clash if they
        want different values.
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
        """Return `steps` without those inside list items that the plan removes.

        Removals inside a key that the plan removes are left out too.
        """
        return [
            step
            for step in steps
            if not self.is_removed(step.path)
            and not (step.op == "remove" and self._is_inside_removed_key(step.path))
        ]

    def _is_inside_removed_key(self, path: Path) -> bool:
        """Return whether a key around `path` is removed."""
        return any(path[:length] in self._keys_gone for length in range(1, len(path)))

    def _drop_items_removed_later(self, step: Step) -> list[Any]:
        """Return the items of the list that `step` creates, without those that the plan removes.

        Mutates: the paths of the items left out are added to `_passing`, so that no removal is made
        for them.
        """
        gone: Sequence[int] = ()
        if not isinstance(get_at_path(self._data, step.path), list):
            gone = self._gone.get(step.path, ())
        self._passing.update((*step.path, place) for place in gone)
        return [item for place, item in enumerate(step.value) if place not in gone]

    def _append_at_ends(self, steps: Iterable[Step], begun: dict[Path, list[Any]]) -> list[Step]:
        """Return `steps`, which insert items, changed so that each inserts at the end of its list.

        Why: everything that was in the list before stays where it was. `begun`: the lists that the
        plan itself creates, by path. An item that the plan removes again is not inserted, and its
        path is added to `_passing`. The path of each inserted item is recorded in `_entered`.
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

    def _move_into_new_item(self, step: Step) -> Step | None:
        """Return `step` with its path moved to the new item it changes, or None if it changes
        none.
        """
        for length in range(1, len(step.path)):
            if (place := self._entered.get(step.path[:length])) is not None:
                return Step(step.op, (*place, *step.path[length:]), step.value)
        return None

    def _list_removals(self) -> list[Step]:
        """Return the steps that remove list items, the later items of a list first.

        Items inside something that is removed anyway need no step of their own, nor do items that
        the plan never inserts.
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
        """Return the path in the first roster of what is at `path` after the plan.

        An item that the plan inserted gets a path behind the last item of the first roster's list.
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
    """Return a sort key for `path` that sorts indexes as numbers, and keys before them."""
    return [(part, "") if isinstance(part, int) else (-1, part) for part in path]
