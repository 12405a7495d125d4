"""Combat Patrol."""

from __future__ import annotations

from listbuilder.games.boxed.patrol_game import PatrolGame


class CombatPatrol(PatrolGame):
    """The game Combat Patrol."""

    id = "combat-patrol"
