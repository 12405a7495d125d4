"""The names and ids that BattleScribe's catalogues of every edition of the game have in common."""

from __future__ import annotations

from listbuilder.games.battlescribe import BattleScribe, Profile

# Forms of other programs in which a mustered army is written.
FORMS = (
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
_STATS = "movement=M toughness=T save={save} wounds=W leadership=LD objective_control=OC"
_RANGED = "range=Range attacks=A ballistic_skill=BS strength=S armour_penetration=AP damage=D"
_MELEE = "attacks=A weapon_skill=WS strength=S armour_penetration=AP damage=D"


def describe_catalogues(
    system_id: str, name: str, save: str = "SV", more_stats: str = ""
) -> BattleScribe:
    """Return what rosters of an edition call its game system and its profiles.

    `save` is the name of the save among the statistics; `more_stats` are further ones, with our
    word for each.
    """
    stats = " ".join(filter(None, [_STATS.format(save=save), more_stats]))
    return BattleScribe(
        id=system_id,
        name=name,
        cost=("pts", "51b2-306e-1021-d207"),
        profiles={
            "stats": Profile("Unit", "c547-1836-d8a-ff4f", stats),
            "ranged": Profile("Ranged Weapons", "f77d-b953-8fa4-b762", _RANGED, "Ranged Weapon"),
            "melee": Profile("Melee Weapons", "8a40-4aaa-c780-9046", _MELEE, "Melee Weapon"),
        },
        setting_category="Configuration",
        alliances=("Imperium", "Chaos", "Xenos"),
    )
