"""Combat Patrol, 11th edition."""

from __future__ import annotations

from typing import TYPE_CHECKING

from listbuilder.games.boxed.patrol_game import PatrolGame

if TYPE_CHECKING:
    from listbuilder.data.library import Library
    from listbuilder.games.boxed.roster import PatrolMissionRoster
    from listbuilder.games.common.editor import Editor


class CombatPatrol11e(PatrolGame):
    """The game Combat Patrol, 11th edition, in which every patrol has a mission of its own."""

    id = "combat-patrol-11e"

    @property
    def roster(self) -> type[PatrolMissionRoster]:
        """The model of this game's roster file: one without a mission."""
        from listbuilder.games.boxed.roster import PatrolMissionRoster

        return PatrolMissionRoster

    def make_editor(self, library: Library) -> Editor:
        """Return the editor, which knows what a player can change in a roster of this game."""
        from listbuilder.games.boxed.editor import PatrolMissionEditor

        return PatrolMissionEditor(self, library)
