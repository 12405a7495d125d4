"""What a unit costs: a function of the unit and of the army it is in."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

import msgspec

from listbuilder.model.army import Group
from listbuilder.model.base import fold
from listbuilder.model.datasheet import Datasheet, Price
from listbuilder.model.faction import Include
from listbuilder.model.history import PriceState
from listbuilder.model.muster import Muster, MusterUnit
from listbuilder.systems.muster.sizes import count_models
from listbuilder.systems.wargear.loadout import default_wargear


def unit_price(army: Muster, unit: MusterUnit, past: Sequence[Price] | None = None) -> int | None:
    """Points of the unit without enhancements, or None where no price covers it. `past`: brackets of another day."""
    rows = in_force(army, unit)
    if past is not None:
        rows = [*past, *(row for row in rows if row.add_model or row.add_item)]
    return price_of(unit.datasheet, unit.groups, rows)


def in_force(army: Muster, unit: MusterUnit) -> list[Price]:
    """The rows of the price list that hold for this unit in this army."""
    if isinstance(unit.rule, Include) and (special := unit.rule.prices.get(unit.name)):
        return _prevailing(row for row in special if _holds(army, unit, row))
    return rows_for(unit.datasheet, [row for row in unit.datasheet.points if row.when and _holds(army, unit, row)])


def rows_for(sheet: Datasheet, special: Iterable[Price] = ()) -> list[Price]:
    """Conditional rows that hold replace the plain rows of the same models."""
    return _prevailing([*(row for row in sheet.points if row.when is None), *special])


def _prevailing(rows: Iterable[Price]) -> list[Price]:
    """Of the rows for the same models, or for the same addition, the one with the most conditions."""
    found: dict[Any, Price] = {}
    for row in rows:
        key = (row.models, row.add_model, row.add_item, *row.of.items())
        if key not in found or _conditions(row) > _conditions(found[key]):
            found[key] = row
    return list(found.values())


def _conditions(row: Price) -> int:
    return 0 if row.when is None else sum(each is not None for each in msgspec.structs.astuple(row.when))


def _holds(army: Muster, unit: MusterUnit, row: Price) -> bool:
    when = row.when
    if when is None:
        return True
    if when.army == "ally" and (unit.standing != "ally" or _ally_keyword(unit) != when.keyword):
        return False
    if when.army_faction and fold(when.army_faction) != fold(army.faction.faction_keyword):
        return False
    if when.copy_from and _copy(army, unit) < when.copy_from:
        return False
    if when.detachment is None:
        return True
    return army.detachment is not None and fold(army.detachment.name) == fold(when.detachment)


def _copy(army: Muster, unit: MusterUnit) -> int:
    """Which unit of its datasheet it is, in the order of the roster; one that is not in the army yet is the next."""
    same = [each for each in army.muster_units if each.datasheet.id == unit.datasheet.id and each.home == unit.home]
    return 1 + next((place for place, each in enumerate(same) if each is unit), len(same))


def _ally_keyword(unit: MusterUnit) -> str | None:
    return getattr(unit.rule, "army_keyword", None)


def price_of(sheet: Datasheet, groups: Sequence[Group], rows: Sequence[Price]) -> int | None:
    """A size between two priced sizes pays the next higher price."""
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
    carried = zip(groups, default_wargear(sheet, groups), strict=True)
    bags = [default if group.wargear is None else group.wargear for group, default in carried]
    return sum(count for bag in bags for name, count in bag.items() if fold(name) == wanted)


def on_day(states: Sequence[PriceState], day: str) -> tuple[Price, ...] | None:
    """The brackets of that day, oldest state first in `states`. None: not on the list that day."""
    current: PriceState | None = None
    for state in states:
        if state.from_ <= day:
            current = state
    if current is None or current.points is None:
        return None
    return tuple(Price(points=points, models=models) for models, points in sorted(current.points.items()))
