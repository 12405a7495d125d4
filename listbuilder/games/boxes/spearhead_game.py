"""The games in which an army is one Spearhead, with a regiment ability and an enhancement."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any

from listbuilder.games.base import Reading
from listbuilder.games.boxes.game import BoxGame
from listbuilder.games.words import WARSCROLLS
from listbuilder.model.army import Army
from listbuilder.model.card import Card
from listbuilder.model.problem import Problem
from listbuilder.store.library import DataFileKind, Library
from listbuilder.store.reader import YamlDocument

if TYPE_CHECKING:
    from listbuilder.games.boxes.parts import BoxContents
    from listbuilder.games.boxes.patrol import Sources
    from listbuilder.games.boxes.roster import SpearheadRoster
    from listbuilder.games.boxes.spearhead import SpearheadBox
    from listbuilder.games.shared.choices import Editor


class SpearheadGame(BoxGame["SpearheadBox", "SpearheadRoster"]):
    """A game in which an army is one Spearhead."""

    box_key = "box"
    also_words = (WARSCROLLS,)

    @property
    def roster(self) -> type[SpearheadRoster]:
        """The model of the roster file."""
        from listbuilder.games.boxes.roster import SpearheadRoster

        return SpearheadRoster

    @property
    def box_kind(self) -> DataFileKind[SpearheadBox]:
        """The kind of data file of a Spearhead."""
        from listbuilder.games.boxes.shelf import SPEARHEAD

        return SPEARHEAD

    def make_contents(self, box: SpearheadBox, sources: Sources) -> BoxContents:
        """Return the units of a Spearhead in the form in which boxes are compared."""
        from listbuilder.games.boxes.parts import make_spearhead_contents

        return make_spearhead_contents(box, sources)

    def read_roster(
        self, document: YamlDocument, library: Library, as_of: str | None = None
    ) -> Reading:
        """Return the roster as an army. Raises Unreadable if its box is unknown."""
        from listbuilder.games.boxes import spearhead_reading

        return spearhead_reading.read_spearhead(
            document, self.convert_roster(document), self.shelf(library)
        )

    def make_starting_lines(self, box: SpearheadBox) -> list[str]:
        """Return the lines of a new roster after its header: the first of what it offers, and the
        choices.
        """
        from listbuilder.games.boxes import sections

        return [
            sections.make_pick_line(
                "regiment_ability", [ability.id for ability in box.regiment_abilities]
            ),
            sections.make_pick_line(
                "enhancement", [enhancement.id for enhancement in box.enhancements]
            ),
            *sections.make_choice_lines(box),
        ]

    def make_cards(self, army: Army) -> list[Card]:
        """Return a card for each different warscroll in the army."""
        from listbuilder.games.boxes import cards

        return cards.make_spearhead_cards(army)

    def check_consistency(
        self, file: Path, document: YamlDocument, model: Any, library: Library
    ) -> Iterator[Problem]:
        """Yield the problems of a box's file that its schema can't see. Nothing for other files."""
        from listbuilder.games.boxes import consistency
        from listbuilder.games.boxes.spearhead import SpearheadBox

        if isinstance(model, SpearheadBox):
            yield from consistency.check_spearhead(
                document, model, self.shelf(library).load_sources()
            )

    def make_editor(self, library: Library) -> Editor:
        """Return what a player can change in a roster of this game."""
        from listbuilder.games.boxes.choices import BoxEditor

        return BoxEditor(self, library)
