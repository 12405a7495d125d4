"""The regiments of renown of a roster: looked up, and compared with what they consist of."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

import msgspec

from listbuilder.games.aos.army import RegimentArmy, RegimentUnit, RenownTaken, Standing
from listbuilder.games.aos.catalog import RenownData
from listbuilder.games.aos.faction import RegimentOfRenown, RenownUnit
from listbuilder.games.aos.removed_things import record_removed_thing
from listbuilder.games.aos.roster import RosterRenown, RosterUnit
from listbuilder.games.common.roster_values import Table
from listbuilder.i18n.nearest_word import find_nearest
from listbuilder.model.base import Path, fold

if TYPE_CHECKING:
    from listbuilder.games.aos.resolve import Resolver


def add_regiments_of_renown(army: RegimentArmy, resolver: Resolver) -> None:
    """Add the roster's regiments of renown, with their units, to `army`.

    Unknown regiments are reported. A regiment that was removed from the game is only recorded as
    removed.
    """
    key = "regiment_of_renown"
    listed: list[tuple[str | RosterRenown, Path]] = []
    named = resolver.roster.regiment_of_renown
    if isinstance(named, tuple):
        listed = [(regiment, (key, place)) for place, regiment in enumerate(named)]
    elif named is not None:
        listed = [(named, (key,))]
    for given, path in listed:
        data = resolver.shelf.load_regiments_of_renown()
        written = given if isinstance(given, str) else given.regiment
        wanted = resolver.resolve_id(written, path, [data.regiments] if data else [])
        if wanted is None:
            continue
        regiment = data.load_regiment(wanted) if data else None
        if regiment is None and record_removed_thing(
            resolver, key, wanted, path, RenownData.ID, path
        ):
            continue
        if data is None or regiment is None:
            allowed_ids = list(army.faction.regiments_of_renown)
            near = find_nearest(wanted, data.regiments if data else allowed_ids)
            resolver.report_problem(
                "unknown_choice", path, given=wanted, faction=army.faction_name, near=near
            )
            continue
        resolver.record_used_file(data)
        entries = None if isinstance(given, str) else given.units
        regiment_taken = RenownTaken(
            regiment=regiment,
            path=path,
            standing=_determine_standing(army, regiment),
            points=0,
            units=[],
        )
        regiment_taken.units = list(_read_units(regiment_taken, entries, resolver))
        army.renown_taken.append(regiment_taken)
        army.units.extend(regiment_taken.units)


def _determine_standing(army: RegimentArmy, regiment: RegimentOfRenown) -> Standing:
    """Return whether the army can have the regiment, as a standing.

    "own" means that it can, "foreign" that its faction can't, and "replaced" that its army of
    renown can't.
    """
    if army.faction_id not in regiment.factions:
        return "foreign"
    if army.renown and regiment.id not in army.renown.regiments_of_renown:
        return "replaced"
    return "own"


def _read_units(
    regiment_taken: RenownTaken, entries: tuple[RosterUnit, ...] | None, resolver: Resolver
) -> Iterator[RegimentUnit]:
    """Yield the units of a regiment of renown, and record which are missing or don't belong.

    `entries` are the units that the roster lists; they can have enhancements. If `entries` is None,
    all units of the regiment that aren't optional are yielded. A listed unit that isn't part of the
    regiment is yielded too, and recorded by name in `beside`. Units that should be listed but
    aren't are recorded by name in `missing`.
    """
    wanted: list[RenownUnit] = []
    for renown_unit in regiment_taken.regiment.units:
        wanted += [renown_unit] * renown_unit.count
    if entries is None:
        for renown_unit in wanted:
            if not renown_unit.optional:
                yield from _read_unit(
                    renown_unit, RosterUnit(unit=renown_unit.unit), regiment_taken.path, resolver
                )
        return
    for place, entry in enumerate(entries):
        path: Path = (*regiment_taken.path, "units", place)
        unit = resolver.resolve_id(entry.unit, (*path, "unit"), _yield_unit_names(wanted, resolver))
        fitting = [
            renown_unit
            for renown_unit in wanted
            if unit in (renown_unit.unit, renown_unit.unit.rpartition("/")[2])
        ]
        if fitting:
            wanted.remove(fitting[0])
            yield from _read_unit(fitting[0], entry, path, resolver)
            continue
        foreign = resolver.read_unit(entry, path, "renown")
        if foreign is not None:
            regiment_taken.beside.append(foreign.name)
            yield foreign
    for renown_unit in wanted:
        if not renown_unit.optional:
            warscroll = resolver.lookup.find_warscroll(renown_unit.unit)
            regiment_taken.missing.append(
                warscroll.warscroll.name if warscroll else renown_unit.unit
            )


def _yield_unit_names(wanted: list[RenownUnit], resolver: Resolver) -> Iterator[Table]:
    """Yield one table with the names of the units `wanted`, by id.

    The table is only made if the roster gives a name instead of an id.
    """
    yield {
        renown_unit.unit: resolver.lookup.find_warscroll_name(renown_unit.unit)
        for renown_unit in wanted
    }


def _read_unit(
    wanted: RenownUnit, entry: RosterUnit, path: Path, resolver: Resolver
) -> Iterator[RegimentUnit]:
    """Yield one unit with the models and keywords that the regiment of renown gives it.

    Nothing is yielded if its warscroll is unknown.
    """
    complete_entry = msgspec.structs.replace(entry, unit=wanted.unit)
    unit = resolver.read_unit(complete_entry, path, "renown")
    if unit is None:
        return
    unit.standing = "own"
    unit.datasheet_id = wanted.unit
    unit.tags = unit.tags | {fold(keyword) for keyword in wanted.adds_keywords}
    (group,) = unit.groups
    unit.groups = (
        msgspec.structs.replace(group, count=wanted.models * (2 if entry.reinforced else 1)),
    )
    yield unit
