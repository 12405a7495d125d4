"""Age of Sigmar, 4th edition."""

from __future__ import annotations

from listbuilder.games.aos.game import RegimentGame
from listbuilder.games.battlescribe import BattleScribe, Profile, Signs

STATS = "move=Move health=Health save=Save control=Control"
WEAPON = "attacks=Atk hit=Hit wound=Wnd rend=Rnd damage=Dmg"
RANGED = f"range=Rng {WEAPON}"


class AgeOfSigmar4e(RegimentGame):
    """The game Age of Sigmar, 4th edition, with the facts that only it has."""

    id = "age-of-sigmar-4e"
    signs = Signs(
        system=("age of sigmar 4.*", "warhammer age of sigmar 4.*"),
        system_id=("e51d-b1a3-75fc-dc3g",),
    )
    forms = ("aos-app", "ros", "rosz", "newrecruit-json")
    battlescribe = BattleScribe(
        id="e51d-b1a3-75fc-dc3g",
        name="Age of Sigmar 4.0",
        cost=("pts", "points"),
        profiles={
            "stats": Profile("Unit", "ff03-376e-972f-8ab2", STATS),
            "ranged": Profile("Ranged Weapon", "1fd-a42f-41d3-fe05", RANGED),
            "melee": Profile("Melee Weapon", "9074-76b6-9e2f-81e3", WEAPON),
        },
        setting_category="Army Composition",
    )
