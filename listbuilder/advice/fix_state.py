"""A roster after some moves with what is wrong with it, and answers that make it legal."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Hashable, Iterable, Sequence, Set
from functools import cached_property
from itertools import count
from typing import Any

import msgspec

from listbuilder.advice.fix_plan import FixTitle, Move, Plan
from listbuilder.model.base import Path
from listbuilder.model.finding import Wrong
from listbuilder.roster.position import Position
from listbuilder.rules.fixes import drop_units

Cause = tuple[Hashable, Hashable, int]  # what is broken, about whom, and the how manieth of such
Cost = tuple[
    int, int, int, int
]  # parts the player wants kept, units lost, things changed, points lost


class FixState:
    """The roster after some moves."""

    def __init__(
        self, start: Position, moves: tuple[Move, ...], tolerated: dict[Cause, int]
    ) -> None:
        assert start.document is not None
        self.moves = moves
        self.plan = Plan(start.data, moves)
        self.position = start.apply(self.plan.edit) if moves else start
        self._tolerated = tolerated

    @cached_property
    def encoded(self) -> bytes:
        """Return the roster's data as bytes, to tell whether two states are the same roster."""
        return msgspec.json.encode(self.position.data)

    @cached_property
    def wrong(self) -> dict[Cause, Wrong]:
        """Return the errors that are not tolerated, by what they are about in the first roster."""
        judged: tuple[Wrong, ...] = (*self.position.breaches, *self.position.findings)
        errors = index_causes(
            (finding for finding in judged if finding.severity == "error"), self.plan.trace_back
        )
        return {
            cause: finding
            for cause, finding in errors.items()
            if finding.excess > self._tolerated.get(cause, -1)
        }


def index_causes(
    findings: Iterable[Wrong], place: Callable[[Path], Path | None]
) -> dict[Cause, Wrong]:
    """Return `findings` by what is wrong, with whom, and a number that tells equal ones apart.

    `place` leads from a place to its name in the first roster; a finding that has no place there is
    left out.
    """
    causes_found: dict[Cause, Wrong] = {}
    for finding in findings:
        subject = finding.whom if isinstance(finding.whom, str) else place(finding.whom)
        if subject is not None:
            number = next(
                number for number in count() if (finding.what, subject, number) not in causes_found
            )
            causes_found[finding.what, subject, number] = finding
    return causes_found


class Answer:
    """Moves that make the roster legal, in the order found, and what they lead to."""

    def __init__(
        self, state: FixState, moves: tuple[Move, ...], cost: Cost, change: int, units_lost: int
    ) -> None:
        """Describe what the moves of `state` lead to.

        `moves`: the same as they are told together.

        `change`: by how many points the total differs.
        """
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
        """Return the points of the roster afterwards."""
        return self.after.points

    def is_alike(self, other: Answer) -> bool:
        """Return whether nobody could tell the rosters of the two answers apart."""
        return self._ids == other._ids and _drop_names(self.after.data) == _drop_names(
            other.after.data
        )

    def is_within(self, other: Answer) -> bool:
        """Return whether `other` contains all moves of this answer, or says all that it says."""
        return self.key <= other.key or self.says <= other.says

    @cached_property
    def _ids(self) -> list[str]:
        """Return the ids of all units afterwards, sorted."""
        return sorted(unit.id for unit in self.after.army.units) if self.after.army else []

    @property
    def things(self) -> int:
        """Return how many things are changed."""
        return self.cost[2]

    @property
    def points_lost(self) -> int:
        """Return how many points the list loses."""
        return self.cost[3]


def describe_moves(
    moves: Sequence[Move], gone: Set[Path], start: Position
) -> tuple[Move, ...] | None:
    """Return `moves`, each telling only of the units that are really gone after all of them.

    What another move takes elsewhere stays.

    None if something goes that no move tells of, or if a move takes nothing.
    """
    army = start.army
    if army is None or not gone <= {path for move in moves for path in move.lost}:
        return None
    described = []
    for move in moves:
        if isinstance(move.title, FixTitle) and not move.lost <= gone:
            units = [unit for unit in army.units if unit.path in move.lost & gone]
            if not units:
                return None
            move = msgspec.structs.replace(move, title=FixTitle(drop_units(army, units)))
        described.append(move)
    return tuple(described)


def _drop_names(data: Any) -> Any:
    """Return roster data without what makes no difference: ids, empty tables, unit order."""
    if isinstance(data, dict):
        return {
            key: _drop_names(value) for key, value in data.items() if key != "id" and value != {}
        }
    if not isinstance(data, list):
        return data
    return sorted((_drop_names(item) for item in data), key=msgspec.json.encode)
