"""What games share in which an army is one box."""

from __future__ import annotations

from typing import Any, TypeVar

from listbuilder.games.base import Column, Entry
from listbuilder.games.boxes import sections
from listbuilder.games.boxes.army import BoxArmy, BoxUnit
from listbuilder.games.boxes.patrol import Patrol
from listbuilder.games.boxes.shelf import BoxShelf
from listbuilder.games.boxes.spearhead import SpearheadBox
from listbuilder.games.game import Game
from listbuilder.model.army import Army, Unit
from listbuilder.model.card import Carried
from listbuilder.store.library import Library

B = TypeVar("B", bound=Patrol | SpearheadBox)
R = TypeVar("R")


class BoxGame(Game[BoxShelf[B], R]):
    kind = "boxes"

    def factions(self, library: Library) -> list[tuple[str, str]]:
        return sections.boxes(self.shelf(library))

    def entries(self, library: Library, faction: str) -> list[Entry]:
        return sections.entries(self.shelf(library), faction)

    def columns(self, army: Army) -> list[Column]:
        assert isinstance(army, BoxArmy)
        return sections.columns(army)

    def remarks(self, army: Army, unit: Unit) -> list[tuple[str, dict[str, Any]]]:
        assert isinstance(army, BoxArmy)
        assert isinstance(unit, BoxUnit)
        return sections.remarks(army, unit)

    def facts(self, army: Army) -> list[tuple[str, dict[str, Any]]]:
        assert isinstance(army, BoxArmy)
        return sections.facts(army)

    def carried(self, army: Army, unit: Unit) -> tuple[Carried, ...]:
        from listbuilder.games.boxes import cards  # only exports need it

        assert isinstance(army, BoxArmy)
        assert isinstance(unit, BoxUnit)
        return cards.carried(army, unit)
