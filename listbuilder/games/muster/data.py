"""A faction as it is loaded: its head at once, each datasheet when it is first asked for."""

from __future__ import annotations

import msgspec

from listbuilder.games.base import Entry
from listbuilder.games.muster.faction import Faction
from listbuilder.games.muster.history import PointsHistory, PriceState
from listbuilder.games.muster.sizes import legal_totals, spans
from listbuilder.model.base import fold
from listbuilder.model.datasheet import Datasheet
from listbuilder.model.declaration import Role
from listbuilder.model.rule import RuleBook
from listbuilder.store import compiled
from listbuilder.store.library import Kind, Library, decoder

Index = dict[str, str]  # datasheet id -> name
History = dict[str, tuple[PriceState, ...]]  # datasheet name -> its prices, oldest first


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


def _cut_history(history: PointsHistory) -> compiled.Sections:
    sections = {faction: compiled.encode(prices) for faction, prices in history.factions.items()}
    dates = sorted({s.from_ for prices in history.factions.values() for states in prices.values() for s in states})
    return {**sections, ":releases": compiled.encode(dates)}


FACTION: Kind[Faction] = Kind("faction", Faction, _cut_faction)
HISTORY: Kind[PointsHistory] = Kind("points-history", PointsHistory, _cut_history)
RULES: Kind[RuleBook] = Kind("rules", RuleBook)


class FactionData:
    """One loaded faction."""

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

    def sheets(self) -> list[Datasheet]:
        return [sheet for each in self.index if (sheet := self.sheet(each))]

    def entries(self) -> list[Entry]:
        return decoder(list[Entry]).decode(self.compiled.section("entries"))

    def by_name(self, name: str) -> Datasheet | None:
        wanted = fold(name)
        return next((self.sheet(each) for each, known in self.index.items() if fold(known) == wanted), None)


class Shelf:
    """The factions of one game, loaded one at a time as a roster needs them."""

    NOT_FACTIONS = frozenset({"rules", "points-history"})

    def __init__(self, system: str, library: Library) -> None:
        self.system = system
        self.library = library
        self._factions: dict[str, FactionData | None] = {}
        self._history: dict[str, History] = {}
        self._book: RuleBook | None = None

    def ids(self) -> list[str]:
        return [stem for stem in self.library.files(self.system) if stem not in self.NOT_FACTIONS]

    def faction(self, faction_id: str) -> FactionData | None:
        if faction_id not in self._factions:
            if faction_id in self.NOT_FACTIONS or not _plain(faction_id) or not self.library.has(self.system, faction_id):
                return None  # and not kept: of names that nobody knows there is no end
            opened = self.library.open(self.system, faction_id, FACTION)
            self._factions[faction_id] = FactionData(opened) if opened else None
        return self._factions[faction_id]

    def book_before(self, faction_id: str, until: str) -> FactionData | None:
        """The faction as it was before its new book of that day."""
        known = _plain(faction_id) and _plain(until)
        opened = self.library.open(self.system, f"history/books/{faction_id}-{until}", FACTION) if known else None
        return FactionData(opened) if opened else None

    def history(self, faction_id: str) -> History:
        if faction_id not in self._history:
            found = self.library.section(self.system, "points-history", HISTORY, faction_id, History)
            self._history[faction_id] = found or {}
        return self._history[faction_id]

    def releases(self) -> list[str]:
        """The dates at which prices changed, oldest first."""
        return self.library.section(self.system, "points-history", HISTORY, ":releases", list[str]) or []

    def book(self) -> RuleBook:
        if self._book is None:
            self._book = self.library.section(self.system, "rules", RULES, "", RuleBook)
        if self._book is None:
            raise FileNotFoundError(f"rules of {self.system}")
        return self._book

    def law_files(self, with_history: bool) -> list[compiled.Compiled]:
        """The data beside the factions that a verdict rests on."""
        opened = [self.library.open(self.system, "rules", RULES)]
        if with_history:
            opened.append(self.library.open(self.system, "points-history", HISTORY))
        return [each for each in opened if each]


def _plain(stem: str) -> bool:
    """An id, and not a path out of the folder."""
    return stem.replace("-", "").replace("_", "").isalnum()
