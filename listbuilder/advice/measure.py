"""What of an army can be counted from its datasheets: models, wounds, control of objectives, and what it may lack."""

from __future__ import annotations

import re
from collections.abc import Hashable, Iterable
from functools import cache
from typing import Literal

import msgspec

from listbuilder.games.shared.phrases import data_file
from listbuilder.law.position import Position
from listbuilder.model.army import Unit
from listbuilder.model.base import fold
from listbuilder.model.card import Card, Carried, Row

WOUNDS, CONTROL = ("wounds", "health"), ("objective_control", "control")
_DICE = re.compile(r"(\d*)D(\d+)([+-]\d+)?")
_WHOLE = re.compile(r"[-\u2212\u2013]?\d+")


class Bound(msgspec.Struct, frozen=True):
    least: int | None = None
    most: int | None = None

    def holds(self, number: float) -> bool:
        return (self.least is None or number >= self.least) and (self.most is None or number <= self.most)


class Gap(msgspec.Struct, frozen=True, kw_only=True, rename={"in_": "in"}):
    """Something that an army may lack: see gaps.yaml."""

    count: Literal["models", "units"]
    per_1000: int
    in_: Literal["stats", "weapons"] = "stats"
    any: tuple[dict[str, Bound], ...] = ()
    ability: str | None = None

    def wanted(self, points: int) -> int:
        return max(1, round(self.per_1000 * points / 1000))


@cache
def gaps() -> dict[str, Gap]:
    return msgspec.convert(data_file("gaps.yaml"), dict[str, Gap])


class Measure(msgspec.Struct, frozen=True):
    """`known`: what can be counted at all by what is printed here; of another game it is not."""

    models: int = 0
    wounds: int = 0
    control: int = 0
    gaps: dict[str, int] = {}
    known: frozenset[str] = frozenset()


class Measurer:
    """Measures the armies of one search: units that are alike are looked at once."""

    def __init__(self) -> None:
        self._units: dict[Hashable, Measure] = {}

    def of(self, position: Position) -> Measure:
        models = wounds = control = 0
        counts: dict[str, int] = {}
        known: set[str] = set()
        for unit in position.army.units if position.army else ():
            each = self.of_unit(position, unit)
            models, wounds, control = models + each.models, wounds + each.wounds, control + each.control
            for name, count in each.gaps.items():
                counts[name] = counts.get(name, 0) + count
            known |= each.known
        return Measure(models, wounds, control, counts, frozenset(known))

    def of_unit(self, position: Position, unit: Unit) -> Measure:
        groups = tuple((each.model, each.count, frozenset((each.wargear or {"": 0}).items())) for each in unit.groups)
        key = (unit.home, unit.datasheet_id, groups)
        if key not in self._units:
            self._units[key] = _measured(position, unit)
        return self._units[key]


def _measured(position: Position, unit: Unit) -> Measure:
    army, system = position.army, position.system
    assert army is not None and system is not None
    alone = msgspec.structs.replace(army, units=[unit])
    card = next(iter(system.cards(alone)), None)
    if card is None:
        return Measure(models=unit.models)
    carried = system.carried(army, unit)
    found = {name: _count(gap, card, unit, carried) for name, gap in gaps().items()}
    known = frozenset(name for name, gap in gaps().items() if _is_known(gap, card))
    return Measure(unit.models, _sum(card, unit, WOUNDS), _sum(card, unit, CONTROL), found, known)


def _is_known(gap: Gap, card: Card) -> bool:
    if gap.ability is not None:
        return gap.ability in card.abilities
    heads = {head for table in card.tables for head in table.head}
    return any(heads >= set(bounds) for bounds in gap.any)


def _sum(card: Card, unit: Unit, heads: tuple[str, ...]) -> int:
    """Over the models, each by its own line; where lines are not told apart by models, by the first."""
    table = next((table for table in card.tables if table.key == "stats"), None)
    head = next((head for head in heads if table is not None and head in table.head), None)
    if table is None or head is None or not table.rows:
        return 0
    place = table.head.index(head)
    lines = {fold(row.name): number(row.values[place]) for row in table.rows}
    first = number(table.rows[0].values[place])
    return int(sum(group.count * lines.get(fold(group.model), first) for group in unit.groups))


def _count(gap: Gap, card: Card, unit: Unit, carried: Iterable[Carried]) -> int:
    if gap.ability is not None:
        return int(gap.ability in card.abilities)
    tables = [table for table in card.tables if (table.key == "stats") == (gap.in_ == "stats")]
    rows = [row for table in tables for row in table.rows if any(_meets(bounds, table.head, row) for bounds in gap.any)]
    if not rows:
        return 0
    if gap.count == "units":
        return 1
    items = {fold(row.item) for row in rows if row.item}
    return _carriers(carried, items) if items else unit.models


def _meets(bounds: dict[str, Bound], head: tuple[str, ...], row: Row) -> bool:
    return all(name in head and bound.holds(number(row.values[head.index(name)])) for name, bound in bounds.items())


def _carriers(carried: Iterable[Carried], items: set[str]) -> int:
    """How many models have one of these."""
    found = 0
    for group in carried:
        if group.each:
            found += sum(load.count for load in group.each if any(fold(item) in items for item in load.items))
        else:
            found += min(group.count, sum(count for item, count in group.items.items() if fold(item) in items))
    return found


def number(text: str) -> float:
    """Of what a datasheet prints: 12" is 12, D6+1 its mean, a dash nothing."""
    if dice := _DICE.search(text):
        times, sides, more = dice.groups()
        return int(times or 1) * (int(sides) + 1) / 2 + int(more or 0)
    found = _WHOLE.search(text)
    return int(found[0].replace("\u2212", "-").replace("\u2013", "-")) if found else 0
