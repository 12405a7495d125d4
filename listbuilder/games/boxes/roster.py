"""What rosters of boxes share: the units a player says they bring."""

from __future__ import annotations

from listbuilder.games.shared.roster import RosterGroup
from listbuilder.model.base import Model


class BoxRosterUnit(Model):
    """A unit of the box by its id; without `models` it is as the box has it."""

    unit: str
    id: str | None = None
    models: int | tuple[RosterGroup, ...] | None = None
    name: str | None = None
    notes: str | None = None
