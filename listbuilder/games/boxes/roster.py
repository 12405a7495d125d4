"""What rosters of boxes share: the units a player says they bring."""

from __future__ import annotations

from listbuilder.games.shared.roster import RosterGroup
from listbuilder.model.base import Model
from listbuilder.model.bounds import Count, Groups, Notes, Word


class BoxRosterUnit(Model):
    """A unit of the box by its id; without `models` it is as the box has it."""

    unit: Word
    id: Word | None = None
    models: Count | Groups[RosterGroup] | None = None
    name: Word | None = None
    notes: Notes | None = None
