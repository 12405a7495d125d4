"""Age of Sigmar, 4th edition."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

from listbuilder.games.base import Column, Entry, NewRoster, Reading
from listbuilder.games.game import Game
from listbuilder.games.regiments import sections
from listbuilder.games.regiments.allegiance import RegimentsOfRenown, WarscrollFaction
from listbuilder.games.regiments.army import RegimentArmy, RegimentUnit
from listbuilder.games.regiments.data import FACTION, GENERIC, RENOWN, RULES, Shelf
from listbuilder.games.regiments.resolve import Resolver
from listbuilder.games.regiments.roster import RegimentRoster
from listbuilder.model.army import Army, Unit
from listbuilder.model.card import Card, Carried
from listbuilder.model.problem import Problem
from listbuilder.model.rule import RuleBook
from listbuilder.store.library import Kind, Library
from listbuilder.store.reader import Document

ID = "age-of-sigmar-4e"


class AgeOfSigmar4e(Game[Shelf, RegimentRoster]):
    id = ID
    kind = "regiments"
    army = RegimentArmy
    roster = RegimentRoster
    law_needs = ("points_limits",)

    def make_shelf(self, library: Library) -> Shelf:
        return Shelf(self.id, library)

    def read(self, document: Document, library: Library, as_of: str | None = None) -> Reading:
        roster = self.roster_of(document)
        return Resolver(document, roster, self.shelf(library), as_of).reading()

    def data_kinds(self) -> dict[str, Kind[Any]]:
        from listbuilder.games.regiments.past_data import PAST_KINDS  # only tools and `data check` need them

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
        return sections.starting_roster(wanted, self.shelf(library))

    def columns(self, army: Army) -> list[Column]:
        assert isinstance(army, RegimentArmy)
        return sections.columns(army)

    def remarks(self, army: Army, unit: Unit) -> list[tuple[str, dict[str, Any]]]:
        assert isinstance(army, RegimentArmy)
        assert isinstance(unit, RegimentUnit)
        return sections.remarks(unit)

    def facts(self, army: Army) -> list[tuple[str, dict[str, Any]]]:
        assert isinstance(army, RegimentArmy)
        return sections.facts(army)

    def carried(self, army: Army, unit: Unit) -> tuple[Carried, ...]:
        return ()  # the roster does not say what models carry

    def cards(self, army: Army) -> list[Card]:
        from listbuilder.games.regiments import cards  # only exports need it

        assert isinstance(army, RegimentArmy)
        return cards.cards(army)

    def consistency(self, file: Path, document: Document, model: Any, library: Library) -> Iterator[Problem]:
        from listbuilder.games.regiments import consistency, past_check  # only `data check` needs it

        if isinstance(model, WarscrollFaction):
            yield from consistency.faction_problems(document, model, self.shelf(library))
        elif isinstance(model, RegimentsOfRenown):
            yield from consistency.renown_problems(document, model, self.shelf(library))
        elif isinstance(model, RuleBook):
            yield from consistency.rules_problems(document, model, self.shelf(library))
        yield from past_check.problems(document, model, self.shelf(library))
