"""The roster files of games in which an army is one box."""

from __future__ import annotations

from listbuilder.games.boxes.declarations import PatrolFormations
from listbuilder.games.shared.roster import RosterGroup
from listbuilder.model.base import Model


class BoxRosterUnit(Model):
    """A unit of the box by its id; without `models` it is as the box has it."""

    unit: str
    id: str | None = None
    models: int | tuple[RosterGroup, ...] | None = None
    name: str | None = None
    notes: str | None = None


class PatrolRoster(Model):
    """`system` and `patrol` are a whole roster; everything else is for what differs from the default."""

    system: str
    patrol: str
    name: str | None = None
    player: str | None = None
    notes: str | None = None
    points_as_of: str | None = None
    enhancement: str | tuple[str, ...] | None = None
    warlord: str | None = None
    choices: dict[str, str] = {}
    units: tuple[BoxRosterUnit, ...] | None = None
    mission: str | None = None
    battle_ready: bool | None = None
    formations: PatrolFormations | None = None


class SpearheadRoster(Model):
    system: str
    box: str
    name: str | None = None
    player: str | None = None
    notes: str | None = None
    points_as_of: str | None = None
    regiment_ability: str | tuple[str, ...] | None = None
    enhancement: str | tuple[str, ...] | None = None
    general: str | None = None
    choices: dict[str, str] = {}
    units: tuple[BoxRosterUnit, ...] | None = None
