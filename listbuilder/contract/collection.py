"""What a player owns: models by datasheet, of any game."""

from __future__ import annotations

from typing import Annotated

from pydantic import Field

from listbuilder.contract.base import Name, Written

Owned = Annotated[int, Field(ge=0)]


class Collection(Written):
    collection: str
    """Its name."""
    games: dict[Name, dict[Name, Owned]] = {}
    """By the id of the game, then by datasheet as a roster of that game names it, how many models are owned.

    `necron-warriors`, or `necrons/necron-warriors` where several factions have one of that id; boxes and heroes alike.
    """
