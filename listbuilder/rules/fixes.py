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
    """Return the fix that removes a unit and every mention of it."""
    return drop_units(army, [unit])


def drop_units(army: Army, units: Sequence[Unit]) -> Fix:
    """Return the fix that removes units and every mention of them.

    One mention may be of two of them.
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
    """Return the steps that write down ids which would change when the units in `leaving` leave.

    Ids that the roster does not write go by the order of the units; only those that are named
    elsewhere need it.
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
    """Return the fix that removes units until `most` are left.

    The first ones stay, and the army's leader before all.
    """
    return drop_units(army, sorted(units, key=lambda unit: not unit.leads_army)[most:])


def drop_part(army: Army, part: Unit | Extra) -> Fix:
    """Return the fix that removes a unit, or something else that has a price."""
    if isinstance(part, Unit):
        return drop_unit(army, part)
    assert part.removal is not None
    return drop_entry(part.name, part.removal, part.points)


def drop_entry(name: str, path: Path, points: int = 0) -> Fix:
    """Return the fix that removes what is called `name` at `path`.

    Its label gives the points if there are any.
    """
    key = "drop_unit" if points else "drop_thing"
    args = {"unit": name, "points": points}
    return Fix(key=key, args=args, edit=Edit((Step("remove", path),)))


def drop_enhancement(unit: MusterUnit, enhancement: Enhancement, path: Path) -> Fix:
    """Return the fix that takes one enhancement from the unit."""
    return drop_enhancements(unit, [(enhancement, path)])


def drop_enhancements(unit: MusterUnit, dropped: Sequence[tuple[Enhancement, Path]]) -> Fix:
    """Return the fix that takes these enhancements from the unit.

    With the last one its key goes too.
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
    """Return the steps that remove what is at each of the paths.

    Later places of a list go first, so that the earlier ones stay valid.
    """

    def get_sort_key(path: Path) -> list[tuple[int, str]]:
        """Return a key by which places of one list are in the order of their numbers."""
        return [(part, "") if isinstance(part, int) else (-1, part) for part in path]

    return tuple(Step("remove", path) for path in sorted(paths, key=get_sort_key, reverse=True))
