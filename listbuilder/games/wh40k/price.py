"""The cost of a unit.

It is a function of the unit, of the army it is in, and of which copy of its datasheet it is.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Iterator, Mapping, Sequence
from itertools import permutations

from listbuilder.games.wh40k.army import Muster, MusterUnit
from listbuilder.games.wh40k.faction import AsAllies, Include
from listbuilder.games.wh40k.sizes import count_models
from listbuilder.model.army import Group
from listbuilder.model.base import Path, fold
from listbuilder.model.datasheet import Datasheet, Price, sort_by_conditions
from listbuilder.wargear.loadout import get_default_wargear

MOST_ORDERED = 6  # units of one datasheet whose orders are tried; no army may have more
# Keys of what is not known of a day: prices as an ally and in a detachment, and prices in a
# detachment alone.
CONDITIONAL, IN_DETACHMENT = "conditional_points", "detachment_points"
IN_SOME_ARMIES = frozenset({CONDITIONAL, IN_DETACHMENT})


def compute_unit_price(
    army: Muster, unit: MusterUnit, copy: int, past: Sequence[Price] | None = None
) -> int | None:
    """Return the points of the unit without its enhancements, or None if no price covers it.

    `copy` is the number of the unit among those of its datasheet, from 1, as further copies may
    cost more. `past` is the price list of another date, to be used instead of the datasheet's.
    """
    brackets = unit.datasheet.brackets
    if brackets is not None and past is None and not isinstance(unit.rule, Include):
        size = unit.models
        for models, bracket_points in brackets:
            if size <= models:
                return bracket_points
        return None
    key = ("price", copy, past is None)
    if key not in unit.worked_out:
        unit.worked_out[key] = _compute_price_anew(army, unit, copy, past)
    points: int | None = unit.worked_out[key]
    return points


def _compute_price_anew(
    army: Muster, unit: MusterUnit, copy: int, past: Sequence[Price] | None
) -> int | None:
    """Return the points of the unit by the prices in force for it; None if no price covers it.

    With `past`, the price list of another date is used instead of today's. If it has no prices of
    wargear or kinds of models, today's are added.
    """
    rows = list_rows_in_force(army, unit, copy)
    if past is not None:
        added = [row for row in rows if row.add_model or row.add_item]
        in_force = [row for row in past if _is_row_in_force(army, unit, copy, row)]
        rows = _keep_narrowest_rows(in_force)
        if all(row.models is not None for row in rows):
            rows += added
    return compute_price_by_rows(unit.datasheet, unit.groups, rows)


def yield_numbered_copies(army: Muster) -> Iterator[tuple[MusterUnit, int]]:
    """Yield every unit with its number among the units of the same datasheet.

    The player may choose which copies pay more, so the order of the roster must not raise the cost:
    the units that would pay most as a further copy get the first numbers.
    """
    alike: dict[tuple[str, str], list[MusterUnit]] = {}
    for unit in army.muster_units:
        alike.setdefault((unit.home, unit.datasheet.id), []).append(unit)
    for units in alike.values():
        for number, unit in enumerate(_sort_dearest_first(army, units), 1):
            yield unit, number


def _sort_dearest_first(army: Muster, units: list[MusterUnit]) -> list[MusterUnit]:
    """Return the units of one datasheet, those first that would pay most as a further copy.

    The order stays as it is if the extra cost is the same for all, as in nearly all cases.
    """
    first, *others = units
    if not others or not first.datasheet.has_copy_surcharge:
        return units

    def list_surcharges(unit: MusterUnit) -> list[int]:
        """Return how much more than as the first copy the unit would cost as each further copy."""
        copies = range(1, len(units) + 1)
        single, *further = [compute_unit_price(army, unit, copy) or 0 for copy in copies]
        return [price - single for price in further]

    return sorted(units, key=list_surcharges, reverse=True)


def find_reordered_copies(army: Muster, stated: Mapping[Path, int]) -> set[Path]:
    """Return the paths of units whose stated points fit another numbering of the copies.

    `stated` holds the points that a list states for its units. The player may choose which copies
    pay more. Datasheets with more than `MOST_ORDERED` units are not tried.
    """
    alike: dict[tuple[str, str], list[MusterUnit]] = {}
    for unit in army.muster_units:
        if not isinstance(unit.rule, Include) and unit.datasheet.has_copy_surcharge:
            alike.setdefault((unit.home, unit.datasheet.id), []).append(unit)
    found: set[Path] = set()
    for units in alike.values():
        if not (1 < len(units) <= MOST_ORDERED) or any(unit.path not in stated for unit in units):
            continue
        copies = range(1, len(units) + 1)
        fitting: list[list[bool]] = []  # of each unit: which copy it is by its stated points
        for unit in units:
            bare = stated[unit.path] - sum(enhancement.points for enhancement in unit.enhancements)
            fitting.append([bare == (compute_unit_price(army, unit, n) or 0) for n in copies])
        for order in permutations(range(len(units))):
            if all(fits[number] for fits, number in zip(fitting, order, strict=True)):
                found.update(unit.path for unit in units)
                break
    return found


def compute_surcharge(army: Muster, unit: MusterUnit, is_counted: Callable[[Price], object]) -> int:
    """Return how many of the unit's points are due to the prices that `is_counted` selects.

    0 if none of these prices is in force for the unit.
    """
    key = ("surcharge", is_counted, unit.copy)
    if key not in unit.worked_out:
        points = 0
        rows = list_rows_in_force(army, unit, unit.copy)
        if any(map(is_counted, rows)):
            others = list_rows_in_force(army, unit, unit.copy, is_counted)
            full = compute_price_by_rows(unit.datasheet, unit.groups, rows)
            bare = compute_price_by_rows(unit.datasheet, unit.groups, others)
            points = (full or 0) - (bare or 0)
        unit.worked_out[key] = points
    surcharge: int = unit.worked_out[key]
    return surcharge


def list_rows_in_force(
    army: Muster, unit: MusterUnit, copy: int, is_excluded: Callable[[Price], object] | None = None
) -> list[Price]:
    """Return the prices in force for this unit as copy number `copy` in this army.

    Prices that `is_excluded` selects are left out. Of several prices for the same thing, the one
    with the narrowest condition counts. If a rule includes the unit at prices of the rule's own,
    these replace the datasheet's.
    """
    own = unit.rule.prices.get(unit.name) if isinstance(unit.rule, Include) else None
    ordered_rows = unit.datasheet.sorted_prices if own is None else sort_by_conditions(own)
    found: dict[Hashable, Price] = {}
    for subject, row in ordered_rows:
        if is_excluded and is_excluded(row):
            continue
        if _is_row_in_force(army, unit, copy, row):
            found[subject] = row
    return list(found.values())


def list_unconditional_rows(sheet: Datasheet) -> list[Price]:
    """Return the rows of the datasheet's price list that hold in any army."""
    return [row for row in sheet.points if row.when is None]


