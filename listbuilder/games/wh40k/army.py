"""An army of datasheets mustered under a detachment."""

from __future__ import annotations

from collections.abc import Hashable, Mapping
from typing import Any, Literal

import msgspec

from listbuilder.games.common.split_units import Split
from listbuilder.games.wh40k.faction import AsAllies, Detachment, Enhancement, Faction, Include
from listbuilder.matching.requirements import has_any_tag
from listbuilder.model.army import Army, Unit
from listbuilder.model.base import Path
from listbuilder.model.datasheet import Datasheet
from listbuilder.model.rulebook import BattleSize

Standing = Literal["own", "included", "ally", "outsider"]


class MusterUnit(Unit, kw_only=True):
    """A unit of a mustered army."""

    datasheet: Datasheet
    home: str  # id of the faction whose file the datasheet is from
    home_name: str
    stated_size: bool  # the roster says how many models there are
    size_as_number: bool = False  # ... as a bare number
    warlord: bool = False
    warlord_model: str | None = (
        None  # the kind of its models that is the warlord, as the roster says
    )
    enhancements: tuple[Enhancement, ...] = ()
    enhancement_paths: tuple[Path, ...] = ()  # where each stands in the roster
    chosen_keyword: str | None = None
    stated_keywords: tuple[str, ...] = ()  # that it has only by the roster
    bearer: str | None = None  # the kind of its models that has the enhancement, as the roster says
    copy: int = 1  # the how manieth of its datasheet it is, as prices count them
    standing: Standing = "own"
    rule: Include | AsAllies | None = (
        None  # what lets it in, where it is not of the army's own faction
    )
    character_by_grant: bool = (
        False  # a CHARACTER only because the detachment makes so many units one
    )
    worked_out: dict[
        Hashable, Any
    ] = {}  # of this unit, whatever other units there are: kept where it is in another army too

    @property
    def has_unknown_price(self) -> bool:
        """True if the unit has a price that none of our sources prints.

        What is no Legends and has no price is never bought.
        """
        return self.points is None and self.legends and not self.datasheet.points

    @property
    def upgrades(self) -> tuple[str, ...]:
        """The names of its enhancements."""
        return tuple(enhancement.name for enhancement in self.enhancements)

    @property
    def leads_army(self) -> bool:
        """True for the warlord of the army."""
        return self.warlord

    @property
    def warlord_kinds(self) -> tuple[str, ...]:
        """Return the kinds of its models that can be the warlord.

        Those are the ones that are CHARACTER, or all if the data names none.
        """
        kinds = dict.fromkeys(group.model for group in self.groups)
        return tuple(
            kind
            for kind in kinds
            if not self.datasheet.characters or kind in self.datasheet.characters
        )

    @property
    def warlord_model_name(self) -> str | None:
        """Return the kind of model that is the warlord: the one the roster names, or the only one
        possible.

        None if the unit is not the warlord, has one kind of model, or nobody says which it is.
        """
        if not self.warlord or len({group.model for group in self.groups}) < 2:
            return None
        kinds = self.warlord_kinds
        return self.warlord_model or (kinds[0] if len(kinds) == 1 else None)

    def may_bear(self, enhancement: Enhancement) -> bool:
        """Return whether the rule that lets the unit in, if any, lets it bear that enhancement."""
        return (
            self.rule is None
            or self.rule.enhancements
            or has_any_tag(self.tags, enhancement.guests)
        )

    def has_item(self, item: str) -> bool:
        """Return whether any model has this item, by default or as the roster says."""
        wanted = item.casefold()
        if any(
            group.wargear and any(name.casefold() == wanted for name in group.wargear)
            for group in self.groups
        ):
            return True
        if all(group.wargear is not None for group in self.groups):
            return False
        return any(
            (default_item if isinstance(default_item, str) else default_item.item).casefold()
            == wanted
            for row in self.datasheet.default_wargear
            for default_item in row.items
        )


class Chosen(msgspec.Struct, frozen=True):
    """A detachment as the roster names it.

    `home`: whose it is, if this army may not choose it.
    """

    given: str
    path: Path
    detachment: Detachment | None = None  # None: the data of another faction has it, or nobody's
    home: str | None = None
    called: str = ""  # by the data of another faction, where that has it

    @property
    def name(self) -> str:
        """The name of the detachment; if no data has it, what the roster calls it."""
        return self.detachment.name if self.detachment else self.called or self.given


class Muster(Army, kw_only=True):
    """An army of datasheets mustered under detachments."""

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
    halves: dict[
        str, tuple[MusterUnit, ...]
    ] = {}  # id of a unit that is split: what it is split into

    @property
    def muster_units(self) -> list[MusterUnit]:
        """The units of the army."""
        return self.units  # type: ignore[return-value]

    @property
    def standing_units(self) -> list[Unit]:
        """The units as they start the battle: those that are split as their halves."""
        if not self.halves:
            return self.units
        return [part for unit in self.units for part in self.halves.get(unit.id, (unit,))]

    def list_known_units(self) -> list[Unit]:
        """Return every unit that an id in the roster may mean, halves of split units among them."""
        return [*self.units, *(half for halves in self.halves.values() for half in halves)]

    def list_labels(self) -> list[str]:
        """Return what the army is mustered as: faction, chapter, detachments and battle size.

        Chapter and battle size are empty texts if there is none.
        """
        chapter = self.chapter if self.chapter and self.chapter != self.faction_name else ""
        size = self.size.name if self.size else ""
        return [
            self.faction_name,
            chapter,
            *(detachment.name for detachment in self.detachments),
            size,
        ]

    @property
    def dispositions(self) -> tuple[str, ...]:
        """The dispositions that its detachments give the army, each once."""
        own = [
            choice.detachment for choice in self.chosen if choice.detachment and choice.home is None
        ]
        return tuple(dict.fromkeys(name for detachment in own for name in detachment.dispositions))

    def is_own(self, unit: Unit) -> bool:
        """Return whether the unit has the army's faction keyword.

        An enhancement may give it another keyword in place of the army's.
        """
        assert isinstance(unit, MusterUnit)
        if any(enhancement.faction_keyword_becomes for enhancement in unit.enhancements):
            return False  # it has that keyword in place of the army's
        return unit.standing == "own" or any(
            unit.has_keyword(faction.faction_keyword) for faction in self.list_own_factions()
        )

    def can_be_warlord(self, unit: Unit) -> bool:
        """Return whether the unit may hold the warlord: it is the army's own, or a detachment names
        it.
        """
        return self.is_own(unit) or any(
            has_any_tag(unit.tags, detachment.warlord_one_of) for detachment in self.detachments
        )

    def find_priced_in_other_order(self, stated: Mapping[Path, int]) -> set[Path]:
        """Return the places of units whose stated points are right if copies are counted in another
        order.
        """
        from listbuilder.games.wh40k.price import (
            find_reordered_copies,  # only for another program's list
        )

        return find_reordered_copies(self, stated)

    def list_own_factions(self) -> tuple[Faction, ...]:
        """Return the faction of the army and the parent of that, if it has one."""
        return (self.faction, self.parent) if self.parent else (self.faction,)

    def list_borne_enhancements(self) -> list[tuple[MusterUnit, Enhancement, Path]]:
        """Return every enhancement in the army as (bearer, enhancement, place in the roster)."""
        return [
            (unit, enhancement, path)
            for unit in self.muster_units
            if unit.enhancements
            for enhancement, path in zip(unit.enhancements, unit.enhancement_paths, strict=True)
        ]
