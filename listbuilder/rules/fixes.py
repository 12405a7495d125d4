"""Fixes that more than one check offers. Their labels are in fixes.yaml."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from listbuilder.games.wh40k.army import MusterUnit
from listbuilder.games.wh40k.faction import Enhancement
from listbuilder.model.army import Army, Extra, Unit
from listbuilder.model.base import Path
from listbuilder.model.edit import Edit, Step
from listbuilder.model.finding import Fix


def drop_unit(army: Army, unit: Unit) -> Fix:
    """Return the fix that removes a unit and every mention of it in the roster."""
    return drop_units(army, [unit])


def drop_units(army: Army, units: Sequence[Unit]) -> Fix:
    """Return the fix that removes all of `units` and every mention of them in the roster.

    A mention shared by two of the units is removed once. The label names the units and their
    points, unless the game counts no points.
    """
    gone: set[Path] = set()
    for unit in units:
        gone.update((*army.mentions.get(unit.id, ()), unit.removal or unit.path))
    edit = Edit((*_make_id_steps(army, units), *make_remove_steps(gone)))
    points = sum(unit.cost for unit in units)
    names = [unit.name for unit in units]
    if not army.counts_points:
        return Fix(key="drop", args={"units": names}, edit=edit)
    if len(set(names)) != 1:
        return Fix(key="drop_units", args={"units": names, "points": points}, edit=edit)
    key = "drop_unit" if points else "drop_thing"
    if len(units) > 1:
        key = "drop_copies"
    args = {"unit": names[0], "count": len(units), "points": points}
    return Fix(key=key, args=args, edit=edit)


def _make_id_steps(army: Army, leaving: Sequence[Unit]) -> list[Step]:
    """Return the steps that write down ids which removing the units in `leaving` would change.

    Why: an id that the roster does not write down depends on the order of the units. Only ids that
    other parts of the roster mention need to be written.
    """
    if not army.mentions:
        return []
    staying = [unit for unit in army.list_known_units() if unit not in leaving]
    ids_in_use = {unit.id for unit in staying if unit.own_id}
    steps = []
    for unit in staying:
        if unit.own_id:
            continue
        wanted = stem = unit.datasheet_id.rpartition("/")[2]
        number = 1
        while wanted in ids_in_use:
            number += 1
            wanted = f"{stem}-{number}"
        ids_in_use.add(wanted)
        if wanted != unit.id and unit.id in army.mentions:
            steps.append(Step("set", (*unit.path, "id"), unit.id))
    return steps


def drop_surplus(army: Army, units: Sequence[Unit], most: int) -> Fix:
    """Return the fix that removes units until only `most` of `units` are left.

    The first ones stay; a unit that leads the army stays before all others.
    """
    return drop_units(army, sorted(units, key=lambda unit: not unit.leads_army)[most:])


def drop_part(army: Army, part: Unit | Extra) -> Fix:
    """Return the fix that removes a unit, or another part of the army that has a price."""
    if isinstance(part, Unit):
        return drop_unit(army, part)
    assert part.removal is not None
    return drop_entry(part.name, part.removal, part.points)


def drop_entry(name: str, path: Path, points: int = 0) -> Fix:
    """Return the fix that removes the roster's entry at `path`, which the label calls `name`.

    The label gives the points too, unless they are 0.
    """
    key = "drop_unit" if points else "drop_thing"
    args = {"unit": name, "points": points}
    return Fix(key=key, args=args, edit=Edit((Step("remove", path),)))


def drop_enhancement(unit: MusterUnit, enhancement: Enhancement, path: Path) -> Fix:
    """Return the fix that takes one enhancement, whose entry is at `path`, away from `unit`."""
    return drop_enhancements(unit, [(enhancement, path)])


def drop_enhancements(unit: MusterUnit, dropped: Sequence[tuple[Enhancement, Path]]) -> Fix:
    """Return the fix that takes the enhancements in `dropped` away from `unit`.

    `dropped` has each enhancement with the path of its entry. If the unit keeps none, its key
    `enhancement` is removed.
    """
    paths = [path for _, path in dropped]
    if len(dropped) == len(unit.enhancements):
        paths = [(*unit.path, "enhancement")]
    names = [enhancement.name for enhancement, _ in dropped]
    args = {
        "unit": unit.name,
        "enhancement": names[0] if len(names) == 1 else names,
        "points": sum(enhancement.points for enhancement, _ in dropped),
    }
    return Fix(key="drop_enhancement", args=args, edit=Edit(make_remove_steps(paths)))


def make_remove_steps(paths: Iterable[Path]) -> tuple[Step, ...]:
    """Return the steps that remove the values at `paths`.

    Later entries of a list are removed first, so that the places of the earlier ones stay valid.
    """

    def get_sort_key(path: Path) -> list[tuple[int, str]]:
        """Return a sort key for paths that compares list indexes as numbers and puts keys first."""
        return [(part, "") if isinstance(part, int) else (-1, part) for part in path]

    return tuple(Step("remove", path) for path in sorted(paths, key=get_sort_key, reverse=True))
