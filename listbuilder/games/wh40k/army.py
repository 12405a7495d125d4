"""An army of datasheets mustered under a detachment."""

from __future__ import annotations

from collections.abc import Hashable, Mapping
from itertools import chain
from typing import Any, Literal

import msgspec

from listbuilder.games.common.split_units import Split
from listbuilder.games.wh40k.faction import AsAllies, Detachment, Enhancement, Faction, Include
from listbuilder.matching.requirements import has_any_tag
from listbuilder.model.army import Army, Unit
from listbuilder.model.base import Path
from listbuilder.model.datasheet import Datasheet
from listbuilder.model.rulebook import BattleSize
from listbuilder.model.wargear import get_item_name

Standing = Literal["own", "included", "ally", "outsider"]


class MusterUnit(Unit, kw_only=True):
    """A unit of a mustered army."""

    datasheet: Datasheet
    home: str  # id of the faction whose file the datasheet is from
    home_name: str
    stated_size: bool  # the roster says how many models there are
    size_as_number: bool = False  # ... as a bare number
    warlord: bool = False
    # The kind of its models that is the warlord, as the roster says.
    warlord_model: str | None = None
    enhancements: tuple[Enhancement, ...] = ()
    enhancement_paths: tuple[Path, ...] = ()  # where each stands in the roster
    chosen_keyword: str | None = None
    stated_keywords: tuple[str, ...] = ()  # that it has only by the roster
    bearer: str | None = None  # the kind of its models that has the enhancement, as the roster says
    copy: int = 1  # the how manieth of its datasheet it is, as prices count them
    standing: Standing = "own"
    # What lets it in, where it is not of the army's own faction.
    rule: Include | AsAllies | None = None
    # A CHARACTER only because the detachment makes so many units one.
    character_by_grant: bool = False
    # Of this unit, whatever other units there are: kept where it is in another army too.
    worked_out: dict[Hashable, Any] = {}

    @property
    def has_unknown_price(self) -> bool:
        """Return whether the unit is a Legends unit whose price no source gives.

        Why Legends only: a unit that is not Legends and has no price can't be bought at all.
        """
        return self.points is None and self.legends and not self.datasheet.points

    @property
    def upgrades(self) -> tuple[str, ...]:
        """The names of the unit's enhancements."""
        return self.enhancement_names

    @property
    def enhancement_names(self) -> tuple[str, ...]:
        """The names of the unit's enhancements."""
        return tuple(enhancement.name for enhancement in self.enhancements)

    @property
    def leads_army(self) -> bool:
        """Return whether the unit is the warlord of the army."""
        return self.warlord

    @property
    def warlord_kinds(self) -> tuple[str, ...]:
        """Return the kinds of model in the unit that can be the warlord.

        These are the kinds that the data names as Characters, or all kinds if the data names none.
        """
        kinds = tuple(dict.fromkeys(group.model for group in self.groups))
        characters = self.datasheet.characters
        if not characters:
            return kinds
        return tuple(kind for kind in kinds if kind in characters)

    @property
    def warlord_model_name(self) -> str | None:
        """Return the kind of model in the unit that is the warlord, or None.

        It is the kind that the roster names, or the only kind that can be the warlord. None if the
        unit is not the warlord or has just one kind of model, or if the roster leaves the kind
        open.
        """
        if not self.warlord or len({group.model for group in self.groups}) < 2:
            return None
        if self.warlord_model:
            return self.warlord_model
        kinds = self.warlord_kinds
        return kinds[0] if len(kinds) == 1 else None

    def may_bear(self, enhancement: Enhancement) -> bool:
        """Return whether the rule that lets the unit into the army allows the enhancement.

        True if the unit needs no such rule. If the rule allows its units no enhancements, the
        enhancement itself may still allow the unit.
        """
        if self.rule is None or self.rule.enhancements:
            return True
        return has_any_tag(self.tags, enhancement.guests)

    def has_item(self, item: str) -> bool:
        """Return whether any model of the unit carries the item, by the roster or by default."""
        wanted = item.casefold()
        for group in self.groups:
            if group.wargear and any(name.casefold() == wanted for name in group.wargear):
                return True
        if all(group.wargear is not None for group in self.groups):
            return False
        for row in self.datasheet.default_wargear:
            if any(get_item_name(default).casefold() == wanted for default in row.items):
                return True
        return False


