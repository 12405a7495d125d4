"""Check how many units a regiment's hero leads."""

from __future__ import annotations

from collections.abc import Iterator

from listbuilder.games.aos.army import RegimentArmy
from listbuilder.model.finding import Finding
from listbuilder.rules.regiment_fixes import Places, count_places_taken, make_leave_regiment_fixes


class Params(Places):
    """The most units that a regiment's hero leads."""


def check(army: RegimentArmy, params: Params) -> Iterator[Finding]:
    """Report regiments with more units than their hero may lead.

    If there is one unit too many, the fixes take the last one out. Regiments without a hero are
    left to another rule.
    """
    for regiment in army.regiments:
        count, limit = count_places_taken(regiment), params.get_limit(regiment)
        if count <= limit or regiment.leader is None:
            continue
        counting = [unit for unit in regiment.members if unit.profile.uses_slot]
        args = {
            "hero": regiment.leader.name,
            "count": count,
            "max": limit,
            "general": params.max_of_general,
        }
        key = "too_many" if limit == params.max_of_general else "too_many_without_general"
        fixes = make_leave_regiment_fixes(army, counting[-1]) if count == limit + 1 else ()
        units = tuple(unit.id for unit in regiment.units)
        yield Finding(
            key=key,
            path=counting[limit].path,
            args=args,
            units=units,
            fixes=fixes,
            about=regiment.path,
            cause="too_many",
            excess=count - limit,
        )
