"""The games in which an army is one Spearhead, with a regiment ability and an enhancement."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

from listbuilder.data.library import DataFileKind, Library
from listbuilder.games.boxed.game import BoxGame
from listbuilder.games.game import Reading
from listbuilder.games.game_wording import WARSCROLLS
from listbuilder.model.army import Army
from listbuilder.model.card import Card
from listbuilder.model.problem import Problem
from listbuilder.yamlio.convert import convert_document
from listbuilder.yamlio.reader import YamlDocument

if TYPE_CHECKING:
    from listbuilder.games.boxed.comparable_unit import BoxContents
    from listbuilder.games.boxed.patrol import Sources
    from listbuilder.games.boxed.roster import SpearheadRoster
    from listbuilder.games.boxed.spearhead import SpearheadBox
    from listbuilder.games.common.editor import Editor


class SpearheadGame(BoxGame["SpearheadBox"]):
    """A game in which an army is one Spearhead."""

    box_key = "box"
    also_words = (WARSCROLLS,)

    @property
    def roster(self) -> type[SpearheadRoster]:
        """The class that a Spearhead roster file is read into."""
        from listbuilder.games.boxed.roster import SpearheadRoster

        return SpearheadRoster

    @property
    def box_kind(self) -> DataFileKind[SpearheadBox]:
        """The kind of data file of a Spearhead."""
        from listbuilder.games.boxed.catalog import SPEARHEAD

        return SPEARHEAD

    def make_contents(self, box: SpearheadBox, sources: Sources) -> BoxContents:
        """Return the units of a Spearhead in the form in which boxes are compared."""
        from listbuilder.games.boxed.comparable_unit import make_spearhead_contents

        return make_spearhead_contents(box, sources)

    def read_roster(
        self, document: YamlDocument, library: Library, as_of: str | None = None
    ) -> Reading:
        """Return the roster in `document` as an army. Raises Unreadable if its box is unknown.

        `as_of` is ignored: boxes have no history.
        """
        from listbuilder.games.boxed import resolve_spearhead

        roster = convert_document(document, self.roster, self.roster_schema)
        return resolve_spearhead.read_spearhead(document, roster, self.shelf(library))

    def make_starting_lines(self, box: SpearheadBox) -> list[str]:
        """Return the lines of a new roster after its header.

        They pick the first regiment ability, the first enhancement, and the first unit for each
        slot.
        """
        from listbuilder.games.boxed import show

        abilities = [ability.id for ability in box.regiment_abilities]
        enhancements = [enhancement.id for enhancement in box.enhancements]
        return [
            show.make_pick_line("regiment_ability", abilities),
            show.make_pick_line("enhancement", enhancements),
            *show.make_choice_lines(box),
        ]

    def make_cards(self, army: Army) -> list[Card]:
        """Return a card for each different warscroll in the army."""
        from listbuilder.games.boxed import cards

        return cards.make_spearhead_cards(army)

    def check_consistency(
        self, file: Path, document: YamlDocument, model: object, library: Library
    ) -> Iterator[Problem]:
        """Yield the problems of a box's file that its schema can't detect.

        Nothing is yielded for other files.
        """
        from listbuilder.games.boxed import check_data
        from listbuilder.games.boxed.spearhead import SpearheadBox

        if isinstance(model, SpearheadBox):
            yield from check_data.check_spearhead(
                document, model, self.shelf(library).load_sources()
            )

    def make_editor(self, library: Library) -> Editor:
        """Return the editor, which knows what a player can change in a roster of this game."""
        from listbuilder.games.boxed.editor import BoxEditor

        return BoxEditor(self, library)
