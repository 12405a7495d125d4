"""The report of `data changes --format json`."""

from __future__ import annotations

from typing import Literal

from listbuilder.reports.base import Published


class PricedFor(Published):
    """The part of an entry that a cost is for; with everything empty, the entry itself."""

    models: int | None
    """Number of models the cost is for, or the most it covers."""
    copies_from: int | None
    """The copy in an army from which the cost applies."""
    adds: str | None
    """Item or model that adds to the cost."""
    of: dict[str, int]
    """Exact mix of models the cost is for."""
    within: str | None
    """Detachment or army keyword the cost depends on."""
    as_ally: bool


class ListedPrice(PricedFor):
    """A cost on one date."""

    points: int


class PriceMove(PricedFor):
    """A cost that differs between two dates."""

    before: int | None
    """Null if there was no such cost."""
    after: int | None


class ListedThing(Published):
    """An entry of the data on one date."""

    id: str
    name: str
    under: str | None
    """Name of the detachment or table it belongs to."""
    prices: list[ListedPrice] | None
    """Null if the cost on that date is unknown."""


class ThingChanged(Published):
    """A difference between two dates in one entry of the data."""

    way: Literal["new", "gone", "renamed", "dearer", "cheaper", "otherwise"]
    kind: str
    """datasheet, warscroll, detachment, enhancement, battle_formation, spell_lore and so on."""
    before: ListedThing | None
    after: ListedThing | None
    instead: str | None
    """Name of the replacement, if the entry was removed."""
    prices: list[PriceMove]
    """Only the costs that differ."""
    facts: list[str]
    """Other differences, such as sizes, keywords or wargear."""


class FactionChanges(Published):
    """The differences between two dates in one faction."""

    system: str
    faction: str
    name: str
    same: int
    price_unknown: int
    """Number of entries whose cost is unknown on one of the dates; they are not compared."""
    changes: list[ThingChanged]


class ChangesReport(Published):
    """The differences in the data between two dates."""

    listbuilder: str
    """Version of listbuilder."""
    old: str
    new: str
    factions: list[FactionChanges]
