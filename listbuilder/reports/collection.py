"""The collection file: the models that a player owns, by datasheet, of any game."""

from __future__ import annotations

from typing import Annotated

from pydantic import Field

from listbuilder.reports.base import Name, Written

Owned = Annotated[int, Field(ge=0)]


class Collection(Written):
    """The models that a player owns."""

    collection: str
    """Its name."""
    games: dict[Name, dict[Name, Owned]] = {}
    """Number of models owned, by game id and then by datasheet id.

    Write `necron-warriors`, or `necrons/necron-warriors` if several factions share the id. Boxes
    and heroes work alike.
    """
