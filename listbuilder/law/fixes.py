"""Edits that more than one check offers. Their labels stand in fixes.yaml."""

from __future__ import annotations

from collections.abc import Sequence

from listbuilder.games.muster.army import MusterUnit
from listbuilder.games.muster.faction import Enhancement
from listbuilder.model.army import Army, Extra, Unit
from listbuilder.model.base import Path
from listbuilder.model.edit import Edit, Step
from listbuilder.model.finding import Fix


def drop_unit(army: Army, unit: Unit) -> Fix:
    return drop_units(army, [unit])


def drop_units(army: Army, units: Sequence[Unit]) -> Fix:
    """Takes units out of the roster, and every mention of them; one mention may be of two of them."""
    gone = {path for unit in units for path in (*army.mentions.get(unit.id, ()), unit.removal or unit.path)}
    steps = _kept_ids(army, units)
    steps += [Step("remove", path) for path in sorted(gone, key=_place, reverse=True)]  # later places of a list first
    points = sum(unit.cost for unit in units)
    names = [unit.name for unit in units]
    if not army.counts_points:
        return Fix(key="drop", args={"units": names}, edit=Edit(tuple(steps)))
    if len(units) == 1 or len(set(names)) == 1:
        args = {"unit": names[0], "count": len(units), "points": points}
        key = "drop_copies" if len(units) > 1 else "drop_unit" if points else "drop_thing"
        return Fix(key=key, args=args, edit=Edit(tuple(steps)))
    return Fix(key="drop_units", args={"units": names, "points": points}, edit=Edit(tuple(steps)))


def _kept_ids(army: Army, gone: Sequence[Unit]) -> list[Step]:
    """Where ids go by the order of the units, those that are named elsewhere are written down before others leave."""
    if not army.mentions:
        return []
    left = [unit for unit in army.known_units() if unit not in gone]
    taken = {unit.id for unit in left if unit.own_id}
    steps = []
    for unit in left:
        if unit.own_id:
            continue
        wanted = stem = unit.datasheet_id.rpartition("/")[2]
        number = 1
        while wanted in taken:
            number += 1
            wanted = f"{stem}-{number}"
        taken.add(wanted)
        if wanted != unit.id and unit.id in army.mentions:
            steps.append(Step("set", (*unit.path, "id"), unit.id))
    return steps


def drop_extra(army: Army, units: Sequence[Unit], most: int) -> Fix:
    """Leaves `most` of them: the first ones, and whoever leads the army before all."""
    return drop_units(army, sorted(units, key=lambda unit: not unit.leads_army)[most:])


def drop_part(army: Army, part: Unit | Extra) -> Fix:
    """Takes out a unit, or something else that has a price."""
    if isinstance(part, Unit):
        return drop_unit(army, part)
    assert part.removal is not None
    return drop_thing(part.name, part.removal, part.points)


def drop_thing(name: str, path: Path, points: int = 0) -> Fix:
    args = {"unit": name, "points": points}
    return Fix(key="drop_unit" if points else "drop_thing", args=args, edit=Edit((Step("remove", path),)))


def drop_enhancement(unit: MusterUnit, enhancement: Enhancement, path: Path) -> Fix:
    return drop_enhancements(unit, [(enhancement, path)])


def drop_enhancements(unit: MusterUnit, dropped: Sequence[tuple[Enhancement, Path]]) -> Fix:
    """Takes these from the unit; where none is left, nothing of it stays in the roster."""
    paths = [path for _, path in dropped]
    if len(dropped) == len(unit.enhancements):
        paths = [(*unit.path, "enhancement")]
    names = [enhancement.name for enhancement, _ in dropped]
    args = {
        "unit": unit.name,
        "enhancement": names[0] if len(names) == 1 else names,
        "points": sum(enhancement.points for enhancement, _ in dropped),
    }
    steps = tuple(Step("remove", path) for path in sorted(paths, key=_place, reverse=True))
    return Fix(key="drop_enhancement", args=args, edit=Edit(steps))


def _place(path: Path) -> list[tuple[int, str]]:
    return [(part, "") if isinstance(part, int) else (-1, part) for part in path]
