"""The regiments of renown of a roster: looked up, and compared with what they are made of."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

import msgspec

from listbuilder.games.regiments.allegiance import RegimentOfRenown, RenownUnit
from listbuilder.games.regiments.army import RegimentArmy, RegimentUnit, RenownTaken, Standing
from listbuilder.games.regiments.data import RenownData
from listbuilder.games.regiments.gone import went
from listbuilder.games.regiments.roster import RosterRenown, RosterUnit
from listbuilder.games.shared.values import Table
from listbuilder.model.base import Path, fold
from listbuilder.store.nearest import nearest

if TYPE_CHECKING:
    from listbuilder.games.regiments.resolve import Resolver


def settle(army: RegimentArmy, resolver: Resolver) -> None:
    """Fills army.renown_taken, and army.units with their units."""
    for given, path in _listed(resolver.roster.regiment_of_renown):
        data = resolver.shelf.renown()
        written = given if isinstance(given, str) else given.regiment
        wanted = resolver.one(written, path, [data.regiments] if data else [])
        if wanted is None:
            continue
        regiment = data.regiment(wanted) if data else None
        if regiment is None and went(resolver, "regiment_of_renown", wanted, path, RenownData.ID, path):
            continue
        if data is None or regiment is None:
            known = list(army.faction.regiments_of_renown)
            near = nearest(wanted, data.regiments if data else known)
            resolver.fail("unknown_choice", path, given=wanted, faction=army.faction_name, near=near)
            continue
        resolver.use(data)
        entries = None if isinstance(given, str) else given.units
        taken = RenownTaken(regiment=regiment, path=path, standing=_standing(army, regiment), points=0, units=[])
        taken.units = list(_units(taken, entries, resolver))
        army.renown_taken.append(taken)
        army.units.extend(taken.units)


def _listed(given: str | RosterRenown | tuple[str | RosterRenown, ...] | None) -> list[tuple[str | RosterRenown, Path]]:
    key = "regiment_of_renown"
    if given is None:
        return []
    if isinstance(given, tuple):
        return [(each, (key, place)) for place, each in enumerate(given)]
    return [(given, (key,))]


def _standing(army: RegimentArmy, regiment: RegimentOfRenown) -> Standing:
    if army.faction_id not in regiment.factions:
        return "foreign"
    if army.renown and regiment.id not in army.renown.regiments_of_renown:
        return "replaced"
    return "own"


def _units(taken: RenownTaken, entries: tuple[RosterUnit, ...] | None, resolver: Resolver) -> Iterator[RegimentUnit]:
    """The units that are in it. Those the roster lists may bear things; those it does not list come all the same."""
    wanted = [each for each in taken.regiment.units for _ in range(each.count)]
    if entries is None:
        for each in wanted:
            if not each.optional:
                yield from _unit(each, RosterUnit(unit=each.unit), taken.path, resolver)
        return
    for place, entry in enumerate(entries):
        path: Path = (*taken.path, "units", place)
        unit = resolver.one(entry.unit, (*path, "unit"), _names(wanted, resolver))
        match = next((each for each in wanted if unit in (each.unit, each.unit.rpartition("/")[2])), None)
        if match is not None:
            wanted.remove(match)
            yield from _unit(match, entry, path, resolver)
        elif (stranger := resolver.unit(entry, path, "renown")) is not None:
            taken.beside.append(stranger.name)
            yield stranger
    for each in wanted:
        if not each.optional:
            found = resolver.lookup.warscroll(each.unit)
            taken.missing.append(found.warscroll.name if found else each.unit)


def _names(wanted: list[RenownUnit], resolver: Resolver) -> Iterator[Table]:
    yield {each.unit: resolver.lookup.name(each.unit) for each in wanted}


def _unit(wanted: RenownUnit, entry: RosterUnit, path: Path, resolver: Resolver) -> Iterator[RegimentUnit]:
    full = msgspec.structs.replace(entry, unit=wanted.unit)
    unit = resolver.unit(full, path, "renown")
    if unit is None:
        return
    unit.standing = "own"
    unit.datasheet_id = wanted.unit
    unit.tags = unit.tags | {fold(keyword) for keyword in wanted.adds_keywords}
    (group,) = unit.groups
    unit.groups = (msgspec.structs.replace(group, count=wanted.models * (2 if entry.reinforced else 1)),)
    yield unit
