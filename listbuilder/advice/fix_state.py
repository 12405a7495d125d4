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

# The parts of `what` of a finding of the rules: code and name of its rule, and how it is broken.
_OF_RULE = 3


class FixState:
    """The roster after some moves, with the errors it has then.

    `tolerated`: for each cause the excess up to which an error does not count.
    """

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
        """Return the errors that are not tolerated, by cause.

        A cause says what is wrong and with whom, as a path of the first roster or a name.
        """
        return self._index_errors((*self.position.breaches, *self.position.findings))

    def find_error(self, cause: Cause) -> Wrong | None:
        """Return the error of `cause`, or None if there is none or if it is tolerated.

        It is that of `wrong`. If nobody asked for all errors yet, only the rule that is concerned
        is run: most moves that are tried do not help, and nothing more is asked of them.
        """
        what = cause[0]
        if "wrong" in self.__dict__ or not isinstance(what, tuple) or len(what) != _OF_RULE:
            return self.wrong.get(cause)
        code, name, _ = what
        return self._index_errors(self.position.find_by_rule(code, name)).get(cause)

    def _index_errors(self, judged: Iterable[Wrong]) -> dict[Cause, Wrong]:
        """Return those of the findings `judged` that are errors and not tolerated, by cause."""
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
    """Return `findings` by cause: what is wrong, with whom, and a number for equal ones.

    `place` leads from a path to the path in the first roster; a finding for which it returns None
    is left out.
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
        """Describe the roster that the moves of `state` lead to.

        `moves`: the moves of `state` as they are shown, each mentioning only units that are really
        lost. `cost`: the cost that ranks the answer. `change`: by how many points the total
        differs. `units_lost`: how many units are lost.
        """
        self.moves = moves  # of the state, as they are told together
        self.edit = state.plan.edit
        self.after = state.position
        self.cost = cost
        self.units_lost = units_lost
        self.rank = (cost, change, len(state.moves))
        self.key = frozenset(move.key for move in state.moves)
        self.says = Counter(move.title.text_key for move in moves)
        self.kind = frozenset((move.part, move.title.kind) for move in moves)

    @property
    def points(self) -> int | None:
        """Return the points of the roster afterwards."""
        return self.after.points

    def is_alike(self, other: Answer) -> bool:
        """Return whether the rosters of both answers have the same units and content.

        The order of units makes no difference.
        """
        return self._ids == other._ids and _drop_names(self.after.data) == _drop_names(
            other.after.data
        )

    def is_within(self, other: Answer) -> bool:
        """Return whether `other` contains all moves of this answer, or moves with the same
        titles.
        """
        return self.key <= other.key or self.says <= other.says

    @cached_property
    def _ids(self) -> list[str]:
        """Return the sorted ids of all units on the roster after the moves; empty without an
        army.
        """
        return sorted(unit.id for unit in self.after.army.units) if self.after.army else []

    @property
    def things(self) -> int:
        """Return how many things the answer changes."""
        return self.cost[2]

    @property
    def points_lost(self) -> int:
        """Return how many points the list loses."""
        return self.cost[3]


def describe_moves(
    moves: Sequence[Move], gone: Set[Path], start: Position
) -> tuple[Move, ...] | None:
    """Return `moves`, titled to name only the units that are lost after all moves.

    `gone`: the paths of the units that are lost in the end. A unit that one move takes out and
    another puts elsewhere is not lost. None if no move mentions a lost unit, if a removal loses
    none, or if `start` has no army.
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
    """Return roster `data` without what makes no difference: ids, empty tables, order."""
    if isinstance(data, dict):
        return {
            key: _drop_names(value) for key, value in data.items() if key != "id" and value != {}
        }
    if not isinstance(data, list):
        return data
    return sorted((_drop_names(item) for item in data), key=msgspec.json.encode)