def _keep_narrowest_rows(rows: Iterable[Price]) -> list[Price]:
    """Return the prices, with only the one of the narrowest condition for each size or item."""
    return list(dict(sort_by_conditions(rows)).values())


def _is_row_in_force(army: Muster, unit: MusterUnit, copy: int, row: Price) -> bool:
    """Return whether all conditions of the price `row` hold for the unit in this army.

    `copy` is the number of the unit among those of its datasheet.
    """
    when = row.when
    if when is None:
        return True
    if when.army == "ally":
        keyword = unit.rule.army_keyword if isinstance(unit.rule, AsAllies) else None
        if unit.standing != "ally" or keyword != when.keyword:
            return False
    if when.copy_from is not None and copy < when.copy_from:
        return False
    own_keyword = fold(army.faction.faction_keyword)
    if when.army_faction is not None and own_keyword != fold(when.army_faction):
        return False
    if when.detachment is None:
        return True
    return any(fold(detachment.name) == fold(when.detachment) for detachment in army.detachments)


def compute_price_by_rows(
    sheet: Datasheet, groups: Sequence[Group], rows: Sequence[Price]
) -> int | None:
    """Return the points of the models by the prices in `rows`; None if none covers them.

    A unit whose size lies between two priced sizes pays for the larger one.
    """
    if not any(row.of or row.add_model or row.add_item for row in rows):
        size = sum([group.count for group in groups])
        priced = [(row.models, row.points) for row in rows if row.models is not None]
        fitting = [pair for pair in priced if size <= pair[0]]
        return min(fitting)[1] if fitting else None
    counts = count_models(groups)
    added = 0
    for row in rows:
        if row.add_model:
            added += row.points * counts.pop(fold(row.add_model), 0)
        elif row.add_item:
            added += row.points * _count_items(sheet, groups, row.add_item)
    total = sum(counts.values())
    brackets = [
        row for row in rows if row.models is not None and _is_mix_covered(row, counts, total)
    ]
    if not brackets:
        return None
    return min(brackets, key=lambda row: (row.models or 0, row.points)).points + added


def _is_mix_covered(row: Price, counts: dict[str, int], total: int) -> bool:
    """Return whether the price `row` covers the models: `counts` by kind, `total` altogether.

    A price for a mix covers at most the named number of each kind, and no other kinds.
    """
    if row.of:
        allowed = {fold(name): count for name, count in row.of.items()}
        return all(count <= allowed.get(name, 0) for name, count in counts.items())
    return row.models is not None and total <= row.models


def _count_items(sheet: Datasheet, groups: Sequence[Group], item: str) -> int:
    """Return how many of `item` the models carry.

    Groups for which the roster lists no wargear count with their default wargear.
    """
    wanted = fold(item)
    if wanted not in sheet.default_items and all(group.wargear is None for group in groups):
        return 0
    total = 0
    for group, default in zip(groups, get_default_wargear(sheet, groups), strict=True):
        carried = default if group.wargear is None else group.wargear
        total += sum(count for name, count in carried.items() if fold(name) == wanted)
    return total
