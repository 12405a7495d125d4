"""Compare stated points with computed ones, unit by unit, and find out what explains a difference.

Often it is the prices of another day.
"""

from __future__ import annotations

from collections.abc import Sequence
from datetime import date
from typing import TYPE_CHECKING, Any, Protocol, cast

from listbuilder.data.library import Library
from listbuilder.model.army import Army, Extra, Unit
from listbuilder.model.base import Path
from listbuilder.model.finding import Note
from listbuilder.model.imported import GoneUnit
from listbuilder.roster.position import Position

if TYPE_CHECKING:
    from listbuilder.formats.import_list import Import


MOST_FOR_ENHANCEMENT = 60
GUESSED = ("import_guess", "import_taken")


class _Shelf(Protocol):
    """The data of a game's factions, with the days on which prices changed."""

    def list_release_dates(self) -> list[str]:
        """Return the days on which prices changed."""


class _Priced(Protocol):
    """A game with a history of prices."""

    def shelf(self, library: Library) -> _Shelf:
        """Return the game's data in `library`."""


def explain_differences(position: Position, imported: Import) -> list[Note]:
    """Return a note for every difference between stated and computed points, and for the total.

    The account of `imported` gets what the source states of each unit, and which units are
    misstated. If something was not read, none counts as misstated: it may be what the points were
    for.
    """
    army = position.army
    assert army is not None
    _record_stated(army, imported)
    stated = imported.account.stated_total
    notes: list[Note] = []
    gone = imported.account.gone
    computed = add_gone_points(army, gone)
    computed_by_path = _get_points_by_path(army, gone)
    ordered = army.find_priced_in_other_order(imported.account.stated)
    differing = {
        path: points
        for path, points in imported.account.stated.items()
        if points != computed_by_path.get(path) and path not in ordered
    }
    if gone and sum(gone_thing.get_price(army.priced_on) for gone_thing in gone):
        args = {
            "points": computed - army.points,
            "names": [gone_thing.name for gone_thing in gone],
            "day": army.priced_on,
        }
        notes.append(Note(key="gone_points", args=args))
    if not differing and (stated is None or stated == computed):
        return notes
    if differing and (elsewhere_notes := _explain_by_other_source(position, imported, differing)):
        return [*notes, *elsewhere_notes]
    days = _compute_prices_by_day(position, gone)
    for path, points in differing.items():
        notes.append(_explain_unit(path, points, army, days, imported))
    if not imported.account.unread:  # else what was not read may be what it paid for
        imported.account.misstated = {
            note.path: differing[note.path] for note in notes if note.key == "points_differ"
        }
        imported.account.misstated_day = army.priced_on
    if stated is not None and stated != computed:
        notes.append(_explain_total(stated, computed, army, days, imported, bool(differing)))
    return notes


def _explain_by_other_source(
    position: Position, imported: Import, differing: dict[Path, int]
) -> list[Note]:
    """Return the notes for a list that is priced by a source that nothing else confirms.

    Empty if no such source fits better than the list's day.
    """
    from listbuilder.formats import unconfirmed_prices  # only where prices differ

    army, stated = position.army, imported.account.stated
    source = unconfirmed_prices.find_best_source(position, stated)
    if source is None or army is None:
        return []
    args = {"source": source.source, "other": source.day}
    agreement = {
        "agreeing": source.count_agreeing(stated),
        "count": len(stated),
        "ours": len(stated) - len(differing),
        "day": army.priced_on,
    }
    notes = [Note(key="priced_elsewhere", args={**args, **agreement})]
    for unit in army.units:
        if unit.path in differing and source.points[unit.path] == differing[unit.path]:
            unit_args = {
                "unit": unit.name,
                "stated": differing[unit.path],
                "computed": unit.points,
                "day": army.priced_on,
            }
            notes.append(Note(key="points_elsewhere", args={**args, **unit_args}, path=unit.path))
        elif unit.path in differing:
            unit_args = {
                "unit": unit.name,
                "stated": differing[unit.path],
                "computed": unit.points,
                "day": army.priced_on,
            }
            notes.append(Note(key="points_differ", args=unit_args, path=unit.path))
    total = imported.account.stated_total
    if total is not None and total != army.points:
        key = (
            "total_elsewhere"
            if total == unconfirmed_prices.get_total_by_source(army, source)
            else "total_differs_with_units"
        )
        unit_args = {"stated": total, "computed": army.points, "day": army.priced_on}
        notes.append(
            Note(key=key, args={**args, **unit_args} if key == "total_elsewhere" else unit_args)
        )
    return notes


