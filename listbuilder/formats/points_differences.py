"""Compare stated points with computed ones, unit by unit, and find out what explains a difference.

Often it is the prices of another day.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from datetime import date
from typing import TYPE_CHECKING, Any, Protocol, cast

from listbuilder.data.library import Library
from listbuilder.formats.parsed import ParsedUnit
from listbuilder.games.game import TODAY
from listbuilder.model.army import Army, Extra, Unit
from listbuilder.model.base import Path
from listbuilder.model.finding import Note
from listbuilder.model.imported import GoneUnit
from listbuilder.model.windows import is_day
from listbuilder.roster.position import Position

if TYPE_CHECKING:
    from listbuilder.formats.imported_list import Import


MOST_FOR_ENHANCEMENT = 60
GUESSED = ("import_guess", "import_taken", "import_unit_by_points")


class _Shelf(Protocol):
    """The data of a game's factions, with the days on which prices changed."""

    def list_release_dates(self) -> list[str]:
        """Return the days on which prices changed."""


class _Priced(Protocol):
    """A game with a history of prices."""

    def shelf(self, library: Library) -> _Shelf:
        """Return the game's data in `library`."""


def explain_differences(position: Position, imported: Import) -> list[Note]:
    """Return notes on the differences between stated and computed points.

    Each note says what explains its difference, as far as that can be found. The account of
    `imported` is filled with the points that the list states for each unit, and with the units
    whose stated points are wrong. If a line was not understood, no unit counts as wrong, because
    the points may be for that line. None does either if the stated total is right: the program then
    leaves surcharges out of the units' points only. Points of units that are gone from the data
    have a note, too.
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
    days = _PricesByDay(position, army, gone)
    for path, points in differing.items():
        notes.append(_explain_unit(path, points, army, days, imported))
    # What was not read may be what a price is for, and a total that is right has what prices lack.
    if not imported.account.unread and stated != computed:
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
    """Return the notes on a list that has the prices of an unconfirmed source.

    `differing` has the stated points of units where they differ from ours. Empty if no such source
    fits better than our prices of the list's day.
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
        if unit.path not in differing:
            continue
        points = differing[unit.path]
        unit_args = {
            "unit": unit.name,
            "stated": points,
            "computed": unit.points,
            "day": army.priced_on,
        }
        if source.points[unit.path] == points:
            notes.append(Note(key="points_elsewhere", args={**args, **unit_args}, path=unit.path))
        else:
            notes.append(Note(key="points_differ", args=unit_args, path=unit.path))
    total = imported.account.stated_total
    if total is not None and total != army.points:
        total_args = {"stated": total, "computed": army.points, "day": army.priced_on}
        if total == unconfirmed_prices.get_total_by_source(army, source):
            notes.append(Note(key="total_elsewhere", args={**args, **total_args}))
        else:
            notes.append(Note(key="total_differs_with_units", args=total_args))
    return notes


def add_gone_points(army: Army, gone: Sequence[GoneUnit]) -> int:
    """Return the total of `army` plus the past prices of the units `gone` from the data."""
    return army.points + sum(gone_thing.get_price(army.priced_on) for gone_thing in gone)


def _record_stated(army: Army, imported: Import) -> None:
    """Record the points and names that the list states in its account, by the units' paths."""
    lines = {unit.line: unit for unit in imported.parsed.units}
    assert imported.document is not None
    for thing in _list_priced_things(army):
        mark = imported.document.marks.get(thing.path)
        unit = lines.get(mark[0]) if mark else None
        if unit is None:
            continue
        imported.account.names[thing.path] = unit.name
        if unit.points is not None:
            points = unit.points
            if imported.parsed.adds_enhancements:
                points += sum(words.points or 0 for words in unit.enhancements)
            imported.account.stated[thing.path] = points


def _get_points_by_path(army: Army, gone: Sequence[GoneUnit]) -> dict[Path, int]:
    """Return the computed points of each unit and other entry by path.

    The prices of things `gone` from the data are added at the paths they stood at.
    """
    points: dict[Path, int] = {}
    for thing in _list_priced_things(army):
        points[thing.path] = thing.points or 0
        for gone_thing in gone:
            if gone_thing.path == thing.path:
                points[thing.path] += gone_thing.get_price(army.priced_on)
    return points


