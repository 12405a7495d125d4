"""The report of `event`: results.json, and what `event --format json` prints."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import Field

from listbuilder.contract.base import Place, Published, Spoken


class DeskReason(Published):
    kind: Literal["unread", "error", "doubt", "remark", "warning"]
    """Of the list: a line that could not be read, an error of law or event, points that nothing explains, a warning; a
    `remark` is told by the other lists, the clock or the roster of players."""
    code: str
    """Of the rule; EVENT for what only the event asks; else empty."""
    text: str
    line: Place | None


class DeskUnit(Published):
    name: str
    models: int
    points: int | None


class DeskList(Published):
    id: Annotated[str, Field(pattern=r"^[0-9a-f]{16}(-[0-9]+)?$")]
    """A hash of its content. It is part of its file names only where one player has several lists."""
    file: str
    """As it was handed in, below the folder or in the archive or table."""
    sha256: str
    player: str
    """As the roster of players has it, else as the list says; empty where neither does."""
    known: bool
    """Whether that is one of the players of the event."""
    team: str
    language: Spoken
    """Of the message."""
    handed_in: str
    """2026-05-30 20:05 in local time; empty where that is not known."""
    group: Literal["ask", "look", "warned", "legal"]
    """What to do about it: ask the player, look oneself, nothing but warnings, nothing."""
    news: Literal["", "new", "again", "otherwise"]
    """Since the run before: a new list, another list of a player, another verdict."""
    verdict: Literal["legal", "illegal", "unread"]
    otherwise: Literal["legal", "illegal"] | None
    format: str
    game: str
    faction: str
    labels: list[str]
    """What the army is mustered under: detachments and the like."""
    name: str
    points: int | None
    limit: int | None
    stated_points: int | None
    as_of: str
    """The day of the prices used."""
    reasons: list[DeskReason]
    """What to look at, the first first."""
    fix: list[str]
    """The smallest changes that make it legal, together; empty where there is nothing to mend or nothing was found."""
    units: list[DeskUnit]
    page: str | None
    """Its page, below the folder of the results."""
    message: str | None
    """The file with the message to its player."""
    clean: str | None
    """The clean page of the list, as `export --to html` makes it."""


class DeskMissing(Published):
    player: str
    team: str
    language: Spoken
    message: str | None


class DeskCount(Published):
    name: str
    lists: int
    times: int
    """How many there are on all lists together; 0 of what is no unit."""


class DeskStatistics(Published):
    groups: dict[str, int]
    factions: list[DeskCount]
    labels: list[DeskCount]
    units: list[DeskCount]
    points: list[DeskCount]
    """Lists by points left."""
    spent: tuple[int, int, int] | None
    """Least, middle and most points of a list."""


class DeskReport(Published):
    listbuilder: str
    """Its version."""
    event: str
    judged: int
    """Lists judged in this run; the others were as they are when it ran before."""
    lists: list[DeskList]
    """In the order of the page."""
    missing: list[DeskMissing]
    """Players without a list."""
    passed_over: list[str]
    """Files with no list in them."""
    statistics: DeskStatistics
