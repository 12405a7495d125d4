"""What an army of regiments costs: units, and beside them what the law of its season puts a price on."""

from __future__ import annotations

from listbuilder.games.regiments.allegiance import DatedPoints, FactionPrices
from listbuilder.games.regiments.army import RegimentArmy, RegimentUnit
from listbuilder.games.regiments.data import Shelf
from listbuilder.model.army import Extra
from listbuilder.model.base import Path
from listbuilder.model.finding import Note

# What `show` and findings call each kind; words of the glossary, so they are shown in the reader's language.
FORMATION, TERRAIN, RENOWN, AUXILIARY = "Battle formation", "Faction terrain", "Regiment of Renown", "Auxiliary units"
LORE_KINDS = {"spell": "Spell lore", "prayer": "Prayer lore", "manifestation": "Manifestation lore"}


def price(army: RegimentArmy, shelf: Shelf, day: str | None) -> None:
    """Fills the points of every unit and the extras. From the data's own date on, prices are those of the data."""
    past = day is not None and day < army.faction.as_of
    army.priced_on = day if past and day is not None else army.faction.as_of
    prices = _PastPrices(army, shelf) if past else _Prices(army)
    for unit in army.regiment_units:
        from_day = unit.warscroll.legends_from
        unit.legends = unit.legends or (from_day is not None and from_day <= (day or army.priced_on))
        _price_unit(unit, army.faction_id, prices, paid=unit.post == "renown" and not _own_price(army, unit))
    _price_extras(army, prices)


def _own_price(army: RegimentArmy, unit: RegimentUnit) -> bool:
    """Whether a unit of a regiment of renown is bought for itself, the regiment having no price."""
    return any(each is unit for taken in army.renown_taken if taken.regiment.points is None for each in taken.units)


def _price_unit(unit: RegimentUnit, faction_id: str, prices: _Prices, paid: bool) -> None:
    """`paid`: the unit comes with something that has a price."""
    unit.unit_points = 0 if paid else (2 if unit.reinforced else 1) * prices.unit(unit)
    for each in unit.borne:
        each.points = prices.extra(faction_id, each.enhancement.name, each.enhancement.points, each.path)
    unit.points = unit.unit_points + sum(each.points for each in unit.borne)


def _price_extras(army: RegimentArmy, prices: _Prices) -> None:
    for taken in army.renown_taken:
        taken.points = prices.renown(taken.regiment.name, taken.regiment.points, taken.path)
        army.extras.append(Extra(kind=RENOWN, name=taken.regiment.name, path=taken.path, points=taken.points, removal=taken.path))
    surcharge = army.book.pricing.auxiliary_surcharge(len(army.auxiliaries))
    if surcharge:
        army.extras.append(Extra(kind=AUXILIARY, name=AUXILIARY, path=("auxiliary",), points=surcharge))
    listed = [(FORMATION, army.formations_chosen), (TERRAIN, army.terrain)]
    listed += [(LORE_KINDS[kind], lores) for kind, lores in army.lores.items()]
    for kind, chosen in listed:
        for each in chosen:
            points = prices.extra(army.faction_id, each.name, each.points, each.path)
            army.extras.append(Extra(kind=kind, name=each.name, path=each.path, points=points, removal=each.path))


class _Prices:
    """The prices of the data."""

    def __init__(self, army: RegimentArmy) -> None:
        self.army = army

    def unit(self, unit: RegimentUnit) -> int:
        return unit.warscroll.points

    def renown(self, name: str, today: int | None, path: Path) -> int:
        return today or 0

    def extra(self, faction_id: str, name: str, today: int, path: Path) -> int:
        return today if self.army.book.pricing.extras else 0


class _PastPrices(_Prices):
    """The prices of a day of the history; today's, said aloud, where it knows none."""

    def __init__(self, army: RegimentArmy, shelf: Shelf) -> None:
        super().__init__(army)
        self.shelf = shelf
        self._lists: dict[str, FactionPrices] = {}

    def unit(self, unit: RegimentUnit) -> int:
        today = unit.warscroll.points
        return self._then(self._list(unit.home).warscrolls.get(unit.name), unit.name, today, unit.path)

    def renown(self, name: str, today: int | None, path: Path) -> int:
        return 0 if today is None else self._then(self.shelf.renown_prices().get(name), name, today, path)

    def extra(self, faction_id: str, name: str, today: int, path: Path) -> int:
        if not self.army.book.pricing.extras:
            return 0
        states = self._list(faction_id).extras.get(name) or self._list("generic").extras.get(name)
        return self._then(states, name, today, path)

    def _list(self, faction_id: str) -> FactionPrices:
        if faction_id not in self._lists:
            self._lists[faction_id] = self.shelf.prices(faction_id)
        return self._lists[faction_id]

    def _then(self, states: DatedPoints | None, name: str, today: int, path: Path) -> int:
        known: int | None = None
        for day, points in (states or {}).items():
            if day <= self.army.priced_on:
                known = points
        if known is not None:
            return known
        if today:
            args = {"unit": name, "day": self.army.priced_on}
            self.army.assumed.append(Note(key="price_not_known", args=args, path=path))
        return today
