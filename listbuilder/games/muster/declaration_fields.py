"""Who may lead whom and ride in what, in a mustered army, as fields."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from listbuilder.games.muster.army import Muster, MusterUnit
from listbuilder.games.muster.roster import MusterRoster
from listbuilder.games.shared import declaration_fields
from listbuilder.games.shared.choices import Field
from listbuilder.games.shared.match import matches, matches_all, matches_any
from listbuilder.model.base import fold


def fields(data: Any, army: Muster, roster: type[MusterRoster]) -> list[Field]:
    return [field for unit in army.muster_units for field in _of_unit(data, army, unit, roster)]


def _of_unit(data: Any, army: Muster, unit: MusterUnit, roster: type[MusterRoster]) -> Iterator[Field]:
    others = [other for other in army.muster_units if other is not unit]
    hosts = [other for other in others if _may_join(unit, other)]
    yield from declaration_fields.link(data, roster.ATTACHED, unit, hosts)
    rides = [other for other in others if _may_ride(unit, other)]
    yield from declaration_fields.link(data, ("formations", "embarked"), unit, rides)
    yield declaration_fields.waiting(data, unit, roster.RESERVES)
    if roster.HOVER and any(fold(ability).startswith("hover") for ability in unit.datasheet.core_abilities):
        yield declaration_fields.listed_or_not(data, unit, "hover")


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
