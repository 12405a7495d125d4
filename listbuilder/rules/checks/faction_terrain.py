"""Check that there are few enough faction terrain features (or sets), of the army's own faction."""

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
    """The most faction terrain features in an army."""

    max: Count


def check(army: RegimentArmy, params: Params) -> Iterator[Finding]:
    """Report faction terrain not available or of another faction, and too many features."""
    yield from report_unavailable(army, "faction_terrain")
    terrain = army.terrain
    for feature in terrain:
        if feature.standing == "foreign":
            args: MessageArgs = {
                "terrain": feature.name,
                "home": feature.home,
                "army": army.faction_name,
            }
            yield Finding(
                key="foreign",
                path=feature.path,
                args=args,
                fixes=(drop_army_choice(army, feature),),
            )
    if len(terrain) > params.max:
        args = {
            "count": len(terrain),
            "max": params.max,
            "terrain": [feature.name for feature in terrain],
        }
        fixes = (drop_army_choice(army, terrain[-1]),) if len(terrain) == params.max + 1 else ()
        path, excess = terrain[params.max].path, len(terrain) - params.max
        yield Finding(
            key="several",
            path=path,
            args=args,
            fixes=fixes,
            about=("faction_terrain",),
            excess=excess,
        )
