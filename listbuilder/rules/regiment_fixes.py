"""Fixes for armies of regiments that more than one check offers. Their labels are in fixes.yaml."""

from __future__ import annotations

from collections.abc import Sequence

import msgspec

from listbuilder.games.aos.army import (
    ArmyChoice,
    BorneEnhancement,
    Regiment,
    RegimentArmy,
    RegimentUnit,
)
from listbuilder.games.aos.options import can_join
from listbuilder.model.base import Model, Path
from listbuilder.model.edit import Edit, Step
from listbuilder.model.finding import Fix, LazyFixes
from listbuilder.model.limits import MAX_ASKED
from listbuilder.rules.fixes import drop_entry, drop_unit
from listbuilder.rules.params import Count


class Places(Model):
    """The number of units that a regiment's hero may lead.

    It is `max`, and `max_of_general` in the general's regiment.
    """

    max: Count
    max_of_general: Count

    def get_limit(self, regiment: Regiment) -> int:
        """Return the number of units that the hero of `regiment` may lead.

        That is `max`, or `max_of_general` if the regiment has the general.
        """
        return self.max_of_general if regiment.has_general else self.max


def find_places(army: RegimentArmy) -> Places | None:
    """Return the army's limits on the size of a regiment, or None if no rule in use sets them."""
    for rule in army.book.rules:
        if rule.check == "regiment_size" and rule.on:
            return msgspec.convert(rule.params, Places)
    return None


def count_places_taken(regiment: Regiment) -> int:
    """Return how many of a regiment's places are taken by its units.

    A hero who joined takes a place. A unit that may be included without counting (`uses_slot` is
    False) takes none.
    """
    return sum(unit.profile.uses_slot for unit in regiment.members)


def list_regiments_for_unit(army: RegimentArmy, unit: RegimentUnit) -> list[Regiment]:
    """Return the army's other regiments that have a place for `unit` and may include it.

    Only the first regiments of the army (`MAX_ASKED`) are looked at.
    """
    limit = find_places(army)
    able = []
    for regiment in army.regiments[:MAX_ASKED]:
        if regiment.place == unit.regiment or regiment.leader is None:
            continue
        places = count_places_taken(regiment) + unit.profile.uses_slot
        if limit is not None and places > limit.get_limit(regiment):
            continue
        if can_join(regiment.leader, regiment.members, unit, army.faction.regiment_limits):
            able.append(regiment)
    return able


def list_leader_names(regiments: Sequence[Regiment]) -> list[str]:
    """Return the names of the heroes who lead `regiments`.

    Regiments without a hero are skipped.
    """
    return [regiment.leader.name for regiment in regiments if regiment.leader]


def make_leave_regiment_fixes(army: RegimentArmy, unit: RegimentUnit) -> LazyFixes:
    """Return the fixes that take `unit` out of its regiment, found when first looked at.

    The unit moves to another regiment that can take it, or becomes an auxiliary unit if none can. A
    further fix removes it from the army, if it can be removed alone.
    """
    return LazyFixes(lambda: _find_leave_regiment_fixes(army, unit))


def _find_leave_regiment_fixes(army: RegimentArmy, unit: RegimentUnit) -> tuple[Fix, ...]:
    """Return the fixes that take a unit out of its regiment.

    The unit moves to another regiment, or becomes auxiliary if none takes it; and it is removed, if
    it can be removed alone.
    """
    fixes = []
    others = list_regiments_for_unit(army, unit)
    if others:
        fixes.append(move_to_regiment(unit, others[0]))
    elif not (unit.profile.cannot_be_auxiliary or unit.profile.only_in_regiment_of):
        fixes.append(make_auxiliary(army, unit))
    if unit.removal:
        fixes.append(drop_unit(army, unit))
    return tuple(fixes)


def move_to_regiment(unit: RegimentUnit, regiment: Regiment) -> Fix:
    """Return the fix that moves `unit` to the end of another regiment, which must have a hero."""
    assert regiment.leader is not None
    target: Path = (*regiment.path, "units")
    steps = (
        Step("remove", unit.path),
        _make_insert_step(unit, target, len(regiment.members), regiment.listed),
    )
    return Fix(
        key="move_to_regiment",
        args={"unit": unit.name, "hero": regiment.leader.name},
        edit=Edit(steps),
    )


def make_auxiliary(army: RegimentArmy, unit: RegimentUnit) -> Fix:
    """Return the fix that takes `unit` out of its regiment and makes it an auxiliary unit."""
    assert unit.removal is not None
    into = _make_insert_step(unit, ("auxiliary",), len(army.auxiliaries), army.auxiliaries_listed)
    return Fix(
        key="make_auxiliary",
        args={"unit": unit.name},
        edit=Edit((Step("remove", unit.removal), into)),
    )


def _make_insert_step(unit: RegimentUnit, target: Path, place: int, listed: bool) -> Step:
    """Return the step that puts `unit` into the list at the path `target`, at index `place`.

    `listed` says whether the roster has that list. If not, the step makes the list with the unit
    alone.
    """
    if listed:
        return Step("insert", (*target, place), unit.entry)
    return Step("set", target, [unit.entry])


def drop_borne_enhancement(unit: RegimentUnit, borne: BorneEnhancement) -> Fix:
    """Return the fix that takes the enhancement `borne` away from `unit`.

    If it is the unit's only one, the key `enhancements` is removed too.
    """
    path: Path = (*unit.path, "enhancements") if len(unit.borne) == 1 else borne.path
    args = {"unit": unit.name, "enhancement": borne.enhancement.name, "points": borne.points}
    key = "drop_enhancement" if borne.points else "drop_free_enhancement"
    return Fix(key=key, args=args, edit=Edit((Step("remove", path),)))


def drop_army_choice(army: RegimentArmy, chosen: ArmyChoice) -> Fix:
    """Return the fix that removes `chosen`, a choice for the whole army such as a lore.

    Its label names the points that the choice costs, if any.
    """
    points = sum(extra.points for extra in army.extras if extra.path == chosen.path)
    return drop_entry(chosen.name, chosen.path, points)
