"""Stated points against computed ones, unit by unit, and whether the prices of another day explain a difference."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import date
from typing import TYPE_CHECKING, Any, Protocol, cast

from listbuilder.law.position import Position
from listbuilder.model.army import Army, Extra, Unit
from listbuilder.model.base import Path
from listbuilder.model.finding import Note
from listbuilder.model.imported import Gone
from listbuilder.store.library import Library

if TYPE_CHECKING:
    from listbuilder.exchange.imports import Import


MOST_FOR_ENHANCEMENT = 60
GUESSED = ("import_guess", "import_taken")


class _Shelf(Protocol):
    def releases(self) -> list[str]: ...


class _Priced(Protocol):
    """A game with a history of prices."""

    def shelf(self, library: Library) -> _Shelf: ...


def explain(done: Position, made: Import) -> list[Note]:
    """Fills what the source states of each unit; returns a note for every difference, and for the total."""
    army = done.army
    assert army is not None
    _state(army, made)
    stated = made.account.stated_total
    notes: list[Note] = []
    gone = made.account.gone
    computed = with_gone(army, gone)
    ours = _points(army, gone)
    ordered = army.in_other_order(made.account.stated)
    off = {path: points for path, points in made.account.stated.items() if points != ours.get(path) and path not in ordered}
    if gone and sum(each.price(army.priced_on) for each in gone):
        args = {"points": computed - army.points, "names": [each.name for each in gone], "day": army.priced_on}
        notes.append(Note(key="gone_points", args=args))
    if not off and (stated is None or stated == computed):
        return notes
    if off and (told := _elsewhere(done, made, off)):
        return [*notes, *told]
    days = _days(done, gone)
    for path, points in off.items():
        notes.append(_of_unit(path, points, army, days, made))
    if not made.account.unread:  # else what was not read may be what it paid for
        made.account.misstated = {note.path: off[note.path] for note in notes if note.key == "points_differ"}
        made.account.misstated_day = army.priced_on
    if stated is not None and stated != computed:
        notes.append(_of_total(stated, computed, army, days, made, bool(off)))
    return notes


def _elsewhere(done: Position, made: Import, off: dict[Path, int]) -> list[Note]:
    """A list priced by a source that nothing else confirms."""
    from listbuilder.exchange import other_prices  # only where prices differ

    army, stated = done.army, made.account.stated
    source = other_prices.nearest(done, stated)
    if source is None or army is None:
        return []
    args = {"source": source.source, "other": source.day}
    count = {"agreeing": source.agreeing(stated), "count": len(stated), "ours": len(stated) - len(off), "day": army.priced_on}
    notes = [Note(key="priced_elsewhere", args={**args, **count})]
    for unit in army.units:
        if unit.path in off and source.points[unit.path] == off[unit.path]:
            each = {"unit": unit.name, "stated": off[unit.path], "computed": unit.points, "day": army.priced_on}
            notes.append(Note(key="points_elsewhere", args={**args, **each}, path=unit.path))
        elif unit.path in off:
            each = {"unit": unit.name, "stated": off[unit.path], "computed": unit.points, "day": army.priced_on}
            notes.append(Note(key="points_differ", args=each, path=unit.path))
    total = made.account.stated_total
    if total is not None and total != army.points:
        key = "total_elsewhere" if total == other_prices.of_army(army, source) else "total_differs_with_units"
        each = {"stated": total, "computed": army.points, "day": army.priced_on}
        notes.append(Note(key=key, args={**args, **each} if key == "total_elsewhere" else each))
    return notes


def with_gone(army: Army, gone: Sequence[Gone]) -> int:
    """The total with what the data has no longer, at the prices that the history remembers."""
    return army.points + sum(each.price(army.priced_on) for each in gone)


def _state(army: Army, made: Import) -> None:
    """Points and names of the source, at the units of the army that stand on those lines."""
    lines = {unit.line: unit for unit in made.parsed.units}
    assert made.document is not None
    for path in [unit.path for unit in army.units] + [extra.path for extra in army.extras]:
        mark = made.document.marks.get(path)
        unit = lines.get(mark[0]) if mark else None
        if unit is None:
            continue
        made.account.names[path] = unit.name
        if unit.points is not None:
            extra = sum(words.points or 0 for words in unit.enhancements) if made.parsed.adds_enhancements else 0
            made.account.stated[path] = unit.points + extra


def _points(army: Army, gone: Sequence[Gone]) -> dict[Path, int]:
    found: dict[Path, int] = {}
    for thing in _things(army):
        found[thing.path] = (thing.points or 0) + sum(g.price(army.priced_on) for g in gone if g.path == thing.path)
    return found


def _things(army: Army) -> list[Unit | Extra]:
    return [*army.units, *army.extras]


Days = dict[str, tuple[dict[Path, int], int]]


def _days(done: Position, gone: Sequence[Gone]) -> Days:
    """What everything cost on each day on which prices changed, newest first."""
    found: Days = {}
    for day in sorted({*cast(_Priced, done.system).shelf(done.library).releases(), ""}, reverse=True):
        then = done.on(day or None).army
        if then is not None:
            found[then.priced_on] = (_points(then, gone), with_gone(then, gone))
    return found


def _of_unit(path: Path, stated: int, army: Army, days: Days, made: Import) -> Note:
    """What explains the points of one unit: another day, or an enhancement whose price of the day is not known."""
    unit = next(each for each in _things(army) if each.path == path)
    computed = _points(army, made.account.gone).get(path, 0)
    args: dict[str, Any] = {"unit": unit.name, "stated": stated, "computed": computed, "day": army.priced_on}
    fitting = [day for day, (points, _) in days.items() if points.get(path) == stated]
    if fitting:
        return Note(key="points_of_other_day", args={**args, "other": nearest(fitting, army.priced_on)}, path=path)
    if stated in (then := made.account.past.get(path, {})).values():
        until = min((day for day, points in then.items() if points is None), default="")
        args = {**args, "name": made.account.names.get(path, unit.name), "until": until}
        return Note(key="points_of_past_name", args=args, path=path)
    if any(note.key == "price_not_known" and note.path == path for note in army.assumed):
        return Note(key="points_not_known", args=args, path=path)
    ours = sum(each.points for each in getattr(unit, "enhancements", ()))
    from listbuilder.exchange import unprinted  # only where prices differ

    if names := unprinted.candidates(army, unit, stated - computed):
        return Note(key="points_of_unprinted", args={**args, "names": names, "points": stated - computed}, path=path)
    if not ours:
        return _of_guess(path, args, made) or _of_unread(path, args, stated - computed, made)
    mark = made.document.marks.get(path) if made.document else None
    parsed = next((each for each in made.parsed.units if mark and each.line == mark[0]), None)
    theirs = sum(words.points or 0 for words in parsed.enhancements) if parsed else 0
    if theirs:
        fitting = [day for day, (points, _) in days.items() if points.get(path, 0) - ours + theirs == stated]
        if fitting:
            other = nearest(fitting, army.priced_on)
            return Note(key="points_of_enhancement", args={**args, "theirs": theirs, "ours": ours, "other": other}, path=path)
        return _of_guess(path, args, made) or Note(key="points_differ", args=args, path=path)
    rest = sorted({stated - points.get(path, 0) + ours for points, _ in days.values()})
    if any(0 < each <= MOST_FOR_ENHANCEMENT for each in rest):
        return Note(key="points_of_enhancement_open", args={**args, "ours": ours}, path=path)
    return Note(key="points_differ", args=args, path=path)


def _of_guess(path: Path, args: dict[str, Any], made: Import) -> Note | None:
    """The unit was taken for one whose name is near: perhaps it is another."""
    if not any(note.path == path and note.key in GUESSED for note in made.account.notes):
        return None
    return Note(key="points_of_guess", args={**args, "name": made.account.names.get(path, "")}, path=path)


def _of_unread(path: Path, args: dict[str, Any], missing: int, made: Import) -> Note:
    """Points of something on the unit that could not be read."""
    mark = made.document.marks.get(path) if made.document else None
    parsed = next((each for each in made.parsed.units if mark and each.line == mark[0]), None)
    lost = {problem.line for problem in made.account.unread}
    words = [each for each in parsed.enhancements if each.line in lost] if parsed else []
    entries = [each for each in parsed.entries if each.line in lost and each.points] if parsed else []
    prices = [each.points for each in words] + [each.points for each in entries]
    if prices and (None in prices or sum(each or 0 for each in prices) == missing):
        names = [each.text for each in words] + [each.name for each in entries]
        return Note(key="points_of_unread", args={**args, "names": names}, path=path)
    return Note(key="points_differ", args=args, path=path)


def nearest(days: Sequence[str], day: str) -> str:
    """Of several days, the one next to the list's own."""

    def away(each: str) -> int:
        return abs(_ordinal(each) - _ordinal(day))

    return min(days, key=away)


