"""The roles of mustered units in deployment, and what their roster declares of it.

Deployment is who joins whom, rides in what and waits in reserve.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from itertools import chain
from typing import Any

import msgspec

from listbuilder.games.common.deployment import read_declarations
from listbuilder.games.common.split_units import (
    KEY,
    add_unsplit_mentions,
    add_whole_mentions,
    make_half_ids,
    read_splits,
    replace_with_first_parts,
)
from listbuilder.games.wh40k.army import Muster, MusterUnit
from listbuilder.games.wh40k.catalog import FactionData, Shelf
from listbuilder.games.wh40k.roster import MusterRoster
from listbuilder.games.wh40k.split_units import split_units
from listbuilder.matching.requirements import has_all_tags
from listbuilder.model.base import fold
from listbuilder.model.datasheet import Datasheet, LeaderAs, LedWithRules
from listbuilder.model.deployment import LedAs, Role
from listbuilder.model.problem import Problem
from listbuilder.yamlio.reader import YamlDocument


def declare_formations(
    army: Muster,
    roster: MusterRoster,
    given: Mapping[str, Any] | None,
    document: YamlDocument,
    shelf: Shelf,
    problems: list[Problem],
) -> None:
    """Set the deployment role of every unit, and the formations that the roster declares.

    `given` is the part of the roster with the declarations, None if there is none. Problems are
    added to `problems`. Declarations about a unit that could not be read, or that may not be split,
    are ignored.
    """
    give_roles(army, army.muster_units, shelf)
    if given is None:
        return
    places_read = {unit.path[1] for unit in army.units}
    unread_ids: set[str] = set()
    for place, entry in enumerate(roster.units):
        if place not in places_read:
            unread_ids.add(entry.id or entry.datasheet.rpartition("/")[2])
    listed = given.get(KEY) or ()
    split_units(army, read_splits(army.units, listed, document, problems), given["attached"])
    whole = [
        split.unit for split in army.splits if split.unit.id not in army.halves and not split.again
    ]
    for unit in whole:  # the law says that it cannot be split
        unread_ids.update(make_half_ids(unit))
    attached = replace_with_first_parts(given["attached"], army.halves)
    declared_blocks = {**given, KEY: (), "attached": attached}
    read_declarations(
        army, declared_blocks, document, problems, unread_ids, roster.ATTACHED, army.halves
    )
    assert army.declarations is not None
    army.declarations.lengths[KEY] = len(listed)
    for split in army.splits:
        army.declarations.split.setdefault(split.unit.id, split.path)
    add_whole_mentions(army.mentions, army.splits, army.halves)
    add_unsplit_mentions(army, whole, declared_blocks, roster.ATTACHED)
    army.declarations.declared = roster.has_formations()
    army.declarations.attached_unknown = given["attached"] is None
    for detachment in army.detachments:
        choice = detachment.choose_keyword
        if choice and choice.leader_must_share:
            army.declarations.leader_must_share += choice.of
        if choice and choice.transport_must_share:
            army.declarations.transport_must_share += choice.of


def give_roles(army: Muster, units: Iterable[MusterUnit], shelf: Shelf) -> None:
    """Set the role of each of `units`: what it may do in deployment.

    The role comes from the unit's datasheet, its enhancements and the army's detachments.
    """
    uncounted = any(detachment.reserves_not_counted for detachment in army.detachments)
    for unit in units:
        home = shelf.load_faction(unit.home)
        assert home is not None, "its datasheet is from there"
        role = get_role(unit.datasheet, home, shelf)
        if uncounted or unit.enhancements:
            role = _extend_role_for_army(role, unit, army)
        unit.role = role


def get_role(sheet: Datasheet, home: FactionData, shelf: Shelf) -> Role:
    """Return the deployment role that the datasheet gives its units.

    It is made once and kept with the data of its faction `home`.
    """
    if sheet.id not in home.roles:
        places = [home]
        parent = shelf.load_faction(home.head.parent) if home.head.parent else None
        if parent:
            places.append(parent)
        home.roles[sheet.id] = _make_role(sheet, places)
    return home.roles[sheet.id]


def _extend_role_for_army(role: Role, unit: MusterUnit, army: Muster) -> Role:
    """Return the role with what the unit's enhancements and the army's detachments add.

    They may add units to which the unit can be attached, and exempt it from the limit on reserves.
    """
    leads: list[str] = []
    supports: list[str] = []
    uncounted = role.uncounted
    for enhancement in unit.enhancements:
        leads.extend(enhancement.leader_to)
        supports.extend(enhancement.support_to)
        if enhancement.reserves_not_counted:
            uncounted = uncounted or "unit"
    for detachment in army.detachments:
        exemption = detachment.reserves_not_counted
        if exemption and has_all_tags(unit.tags, exemption.keywords):
            uncounted = uncounted or "unit"
    if not leads and not supports and uncounted == role.uncounted:
        return role
    return msgspec.structs.replace(
        role,
        leads=role.leads | set(map(fold, leads)),
        supports=role.supports | set(map(fold, supports)),
        shown=(*role.shown, *leads, *supports),
        uncounted=uncounted,
    )


def _make_role(sheet: Datasheet, places: list[FactionData]) -> Role:
    """Return the deployment role that the datasheet gives its units.

    `places` are the datasheet's faction and the parent faction, if any.
    """
    slots: dict[str, int] = {}
    for line in chain.from_iterable(sheet.alternatives):
        if line.transport_slots != 1:
            slots[fold(line.name)] = line.transport_slots
    return Role(
        called=fold(sheet.name),
        keywords=frozenset(map(fold, (*sheet.keywords, *sheet.faction_keywords))),
        abilities=frozenset(_strip_ability_value(ability) for ability in sheet.core_abilities),
        leads=frozenset(map(fold, sheet.leads)),
        supports=frozenset(map(fold, sheet.supports)),
        leads_keywords=sheet.leads_keywords,
        leads_if=sheet.leads_if,
        led_with=sheet.led_with,
        led_with_rules=sheet.led_with_rules or LedWithRules(),
        must_attach=sheet.must_attach,
        led_as=_list_led_as(sheet, places),
        led_by=sheet.led_by,
        needs_leader=sheet.needs_leader,
        bodyguard=sheet.bodyguard,
        joins=sheet.joins,
        transport=sheet.transport,
        splits=frozenset(map(fold, sheet.splits)),
        starts_in_reserve=sheet.starts_in_reserve,
        uncounted=sheet.reserves_not_counted,
        slots=slots,
        wounds=_map_wounds(sheet),
        shown=(*sheet.leads, *sheet.supports),
    )


def _strip_ability_value(ability: str) -> str:
    """Return the ability without its number and folded, for example `scouts` for `Scouts 6"`."""
    words = fold(ability).split()
    return " ".join(word for word in words if not any(map(str.isdigit, word)))


def _list_led_as(sheet: Datasheet, places: list[FactionData]) -> tuple[LedAs, ...]:
    """Return the other datasheets whose leaders may also lead this one.

    If such a datasheet names a further one in the same way, that is included too. Each is listed
    once.
    """
    found: list[LedAs] = []
    conditions: list[LeaderAs] = []
    current: Datasheet | None = sheet
    while current is not None and current.leader_as:
        condition = current.leader_as
        if any(earlier.unit == condition.unit for earlier in conditions):
            break
        conditions.append(condition)
        current = None
        for place in places:
            current = current or place.find_datasheet_by_name(condition.unit)
        found.append(
            LedAs(
                called=fold(condition.unit),
                tags=current.tags if current else frozenset(),
                led_by=current.led_by if current else (),
                conditions=tuple(conditions),
            )
        )
    return tuple(found)


def _map_wounds(sheet: Datasheet) -> dict[str, int]:
    """Return the wounds of each kind of model by its folded name; empty if none are known.

    A kind without its own row of statistics gets the wounds of the row whose name begins most
    alike, with at least five letters in common; otherwise the fewest wounds of any row.
    """
    rows = {fold(row.name): row.w for row in sheet.stats if isinstance(row.w, int)}
    if not rows:
        return {}
    found: dict[str, int] = {}
    for name in sheet.model_names:
        shared = {row: _count_common_letters(row, name) for row in rows}
        nearest = max(rows, key=lambda row: (shared[row], -len(row)))
        found[name] = rows[nearest] if shared[nearest] >= 5 else min(rows.values())
    return found


def _count_common_letters(first_text: str, second_text: str) -> int:
    """Return how many letters at their beginning the two texts have in common."""
    count = 0
    for first, second in zip(first_text, second_text, strict=False):
        if first != second:
            break
        count += 1
    return count
