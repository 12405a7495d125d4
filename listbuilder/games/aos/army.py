"""An army of regiments: the heroes and the units that they lead, and what else is in the army."""

from __future__ import annotations

from typing import Any, Literal

import msgspec

from listbuilder.games.aos.faction import (
    ArmyOfRenown,
    Enhancement,
    EnhancementTable,
    RegimentOfRenown,
    WarscrollFaction,
)
from listbuilder.games.aos.warscroll import RegimentProfile, Warscroll
from listbuilder.model.army import Army, Unit
from listbuilder.model.base import Path, fold
from listbuilder.model.rulebook import Season

Post = Literal["leader", "member", "auxiliary", "renown"]
Standing = Literal["own", "replaced", "elsewhere", "foreign"]
"""The relation of an army to a thing that its roster names.

"own" is for this army, "replaced" is of its faction but left out by its army of renown,
"elsewhere" is only in another army of renown of the faction, "foreign" is of another faction.
"""


class BorneEnhancement(msgspec.Struct, kw_only=True):
    """An enhancement on the unit that has it."""

    enhancement: Enhancement
    table: EnhancementTable
    path: Path
    points: int
    standing: Standing
    home: str  # name of the faction or army of renown it is from


class ArmyChoice(msgspec.Struct, kw_only=True):
    """Something chosen for the whole army: a formation, a lore, terrain, a battle tactics card."""

    id: str
    name: str
    path: Path
    standing: Standing
    home: str
    points: int = 0  # as the data says, whether or not it is paid
    legends: bool = False
    battlepacks: tuple[str, ...] = ()


class RegimentUnit(Unit, kw_only=True):
    """A unit of an army of regiments."""

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
    borne: list[BorneEnhancement] = []
    entry: Any = None  # as it stands in the roster, to be put in another place
    # Counts of special models by keywords, once somebody asked: see command_models.py.
    special: dict[tuple[str, ...], dict[str, int]] = {}

    @property
    def leads_army(self) -> bool:
        """Return whether the unit is the general."""
        return self.general

    @property
    def enhancement_names(self) -> tuple[str, ...]:
        """The names of the unit's enhancements: heroic traits, artefacts and so on."""
        return tuple(borne.enhancement.name for borne in self.borne)

    @property
    def is_hero(self) -> bool:
        """Return whether the unit is a hero."""
        return "hero" in self.tags

    @property
    def removal(self) -> Path | None:
        """The path to remove from the roster so that only this unit is gone, or None.

        None for a leader with other units, and for a unit of a regiment of renown. For a leader
        without other units, it is the path of the whole regiment.
        """
        if self.post == "renown" or not self.alone:
            return None
        return self.path[:-1] if self.post == "leader" else self.path

    def can_join_as(self, titles: tuple[str, ...]) -> bool:
        """Return whether the unit can join a regiment under one of these titles."""
        wanted = {fold(title) for title in titles}
        return any(fold(title) in wanted for title in self.profile.joins_as)


