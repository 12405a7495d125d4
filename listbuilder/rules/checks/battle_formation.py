"""Check that there is one battle formation of the army's own faction, where it has any."""

from __future__ import annotations

from collections.abc import Iterator

from listbuilder.games.aos.army import RegimentArmy
from listbuilder.model.base import Model
from listbuilder.model.finding import Finding
from listbuilder.model.message_args import MessageArgs
from listbuilder.rules.params import Count
from listbuilder.rules.regiment_fixes import drop_army_choice
from listbuilder.rules.unavailable import report_unavailable


class Params(Model):
    """The most battle formations in an army."""

    max: Count


def check(army: RegimentArmy, params: Params) -> Iterator[Finding]:
    """Report a battle formation that was not available or is of another faction, and too many.

    Having none is a warning, if the faction has formations and the army is not an army of renown.
    """
    yield from report_unavailable(army, "battle_formation")
    chosen = army.formations_chosen
    for formation in chosen:
        if formation.standing == "foreign":
            args: MessageArgs = {
                "formation": formation.name,
                "home": formation.home,
                "army": army.faction_name,
            }
            yield Finding(
                key="foreign",
                path=formation.path,
                args=args,
                fixes=(drop_army_choice(army, formation),),
            )
    if len(chosen) > params.max:
        args = {
            "count": len(chosen),
            "max": params.max,
            "formations": [formation.name for formation in chosen],
        }
        fixes = (drop_army_choice(army, chosen[-1]),) if len(chosen) == params.max + 1 else ()
        path, excess = chosen[params.max].path, len(chosen) - params.max
        yield Finding(
            key="several",
            path=path,
            args=args,
            fixes=fixes,
            about=("battle_formation",),
            excess=excess,
        )
    if not chosen and army.renown is None and army.faction.battle_formations:
        known = [
            formation.name
            for formation in army.faction.battle_formations
            if army.is_for_season(formation.battlepacks)
        ]
        yield Finding(
            key="missing", path=("battle_formation",), args={"known": known}, severity="warning"
        )
