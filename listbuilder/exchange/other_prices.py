"""Prices that one source prints and no points document confirms: a list that has them is told so, and is not called wrong."""

from __future__ import annotations

from typing import NamedTuple, Protocol, cast

from listbuilder.games.muster.army import Muster, MusterUnit
from listbuilder.games.muster.past_data import PastFaction
from listbuilder.games.muster.past_model import OtherPrice, OtherSource
from listbuilder.games.muster.price import copies, surcharge
from listbuilder.law.position import Position
from listbuilder.model.army import Army
from listbuilder.model.base import Path
from listbuilder.store.library import Library
from listbuilder.store.reader import Document


class Elsewhere(NamedTuple):
    """What the units of an army cost by that source."""

    source: str
    day: str
    points: dict[Path, int]

    def agreeing(self, stated: dict[Path, int]) -> int:
        return sum(self.points.get(path) == points for path, points in stated.items())


class _Past(Protocol):
    def faction(self, faction_id: str) -> PastFaction | None: ...


class _Shelf(Protocol):
    past: _Past


class _Dated(Protocol):
    def shelf(self, library: object) -> _Shelf: ...


def of_list(document: Document, stated: dict[Path, int], library: Library) -> int:
    """How many of its prices agree with such a source, as the data is today: 0 where no source says more than the data."""
    done = Position(document, library)
    if not isinstance(done.army, Muster) or not _sources(done, done.army):
        return 0
    source = nearest(done, stated)
    return source.agreeing(stated) if source else 0


def _sources(done: Position, army: Muster) -> list[OtherSource]:
    past = cast(_Dated, done.system).shelf(done.library).past
    data = [past.faction(each.id) for each in army.own_factions()]
    return [source for each in data if each is not None for source in each.not_applied()]


def nearest(done: Position, stated: dict[Path, int]) -> Elsewhere | None:
    """The source by whose prices more of the stated ones agree than by those of the list's day; None where none is."""
    army = done.army
    if not isinstance(army, Muster) or not any(unit.points != stated.get(unit.path, unit.points) for unit in army.units):
        return None
    sources = _sources(done, army)
    ours = Elsewhere("", army.priced_on, {unit.path: unit.points or 0 for unit in army.units})
    best = ours
    for name, day in dict.fromkeys((source.source, source.from_) for source in sources):
        of_it = {row.id: row for source in sources if source.source == name for row in source.prices}
        theirs = Elsewhere(name, day, _priced(army, of_it))
        best = theirs if theirs.agreeing(stated) > best.agreeing(stated) else best
    return None if best is ours else best


def _priced(army: Muster, rows: dict[str, OtherPrice]) -> dict[Path, int]:
    return {
        unit.path: (unit.points or 0) + (_more(army, unit, copy, row) if (row := rows.get(unit.datasheet.id)) else 0)
        for unit, copy in copies(army)
    }


def _more(army: Muster, unit: MusterUnit, copy: int, row: OtherPrice) -> int:
    """What it costs more, or less, than by our own."""
    more = 0
    for models, points in sorted(row.points.items()):
        if unit.models <= models:
            ours = [each for each in unit.datasheet.points if each.models == models and each.when is None]
            more += points - ours[0].points if ours else 0
            break
    further = [each.when.copy_from for each in unit.datasheet.points if each.when and each.when.copy_from]
    first = row.from_copy or min(further, default=0)
    if (row.surcharge is not None or row.from_copy) and first:
        ours_more = surcharge(army, unit, lambda price: price.when and price.when.copy_from)
        theirs = row.surcharge if row.surcharge is not None else _step(unit)
        more += (theirs if copy >= first else 0) - ours_more
    carried = {name.casefold(): 0 for name in row.add}
    for group in unit.groups:
        for item, count in (group.wargear or {}).items():
            if item.casefold() in carried:
                carried[item.casefold()] += count
    ours_add = {(each.add_item or "").casefold(): each.points for each in unit.datasheet.points if each.add_item}
    for item, points in row.add.items():
        more += (points - ours_add.get(item.casefold(), 0)) * carried[item.casefold()]
    return more


def _step(unit: MusterUnit) -> int:
    """How much more a further copy costs by our own prices."""
    rows = unit.datasheet.points
    plain = {each.models: each.points for each in rows if each.when is None and each.models}
    return next(
        (each.points - plain[each.models] for each in rows if each.when and each.when.copy_from and each.models in plain), 0
    )


def of_army(army: Army, elsewhere: Elsewhere) -> int:
    """The total by that source."""
    return army.points + sum(elsewhere.points[unit.path] - (unit.points or 0) for unit in army.units)
