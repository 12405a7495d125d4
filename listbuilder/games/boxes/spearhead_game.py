"""Games in which an army is one spearhead, with a regiment ability and an enhancement."""

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
from listbuilder.store.library import Kind, Library
from listbuilder.store.reader import Document

if TYPE_CHECKING:
    from listbuilder.games.boxes.parts import Contents
    from listbuilder.games.boxes.patrol import Sources
    from listbuilder.games.boxes.roster import SpearheadRoster
    from listbuilder.games.boxes.spearhead import SpearheadBox
    from listbuilder.games.shared.choices import Editor


class SpearheadGame(BoxGame["SpearheadBox", "SpearheadRoster"]):
    box_key = "box"
    also_words = (WARSCROLLS,)

    @property
    def roster(self) -> type[SpearheadRoster]:
        from listbuilder.games.boxes.roster import SpearheadRoster

        return SpearheadRoster

    @property
    def box(self) -> Kind[SpearheadBox]:
        from listbuilder.games.boxes.shelf import SPEARHEAD

        return SPEARHEAD

    def contents(self, box: SpearheadBox, sources: Sources) -> Contents:
        from listbuilder.games.boxes.parts import spearhead_contents

        return spearhead_contents(box, sources)

    def read(self, document: Document, library: Library, as_of: str | None = None) -> Reading:
        from listbuilder.games.boxes import spearhead_reading

        return spearhead_reading.reading(document, self.roster_of(document), self.shelf(library))

    def starting_lines(self, box: SpearheadBox) -> list[str]:
        from listbuilder.games.boxes import sections

        return [
            sections.starting_pick("regiment_ability", [each.id for each in box.regiment_abilities]),
            sections.starting_pick("enhancement", [each.id for each in box.enhancements]),
            *sections.starting_choices(box),
        ]

    def cards(self, army: Army) -> list[Card]:
        from listbuilder.games.boxes import cards

        return cards.spearhead_cards(army)

    def consistency(self, file: Path, document: Document, model: Any, library: Library) -> Iterator[Problem]:
        from listbuilder.games.boxes import consistency
        from listbuilder.games.boxes.spearhead import SpearheadBox

        if isinstance(model, SpearheadBox):
            yield from consistency.spearhead_problems(document, model, self.shelf(library).sources())

    def editor(self, library: Library) -> Editor:
        from listbuilder.games.boxes.choices import BoxEditor

        return BoxEditor(self, library)
