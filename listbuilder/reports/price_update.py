"""The report of `data prices --format json`: what a table of new prices changes."""

from __future__ import annotations

from typing import Literal

from listbuilder.reports.base import Day, Published


class PriceChange(Published):
    """One cost, with what it is for."""

    faction: str
    """Id of the faction."""
    kind: Literal["datasheet", "wargear", "enhancement", "detachment", "extra"]
    """Kind of the entry. A detachment costs detachment points; `extra` is anything else, such as
    terrain or a lore.
    """
    name: str
    models: int | None
    of: dict[str, int]
    """Mix of models, if two mixes of one size have different costs."""
    copy_from: int | None
    """Copy in the army from which the cost applies."""
    as_ally: bool
    item: str | None
    inside: str | None
    """Detachment, table or Army of Renown that it belongs to or depends on."""
    before: int | None
    after: int | None
    """Null if there is no such cost, or no longer."""


class PriceUpdate(Published):
    """The changes that a table of new costs makes in the data."""

    listbuilder: str
    """Version of listbuilder."""
    prices: str
    """Name of the table."""
    system: str
    from_day: Day
    applied: bool
    """Whether the files were written."""
    changes: list[PriceChange]
    kept: list[PriceChange]
    """Costs that the table doesn't mention; they stay as they are."""
    same: int
    """Number of rows that match the data already."""
    files: list[str]
    """Files that change, relative to the data folder."""
