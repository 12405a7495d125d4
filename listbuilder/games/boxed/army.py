"""An army that comes as one box: its units are fixed, and a few things are chosen."""

from __future__ import annotations

from typing import Any

import msgspec

from listbuilder.games.common.split_units import Split
from listbuilder.model.army import Army, Group, Unit
from listbuilder.model.base import Path, make_id_from_name
from listbuilder.model.rulebook import Text


class Loadout(msgspec.Struct, frozen=True):
    """A group of `count` models that carry the same things, each of them all of `wargear`."""

    model: str
    count: int
    wargear: dict[str, int]


class BoxPart(msgspec.Struct, frozen=True, kw_only=True):
    """One unit that a box contains, `count` times."""

    id: str
    name: str
    home: str  # id of its box
    home_name: str
    count: int = 1
    loadouts: tuple[Loadout, ...]
    unit_wargear: dict[str, int] = {}  # carried by the unit, by no model in particular
    tags: frozenset[str]
    loadout_doubt: Text | None = None  # where its wargear is from, if that is not firm
    loadout_told: bool = True  # a source tells its models apart

    @property
    def size(self) -> int:
        """The number of models in one such unit."""
        return sum(loadout.count for loadout in self.loadouts)

    def make_groups(self) -> tuple[Group, ...]:
        """Return the models of the unit as the box has it, one group for each kind of model."""
        counts: dict[str, int] = {}
        for loadout in self.loadouts:
            counts[loadout.model] = counts.get(loadout.model, 0) + loadout.count
        return tuple(Group(model, count) for model, count in counts.items())


class BoxUnit(Unit, kw_only=True):
    """A unit of an army that comes as one box."""

    part: BoxPart
    stated: tuple[Group, ...] | None = None  # the groups the roster writes
    number: int | None = None  # ... or the bare number
    matched: bool = True  # stands for a unit of the box; else it is one too many, or of another box
    surplus: bool = False  # the other one of two that the box offers
    commander: bool = False
    enhancement: str | None = None
    may_lead: tuple[str, ...] = ()  # names of the units of the box that it may join
    facts: Any = None  # the unit of the game's own data

    @property
    def sheet_id(self) -> str:
        """The id of the unit's datasheet, made from the unit's name.

        The unit's own id can't be used, because a box can have two units of one kind with different
        ids.
        """
        return make_id_from_name(self.name)

    @property
    def enhancement_names(self) -> tuple[str, ...]:
        """The name of the enhancement, if the unit has one."""
        return (self.enhancement,) if self.enhancement else ()

    @property
    def leads_army(self) -> bool:
        """Return whether the unit is the Warlord or general."""
        return self.commander

    @property
    def removal(self) -> Path | None:
        """The path to remove from the roster so that this unit is gone, or None.

        None if the roster lists no units.
        """
        return self.path or None


class UnitOfOtherGame(msgspec.Struct):
    """A unit of another game that the roster names.

    `instead` is the unit of that name that the box has.
    """

    path: Path
    name: str
    game: str
    instead: BoxPart | None = None


class UnitChoice(msgspec.Struct, kw_only=True):
    """A slot of the box for one of several units. Without `options`, the box has no such slot."""

    slot: str
    options: tuple[BoxPart, ...]
    given: str | None = None  # the id the roster names
    given_name: str = ""
    chosen: BoxPart | None = None
    listed: tuple[BoxUnit, ...] = ()


class BoxOffer(msgspec.Struct, frozen=True):
    """Something a box offers to choose from."""

    id: str
    name: str
    doubt: Text | None = None


class BoxPick(msgspec.Struct, kw_only=True):
    """The pick of one of several things that a box offers: an enhancement, an ability."""

    field: str  # key of the roster
    offered: tuple[BoxOffer, ...]
    default: BoxOffer | None = None  # what holds where the roster names none
    given: tuple[BoxOffer, ...] = ()
    paths: tuple[Path, ...] = ()
    homes: tuple[str, ...] = ()  # name of the box each given one is from, "" where it is this one

    @property
    def chosen(self) -> BoxOffer | None:
        """The offer that counts: the first named offer of this box, otherwise the default.

        None if there is neither.
        """
        own = [offer for offer, home in zip(self.given, self.homes, strict=True) if not home]
        return own[0] if own else self.default


class Commander(msgspec.Struct, kw_only=True):
    """The Warlord or general that the box names, and the one that the roster names."""

    field: str  # key of the roster
    part: BoxPart
    model: str | None = None
    given: str | None = None
    given_name: str = ""
    other_pick: BoxOffer | None = None  # with this one, the unit given would be the commander
    pick: str = ""  # ... and the key of the roster it is chosen by


class BoxArmy(Army, kw_only=True):
    """An army that comes as one box."""

    kind_names: list[str] = []  # what the box is of: its faction and so on
    listed: bool = False  # the roster says what units it brings
    entries: int = 0  # how many it lists, those that could not be read among them
    box_parts: tuple[BoxPart, ...] = ()  # every unit the box holds for this roster
    missing: list[BoxPart] = []  # those of them, one entry each, that the roster does not list
    strangers: list[UnitOfOtherGame] = []
    choices: list[UnitChoice] = []
    picks: dict[str, BoxPick] = {}
    commander: Commander | None = None
    objectives: tuple[str, ...] = ()  # secondary objectives that the box offers
    # those of the box: name -> command points, None if no source says it
    stratagems: dict[str, int | None] = {}
    splits: list[Split] = []
    wholes: list[BoxUnit] = []  # the units before any was split

    @property
    def box_units(self) -> list[BoxUnit]:
        """The units as they are in the box, before any of them is split.

        In `units`, a split unit is replaced by its parts.
        """
        return self.wholes or self.units  # type: ignore[return-value]

    def list_known_units(self) -> list[Unit]:
        """Return every unit that an id in the roster can mean.

        These are the units of the box, and the parts of the units that are split.
        """
        parts = [
            unit for unit in self.units if isinstance(unit, BoxUnit) and unit.whole is not None
        ]
        return [*self.box_units, *parts]

    def hide_secrets(self) -> BoxArmy:
        """Return a copy of the army in which no unit is split, as opponents may see it.

        Why: that a unit is split is as secret as the other battle formations.
        """
        return msgspec.structs.replace(self, units=list(self.box_units), wholes=[], splits=[])

    def list_labels(self) -> list[str]:
        """Return the name of the box and the names of what it belongs to, such as its faction."""
        return [self.faction_name, *self.kind_names]
