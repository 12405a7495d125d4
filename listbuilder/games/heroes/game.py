"""Games of a few heroes, each on a card of its own."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any

from listbuilder.games.base import Findable, NewRoster, Reading, Section
from listbuilder.games.game import BaseGame, Said
from listbuilder.model.army import Army, Unit
from listbuilder.model.card import Card
from listbuilder.model.problem import Problem
from listbuilder.store.library import Kind, Library
from listbuilder.store.reader import Document

if TYPE_CHECKING:
    from listbuilder.games.heroes.cards import CardShelf
    from listbuilder.games.heroes.roster import HeroRoster
    from listbuilder.games.shared.choices import Editor


class HeroGame(BaseGame["CardShelf", "HeroRoster"]):
    kind = "heroes"

    @property
    def army(self) -> type[Army]:
        from listbuilder.games.heroes.army import HeroArmy

        return HeroArmy

    @property
    def roster(self) -> type[HeroRoster]:
        from listbuilder.games.heroes.roster import HeroRoster

        return HeroRoster

    def make_shelf(self, library: Library) -> CardShelf:
        from listbuilder.games.heroes.cards import CardShelf

        return CardShelf(self.id, library)

    def read(self, document: Document, library: Library, as_of: str | None = None) -> Reading:
        from listbuilder.games.heroes import resolve

        return resolve.reading(document, self.roster_of(document), self.shelf(library))

    def data_kinds(self) -> dict[str, Kind[Any]]:
        from listbuilder.games.heroes.cards import CARDS, RULES, TERMS

        return {"rules": RULES, "terms": TERMS, "*": CARDS}

    def factions(self, library: Library) -> list[tuple[str, str]]:
        return [(stem, cards.name) for stem, cards in self.shelf(library).files().items()]

    def entries(self, library: Library, faction: str) -> list[Findable]:
        from listbuilder.games.heroes import sections

        cards = self.shelf(library).files().get(faction)
        return [sections.entry(card) for card in cards.heroes] if cards else []

    def new(self, wanted: NewRoster, library: Library) -> str:
        from listbuilder.games.heroes import sections

        return sections.starting_roster(wanted, self.shelf(library))

    def sections(self, army: Army) -> list[Section]:
        from listbuilder.games.heroes import sections

        return sections.sections(army)

    def remarks(self, army: Army, unit: Unit) -> Said:
        from listbuilder.games.heroes import sections

        return sections.remarks(army, unit)

    def cards(self, army: Army) -> list[Card]:
        from listbuilder.games.heroes import sections

        return sections.cards(army)

    def consistency(self, file: Path, document: Document, model: Any, library: Library) -> Iterator[Problem]:
        from listbuilder.games.heroes import consistency
        from listbuilder.games.heroes.hero import HeroCards

        if isinstance(model, HeroCards):
            yield from consistency.problems(document, model, self.shelf(library).terms())

    def editor(self, library: Library) -> Editor:
        from listbuilder.games.heroes.choices import HeroEditor

        return HeroEditor(self, library)
