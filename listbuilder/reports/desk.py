"""The report of `event`: results.json, and what `event --format json` prints."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import Field

from listbuilder.reports.base import Place, Published, Spoken


class DeskReason(Published):
    """A reason to look at a list."""

    kind: Literal["unread", "error", "doubt", "remark", "warning"]
    """A line not understood, an error, unexplained points or a warning; a `remark` is about other
    lists, the deadline or the players."""
    code: str
    """Code of the rule; EVENT for rules of the event; otherwise empty."""
    text: str
    line: Place | None


class DeskUnit(Published):
    """A unit of a list."""

    name: str
    models: int
    points: int | None


class DeskVersion(Published):
    """A list that does not count, because another list of the same player does."""

    id: str
    file: str
    handed_in: str
    verdict: Literal["legal", "illegal", "unread"]
    late: bool
    """Whether it is newer than the list that counts, but came after the deadline."""
    page: str | None


class DeskList(Published):
    """A list that was submitted, with its verdict and what to do about it."""

    id: Annotated[str, Field(pattern=r"^[0-9a-f]{16}(-[0-9]+)?$")]
    """Hash of the list's content. File names contain it only if a player has several lists."""
    file: str
    """File as submitted, relative to the folder, archive or table."""
    sha256: str
    player: str
    """Name in the list of players, or the name in the list; empty if neither gives one."""
    known: bool
    """Whether the player is one of the event's players."""
    proposed: str
    """Player whose list it may be, where the player isn't known; otherwise empty."""
    email: str
    """Address of the player, or the address that the list came from; empty if unknown."""
    team: str
    language: Spoken
    """Language of the message."""
    handed_in: str
    """Time of submission as 2026-05-30 20:05 in local time; empty if unknown."""
    group: Literal["ask", "look", "whose", "warned", "legal"]
    """What to do: ask the player, check it yourself, find out whose it is, only warnings, or
    nothing."""
    news: Literal["", "new", "again", "otherwise"]
    """Change since the last run: a new list, a replaced list or another verdict."""
    verdict: Literal["legal", "illegal", "unread"]
    otherwise: Literal["legal", "illegal"] | None
    format: str
    game: str
    faction: str
    labels: list[str]
    """Detachments, formations and other choices of the whole army."""
    name: str
    points: int | None
    limit: int | None
    stated_points: int | None
    as_of: str
    """Date of the points used."""
    reasons: list[DeskReason]
    """What to look at, most important first."""
    fix: list[str]
    """Smallest set of changes that makes the list legal; empty if it is legal or if none was found.
    """
    units: list[DeskUnit]
    page: str | None
    """The list's page, relative to the results folder."""
    message: str | None
    """File with the message to the player."""
    clean: str | None
    """Clean page of the list, as written by `export --to html`."""
    versions: list[DeskVersion]
    """Other lists of the same player that don't count, the newest first."""


class DeskMissing(Published):
    """A player without a list."""

    player: str
    email: str
    team: str
    language: Spoken
    message: str | None


class DeskCount(Published):
    """The number of lists with an entry."""

    name: str
    lists: int
    times: int
    """Number in all lists together; 0 if it is not a unit."""


class DeskStatistics(Published):
    """The numbers of all lists of the event."""

    groups: dict[str, int]
    factions: list[DeskCount]
    labels: list[DeskCount]
    units: list[DeskCount]
    points: list[DeskCount]
    """Number of lists by points left."""
    spent: tuple[int, int, int] | None
    """Lowest, median and highest points of a list."""


class DeskTeam(Published):
    """A team of the event, where the event has rules for teams."""

    name: str
    players: int
    lists: int
    problems: list[str]
    """What breaks the event's rules for teams, in words."""


class DeskReport(Published):
    """The results of an event's lists."""

    listbuilder: str
    """Version of listbuilder."""
    event: str
    judged: int
    """Number of lists checked in this run; the others are unchanged since the last run."""
    lists: list[DeskList]
    """Lists in the order of the page."""
    missing: list[DeskMissing]
    """Players without a list."""
    passed_over: list[str]
    """Files without a list."""
    teams: list[DeskTeam]
    """Teams by name; empty if the event has no rules for teams."""
    statistics: DeskStatistics
