"""A table of prices of one day and one game, as a points document prints it.

Things are named by their id or by their name in the data. What is not in the table keeps its price.
"""

from __future__ import annotations

from typing import Annotated

from pydantic import Field

from listbuilder.contract.base import Name, Written

Points = Annotated[int, Field(ge=0)]
Models = Annotated[int, Field(ge=1)]


class DatasheetPrice(Written):
    """Of a unit, wargear that has a price of its own apart."""

    faction: Name
    """Whose price list it is."""
    datasheet: Name
    models: Models | None = None
    """At this size. Left out where the game prices a unit at its one size."""
    of: dict[Name, Models] = {}
    """Which models, where two mixes of one size have two prices."""
    points: Points | None
    """Null: there is no such price any more."""
    from_copy: Annotated[int, Field(ge=2)] | None = Field(default=None, alias="copy")
    """From this copy in the army on: 3 is the third and each later one."""
    as_ally: bool = False
    """In the armies of other factions."""
    detachment: Name | None = None
    """Only in armies with this detachment."""


class WargearPrice(Written):
    """Of each such item, or each such model, on top of the unit."""

    faction: Name
    datasheet: Name
    item: Name
    """An item of wargear or a kind of model."""
    points: Points | None
    """Null: it is free now."""


class EnhancementPrice(Written):
    faction: Name
    detachment: Name | None = None
    """Its detachment, table or army of renown, where others have one of the same name."""
    enhancement: Name
    points: Points


class DetachmentPrice(Written):
    faction: Name
    detachment: Name
    dp: Points
    """Detachment points."""


class ExtraPrice(Written):
    """Of what is no unit: faction terrain, lores, battle formations, regiments of renown."""

    faction: Name | None = None
    """Left out for what belongs to no faction."""
    name: Name
    points: Points


class PriceTable(Written):
    prices: str
    """Its name, such as Munitorum Field Manual v1.5."""
    datasheets: list[DatasheetPrice] = []
    wargear: list[WargearPrice] = []
    enhancements: list[EnhancementPrice] = []
    detachments: list[DetachmentPrice] = []
    extras: list[ExtraPrice] = []
