"""A faction as it is loaded: its head at once, each warscroll and army of renown when it is first asked for."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING, Any

import msgspec

from listbuilder.games.base import Findable
from listbuilder.games.regiments.allegiance import (
    ArmyOfRenown,
    Battlepack,
    GenericLores,
    ManifestationLore,
    RegimentOfRenown,
    RegimentsOfRenown,
    WarscrollFaction,
)
from listbuilder.games.regiments.warscroll import Warscroll
from listbuilder.games.shared.faction_shelf import FactionShelf
from listbuilder.games.shared.opened import Index, OpenedSheets
from listbuilder.model.rule import RuleBook
from listbuilder.store import compiled
from listbuilder.store.library import Kind, Library, decoder

if TYPE_CHECKING:
    from listbuilder.games.regiments.past_data import RegimentsPast


def _sheets(warscrolls: tuple[Warscroll, ...]) -> compiled.Sections:
    sections = {"index": compiled.encode({sheet.id: sheet.name for sheet in warscrolls})}
    return sections | {f"sheet:{sheet.id}": compiled.encode(sheet) for sheet in warscrolls}


def _cut_faction(faction: WarscrollFaction) -> compiled.Sections:
    head = msgspec.structs.replace(faction, warscrolls=(), armies_of_renown=(), manifestations=())
    armies = faction.armies_of_renown
    return {
        "head": compiled.encode(head),
        "armies": compiled.encode({army.id: army.name for army in armies}),
        "entries": compiled.encode([entry(sheet) for sheet in faction.warscrolls]),
        **{f"army:{army.id}": compiled.encode(army) for army in armies},
        **_sheets(faction.warscrolls),
    }


def entry(sheet: Warscroll) -> Findable:
    twice = sheet.can_be_reinforced
    return Findable(
        id=sheet.id,
        name=sheet.name,
        keywords=sheet.keywords,
        sizes=(str(sheet.models), str(2 * sheet.models)) if twice else (str(sheet.models),),
        points=(sheet.points, 2 * sheet.points) if twice else (sheet.points,),
        legends=sheet.legends,
    )


def _cut_renown(file: RegimentsOfRenown) -> compiled.Sections:
    return {
        "regiments": compiled.encode({each.id: each.name for each in file.regiments}),
        **{f"regiment:{each.id}": compiled.encode(each) for each in file.regiments},
        **_sheets(file.warscrolls),
    }


def _cut_generic(file: GenericLores) -> compiled.Sections:
    return {"lores": compiled.encode(file.manifestation_lores), "battlepacks": compiled.encode(file.battlepacks)}


FACTION: Kind[WarscrollFaction] = Kind(
    "warscroll-faction", WarscrollFaction, _cut_faction, always=("head", "index", "entries"), laid_over=True
)
RENOWN: Kind[RegimentsOfRenown] = Kind("regiments-of-renown", RegimentsOfRenown, _cut_renown, always=("regiments", "index"))
GENERIC: Kind[GenericLores] = Kind("generic-lores", GenericLores, _cut_generic, always=("lores", "battlepacks"))
RULES: Kind[RuleBook] = Kind("rules", RuleBook)


class Warscrolls(OpenedSheets[Warscroll]):
    """The warscrolls of one file."""

    sheet_type = Warscroll

    def __init__(self, opened: compiled.Compiled, home: str, name: str) -> None:
        super().__init__(opened)
        self.id = home
        self.name = name


class FactionData(Warscrolls):
    """One loaded faction."""

    def __init__(self, opened: compiled.Compiled) -> None:
        self.head: WarscrollFaction = decoder(WarscrollFaction).decode(opened.section("head"))
        super().__init__(opened, self.head.id, self.head.name)
        self._armies: dict[str, ArmyOfRenown] = {}

    @property
    def as_of(self) -> str:
        return self.head.as_of

    @property
    def armies(self) -> Index:
        """Armies of renown."""
        return decoder(Index).decode(self.compiled.section("armies"))

    def army(self, army_id: str) -> ArmyOfRenown | None:
        found = self._armies.get(army_id)
        if found is None and f"army:{army_id}" in self.compiled:
            found = decoder(ArmyOfRenown).decode(self.compiled.section(f"army:{army_id}"))
            self._armies[army_id] = found
        return found

    def entries(self) -> list[Findable]:
        return decoder(list[Findable]).decode(self.compiled.section("entries"))


class RenownData(Warscrolls):
    """The regiments of renown."""

    ID = "regiments-of-renown"

    def __init__(self, opened: compiled.Compiled) -> None:
        super().__init__(opened, self.ID, "Regiments of Renown")
        self.regiments: Index = decoder(Index).decode(opened.section("regiments"))

    def regiment(self, regiment_id: str) -> RegimentOfRenown | None:
        if regiment_id not in self.regiments:
            return None
        return decoder(RegimentOfRenown).decode(self.compiled.section(f"regiment:{regiment_id}"))


class Shelf(FactionShelf[FactionData, "RegimentsPast"]):
    """The files of one game, loaded one at a time as a roster needs them."""

    NOT_FACTIONS = frozenset({"rules", "generic", RenownData.ID})

    def __init__(self, system: str, library: Library) -> None:
        super().__init__(system, library)
        self._books: dict[str | None, RuleBook] = {}
        self._renown: RenownData | None = None
        self._lores: tuple[ManifestationLore, ...] | None = None

    def open_faction(self, faction_id: str) -> FactionData | None:
        opened = self.library.open(self.system, faction_id, FACTION)
        return FactionData(opened) if opened else None

    def open_past(self) -> RegimentsPast:
        from listbuilder.games.regiments.past_data import RegimentsPast

        return RegimentsPast(self.system, self.library)

    def make_day(self, day: str) -> Shelf:
        from listbuilder.games.regiments.day_shelf import DayShelf

        return DayShelf(self, self.past, day)

    def others(self, faction_id: str) -> list[FactionData]:
        """Every other faction: only where something is not found in its own."""
        return [data for each in self.ids() if each != faction_id and (data := self.faction(each))]

    def renown(self) -> RenownData | None:
        if self._renown is None:
            opened = self.library.open(self.system, RenownData.ID, RENOWN)
            self._renown = RenownData(opened) if opened else None
        return self._renown

    def warscrolls(self, home: str) -> Warscrolls | None:
        return self.renown() if home == RenownData.ID else self.faction(home)

    def generic_lores(self) -> tuple[ManifestationLore, ...]:
        if self._lores is None:
            found = self.library.section(self.system, "generic", GENERIC, "lores", tuple[ManifestationLore, ...])
            self._lores = found or ()
        return self._lores

    def battlepacks(self) -> tuple[Battlepack, ...]:
        return self.library.section(self.system, "generic", GENERIC, "battlepacks", tuple[Battlepack, ...]) or ()

    def around(self, faction_id: str, kind: str, thing_id: str) -> Iterator[Shelf]:
        """Shelves of other days on which there was something that is not there on this one: none for today's."""
        yield from ()

    def law_files(self) -> list[compiled.Compiled]:
        """What every verdict rests on beside the factions."""
        kinds: dict[str, Kind[Any]] = {"rules": RULES, "generic": GENERIC}
        return [opened for stem, kind in kinds.items() if (opened := self.library.open(self.system, stem, kind))]

    def past_files(self, ids: Iterable[str]) -> list[compiled.Compiled]:
        """The histories that a verdict rests on: none for today's."""
        return []

    def book(self, season: str | None = None) -> RuleBook:
        """The law of a season, or of the base book. One object each, for the engine makes each ready once."""
        if season not in self._books:
            if season is None:
                base = self.library.section(self.system, "rules", RULES, "", RuleBook)
                if base is None:
                    raise FileNotFoundError(f"rules of {self.system}")
                self._books[None] = base
            else:
                base = self.book()
                self._books[season] = base.of_season(base.seasons[season])
        return self._books[season]
