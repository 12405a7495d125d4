"""The roster file of games whose armies are mustered from datasheets under a detachment."""

from __future__ import annotations

from listbuilder.games.shared.roster import RosterGroup, RosterHead
from listbuilder.model.base import Model, Path
from listbuilder.model.bounds import Count, Groups, Notes, Pairs, Units, Word


class RosterUnit(Model):
    datasheet: Word
    id: Word | None = None
    models: Count | Groups[RosterGroup] | None = None
    warlord: bool = False
    enhancement: Word | Units[Word] | None = None
    keyword: Word | None = None
    name: Word | None = None
    notes: Notes | None = None


class Formations(Model):
    """Declared before the battle, secret until then."""

    attached: Pairs = {}
    embarked: Pairs = {}
    strategic_reserves: Units[Word] = ()
    reserves: Units[Word] = ()
    hover: Units[Word] = ()


class MusterRoster(RosterHead):
    chapter: Word | None = None
    battle_size: Word | None = None
    detachment: Word | None = None
    mission: Word | None = None
    units: Units[RosterUnit] = ()
    formations: Formations | None = None

    def detachments_given(self) -> list[tuple[str, Path]]:
        """The ids of the detachments, with their places in the roster."""
        return [(self.detachment, ("detachment",))] if self.detachment is not None else []
