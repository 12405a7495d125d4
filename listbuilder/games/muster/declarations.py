"""What the datasheets of mustered units say about joining, riding and waiting, and what their roster declares."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

import msgspec

from listbuilder.games.muster.army import Muster, MusterUnit
from listbuilder.games.muster.data import FactionData, Shelf
from listbuilder.games.muster.halves import split_units
from listbuilder.games.muster.roster import MusterRoster
from listbuilder.games.shared.declarations.declare import declare
from listbuilder.games.shared.declarations.split import (
    KEY,
    mention_unsplit,
    mention_wholes,
    parts_of,
    read_splits,
    to_first_parts,
)
from listbuilder.games.shared.match import matches_all
from listbuilder.model.base import fold
from listbuilder.model.datasheet import Datasheet, LeaderAs, LedWithRules
from listbuilder.model.declaration import LedAs, Role
from listbuilder.model.problem import Problem
from listbuilder.store.reader import Document


def declare_formations(
    army: Muster, roster: MusterRoster, given: Mapping[str, Any] | None, document: Document, shelf: Shelf, problems: list[Problem]
) -> None:
    """Gives every unit its role, and the army its formations where the roster declares some."""
    give_roles(army, army.muster_units, shelf)
    if given is None:
        return
    read = {unit.path[1] for unit in army.units}
    unread = {entry.id or entry.datasheet.rpartition("/")[2] for place, entry in enumerate(roster.units) if place not in read}
    listed = given.get(KEY) or ()
    split_units(army, read_splits(army.units, listed, document, problems), given["attached"])
    whole = [split.unit for split in army.splits if split.unit.id not in army.halves and not split.again]
    unread |= {part for unit in whole for part in parts_of(unit)}  # the law says that it cannot be split
    blocks = {**given, KEY: (), "attached": to_first_parts(given["attached"], army.halves)}
    declare(army, blocks, document, problems, unread, roster.ATTACHED, army.halves)
    assert army.declarations is not None
    army.declarations.lengths[KEY] = len(listed)
    for split in army.splits:
        army.declarations.split.setdefault(split.unit.id, split.path)
    mention_wholes(army.mentions, army.splits, army.halves)
    mention_unsplit(army, whole, blocks, roster.ATTACHED)
    army.declarations.declared = roster.keeps_secrets()
    army.declarations.attached_unknown = given["attached"] is None
    choices = [each.choose_keyword for each in army.detachments if each.choose_keyword]
    if choices:
        army.declarations.leader_must_share = tuple(word for each in choices if each.leader_must_share for word in each.of)
        army.declarations.transport_must_share = tuple(word for each in choices if each.transport_must_share for word in each.of)


def give_roles(army: Muster, units: Iterable[MusterUnit], shelf: Shelf) -> None:
    uncounted = any(each.reserves_not_counted for each in army.detachments)
    for unit in units:
        home = shelf.faction(unit.home)
        assert home is not None, "its datasheet is from there"
        role = home.roles.get(unit.datasheet.id) or role_of(unit.datasheet, home, shelf)
        unit.role = _in_army(role, unit, army) if uncounted or unit.enhancements else role


def role_of(sheet: Datasheet, home: FactionData, shelf: Shelf) -> Role:
    """Made when first asked for, and kept with the faction."""
    if sheet.id not in home.roles:
        parent = shelf.faction(home.head.parent) if home.head.parent else None
        home.roles[sheet.id] = _made(sheet, [home, *([parent] if parent else [])])
    return home.roles[sheet.id]


def _in_army(role: Role, unit: MusterUnit, army: Muster) -> Role:
    """With what enhancements and detachments say of it: units opened to it, and whether it counts in reserve."""
    leads = [name for each in unit.enhancements for name in each.leader_to]
    supports = [name for each in unit.enhancements for name in each.support_to]
    free = [each.reserves_not_counted for each in army.detachments if each.reserves_not_counted]
    uncounted = role.uncounted
    if any(each.reserves_not_counted for each in unit.enhancements) or any(
        matches_all(unit.tags, each.keywords) for each in free
    ):
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


def _made(sheet: Datasheet, places: list[FactionData]) -> Role:
    lines = [line for each in sheet.alternatives for line in each]
    return Role(
        called=fold(sheet.name),
        keywords=frozenset(map(fold, (*sheet.keywords, *sheet.faction_keywords))),
        abilities=frozenset(_plain(each) for each in sheet.core_abilities),
        leads=frozenset(map(fold, sheet.leads)),
        supports=frozenset(map(fold, sheet.supports)),
        leads_keywords=sheet.leads_keywords,
        leads_if=sheet.leads_if,
        led_with=sheet.led_with,
        led_with_rules=sheet.led_with_rules or LedWithRules(),
        must_attach=sheet.must_attach,
        led_as=_led_as(sheet, places),
        led_by=sheet.led_by,
        needs_leader=sheet.needs_leader,
        bodyguard=sheet.bodyguard,
        joins=sheet.joins,
        transport=sheet.transport,
        splits=frozenset(map(fold, sheet.splits)),
        starts_in_reserve=sheet.starts_in_reserve,
        uncounted=sheet.reserves_not_counted,
        slots={fold(line.name): line.transport_slots for line in lines if line.transport_slots != 1},
        wounds=_wounds(sheet),
        shown=(*sheet.leads, *sheet.supports),
    )


def _plain(ability: str) -> str:
    """`Scouts 6"` as `scouts`: an ability without its value."""
    return " ".join(word for word in fold(ability).split() if not any(letter.isdigit() for letter in word))


def _led_as(sheet: Datasheet, places: list[FactionData]) -> tuple[LedAs, ...]:
    """The other datasheets whose leaders may lead this one, the next where one says it of another in turn."""
    found: list[LedAs] = []
    conditions: list[LeaderAs] = []
    current = sheet
    while current.leader_as and all(each.unit != current.leader_as.unit for each in conditions):
        conditions.append(current.leader_as)
        other = next((known for place in places if (known := place.by_name(conditions[-1].unit))), None)
        found.append(
            LedAs(
                called=fold(conditions[-1].unit),
                tags=other.tags if other else frozenset(),
                led_by=other.led_by if other else (),
                conditions=tuple(conditions),
            )
        )
        if other is None:
            break
        current = other
    return tuple(found)


def _wounds(sheet: Datasheet) -> dict[str, int]:
    """Of each kind of model; one that no row names has those of the row whose name begins most alike, else the fewest."""
    rows = {fold(row.name): row.w for row in sheet.stats if isinstance(row.w, int)}
    if not rows:
        return {}
    found: dict[str, int] = {}
    for name in sheet.model_names:
        nearest = max(rows, key=lambda row: (_alike(row, name), -len(row)))
        found[name] = rows[nearest] if _alike(nearest, name) >= 5 else min(rows.values())
    return found


def _alike(one: str, other: str) -> int:
    return next((number for number, (a, b) in enumerate(zip(one, other, strict=False)) if a != b), min(len(one), len(other)))
