"""The comparison of a roster on two days: cost of its parts, what was not there, verdict."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable

import msgspec

from listbuilder.games.common.editor import set_or_remove
from listbuilder.model.army import Extra, Unit
from listbuilder.model.base import Path
from listbuilder.model.edit import Edit
from listbuilder.model.finding import Note
from listbuilder.model.problem import Problem
from listbuilder.roster.effect import Effect, compute_effect
from listbuilder.roster.position import Position

Part = Unit | Extra
KEY = "points_as_of"


class PartChange(msgspec.Struct, frozen=True, kw_only=True):
    """A part of the roster that another day changes.

    `before` or `after` is None where the roster of that day does not have it. `why`: what prevents
    reading it then; `remarks`: what is assumed of it then.
    """

    before: Part | None
    after: Part | None
    why: Problem | None = None
    remarks: tuple[Note, ...] = ()

    @property
    def name(self) -> str:
        """Return the name of the part."""
        part = self.before or self.after
        assert part is not None
        return part.name

    @property
    def path(self) -> Path:
        """Return the place of the part."""
        part = self.before or self.after
        assert part is not None
        return part.path


class OtherDay(msgspec.Struct, frozen=True, kw_only=True):
    """A roster as of another day, with all that changes."""

    edit: Edit
    before: Position
    after: Position
    effect: Effect
    changes: tuple[PartChange, ...]
    same: int
    """Parts of which nothing changes."""
    problems: tuple[Problem, ...]
    """Problems of parts of the roster that can't be read on that date."""


def make_day_edit(position: Position, day: str | None) -> Edit:
    """Return the edit that sets the day whose points the roster uses.

    `day` None means today's points: the roster then has no such key.
    """
    return set_or_remove(position.data, (KEY,), day)


def compare_with_day(position: Position, day: str | None) -> OtherDay:
    """Return what changes if the roster is checked as of `day`; None means today."""
    edit = make_day_edit(position, day)
    return compare_parts(position, position.apply(edit), edit)


def compare_parts(now: Position, after: Position, edit: Edit) -> OtherDay:
    """Return what changes for each part of a roster between the positions `now` and `after`.

    `edit`: the edit that sets the other day, and leads from `now` to `after`. Problems that `now`
    has already are left out.
    """
    before_parts, after_parts = _index_parts(now), _index_parts(after)
    told_already = {(problem.key, problem.path) for problem in now.problems}
    problems = [
        problem for problem in after.problems if (problem.key, problem.path) not in told_already
    ]
    changes = [
        _make_change(
            before_parts.get(key), after_parts.get(key), problems, _list_new_notes(now, after)
        )
        for key in {**before_parts, **after_parts}
    ]
    real = [change for change in changes if change is not None]
    gone = [
        change.before.path for change in real if change.before is not None and change.after is None
    ]
    return OtherDay(
        edit=edit,
        before=now,
        after=after,
        effect=compute_effect(edit, now, after),
        changes=tuple(real),
        same=len(changes) - len(real),
        problems=tuple(
            problem
            for problem in problems
            if not any(problem.path[: len(path)] == path for path in gone if path)
        ),
    )


def _index_parts(position: Position) -> dict[tuple[Path, str, int], Part]:
    """Return the parts of the roster by path, kind, and a number to tell equal ones apart.

    The kind is empty for units.
    """
    parts: dict[tuple[Path, str, int], Part] = {}
    seen: Counter[tuple[Path, str]] = Counter()
    for part in position.army.parts if position.army else ():
        key = (part.path, part.kind if isinstance(part, Extra) else "")
        parts[*key, seen[key]] = part
        seen[key] += 1
    return parts


def _make_change(
    before: Part | None, after: Part | None, problems: Iterable[Problem], notes: Iterable[Note]
) -> PartChange | None:
    """Return how a part changes between two days; None if it doesn't and has no remarks.

    `before` and `after`: the part on each day, None if the roster does not have it then.
    `problems`: the new problems, of which the one about a lost part is its reason. `notes`: what is
    newly assumed; those about this part become its remarks.
    """
    part = before or after
    assert part is not None
    remarks = tuple(
        note for note in notes if part.path and note.path[: len(part.path)] == part.path
    )
    if before is not None and after is not None and _is_alike(before, after) and not remarks:
        return None
    why = None
    if after is None:
        length = len(part.path)
        why = next((problem for problem in problems if problem.path[:length] == part.path), None)
    return PartChange(before=before, after=after, why=why, remarks=remarks)


def _is_alike(one: Part, other: Part) -> bool:
    """Return whether two parts have the same name, points and size."""
    sizes = [part.models if isinstance(part, Unit) else 1 for part in (one, other)]
    return (one.name, one.points) == (other.name, other.points) and sizes[0] == sizes[1]


def _list_new_notes(before: Position, after: Position) -> list[Note]:
    """Return the notes that `after` has and `before` has not, on what is assumed or missing.

    Missing means: not available on that day.
    """
    notes_before, notes_after = _list_remarks(before), _list_remarks(after)
    return [note for note in notes_after if note not in notes_before]


def _list_remarks(position: Position) -> list[Note]:
    """Return the notes on what is assumed and on what is not available."""
    if not position.army:
        return list(position.assumed)
    return [*position.assumed, *position.army.list_unavailable_notes()]