def _ordinal(day: str) -> int:
    return date.fromisoformat(day[:10]).toordinal()


def _of_total(stated: int, computed: int, army: Army, days: Days, made: Import, units_differ: bool) -> Note:
    """What explains a total: another day, the units already named, or things that one side does not count."""
    args: dict[str, Any] = {"stated": stated, "computed": computed, "day": army.priced_on}
    fitting = [day for day, (_, total) in days.items() if total == stated]
    if fitting:
        return Note(key="total_of_other_day", args={**args, "other": nearest(fitting, army.priced_on)})
    counted = _not_counted(computed - stated, army)
    if counted:
        return Note(key="total_without_extras", args={**args, "names": counted})
    listed = sum(unit.points or 0 for unit in made.parsed.units)
    if units_differ:
        return Note(key="total_differs_with_units", args=args)
    if any(problem.key.startswith("unread") for problem in made.account.unread):
        return Note(key="total_differs_with_unread", args=args)
    return Note(key="total_differs", args={**args, "listed": listed})


def _not_counted(surplus: int, army: Army) -> list[str]:
    """Extras that together make up the surplus: one, or all of them."""
    extras: list[Extra] = [extra for extra in army.extras if extra.points]
    alone: Extra | None = next((extra for extra in extras if extra.points == surplus), None)
    if alone is not None:
        return [alone.name]
    return [extra.name for extra in extras] if extras and sum(extra.points for extra in extras) == surplus else []
