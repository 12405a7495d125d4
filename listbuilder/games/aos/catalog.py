"""The data files of a game of regiments, as they are loaded.

The head of a faction is loaded at once, each warscroll and army of renown when it is first asked
for.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import cached_property
from typing import TYPE_CHECKING, Any

import msgspec

from listbuilder.data import compiled
from listbuilder.data.library import DataFileKind, Library, get_decoder
from listbuilder.games.aos.faction import (
    ArmyOfRenown,
    Battlepack,
    GenericLores,
    ManifestationLore,
    RegimentOfRenown,
    RegimentsOfRenown,
    WarscrollFaction,
)
from listbuilder.games.aos.warscroll import Warscroll
from listbuilder.games.common.faction_catalog import FactionShelf
from listbuilder.games.common.open_file import Index, OpenedSheets
from listbuilder.games.game import Findable
from listbuilder.model.cache import Memo
from listbuilder.model.rulebook import RuleBook

if TYPE_CHECKING:
    from listbuilder.games.aos.history_catalog import RegimentsPast
    from listbuilder.games.aos.lookup import FoundChoice, FoundEnhancement

SEARCHES_KEPT = 2_000
SearchKey = tuple[str, str, str, str]


def _cut_warscrolls(warscrolls: tuple[Warscroll, ...]) -> compiled.Sections:
    """Return the parts for the warscrolls of a file: the index of names, each warscroll."""
    sections = {"index": compiled.encode_section({sheet.id: sheet.name for sheet in warscrolls})}
    return sections | {f"sheet:{sheet.id}": compiled.encode_section(sheet) for sheet in warscrolls}


def _cut_faction(faction: WarscrollFaction) -> compiled.Sections:
    """Return the parts of a compiled faction file, each of which can be loaded by itself.

    They are its head, the names of its armies of renown, the entries for searches, each army of
    renown, and each warscroll.
    """
    head = msgspec.structs.replace(faction, warscrolls=(), armies_of_renown=(), manifestations=())
    armies = faction.armies_of_renown
    return {
        "head": compiled.encode_section(head),
        "armies": compiled.encode_section({army.id: army.name for army in armies}),
        "entries": compiled.encode_section([entry(sheet) for sheet in faction.warscrolls]),
        **{f"army:{army.id}": compiled.encode_section(army) for army in armies},
        **_cut_warscrolls(faction.warscrolls),
    }


def entry(sheet: Warscroll) -> Findable:
    """Return a warscroll as a search result: its id, name, keywords, sizes and points.

    If it can be reinforced, it has a second size with its price.
    """
    multiples = (1, 2) if sheet.can_be_reinforced else (1,)
    return Findable(
        id=sheet.id,
        name=sheet.name,
        keywords=sheet.keywords,
        sizes=tuple(str(multiple * sheet.models) for multiple in multiples),
        points=tuple(multiple * sheet.points for multiple in multiples),
        legends=sheet.legends,
    )


def _cut_renown(file: RegimentsOfRenown) -> compiled.Sections:
    """Return the parts of the compiled file of regiments of renown.

    They are the names, each regiment, and the warscrolls.
    """
    return {
        "regiments": compiled.encode_section(
            {regiment.id: regiment.name for regiment in file.regiments}
        ),
        **{
            f"regiment:{regiment.id}": compiled.encode_section(regiment)
            for regiment in file.regiments
        },
        **_cut_warscrolls(file.warscrolls),
    }


def _cut_generic(file: GenericLores) -> compiled.Sections:
    """Return the parts of the compiled generic file: its manifestation lores and its seasons."""
    return {
        "lores": compiled.encode_section(file.manifestation_lores),
        "battlepacks": compiled.encode_section(file.battlepacks),
    }


FACTION: DataFileKind[WarscrollFaction] = DataFileKind(
    "warscroll-faction",
    WarscrollFaction,
    _cut_faction,
    always=("head", "index", "entries"),
    laid_over=True,
)
RENOWN: DataFileKind[RegimentsOfRenown] = DataFileKind(
    "regiments-of-renown", RegimentsOfRenown, _cut_renown, always=("regiments", "index")
)
GENERIC: DataFileKind[GenericLores] = DataFileKind(
    "generic-lores", GenericLores, _cut_generic, always=("lores", "battlepacks")
)
RULES: DataFileKind[RuleBook] = DataFileKind("rules", RuleBook)


class Warscrolls(OpenedSheets[Warscroll]):
    """The warscrolls of one file."""

    sheet_type = Warscroll

    def __init__(self, opened: compiled.Compiled, home: str, name: str) -> None:
        """Open the compiled file `opened`. `home` is the id of the file, `name` its title."""
        super().__init__(opened)
        self.id = home
        self.name = name


class FactionData(Warscrolls):
    """One loaded faction."""

    def __init__(self, opened: compiled.Compiled) -> None:
        """Open a compiled faction and decode its head."""
        self.head: WarscrollFaction = get_decoder(WarscrollFaction).decode(
            opened.get_section("head")
        )
        super().__init__(opened, self.head.id, self.head.name)
        self._armies: dict[str, ArmyOfRenown] = {}

    @property
    def as_of(self) -> str:
        """The date of the faction's data."""
        return self.head.as_of

    @cached_property
    def armies(self) -> Index:
        """The names of the faction's armies of renown by their ids."""
        return get_decoder(Index).decode(self.compiled.get_section("armies"))

    def load_army_of_renown(self, army_id: str) -> ArmyOfRenown | None:
        """Return the faction's army of renown with that id, or None if there is no such army."""
        army = self._armies.get(army_id)
        if army is None and f"army:{army_id}" in self.compiled:
            army = get_decoder(ArmyOfRenown).decode(self.compiled.get_section(f"army:{army_id}"))
            self._armies[army_id] = army
        return army

    def list_entries(self) -> list[Findable]:
        """Return the faction's warscrolls as search results."""
        return get_decoder(list[Findable]).decode(self.compiled.get_section("entries"))


