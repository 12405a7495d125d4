"""How many units of one name a rule lets in from another faction, so that no second rule speaks of the same too many."""

from __future__ import annotations

from collections.abc import Sequence

from listbuilder.games.muster.army import Muster, MusterUnit
from listbuilder.games.muster.faction import AsAllies
from listbuilder.games.shared.match import matches_all, matches_any
from listbuilder.model.base import fold


def bound_guests(army: Muster) -> None:
    """Fill guest_max of every unit that is of a kind of which so many are let in.

    On a past day of which the rule isn't known, its findings are only warnings, so the other rules speak as well.
    """
    for unit in army.muster_units:
        if isinstance(unit.rule, AsAllies) and (not army.past_day or unit.rule.known_on(army.priced_on)):
            unit.guest_max = most_of(army, unit, unit.rule)


def free_places(units: Sequence[MusterUnit]) -> dict[tuple[str, str], int]:
    """For each unit of one kind, one of another takes no place: how many, by name and kind of place."""
    free: dict[tuple[str, str], int] = {}
    for rule in {unit.datasheet.army.free_slot for unit in units if unit.datasheet.army.free_slot}:
        givers = sum(matches_all(unit.tags, rule.per_keyword) for unit in units)
        free[(fold(rule.unit), rule.slot)] = givers
    return free


def place_of(rule: AsAllies, unit: MusterUnit) -> str | None:
    """The kind of place that it takes."""
    return next((slot for slot in rule.slots if unit.has(slot)), None)


def most_of(army: Muster, unit: MusterUnit, rule: AsAllies) -> int | None:
    """How many of its kind the rule lets in, as far as that does not depend on points."""
    kind = next((kind for kind in rule.one_of if matches_all(unit.tags, kind.keywords)), None)
    if kind is not None:
        return kind.max
    slot = place_of(rule, unit)
    if slot is None or army.size is None or matches_any(unit.tags, rule.unlimited_keywords):
        return None
    guests = [each for each in army.muster_units if each.rule is rule]
    return rule.slots[slot].get(army.size.id, 0) + free_places(guests).get((fold(unit.name), slot), 0)
