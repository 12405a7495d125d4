"""The roles of mustered units in deployment, and what their roster declares of it.

Deployment is who joins whom, rides in what and waits in reserve.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
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
    """Give every unit its role, and the army its formations if the roster declares some.

    `given` is what the roster declares, None for nothing. Problems are added to `problems`. What
    the declarations say of a unit that could not be read, or may not be split, is left alone.
    """
    give_roles(army, army.muster_units, shelf)
    if given is None:
        return
    read = {unit.path[1] for unit in army.units}
    unread = {
        entry.id or entry.datasheet.rpartition("/")[2]
        for place, entry in enumerate(roster.units)
        if place not in read
    }
    listed = given.get(KEY) or ()
    split_units(army, read_splits(army.units, listed, document, problems), given["attached"])
    whole = [
        split.unit for split in army.splits if split.unit.id not in army.halves and not split.again
    ]
    unread |= {
        part for unit in whole for part in make_half_ids(unit)
    }  # the law says that it cannot be split
    declared_blocks = {
        **given,
        KEY: (),
        "attached": replace_with_first_parts(given["attached"], army.halves),
    }
    read_declarations(
        army, declared_blocks, document, problems, unread, roster.ATTACHED, army.halves
    )
    assert army.declarations is not None
    army.declarations.lengths[KEY] = len(listed)
    for split in army.splits:
        army.declarations.split.setdefault(split.unit.id, split.path)
    add_whole_mentions(army.mentions, army.splits, army.halves)
    add_unsplit_mentions(army, whole, declared_blocks, roster.ATTACHED)
    army.declarations.declared = roster.has_formations()
    army.declarations.attached_unknown = given["attached"] is None
    choices = [
        detachment.choose_keyword for detachment in army.detachments if detachment.choose_keyword
    ]
    if choices:
        army.declarations.leader_must_share = tuple(
            word for choice in choices if choice.leader_must_share for word in choice.of
        )
        army.declarations.transport_must_share = tuple(
            word for choice in choices if choice.transport_must_share for word in choice.of
        )


def give_roles(army: Muster, units: Iterable[MusterUnit], shelf: Shelf) -> None:
    """Set the role of these units: what their datasheets and the army let them do in deployment."""
    uncounted = any(detachment.reserves_not_counted for detachment in army.detachments)
    for unit in units:
        home = shelf.load_faction(unit.home)
        assert home is not None, "its datasheet is from there"
        role = home.roles.get(unit.datasheet.id) or get_role(unit.datasheet, home, shelf)
        unit.role = (
            _extend_role_for_army(role, unit, army) if uncounted or unit.enhancements else role
        )


def get_role(sheet: Datasheet, home: FactionData, shelf: Shelf) -> Role:
    """Return the role of the datasheet, made when first asked for and kept with the faction."""
    if sheet.id not in home.roles:
        parent = shelf.load_faction(home.head.parent) if home.head.parent else None
        home.roles[sheet.id] = _make_role(sheet, [home, *([parent] if parent else [])])
    return home.roles[sheet.id]


def _extend_role_for_army(role: Role, unit: MusterUnit, army: Muster) -> Role:
    """Return the role with what the unit's enhancements and the army's detachments add to it.

    They add units it may be attached to, and whether it counts against the limit of reserves.
    """
    leads = [name for enhancement in unit.enhancements for name in enhancement.leader_to]
    supports = [name for enhancement in unit.enhancements for name in enhancement.support_to]
    exemptions = [
        detachment.reserves_not_counted
        for detachment in army.detachments
        if detachment.reserves_not_counted
    ]
    uncounted = role.uncounted
    if any(enhancement.reserves_not_counted for enhancement in unit.enhancements) or any(
        has_all_tags(unit.tags, exemption.keywords) for exemption in exemptions
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


def _make_role(sheet: Datasheet, places: list[FactionData]) -> Role:
    """Return the role that the datasheet gives its units.

    `places` are its faction and the parent of that.
    """
    lines = [line for composition in sheet.alternatives for line in composition]
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
        slots={
            fold(line.name): line.transport_slots for line in lines if line.transport_slots != 1
        },
        wounds=_map_wounds(sheet),
        shown=(*sheet.leads, *sheet.supports),
    )


def _strip_ability_value(ability: str) -> str:
    """Return an ability without its value, folded: `Scouts 6"` as `scouts`."""
    return " ".join(
        word for word in fold(ability).split() if not any(letter.isdigit() for letter in word)
    )


def _list_led_as(sheet: Datasheet, places: list[FactionData]) -> tuple[LedAs, ...]:
    """Return the other datasheets whose leaders may lead this one.

    The next follows if such a datasheet says the same of another in turn.
    """
    found: list[LedAs] = []
    conditions: list[LeaderAs] = []
    current = sheet
    while current.leader_as and all(
        condition.unit != current.leader_as.unit for condition in conditions
    ):
        conditions.append(current.leader_as)
        adopted = next(
            (
                named_sheet
                for place in places
                if (named_sheet := place.find_datasheet_by_name(conditions[-1].unit))
            ),
            None,
        )
        found.append(
            LedAs(
                called=fold(conditions[-1].unit),
                tags=adopted.tags if adopted else frozenset(),
                led_by=adopted.led_by if adopted else (),
                conditions=tuple(conditions),
            )
        )
        if adopted is None:
            break
        current = adopted
    return tuple(found)


def _map_wounds(sheet: Datasheet) -> dict[str, int]:
    """Return the wounds of each kind of model.

    One that no row of statistics names has those of the row whose name begins most alike, else the
    fewest.
    """
    rows = {fold(row.name): row.w for row in sheet.stats if isinstance(row.w, int)}
    if not rows:
        return {}
    found: dict[str, int] = {}
    for name in sheet.model_names:
        nearest = max(rows, key=lambda row: (_count_common_letters(row, name), -len(row)))
        found[name] = (
            rows[nearest] if _count_common_letters(nearest, name) >= 5 else min(rows.values())
        )
    return found


def _count_common_letters(first_text: str, second_text: str) -> int:
    """Return how many letters the two texts have in common at their beginning."""
    return next(
        (
            number
            for number, (a, b) in enumerate(zip(first_text, second_text, strict=False))
            if a != b
        ),
        min(len(first_text), len(second_text)),
    )