class RenownData(Warscrolls):
    """The loaded file of regiments of renown."""

    ID = "regiments-of-renown"

    def __init__(self, opened: compiled.Compiled) -> None:
        """Open the compiled file and decode the names of the regiments."""
        super().__init__(opened, self.ID, "Regiments of Renown")
        self.regiments: Index = get_decoder(Index).decode(opened.get_section("regiments"))

    def load_regiment(self, regiment_id: str) -> RegimentOfRenown | None:
        """Return the regiment of renown with that id. None if there is none."""
        if regiment_id not in self.regiments:
            return None
        return get_decoder(RegimentOfRenown).decode(
            self.compiled.get_section(f"regiment:{regiment_id}")
        )


class Shelf(FactionShelf[FactionData, "RegimentsPast"]):
    """The files of one game, each loaded when a roster first needs it."""

    NOT_FACTIONS = frozenset({"rules", "generic", RenownData.ID})

    def __init__(self, system: str, library: Library) -> None:
        """Prepare to load the files of the game `system`; each is loaded when first asked for."""
        super().__init__(system, library)
        self._books: dict[str | None, RuleBook] = {}
        self._renown: RenownData | None = None
        self._lores: tuple[ManifestationLore, ...] | None = None
        # what `Lookup` found, by faction, army of renown, kind and id: looking through the files
        # of all factions, as an enhancement of another faction wants, takes longer than the rest
        self.found_enhancements: Memo[SearchKey, FoundEnhancement | None] = Memo(SEARCHES_KEPT)
        self.found_choices: Memo[SearchKey, FoundChoice | None] = Memo(SEARCHES_KEPT)

    def open_faction(self, faction_id: str) -> FactionData | None:
        """Return the faction with that id from its compiled file. None if there is no such file."""
        opened = self.library.get_compiled(self.system, faction_id, FACTION)
        return FactionData(opened) if opened else None

    def open_past(self) -> RegimentsPast:
        """Return the object that loads the histories of the game."""
        from listbuilder.games.aos.history_catalog import RegimentsPast

        return RegimentsPast(self.system, self.library)

    def make_shelf_on_date(self, day: str) -> Shelf:
        """Return a catalog of the game's files as they were on `day`."""
        from listbuilder.games.aos.catalog_on_date import DayShelf

        return DayShelf(self, self.past, day)

    def load_other_factions(self, faction_id: str) -> list[FactionData]:
        """Return all factions of the game except `faction_id`.

        All of them are loaded, so this is only for what isn't found in the faction itself.
        """
        other_ids = [other_id for other_id in self.list_ids() if other_id != faction_id]
        return [data for data in map(self.load_faction, other_ids) if data]

    def load_regiments_of_renown(self) -> RenownData | None:
        """Return the regiments of renown. None if the game has none."""
        if self._renown is None:
            opened = self.library.get_compiled(self.system, RenownData.ID, RENOWN)
            self._renown = RenownData(opened) if opened else None
        return self._renown

    def load_warscrolls(self, home: str) -> Warscrolls | None:
        """Return the warscrolls of the file `home`, or None if there is no such file.

        `home` is the id of a faction or of the file of regiments of renown.
        """
        return self.load_regiments_of_renown() if home == RenownData.ID else self.load_faction(home)

    def load_generic_lores(self) -> tuple[ManifestationLore, ...]:
        """Return the manifestation lores for all factions.

        Empty if the game has no generic file.
        """
        if self._lores is None:
            lores = self.library.load_section(
                self.system, "generic", GENERIC, "lores", tuple[ManifestationLore, ...]
            )
            self._lores = lores or ()
        return self._lores

    def load_battlepacks(self) -> tuple[Battlepack, ...]:
        """Return the seasons of the game with their battle tactics cards.

        Empty if the game has no generic file.
        """
        packs = self.library.load_section(
            self.system, "generic", GENERIC, "battlepacks", tuple[Battlepack, ...]
        )
        return packs or ()

    def yield_shelves_with_thing(
        self, faction_id: str, kind: str, thing_id: str
    ) -> Iterator[Shelf]:
        """Yield catalogs of other dates on which a thing was there that isn't there on this date.

        Nothing is yielded here, because this catalog is that of today. The catalogs of past dates
        (catalog_on_date.py) override this method.
        """
        yield from ()

    def load_rule_files(self) -> list[compiled.Compiled]:
        """Return the compiled rules and generic file of the game, on which every verdict rests."""
        kinds: dict[str, DataFileKind[Any]] = {"rules": RULES, "generic": GENERIC}
        files = [self.library.get_compiled(self.system, stem, kind) for stem, kind in kinds.items()]
        return [file for file in files if file]

    def load_history_files(self, ids: Iterable[str]) -> list[compiled.Compiled]:
        """Return the histories on which a verdict rests: none, as this catalog is of today."""
        return []

    def load_rulebook(self, season: str | None = None) -> RuleBook:
        """Return the rules of `season`, or the base rules if `season` is None.

        The same object is returned each time, because the rules engine prepares each object only
        once. Raises FileNotFoundError if the game has no rules.
        """
        if season not in self._books:
            if season is None:
                base = self.library.load_section(self.system, "rules", RULES, "", RuleBook)
                if base is None:
                    raise FileNotFoundError(f"rules of {self.system}")
                self._books[None] = base
            else:
                base = self.load_rulebook()
                self._books[season] = base.apply_season(base.seasons[season])
        return self._books[season]
