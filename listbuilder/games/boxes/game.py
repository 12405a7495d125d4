"""Games in which an army is one box: what they share. Each kind of box has its own game beside this."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Iterator
from typing import TYPE_CHECKING, Any, Generic, TypeVar

from listbuilder.games.base import Findable, NewRoster, OtherName, Section
from listbuilder.games.game import BaseGame, Said
from listbuilder.model.army import Army, Unit
from listbuilder.model.card import Carried
from listbuilder.store.library import Kind, Library

if TYPE_CHECKING:
    from listbuilder.games.boxes.parts import Contents
    from listbuilder.games.boxes.patrol import Patrol, Sources
    from listbuilder.games.boxes.shelf import BoxShelf
    from listbuilder.games.boxes.spearhead import SpearheadBox

B = TypeVar("B", bound="Patrol | SpearheadBox")
R = TypeVar("R")


class BoxGame(BaseGame["BoxShelf[B]", R], Generic[B, R]):
    """`box_key`: what a roster calls its box."""

    kind = "boxes"
    box_key: str

    @property
    def army(self) -> type[Army]:
        from listbuilder.games.boxes.army import BoxArmy

        return BoxArmy

    @property
    @abstractmethod
    def box(self) -> Kind[B]: ...

    @abstractmethod
    def contents(self, box: B, sources: Sources) -> Contents: ...

    @abstractmethod
    def starting_lines(self, box: B) -> list[str]:
        """What a starting roster says beneath its head."""

    def make_shelf(self, library: Library) -> BoxShelf[B]:
        from listbuilder.games.boxes.shelf import BoxShelf

        return BoxShelf(self.id, library, self.box, self.contents)

    def data_kinds(self) -> dict[str, Kind[Any]]:
        from listbuilder.games.boxes.shelf import RULES, SOURCES

        return {"rules": RULES, "sources": SOURCES, "*": self.box}

    def factions(self, library: Library) -> list[tuple[str, str]]:
        from listbuilder.games.boxes import sections

        return sections.boxes(self.shelf(library))

    def entries(self, library: Library, faction: str) -> list[Findable]:
        from listbuilder.games.boxes import sections

        return sections.entries(self.shelf(library), faction)

    @property
    def sells_units(self) -> bool:
        return False

    def other_names(self, library: Library) -> Iterator[OtherName]:
        """Yield the units of each box, and the abilities and enhancements it offers."""
        shelf = self.shelf(library)
        for box in filter(None, map(shelf.box, shelf.ids())):
            for unit in box.units:
                yield OtherName(unit.id, unit.name, is_unit=True, keywords=tuple(sorted(unit.tags)))
            for each in (*box.enhancements, *getattr(box, "regiment_abilities", ())):
                yield OtherName(each.id, each.name)

    def new(self, wanted: NewRoster, library: Library) -> str:
        from listbuilder.games.boxes import sections

        box = sections.box_called(wanted.faction, self.shelf(library))
        head = sections.starting_head(self.id, self.box_key, box, wanted.name)
        return "\n".join([*head, *self.starting_lines(box), ""])

    def sections(self, army: Army) -> list[Section]:
        from listbuilder.games.boxes import sections

        return sections.sections(army)

    def remarks(self, army: Army, unit: Unit) -> Said:
        from listbuilder.games.boxes import sections

        return sections.remarks(army, unit)

    def facts(self, army: Army) -> Said:
        from listbuilder.games.boxes import sections

        return sections.facts(army)

    def carried(self, army: Army, unit: Unit) -> tuple[Carried, ...]:
        from listbuilder.games.boxes import cards

        return cards.carried(army, unit)
