"""The roster file of games whose armies are made of regiments."""

from __future__ import annotations

from typing import ClassVar, Literal

from listbuilder.games.common.roster import RosterHead
from listbuilder.model.base import Model
from listbuilder.model.limits import Notes, Units, Word

Ids = Word | Units[Word]


class RosterUnit(Model):
    unit: Word
    id: Word | None = None
    general: bool = False
    reinforced: bool = False
    enhancements: Ids | None = None
    name: Word | None = None
    notes: Notes | None = None
    keep: bool = False  # `fix` touches it last


class RosterRegiment(Model):
    hero: RosterUnit | None = None
    units: Units[RosterUnit] | None = None
    name: Word | None = None
    notes: Notes | None = None


class RosterRenown(Model):
    """A Regiment of Renown, with the choices made for its units.

    `units` gives the enhancements of its units, or the units chosen if they are optional.
    Without `units`, the regiment is taken as it is.
    """

    regiment: Word
    units: Units[RosterUnit] | None = None


class RegimentRoster(RosterHead):
    assumed: Units[Literal["general", "points_limit"]] = ()
    """Keys that the list of another program, which this roster is made of, did not say."""
    # No season is a number; one is read so that a message can say which there are.
    season: Word | int | None = None
    points_limit: int | None = None
    army_of_renown: Word | None = None
    battle_formation: Ids | None = None
    regiments: Units[RosterRegiment] | None = None
    auxiliary: Units[RosterUnit] | None = None
    regiment_of_renown: Word | RosterRenown | Units[Word | RosterRenown] | None = None
    faction_terrain: Ids | None = None
    spell_lore: Ids | None = None
    prayer_lore: Ids | None = None
    manifestation_lore: Ids | None = None
    battle_tactics: Ids | None = None

    MOVED: ClassVar[dict[str, str]] = {
        "units": "regiments: [{hero: {unit: ...}, units: [{unit: ...}]}]",
        "battle_size": "points_limit: ...",
        "detachment": "battle_formation: ...",
        "*.datasheet": "unit: ...",
        "*.warlord": "general: ...",
        "*.enhancement": "enhancements: [...]",
    }
