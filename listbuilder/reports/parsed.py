"""Documents that the Python API returns and no command prints."""

from __future__ import annotations

from typing import Any

from listbuilder.reports.base import Published
from listbuilder.reports.check import UnreadLine


class ParsedList(Published):
    """A list of another program, read as a roster."""

    format: str
    """Its form, as `--from` names it; `roster` is listbuilder's own."""
    roster: dict[str, Any] | None
    """The roster as listbuilder's own files hold it. Null if too little was understood."""
    player: str | None
    """Player named in the list."""
    as_of: str | None
    """Date that the list itself states, or that its app's version tells."""
    stated_points: int | None
    assumed: list[str]
    """Everything that was guessed, one sentence each."""
    unread: list[UnreadLine]
    """Lines not understood."""


class FoundDatasheet(Published):
    """A datasheet, warscroll or box that a search found."""

    system: str
    faction: str
    """Id of its faction."""
    datasheet: str
    """Id, as in a roster."""
    name: str
    sizes: list[str]
    """Numbers of models that it can have, as printed."""
    points: list[int]
    """Cost of each size."""
    keywords: list[str]
    legends: bool
    as_of: str | None
    """Date of what is said. The fields below are about datasheets that were not there then."""
    gone_since: str | None
    there_since: str | None
    renamed_to: str | None
    replaced_by: str | None


class FoundDatasheets(Published):
    """The report of `find --format json`."""

    found: list[FoundDatasheet]


class FactionName(Published):
    """A faction of a game, or a box in games with boxes."""

    id: str
    name: str


class GameInfo(Published):
    """A game that lists can be for."""

    id: str
    """The key `system` of its rosters."""
    name: str
    edition: str
    factions: list[FactionName]
