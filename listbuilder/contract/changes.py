"""The report of `data changes --format json`."""

from __future__ import annotations

from typing import Literal

from listbuilder.contract.base import Published


class PricedFor(Published):
    """What a price is for; with nothing in it, the thing itself."""

    models: int | None
    """Of that many models, or up to so many."""
    copies_from: int | None
    """That copy in an army and every later one."""
    adds: str | None
    """An item or a model, on top of the price."""
    of: dict[str, int]
    """Of exactly this mix of models."""
    within: str | None
    """In such a detachment, or in armies of that keyword."""
    as_ally: bool


class ListedPrice(PricedFor):
    points: int


class PriceMove(PricedFor):
    before: int | None
    """Null where there was no such price."""
    after: int | None


class ListedThing(Published):
    id: str
    name: str
    under: str | None
    """Name of the detachment or table it belongs to."""
    prices: list[ListedPrice] | None
    """Null where nobody knows what it cost that day."""


class ThingChanged(Published):
    way: Literal["new", "gone", "renamed", "dearer", "cheaper", "otherwise"]
    kind: str
    """datasheet, warscroll, detachment, enhancement, battle_formation, spell_lore and so on."""
    before: ListedThing | None
    after: ListedThing | None
    instead: str | None
    """Of what is gone: the name of what stands in its place."""
    prices: list[PriceMove]
    """Only those that are different."""
    facts: list[str]
    """What else is different, as sizes, keywords, wargear."""


class FactionChanges(Published):
    system: str
    faction: str
    name: str
    same: int
    price_unknown: int
    """How many things cost what nobody knows on one of the days; their prices are not compared."""
    changes: list[ThingChanged]


class ChangesReport(Published):
    listbuilder: str
    """Its version."""
    old: str
    new: str
    factions: list[FactionChanges]
