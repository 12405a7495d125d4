"""What rosters of several kinds of army write the same way."""

from __future__ import annotations

from listbuilder.model.base import Model


class RosterGroup(Model):
    """Models of one kind; wargear counts are over the whole group."""

    model: str
    count: int
    wargear: dict[str, int] | None = None
