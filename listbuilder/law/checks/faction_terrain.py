"""At most so many faction terrain features (or sets), of the army's own faction."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from listbuilder.games.regiments.army import RegimentArmy
from listbuilder.law.away import away_findings
from listbuilder.law.params import Count
from listbuilder.law.regiment_fixes import drop_chosen
from listbuilder.model.base import Model
from listbuilder.model.finding import Finding


class Params(Model):
    max: Count


def check(army: RegimentArmy, params: Params) -> Iterator[Finding]:
    yield from away_findings(army, "faction_terrain")
    terrain = army.terrain
    for each in terrain:
        if each.standing == "foreign":
            args: dict[str, Any] = {"terrain": each.name, "home": each.home, "army": army.faction_name}
            yield Finding(key="foreign", path=each.path, args=args, fixes=(drop_chosen(army, each),))
    if len(terrain) > params.max:
        args = {"count": len(terrain), "max": params.max, "terrain": [each.name for each in terrain]}
        fixes = (drop_chosen(army, terrain[-1]),) if len(terrain) == params.max + 1 else ()
        path, excess = terrain[params.max].path, len(terrain) - params.max
        yield Finding(key="several", path=path, args=args, fixes=fixes, about=("faction_terrain",), excess=excess)
