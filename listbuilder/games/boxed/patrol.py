"""A Combat Patrol: a fixed box of units that is a whole army. Names, numbers and keywords only.

A file reads from the top: the unit that leads the box, the enhancements, then unit after unit:

   id: boyz-2                       # two units of one name with different wargear are two ids
   name: Boyz
   models:
     - {name: Boss Nob, count: 1, wargear: [Slugga, Power klaw]}
     - {name: Boy, count: 5, wargear: [Slugga, Choppa]}
     - {name: Boy, count: 3, wargear: [Shoota, Close combat weapon]}

Stats, weapons and transports are written as in the big game. If a source didn't simply state
something, a mark (`count_source`, `warlord_source`, ...) tells where it is from; the marks are
explained in the system's sources.yaml.
"""

from __future__ import annotations

from functools import cached_property

from listbuilder.model.base import Model, fold
from listbuilder.model.datasheet import Stats, Weapon
from listbuilder.model.rulebook import Text
from listbuilder.model.transport import Transport
from listbuilder.model.wargear import Item

Choices = dict[str, tuple[str, ...]]  # slot -> ids of units, of which the box holds exactly one


class ModelGroup(Model, kw_only=True):
    """A group of `count` models. Each of them carries everything in `wargear`.

    Several groups of a unit can have the same name. Write `{item: Dread klaw, count: 3}` if
    each model carries three of an item.
    """

    name: str
    count: int
    wargear: tuple[Item, ...]
    wargear_source: str | None = None


class MustInclude(Model, kw_only=True):
    """The part must contain `count` models called `model`, or `count` that carry `wargear`."""

    model: str | None = None
    wargear: str | None = None
    count: int


class PatrolSquad(Model, kw_only=True):
    """One part of a unit that can be split before the battle.

    `size` is its number of models; `must_include` lists the models it has to contain.
    """

    name: str
    size: int
    must_include: tuple[MustInclude, ...] = ()


class PatrolUnit(Model, kw_only=True, dict=True):
    """A unit of the Combat Patrol with its own datasheet.

    `count` is the number of identical units (default: 1). `leads` lists the ids of the units it
    can join.
    """

    id: str  # unique in the box
    name: str
    count: int = 1  # so many units like this one, each of `size` models
    models: tuple[ModelGroup, ...]
    unit_wargear: tuple[Item, ...] = ()  # carried by the unit, by no model in particular
    keywords: tuple[str, ...]
    faction_keywords: tuple[str, ...]
    core_abilities: tuple[str, ...] = ()  # who may wait in reserve is told by these
    faction_abilities: tuple[str, ...] = ()
    leads: tuple[str, ...] = ()  # ids of the units of this box that it may join
    leads_source: str | None = None
    must_lead: bool = False  # it may not start the battle on its own
    # The battle round from which it may arrive: it has to start in strategic reserves.
    starts_in_reserve: int | None = None
    patrol_squads: tuple[PatrolSquad, ...] = ()  # it may be split into exactly these parts
    transport: Transport | None = None
    stats: tuple[Stats, ...]
    invuln: int | None = None
    # Wounds left, from and to, at which its damaged profile holds.
    damaged_at: tuple[int, int] | None = None
    weapons: tuple[Weapon, ...]  # an item that is not among them is not a weapon
    base_size: str

    @cached_property
    def size(self) -> int:
        """The number of models in one such unit."""
        return sum(group.count for group in self.models)

    @cached_property
    def tags(self) -> frozenset[str]:
        """All names by which a rule can mean this unit, folded: its keywords and its own name."""
        return frozenset(map(fold, (*self.keywords, *self.faction_keywords, self.name)))

    @cached_property
    def model_counts(self) -> dict[str, int]:
        """The number of models of each name in one such unit."""
        counts: dict[str, int] = {}
        for group in self.models:
            counts[group.name] = counts.get(group.name, 0) + group.count
        return counts


