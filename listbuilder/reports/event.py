"""The event file: what an organiser asks of every list beyond the rules.

It is read by `check --event` and by `event`.
"""

from __future__ import annotations

from typing import Annotated

from pydantic import Field

from listbuilder.reports.base import Day, Lang, Many, Moment, Written


class EventFile(Written):
    """The rules of an event for the lists of its players."""

    event: str
    """Its name."""
    date: Day | None = None
    """Date of the event. All lists are checked as of this date, unless `points_as_of` gives another
    one.
    """
    deadline: Moment | None = None
    """Deadline for lists, as 2026-05-30 20:00 in the organiser's time; a date alone includes the
    whole day. A later list, by its file's time or the time in a table, gets a remark."""
    system: str | None = None
    """Game played at the event."""
    edition: str | None = None
    """Edition, as in `10th edition`."""
    points_as_of: Day | None = None
    """Date as of which all lists are checked, whatever date they state (default: the date of the
    event, then the deadline, then today). --as-of overrides it."""
    points_limit: Annotated[int, Field(ge=1)] | None = None
    """Maximum points of a list. A list written for fewer points gets a remark."""
    battle_size: str | None = None
    """Id of the battle size, in games that have battle sizes."""
    season: str | None = None
    """Id of the season, in games that have seasons."""
    banned: Many[str] = []
    """Ids or names of banned units, factions, detachments, enhancements or Regiments of Renown. An
    unknown name is an error."""
    required: Many[str] = []
    """Ids or names that every list must have."""
    limits: dict[str, Annotated[int, Field(ge=0)]] = {}
    """Maximum number of each unit (by id or name) or keyword: {Monolith: 1, vehicle: 6}."""
    legends: bool = True
    """Whether Legends units are allowed."""
    formats: Many[str] = []
    """Accepted formats, as named by `check --format json`; empty accepts any. `roster` is
    listbuilder's own. A list in another format gets a remark, but stays legal."""
    players: str | None = None
    """CSV of the players, next to this file: a column `player` and, if known, `language`, `team`
    and `file` (or `list`: the name of the player's file)."""
    lang: Lang | None = None
    """Language of messages to players without a language of their own."""
