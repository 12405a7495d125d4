"""Edits that more than one check offers. Their labels stand in fixes.yaml."""

from __future__ import annotations

from collections.abc import Sequence

from listbuilder.model.army import Army, Unit
from listbuilder.model.base import Path
from listbuilder.model.edit import Edit, Step
from listbuilder.model.faction import Enhancement
from listbuilder.model.finding import Fix
from listbuilder.model.muster import MusterUnit


def drop_unit(army: Army, unit: Unit) -> Fix:
    return drop_units(army, [unit])


def drop_units(army: Army, units: Sequence[Unit]) -> Fix:
    """Takes units out of the roster, and every mention of them."""
    gone = {path for unit in units for path in (*army.mentions.get(unit.id, ()), unit.path)}  # one may mention two of them
    steps = [Step("remove", path) for path in sorted(gone, key=_place, reverse=True)]  # later places of a list first
    points = sum(unit.points or 0 for unit in units)
    names = [unit.name for unit in units]
    if len(units) == 1 or len(set(names)) == 1:
        args = {"unit": names[0], "count": len(units), "points": points}
        return Fix(key="drop_unit" if len(units) == 1 else "drop_copies", args=args, edit=Edit(tuple(steps)))
    return Fix(key="drop_units", args={"units": names, "points": points}, edit=Edit(tuple(steps)))


def drop_extra(army: Army, units: Sequence[Unit], most: int) -> Fix:
    """Leaves `most` of them: the first ones, and whoever leads the army before all."""
    return drop_units(army, sorted(units, key=lambda unit: not unit.leads_army)[most:])


def drop_enhancement(unit: MusterUnit, enhancement: Enhancement, path: Path) -> Fix:
    args = {"unit": unit.name, "enhancement": enhancement.name, "points": enhancement.points}
    return Fix(key="drop_enhancement", args=args, edit=Edit((Step("remove", path),)))


def _place(path: Path) -> list[tuple[int, str]]:
    return [(part, "") if isinstance(part, int) else (-1, part) for part in path]
