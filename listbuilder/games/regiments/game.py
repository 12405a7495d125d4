"""Games whose armies are made of regiments, each under its hero."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any

from listbuilder.games.base import Column, Entry, NewRoster, Reading
from listbuilder.games.game import BaseGame, Said
from listbuilder.model.army import Army, Unit
from listbuilder.model.card import Card
from listbuilder.model.problem import Problem
from listbuilder.model.rule import RuleBook
from listbuilder.store.library import Kind, Library
from listbuilder.store.reader import Document

if TYPE_CHECKING:
    from listbuilder.games.regiments.data import Shelf
    from listbuilder.games.regiments.roster import RegimentRoster
    from listbuilder.games.shared.choices import Editor


class RegimentGame(BaseGame["Shelf", "RegimentRoster"]):
    """Its rosters do not say what models carry."""

    kind = "regiments"
    law_needs = ("points_limits",)

    @property
    def army(self) -> type[Army]:
        from listbuilder.games.regiments.army import RegimentArmy

        return RegimentArmy

    @property
    def roster(self) -> type[RegimentRoster]:
        from listbuilder.games.regiments.roster import RegimentRoster

        return RegimentRoster

    def make_shelf(self, library: Library) -> Shelf:
        from listbuilder.games.regiments.data import Shelf

        return Shelf(self.id, library)

    def read(self, document: Document, library: Library, as_of: str | None = None) -> Reading:
        from listbuilder.games.regiments.resolve import Resolver

        return Resolver(document, self.roster_of(document), self.shelf(library), as_of).reading()

    def data_kinds(self) -> dict[str, Kind[Any]]:
        from listbuilder.games.regiments.data import FACTION, GENERIC, RENOWN, RULES
        from listbuilder.games.regiments.past_data import PAST_KINDS

        return {
            "rules": RULES,
            "regiments-of-renown": RENOWN,
            "generic": GENERIC,
            **PAST_KINDS,
            "*": FACTION,
        }

    def factions(self, library: Library) -> list[tuple[str, str]]:
        shelf = self.shelf(library)
        return [(each, data.name) for each in shelf.ids() if (data := shelf.faction(each))]

    def entries(self, library: Library, faction: str) -> list[Entry]:
        data = self.shelf(library).faction(faction)
        return data.entries() if data else []

    def new(self, wanted: NewRoster, library: Library) -> str:
        from listbuilder.games.regiments import sections

        return sections.starting_roster(wanted, self.shelf(library))

    def columns(self, army: Army) -> list[Column]:
        from listbuilder.games.regiments import sections

        return sections.columns(army)

    def remarks(self, army: Army, unit: Unit) -> Said:
        from listbuilder.games.regiments import sections

        return sections.remarks(unit)

    def facts(self, army: Army) -> Said:
        from listbuilder.games.regiments import sections

        return sections.facts(army)

    def cards(self, army: Army) -> list[Card]:
        from listbuilder.games.regiments import cards

        return cards.cards(army)

    def consistency(self, file: Path, document: Document, model: Any, library: Library) -> Iterator[Problem]:
        from listbuilder.games.regiments import consistency, past_check
        from listbuilder.games.regiments.allegiance import RegimentsOfRenown, WarscrollFaction

        if isinstance(model, WarscrollFaction):
            yield from consistency.faction_problems(document, model, self.shelf(library))
        elif isinstance(model, RegimentsOfRenown):
            yield from consistency.renown_problems(document, model, self.shelf(library))
        elif isinstance(model, RuleBook):
            yield from consistency.rules_problems(document, model, self.shelf(library))
        yield from past_check.problems(document, model, self.shelf(library))

    def editor(self, library: Library) -> Editor:
        from listbuilder.games.regiments.choices import RegimentEditor

        return RegimentEditor(self, library)
