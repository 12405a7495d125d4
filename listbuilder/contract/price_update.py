"""The report of `data prices --format json`: what a table of new prices changes."""

from __future__ import annotations

from typing import Literal

from listbuilder.contract.base import Day, Published


class PriceChange(Published):
    """One price. What it is of: the thing, and below it only what narrows that down."""

    faction: str
    """Its id."""
    kind: Literal["datasheet", "wargear", "enhancement", "detachment", "extra"]
    """Of a detachment it is its detachment points; extra is what is no unit, such as terrain or a lore."""
    name: str
    models: int | None
    of: dict[str, int]
    """Which models, where two mixes of one size have two prices."""
    copy_from: int | None
    """From this copy in the army on."""
    as_ally: bool
    item: str | None
    inside: str | None
    """The detachment, table or army of renown that it belongs to or holds in."""
    before: int | None
    after: int | None
    """Null: there is no such price, or none any more."""


class PriceUpdate(Published):
    listbuilder: str
    """Version of the program."""
    prices: str
    """What the table calls itself."""
    system: str
    from_day: Day
    applied: bool
    """Whether the files were written."""
    changes: list[PriceChange]
    kept: list[PriceChange]
    """Prices of things that change otherwise, of which the table says nothing: they stay."""
    same: int
    """Rows of the table that say what the data says already."""
    files: list[str]
    """Those that change, below the folder of data."""
