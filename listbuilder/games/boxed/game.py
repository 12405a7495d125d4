"""The games in which an army is one box: what they share. Each kind of box has its own game."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Iterator
from typing import TYPE_CHECKING, Any, Generic, TypeVar

from listbuilder.data.library import DataFileKind, Library
from listbuilder.games.game import Findable, Game, NewRoster, OtherName, Remarks, Section
from listbuilder.model.army import Army, Unit
from listbuilder.model.card import Carried

if TYPE_CHECKING:
    from listbuilder.games.boxed.catalog import BoxShelf
    from listbuilder.games.boxed.comparable_unit import BoxContents
    from listbuilder.games.boxed.patrol import Patrol, Sources
    from listbuilder.games.boxed.spearhead import SpearheadBox

B = TypeVar("B", bound="Patrol | SpearheadBox")


class BoxGame(Game, Generic[B]):
    """A game in which an army is one box. `box_key` is what a roster calls its box."""

    kind = "boxed"
    sells_units = False
    box_key: str

    @property
    def army(self) -> type[Army]:
        """The class of the army that a roster becomes."""
        from listbuilder.games.boxed.army import BoxArmy

        return BoxArmy

    @property
    @abstractmethod
    def box_kind(self) -> DataFileKind[B]:
        """The kind of data file of a box."""

    @abstractmethod
    def make_contents(self, box: B, sources: Sources) -> BoxContents:
        """Return the units of a box in the form in which boxes are compared."""

    @abstractmethod
    def make_starting_lines(self, box: B) -> list[str]:
        """Return the lines of a new roster after its header."""

    def shelf(self, library: Library) -> BoxShelf[B]:
        """Return the data files of the game in `library`, each loaded when it is first needed."""
        return self.make_data_once(library, self._make_shelf)

    def _make_shelf(self, game_id: str, library: Library) -> BoxShelf[B]:
        """Return a new object that loads the boxes of the game `game_id` from `library`."""
        from listbuilder.games.boxed.catalog import BoxShelf

        return BoxShelf(game_id, library, self.box_kind, self.make_contents)

    def get_data_kinds(self) -> dict[str, DataFileKind[Any]]:
        """Return the kind of each data file by its file name without extension.

        '*' is the kind of every file that isn't listed, which is a box.
        """
        from listbuilder.games.boxed.catalog import RULES, SOURCES

        return {"rules": RULES, "sources": SOURCES, "*": self.box_kind}

    def list_factions(self, library: Library) -> list[tuple[str, str]]:
        """Return (id, name) of each box; in these games, boxes take the place of factions."""
        from listbuilder.games.boxed import show

        return show.list_boxes(self.shelf(library))

    def list_entries(self, library: Library, faction: str) -> list[Findable]:
        """Return the box `faction` as a search result, in a list. Empty if there is no such box."""
        from listbuilder.games.boxed import show

        return show.list_entries(self.shelf(library), faction)

    def list_other_names(self, library: Library) -> Iterator[OtherName]:
        """Yield the units of each box, and the abilities and enhancements it offers."""
        shelf = self.shelf(library)
        for box in filter(None, map(shelf.load_box, shelf.list_ids())):
            for unit in box.units:
                yield OtherName(unit.id, unit.name, is_unit=True, keywords=tuple(sorted(unit.tags)))
            for offer in (*box.enhancements, *getattr(box, "regiment_abilities", ())):
                yield OtherName(offer.id, offer.name)

    def write_new_roster(self, wanted: NewRoster, library: Library) -> str:
        """Return a new roster for a box as YAML text. Raises Unreadable if the box is unknown."""
        from listbuilder.games.boxed import show

        box = show.find_box_by_name(wanted.faction, self.shelf(library))
        head = show.make_header_lines(self.id, self.box_key, box, wanted.name)
        return "\n".join([*head, *self.make_starting_lines(box), ""])

    def group_units_by_role(self, army: Army) -> list[Section]:
        """Return the units in sections by role: commander, characters, transports, others."""
        from listbuilder.games.boxed import show

        return show.sections(army)

    def list_remarks(self, army: Army, unit: Unit) -> Remarks:
        """Return what `show` prints beside `unit`: keys of texts of the game with arguments."""
        from listbuilder.games.boxed import show

        return show.remarks(army, unit)

    def list_facts(self, army: Army) -> Remarks:
        """Return what `show` prints about the army: keys of texts of the game with arguments."""
        from listbuilder.games.boxed import show

        return show.facts(army)

    def list_carried_wargear(self, army: Army, unit: Unit) -> tuple[Carried, ...]:
        """Return what the models of a unit carry, group by group."""
        from listbuilder.games.boxed import cards

        return cards.list_carried(army, unit)
