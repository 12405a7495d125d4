"""An army of datasheets mustered under a detachment."""

from __future__ import annotations

from collections.abc import Hashable, Mapping
from typing import Any, Literal

import msgspec

from listbuilder.games.muster.faction import AsAllies, Detachment, Enhancement, Faction, Include
from listbuilder.games.shared.declarations.split import Split
from listbuilder.games.shared.match import matches_any
from listbuilder.model.army import Army, Unit
from listbuilder.model.base import Path
from listbuilder.model.datasheet import Datasheet
from listbuilder.model.rule import BattleSize

Standing = Literal["own", "included", "ally", "outsider"]


class MusterUnit(Unit, kw_only=True):
    datasheet: Datasheet
    home: str  # id of the faction whose file the datasheet is from
    home_name: str
    stated_size: bool  # the roster says how many models there are
    size_as_number: bool = False  # ... as a bare number
    warlord: bool = False
    warlord_model: str | None = None  # the kind of its models that is the warlord, as the roster says
    enhancements: tuple[Enhancement, ...] = ()
    enhancement_paths: tuple[Path, ...] = ()  # where each stands in the roster
    chosen_keyword: str | None = None
    stated_keywords: tuple[str, ...] = ()  # that it has only by the roster
    bearer: str | None = None  # the kind of its models that has the enhancement, as the roster says
    copy: int = 1  # the how manieth of its datasheet it is, as prices count them
    standing: Standing = "own"
    rule: Include | AsAllies | None = None  # what lets it in, where it is not of the army's own faction
    character_by_grant: bool = False  # a CHARACTER only because the detachment makes so many units one
    worked_out: dict[Hashable, Any] = {}  # of this unit, whatever other units there are: kept where it is in another army too

    @property
    def price_unknown(self) -> bool:
        """It has a price that none of our sources prints. (What is no Legends and has no price is never bought.)"""
        return self.points is None and self.legends and not self.datasheet.points

    @property
    def upgrades(self) -> tuple[str, ...]:
        return tuple(enhancement.name for enhancement in self.enhancements)

    @property
    def leads_army(self) -> bool:
        return self.warlord

    @property
    def warlord_kinds(self) -> tuple[str, ...]:
        """Return the kinds of its models that can be the warlord: those that are CHARACTER, or all if the data names none."""
        kinds = dict.fromkeys(group.model for group in self.groups)
        return tuple(kind for kind in kinds if not self.datasheet.characters or kind in self.datasheet.characters)

    @property
    def warlord_named(self) -> str | None:
        """Return the kind of model that is the warlord: the one the roster names, or the only one that can be it."""
        if not self.warlord or len({group.model for group in self.groups}) < 2:
            return None
        kinds = self.warlord_kinds
        return self.warlord_model or (kinds[0] if len(kinds) == 1 else None)

    def may_bear(self, enhancement: Enhancement) -> bool:
        """Return whether the rule that lets the unit in, if any, lets it bear that enhancement."""
        return self.rule is None or self.rule.enhancements or matches_any(self.tags, enhancement.guests)

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


class Chosen(msgspec.Struct, frozen=True):
    """A detachment as the roster names it. `home`: whose it is, where this army may not choose it."""

    given: str
    path: Path
    detachment: Detachment | None = None  # None: the data of another faction has it, or nobody's
    home: str | None = None
    called: str = ""  # by the data of another faction, where that has it

    @property
    def name(self) -> str:
        return self.detachment.name if self.detachment else self.called or self.given


class Muster(Army, kw_only=True):
    faction: Faction
    parent: Faction | None = None
    size_given: str | None = None
    size: BattleSize | None = None
    chosen: tuple[Chosen, ...] = ()  # the detachments the roster names
    detachments: tuple[Detachment, ...] = ()  # those of them that are known
    detachments_path: Path = ("detachment",)  # where the roster names them
    disposition: str | None = None  # as the roster names it
    chapter: str | None = None  # keyword of the chapter the roster names, or the faction is
    splits: tuple[Split, ...] = ()  # the units that the roster splits, rightly or not
    halves: dict[str, tuple[MusterUnit, ...]] = {}  # id of a unit that is split: what it is split into

    @property
    def muster_units(self) -> list[MusterUnit]:
        return self.units  # type: ignore[return-value]

    @property
    def standing_units(self) -> list[Unit]:
        if not self.halves:
            return self.units
        return [each for unit in self.units for each in self.halves.get(unit.id, (unit,))]

    def known_units(self) -> list[Unit]:
        return [*self.units, *(half for halves in self.halves.values() for half in halves)]

    def labels(self) -> list[str]:
        chapter = self.chapter if self.chapter and self.chapter != self.faction_name else ""
        size = self.size.name if self.size else ""
        return [self.faction_name, chapter, *(each.name for each in self.detachments), size]

    @property
    def dispositions(self) -> tuple[str, ...]:
        """Those that its detachments give it, each once."""
        own = [each.detachment for each in self.chosen if each.detachment and each.home is None]
        return tuple(dict.fromkeys(name for each in own for name in each.dispositions))

    def is_own(self, unit: Unit) -> bool:
        assert isinstance(unit, MusterUnit)
        if any(each.faction_keyword_becomes for each in unit.enhancements):
            return False  # it has that keyword in place of the army's
        return unit.standing == "own" or any(unit.has(each.faction_keyword) for each in self.own_factions())

    def may_command(self, unit: Unit) -> bool:
        return self.is_own(unit) or any(matches_any(unit.tags, each.warlord_one_of) for each in self.detachments)

    def in_other_order(self, stated: Mapping[Path, int]) -> set[Path]:
        from listbuilder.games.muster.price import in_other_order  # only for another program's list

        return in_other_order(self, stated)

    def own_factions(self) -> tuple[Faction, ...]:
        return (self.faction, self.parent) if self.parent else (self.faction,)

    def borne_enhancements(self) -> list[tuple[MusterUnit, Enhancement, Path]]:
        """Every enhancement with its bearer and its place in the roster."""
        return [
            (unit, enhancement, path)
            for unit in self.muster_units
            if unit.enhancements
            for enhancement, path in zip(unit.enhancements, unit.enhancement_paths, strict=True)
        ]
