"""The counts of an army that its datasheets give: models, wounds, control, and what it may lack."""

from __future__ import annotations

import re
from collections.abc import Hashable, Iterable
from functools import cache
from typing import Literal

import msgspec

from listbuilder.matching.phrases import load_data_file
from listbuilder.model.army import Unit
from listbuilder.model.base import fold
from listbuilder.model.card import Card, Carried, Row
from listbuilder.roster.position import Position

WOUNDS, CONTROL = ("wounds", "health"), ("objective_control", "control")
_DICE = re.compile(r"(\d*)D(\d+)([+-]\d+)?")
_WHOLE = re.compile(r"[-\u2212\u2013]?\d+")


class Bound(msgspec.Struct, frozen=True):
    """Limits of a number; None means that there is no limit on that side."""

    least: int | None = None
    most: int | None = None

    def is_met(self, number: float) -> bool:
        """Return whether `number` is within the limits."""
        return (self.least is None or number >= self.least) and (
            self.most is None or number <= self.most
        )


class Gap(msgspec.Struct, frozen=True, kw_only=True, rename={"in_": "in"}):
    """Something that an army may lack, such as a kind of weapon, as described in gaps.yaml."""

    count: Literal["models", "units"]
    per_1000: int
    in_: Literal["stats", "weapons"] = "stats"
    any: tuple[dict[str, Bound], ...] = ()
    ability: str | None = None

    def calculate_wanted(self, points: int) -> int:
        """Return how many an army of that many `points` should have, at least 1."""
        return max(1, round(self.per_1000 * points / 1000))


@cache
def load_gaps() -> dict[str, Gap]:
    """Return what an army may lack, as described in gaps.yaml, by name."""
    return msgspec.convert(load_data_file("gaps.yaml"), dict[str, Gap])


class Measure(msgspec.Struct, frozen=True):
    """The counts of an army or a unit: models, wounds, control and filled gaps.

    A gap is something that an army may lack. `known`: the gaps that can be counted at all from what
    the datasheets print; those of another game can't.
    """

    models: int = 0
    wounds: int = 0
    control: int = 0
    gaps: dict[str, int] = {}
    known: frozenset[str] = frozenset()
    abilities: tuple[str, ...] = ()  # of a unit: those its datasheet prints
    heads: tuple[str, ...] = ()  # of a unit: the columns of its profile


class Measurer:
    """Measures the armies of one search; units that are alike are looked at once."""

    def __init__(self) -> None:
        self._units: dict[Hashable, Measure] = {}

    def measure_army(self, position: Position) -> Measure:
        """Return the counts of all units of the army of `position`."""
        models = wounds = control = 0
        counts: dict[str, int] = {}
        known: set[str] = set()
        for unit in position.army.units if position.army else ():
            unit_measure = self.measure_unit(position, unit)
            models, wounds, control = (
                models + unit_measure.models,
                wounds + unit_measure.wounds,
                control + unit_measure.control,
            )
            for name, count in unit_measure.gaps.items():
                counts[name] = counts.get(name, 0) + count
            known |= unit_measure.known
        return Measure(models, wounds, control, counts, frozenset(known))

    def measure_unit(self, position: Position, unit: Unit) -> Measure:
        """Return the counts of `unit`; units of equal datasheet and wargear are measured once."""
        groups = tuple(
            (group.model, group.count, frozenset((group.wargear or {"": 0}).items()))
            for group in unit.groups
        )
        key = (unit.home, unit.datasheet_id, groups)
        if key not in self._units:
            self._units[key] = _measure_unit(position, unit)
        return self._units[key]


def _measure_unit(position: Position, unit: Unit) -> Measure:
    """Return a unit's counts: models, wounds, control and gaps; only models if it has no card."""
    army, system = position.army, position.system
    assert army is not None and system is not None
    alone = msgspec.structs.replace(army, units=[unit])
    card = next(iter(system.make_cards(alone)), None)
    if card is None:
        return Measure(models=unit.models)
    carried = system.list_carried_wargear(army, unit)
    filled = {name: _count_gap(gap, card, unit, carried) for name, gap in load_gaps().items()}
    known = frozenset(name for name, gap in load_gaps().items() if _is_known(gap, card))
    return Measure(
        unit.models,
        _sum_statistic(card, unit, WOUNDS),
        _sum_statistic(card, unit, CONTROL),
        filled,
        known,
        card.abilities,
        next((table.head for table in card.tables if table.key == "stats"), ()),
    )


def _is_known(gap: Gap, card: Card) -> bool:
    """Return whether `card` prints the ability or the columns needed to count `gap`."""
    if gap.ability is not None:
        return gap.ability in card.abilities
    heads = {head for table in card.tables for head in table.head}
    return any(heads >= set(bounds) for bounds in gap.any)


def _sum_statistic(card: Card, unit: Unit, heads: tuple[str, ...]) -> int:
    """Return the sum of a statistic, such as wounds, over all models of `unit`.

    `heads`: possible names of the statistic's column on the card. Each model counts with its own
    row of the card; a model without a row of its own counts with the first row. 0 if the card has
    no such column.
    """
    table = next((table for table in card.tables if table.key == "stats"), None)
    head = next((head for head in heads if table is not None and head in table.head), None)
    if table is None or head is None or not table.rows:
        return 0
    place = table.head.index(head)
    lines = {fold(row.name): parse_number(row.values[place]) for row in table.rows}
    first = parse_number(table.rows[0].values[place])
    return int(sum(group.count * lines.get(fold(group.model), first) for group in unit.groups))


def _count_gap(gap: Gap, card: Card, unit: Unit, carried: Iterable[Carried]) -> int:
    """Return how much of `gap` the unit fills: how many models, or 1 or 0 units.

    The card's ability or rows of values decide. If the rows are those of items, only the models
    that carry such an item count.
    """
    if gap.ability is not None:
        return int(gap.ability in card.abilities)
    tables = [table for table in card.tables if (table.key == "stats") == (gap.in_ == "stats")]
    rows: list[Row] = []
    for table in tables:
        for row in table.rows:
            if any(_is_within_bounds(bounds, table.head, row) for bounds in gap.any):
                rows.append(row)
    if not rows:
        return 0
    if gap.count == "units":
        return 1
    items = {fold(row.item) for row in rows if row.item}
    return _count_carriers(carried, items) if items else unit.models


def _is_within_bounds(bounds: dict[str, Bound], head: tuple[str, ...], row: Row) -> bool:
    """Return whether a row of a card meets all `bounds`."""
    return all(
        name in head and bound.is_met(parse_number(row.values[head.index(name)]))
        for name, bound in bounds.items()
    )


def _count_carriers(carried: Iterable[Carried], items: set[str]) -> int:
    """Return how many models carry at least one of `items`, which are folded names.

    If the items are only known for a group and not for each model, each item counts as one model,
    up to the size of the group.
    """
    carriers = 0
    for group in carried:
        if group.each:
            carriers += sum(
                load.count for load in group.each if any(fold(item) in items for item in load.items)
            )
        else:
            carriers += min(
                group.count,
                sum(count for item, count in group.items.items() if fold(item) in items),
            )
    return carriers


def parse_number(text: str) -> float:
    """Return the number that a datasheet prints: 12" is 12, D6+1 its mean, a dash 0."""
    if dice := _DICE.search(text):
        times, sides, more = dice.groups()
        return int(times or 1) * (int(sides) + 1) / 2 + int(more or 0)
    digits = _WHOLE.search(text)
    if not digits:
        return 0
    return int(digits[0].replace("\u2212", "-").replace("\u2013", "-"))
