"""The roster file of games of heroes."""

from __future__ import annotations

from listbuilder.model.base import Model


class RosterHero(Model):
    hero: str
    slot: int | None = None
    name: str | None = None
    notes: str | None = None


class HeroRoster(Model):
    """`collection`: how many of each the player owns; without it nothing is said of that."""

    system: str
    name: str | None = None
    player: str | None = None
    notes: str | None = None
    points_as_of: str | None = None
    heroes: tuple[RosterHero, ...] = ()
    collection: dict[str, int] | None = None
