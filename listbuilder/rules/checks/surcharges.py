"""Report what is paid on top of a unit's plain price.

That is for further copies, items, the army's faction or a detachment. It is only named; but if
another program's list states a price that lacks just that, it is an error.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Literal

from listbuilder.games.wh40k.army import Muster, MusterUnit
from listbuilder.games.wh40k.price import compute_surcharge
from listbuilder.model.base import Model
from listbuilder.model.datasheet import Price
from listbuilder.model.finding import Finding, Remarked
from listbuilder.rules.check_scope import LooksAt

Cause = Literal["copy", "item", "army", "detachment"]

ROWS: dict[Cause, Callable[[Price], object]] = {
    "copy": lambda row: row.when and row.when.copy_from,
    "item": lambda row: row.add_item,
    "army": lambda row: row.when and row.when.army_faction,
    "detachment": lambda row: row.when and row.when.detachment,
}

LOOKS_AT: LooksAt = "each"


class Params(Model):
    """The cause of the extra cost that this rule reports."""

    cause: Cause


def check(army: Muster, params: Params) -> Iterator[Finding]:
    """Report the units that cost extra for the rule's cause, such as being a further copy.

    It is an error if the price that an imported list states lacks exactly that surcharge.
    """
    rows = ROWS[params.cause]
    charged: list[tuple[MusterUnit, int]] = []
    unpaid: list[tuple[MusterUnit, int]] = []
    for unit in army.muster_units:
        if unit.datasheet.brackets is None and any(map(rows, unit.datasheet.points)):
            points = compute_surcharge(army, unit, rows)
            if points and params.cause == _find_forgotten_cause(army, unit):
                unpaid.append((unit, points))
            elif points:
                charged.append((unit, points))
    if unpaid:
        units = [
            Remarked(unit.name, f"{army.misstated[unit.path]} + {points}")
            for unit, points in unpaid
        ]
        args = {"points": sum(points for _, points in unpaid), "units": units}
        key, ids = f"{params.cause}_unpaid", tuple(unit.id for unit, _ in unpaid)
        path = unpaid[0][0].path
        yield Finding(
            key=key, severity="error", path=path, args=args, units=ids, about=("units", "stated")
        )
    if charged:
        units = [Remarked(unit.name, f"{points:+}") for unit, points in charged]
        args = {"points": sum(points for _, points in charged), "units": units}
        ids = tuple(unit.id for unit, _ in charged)
        yield Finding(
            key=params.cause, path=charged[0][0].path, args=args, units=ids, about=("units",)
        )


def _find_forgotten_cause(army: Muster, unit: MusterUnit) -> Cause | None:
    """Return the cause whose surcharge the price stated for `unit` lacks, or None.

    None if the list states no wrong price, or if no single cause explains the difference.
    """
    stated = army.misstated.get(unit.path)
    if stated is None or unit.points is None:
        return None
    owed = unit.points - stated
    assumed = any(group.wargear is None for group in unit.groups)  # what it carries
    causes = [cause for cause in ROWS if not (assumed and cause == "item")]
    for cause in causes:
        if owed and compute_surcharge(army, unit, ROWS[cause]) == owed:
            return cause
    return None
