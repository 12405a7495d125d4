"""The games whose armies are made of regiments, each led by its hero."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any

from listbuilder.data.library import DataFileKind, Library
from listbuilder.games.base_game import Said
from listbuilder.games.faction_game import FactionGame
from listbuilder.games.game import OtherName, Reading
from listbuilder.games.wording import WARSCROLLS
from listbuilder.model.army import Army
from listbuilder.model.edit import Edit
from listbuilder.model.problem import Problem
from listbuilder.model.rulebook import RuleBook
from listbuilder.yamlio.reader import YamlDocument

if TYPE_CHECKING:
    from listbuilder.games.aos.catalog import Shelf  # noqa: F401  (in the head of the class)
    from listbuilder.games.aos.roster import RegimentRoster
    from listbuilder.games.common.editor import Editor


class RegimentGame(FactionGame["Shelf", "RegimentRoster"]):
    """A game whose armies are made of regiments. Its rosters don't say what models carry."""

    kind = "aos"
    also_words = (WARSCROLLS,)
    sheets = "warscrolls"
    law_needs = ("points_limits",)

    @property
    def army(self) -> type[Army]:
        """The type of army that a roster becomes."""
        from listbuilder.games.aos.army import RegimentArmy

        return RegimentArmy

    @property
    def roster(self) -> type[RegimentRoster]:
        """The model of the roster file."""
        from listbuilder.games.aos.roster import RegimentRoster

        return RegimentRoster

    def list_other_names(self, library: Library) -> Iterator[OtherName]:
        """Yield the armies of renown, with the keywords that they give to all their units."""
        shelf = self.shelf(library)
        for data in filter(None, map(shelf.load_faction, shelf.list_ids())):
            for army in filter(None, map(data.load_army_of_renown, data.armies)):
                yield OtherName(army.id, army.name, keywords=army.adds_keywords)

    def get_data_kinds(self) -> dict[str, DataFileKind[Any]]:
        """Return the kinds of data file by stem; '*' is every other stem."""
        from listbuilder.games.aos.catalog import FACTION, GENERIC, RENOWN, RULES
        from listbuilder.games.aos.history_catalog import PAST_KINDS

        return {
            "rules": RULES,
            "regiments-of-renown": RENOWN,
            "generic": GENERIC,
            **PAST_KINDS,
            "*": FACTION,
        }

    def read_after_edit(
        self,
        before: Reading,
        edit: Edit,
        document: YamlDocument,
        library: Library,
        as_of: str | None = None,
    ) -> Reading | None:
        """Return the changed roster read from the reading `before`, if the edit only adds a unit.

        None if it has to be read whole.
        """
        from listbuilder.games.aos.add_unit import (
            add_unit_to_reading,  # only where a roster is changed
        )

        return add_unit_to_reading(before, edit, document, self, library)

    def list_facts(self, army: Army) -> Said:
        """Return what `show` says about the army as a whole: words of the game with arguments."""
        from listbuilder.games.aos import show

        return show.facts(army)

    def check_consistency(
        self, file: Path, document: YamlDocument, model: Any, library: Library
    ) -> Iterator[Problem]:
        """Yield the problems of a data file that its schema can't see: references, options and
        histories.
        """
        from listbuilder.games.aos import check_data, check_history
        from listbuilder.games.aos.faction import RegimentsOfRenown, WarscrollFaction

        if isinstance(model, WarscrollFaction):
            yield from check_data.check_faction(document, model, self.shelf(library))
        elif isinstance(model, RegimentsOfRenown):
            yield from check_data.check_regiments_of_renown(document, model, self.shelf(library))
        elif isinstance(model, RuleBook):
            yield from check_data.check_rules(document, model, self.shelf(library))
        yield from check_history.check_history_file(document, model, self.shelf(library))

    def make_editor(self, library: Library) -> Editor:
        """Return what a player can change in a roster of this game."""
        from listbuilder.games.aos.editor import RegimentEditor

        return RegimentEditor(self, library)
