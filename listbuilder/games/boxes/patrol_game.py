"""Games in which an army is one patrol, with one of two enhancements."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any

from listbuilder.games.base import Reading
from listbuilder.games.boxes.game import BoxGame
from listbuilder.model.army import Army
from listbuilder.model.card import Card
from listbuilder.model.problem import Problem
from listbuilder.store.library import Kind, Library
from listbuilder.store.reader import Document

if TYPE_CHECKING:
    from listbuilder.games.boxes.parts import Contents
    from listbuilder.games.boxes.patrol import Patrol, Sources
    from listbuilder.games.boxes.roster import PatrolRoster
    from listbuilder.games.shared.aids import Aided
    from listbuilder.games.shared.choices import Editor


class PatrolGame(BoxGame["Patrol", "PatrolRoster"]):
    box_key = "patrol"

    @property
    def roster(self) -> type[PatrolRoster]:
        from listbuilder.games.boxes.roster import PatrolRoster

        return PatrolRoster

    @property
    def box(self) -> Kind[Patrol]:
        from listbuilder.games.boxes.shelf import PATROL

        return PATROL

    def contents(self, box: Patrol, sources: Sources) -> Contents:
        from listbuilder.games.boxes.parts import patrol_contents

        return patrol_contents(box, sources)

    def read(self, document: Document, library: Library, as_of: str | None = None) -> Reading:
        from listbuilder.games.boxes.patrol_reading import PatrolReader

        return PatrolReader(document, self.roster_of(document), self.shelf(library)).reading()

    def starting_lines(self, box: Patrol) -> list[str]:
        from listbuilder.games.boxes import sections

        default, other = box.default_enhancement, next(each for each in box.enhancements if not each.default)
        return [f"enhancement: {default.id}  # or {other.id}", *sections.starting_choices(box)]

    def aids(self, army: Army) -> list[Aided]:
        from listbuilder.games.boxes import sections
        from listbuilder.games.shared import aids

        own = sections.box_aids(army)
        return [*aids.aids_of(army), *own, *aids.battle_ready(army, army.battle_ready), *aids.starting_strengths(army)]

    def cards(self, army: Army) -> list[Card]:
        from listbuilder.games.boxes import cards

        return cards.patrol_cards(army)

    def consistency(self, file: Path, document: Document, model: Any, library: Library) -> Iterator[Problem]:
        from listbuilder.games.boxes import consistency
        from listbuilder.games.boxes.patrol import Patrol

        if isinstance(model, Patrol):
            yield from consistency.patrol_problems(document, model, self.shelf(library).sources())

    def editor(self, library: Library) -> Editor:
        from listbuilder.games.boxes.choices import PatrolEditor

        return PatrolEditor(self, library)
