"""A faction's warscrolls, formations, enhancements and lores as they were on other dates.

This page shows how a history (history/<faction>.yaml) is written. Today's file is the last state;
the history leads back from it:

    prices: {"2024-07-13": 120, "2025-07-30": null}
        from that date; null: gone from the list
    changes: [{until: "2025-05-11", was: {models: 10}}]
        newest first; before that date, these keys were as written

Before June 2025 the source named the units a hero could lead, and didn't say what they are:

    regiment: {members: [Bestigors, Gors], one_of_each: [Doombull]}
        any number of these, at most one of each of those

A regiment of renown that is gone has its `units` and `factions` here. Those of today's, and the
units of an army of renown, are led back by `changes` like warscrolls.

Formations, enhancements and lores that aren't here have been as they are since the edition began,
as far as is known.
"""

from __future__ import annotations

from msgspec import UNSET, UnsetType

from listbuilder.games.aos.faction import Bearer, RenownUnit
from listbuilder.games.aos.warscroll import RegimentOption
from listbuilder.history.state_on_date import PastState
from listbuilder.model.base import Model
from listbuilder.model.windows import DayPoints, Thing


class PastProfile(Model):
    """The units that a unit could lead, and how it could join a regiment.

    On some dates the source listed units by name. Then `members` and `one_of_each` replace
    `options`: any number of each unit in `members`, and at most one of each in `one_of_each`.
    """

    can_lead: bool = True
    options: tuple[RegimentOption, ...] = ()
    joins_as: tuple[str, ...] = ()
    members: tuple[str, ...] | None = None
    """Names of units in place of options; any number of each."""
    one_of_each: tuple[str, ...] = ()
    """Names of units; at most one of each."""


class WarscrollState(PastState, kw_only=True):
    """Keys of a warscroll, written as in a faction file. A key left out didn't change."""

    points: int | UnsetType = UNSET
    models: int | UnsetType = UNSET
    keywords: tuple[str, ...] | UnsetType = UNSET
    can_be_reinforced: bool | UnsetType = UNSET
    legends: bool | UnsetType = UNSET
    regiment: PastProfile | UnsetType = UNSET


class WarscrollChange(Model):
    until: str
    was: WarscrollState


class PastWarscroll(Thing, kw_only=True):
    prices: DayPoints = {}
    changes: tuple[WarscrollChange, ...] = ()
    warscroll: WarscrollState | None = None
    """The last state of one that is gone."""
    same_as: str | None = None
    """`faction/id`: an army of renown's own copy of that warscroll."""


class PastEnhancement(Thing, kw_only=True):
    """An enhancement on earlier dates. Its `id` is `table/enhancement`.

    `points` gives the cost from each date; null means that it was removed on that date.
    `applies_to` is only for an enhancement that no longer exists.
    """

    table: str
    set: str | None = None
    points: DayPoints = {}
    applies_to: Bearer | None = None
    """The units that could bear it, for an enhancement that is gone; today's are with its table."""


class PastExtra(Thing, kw_only=True):
    """A battle formation, lore or terrain on earlier dates.

    `points` gives the cost from each date; null means that it was removed on that date.
    `contents` and `manifestations` are only for lores that no longer exist.
    """

    points: DayPoints = {}
    contents: tuple[str, ...] = ()
    manifestations: tuple[str, ...] = ()
    note: str | None = None


class ArmyOfRenownState(PastState, kw_only=True):
    """The units an Army of Renown could have: ids, or `other-faction/id`."""

    units: tuple[str, ...]


class ArmyOfRenownChange(Model):
    until: str
    was: ArmyOfRenownState


class PastArmyOfRenown(Thing, kw_only=True):
    changes: tuple[ArmyOfRenownChange, ...] = ()
    """Newest first."""
    enhancements: tuple[PastEnhancement, ...] = ()
    spell_lores: tuple[PastExtra, ...] = ()
    prayer_lores: tuple[PastExtra, ...] = ()
    manifestation_lores: tuple[PastExtra, ...] = ()
    warscrolls: tuple[PastWarscroll, ...] = ()


class RegimentOfRenownState(PastState, kw_only=True):
    """The ids of the factions that could take a Regiment of Renown."""

    factions: tuple[str, ...]


class RegimentOfRenownChange(Model):
    until: str
    was: RegimentOfRenownState


class PastRegimentOfRenown(Thing, kw_only=True):
    prices: DayPoints = {}
    changes: tuple[RegimentOfRenownChange, ...] = ()
    """Newest first."""
    units: tuple[RenownUnit, ...] = ()
    """The units of one that is gone ..."""
    factions: tuple[str, ...] = ()
    """... and the factions that could take it."""


class WarscrollHistory(Model, kw_only=True):
    """The file history/<faction>.yaml: what a faction's data was on earlier dates.

    The generic file and the Regiments of Renown have such a file too. Formations, enhancements
    and lores that aren't in the file haven't changed since the edition began, as far as is
    known.
    """

    system: str
    id: str
    as_of: str
    battle_formations: tuple[PastExtra, ...] = ()
    enhancements: tuple[PastEnhancement, ...] = ()
    spell_lores: tuple[PastExtra, ...] = ()
    prayer_lores: tuple[PastExtra, ...] = ()
    manifestation_lores: tuple[PastExtra, ...] = ()
    faction_terrain: tuple[PastExtra, ...] = ()
    armies_of_renown: tuple[PastArmyOfRenown, ...] = ()
    regiments: tuple[PastRegimentOfRenown, ...] = ()
    warscrolls: tuple[PastWarscroll, ...] = ()
