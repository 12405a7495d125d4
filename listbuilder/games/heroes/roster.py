"""The roster file of games of heroes."""

from __future__ import annotations

from listbuilder.model.base import Model
from listbuilder.model.limits import Notes, Owned, Units, Word


class RosterHero(Model):
    hero: Word
    slot: int | None = None
    name: Word | None = None
    notes: Notes | None = None
    keep: bool = False  # `fix` touches it last


class HeroRoster(Model):
    """A roster for Space Marine Heroes.

    `collection` is the number of each hero the player owns. Without it, listbuilder doesn't
    check whether the player owns the heroes.
    """

    system: Word
    name: Word | None = None
    player: Word | None = None
    notes: Notes | None = None
    points_as_of: Word | None = None
    heroes: Units[RosterHero] = ()
    collection: Owned | None = None
