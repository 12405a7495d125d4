"""Compare a list with prices that one source prints and no points document confirms.

A list that has them is told so, and is not called wrong.
"""

from __future__ import annotations

from typing import NamedTuple, Protocol, cast

from listbuilder.data.library import Library
from listbuilder.games.wh40k.army import Muster, MusterUnit
from listbuilder.games.wh40k.history_catalog import PastFaction
from listbuilder.games.wh40k.history_records import OtherPrice, OtherSource
from listbuilder.games.wh40k.price import compute_surcharge, yield_numbered_copies
from listbuilder.model.army import Army
from listbuilder.model.base import Path
from listbuilder.roster.position import Position
from listbuilder.yamlio.reader import YamlDocument


class SourcePrices(NamedTuple):
    """The prices of an army's units by an unconfirmed source."""

    source: str
    day: str
    points: dict[Path, int]

    def count_agreeing(self, stated: dict[Path, int]) -> int:
        """Return how many of the `stated` points, by path, are the same in this source."""
        return sum(self.points.get(path) == points for path, points in stated.items())


class _Past(Protocol):
    """The histories of a game's factions."""

    def load_faction(self, faction_id: str) -> PastFaction | None:
        """Return the history of a faction, or None if it has none."""


class _Shelf(Protocol):
    """The data of a game's factions."""

    past: _Past


class _Dated(Protocol):
    """A game with histories."""

    def shelf(self, library: object) -> _Shelf:
        """Return the game's data in `library`."""


def count_prices_of_other_source(
    document: YamlDocument, stated: dict[Path, int], library: Library
) -> int:
    """Return how many of the `stated` prices agree with the best unconfirmed source.

    Computed with today's data. 0 if no unconfirmed source fits better than that data.
    """
    position = Position(document, library)
    if not isinstance(position.army, Muster) or not _list_sources(position, position.army):
        return 0
    source = find_best_source(position, stated)
    return source.count_agreeing(stated) if source else 0


def _list_sources(position: Position, army: Muster) -> list[OtherSource]:
    """Return the price sources for the army's own factions that no points document confirms."""
    past = cast(_Dated, position.system).shelf(position.library).past
    sources: list[OtherSource] = []
    for faction in army.list_own_factions():
        past_faction = past.load_faction(faction.id)
        if past_faction is not None:
            sources += past_faction.list_unapplied_sources()
    return sources


def find_best_source(position: Position, stated: dict[Path, int]) -> SourcePrices | None:
    """Return the unconfirmed source that agrees with most of the `stated` prices, or None.

    None if no source agrees with more of them than our own prices of the list's day.
    """
    army = position.army
    if not isinstance(army, Muster):
        return None
    if all(unit.points == stated.get(unit.path, unit.points) for unit in army.units):
        return None
    sources = _list_sources(position, army)
    our_points = {unit.path: unit.points or 0 for unit in army.units}
    own_prices = SourcePrices("", army.priced_on, our_points)
    best = own_prices
    for name, day in dict.fromkeys((source.source, source.from_) for source in sources):
        price_rows = {
            row.id: row for source in sources if source.source == name for row in source.prices
        }
        points: dict[Path, int] = {}
        for unit, copy in yield_numbered_copies(army):
            row = price_rows.get(unit.datasheet.id)
            difference = _get_price_difference(army, unit, copy, row) if row else 0
            points[unit.path] = (unit.points or 0) + difference
        source_prices = SourcePrices(name, day, points)
        if source_prices.count_agreeing(stated) > best.count_agreeing(stated):
            best = source_prices
    return None if best is own_prices else best


def _get_price_difference(army: Muster, unit: MusterUnit, copy: int, row: OtherPrice) -> int:
    """Return how many points more the unit costs by the source's prices `row`; less is negative.

    `copy` says which copy of its datasheet the unit is. The price by models, the surcharge of
    further copies and priced items are compared.
    """
    difference = 0
    for models, points in sorted(row.points.items()):
        if unit.models <= models:
            own_prices = [
                price_row
                for price_row in unit.datasheet.points
                if price_row.models == models and price_row.when is None
            ]
            difference += points - own_prices[0].points if own_prices else 0
            break
    further = [
        price_row.when.copy_from
        for price_row in unit.datasheet.points
        if price_row.when and price_row.when.copy_from
    ]
    first = row.from_copy or min(further, default=0)
    if (row.surcharge is not None or row.from_copy) and first:
        ours_more = compute_surcharge(army, unit, lambda price: price.when and price.when.copy_from)
        source_surcharge = row.surcharge if row.surcharge is not None else _get_copy_surcharge(unit)
        difference += (source_surcharge if copy >= first else 0) - ours_more
    carried = dict.fromkeys((name.casefold() for name in row.add), 0)
    for group in unit.groups:
        for item, count in (group.wargear or {}).items():
            if item.casefold() in carried:
                carried[item.casefold()] += count
    ours_add = {
        (price_row.add_item or "").casefold(): price_row.points
        for price_row in unit.datasheet.points
        if price_row.add_item
    }
    for item, points in row.add.items():
        difference += (points - ours_add.get(item.casefold(), 0)) * carried[item.casefold()]
    return difference


def _get_copy_surcharge(unit: MusterUnit) -> int:
    """Return how many points more a further copy of the unit costs by our own prices; 0 if none."""
    rows = unit.datasheet.points
    plain = {price.models: price.points for price in rows if price.when is None and price.models}
    for price in rows:
        if price.when and price.when.copy_from and price.models in plain:
            return price.points - plain[price.models]
    return 0


def get_total_by_source(army: Army, elsewhere: SourcePrices) -> int:
    """Return the total of the army by the prices of the source `elsewhere`."""
    return army.points + sum(
        elsewhere.points[unit.path] - (unit.points or 0) for unit in army.units
    )
