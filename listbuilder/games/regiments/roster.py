"""The roster file of games whose armies are made of regiments."""

from __future__ import annotations

from listbuilder.model.base import Model

Ids = str | tuple[str, ...]


class RosterUnit(Model):
    unit: str
    id: str | None = None
    general: bool = False
    reinforced: bool = False
    enhancements: Ids | None = None
    name: str | None = None
    notes: str | None = None


class RosterRegiment(Model):
    hero: RosterUnit | None = None
    units: tuple[RosterUnit, ...] | None = None
    name: str | None = None
    notes: str | None = None


class RosterRenown(Model):
    """A regiment of renown with what its units bear, or with those that are taken where one may choose."""

    regiment: str
    units: tuple[RosterUnit, ...] | None = None


class RegimentRoster(Model):
    system: str
    faction: str
    name: str | None = None
    player: str | None = None
    notes: str | None = None
    points_as_of: str | None = None
    season: str | None = None
    points_limit: int | None = None
    army_of_renown: str | None = None
    battle_formation: Ids | None = None
    regiments: tuple[RosterRegiment, ...] | None = None
    auxiliary: tuple[RosterUnit, ...] | None = None
    regiment_of_renown: str | RosterRenown | tuple[str | RosterRenown, ...] | None = None
    faction_terrain: Ids | None = None
    spell_lore: Ids | None = None
    prayer_lore: Ids | None = None
    manifestation_lore: Ids | None = None
    battle_tactics: Ids | None = None
