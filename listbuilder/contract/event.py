"""What an organiser asks of every list beyond the law: one event file."""

from __future__ import annotations

from typing import Annotated

from pydantic import Field

from listbuilder.contract.base import Day, Many, Written


class EventFile(Written):
    event: str
    """Its name."""
    system: str | None = None
    """The only game that is played."""
    edition: str | None = None
    """As the law names it: 10th edition."""
    points_as_of: Day | None = None
    """Prices of that day, whatever day a list names; --as-of goes before it."""
    points_limit: Annotated[int, Field(ge=1)] | None = None
    """At most so many points, and a list may not be made for more."""
    battle_size: str | None = None
    """Its id, in games that have battle sizes."""
    season: str | None = None
    """Its id, in games that have seasons."""
    banned: Many[str] = []
    """Ids or names: units, factions, detachments, enhancements, regiments of renown."""
    required: Many[str] = []
    """Ids or names that every list has."""
    legends: bool = True
    """Whether Legends may be played."""
    formats: Many[str] = []
    """Formats in which lists may be handed in, as `check --format json` names them; empty is any. `roster` is our own."""
