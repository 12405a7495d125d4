"""What a unit costs: a function of the unit, of the army it is in, and of which copy it is."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from itertools import permutations

from listbuilder.games.muster.army import Muster, MusterUnit
from listbuilder.games.muster.faction import Include
from listbuilder.games.muster.sizes import count_models
from listbuilder.games.shared.wargear.loadout import default_wargear
from listbuilder.model.army import Group
from listbuilder.model.base import Path, fold
from listbuilder.model.datasheet import Datasheet, Price, in_order

MOST_ORDERED = 6  # units of one datasheet whose orders are tried; no army may have more
# keys of what is not known of a day: prices as an ally and in a detachment, and prices in a detachment alone
CONDITIONAL, IN_DETACHMENT = "conditional_points", "detachment_points"
IN_SOME_ARMIES = frozenset({CONDITIONAL, IN_DETACHMENT})


def unit_price(army: Muster, unit: MusterUnit, copy: int, past: Sequence[Price] | None = None) -> int | None:
    """Points of the unit without enhancements, or None where no price covers it.

    `copy`: the how manieth of its datasheet it is. `past`: brackets of another day.
    """
    brackets = unit.datasheet.brackets
    if brackets is not None and past is None and not isinstance(unit.rule, Include):
        size = unit.models
        return next((points for models, points in brackets if size <= models), None)
    if (key := ("price", copy, past is None)) not in unit.worked_out:
        unit.worked_out[key] = _price(army, unit, copy, past)
    points: int | None = unit.worked_out[key]
    return points


def _price(army: Muster, unit: MusterUnit, copy: int, past: Sequence[Price] | None) -> int | None:
    rows = in_force(army, unit, copy)
    if past is not None:
        added = [row for row in rows if row.add_model or row.add_item]
        then = _narrowest(row for row in past if _holds(army, unit, copy, row))
        rows = then if any(row.models is None for row in then) else [*then, *added]
    return price_of(unit.datasheet, unit.groups, rows)


def copies(army: Muster) -> Iterator[tuple[MusterUnit, int]]:
    """Every unit, with which copy of its datasheet it is.

    Which of them are the dear ones is the player's choice, so no order of the roster costs more than another: those that
    would pay most as a further copy come first.
    """
    alike: dict[tuple[str, str], list[MusterUnit]] = {}
    for unit in army.muster_units:
        alike.setdefault((unit.home, unit.datasheet.id), []).append(unit)
    for units in alike.values():
        for number, unit in enumerate(_dearest_first(army, units), 1):
            yield unit, number


def _dearest_first(army: Muster, units: list[MusterUnit]) -> list[MusterUnit]:
    """In their own order where further copies of all of them cost as much more, which is nearly everywhere."""
    first, *others = units
    if not others or not dearer_by_copy(first.datasheet):
        return units

    def surcharges(unit: MusterUnit) -> list[int]:
        single, *further = [unit_price(army, unit, number) or 0 for number in range(1, len(units) + 1)]
        return [price - single for price in further]

    return sorted(units, key=surcharges, reverse=True)


def dearer_by_copy(sheet: Datasheet) -> bool:
    return any(row.when and row.when.copy_from for row in sheet.points)


def in_other_order(army: Muster, stated: Mapping[Path, int]) -> set[Path]:
    """Units whose stated points are theirs if further copies are counted in another order than ours.

    Which of them are the dear ones is the player's choice.
    """
    alike: dict[tuple[str, str], list[MusterUnit]] = {}
    for unit in army.muster_units:
        if not isinstance(unit.rule, Include) and dearer_by_copy(unit.datasheet):
            alike.setdefault((unit.home, unit.datasheet.id), []).append(unit)
    found: set[Path] = set()
    for units in alike.values():
        if 1 < len(units) <= MOST_ORDERED and all(unit.path in stated for unit in units):
            prices = [[_with_borne(army, unit, copy) for copy in range(1, len(units) + 1)] for unit in units]
            orders = permutations(range(len(units)))
            if any(all(stated[u.path] == prices[n][order[n]] for n, u in enumerate(units)) for order in orders):
                found.update(unit.path for unit in units)
    return found


def _with_borne(army: Muster, unit: MusterUnit, copy: int) -> int:
    return (unit_price(army, unit, copy) or 0) + sum(enhancement.points for enhancement in unit.enhancements)


def surcharge(army: Muster, unit: MusterUnit, beside: Callable[[Price], object]) -> int:
    """How much of the price of a unit is because of these rows of its list."""
    if (key := ("surcharge", beside, unit.copy)) not in unit.worked_out:
        unit.worked_out[key] = _surcharge(army, unit, beside)
    points: int = unit.worked_out[key]
    return points


def _surcharge(army: Muster, unit: MusterUnit, beside: Callable[[Price], object]) -> int:
    rows = in_force(army, unit, unit.copy)
    if not any(map(beside, rows)):
        return 0
    full = price_of(unit.datasheet, unit.groups, rows)
    bare = price_of(unit.datasheet, unit.groups, in_force(army, unit, unit.copy, beside))
    return (full or 0) - (bare or 0)


def in_force(army: Muster, unit: MusterUnit, copy: int, beside: Callable[[Price], object] | None = None) -> list[Price]:
    """The rows of the price list that hold for this unit in this army, without those of `beside`."""
    own = unit.rule.prices.get(unit.name) if isinstance(unit.rule, Include) else None
    known = unit.datasheet.priced if own is None else in_order(own)
    found = {what: row for what, row in known if _holds(army, unit, copy, row) and not (beside and beside(row))}
    return list(found.values())


def rows_for(sheet: Datasheet) -> list[Price]:
    """The rows that hold in any army."""
    return [row for row in sheet.points if row.when is None]


def _narrowest(rows: Iterable[Price]) -> list[Price]:
    """A conditional row that holds replaces the plain one of the same size; of several the narrowest counts."""
    return list(dict(in_order(rows)).values())


def _holds(army: Muster, unit: MusterUnit, copy: int, row: Price) -> bool:
    when = row.when
    if when is None:
        return True
    if when.army == "ally" and (unit.standing != "ally" or _ally_keyword(unit) != when.keyword):
        return False
    if when.copy_from is not None and copy < when.copy_from:
        return False
    if when.army_faction is not None and fold(army.faction.faction_keyword) != fold(when.army_faction):
        return False
    if when.detachment is None:
        return True
    return any(fold(each.name) == fold(when.detachment) for each in army.detachments)


def _ally_keyword(unit: MusterUnit) -> str | None:
    return getattr(unit.rule, "army_keyword", None)


def price_of(sheet: Datasheet, groups: Sequence[Group], rows: Sequence[Price]) -> int | None:
    """A size between two priced sizes pays the next higher price."""
    if not any(row.of or row.add_model or row.add_item for row in rows):
        size = sum([group.count for group in groups])
        fitting = [(row.models, row.points) for row in rows if row.models is not None and size <= row.models]
        return min(fitting)[1] if fitting else None
    counts = count_models(groups)
    added = 0
    for row in rows:
        if row.add_model:
            added += row.points * counts.pop(fold(row.add_model), 0)
        elif row.add_item:
            added += row.points * _items(sheet, groups, row.add_item)
    total = sum(counts.values())
    brackets = [row for row in rows if row.models is not None and _covers(row, counts, total)]
    if not brackets:
        return None
    return min(brackets, key=lambda row: (row.models or 0, row.points)).points + added


def _covers(row: Price, counts: dict[str, int], total: int) -> bool:
    if row.of:
        allowed = {fold(name): count for name, count in row.of.items()}
        return all(count <= allowed.get(name, 0) for name, count in counts.items())
    return row.models is not None and total <= row.models


def _items(sheet: Datasheet, groups: Sequence[Group], item: str) -> int:
    """How many of them the models have, by default too where the roster does not say what they carry."""
    wanted = fold(item)
    if wanted not in sheet.default_items and all(group.wargear is None for group in groups):
        return 0
    carried = zip(groups, default_wargear(sheet, groups), strict=True)
    bags = [default if group.wargear is None else group.wargear for group, default in carried]
    return sum(count for bag in bags for name, count in bag.items() if fold(name) == wanted)
