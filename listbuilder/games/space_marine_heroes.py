"""Space Marine Heroes."""

from __future__ import annotations

from listbuilder.games.heroes.game import HeroGame


class SpaceMarineHeroes(HeroGame):
    """The game Space Marine Heroes."""

    id = "space-marine-heroes"
