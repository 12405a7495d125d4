"""A faction as it is loaded: its head at once, each datasheet when it is first asked for."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING

import msgspec

from listbuilder.games.base import Entry
from listbuilder.games.muster.faction import Detachment, Enhancement, Faction
from listbuilder.games.muster.sizes import legal_totals, spans
from listbuilder.model.base import fold
from listbuilder.model.datasheet import Datasheet, Price
from listbuilder.model.declaration import Role
from listbuilder.model.rule import RuleBook
from listbuilder.store import compiled
from listbuilder.store.library import Kind, Library, decoder

if TYPE_CHECKING:
    from listbuilder.games.muster.past_data import MusterPast
    from listbuilder.model.past import Gone

Index = dict[str, str]  # datasheet id -> name
DAYS = 64  # shelves of days in use at once: more than there are releases


def _cut_faction(faction: Faction) -> compiled.Sections:
    head = msgspec.structs.replace(faction, datasheets=())
    sections = {
        "head": compiled.encode(head),
        "index": compiled.encode({sheet.id: sheet.name for sheet in faction.datasheets}),
        "entries": compiled.encode([entry(sheet) for sheet in faction.datasheets]),
    }
    sections.update({f"sheet:{sheet.id}": compiled.encode(sheet) for sheet in faction.datasheets})
    return sections


def entry(sheet: Datasheet) -> Entry:
    plain = [row for row in sheet.points if row.models is not None and row.when is None]
    return Entry(
        id=sheet.id,
        name=sheet.name,
        keywords=sheet.keywords,
        sizes=tuple(spans(legal_totals(sheet))),
        points=tuple(row.points for row in plain),
        legends=sheet.legends,
    )


FACTION: Kind[Faction] = Kind("faction", Faction, _cut_faction)
RULES: Kind[RuleBook] = Kind("rules", RuleBook)


class FactionData:
    """One loaded faction."""

    past_day = False  # whether it is as on a day that is past

    def __init__(self, opened: compiled.Compiled) -> None:
        self.compiled = opened
        self.head: Faction = decoder(Faction).decode(opened.section("head"))
        self._sheets: dict[str, Datasheet] = {}
        self._index: Index | None = None
        self.roles: dict[str, Role] = {}  # of the datasheets, for rosters that declare formations

    @property
    def index(self) -> Index:
        if self._index is None:
            self._index = decoder(Index).decode(self.compiled.section("index"))
        return self._index

    def sheet(self, datasheet_id: str) -> Datasheet | None:
        found = self._sheets.get(datasheet_id)
        if found is None and f"sheet:{datasheet_id}" in self.compiled:
            found = decoder(Datasheet).decode(self.compiled.section(f"sheet:{datasheet_id}"))
            self._sheets[datasheet_id] = found
        return found

    def detachment(self, detachment_id: str) -> Detachment | None:
        return self.head.detachment_by_id.get(detachment_id)

    def enhancement(self, enhancement_id: str) -> tuple[Enhancement, str] | None:
        """With `detachment/enhancement`, as the history names it."""
        for detachment in self.head.detachments:
            for each in detachment.enhancements:
                if each.id == enhancement_id:
                    return each, f"{detachment.id}/{each.id}"
        return None

    def unknown(self, datasheet_id: str) -> frozenset[str]:
        """Keys of a datasheet, or of a detachment, of which the state of the day is not known."""
        return frozenset()

    def away(self, kind: str, thing_id: str) -> Gone | None:
        """What to say of something that was not there that day."""
        return None

    def guest_prices(self, reference: str) -> tuple[Price, ...] | None:
        """What a unit of another faction (`faction/id`) cost in an army of this one on another day."""
        return None

    def has_guest(self, reference: str) -> bool:
        """Whether the faction let in that unit of another (`faction/id`) on some day."""
        return False

    def sheets(self) -> list[Datasheet]:
        return [sheet for each in self.index if (sheet := self.sheet(each))]

    def entries(self) -> list[Entry]:
        return decoder(list[Entry]).decode(self.compiled.section("entries"))

    def by_name(self, name: str) -> Datasheet | None:
        wanted = fold(name)
        return next((self.sheet(each) for each, known in self.index.items() if fold(known) == wanted), None)


class Shelf:
    """The factions of one game, loaded one at a time as a roster needs them."""

    NOT_FACTIONS = frozenset({"rules"})

    def __init__(self, system: str, library: Library) -> None:
        self.system = system
        self.library = library
        self._factions: dict[str, FactionData | None] = {}
        self._book: RuleBook | None = None
        self._past: MusterPast | None = None
        self._days: dict[str, Shelf] = {}

    def ids(self) -> list[str]:
        return [stem for stem in self.library.files(self.system) if stem not in self.NOT_FACTIONS]

    def faction(self, faction_id: str) -> FactionData | None:
        if faction_id not in self._factions:
            if faction_id in self.NOT_FACTIONS or not _plain(faction_id) or not self.library.has(self.system, faction_id):
                return None  # and not kept: of names that nobody knows there is no end
            opened = self.library.open(self.system, faction_id, FACTION)
            self._factions[faction_id] = FactionData(opened) if opened else None
        return self._factions[faction_id]

    @property
    def past(self) -> MusterPast:
        """The histories: loaded for a past day or a foreign list alone."""
        if self._past is None:
            from listbuilder.games.muster.past_data import MusterPast

            self._past = MusterPast(self.system, self.library)
        return self._past

    def on(self, day: str) -> Shelf:
        """The shelf of a past day."""
        if day not in self._days:
            from listbuilder.games.muster.day_shelf import DayShelf

            while len(self._days) >= DAYS:
                del self._days[next(iter(self._days))]
            self._days[day] = DayShelf(self, self.past, day)
        return self._days[day]

    def as_of(self, faction_id: str) -> str:
        """The day of today's data."""
        found = self.faction(faction_id)
        return found.head.as_of if found else ""

    def book_before(self, faction_id: str, until: str) -> FactionData | None:
        """The faction as it was before its new book of that day."""
        known = _plain(faction_id) and _plain(until)
        opened = self.library.open(self.system, f"history/books/{faction_id}-{until}", FACTION) if known else None
        return FactionData(opened) if opened else None

    def releases(self) -> list[str]:
        """The dates at which prices changed, oldest first."""
        return self.past.versions().releases()

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


def _plain(stem: str) -> bool:
    """An id, and not a path out of the folder."""
    return stem.replace("-", "").replace("_", "").isalnum()
