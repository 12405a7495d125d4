"""One battle formation of the army's own faction, where it has any."""

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
    yield from away_findings(army, "battle_formation")
    chosen = army.formations_chosen
    for each in chosen:
        if each.standing == "foreign":
            args: dict[str, Any] = {"formation": each.name, "home": each.home, "army": army.faction_name}
            yield Finding(key="foreign", path=each.path, args=args, fixes=(drop_chosen(army, each),))
    if len(chosen) > params.max:
        args = {"count": len(chosen), "max": params.max, "formations": [each.name for each in chosen]}
        fixes = (drop_chosen(army, chosen[-1]),) if len(chosen) == params.max + 1 else ()
        path, excess = chosen[params.max].path, len(chosen) - params.max
        yield Finding(key="several", path=path, args=args, fixes=fixes, about=("battle_formation",), excess=excess)
    if not chosen and army.renown is None and army.faction.battle_formations:
        known = [each.name for each in army.faction.battle_formations if army.allows(each.battlepacks)]
        yield Finding(key="missing", path=("battle_formation",), args={"known": known}, severity="warning")
