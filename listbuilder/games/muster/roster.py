"""The roster file of games whose armies are mustered from datasheets under a detachment."""

from __future__ import annotations

from listbuilder.games.shared.roster import RosterGroup
from listbuilder.model.base import Model, Path


class RosterUnit(Model):
    datasheet: str
    id: str | None = None
    models: int | tuple[RosterGroup, ...] | None = None
    warlord: bool = False
    enhancement: str | tuple[str, ...] | None = None
    keyword: str | None = None
    name: str | None = None
    notes: str | None = None


class Formations(Model):
    """Declared before the battle, secret until then."""

    attached: dict[str, str] = {}
    embarked: dict[str, str] = {}
    strategic_reserves: tuple[str, ...] = ()
    reserves: tuple[str, ...] = ()
    hover: tuple[str, ...] = ()


class MusterRoster(Model):
    system: str
    faction: str
    name: str | None = None
    player: str | None = None
    notes: str | None = None
    points_as_of: str | None = None
    chapter: str | None = None
    battle_size: str | None = None
    detachment: str | None = None
    mission: str | None = None
    units: tuple[RosterUnit, ...] = ()
    formations: Formations | None = None

    def detachments_given(self) -> list[tuple[str, Path]]:
        """The ids of the detachments, with their places in the roster."""
        return [(self.detachment, ("detachment",))] if self.detachment is not None else []