def _list_priced_things(army: Army) -> list[Unit | Extra]:
    """Return everything in the army that may have a price: its units and its extras."""
    return [*army.units, *army.extras]


Prices = tuple[dict[Path, int], int]
"""The points of each thing in an army by its path, and the total."""


class _PricesByDay:
    """The points of an army on each day on which prices changed, read when a day is asked for.

    Days on which the roster can't be read are left out. Prices of units that are gone from the data
    are included.
    """

    def __init__(self, position: Position, army: Army, gone: Sequence[GoneUnit]) -> None:
        """Find out which days there are.

        `army` is that of `position`. `gone` are the units that are gone from the data.
        """
        self._position, self._gone = position, gone
        own_day = army.priced_on
        known = army if not army.past_day else position.copy_on_date(TODAY).army
        shelf = cast(_Priced, position.system).shelf(position.library)
        written = position.data.get("points_as_of")
        days = set(shelf.list_release_dates())
        if isinstance(written, str) and is_day(written):
            days.add(written)
        self._prices: dict[str, Prices | None] = {}
        if known is not None:
            days = {known.priced_on, *(day for day in days if day < known.priced_on)}
            self._prices[known.priced_on] = self._measure(known)
        self._prices.setdefault(own_day, self._measure(army))
        self._nearest_first = _sort_by_nearness(sorted(days, reverse=True), own_day)

    def _measure(self, army: Army) -> Prices:
        """Return what `army` and the units that are gone cost on the army's day."""
        return _get_points_by_path(army, self._gone), add_gone_points(army, self._gone)

    def _read_day(self, day: str) -> Prices | None:
        """Return what the army costs on `day`; None if it can't be read as of that day."""
        if day not in self._prices:
            army = self._position.copy_on_date(day).army
            is_of_day = army is not None and army.priced_on == day
            self._prices[day] = self._measure(army) if army is not None and is_of_day else None
        return self._prices[day]

    def find_nearest(self, fits: Callable[[dict[Path, int], int], bool]) -> str | None:
        """Return the day nearest to the army's own of which `fits` is true, or None.

        `fits` is called with the points by path, and the total. Of two days equally near, the newer
        is returned.
        """
        for day in self._nearest_first:
            prices = self._read_day(day)
            if prices is not None and fits(*prices):
                return day
        return None


def _explain_unit(
    path: Path, stated: int, army: Army, days: _PricesByDay, imported: Import
) -> Note:
    """Return a note that says what explains the stated points of the unit at `path`.

    In order: prices of another day, a past name, an unknown price, an enhancement that isn't
    printed, an enhancement at another price, a guessed name, a line that wasn't understood. If
    nothing explains them, the note is `points_differ`.
    """
    unit = next(thing for thing in _list_priced_things(army) if thing.path == path)
    computed = _get_points_by_path(army, imported.account.gone).get(path, 0)
    args: dict[str, Any] = {
        "unit": unit.name,
        "stated": stated,
        "computed": computed,
        "day": army.priced_on,
    }
    if other := days.find_nearest(lambda points, _: points.get(path) == stated):
        args = {**args, "other": other}
        return Note(key="points_of_other_day", args=args, path=path)
    if stated in (past_points := imported.account.past.get(path, {})).values():
        until = min((day for day, points in past_points.items() if points is None), default="")
        args = {**args, "name": imported.account.names.get(path, unit.name), "until": until}
        return Note(key="points_of_past_name", args=args, path=path)
    if any(note.key == "price_not_known" and note.path == path for note in army.assumed):
        return Note(key="points_not_known", args=args, path=path)
    our_price = sum(enhancement.points for enhancement in getattr(unit, "enhancements", ()))
    from listbuilder.formats.resolve import unprinted_enhancements  # only where prices differ

    missing = stated - computed
    if names := unprinted_enhancements.list_unprinted_candidates(army, unit, missing):
        args = {**args, "names": names, "points": missing}
        return Note(key="points_of_unprinted", args=args, path=path)
    guess = _explain_by_guess(path, args, imported)
    if not our_price:
        return guess or _explain_by_unread(path, args, missing, imported)
    parsed = _find_parsed_unit(path, imported)
    their_price = sum(words.points or 0 for words in parsed.enhancements) if parsed else 0
    if their_price:
        wanted = stated + our_price - their_price
        other = days.find_nearest(lambda points, _: points.get(path, 0) == wanted)
        if other:
            args = {**args, "theirs": their_price, "ours": our_price, "other": other}
            return Note(key="points_of_enhancement", args=args, path=path)
        return guess or Note(key="points_differ", args=args, path=path)

    def leaves_enhancement(points: dict[Path, int], _: int) -> bool:
        """Return whether what the rest of the unit leaves is the price of an enhancement."""
        rest: int = stated - points.get(path, 0) + our_price
        return 0 < rest <= MOST_FOR_ENHANCEMENT

    if days.find_nearest(leaves_enhancement):
        return Note(key="points_of_enhancement_open", args={**args, "ours": our_price}, path=path)
    return Note(key="points_differ", args=args, path=path)


