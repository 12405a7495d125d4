"""What rosters of several kinds of army write the same way."""

from __future__ import annotations

from listbuilder.model.base import Model
from listbuilder.model.bounds import Count, Wargear, Word


class RosterGroup(Model):
    """Models of one kind; wargear counts are over the whole group."""

    model: Word
    count: Count
    wargear: Wargear | None = None