def add_gone_points(army: Army, gone: Sequence[GoneUnit]) -> int:
    """Return the total with what the data has no longer, at the prices that the history remembers."""
    return army.points + sum(gone_thing.get_price(army.priced_on) for gone_thing in gone)


def _record_stated(army: Army, imported: Import) -> None:
    """Record the list's own points and names in its account, at the units that stand on those
    lines.
    """
    lines = {unit.line: unit for unit in imported.parsed.units}
    assert imported.document is not None
    for path in [unit.path for unit in army.units] + [extra.path for extra in army.extras]:
        mark = imported.document.marks.get(path)
        unit = lines.get(mark[0]) if mark else None
        if unit is None:
            continue
        imported.account.names[path] = unit.name
        if unit.points is not None:
            extra = (
                sum(words.points or 0 for words in unit.enhancements)
                if imported.parsed.adds_enhancements
                else 0
            )
            imported.account.stated[path] = unit.points + extra


def _get_points_by_path(army: Army, gone: Sequence[GoneUnit]) -> dict[Path, int]:
    """Return the computed points by path, with what is gone from the data at that path."""
    points: dict[Path, int] = {}
    for thing in _list_priced_things(army):
        points[thing.path] = (thing.points or 0) + sum(
            gone_thing.get_price(army.priced_on)
            for gone_thing in gone
            if gone_thing.path == thing.path
        )
    return points


def _list_priced_things(army: Army) -> list[Unit | Extra]:
    """Return everything in the army that may have a price: its units and its other entries."""
    return [*army.units, *army.extras]


Days = dict[str, tuple[dict[Path, int], int]]


def _compute_prices_by_day(position: Position, gone: Sequence[GoneUnit]) -> Days:
    """Return what everything cost on each day on which prices changed, newest first."""
    days: Days = {}
    for day in sorted(
        {*cast(_Priced, position.system).shelf(position.library).list_release_dates(), ""},
        reverse=True,
    ):
        army = position.copy_on_date(day or None).army
        if army is not None:
            days[army.priced_on] = (_get_points_by_path(army, gone), add_gone_points(army, gone))
    return days


def _explain_unit(path: Path, stated: int, army: Army, days: Days, imported: Import) -> Note:
    """Return a note with what explains the points of one unit.

    In order: another day, a name of the past, a price that is not known, an enhancement that was
    not printed, one whose price differs, a guessed name, something unread. `points_differ` if
    nothing does.
    """
    unit = next(thing for thing in _list_priced_things(army) if thing.path == path)
    computed = _get_points_by_path(army, imported.account.gone).get(path, 0)
    args: dict[str, Any] = {
        "unit": unit.name,
        "stated": stated,
        "computed": computed,
        "day": army.priced_on,
    }
    fitting = [day for day, (points, _) in days.items() if points.get(path) == stated]
    if fitting:
        return Note(
            key="points_of_other_day",
            args={**args, "other": find_nearest_day(fitting, army.priced_on)},
            path=path,
        )
    if stated in (past_points := imported.account.past.get(path, {})).values():
        until = min((day for day, points in past_points.items() if points is None), default="")
        args = {**args, "name": imported.account.names.get(path, unit.name), "until": until}
        return Note(key="points_of_past_name", args=args, path=path)
    if any(note.key == "price_not_known" and note.path == path for note in army.assumed):
        return Note(key="points_not_known", args=args, path=path)
    our_price = sum(enhancement.points for enhancement in getattr(unit, "enhancements", ()))
    from listbuilder.formats.resolve import unprinted_enhancements  # only where prices differ

    if names := unprinted_enhancements.list_unprinted_candidates(army, unit, stated - computed):
        return Note(
            key="points_of_unprinted",
            args={**args, "names": names, "points": stated - computed},
            path=path,
        )
    if not our_price:
        return _explain_by_guess(path, args, imported) or _explain_by_unread(
            path, args, stated - computed, imported
        )
    mark = imported.document.marks.get(path) if imported.document else None
    parsed = next(
        (
            parsed_unit
            for parsed_unit in imported.parsed.units
            if mark and parsed_unit.line == mark[0]
        ),
        None,
    )
    their_price = sum(words.points or 0 for words in parsed.enhancements) if parsed else 0
    if their_price:
        fitting = [
            day
            for day, (points, _) in days.items()
            if points.get(path, 0) - our_price + their_price == stated
        ]
        if fitting:
            other = find_nearest_day(fitting, army.priced_on)
            return Note(
                key="points_of_enhancement",
                args={**args, "theirs": their_price, "ours": our_price, "other": other},
                path=path,
            )
        return _explain_by_guess(path, args, imported) or Note(
            key="points_differ", args=args, path=path
        )
    enhancement_prices = sorted(
        {stated - points.get(path, 0) + our_price for points, _ in days.values()}
    )
    if any(0 < price <= MOST_FOR_ENHANCEMENT for price in enhancement_prices):
        return Note(key="points_of_enhancement_open", args={**args, "ours": our_price}, path=path)
    return Note(key="points_differ", args=args, path=path)