def _find_parsed_unit(path: Path, imported: Import) -> ParsedUnit | None:
    """Return the unit, as read from the text, that became the unit at `path`; or None."""
    mark = imported.document.marks.get(path) if imported.document else None
    if mark is None:
        return None
    return next((unit for unit in imported.parsed.units if unit.line == mark[0]), None)


def _explain_by_guess(path: Path, args: dict[str, Any], imported: Import) -> Note | None:
    """Return a note that the unit's name was only guessed, or None if it was not.

    Why: the list may mean another unit, with other points. `args` are the arguments of the note.
    """
    if not any(note.path == path and note.key in GUESSED for note in imported.account.notes):
        return None
    args = {**args, "name": imported.account.names.get(path, "")}
    return Note(key="points_of_guess", args=args, path=path)


def _explain_by_unread(path: Path, args: dict[str, Any], missing: int, imported: Import) -> Note:
    """Return a note that the missing points are for a line that was not understood.

    If the prices of such lines don't explain the `missing` points, the note says only that the
    points differ.
    """
    parsed = _find_parsed_unit(path, imported)
    lost = {problem.line for problem in imported.account.unread}
    names: list[str] = []
    prices: list[int | None] = []
    if parsed is not None:
        for words in parsed.enhancements:
            if words.line in lost:
                names.append(words.text)
                prices.append(words.points)
        for entry in parsed.entries:
            if entry.line in lost and entry.points:
                names.append(entry.name)
                prices.append(entry.points)
    if prices and (None in prices or sum(price or 0 for price in prices) == missing):
        return Note(key="points_of_unread", args={**args, "names": names}, path=path)
    return Note(key="points_differ", args=args, path=path)


def _sort_by_nearness(days: Sequence[str], day: str) -> list[str]:
    """Return `days`, the nearest to `day` first; of two equally near, the first stays first."""
    own_day = date.fromisoformat(day[:10])

    def measure_distance(candidate: str) -> int:
        """Return the number of days between `candidate` and `day`."""
        return abs((date.fromisoformat(candidate[:10]) - own_day).days)

    return sorted(days, key=measure_distance)


def _explain_total(
    stated: int, computed: int, army: Army, days: _PricesByDay, imported: Import, units_differ: bool
) -> Note:
    """Return a note that says what explains a stated total that differs from the computed one.

    In order: prices of another day, extras that only one side counts, the differing units
    (`units_differ`), lines that weren't understood. Otherwise the note only says that the total
    differs.
    """
    args: dict[str, Any] = {"stated": stated, "computed": computed, "day": army.priced_on}
    if other := days.find_nearest(lambda _, total: total == stated):
        return Note(key="total_of_other_day", args={**args, "other": other})
    extra_names = _find_uncounted_extras(computed - stated, army)
    if extra_names:
        return Note(key="total_without_extras", args={**args, "names": extra_names})
    if units_differ:
        return Note(key="total_differs_with_units", args=args)
    if any(problem.key.startswith("unread") for problem in imported.account.unread):
        return Note(key="total_differs_with_unread", args=args)
    listed = sum(unit.points or 0 for unit in imported.parsed.units)
    return Note(key="total_differs", args={**args, "listed": listed})


def _find_uncounted_extras(surplus: int, army: Army) -> list[str]:
    """Return the names of extras that make up `surplus`: one extra, or all; else empty."""
    extras = [extra for extra in army.extras if extra.points]
    for extra in extras:
        if extra.points == surplus:
            return [extra.name]
    if sum(extra.points for extra in extras) == surplus:
        return [extra.name for extra in extras]
    return []
