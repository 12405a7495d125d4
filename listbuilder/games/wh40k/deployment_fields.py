"""The fields of the builder for deployment in a mustered army: who leads whom and rides in what."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from listbuilder.games.common import deployment_fields
from listbuilder.games.common.editor import Field
from listbuilder.games.common.split_units import make_part_id
from listbuilder.games.wh40k.army import Muster, MusterUnit
from listbuilder.games.wh40k.roster import MusterRoster
from listbuilder.games.wh40k.split_units import compute_half_sizes, list_splitting_transports
from listbuilder.matching.requirements import has_all_tags, has_any_tag, has_tag
from listbuilder.model.base import Path, fold


def list_deployment_fields(
    data: Any, army: Muster, roster: type[MusterRoster], about: MusterUnit | None = None
) -> list[Field]:
    """Return the fields for the battle formations of the army, unit by unit.

    With `about`, only those of that unit and of the units that can join it or ride in it.
    """
    fields: list[Field] = []
    for unit in army.muster_units:
        if about is None or unit.id == about.id or _can_go_with(army, unit, about):
            fields.extend(_yield_unit_fields(data, army, unit, roster))
    return fields


def _can_go_with(army: Muster, unit: MusterUnit, other: MusterUnit) -> bool:
    """Return whether `unit` may join or ride in `other`, or the roster declares that it does."""
    declared = army.declarations
    if declared is not None and other.id in (
        declared.attached.get(unit.id),
        declared.embarked.get(unit.id),
    ):
        return True
    return _may_join(unit, other) or _may_ride(unit, other)


def _yield_unit_fields(
    data: Any, army: Muster, unit: MusterUnit, roster: type[MusterRoster]
) -> Iterator[Field]:
    """Yield the deployment fields of one unit; for a split unit, those of its two halves."""
    yield from _yield_split_field(data, army, unit)
    parts = army.halves.get(unit.id, (unit,))
    for part in parts:
        other_units = [
            other
            for other in army.standing_units
            if other not in parts and isinstance(other, MusterUnit)
        ]
        hosts = [other for other in other_units if _may_join(part, other)]
        yield from deployment_fields.make_link_fields(data, roster.ATTACHED, part, hosts)
        rides = [other for other in other_units if _may_ride(part, other)]
        yield from deployment_fields.make_link_fields(data, ("formations", "embarked"), part, rides)
        yield deployment_fields.make_reserve_field(data, part, roster.RESERVES)
    if roster.HOVER and any(
        fold(ability).startswith("hover") for ability in unit.datasheet.core_abilities
    ):
        yield deployment_fields.make_list_field(data, unit, "hover")


def _yield_split_field(data: Any, army: Muster, unit: MusterUnit) -> Iterator[Field]:
    """Yield the field for whether the unit is split, unless no rule lets the unit split.

    If the roster lists the unit as split, the field is yielded in any case.
    """
    listed = any(split.unit is unit for split in army.splits)
    if not (listed or compute_half_sizes(army, unit)):
        return
    spoken_of: list[Path] = []  # places that speak of its halves
    for half in army.halves.get(unit.id, ()):
        spoken_of.extend(army.mentions.get(half.id, ()))
    of_whole = [
        path
        for path in army.mentions.get(unit.id, ())
        if path[:1] == ("formations",) and path[1] != "attached"
    ]
    carriers: list[MusterUnit] = []
    if unit.datasheet.split is None:
        carriers = list_splitting_transports(army.muster_units, unit)
    if carriers:
        part = make_part_id(unit.id, "Squad 1")
        yield deployment_fields.make_split_field(data, unit, part, carriers, spoken_of, of_whole)
    else:
        yield deployment_fields.make_list_field(data, unit, "split", spoken_of, of_whole)


def _may_join(unit: MusterUnit, other: MusterUnit) -> bool:
    """Return whether it is worth offering to attach `unit` to `other`.

    It is a rough test by names and keywords; the rules decide, and say why not.
    """
    sheet = unit.datasheet
    names = set(map(fold, (*sheet.leads, *sheet.supports)))
    for enhancement in unit.enhancements:
        names.update(map(fold, (*enhancement.leader_to, *enhancement.support_to)))
    if sheet.joins:
        names.update(map(fold, sheet.joins.units))
        if any(has_tag(other.tags, keyword) for keyword in sheet.joins.keywords):
            return True
    names.update(fold(condition.unit) for condition in sheet.leads_if)
    if fold(other.name) in names or has_any_tag(unit.tags, other.datasheet.led_by):
        return True
    adopted = other.datasheet.leader_as
    if adopted and fold(adopted.unit) in names:
        return True
    return any(has_all_tags(other.tags, keywords) for keywords in sheet.leads_keywords)


def _may_ride(unit: MusterUnit, other: MusterUnit) -> bool:
    """Return whether it is worth offering to embark `unit` in `other`, by their keywords."""
    transport = other.datasheet.transport
    if transport is None or other.datasheet is unit.datasheet:
        return False
    if has_any_tag(unit.tags, transport.units):
        return True
    loads = list(transport.takes)
    for load in (*transport.also, *transport.instead, *transport.groups):
        loads.extend(load.takes)
    return any(has_all_tags(unit.tags, keywords) for keywords in loads)
