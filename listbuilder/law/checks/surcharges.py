"""What is paid beside the plain price of a unit: for further copies, items, the army's faction, a detachment. Named only."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Literal

from listbuilder.games.muster.army import Muster
from listbuilder.games.muster.price import surcharge
from listbuilder.model.base import Model
from listbuilder.model.datasheet import Price
from listbuilder.model.finding import Finding

Cause = Literal["copy", "item", "army", "detachment"]

ROWS: dict[Cause, Callable[[Price], object]] = {
    "copy": lambda row: row.when and row.when.copy_from,
    "item": lambda row: row.add_item,
    "army": lambda row: row.when and row.when.army_faction,
    "detachment": lambda row: row.when and row.when.detachment,
}


class Params(Model):
    cause: Cause


def check(army: Muster, params: Params) -> Iterator[Finding]:
    rows = ROWS[params.cause]
    charged = [
        (unit, points)
        for unit in army.muster_units
        if any(rows(row) for row in unit.datasheet.points) and (points := surcharge(army, unit, rows))
    ]
    if charged:
        units = [f"{unit.name} ({points:+})" for unit, points in charged]
        args = {"points": sum(points for _, points in charged), "units": units}
        ids = tuple(unit.id for unit, _ in charged)
        yield Finding(key=params.cause, path=charged[0][0].path, args=args, units=ids, about=("units",))
