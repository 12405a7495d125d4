"""A hero is in another hero's regiment only where its profile says as what, and the leader's profile lists that."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from listbuilder.games.regiments.army import RegimentArmy, RegimentUnit
from listbuilder.games.regiments.options import faults_of
from listbuilder.law.regiment_fixes import could_take, leaders_of, ways_out
from listbuilder.model.base import Model
from listbuilder.model.finding import Finding


class Params(Model):
    pass


def check(army: RegimentArmy, params: Params) -> Iterator[Finding]:
    for regiment in army.regiments:
        for fault in faults_of(army, regiment):
            if fault.key == "not_listed" and fault.unit.hero:
                assert regiment.leader is not None
                yield _finding(army, regiment.leader, fault.unit)


def _finding(army: RegimentArmy, leader: RegimentUnit, hero: RegimentUnit) -> Finding:
    profile = hero.profile
    args: dict[str, Any] = {"hero": hero.name, "leader": leader.name}
    others = could_take(army, hero)
    if profile.joins_as:
        key = "not_as"
        args["titles"] = list(profile.joins_as)
    elif profile.joins_leaders or others:
        key = "not_with"
        args["leaders"] = list(profile.joins_leaders) or leaders_of(others)
    else:
        key = "never"
    if others:
        key += "_elsewhere_fits"
        args["heroes"] = leaders_of(others)
    fixes = ways_out(army, hero)
    return Finding(key=key, path=hero.path, args=args, units=(leader.id, hero.id), fixes=fixes, cause="never")
