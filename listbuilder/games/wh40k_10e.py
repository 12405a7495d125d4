"""Warhammer 40,000, 10th edition."""

from __future__ import annotations

from listbuilder.games.battlescribe import BattleScribe, Profile, Signs
from listbuilder.games.wh40k.game import MusterGame

STATS = "movement=M toughness=T save=SV wounds=W leadership=LD objective_control=OC"
RANGED = "range=Range attacks=A ballistic_skill=BS strength=S armour_penetration=AP damage=D"
MELEE = "attacks=A weapon_skill=WS strength=S armour_penetration=AP damage=D"


class Warhammer40k10e(MusterGame):
    """The game Warhammer 40,000, 10th edition, with the facts that only it has."""

    id = "warhammer-40k-10e"
    signs = Signs(system=("warhammer 40,?000 10th.*",))
    forms = (
        "gw",
        "wtc",
        "wtc-compact",
        "atc-2026",
        "nr-simple",
        "ros",
        "rosz",
        "newrecruit-json",
        "rosterizer-json",
    )
    battlescribe = BattleScribe(
        id="sys-352e-adc2-7639-d6a9",
        name="Warhammer 40,000 10th Edition",
        cost=("pts", "51b2-306e-1021-d207"),
        profiles={
            "stats": Profile("Unit", "c547-1836-d8a-ff4f", STATS),
            "ranged": Profile("Ranged Weapons", "f77d-b953-8fa4-b762", RANGED),
            "melee": Profile("Melee Weapons", "8a40-4aaa-c780-9046", MELEE),
        },
        alliances=("Imperium", "Chaos", "Xenos"),
    )
