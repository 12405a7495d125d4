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
    """Read the roster's regiments of renown into `army`, with their units.

    Unknown ones are reported; one that is gone is only recorded as gone.
    """
    for given, path in _list_with_paths(resolver.roster.regiment_of_renown):
        data = resolver.shelf.load_regiments_of_renown()
        written = given if isinstance(given, str) else given.regiment
        wanted = resolver.resolve_id(written, path, [data.regiments] if data else [])
        if wanted is None:
            continue
        regiment = data.load_regiment(wanted) if data else None
        if regiment is None and record_removed_thing(
            resolver, "regiment_of_renown", wanted, path, RenownData.ID, path
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


def _list_with_paths(
    given: str | RosterRenown | tuple[str | RosterRenown, ...] | None,
) -> list[tuple[str | RosterRenown, Path]]:
    """Return each regiment of renown that the roster names, with its path."""
    key = "regiment_of_renown"
    if given is None:
        return []
    if isinstance(given, tuple):
        return [(regiment, (key, place)) for place, regiment in enumerate(given)]
    return [(given, (key,))]


def _determine_standing(army: RegimentArmy, regiment: RegimentOfRenown) -> Standing:
    """Return whether the army can have the regiment: own, replaced by its army of renown, or
    foreign.
    """
    if army.faction_id not in regiment.factions:
        return "foreign"
    if army.renown and regiment.id not in army.renown.regiments_of_renown:
        return "replaced"
    return "own"


def _read_units(
    regiment_taken: RenownTaken, entries: tuple[RosterUnit, ...] | None, resolver: Resolver
) -> Iterator[RegimentUnit]:
    """Yield the units of the regiment, and record those it lacks and those that don't belong to it.

    Units that the roster lists can have enhancements. Without a list, all units come that aren't
    optional.
    """
    wanted = [
        renown_unit
        for renown_unit in regiment_taken.regiment.units
        for _ in range(renown_unit.count)
    ]
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
        match = next(
            (
                renown_unit
                for renown_unit in wanted
                if unit in (renown_unit.unit, renown_unit.unit.rpartition("/")[2])
            ),
            None,
        )
        if match is not None:
            wanted.remove(match)
            yield from _read_unit(match, entry, path, resolver)
        elif (foreign := resolver.read_unit(entry, path, "renown")) is not None:
            regiment_taken.beside.append(foreign.name)
            yield foreign
    for renown_unit in wanted:
        if not renown_unit.optional:
            warscroll = resolver.lookup.find_warscroll(renown_unit.unit)
            regiment_taken.missing.append(
                warscroll.warscroll.name if warscroll else renown_unit.unit
            )


def _yield_unit_names(wanted: list[RenownUnit], resolver: Resolver) -> Iterator[Table]:
    """Yield the table of id and name of these units."""
    yield {
        renown_unit.unit: resolver.lookup.find_warscroll_name(renown_unit.unit)
        for renown_unit in wanted
    }


def _read_unit(
    wanted: RenownUnit, entry: RosterUnit, path: Path, resolver: Resolver
) -> Iterator[RegimentUnit]:
    """Yield one unit with the models and keywords of the regiment. Nothing if it is unknown."""
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