class Chosen(msgspec.Struct, frozen=True):
    """A detachment as the roster names it."""

    given: str
    path: Path
    detachment: Detachment | None = None  # None: the data of another faction has it, or nobody's
    home: str | None = None  # whose it is, if this army may not choose it
    called: str = ""  # its name in the data of another faction, where that has it

    @property
    def name(self) -> str:
        """The name of the detachment, or the text of the roster if no data has such a
        detachment.
        """
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
    halves: dict[str, tuple[MusterUnit, ...]] = {}  # what a unit is split into, by its id

    @property
    def muster_units(self) -> list[MusterUnit]:
        """The units of the army."""
        return self.units  # type: ignore[return-value]

    @property
    def standing_units(self) -> list[Unit]:
        """The units as they start the battle, with the two halves in place of each split unit."""
        if not self.halves:
            return self.units
        parts: list[Unit] = []
        for unit in self.units:
            parts.extend(self.halves.get(unit.id, (unit,)))
        return parts

    def list_known_units(self) -> list[Unit]:
        """Return all units that an id in the roster may mean, halves of split units included."""
        return [*self.units, *chain.from_iterable(self.halves.values())]

    def list_labels(self) -> list[str]:
        """Return the army's faction, chapter, detachments and battle size, as names.

        The chapter and the battle size are empty texts if there is none.
        """
        chapter = self.chapter if self.chapter and self.chapter != self.faction_name else ""
        names = [detachment.name for detachment in self.detachments]
        return [self.faction_name, chapter, *names, self.size.name if self.size else ""]

    def count_detachment_points(self) -> tuple[int, int] | None:
        """Return the detachment points (DP) spent and how many this battle size gives.

        None if it gives none.
        """
        if self.size is None or not self.size.detachment_points:
            return None
        spent = sum(detachment.dp or 0 for detachment in self.detachments)
        return spent, self.size.detachment_points

    @property
    def dispositions(self) -> tuple[str, ...]:
        """The dispositions that the army's detachments offer, each once.

        Detachments that this army may not choose don't count.
        """
        names: dict[str, None] = {}
        for choice in self.chosen:
            if choice.detachment and choice.home is None:
                names.update(dict.fromkeys(choice.detachment.dispositions))
        return tuple(names)

    def is_own(self, unit: Unit) -> bool:
        """Return whether the unit has the army's faction keyword.

        False if an enhancement replaces its faction keyword by another.
        """
        assert isinstance(unit, MusterUnit)
        if any(enhancement.faction_keyword_becomes for enhancement in unit.enhancements):
            return False
        if unit.standing == "own":
            return True
        return any(
            unit.has_keyword(faction.faction_keyword) for faction in self.list_own_factions()
        )

    def can_be_warlord(self, unit: Unit) -> bool:
        """Return whether the unit may be the warlord: as the army's own, or by a detachment."""
        if self.is_own(unit):
            return True
        return any(
            has_any_tag(unit.tags, detachment.warlord_one_of) for detachment in self.detachments
        )

    def find_priced_in_other_order(self, stated: Mapping[Path, int]) -> set[Path]:
        """Return the paths of units whose stated points fit another numbering of the copies.

        `stated` holds the points that a list states for each unit. Further copies of a datasheet
        may cost more, and the player may choose which copies those are.
        """
        # Only for another program's list.
        from listbuilder.games.wh40k.price import find_reordered_copies

        return find_reordered_copies(self, stated)

    def list_own_factions(self) -> tuple[Faction, ...]:
        """Return the faction of the army and the parent of that, if it has one."""
        return (self.faction, self.parent) if self.parent else (self.faction,)

    def list_borne_enhancements(self) -> list[tuple[MusterUnit, Enhancement, Path]]:
        """Return every enhancement in the army as (bearer, enhancement, path in the roster)."""
        borne: list[tuple[MusterUnit, Enhancement, Path]] = []
        for unit in self.muster_units:
            places = zip(unit.enhancements, unit.enhancement_paths, strict=True)
            borne.extend((unit, enhancement, path) for enhancement, path in places)
        return borne
