"""Check that each regiment is led by one hero of the faction who may lead."""

from __future__ import annotations

from collections.abc import Iterator

from listbuilder.games.aos.army import Regiment, RegimentArmy, RegimentUnit
from listbuilder.model.base import Model
from listbuilder.model.edit import Edit, Step, make_remove_edit
from listbuilder.model.finding import Finding, Fix


class Params(Model):
    pass


def check(army: RegimentArmy, params: Params) -> Iterator[Finding]:
    """Report regiments without a hero, or with a leader who is no hero or never leads.

    A leader of another faction is left to the rule on factions.
    """
    for regiment in army.regiments:
        leader = regiment.leader
        args = {"number": regiment.place + 1}
        units = tuple(unit.id for unit in regiment.units)
        if leader is None:
            yield Finding(
                key="missing",
                path=regiment.path,
                args=args,
                units=units,
                fixes=_make_missing_hero_fixes(regiment),
            )
        elif leader.standing == "foreign":
            continue  # the rule on that reports it
        elif not leader.is_hero:
            yield _make_finding("no_hero", regiment, leader)
        elif not leader.profile.can_lead:
            yield _make_finding("never_leads", regiment, leader)


def _make_finding(key: str, regiment: Regiment, leader: RegimentUnit) -> Finding:
    """Return the finding, with the given `key`, that `leader` can't lead the regiment.

    The fix lets an able member lead instead.
    """
    args = {"unit": leader.name, "number": regiment.place + 1}
    return Finding(
        key=key,
        path=leader.path,
        args=args,
        units=(leader.id,),
        fixes=_make_swap_fixes(regiment, leader),
    )


def _find_able_member(regiment: Regiment) -> RegimentUnit | None:
    """Return the first member of the regiment who could lead it instead, or None."""
    heroes = (
        unit
        for unit in regiment.members
        if unit.is_hero and unit.profile.can_lead and unit.standing == "own"
    )
    return next(heroes, None)


def _make_missing_hero_fixes(regiment: Regiment) -> tuple[Fix, ...]:
    """Return the fix for a regiment without a hero.

    It removes an empty regiment, or lets an able member lead. Empty if no member can lead.
    """
    number = regiment.place + 1
    if not regiment.members:
        edit = make_remove_edit(*regiment.path)
        return (Fix(key="drop_empty", args={"number": number}, edit=edit),)
    hero = _find_able_member(regiment)
    if hero is None:
        return ()
    steps = (Step("remove", hero.path), Step("set", (*regiment.path, "hero"), hero.entry))
    args = {"unit": hero.name, "number": number}
    return (Fix(key="let_lead", args=args, edit=Edit(steps)),)


def _make_swap_fixes(regiment: Regiment, leader: RegimentUnit) -> tuple[Fix, ...]:
    """Return the fix that swaps `leader` with a member of the regiment who can lead it.

    Empty if no member can.
    """
    hero = _find_able_member(regiment)
    if hero is None:
        return ()
    steps = (Step("set", hero.path, leader.entry), Step("set", leader.path, hero.entry))
    args = {"unit": hero.name, "number": regiment.place + 1}
    return (Fix(key="let_lead", args=args, edit=Edit(steps)),)
