"""An army of regiments: heroes and whom they lead, and what stands beside them."""

from __future__ import annotations

from typing import Any, Literal

import msgspec

from listbuilder.games.regiments.allegiance import ArmyOfRenown, Enhancement, EnhancementTable, RegimentOfRenown, WarscrollFaction
from listbuilder.games.regiments.warscroll import RegimentProfile, Warscroll
from listbuilder.model.army import Army, Unit
from listbuilder.model.base import Path, fold
from listbuilder.model.rule import Season

Post = Literal["leader", "member", "auxiliary", "renown"]
Standing = Literal["own", "replaced", "elsewhere", "foreign"]
"""Of what the roster names: for this army; of the faction, but its army of renown leaves it out; only in an army of
renown that this army is not; of another faction."""


class Borne(msgspec.Struct, kw_only=True):
    """An enhancement on its bearer."""

    enhancement: Enhancement
    table: EnhancementTable
    path: Path
    points: int
    standing: Standing
    home: str  # name of the faction or army of renown it is from


class Chosen(msgspec.Struct, kw_only=True):
    """Something the roster names for the whole army: a formation, a lore, terrain."""

    id: str
    name: str
    path: Path
    standing: Standing
    home: str
    points: int = 0  # as the data says, whether or not it is paid
    legends: bool = False
    battlepacks: tuple[str, ...] = ()


class RegimentUnit(Unit, kw_only=True):
    warscroll: Warscroll
    profile: RegimentProfile  # the warscroll's, or that of the army of renown
    home: str  # id of the faction whose file it is from
    home_name: str
    standing: Standing = "own"
    post: Post
    regiment: int | None = None  # place of the regiment it is in
    alone: bool = True  # leads nobody
    general: bool = False
    reinforced: bool = False
    unit_points: int = 0  # without enhancements
    borne: list[Borne] = []
    entry: Any = None  # as it stands in the roster, to be put in another place
    special: dict[tuple[str, ...], dict[str, int]] = {}  # by keywords, once somebody asked: see special.py

    @property
    def leads_army(self) -> bool:
        return self.general

    @property
    def hero(self) -> bool:
        return "hero" in self.tags

    @property
    def removal(self) -> Path | None:
        if self.post == "renown" or not self.alone:
            return None
        return self.path[:-1] if self.post == "leader" else self.path  # a leader alone takes the regiment along

    def joins_as(self, titles: tuple[str, ...]) -> bool:
        wanted = {fold(title) for title in titles}
        return any(fold(title) in wanted for title in self.profile.joins_as)


class Regiment(msgspec.Struct, kw_only=True):
    place: int
    path: Path
    leader: RegimentUnit | None
    members: list[RegimentUnit]
    listed: bool = True  # the roster has a list of its units, be it empty
    faults: Any = None  # what the battle profiles forbid in it, once somebody asked: see options.py

    @property
    def units(self) -> list[RegimentUnit]:
        return [self.leader, *self.members] if self.leader else list(self.members)

    @property
    def generals(self) -> bool:
        """Whether the general is in it."""
        return any(unit.general for unit in self.units)

    @property
    def points(self) -> int:
        return sum(unit.cost for unit in self.units)


class RenownTaken(msgspec.Struct, kw_only=True):
    """A regiment of renown as the roster has it."""

    regiment: RegimentOfRenown
    path: Path
    standing: Standing
    points: int
    units: list[RegimentUnit]
    missing: list[str] = []  # names of units it would have
    beside: list[str] = []  # names of units it does not have


class RegimentArmy(Army, kw_only=True):
    faction: WarscrollFaction
    renown: ArmyOfRenown | None = None
    season: Season | None = None
    regiments: list[Regiment] = []
    auxiliaries: list[RegimentUnit] = []
    auxiliaries_listed: bool = True
    renown_taken: list[RenownTaken] = []
    formations_chosen: list[Chosen] = []
    terrain: list[Chosen] = []
    lores: dict[str, list[Chosen]] = {}  # by kind: spell, prayer, manifestation
    tactics: list[Chosen] = []
    battlepack_names: dict[str, str] = {}  # filled where something of the army is for one season
    companions: dict[str, str] = {}  # folded name -> id, of what a hero has to bring
    keywords_of_homes: dict[str, str] = {}  # id of a faction that units are from -> its faction keyword
    names: dict[str, str] = {}  # id -> name, of warscrolls that others are counted by

    @property
    def regiment_units(self) -> list[RegimentUnit]:
        return self.units  # type: ignore[return-value]

    @property
    def own_units(self) -> list[RegimentUnit]:
        """All but those of a regiment of renown."""
        return [unit for unit in self.regiment_units if unit.post != "renown"]

    @property
    def general(self) -> RegimentUnit | None:
        return next((unit for unit in self.regiment_units if unit.general), None)

    def place_of(self, unit: Unit) -> tuple[str, dict[str, Any]] | None:
        """A regiment is known by its leader: which number it has, nobody minds."""
        assert isinstance(unit, RegimentUnit)
        if unit.post == "auxiliary":
            return ("section.auxiliary", {})
        if unit.post == "renown":
            taken = next((each for each in self.renown_taken if any(other is unit for other in each.units)), None)
            return ("section.renown", {"name": taken.regiment.name}) if taken else None
        regiment = next((each for each in self.regiments if each.place == unit.regiment), None)
        if regiment is None or regiment.leader is None or unit.post == "leader":
            return None
        return ("regiment_of", {"name": regiment.leader.name})

    @property
    def drops(self) -> int:
        """How many times the army sets up: its regiments, each auxiliary unit, its regiments of renown."""
        return len(self.regiments) + len(self.auxiliaries) + len(self.renown_taken)

    def allows(self, battlepacks: tuple[str, ...]) -> bool:
        """Whether something for these seasons (none: for all) is for this army's."""
        return not battlepacks or (self.season is not None and self.season.battlepack in battlepacks)

    def chosen(self) -> list[Chosen]:
        lores = [each for kind in self.lores.values() for each in kind]
        return [*self.formations_chosen, *lores, *self.terrain, *self.tactics]

    def choices(self) -> list[tuple[str, Chosen]]:
        """Return formations, lores and terrain with the roster's key for each."""
        lores = [(f"{kind}_lore", each) for kind, chosen in self.lores.items() for each in chosen]
        formations = [("battle_formation", each) for each in self.formations_chosen]
        return [*formations, *lores, *(("faction_terrain", each) for each in self.terrain)]

    def legends(self) -> list[tuple[str, Path]]:
        renown: list[tuple[str, Path]] = []
        if self.renown and self.renown.legends:
            renown.append((self.renown.name, ("army_of_renown",)))
        renown += [(each.regiment.name, each.path) for each in self.renown_taken if each.regiment.legends]
        units = [(unit.name, unit.path) for unit in self.own_units if unit.legends]
        return [*renown, *units, *((each.name, each.path) for each in self.chosen() if each.legends)]

    def labels(self) -> list[str]:
        named = [self.renown.name if self.renown else "", *(each.name for each in self.formations_chosen)]
        return [self.faction_name, *named, self.season.name if self.season else ""]