class Regiment(msgspec.Struct, kw_only=True):
    """A hero and the units of the regiment. `place` is its position in the roster."""

    place: int
    path: Path
    leader: RegimentUnit | None
    members: list[RegimentUnit]
    listed: bool = True  # the roster has a list of its units, be it empty
    faults: Any = None  # what the battle profiles forbid in it, once somebody asked: see options.py

    @property
    def units(self) -> list[RegimentUnit]:
        """The units of the regiment, the leader first."""
        return [self.leader, *self.members] if self.leader else list(self.members)

    @property
    def has_general(self) -> bool:
        """Return whether the general is in the regiment."""
        return any(unit.general for unit in self.units)

    @property
    def points(self) -> int:
        """The points of all units in the regiment. A unit whose price isn't known adds nothing."""
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
    """An army made of regiments, auxiliary units and regiments of renown."""

    faction: WarscrollFaction
    renown: ArmyOfRenown | None = None
    season: Season | None = None
    regiments: list[Regiment] = []
    auxiliaries: list[RegimentUnit] = []
    auxiliaries_listed: bool = True
    renown_taken: list[RenownTaken] = []
    formations_chosen: list[ArmyChoice] = []
    terrain: list[ArmyChoice] = []
    lores: dict[str, list[ArmyChoice]] = {}  # by kind: spell, prayer, manifestation
    tactics: list[ArmyChoice] = []
    battlepack_names: dict[str, str] = {}  # filled where something of the army is for one season
    companions: dict[str, str] = {}  # folded name -> id, of what a hero has to bring
    keywords_of_homes: dict[str, str] = {}  # id of a unit's faction -> its faction keyword
    names: dict[str, str] = {}  # id -> name, of warscrolls that others are counted by

    @property
    def regiment_units(self) -> list[RegimentUnit]:
        """The units of the army, with the type that units of this kind of army have."""
        return self.units  # type: ignore[return-value]

    @property
    def own_units(self) -> list[RegimentUnit]:
        """The units of the army without those of regiments of renown."""
        return [unit for unit in self.regiment_units if unit.post != "renown"]

    @property
    def general(self) -> RegimentUnit | None:
        """The unit that is the general. None if no unit is."""
        return next((unit for unit in self.regiment_units if unit.general), None)

    def describe_place(self, unit: Unit) -> tuple[str, dict[str, Any]] | None:
        """Return the key and arguments of the text on which part of the army the unit is in.

        A regiment is described by its leader, because its number matters to nobody. None for a
        leader, and for a unit in a regiment without a leader.
        """
        assert isinstance(unit, RegimentUnit)
        if unit.post == "auxiliary":
            return ("section.auxiliary", {})
        if unit.post == "renown":
            for taken in self.renown_taken:
                if any(unit_taken is unit for unit_taken in taken.units):
                    return ("section.renown", {"name": taken.regiment.name})
            return None
        if unit.post == "leader":
            return None
        for regiment in self.regiments:
            if regiment.place == unit.regiment:
                leader = regiment.leader
                return ("regiment_of", {"name": leader.name}) if leader else None
        return None

    @property
    def drops(self) -> int:
        """The number of drops: regiments, auxiliary units and regiments of renown."""
        return len(self.regiments) + len(self.auxiliaries) + len(self.renown_taken)

    def is_for_season(self, battlepacks: tuple[str, ...]) -> bool:
        """Return whether a thing for the seasons `battlepacks` can be in this army.

        A thing without seasons is for all seasons.
        """
        return not battlepacks or (
            self.season is not None and self.season.battlepack in battlepacks
        )

    def list_choices(self) -> list[ArmyChoice]:
        """Return the formations, lores, terrain and battle tactics of the army."""
        lores = [lore for chosen_lores in self.lores.values() for lore in chosen_lores]
        return [*self.formations_chosen, *lores, *self.terrain, *self.tactics]

    def list_choices_with_keys(self) -> list[tuple[str, ArmyChoice]]:
        """Return the formations, lores and terrain of the army, each with its key in the roster."""
        lores = [(f"{kind}_lore", lore) for kind, chosen in self.lores.items() for lore in chosen]
        formations = [("battle_formation", formation) for formation in self.formations_chosen]
        return [*formations, *lores, *(("faction_terrain", terrain) for terrain in self.terrain)]

    def list_legends(self) -> list[tuple[str, Path]]:
        """Return name and path of everything in the army that is Legends.

        A regiment of renown counts as a whole; its units aren't listed.
        """
        renown: list[tuple[str, Path]] = []
        if self.renown and self.renown.legends:
            renown.append((self.renown.name, ("army_of_renown",)))
        renown += [
            (taken.regiment.name, taken.path)
            for taken in self.renown_taken
            if taken.regiment.legends
        ]
        units = [(unit.name, unit.path) for unit in self.own_units if unit.legends]
        return [
            *renown,
            *units,
            *((choice.name, choice.path) for choice in self.list_choices() if choice.legends),
        ]

    def list_labels(self) -> list[str]:
        """Return the names of faction, army of renown, formations and season, for headings.

        The name is '' if the army has no army of renown or no season.
        """
        named = [
            self.renown.name if self.renown else "",
            *(formation.name for formation in self.formations_chosen),
        ]
        return [self.faction_name, *named, self.season.name if self.season else ""]
