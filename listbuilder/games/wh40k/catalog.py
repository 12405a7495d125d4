"""The catalog of a game with datasheets.

A faction's header is loaded at once, each datasheet when it is first asked for.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING

import msgspec

from listbuilder.data import compiled
from listbuilder.data.library import DataFileKind, Library, get_decoder
from listbuilder.games.common.faction_catalog import FactionShelf, is_id
from listbuilder.games.common.open_file import OpenedSheets
from listbuilder.games.game import Findable
from listbuilder.games.wh40k.faction import Detachment, Enhancement, Faction
from listbuilder.games.wh40k.sizes import format_spans, list_legal_totals
from listbuilder.model.base import fold
from listbuilder.model.datasheet import Datasheet, Price
from listbuilder.model.deployment import Role
from listbuilder.model.rulebook import RuleBook

if TYPE_CHECKING:
    from listbuilder.games.wh40k.history_catalog import MusterPast


def _split_faction_file(faction: Faction) -> compiled.Sections:
    """Return the sections of a compiled faction file, each of which can be loaded by itself."""
    head = msgspec.structs.replace(faction, datasheets=())
    sections = {
        "head": compiled.encode_section(head),
        "index": compiled.encode_section({sheet.id: sheet.name for sheet in faction.datasheets}),
        "entries": compiled.encode_section([entry(sheet) for sheet in faction.datasheets]),
    }
    sections.update(
        {f"sheet:{sheet.id}": compiled.encode_section(sheet) for sheet in faction.datasheets}
    )
    return sections


def entry(sheet: Datasheet) -> Findable:
    """Return the datasheet in the form shown by `find` and pickers, with its sizes and prices.

    Only prices without conditions are included.
    """
    plain = [row for row in sheet.points if row.models is not None and row.when is None]
    return Findable(
        id=sheet.id,
        name=sheet.name,
        keywords=sheet.keywords,
        faction_keywords=sheet.faction_keywords,
        sizes=tuple(format_spans(list_legal_totals(sheet))),
        points=tuple(row.points for row in plain),
        legends=sheet.legends,
    )


FACTION: DataFileKind[Faction] = DataFileKind(
    "faction", Faction, _split_faction_file, always=("head", "index", "entries"), laid_over=True
)
RULES: DataFileKind[RuleBook] = DataFileKind("rules", RuleBook)


class FactionData(OpenedSheets[Datasheet]):
    """The data of one loaded faction."""

    sheet_type = Datasheet
    past_day = False  # whether it is as on a day that is past

    def __init__(self, opened: compiled.Compiled) -> None:
        super().__init__(opened)
        self.head: Faction = get_decoder(Faction).decode(opened.get_section("head"))
        self.roles: dict[str, Role] = {}  # of the datasheets, for rosters that declare formations

    @property
    def name(self) -> str:
        """The name of the faction."""
        return self.head.name

    @property
    def as_of(self) -> str:
        """The date of the faction's data."""
        return self.head.as_of

    def find_detachment(self, detachment_id: str) -> Detachment | None:
        """Return the detachment with that id, or None."""
        return self.head.detachment_by_id.get(detachment_id)

    def find_enhancement(self, enhancement_id: str) -> tuple[Enhancement, str] | None:
        """Return the enhancement with that id, and its id in the history, or None.

        The id in the history has the form `detachment/enhancement`.
        """
        for detachment in self.head.detachments:
            for enhancement in detachment.enhancements:
                if enhancement.id == enhancement_id:
                    return enhancement, f"{detachment.id}/{enhancement.id}"
        return None

    def is_available(self, datasheet_id: str) -> bool:
        """Return whether the datasheet exists; in data of a past date, whether it existed then."""
        return datasheet_id in self.index

    def get_datasheet_today(self, datasheet_id: str) -> Datasheet | None:
        """Return the datasheet as it is today, or None if there is none."""
        return self.get_sheet(datasheet_id)

    def get_ally_prices(self, reference: str) -> tuple[Price, ...] | None:
        """Return the past prices of another faction's unit (`faction/id`) in this faction.

        None if the unit had no prices of its own in this faction, and always in today's data.
        """
        return None

    def has_ally(self, reference: str) -> bool:
        """Return whether this faction could once include another's unit, a `faction/id`.

        In today's data always False.
        """
        return False

    def list_datasheets(self) -> list[Datasheet]:
        """Return all datasheets of the faction."""
        return list(filter(None, map(self.get_sheet, self.index)))

    def list_entries(self) -> list[Findable]:
        """Return the datasheets in the form shown by `find` and pickers."""
        return get_decoder(list[Findable]).decode(self.compiled.get_section("entries"))

    def find_datasheet_by_name(self, name: str) -> Datasheet | None:
        """Return the datasheet with that name, compared in folded form, or None."""
        folded = fold(name)
        for sheet_id, sheet_name in self.index.items():
            if fold(sheet_name) == folded:
                return self.get_sheet(sheet_id)
        return None


def find_home(datasheet_id: str, places: Iterable[FactionData]) -> FactionData | None:
    """Return the first of the factions `places` that has the datasheet, or None.

    On a past date, a faction whose datasheet existed then is preferred to one whose datasheet did
    not.
    """
    not_available: FactionData | None = None
    for data in places:
        if data.get_sheet(datasheet_id) is not None:
            if data.is_available(datasheet_id):
                return data
            not_available = not_available or data
    return not_available


class Shelf(FactionShelf[FactionData, "MusterPast"]):
    """The factions of one game, loaded one at a time as a roster needs them."""

    NOT_FACTIONS = frozenset({"rules"})

    def __init__(self, system: str, library: Library) -> None:
        super().__init__(system, library)
        self._book: RuleBook | None = None

    def open_faction(self, faction_id: str) -> FactionData | None:
        """Return the data of a faction, loaded anew, or None if there is no such file."""
        opened = self.library.get_compiled(self.system, faction_id, FACTION)
        return FactionData(opened) if opened else None

    def open_past(self) -> MusterPast:
        """Return the histories of the game."""
        from listbuilder.games.wh40k.history_catalog import MusterPast

        return MusterPast(self.system, self.library)

    def make_shelf_on_date(self, day: str) -> Shelf:
        """Return the catalog of the game as of the past date `day`."""
        from listbuilder.games.wh40k.catalog_on_date import DayShelf

        return DayShelf(self, self.past, day)

    def open_book_before(self, faction_id: str, until: str) -> FactionData | None:
        """Return the faction's data in its book that was replaced on the date `until`.

        None if there is no such book.
        """
        if not (is_id(faction_id) and is_id(until)):
            return None
        stem = f"history/books/{faction_id}-{until}"
        opened = self.library.get_compiled(self.system, stem, FACTION)
        return FactionData(opened) if opened else None

    def load_rulebook(self) -> RuleBook:
        """Return the rulebook of the game. Raises FileNotFoundError if the library has none."""
        if self._book is None:
            self._book = self.library.load_section(self.system, "rules", RULES, "", RuleBook)
        if self._book is None:
            raise FileNotFoundError(f"rules of {self.system}")
        return self._book

    def list_law_files(self) -> list[compiled.Compiled]:
        """Return the rulebook's data file, on which each check of a roster depends, in a list."""
        opened = self.library.get_compiled(self.system, "rules", RULES)
        return [opened] if opened else []

    def list_history_files(self, faction_ids: Iterable[str]) -> list[compiled.Compiled]:
        """Return the history files on which a check depends; always empty for today's data."""
        return []
