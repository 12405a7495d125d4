"""What games share in which an army is one box."""

from __future__ import annotations

from typing import Any, TypeVar

from listbuilder.model.army import Army, Unit
from listbuilder.model.box_army import BoxArmy, BoxUnit
from listbuilder.model.card import Carried
from listbuilder.model.patrol import Patrol
from listbuilder.model.spearhead import SpearheadBox
from listbuilder.store.library import Library
from listbuilder.systems.base import Column, Entry
from listbuilder.systems.boxes import listing
from listbuilder.systems.boxes.shelf import BoxShelf
from listbuilder.systems.game import Game

B = TypeVar("B", bound=Patrol | SpearheadBox)
R = TypeVar("R")


class BoxGame(Game[BoxShelf[B], R]):
    def factions(self, library: Library) -> list[tuple[str, str]]:
        return listing.boxes(self.shelf(library))

    def entries(self, library: Library, faction: str) -> list[Entry]:
        return listing.entries(self.shelf(library), faction)

    def columns(self, army: Army) -> list[Column]:
        assert isinstance(army, BoxArmy)
        return listing.columns(army)

    def remarks(self, army: Army, unit: Unit) -> list[tuple[str, dict[str, Any]]]:
        assert isinstance(army, BoxArmy)
        assert isinstance(unit, BoxUnit)
        return listing.remarks(army, unit)

    def facts(self, army: Army) -> list[tuple[str, dict[str, Any]]]:
        assert isinstance(army, BoxArmy)
        return listing.facts(army)

    def carried(self, army: Army, unit: Unit) -> tuple[Carried, ...]:
        from listbuilder.systems.boxes import cards  # only exports need it

        assert isinstance(army, BoxArmy)
        assert isinstance(unit, BoxUnit)
        return cards.carried(army, unit)
