"""Each regiment is led by one hero of the faction who may lead."""

from __future__ import annotations

from collections.abc import Iterator

from listbuilder.games.regiments.army import Regiment, RegimentArmy, RegimentUnit
from listbuilder.model.base import Model
from listbuilder.model.edit import Edit, Step, remove
from listbuilder.model.finding import Finding, Fix


class Params(Model):
    pass


def check(army: RegimentArmy, params: Params) -> Iterator[Finding]:
    for regiment in army.regiments:
        leader = regiment.leader
        args = {"number": regiment.place + 1}
        units = tuple(unit.id for unit in regiment.units)
        if leader is None:
            yield Finding(key="missing", path=regiment.path, args=args, units=units, fixes=_without(regiment))
        elif leader.standing == "foreign":
            continue  # that it is of another faction is said elsewhere
        elif not leader.hero:
            yield _finding("no_hero", regiment, leader)
        elif not leader.profile.can_lead:
            yield _finding("never_leads", regiment, leader)


def _finding(key: str, regiment: Regiment, leader: RegimentUnit) -> Finding:
    args = {"unit": leader.name, "number": regiment.place + 1}
    return Finding(key=key, path=leader.path, args=args, units=(leader.id,), fixes=_instead(regiment, leader))


def _able(regiment: Regiment) -> RegimentUnit | None:
    """A member who could lead it instead."""
    heroes = (unit for unit in regiment.members if unit.hero and unit.profile.can_lead and unit.standing == "own")
    return next(heroes, None)


def _without(regiment: Regiment) -> tuple[Fix, ...]:
    if not regiment.members:
        return (Fix(key="drop_empty", args={"number": regiment.place + 1}, edit=remove(*regiment.path)),)
    hero = _able(regiment)
    if hero is None:
        return ()
    steps = (Step("remove", hero.path), Step("set", (*regiment.path, "hero"), hero.entry))
    return (Fix(key="let_lead", args={"unit": hero.name, "number": regiment.place + 1}, edit=Edit(steps)),)


def _instead(regiment: Regiment, leader: RegimentUnit) -> tuple[Fix, ...]:
    """The hero and the unit in the hero's place change places."""
    hero = _able(regiment)
    if hero is None:
        return ()
    steps = (Step("set", hero.path, leader.entry), Step("set", leader.path, hero.entry))
    return (Fix(key="let_lead", args={"unit": hero.name, "number": regiment.place + 1}, edit=Edit(steps)),)
