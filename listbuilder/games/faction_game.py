"""Games whose armies are chosen from the lists of factions: what mustered armies and those of regiments share."""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any, Protocol, TypeVar, cast

from listbuilder.games.base import Findable, NewRoster, Reading, Section
from listbuilder.games.game import BaseGame, Holder, Said
from listbuilder.model.army import Army, Unit
from listbuilder.model.card import Card
from listbuilder.model.problem import Problem, Unreadable
from listbuilder.store.library import Library
from listbuilder.store.reader import Document

if TYPE_CHECKING:
    from listbuilder.contract.prices import PriceTable
    from listbuilder.games.shared.day_entries import DayEntry
    from listbuilder.games.shared.listing import Choosable
    from listbuilder.games.shared.repricing import Outcome


class OpenFaction(Protocol):
    """A faction that is loaded."""

    @property
    def name(self) -> str: ...

    def entries(self) -> list[Findable]: ...


class Factions(Holder, Protocol):
    def ids(self) -> list[str]: ...

    def faction(self, faction_id: str, /) -> OpenFaction | None: ...

    def releases(self) -> list[str]: ...


S = TypeVar("S", bound=Factions)
R = TypeVar("R")


class FactionGame(BaseGame[S, R]):
    """The folder of each kind has the same parts by the same names. `sheets`: what its histories call its datasheets."""

    sheets: str

    def part(self, name: str) -> Any:
        """A module of the kind's folder, imported where it is first used."""
        return import_module(f"listbuilder.games.{self.kind}.{name}")

    def make_shelf(self, library: Library) -> S:
        shelf: S = self.part("data").Shelf(self.id, library)
        return shelf

    def read(self, document: Document, library: Library, as_of: str | None = None) -> Reading:
        resolver = self.part("resolve").Resolver(document, self.roster_of(document), self.shelf(library), as_of)
        reading: Reading = resolver.reading()
        return reading

    def factions(self, library: Library) -> list[tuple[str, str]]:
        shelf = self.shelf(library)
        return [(each, data.name) for each in shelf.ids() if (data := shelf.faction(each))]

    def entries(self, library: Library, faction: str) -> list[Findable]:
        data = self.shelf(library).faction(faction)
        return data.entries() if data else []

    def entries_on(self, library: Library, faction: str, day: str | None) -> list[DayEntry]:
        from listbuilder.games.shared.day_entries import day_entries

        return day_entries(cast(Any, self.shelf(library)), faction, self.sheets, self.part("data").entry, day)

    def listed_homes(self, library: Library) -> list[tuple[str, str]]:
        homes: list[tuple[str, str]] = self.part("listing").homes(self.shelf(library))
        return homes

    def listed(self, library: Library, home: str, day: str | None) -> list[Choosable]:
        found: list[Choosable] = self.part("listing").listed(self.shelf(library), home, day)
        return found

    def releases(self, library: Library) -> list[str]:
        return self.shelf(library).releases()

    def reprice(self, table: PriceTable, document: Document, library: Library, day: str) -> Outcome | None:
        from listbuilder.games.shared.repricing import Files, Update, newest_day

        files = Files(self.id, library)
        newest = newest_day(files)
        if day <= newest:
            raise Unreadable([Problem(key="prices_not_later", args={"given": day, "newest": newest})])
        update = Update(table, document, files, dict(self.factions(library)), day)
        done: Outcome = self.part("repricing").reprice(update)
        return done

    def new(self, wanted: NewRoster, library: Library) -> str:
        text: str = self.part("sections").starting_roster(wanted, self.shelf(library))
        return text

    def sections(self, army: Army) -> list[Section]:
        found: list[Section] = self.part("sections").sections(army)
        return found

    def remarks(self, army: Army, unit: Unit) -> Said:
        said: Said = self.part("sections").remarks(unit)
        return said

    def cards(self, army: Army) -> list[Card]:
        found: list[Card] = self.part("cards").cards(army)
        return found
