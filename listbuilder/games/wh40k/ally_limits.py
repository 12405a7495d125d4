"""The limits on units of one name that a rule lets in from another faction.

They are set on the units, so that no second rule speaks of the same too many.
"""

from __future__ import annotations

from collections.abc import Sequence

from listbuilder.games.wh40k.army import Muster, MusterUnit
from listbuilder.games.wh40k.faction import AsAllies
from listbuilder.matching.requirements import has_all_tags, has_any_tag
from listbuilder.model.base import fold


def set_ally_limits(army: Muster) -> None:
    """Set `guest_max`, the limit on units of a name, for every ally in the army.

    On a past date for which the ally's rule is not known, nothing is set: what is found by the rule
    is then only a warning, so the other rules report such limits too.
    """
    for unit in army.muster_units:
        if isinstance(unit.rule, AsAllies) and (
            not army.past_day or unit.rule.is_known_on(army.priced_on)
        ):
            unit.guest_max = get_ally_limit(army, unit, unit.rule)


def count_free_slots(units: Sequence[MusterUnit]) -> dict[tuple[str, str], int]:
    """Return how many units take no ally slot, by (folded name, kind of slot).

    By a datasheet's own rule, each unit of one kind lets one unit of another kind take no slot.
    """
    free: dict[tuple[str, str], int] = {}
    for rule in {unit.datasheet.army.free_slot for unit in units if unit.datasheet.army.free_slot}:
        givers = sum(has_all_tags(unit.tags, rule.per_keyword) for unit in units)
        free[(fold(rule.unit), rule.slot)] = givers
    return free


def get_slot(rule: AsAllies, unit: MusterUnit) -> str | None:
    """Return the kind of slot that the unit takes up by the allies' rule, or None."""
    for slot in rule.slots:
        if unit.has_keyword(slot):
            return slot
    return None


def get_ally_limit(army: Muster, unit: MusterUnit, rule: AsAllies) -> int | None:
    """Return the largest number of such units the allies' rule allows, whatever they cost.

    None if the rule has no such limit, or if the limit depends on a battle size that is unknown.
    """
    for kind in rule.one_of:
        if has_all_tags(unit.tags, kind.keywords):
            return kind.max
    slot = get_slot(rule, unit)
    if slot is None or army.size is None or has_any_tag(unit.tags, rule.unlimited_keywords):
        return None
    allies = [ally for ally in army.muster_units if ally.rule is rule]
    free = count_free_slots(allies).get((fold(unit.name), slot), 0)
    return rule.slots[slot].get(army.size.id, 0) + free
