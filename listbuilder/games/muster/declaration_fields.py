"""Who may lead whom and ride in what, in a mustered army, as fields."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from listbuilder.games.muster.army import Muster, MusterUnit
from listbuilder.games.muster.halves import carriers_of, sizes_of
from listbuilder.games.muster.roster import MusterRoster
from listbuilder.games.shared import declaration_fields
from listbuilder.games.shared.choices import Field
from listbuilder.games.shared.declarations.split import part_id
from listbuilder.games.shared.match import matches, matches_all, matches_any
from listbuilder.model.base import fold


def fields(data: Any, army: Muster, roster: type[MusterRoster]) -> list[Field]:
    return [field for unit in army.muster_units for field in _of_unit(data, army, unit, roster)]


def _of_unit(data: Any, army: Muster, unit: MusterUnit, roster: type[MusterRoster]) -> Iterator[Field]:
    """A unit that is split is spoken of by its halves."""
    yield from _split(data, army, unit)
    parts = army.halves.get(unit.id, (unit,))
    for part in parts:
        others = [other for other in army.standing_units if other not in parts and isinstance(other, MusterUnit)]
        hosts = [other for other in others if _may_join(part, other)]
        yield from declaration_fields.link(data, roster.ATTACHED, part, hosts)
        rides = [other for other in others if _may_ride(part, other)]
        yield from declaration_fields.link(data, ("formations", "embarked"), part, rides)
        yield declaration_fields.waiting(data, part, roster.RESERVES)
    if roster.HOVER and any(fold(ability).startswith("hover") for ability in unit.datasheet.core_abilities):
        yield declaration_fields.listed_or_not(data, unit, "hover")


def _split(data: Any, army: Muster, unit: MusterUnit) -> Iterator[Field]:
    halves = army.halves.get(unit.id, ())
    listed = any(split.unit is unit for split in army.splits)
    if not (listed or sizes_of(army, unit)):
        return
    spoken_of = [path for half in halves for path in army.mentions.get(half.id, ())]
    of_whole = [path for path in army.mentions.get(unit.id, ()) if path[:1] == ("formations",) and path[1] != "attached"]
    carriers = carriers_of(army.muster_units, unit) if unit.datasheet.split is None else []
    if carriers:
        half = part_id(unit.id, "Squad 1")
        yield declaration_fields.split_aboard(data, unit, half, carriers, spoken_of, of_whole)
    else:
        yield declaration_fields.listed_or_not(data, unit, "split", spoken_of, of_whole)


def _may_join(unit: MusterUnit, other: MusterUnit) -> bool:
    """A wide sieve; the law has the last word, and says why."""
    sheet = unit.datasheet
    names = {fold(name) for name in (*sheet.leads, *sheet.supports)}
    names.update(fold(name) for each in unit.enhancements for name in (*each.leader_to, *each.support_to))
    if sheet.joins:
        names.update(map(fold, sheet.joins.units))
        if any(matches(other.tags, keyword) for keyword in sheet.joins.keywords):
            return True
    names.update(fold(each.unit) for each in sheet.leads_if)
    if fold(other.name) in names or matches_any(unit.tags, other.datasheet.led_by):
        return True
    adopted = other.datasheet.leader_as
    if adopted and fold(adopted.unit) in names:
        return True
    return any(matches_all(other.tags, keywords) for keywords in sheet.leads_keywords)


def _may_ride(unit: MusterUnit, other: MusterUnit) -> bool:
    transport = other.datasheet.transport
    if transport is None or other.datasheet is unit.datasheet:
        return False
    loads = (
        *transport.takes,
        *(keywords for load in (*transport.also, *transport.instead, *transport.groups) for keywords in load.takes),
    )
    by_name = matches_any(unit.tags, transport.units)
    return by_name or any(matches_all(unit.tags, keywords) for keywords in loads)
