"""A roster after some moves, as the law judges it; and moves that mend it, with what they cost."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Hashable, Iterable, Sequence, Set
from functools import cached_property
from itertools import count
from typing import Any

import msgspec

from listbuilder.advice.plan import Move, OfFinding, Plan
from listbuilder.law.fixes import drop_units
from listbuilder.law.position import Position
from listbuilder.model.base import Path
from listbuilder.model.finding import Wrong

Cause = tuple[Hashable, Hashable, int]  # what is broken, about whom, and the how manieth of such
Cost = tuple[int, int, int, int]  # parts the player wants kept, units lost, things changed, points lost


class State:
    """The roster after some moves."""

    def __init__(self, start: Position, moves: tuple[Move, ...], tolerated: dict[Cause, int]) -> None:
        assert start.document is not None
        self.moves = moves
        self.plan = Plan(start.data, moves)
        self.position = start.apply(self.plan.edit) if moves else start
        self._tolerated = tolerated

    @cached_property
    def looks(self) -> bytes:
        return msgspec.json.encode(self.position.data)

    @cached_property
    def wrong(self) -> dict[Cause, Wrong]:
        """The errors that are not tolerated, by what they are about in the roster as it stands."""
        judged: tuple[Wrong, ...] = (*self.position.breaches, *self.position.findings)
        found = causes((each for each in judged if each.severity == "error"), self.plan.before)
        return {cause: each for cause, each in found.items() if each.excess > self._tolerated.get(cause, -1)}


def causes(findings: Iterable[Wrong], place: Callable[[Path], Path | None]) -> dict[Cause, Wrong]:
    """By what they are about, where `place` says what that is called; what has no place is left out."""
    found: dict[Cause, Wrong] = {}
    for finding in findings:
        whom = finding.whom if isinstance(finding.whom, str) else place(finding.whom)
        if whom is not None:
            number = next(number for number in count() if (finding.what, whom, number) not in found)
            found[finding.what, whom, number] = finding
    return found


class Answer:
    """Moves that mend the roster, in the order in which they were found, and what comes of them."""

    def __init__(self, state: State, moves: tuple[Move, ...], cost: Cost, change: int, units_lost: int) -> None:
        self.moves = moves  # of the state, as they are told together
        self.edit = state.plan.edit
        self.after = state.position
        self.cost = cost
        self.units_lost = units_lost
        self.rank = (cost, change, len(state.moves))
        self.key = frozenset(move.key for move in state.moves)
        self.says = Counter(move.title.says for move in moves)
        self.kind = frozenset((move.part, move.title.kind) for move in moves)

    @property
    def points(self) -> int | None:
        return self.after.points

    def like(self, other: Answer) -> bool:
        """Nobody could tell them apart."""
        return self._ids == other._ids and _nameless(self.after.data) == _nameless(other.after.data)

    def within(self, other: Answer) -> bool:
        """The other one is this, and more."""
        return self.key <= other.key or self.says <= other.says

    @cached_property
    def _ids(self) -> list[str]:
        return sorted(unit.id for unit in self.after.army.units) if self.after.army else []

    @property
    def things(self) -> int:
        return self.cost[2]

    @property
    def points_lost(self) -> int:
        return self.cost[3]


def told(moves: Sequence[Move], gone: Set[Path], start: Position) -> tuple[Move, ...] | None:
    """The moves, each with what goes by it where all of them are made: what another takes elsewhere stays.

    None: something goes of which none of them tells, or one of them takes nothing.
    """
    army = start.army
    if army is None or not gone <= {path for move in moves for path in move.lost}:
        return None
    found = []
    for move in moves:
        if isinstance(move.title, OfFinding) and not move.lost <= gone:
            units = [unit for unit in army.units if unit.path in move.lost & gone]
            if not units:
                return None
            move = msgspec.structs.replace(move, title=OfFinding(drop_units(army, units)))
        found.append(move)
    return tuple(found)


def _nameless(data: Any) -> Any:
    """Without ids, tables in which nothing stands and the order of units: none of it makes another roster."""
    if isinstance(data, dict):
        return {key: _nameless(value) for key, value in data.items() if key != "id" and value != {}}
    if not isinstance(data, list):
        return data
    return sorted((_nameless(each) for each in data), key=msgspec.json.encode)
