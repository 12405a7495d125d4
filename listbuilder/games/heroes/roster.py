"""The roster file of games of heroes."""

from __future__ import annotations

from listbuilder.model.base import Model
from listbuilder.model.bounds import Notes, Owned, Units, Word


class RosterHero(Model):
    hero: Word
    slot: int | None = None
    name: Word | None = None
    notes: Notes | None = None
    keep: bool = False  # `fix` touches it last


class HeroRoster(Model):
    """`collection`: how many of each the player owns; without it nothing is said of that."""

    system: Word
    name: Word | None = None
    player: Word | None = None
    notes: Notes | None = None
    points_as_of: Word | None = None
    heroes: Units[RosterHero] = ()
    collection: Owned | None = None
