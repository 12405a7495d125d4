"""A Spearhead box: fixed units, a named general, and two things to pick. No rules text.

The player picks a regiment ability and an enhancement.

   id: liberators
   name: Liberators
   models: 5
   loadout:
     - {model: Liberator, count: 4, weapons: [Warhammer]}
     - {model: Liberator, count: 1, weapons: [Grandhammer]}

`models` is the size of one unit, `count` the number of such units in the box. If no source tells a
unit's models apart, it has no `loadout`: each model has every weapon of the warscroll. The marks
(`count_source`, `data_source`, ...) are explained in the system's sources.yaml.
"""

from __future__ import annotations

from functools import cached_property
from typing import Literal

from listbuilder.model.base import Model, fold

Choices = dict[str, tuple[str, ...]]  # slot -> ids of units, of which the box holds exactly one
Number = int | str | None  # a number, dice such as D3, or the sign of a table on the warscroll


class LoadoutRow(Model, kw_only=True):
    """A group of `count` models in a unit. Each of them has all the weapons in `weapons`."""

    model: str
    count: int
    weapons: tuple[str, ...]


class WarscrollStats(Model, kw_only=True):
    move: Number = None
    save: int | None = None
    health: int | None = None
    control: int | None = None
    ward: int | None = None


class WarscrollWeapon(Model, kw_only=True):
    """One weapon of a warscroll, with its characteristics.

    Rows with the same `name` and different `mode` are different ways to use one weapon.
    """

    name: str
    mode: str | None = None
    type: Literal["ranged", "melee"]
    range: Number = None
    attacks: Number = None
    hit: Number = None
    wound: Number = None
    rend: Number = None
    damage: Number = None
    abilities: tuple[str, ...] = ()


class SpearheadUnit(Model, kw_only=True, dict=True):
    """A unit of the box with its own warscroll.

    `models` is the number of models in one unit, `count` the number of identical units
    (default: 1). Without `loadout`, each model has every weapon of the warscroll.
    """

    id: str  # unique in the box
    name: str
    count: int = 1  # so many units like this one
    models: int  # in each of them; tokens are not counted
    loadout: tuple[LoadoutRow, ...] = ()
    tokens: dict[str, int] = {}  # what stands beside the unit without being a model of it
    keywords: tuple[str, ...]
    keywords_unsure: tuple[str, ...] = ()  # no source read says whether it has these
    stats: WarscrollStats
    weapons: tuple[WarscrollWeapon, ...]
    # Where stats and weapons are from, when it is not the main source.
    data_source: str | None = None

    @cached_property
    def tags(self) -> frozenset[str]:
        """All names by which a rule can mean this unit, folded: its keywords and its own name."""
        return frozenset(map(fold, (*self.keywords, self.name)))

    @cached_property
    def rows(self) -> tuple[LoadoutRow, ...]:
        """The loadout of the unit. If it isn't stated, every model has every weapon."""
        if self.loadout:
            return self.loadout
        weapons = tuple(dict.fromkeys(weapon.name for weapon in self.weapons))
        return (LoadoutRow(model=self.name, count=self.models, weapons=weapons),)


class BoxAbility(Model, kw_only=True):
    """The id and name of a regiment ability or enhancement of the box.

    `source` is a mark that sources.yaml explains.
    """

    id: str
    name: str
    source: str | None = None


class SpearheadBox(Model, kw_only=True, dict=True):
    """The file of one Spearhead: its units, general, regiment abilities and enhancements.

    Keys ending in `_source` contain a mark that sources.yaml explains.
    """

    system: str
    id: str
    name: str
    faction: str
    alliance: Literal["Order", "Chaos", "Death", "Destruction"]
    as_of: str
    general: str  # the unit; the enhancement is given to it
    count_source: str  # where number and size of the units are from
    model_count_checked: bool = False  # the total agrees with a second source
    # Who lists the units of the box, where it is not the usual sources.
    roster_source: tuple[str, ...] = ()
    battle_traits: tuple[str, ...] = ()
    regiment_abilities: tuple[BoxAbility, ...]
    enhancements: tuple[BoxAbility, ...]
    choices: Choices = {}
    anomalies: tuple[str, ...] = ()  # what was found odd in the sources
    units: tuple[SpearheadUnit, ...]

    @cached_property
    def unit_by_id(self) -> dict[str, SpearheadUnit]:
        """The units of the box by their ids."""
        return {unit.id: unit for unit in self.units}
