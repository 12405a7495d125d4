"""Check that a hero joins another's regiment only as its profile and the leader's profile say."""

from __future__ import annotations

from collections.abc import Iterator

from listbuilder.games.aos.army import RegimentArmy, RegimentUnit
from listbuilder.games.aos.options import list_regiment_faults
from listbuilder.model.base import Model
from listbuilder.model.finding import Finding
from listbuilder.model.message_args import MessageArgs
from listbuilder.rules.regiment_fixes import (
    list_leader_names,
    list_regiments_for_unit,
    make_leave_regiment_fixes,
)


class Params(Model):
    pass


def check(army: RegimentArmy, params: Params) -> Iterator[Finding]:
    """Report heroes in a regiment whose leader's profile does not list them as members."""
    for regiment in army.regiments:
        for fault in list_regiment_faults(army, regiment):
            if fault.key == "not_listed" and fault.unit.is_hero:
                assert regiment.leader is not None
                yield _make_finding(army, regiment.leader, fault.unit)


def _make_finding(army: RegimentArmy, leader: RegimentUnit, hero: RegimentUnit) -> Finding:
    """Return the finding that `hero` can't be in the regiment that `leader` leads.

    It names whom the hero could join, if any. The fixes take the hero out of the regiment.
    """
    profile = hero.profile
    args: MessageArgs = {"hero": hero.name, "leader": leader.name}
    others = list_regiments_for_unit(army, hero)
    if profile.joins_as:
        key = "not_as"
        args["titles"] = list(profile.joins_as)
    elif profile.joins_leaders or others:
        key = "not_with"
        args["leaders"] = list(profile.joins_leaders) or list_leader_names(others)
    else:
        key = "never"
    if others:
        key += "_elsewhere_fits"
        args["heroes"] = list_leader_names(others)
    fixes = make_leave_regiment_fixes(army, hero)
    return Finding(
        key=key, path=hero.path, args=args, units=(leader.id, hero.id), fixes=fixes, cause="never"
    )
