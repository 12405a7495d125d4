"""Edits on armies of regiments that more than one check offers. Their labels stand in fixes.yaml."""

from __future__ import annotations

from collections.abc import Sequence

import msgspec

from listbuilder.games.regiments.army import Borne, Chosen, Regiment, RegimentArmy, RegimentUnit
from listbuilder.games.regiments.options import admitted
from listbuilder.law.fixes import drop_thing, drop_unit
from listbuilder.law.params import Count
from listbuilder.model.base import Model, Path
from listbuilder.model.bounds import MAX_ASKED
from listbuilder.model.edit import Edit, Step
from listbuilder.model.finding import Fix, Later


class Places(Model):
    """How many units may stand beside a regiment's hero: `max`, and `max_of_general` where the general is."""

    max: Count
    max_of_general: Count

    def of(self, regiment: Regiment) -> int:
        return self.max_of_general if regiment.generals else self.max


def places(army: RegimentArmy) -> Places | None:
    """As the law of the army says."""
    found = (rule.params for rule in army.book.rules if rule.check == "regiment_size" and rule.on)
    return next((msgspec.convert(params, Places) for params in found), None)


def taken(regiment: Regiment) -> int:
    """The places in use: heroes who joined take one, units that ride along take none."""
    return sum(unit.profile.uses_slot for unit in regiment.members)


def could_take(army: RegimentArmy, unit: RegimentUnit) -> list[Regiment]:
    """The army's other regiments in which the unit would be right, of the first few."""
    limit = places(army)
    return [
        regiment
        for regiment in army.regiments[:MAX_ASKED]
        if regiment.place != unit.regiment
        and regiment.leader is not None
        and (limit is None or taken(regiment) + unit.profile.uses_slot <= limit.of(regiment))
        and admitted(regiment.leader, regiment.members, unit, army.faction.regiment_limits)
    ]


def leaders_of(regiments: Sequence[Regiment]) -> list[str]:
    return [regiment.leader.name for regiment in regiments if regiment.leader]


def ways_out(army: RegimentArmy, unit: RegimentUnit) -> Later:
    """Out of the regiment it is in: into another that can take it, else beside them all; or out of the army."""
    return Later(lambda: _ways_out(army, unit))


def _ways_out(army: RegimentArmy, unit: RegimentUnit) -> tuple[Fix, ...]:
    fixes = []
    others = could_take(army, unit)
    if others:
        fixes.append(move(unit, others[0]))
    elif not (unit.profile.cannot_be_auxiliary or unit.profile.only_in_regiment_of):
        fixes.append(make_auxiliary(army, unit))
    if unit.removal:
        fixes.append(drop_unit(army, unit))
    return tuple(fixes)


def move(unit: RegimentUnit, to: Regiment) -> Fix:
    assert to.leader is not None
    target: Path = (*to.path, "units")
    steps = (Step("remove", unit.path), _put_in(unit, target, len(to.members), to.listed))
    return Fix(key="move_to_regiment", args={"unit": unit.name, "hero": to.leader.name}, edit=Edit(steps))


def make_auxiliary(army: RegimentArmy, unit: RegimentUnit) -> Fix:
    assert unit.removal is not None
    into = _put_in(unit, ("auxiliary",), len(army.auxiliaries), army.auxiliaries_listed)
    return Fix(key="make_auxiliary", args={"unit": unit.name}, edit=Edit((Step("remove", unit.removal), into)))


def _put_in(unit: RegimentUnit, target: Path, place: int, listed: bool) -> Step:
    if listed:
        return Step("insert", (*target, place), unit.entry)
    return Step("set", target, [unit.entry])


def drop_borne(unit: RegimentUnit, borne: Borne) -> Fix:
    """Takes an enhancement from its bearer; with the last one the key goes too."""
    path: Path = (*unit.path, "enhancements") if len(unit.borne) == 1 else borne.path
    args = {"unit": unit.name, "enhancement": borne.enhancement.name, "points": borne.points}
    key = "drop_enhancement" if borne.points else "drop_free_enhancement"
    return Fix(key=key, args=args, edit=Edit((Step("remove", path),)))


def drop_chosen(army: RegimentArmy, chosen: Chosen) -> Fix:
    return drop_thing(chosen.name, chosen.path, sum(extra.points for extra in army.extras if extra.path == chosen.path))