def _explain_by_guess(path: Path, args: dict[str, Any], imported: Import) -> Note | None:
    """Return a note that the unit was taken for one whose name is near, or None.

    Perhaps it is another unit.
    """
    if not any(note.path == path and note.key in GUESSED for note in imported.account.notes):
        return None
    return Note(
        key="points_of_guess",
        args={**args, "name": imported.account.names.get(path, "")},
        path=path,
    )


def _explain_by_unread(path: Path, args: dict[str, Any], missing: int, imported: Import) -> Note:
    """Return a note on points of something unread on the unit, else that the points differ."""
    mark = imported.document.marks.get(path) if imported.document else None
    parsed = next(
        (
            parsed_unit
            for parsed_unit in imported.parsed.units
            if mark and parsed_unit.line == mark[0]
        ),
        None,
    )
    lost = {problem.line for problem in imported.account.unread}
    words = (
        [
            enhancement_words
            for enhancement_words in parsed.enhancements
            if enhancement_words.line in lost
        ]
        if parsed
        else []
    )
    entries = (
        [entry for entry in parsed.entries if entry.line in lost and entry.points] if parsed else []
    )
    prices = [priced.points for priced in words] + [each.points for each in entries]
    if prices and (None in prices or sum(price or 0 for price in prices) == missing):
        names = [named.text for named in words] + [each.name for each in entries]
        return Note(key="points_of_unread", args={**args, "names": names}, path=path)
    return Note(key="points_differ", args=args, path=path)


def find_nearest_day(days: Sequence[str], day: str) -> str:
    """Return the one of several days that is next to `day`, the list's own."""

    def measure_distance(candidate: str) -> int:
        """Return the number of days between `candidate` and `day`."""
        return abs(_get_ordinal(candidate) - _get_ordinal(day))

    return min(days, key=measure_distance)


def _get_ordinal(day: str) -> int:
    """Return the number of a day, for distances between days."""
    return date.fromisoformat(day[:10]).toordinal()


def _explain_total(
    stated: int, computed: int, army: Army, days: Days, imported: Import, units_differ: bool
) -> Note:
    """Return a note with what explains a total.

    Another day, extras that one side does not count, the units already named, or something unread;
    else that it differs.
    """
    args: dict[str, Any] = {"stated": stated, "computed": computed, "day": army.priced_on}
    fitting = [day for day, (_, total) in days.items() if total == stated]
    if fitting:
        return Note(
            key="total_of_other_day",
            args={**args, "other": find_nearest_day(fitting, army.priced_on)},
        )
    extra_names = _find_uncounted_extras(computed - stated, army)
    if extra_names:
        return Note(key="total_without_extras", args={**args, "names": extra_names})
    listed = sum(unit.points or 0 for unit in imported.parsed.units)
    if units_differ:
        return Note(key="total_differs_with_units", args=args)
    if any(problem.key.startswith("unread") for problem in imported.account.unread):
        return Note(key="total_differs_with_unread", args=args)
    return Note(key="total_differs", args={**args, "listed": listed})


def _find_uncounted_extras(surplus: int, army: Army) -> list[str]:
    """Return the names of the extras that make up the surplus: one, or all of them; else empty."""
    extras: list[Extra] = [extra for extra in army.extras if extra.points]
    alone: Extra | None = next((extra for extra in extras if extra.points == surplus), None)
    if alone is not None:
        return [alone.name]
    return (
        [extra.name for extra in extras]
        if extras and sum(extra.points for extra in extras) == surplus
        else []
    )
