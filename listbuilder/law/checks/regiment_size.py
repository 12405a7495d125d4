"""How many units stand beside a regiment's hero."""

from __future__ import annotations

from collections.abc import Iterator

from listbuilder.games.regiments.army import RegimentArmy
from listbuilder.law.regiment_fixes import Places, taken, ways_out
from listbuilder.model.finding import Finding


class Params(Places):
    pass


def check(army: RegimentArmy, params: Params) -> Iterator[Finding]:
    for regiment in army.regiments:
        count, limit = taken(regiment), params.of(regiment)
        if count <= limit or regiment.leader is None:
            continue
        seated = [unit for unit in regiment.members if unit.profile.uses_slot]
        args = {"hero": regiment.leader.name, "count": count, "max": limit, "general": params.max_of_general}
        key = "too_many" if limit == params.max_of_general else "too_many_without_general"
        fixes = ways_out(army, seated[-1]) if count == limit + 1 else ()
        units = tuple(unit.id for unit in regiment.units)
        yield Finding(
            key=key,
            path=seated[limit].path,
            args=args,
            units=units,
            fixes=fixes,
            about=regiment.path,
            cause="too_many",
            excess=count - limit,
        )
