"""Games whose armies are made of regiments, each under its hero."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any

from listbuilder.games.base import OtherName, Reading
from listbuilder.games.faction_game import FactionGame
from listbuilder.games.game import Said
from listbuilder.games.words import WARSCROLLS
from listbuilder.model.army import Army
from listbuilder.model.edit import Edit
from listbuilder.model.problem import Problem
from listbuilder.model.rule import RuleBook
from listbuilder.store.library import Kind, Library
from listbuilder.store.reader import Document

if TYPE_CHECKING:
    from listbuilder.games.regiments.data import Shelf  # noqa: F401  (in the head of the class)
    from listbuilder.games.regiments.roster import RegimentRoster
    from listbuilder.games.shared.choices import Editor


class RegimentGame(FactionGame["Shelf", "RegimentRoster"]):
    """Its rosters do not say what models carry."""

    kind = "regiments"
    also_words = (WARSCROLLS,)
    sheets = "warscrolls"
    law_needs = ("points_limits",)

    @property
    def army(self) -> type[Army]:
        from listbuilder.games.regiments.army import RegimentArmy

        return RegimentArmy

    @property
    def roster(self) -> type[RegimentRoster]:
        from listbuilder.games.regiments.roster import RegimentRoster

        return RegimentRoster

    def other_names(self, library: Library) -> Iterator[OtherName]:
        """Yield the armies of renown, with the keywords that they give to all their units."""
        shelf = self.shelf(library)
        for data in filter(None, map(shelf.faction, shelf.ids())):
            for army in filter(None, map(data.army, data.armies)):
                yield OtherName(army.id, army.name, keywords=army.adds_keywords)

    def data_kinds(self) -> dict[str, Kind[Any]]:
        from listbuilder.games.regiments.data import FACTION, GENERIC, RENOWN, RULES
        from listbuilder.games.regiments.past_data import PAST_KINDS

        return {
            "rules": RULES,
            "regiments-of-renown": RENOWN,
            "generic": GENERIC,
            **PAST_KINDS,
            "*": FACTION,
        }

    def read_on(
        self, before: Reading, edit: Edit, document: Document, library: Library, as_of: str | None = None
    ) -> Reading | None:
        from listbuilder.games.regiments.one_more import with_one_more  # only where a roster is changed

        return with_one_more(before, edit, document, self, library)

    def facts(self, army: Army) -> Said:
        from listbuilder.games.regiments import sections

        return sections.facts(army)

    def consistency(self, file: Path, document: Document, model: Any, library: Library) -> Iterator[Problem]:
        from listbuilder.games.regiments import consistency, past_check
        from listbuilder.games.regiments.allegiance import RegimentsOfRenown, WarscrollFaction

        if isinstance(model, WarscrollFaction):
            yield from consistency.faction_problems(document, model, self.shelf(library))
        elif isinstance(model, RegimentsOfRenown):
            yield from consistency.renown_problems(document, model, self.shelf(library))
        elif isinstance(model, RuleBook):
            yield from consistency.rules_problems(document, model, self.shelf(library))
        yield from past_check.problems(document, model, self.shelf(library))

    def editor(self, library: Library) -> Editor:
        from listbuilder.games.regiments.choices import RegimentEditor

        return RegimentEditor(self, library)
