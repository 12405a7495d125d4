"""The games in which an army is one Combat Patrol, with one of two enhancements."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

from listbuilder.data.library import DataFileKind, Library
from listbuilder.games.boxed.game import BoxGame
from listbuilder.games.game import Reading
from listbuilder.model.army import Army
from listbuilder.model.card import Card
from listbuilder.model.problem import Problem
from listbuilder.yamlio.convert import convert_document
from listbuilder.yamlio.reader import YamlDocument

if TYPE_CHECKING:
    from listbuilder.games.boxed.comparable_unit import BoxContents
    from listbuilder.games.boxed.patrol import Patrol, Sources
    from listbuilder.games.boxed.roster import PatrolMissionRoster, PatrolRoster
    from listbuilder.games.common.editor import Editor
    from listbuilder.games.common.reference_aids import AidLine


class PatrolGame(BoxGame["Patrol"]):
    """A game in which an army is one Combat Patrol."""

    box_key = "patrol"

    @property
    def roster(self) -> type[PatrolRoster | PatrolMissionRoster]:
        """The model of the roster file."""
        from listbuilder.games.boxed.roster import PatrolRoster

        return PatrolRoster

    @property
    def box_kind(self) -> DataFileKind[Patrol]:
        """The kind of data file of a Combat Patrol."""
        from listbuilder.games.boxed.catalog import PATROL

        return PATROL

    def make_contents(self, box: Patrol, sources: Sources) -> BoxContents:
        """Return the units of a Combat Patrol in the form in which boxes are compared."""
        from listbuilder.games.boxed.comparable_unit import make_patrol_contents

        return make_patrol_contents(box, sources)

    def read_roster(
        self, document: YamlDocument, library: Library, as_of: str | None = None
    ) -> Reading:
        """Return the roster in `document` as an army. Raises Unreadable if its box is unknown.

        `as_of` is ignored: boxes have no history.
        """
        from listbuilder.games.boxed.resolve_patrol import PatrolReader

        roster = convert_document(document, self.roster, self.roster_schema)
        return PatrolReader(document, roster, self.shelf(library)).read_army()

    def make_starting_lines(self, box: Patrol) -> list[str]:
        """Return the lines of a new roster after its header: enhancement and choices.

        The enhancement is the default one, or the first if the box has no default.
        """
        from listbuilder.games.boxed import show

        ids = [enhancement.id for enhancement in box.enhancements]
        ids.sort(key=lambda enhancement_id: not box.enhancement_by_id[enhancement_id].default)
        return [show.make_pick_line("enhancement", ids), *show.make_choice_lines(box)]

    def list_aids(self, army: Army) -> list[AidLine]:
        """Return the lines of reference that players need before the battle.

        Besides those of every game, these are the secondary objectives, the stratagems, what a
        fully painted army scores, and the starting strengths.
        """
        from listbuilder.games.boxed import show
        from listbuilder.games.common import reference_aids

        own = show.yield_box_aids(army)
        return [
            *reference_aids.list_aids(army),
            *own,
            *reference_aids.make_battle_ready_aid(army, army.battle_ready),
            *reference_aids.list_starting_strengths(army),
        ]

    def make_cards(self, army: Army) -> list[Card]:
        """Return a card for each different datasheet in the army."""
        from listbuilder.games.boxed import cards

        return cards.make_patrol_cards(army)

    def check_consistency(
        self, file: Path, document: YamlDocument, model: object, library: Library
    ) -> Iterator[Problem]:
        """Yield the problems of a box's file that its schema can't detect.

        Nothing is yielded for other files.
        """
        from listbuilder.games.boxed import check_data
        from listbuilder.games.boxed.patrol import Patrol

        if isinstance(model, Patrol):
            yield from check_data.check_patrol(document, model, self.shelf(library).load_sources())

    def make_editor(self, library: Library) -> Editor:
        """Return the editor, which knows what a player can change in a roster of this game."""
        from listbuilder.games.boxed.editor import PatrolEditor

        return PatrolEditor(self, library)
