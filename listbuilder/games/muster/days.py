"""Prices of a day: those of the data, or those of the history for a list of another date."""

from __future__ import annotations

from listbuilder.games.muster.army import Muster, MusterUnit
from listbuilder.games.muster.data import Shelf
from listbuilder.games.muster.faction import Include
from listbuilder.games.muster.price import copies, on_day, unit_price
from listbuilder.games.muster.sizes import legal_totals
from listbuilder.model.datasheet import Price
from listbuilder.model.finding import Note


def price_units(army: Muster, shelf: Shelf, day: str | None) -> None:
    """Fills the points of every unit. A day on or after the data's own date has the data's own prices."""
    past = day is not None and day < army.faction.as_of
    army.priced_on = day if past and day is not None else army.faction.as_of
    for unit, copy in copies(army):
        points = _past_price(army, unit, copy, shelf, army.priced_on) if past else unit_price(army, unit, copy)
        extra = sum(enhancement.points for enhancement in unit.enhancements)
        unit.points = None if points is None else points + extra
    if past and any(unit.enhancements for unit in army.muster_units):
        args = {"day": army.priced_on, "today": army.faction.as_of}
        army.not_checked.append(Note(key="enhancement_prices_of_day", args=args))


def _past_price(army: Muster, unit: MusterUnit, copy: int, shelf: Shelf, day: str) -> int | None:
    for faction_id in _price_lists(army, unit):
        states = shelf.history(faction_id).get(unit.name)
        brackets = on_day(states, day) if states else None
        points = unit_price(army, unit, copy, _at_sizes_of_today(unit, brackets)) if brackets is not None else None
        if points is not None:  # a bracket of that day may be of sizes the datasheet no longer has
            return points
    army.assumed.append(Note(key="price_not_known", args={"unit": unit.name, "day": day}, path=unit.path))
    return unit_price(army, unit, copy)


def _at_sizes_of_today(unit: MusterUnit, brackets: tuple[Price, ...]) -> tuple[Price, ...]:
    """The one price of a unit of one size, which may have been counted in other models then."""
    totals = legal_totals(unit.datasheet)
    if len(brackets) != 1 or len(totals) != 1:
        return brackets
    return (Price(points=brackets[0].points, models=max(totals[0], brackets[0].models or 0)),)


def _price_lists(army: Muster, unit: MusterUnit) -> list[str]:
    """Whose price list counts: that of the army for a unit let in at its own price, else that of its home."""
    if isinstance(unit.rule, Include):
        return [army.faction.id, unit.home]
    return [unit.home]
