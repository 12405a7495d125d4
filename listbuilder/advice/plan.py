"""Several moves on one roster. Each speaks of the roster as it stands, so any of them can be left out of the others."""

from __future__ import annotations

from bisect import insort
from collections.abc import Iterable, Sequence
from typing import Any

import msgspec

from listbuilder.games.shared.choices import Field, Text
from listbuilder.model.base import Path, at
from listbuilder.model.edit import Edit, Step
from listbuilder.model.finding import Fix, Stamped


class OfFinding(msgspec.Struct, frozen=True):
    """The title of a move: a fix that a rule offers, or one that many offer."""

    fix: Fix
    finding: Stamped | None = None

    @property
    def kind(self) -> str:
        return self.fix.key

    @property
    def says(self) -> str:
        return f"{self.fix.key} {self.fix.args}"


class OfField(msgspec.Struct, frozen=True):
    """A choice made otherwise: of a unit, or of the roster itself. `gives`: whose it was before."""

    field: Field
    choice: Text
    unit: str | None = None
    gives: str | None = None

    @property
    def kind(self) -> str:
        return self.field.key

    @property
    def says(self) -> str:
        return f"{self.field.key} {self.field.args} {self.choice} {self.unit} {self.gives}"


class OfOffer(msgspec.Struct, frozen=True):
    """Something more in the army."""

    name: str
    points: int | None = None
    unit: str | None = None  # which goes with it ...
    key: str = ""  # ... in this way

    @property
    def kind(self) -> str:
        return "add"

    @property
    def says(self) -> str:
        return f"{self.name} {self.unit} {self.key}"


class OfChoice(msgspec.Struct, frozen=True):
    """A key of the roster, or of a unit of it, taken out. `keys`: those on the way to it."""

    keys: tuple[str, ...]
    unit: str | None = None

    @property
    def kind(self) -> str:
        return self.keys[-1]

    @property
    def says(self) -> str:
        return f"{self.keys} {self.unit}"


Title = OfFinding | OfField | OfOffer | OfChoice


class Move(msgspec.Struct, frozen=True, kw_only=True):
    edit: Edit
    title: Title
    lost: frozenset[Path] = frozenset()  # places of the units that go
    kept: int = 0  # units that the player wants kept and it touches; twice where they go
    terms: bool = False  # it changes what the players agreed on, and not the army
    things: int = 1
    part: Path = ()  # of the roster: the unit that it is about, or the choice

    @property
    def key(self) -> tuple[Any, ...]:
        return tuple((step.op, step.path, repr(step.value)) for step in self.edit.steps)


class Clash(Exception):
    """Two moves want one thing otherwise."""


class Plan:
    """Moves put together into one edit, and the way from a place after it to the place in the roster as it stands."""

    def __init__(self, data: Any, moves: Sequence[Move]) -> None:
        """Raises Clash where they do not go together."""
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
                    self._take(step.path[:-1], step.path[-1])
                else:
                    keys[step.path] = self._both(keys[step.path], step) if step.path in keys else step
        self._keys_gone = {path for path, step in keys.items() if step.op == "remove"}
        begun = {path: self._begun(step) for path, step in keys.items() if step.op == "set" and isinstance(step.value, list)}
        keys |= {path: Step("set", path, value) for path, value in begun.items()}
        self._entered: dict[Path, Path] = {}  # where it is counted from the roster as it stands, and where it enters
        entering = self._ends(enters, begun)
        settled = self._settled(keys.values())
        late = [self._in_what_entered(step) for step in settled]
        before = [step for step, then in zip(settled, late, strict=True) if then is None]
        self.edit = Edit((*before, *entering, *(step for step in late if step is not None), *self._removals()))

    def _take(self, parent: Path, place: int) -> None:
        gone = self._gone.setdefault(parent, [])
        if place not in gone:
            insort(gone, place)

    def _both(self, one: Step, other: Step) -> Step:
        """Lists that are begun twice are one list with the entries of both."""
        if (one.op, one.value) == (other.op, other.value):
            return one
        begun = at(self._data, one.path) is None and isinstance(one.value, list) and isinstance(other.value, list)
        if one.op == other.op == "set" and begun:
            return Step("set", one.path, [*one.value, *other.value])
        raise Clash(one.path)

    def _settled(self, steps: Iterable[Step]) -> list[Step]:
        """Nothing of what goes is changed before, and what is in something that is away is not taken away."""
        return [step for step in steps if not self.takes(step.path) and not (step.op == "remove" and self._away(step.path))]

    def _away(self, path: Path) -> bool:
        """Whether something around it goes by its key."""
        return any(path[:length] in self._keys_gone for length in range(1, len(path)))

    def _begun(self, step: Step) -> list[Any]:
        """A list that is new, without what goes again."""
        gone = self._gone.get(step.path, ()) if not isinstance(at(self._data, step.path), list) else ()
        self._passing.update((*step.path, place) for place in gone)
        return [each for place, each in enumerate(step.value) if place not in gone]

    def _ends(self, steps: Iterable[Step], begun: dict[Path, list[Any]]) -> list[Step]:
        """What enters a list enters at its end, so that all before it stays where it was. What goes again never enters."""
        ends: dict[Path, int] = {}
        entered: dict[Path, int] = {}
        found = []
        for step in steps:
            parent = step.path[:-1]
            there = begun[parent] if parent in begun else at(self._data, parent)
            first = len(there) if isinstance(there, list) else 0
            place = ends[parent] = ends.get(parent, first - 1) + 1
            if place in self._gone.get(parent, ()):
                self._passing.add((*parent, place))
                continue
            entered[parent] = entered.get(parent, 0) + 1
            found.append(Step("insert", (*parent, first + entered[parent] - 1), step.value))
            self._entered[*parent, place] = found[-1].path
        return found

    def _in_what_entered(self, step: Step) -> Step | None:
        """A change of something that enters first. None: of something that is there."""
        for length in range(1, len(step.path)):
            if (now := self._entered.get(step.path[:length])) is not None:
                return Step(step.op, (*now, *step.path[length:]), step.value)
        return None

    def _removals(self) -> list[Step]:
        """The later of a list first; what is within something that goes, goes with it."""
        places = [(*parent, place) for parent, gone in self._gone.items() for place in gone]
        going = [path for path in places if path not in self._passing and not self.takes(path[:-1]) and not self._away(path)]
        return [Step("remove", path) for path in sorted(going, key=_order, reverse=True)]

    def takes(self, path: Path) -> bool:
        """Whether something around that place goes, or what stands there."""
        return any(path[length] in self._gone.get(path[:length], ()) for length in range(len(path)))

    def before(self, path: Path) -> Path:
        """The place in the roster as it stands of what is there afterwards; what entered stands behind the rest."""
        found: Path = ()
        for part in path:
            if isinstance(part, int):
                for gone in self._gone.get(found, ()):
                    part += gone <= part
            found = (*found, part)
        return found

    def backed(self, edit: Edit) -> Edit:
        """An edit of the roster afterwards, said of the roster as it stands."""
        return Edit(tuple(msgspec.structs.replace(step, path=self.before(step.path)) for step in edit.steps))


def _order(path: Path) -> list[tuple[int, str]]:
    return [(part, "") if isinstance(part, int) else (-1, part) for part in path]
