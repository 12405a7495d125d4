"""Warhammer 40,000, 10th edition."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

from listbuilder.games.base import Column, Entry, NewRoster, Reading
from listbuilder.games.game import Game
from listbuilder.games.muster import sections
from listbuilder.games.muster.army import Muster, MusterUnit
from listbuilder.games.muster.data import FACTION, RULES, Shelf
from listbuilder.games.muster.faction import Faction
from listbuilder.games.muster.resolve import Resolver
from listbuilder.games.muster.roster import MusterRoster
from listbuilder.model.army import Army, Unit
from listbuilder.model.card import Card, Carried
from listbuilder.model.problem import Problem
from listbuilder.model.rule import NameList
from listbuilder.store.library import Kind, Library
from listbuilder.store.reader import Document

ID = "warhammer-40k-10e"


class Warhammer40k10e(Game[Shelf, MusterRoster]):
    id = ID
    kind = "muster"
    army = Muster
    roster = MusterRoster
    law_needs = ("battle_sizes",)

    def make_shelf(self, library: Library) -> Shelf:
        return Shelf(self.id, library)

    def read(self, document: Document, library: Library, as_of: str | None = None) -> Reading:
        roster = self.roster_of(document)
        return Resolver(document, roster, self.shelf(library), as_of).reading()

    def data_kinds(self) -> dict[str, Kind[Any]]:
        from listbuilder.games.muster.past_data import PAST_KINDS  # only tools and `data check` need them

        return {"rules": RULES, **PAST_KINDS, "*": FACTION}

    def schemas(self) -> dict[str, Any]:
        return super().schemas() | {"names": NameList}

    def factions(self, library: Library) -> list[tuple[str, str]]:
        shelf = self.shelf(library)
        return [(each, data.head.name) for each in shelf.ids() if (data := shelf.faction(each))]

    def entries(self, library: Library, faction: str) -> list[Entry]:
        data = self.shelf(library).faction(faction)
        return data.entries() if data else []

    def new(self, wanted: NewRoster, library: Library) -> str:
        return sections.starting_roster(wanted, self.shelf(library))

    def columns(self, army: Army) -> list[Column]:
        assert isinstance(army, Muster)
        return sections.columns(army)

    def remarks(self, army: Army, unit: Unit) -> list[tuple[str, dict[str, Any]]]:
        assert isinstance(unit, MusterUnit)
        return sections.remarks(unit)

    def facts(self, army: Army) -> list[tuple[str, dict[str, Any]]]:
        return []

    def carried(self, army: Army, unit: Unit) -> tuple[Carried, ...]:
        from listbuilder.games.muster import cards  # only exports need it

        assert isinstance(unit, MusterUnit)
        return cards.carried(unit)

    def cards(self, army: Army) -> list[Card]:
        from listbuilder.games.muster import cards

        assert isinstance(army, Muster)
        return cards.cards(army)

    def consistency(self, file: Path, document: Document, model: Any, library: Library) -> Iterator[Problem]:
        from listbuilder.games.muster import consistency, past_check  # only `data check` needs it

        if isinstance(model, Faction):
            yield from consistency.problems(document, model, self.shelf(library))
        yield from past_check.problems(document, model, self.shelf(library))
