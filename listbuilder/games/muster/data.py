"""A faction as it is loaded: its head at once, each datasheet when it is first asked for."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING

import msgspec

from listbuilder.games.base import Findable
from listbuilder.games.muster.faction import Detachment, Enhancement, Faction
from listbuilder.games.muster.sizes import legal_totals, spans
from listbuilder.games.shared.faction_shelf import FactionShelf, is_id
from listbuilder.games.shared.opened import OpenedSheets
from listbuilder.model.base import fold
from listbuilder.model.datasheet import Datasheet, Price
from listbuilder.model.declaration import Role
from listbuilder.model.rule import RuleBook
from listbuilder.store import compiled
from listbuilder.store.library import Kind, Library, decoder

if TYPE_CHECKING:
    from listbuilder.games.muster.past_data import MusterPast


def _cut_faction(faction: Faction) -> compiled.Sections:
    head = msgspec.structs.replace(faction, datasheets=())
    sections = {
        "head": compiled.encode(head),
        "index": compiled.encode({sheet.id: sheet.name for sheet in faction.datasheets}),
        "entries": compiled.encode([entry(sheet) for sheet in faction.datasheets]),
    }
    sections.update({f"sheet:{sheet.id}": compiled.encode(sheet) for sheet in faction.datasheets})
    return sections


def entry(sheet: Datasheet) -> Findable:
    plain = [row for row in sheet.points if row.models is not None and row.when is None]
    return Findable(
        id=sheet.id,
        name=sheet.name,
        keywords=sheet.keywords,
        faction_keywords=sheet.faction_keywords,
        sizes=tuple(spans(legal_totals(sheet))),
        points=tuple(row.points for row in plain),
        legends=sheet.legends,
    )


FACTION: Kind[Faction] = Kind("faction", Faction, _cut_faction, always=("head", "index", "entries"), laid_over=True)
RULES: Kind[RuleBook] = Kind("rules", RuleBook)


class FactionData(OpenedSheets[Datasheet]):
    """One loaded faction."""

    sheet_type = Datasheet
    past_day = False  # whether it is as on a day that is past

    def __init__(self, opened: compiled.Compiled) -> None:
        super().__init__(opened)
        self.head: Faction = decoder(Faction).decode(opened.section("head"))
        self.roles: dict[str, Role] = {}  # of the datasheets, for rosters that declare formations

    @property
    def name(self) -> str:
        return self.head.name

    @property
    def as_of(self) -> str:
        return self.head.as_of

    def detachment(self, detachment_id: str) -> Detachment | None:
        return self.head.detachment_by_id.get(detachment_id)

    def enhancement(self, enhancement_id: str) -> tuple[Enhancement, str] | None:
        """With `detachment/enhancement`, as the history names it."""
        for detachment in self.head.detachments:
            for each in detachment.enhancements:
                if each.id == enhancement_id:
                    return each, f"{detachment.id}/{each.id}"
        return None

    def had(self, datasheet_id: str) -> bool:
        """Whether the datasheet is there, on a past day: was."""
        return datasheet_id in self.index

    def now(self, datasheet_id: str) -> Datasheet | None:
        """The datasheet as it is today."""
        return self.sheet(datasheet_id)

    def guest_prices(self, reference: str) -> tuple[Price, ...] | None:
        """What a unit of another faction (`faction/id`) cost in an army of this one on another day."""
        return None

    def has_guest(self, reference: str) -> bool:
        """Whether the faction let in that unit of another (`faction/id`) on some day."""
        return False

    def sheets(self) -> list[Datasheet]:
        return [sheet for each in self.index if (sheet := self.sheet(each))]

    def entries(self) -> list[Findable]:
        return decoder(list[Findable]).decode(self.compiled.section("entries"))

    def by_name(self, name: str) -> Datasheet | None:
        wanted = fold(name)
        return next((self.sheet(each) for each, known in self.index.items() if fold(known) == wanted), None)


def home_of(datasheet_id: str, places: Iterable[FactionData]) -> FactionData | None:
    """The first that has it; on a past day one where it was there before one where it had still to come."""
    first: FactionData | None = None
    for data in places:
        if data.sheet(datasheet_id) is not None:
            if data.had(datasheet_id):
                return data
            first = first or data
    return first


class Shelf(FactionShelf[FactionData, "MusterPast"]):
    """The factions of one game, loaded one at a time as a roster needs them."""

    NOT_FACTIONS = frozenset({"rules"})

    def __init__(self, system: str, library: Library) -> None:
        super().__init__(system, library)
        self._book: RuleBook | None = None

    def open_faction(self, faction_id: str) -> FactionData | None:
        opened = self.library.open(self.system, faction_id, FACTION)
        return FactionData(opened) if opened else None

    def open_past(self) -> MusterPast:
        from listbuilder.games.muster.past_data import MusterPast

        return MusterPast(self.system, self.library)

    def make_day(self, day: str) -> Shelf:
        from listbuilder.games.muster.day_shelf import DayShelf

        return DayShelf(self, self.past, day)

    def book_before(self, faction_id: str, until: str) -> FactionData | None:
        """The faction as it was before its new book of that day."""
        known = is_id(faction_id) and is_id(until)
        opened = self.library.open(self.system, f"history/books/{faction_id}-{until}", FACTION) if known else None
        return FactionData(opened) if opened else None

    def book(self) -> RuleBook:
        if self._book is None:
            self._book = self.library.section(self.system, "rules", RULES, "", RuleBook)
        if self._book is None:
            raise FileNotFoundError(f"rules of {self.system}")
        return self._book

    def law_files(self) -> list[compiled.Compiled]:
        """The data beside the factions that a verdict rests on."""
        opened = self.library.open(self.system, "rules", RULES)
        return [opened] if opened else []

    def past_files(self, faction_ids: Iterable[str]) -> list[compiled.Compiled]:
        """The histories of these factions that a verdict on them rests on: none for today's."""
        return []
