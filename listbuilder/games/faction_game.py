"""The game class shared by the kinds of army that are chosen from the lists of factions."""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any, Protocol, TypeVar, cast

from listbuilder.data.library import Library
from listbuilder.games.base_game import BaseGame, GameData, Said
from listbuilder.games.game import (
    Findable,
    NewRoster,
    Reading,
    Section,
)
from listbuilder.model.army import Army, Unit
from listbuilder.model.card import Card
from listbuilder.model.problem import Problem, Unreadable
from listbuilder.yamlio.reader import YamlDocument

if TYPE_CHECKING:
    from listbuilder.games.common.choosable import Choosable
    from listbuilder.games.common.entries_on_date import DayEntry
    from listbuilder.history.reprice import Outcome
    from listbuilder.reports.prices import PriceTable


class OpenFaction(Protocol):
    """A faction that is loaded."""

    @property
    def name(self) -> str:
        """The name of the faction."""

    def list_entries(self) -> list[Findable]:
        """Return everything that can be found in the faction."""


class FactionGameData(GameData, Protocol):
    """The data of one game whose armies are chosen from factions."""

    def list_ids(self) -> list[str]:
        """Return the ids of all factions."""

    def load_faction(self, faction_id: str, /) -> OpenFaction | None:
        """Return the faction with the id `faction_id`, or None if there is none."""

    def list_release_dates(self) -> list[str]:
        """Return the dates on which prices changed, oldest first."""


S = TypeVar("S", bound=FactionGameData)
R = TypeVar("R")


class FactionGame(BaseGame[S, R]):
    """A game whose kind of army has a folder with the same modules by the same names.

    `sheets` is the word by which its histories call its datasheets.
    """

    sheets: str

    def import_part(self, name: str) -> Any:
        """Return the module `name` of the folder of this kind of army, imported where it is first
        used.
        """
        return import_module(f"listbuilder.games.{self.kind}.{name}")

    def make_shelf(self, library: Library) -> S:
        """Return a new object that loads the factions of this game from `library`."""
        shelf: S = self.import_part("catalog").Shelf(self.id, library)
        return shelf

    def read_roster(
        self, document: YamlDocument, library: Library, as_of: str | None = None
    ) -> Reading:
        """Return the roster in `document` as an army, with the problems found.

        Raises Unreadable where nothing of it can be read.
        """
        resolver = self.import_part("resolve").Resolver(
            document, self.convert_roster(document), self.shelf(library), as_of
        )
        reading: Reading = resolver.reading()
        return reading

    def list_factions(self, library: Library) -> list[tuple[str, str]]:
        """Return (id, name) of each faction."""
        shelf = self.shelf(library)
        return [
            (faction_id, data.name)
            for faction_id in shelf.list_ids()
            if (data := shelf.load_faction(faction_id))
        ]

    def list_entries(self, library: Library, faction: str) -> list[Findable]:
        """Return everything that can be found in `faction` today; empty for a faction that is
        unknown.
        """
        data = self.shelf(library).load_faction(faction)
        return data.list_entries() if data else []

    def list_entries_on_date(
        self, library: Library, faction: str, day: str | None
    ) -> list[DayEntry]:
        """Return the entries of `faction` on `day` (None: today), and those that were there on
        other dates.
        """
        from listbuilder.games.common.entries_on_date import list_day_entries

        return list_day_entries(
            cast(Any, self.shelf(library)),
            faction,
            self.sheets,
            self.import_part("catalog").entry,
            day,
        )

    def list_choosable_homes(self, library: Library) -> list[tuple[str, str]]:
        """Return (id, name) of everything that `list_choosables` can be asked for."""
        homes: list[tuple[str, str]] = self.import_part("choosable").homes(self.shelf(library))
        return homes

    def list_choosables(self, library: Library, home: str, day: str | None) -> list[Choosable]:
        """Return what the faction `home` had to choose from on `day` (None: today), with prices."""
        choosables: list[Choosable] = self.import_part("choosable").listed(
            self.shelf(library), home, day
        )
        return choosables

    def list_release_dates(self, library: Library) -> list[str]:
        """Return the dates on which prices changed, oldest first."""
        return self.shelf(library).list_release_dates()

    def update_prices(
        self, table: PriceTable, document: YamlDocument, library: Library, day: str
    ) -> Outcome | None:
        """Return what the new prices in `table` change in this game's data from `day` on.

        Raises Unreadable if `day` is not later than the newest prices there are.
        """
        from listbuilder.history.reprice import Files, Update, find_newest_date

        files = Files(self.id, library)
        newest = find_newest_date(files)
        if day <= newest:
            raise Unreadable(
                [Problem(key="prices_not_later", args={"given": day, "newest": newest})]
            )
        update = Update(table, document, files, dict(self.list_factions(library)), day)
        outcome: Outcome = self.import_part("reprice").reprice(update)
        return outcome

    def write_new_roster(self, wanted: NewRoster, library: Library) -> str:
        """Return the YAML text of a starting roster with the choices in `wanted`."""
        text: str = self.import_part("show").starting_roster(wanted, self.shelf(library))
        return text

    def group_units_by_role(self, army: Army) -> list[Section]:
        """Return the units of `army` in sections by role, in the order in which players write them."""
        sections: list[Section] = self.import_part("show").sections(army)
        return sections

    def list_remarks(self, army: Army, unit: Unit) -> Said:
        """Return what `show` says beside `unit`, as (key, arguments) of the game's wording
        (show.*).
        """
        remarks: Said = self.import_part("show").remarks(unit)
        return remarks

    def make_cards(self, army: Army) -> list[Card]:
        """Return the datasheets of the army's units as cards, each different one once."""
        cards: list[Card] = self.import_part("cards").cards(army)
        return cards