class PatrolEnhancement(Model, kw_only=True):
    """An enhancement of the Combat Patrol. Only the unit `bearer` can have it.

    With `default: true`, it is used unless the roster chooses another one. If no enhancement of
    the box is the default, one is chosen before the battle.
    """

    id: str
    name: str
    default: bool = False  # what the box has unless the roster says the other
    bearer: str
    bearer_is_warlord: bool = False  # with this one chosen, its bearer is the warlord
    may_lead: tuple[str, ...] = ()  # units that its bearer may join besides those it `leads`
    source: str | None = None  # where it is from, if not from where the box is


class SecondaryObjective(Model, kw_only=True):
    name: str
    default: bool = False
    only: bool = False  # the box has no other


class Patrol(Model, kw_only=True, dict=True):
    """The file of one Combat Patrol: its units, enhancements and Warlord.

    Keys ending in `_source` contain a mark that sources.yaml explains.
    """

    system: str
    id: str
    name: str
    faction: str
    subfaction: str | None = None
    as_of: str
    warlord: str  # the unit; where an enhancement decides it, the one of the default enhancement
    warlord_model: str | None = None  # which model of that unit, where it has several
    warlord_source: str
    warlord_model_source: str | None = None
    count_source: str  # where the number of each unit is from
    # where it is from that the default enhancement is the default one; none if there is no default
    default_source: str | None = None
    secondary_source: str | None = None
    enhancements: tuple[PatrolEnhancement, ...]
    choices: Choices = {}
    mission: str | None = None  # the name of the mission that only this box plays
    secondary_objectives: tuple[SecondaryObjective, ...] = ()
    stratagems: dict[str, int | None] = {}  # name -> command points, None if no source says it
    anomalies: tuple[str, ...] = ()  # what was found odd in the sources
    units: tuple[PatrolUnit, ...]

    @cached_property
    def unit_by_id(self) -> dict[str, PatrolUnit]:
        """The units of the box by their ids."""
        return {unit.id: unit for unit in self.units}

    @cached_property
    def enhancement_by_id(self) -> dict[str, PatrolEnhancement]:
        """The enhancements of the box by their ids."""
        return {enhancement.id: enhancement for enhancement in self.enhancements}

    @cached_property
    def default_enhancement(self) -> PatrolEnhancement | None:
        """The enhancement that the box has unless the roster chooses another one.

        None if one has to be chosen.
        """
        return next((enhancement for enhancement in self.enhancements if enhancement.default), None)

    def find_warlord(self, enhancement_id: str | None) -> str:
        """Return the id of the unit that is the Warlord with the enhancement `enhancement_id`.

        None means that no enhancement is chosen yet.
        """
        enhancement = self.enhancement_by_id[enhancement_id] if enhancement_id else None
        if enhancement is not None and enhancement.bearer_is_warlord:
            return enhancement.bearer
        return self.warlord

    def list_led_units(self, unit_id: str, enhancement_id: str | None) -> tuple[str, ...]:
        """Return the ids of the units that `unit_id` can join if this enhancement is chosen.

        Some enhancements let their bearer join further units. None means that no enhancement is
        chosen yet.
        """
        enhancement = self.enhancement_by_id[enhancement_id] if enhancement_id else None
        more: tuple[str, ...] = ()
        if enhancement is not None and enhancement.bearer == unit_id:
            more = enhancement.may_lead
        return (*self.unit_by_id[unit_id].leads, *more)


class SourceMark(Model, kw_only=True):
    """A mark that data can have, and what it means.

    `firm: false` means that the data is inferred or comes only from a second source; a verdict
    that depends on it says so. `origin` is the source that was read.
    """

    mark: str
    firm: bool
    means: Text
    origin: str  # what was read


class Sources(Model, kw_only=True, dict=True):
    """The file sources.yaml of a game: the marks that say where data comes from."""

    system: str
    as_of: str
    marks: tuple[SourceMark, ...]

    @cached_property
    def by_mark(self) -> dict[str, SourceMark]:
        """The entries of the file by their marks."""
        return {entry.mark: entry for entry in self.marks}
