"""A table of prices of one date and one game, as a points document prints it.

Entries are named by their id or by their name in the data. What is not in the table keeps its
price.
"""

from __future__ import annotations

from typing import Annotated

from pydantic import Field

from listbuilder.reports.base import Name, Written

Points = Annotated[int, Field(ge=0)]
Models = Annotated[int, Field(ge=1)]


class DatasheetPrice(Written):
    """Cost of a unit without wargear that has its own cost."""

    faction: Name
    """Faction whose table lists the cost."""
    datasheet: Name
    models: Models | None = None
    """Number of models. Leave it out if the unit has only one size."""
    of: dict[Name, Models] = {}
    """Mix of models, if two mixes of one size have different costs."""
    points: Points | None
    """Null removes the cost."""
    from_copy: Annotated[int, Field(ge=2)] | None = Field(default=None, alias="copy")
    """Copy in the army from which the cost applies: 3 means the third and every later one."""
    as_ally: bool = False
    """Whether the cost is for armies of other factions."""
    detachment: Name | None = None
    """Detachment the cost depends on."""


class WargearPrice(Written):
    """Cost of each such item or model, on top of the unit."""

    faction: Name
    datasheet: Name
    item: Name
    """An item of wargear or a kind of model."""
    points: Points | None
    """Null makes it free."""


class EnhancementPrice(Written):
    """Cost of an enhancement."""

    faction: Name
    detachment: Name | None = None
    """Its detachment, table or Army of Renown, if several have an enhancement of that name."""
    enhancement: Name
    points: Points


class DetachmentPrice(Written):
    """Cost of a detachment in detachment points."""

    faction: Name
    detachment: Name
    dp: Points
    """Detachment points."""


class ExtraPrice(Written):
    """Cost of something that is not a unit: faction terrain, lores, battle formations, Regiments of
    Renown.
    """

    faction: Name | None = None
    """Leave it out if it belongs to no faction."""
    name: Name
    points: Points


class PriceTable(Written):
    """A table of new costs."""

    prices: str
    """Name of the table, such as Munitorum Field Manual v1.5."""
    datasheets: list[DatasheetPrice] = []
    wargear: list[WargearPrice] = []
    enhancements: list[EnhancementPrice] = []
    detachments: list[DetachmentPrice] = []
    extras: list[ExtraPrice] = []
