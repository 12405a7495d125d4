"""What a unit costs: a function of the unit and of the army it is in."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from listbuilder.games.muster.army import Muster, MusterUnit
from listbuilder.games.muster.faction import Include
from listbuilder.games.muster.history import PriceState
from listbuilder.games.muster.sizes import count_models
from listbuilder.model.army import Group
from listbuilder.model.base import fold
from listbuilder.model.datasheet import Datasheet, Price


def unit_price(army: Muster, unit: MusterUnit, past: Sequence[Price] | None = None) -> int | None:
    """Points of the unit without enhancements, or None where no price covers it. `past`: brackets of another day."""
    rows = in_force(army, unit)
    if past is not None:
        rows = [*past, *(row for row in rows if row.add_model or row.add_item)]
    return price_of(unit.datasheet, unit.groups, rows)


def in_force(army: Muster, unit: MusterUnit) -> list[Price]:
    """The rows of the price list that hold for this unit in this army."""
    if isinstance(unit.rule, Include) and (special := unit.rule.prices.get(unit.name)):
        return list(special)
    return rows_for(unit.datasheet, [row for row in unit.datasheet.points if row.when and _holds(army, unit, row)])


def rows_for(sheet: Datasheet, special: Iterable[Price] = ()) -> list[Price]:
    """Conditional rows that hold replace the plain rows."""
    chosen = list(special)
    plain = [row for row in sheet.points if row.when is None]
    if not chosen:
        return plain
    return [*chosen, *(row for row in plain if row.models is None)]


def _holds(army: Muster, unit: MusterUnit, row: Price) -> bool:
    when = row.when
    if when is None:
        return True
    if when.army == "ally" and (unit.standing != "ally" or _ally_keyword(unit) != when.keyword):
        return False
    if when.detachment is None:
        return True
    return any(fold(each.name) == fold(when.detachment) for each in army.detachments)


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
            added += row.points * _items(groups, row.add_item)
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


def _items(groups: Sequence[Group], item: str) -> int:
    wanted = fold(item)
    return sum(count for group in groups for name, count in (group.wargear or {}).items() if fold(name) == wanted)


def on_day(states: Sequence[PriceState], day: str) -> tuple[Price, ...] | None:
    """The brackets of that day, oldest state first in `states`. None: not on the list that day."""
    current: PriceState | None = None
    for state in states:
        if state.from_ <= day:
            current = state
    if current is None or current.points is None:
        return None
    return tuple(Price(points=points, models=models) for models, points in sorted(current.points.items()))
