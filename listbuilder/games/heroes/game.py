"""Games of a few heroes, each on a card of its own."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any

from listbuilder.data.library import DataFileKind, Library
from listbuilder.games.game import Findable, Game, NewRoster, Reading, Remarks, Section
from listbuilder.model.army import Army, Unit
from listbuilder.model.card import Card
from listbuilder.model.problem import Problem
from listbuilder.yamlio.convert import convert_document
from listbuilder.yamlio.reader import YamlDocument

if TYPE_CHECKING:
    from listbuilder.games.common.editor import Editor
    from listbuilder.games.heroes.cards import CardShelf
    from listbuilder.games.heroes.roster import HeroRoster


class HeroGame(Game):
    """A game of a few heroes, each on a card of its own."""

    kind = "heroes"

    @property
    def army(self) -> type[Army]:
        """The class of the army that a roster becomes."""
        from listbuilder.games.heroes.army import HeroArmy

        return HeroArmy

    @property
    def roster(self) -> type[HeroRoster]:
        """The model of its roster files."""
        from listbuilder.games.heroes.roster import HeroRoster

        return HeroRoster

    def shelf(self, library: Library) -> CardShelf:
        """Return the game's cards in `library`, loaded when they are first needed."""
        from listbuilder.games.heroes.cards import CardShelf

        return self.make_data_once(library, CardShelf)

    def read_roster(
        self, document: YamlDocument, library: Library, as_of: str | None = None
    ) -> Reading:
        """Return the roster as an army, with the problems found.

        `as_of` is ignored: the cards have no history.
        """
        from listbuilder.games.heroes import resolve

        roster = convert_document(document, self.roster, self.roster_schema)
        return resolve.resolve_roster(document, roster, self.shelf(library))

    def get_data_kinds(self) -> dict[str, DataFileKind[Any]]:
        """Return the kind of each data file by its file name without extension.

        '*' is the kind of every file that isn't listed, which is a file of cards.
        """
        from listbuilder.games.heroes.cards import CARDS, RULES, TERMS

        return {"rules": RULES, "terms": TERMS, "*": CARDS}

    def list_factions(self, library: Library) -> list[tuple[str, str]]:
        """Return (id, name) of each file of cards.

        In this game, these files take the place of factions.
        """
        return [(stem, cards.name) for stem, cards in self.shelf(library).load_files().items()]

    def list_entries(self, library: Library, faction: str) -> list[Findable]:
        """Return the heroes of one file of cards; empty if there is no such file."""
        from listbuilder.games.heroes import show

        cards = self.shelf(library).load_files().get(faction)
        return [show.make_entry(card) for card in cards.heroes] if cards else []

    def write_new_roster(self, wanted: NewRoster, library: Library) -> str:
        """Return a starting roster as YAML text."""
        from listbuilder.games.heroes import show

        return show.starting_roster(wanted, self.shelf(library))

    def group_units_by_role(self, army: Army) -> list[Section]:
        """Return the heroes in a section for each slot, then those without a place at the table."""
        from listbuilder.games.heroes import show

        return show.group_by_slot(army)

    def list_remarks(self, army: Army, unit: Unit) -> Remarks:
        """Return what `show` prints beside a hero: keys of texts of the game with arguments."""
        from listbuilder.games.heroes import show

        return show.list_remarks(army, unit)

    def make_cards(self, army: Army) -> list[Card]:
        """Return a card for each different hero."""
        from listbuilder.games.heroes import show

        return show.make_cards(army)

    def check_consistency(
        self, file: Path, document: YamlDocument, model: object, library: Library
    ) -> Iterator[Problem]:
        """Yield the problems of a file of hero cards. Nothing is yielded for other files."""
        from listbuilder.games.heroes import check_data
        from listbuilder.games.heroes.hero import HeroCards

        if isinstance(model, HeroCards):
            yield from check_data.check_cards(document, model, self.shelf(library).load_terms())

    def make_editor(self, library: Library) -> Editor:
        """Return the editor, which knows what a player can change in a roster of this game."""
        from listbuilder.games.heroes.editor import HeroEditor

        return HeroEditor(self, library)
