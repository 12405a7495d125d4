"""What an organiser asks of every list beyond the law: one event file, for `check --event` and for `event`."""

from __future__ import annotations

from typing import Annotated

from pydantic import Field

from listbuilder.contract.base import Day, Lang, Many, Moment, Written


class EventFile(Written):
    event: str
    """Its name."""
    date: Day | None = None
    """The day on which it is played. All lists are checked as of it, unless `points_as_of` names another day."""
    deadline: Moment | None = None
    """Until when lists are taken, as 2026-05-30 20:00 in the organiser's own time; a bare day is the whole of it. What came
    later, by its file's time or by a table's column of times, is a remark."""
    system: str | None = None
    """The only game that is played."""
    edition: str | None = None
    """As the law names it: 10th edition."""
    points_as_of: Day | None = None
    """The day as of which all lists are checked, whatever day a list names: else that of the event, else that of the deadline,
    else today. --as-of goes before it."""
    points_limit: Annotated[int, Field(ge=1)] | None = None
    """At most so many points, and a list may not be made for more. One that is made for less is a remark."""
    battle_size: str | None = None
    """Its id, in games that have battle sizes."""
    season: str | None = None
    """Its id, in games that have seasons."""
    banned: Many[str] = []
    """Ids or names: units, factions, detachments, enhancements, regiments of renown. A name that no game of the event has is an
    error."""
    required: Many[str] = []
    """Ids or names that every list has."""
    limits: dict[str, Annotated[int, Field(ge=0)]] = {}
    """At most so many of each: units by id or name, or by keyword: {Monolith: 1, vehicle: 6}."""
    legends: bool = True
    """Whether Legends may be played."""
    formats: Many[str] = []
    """Formats in which lists are asked for, as `check --format json` names them; empty is any. `roster` is our own. Another
    one is a remark and makes no list illegal."""
    players: str | None = None
    """The CSV with those who take part, beside this file: a column `player`, and where they are known `language`, `team`
    and `file` (or `list`: the name of the file that is theirs)."""
    lang: Lang | None = None
    """Of messages to players whose own is not told."""
