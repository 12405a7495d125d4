"""An army of datasheets mustered under a detachment."""

from __future__ import annotations

from typing import Literal

from listbuilder.model.army import Army, Unit
from listbuilder.model.base import Path
from listbuilder.model.datasheet import Datasheet
from listbuilder.model.faction import AsAllies, Detachment, Enhancement, Faction, Include
from listbuilder.model.rule import BattleSize

Standing = Literal["own", "included", "ally", "outsider"]


class MusterUnit(Unit, kw_only=True):
    datasheet: Datasheet
    home: str  # id of the faction whose file the datasheet is from
    home_name: str
    stated_size: bool  # the roster says how many models there are
    warlord: bool = False
    enhancements: tuple[Enhancement, ...] = ()
    chosen_keyword: str | None = None
    standing: Standing = "own"
    rule: Include | AsAllies | None = None  # what lets it in, where it is not of the army's own faction
    character_by_grant: bool = False  # a CHARACTER only because the detachment makes so many units one

    def carries(self, item: str) -> bool:
        """Whether any model has this item, by default or as the roster says."""
        wanted = item.casefold()
        if any(group.wargear and any(name.casefold() == wanted for name in group.wargear) for group in self.groups):
            return True
        if all(group.wargear is not None for group in self.groups):
            return False
        return any(
            (each if isinstance(each, str) else each.item).casefold() == wanted
            for row in self.datasheet.default_wargear
            for each in row.items
        )


class Muster(Army, kw_only=True):
    faction: Faction
    parent: Faction | None = None
    size_given: str | None = None
    size: BattleSize | None = None
    detachment_given: str | None = None
    detachment: Detachment | None = None
    detachment_home: str | None = None  # name of the faction it belongs to, where that is not this army's
    chapter: str | None = None  # keyword of the chapter the roster names, or the faction is
    formations_path: Path = ("formations",)

    @property
    def muster_units(self) -> list[MusterUnit]:
        return self.units  # type: ignore[return-value]

    def own_factions(self) -> tuple[Faction, ...]:
        return (self.faction, self.parent) if self.parent else (self.faction,)

    def enhancements_bearers(self) -> list[tuple[MusterUnit, Enhancement]]:
        return [(unit, each) for unit in self.muster_units for each in unit.enhancements]
