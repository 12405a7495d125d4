"""The event file: what an organiser asks of every list beyond the rules.

It is read by `check --event` and by `event`.
"""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import Field

from listbuilder.reports.base import Day, Lang, Many, Moment, Written


class TeamRules(Written):
    """The rules of a team event."""

    size: Annotated[int, Field(ge=1)] | None = None
    """Number of players in a team."""
    unique: Many[Literal["faction", "detachment"]] = []
    """What no two lists of a team may share."""


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
    publish: Moment | None = None
    """When `serve --event` shows all lists to everybody, as 2026-05-30 21:00 in the organiser's
    time; without it, they are hidden until the organiser publishes them."""
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
    checks: Many[str] = []
    """Checks of other installed packages that each list must pass, by the names of their entry
    points."""
    resubmissions: Literal["latest", "ask"] = "latest"
    """If a player sent several lists: `latest` counts the last one before the deadline, `ask` asks
    the player."""
    players: str | None = None
    """CSV of the players, next to this file: a column `player` (or `First Name` and `Last Name`)
    and, if known, `email`, `language`, `team` and `file` (the player's files, with | between)."""
    team: TeamRules | None = None
    """Rules for the teams that the file of players names: {size: 5, unique: [faction]}."""
    lang: Lang | None = None
    """Language of messages to players without a language of their own."""
