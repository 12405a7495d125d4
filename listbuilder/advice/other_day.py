"""What another day makes of a roster: what its parts cost then, what was not there, and how it is judged."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable

import msgspec

from listbuilder.games.shared.choices import setting
from listbuilder.law.effect import Effect, effect_of
from listbuilder.law.position import Position
from listbuilder.model.army import Extra, Unit
from listbuilder.model.base import Path
from listbuilder.model.edit import Edit
from listbuilder.model.finding import Note
from listbuilder.model.problem import Problem

Part = Unit | Extra
KEY = "points_as_of"


class Change(msgspec.Struct, frozen=True, kw_only=True):
    """A part of the roster of which the other day says something else. `before` or `after` is None where the roster of
    that day does not have it; `why` is what stands against reading it then, `remarks` what is assumed of it then.
    """

    before: Part | None
    after: Part | None
    why: Problem | None = None
    remarks: tuple[Note, ...] = ()

    @property
    def name(self) -> str:
        part = self.before or self.after
        assert part is not None
        return part.name

    @property
    def path(self) -> Path:
        part = self.before or self.after
        assert part is not None
        return part.path


class OtherDay(msgspec.Struct, frozen=True, kw_only=True):
    edit: Edit
    before: Position
    after: Position
    effect: Effect
    changes: tuple[Change, ...]
    same: int
    """Parts of which nothing changes."""
    problems: tuple[Problem, ...]
    """What cannot be read on that day, and is no part."""


def set_day(position: Position, day: str | None) -> Edit:
    """The roster's own day; None: today, which no roster writes."""
    return setting(position.data, (KEY,), day)


def by_day(position: Position, day: str | None) -> OtherDay:
    edit = set_day(position, day)
    return between(position, position.apply(edit), edit)


def between(now: Position, after: Position, edit: Edit) -> OtherDay:
    """Of one roster on two days; `edit` is what makes the other day of the one."""
    before, then = _parts(now), _parts(after)
    told = {(problem.key, problem.path) for problem in now.problems}
    problems = [problem for problem in after.problems if (problem.key, problem.path) not in told]
    changes = [_change(before.get(key), then.get(key), problems, _new_notes(now, after)) for key in {**before, **then}]
    real = [change for change in changes if change is not None]
    gone = [change.before.path for change in real if change.before is not None and change.after is None]
    return OtherDay(
        edit=edit,
        before=now,
        after=after,
        effect=effect_of(edit, now, after),
        changes=tuple(real),
        same=len(changes) - len(real),
        problems=tuple(problem for problem in problems if not any(problem.path[: len(path)] == path for path in gone if path)),
    )


def _parts(position: Position) -> dict[tuple[Path, str, int], Part]:
    """By place, and what it is there; several at one place in their order."""
    found: dict[tuple[Path, str, int], Part] = {}
    seen: Counter[tuple[Path, str]] = Counter()
    for part in position.army.parts if position.army else ():
        what = (part.path, part.kind if isinstance(part, Extra) else "")
        found[*what, seen[what]] = part
        seen[what] += 1
    return found


def _change(before: Part | None, after: Part | None, problems: Iterable[Problem], notes: Iterable[Note]) -> Change | None:
    part = before or after
    assert part is not None
    remarks = tuple(note for note in notes if part.path and note.path[: len(part.path)] == part.path)
    if before is not None and after is not None and _like(before, after) and not remarks:
        return None
    why = next((problem for problem in problems if after is None and problem.path[: len(part.path)] == part.path), None)
    return Change(before=before, after=after, why=why, remarks=remarks)


def _like(one: Part, other: Part) -> bool:
    sizes = [part.models if isinstance(part, Unit) else 1 for part in (one, other)]
    return (one.name, one.points) == (other.name, other.points) and sizes[0] == sizes[1]


def _new_notes(before: Position, after: Position) -> list[Note]:
    """Return what is assumed or not available on the other day and is not so now."""
    known, then = _remarks(before), _remarks(after)
    return [note for note in then if note not in known]


def _remarks(position: Position) -> list[Note]:
    return [*position.assumed, *(position.army.away_notes() if position.army else ())]
