"""Games whose armies are mustered from datasheets under a detachment."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any

from listbuilder.games.base import NewRoster, OtherName, Reading
from listbuilder.games.faction_game import FactionGame
from listbuilder.games.game import Said
from listbuilder.model.army import Army, Unit
from listbuilder.model.card import Carried
from listbuilder.model.edit import Edit
from listbuilder.model.problem import Problem
from listbuilder.store.library import DataFileKind, Library
from listbuilder.store.reader import YamlDocument

if TYPE_CHECKING:
    from listbuilder.games.muster.data import Shelf  # noqa: F401  (in the head of the class)
    from listbuilder.games.muster.roster import MusterRoster
    from listbuilder.games.shared.aids import AidLine
    from listbuilder.games.shared.choices import Editor


class MusterGame(FactionGame["Shelf", "MusterRoster"]):
    """A game whose armies are mustered from datasheets under a detachment."""

    kind = "muster"
    sheets = "datasheets"
    law_needs = ("battle_sizes",)

    @property
    def army(self) -> type[Army]:
        """The class of the armies that its rosters become."""
        from listbuilder.games.muster.army import Muster

        return Muster

    @property
    def roster(self) -> type[MusterRoster]:
        """The model of its roster files; an edition may have another."""
        from listbuilder.games.muster.roster import OneDetachmentRoster

        return OneDetachmentRoster

    def list_other_names(self, library: Library) -> Iterator[OtherName]:
        """Yield the chapters that live inside a faction."""
        shelf = self.shelf(library)
        for data in filter(None, map(shelf.load_faction, shelf.list_ids())):
            yield from (OtherName(chapter.id, chapter.name) for chapter in data.head.chapters)

    def get_data_kinds(self) -> dict[str, DataFileKind[Any]]:
        """Return the kinds of data file by stem or folder; `*` is every other stem."""
        from listbuilder.games.muster.data import FACTION, RULES
        from listbuilder.games.muster.past_data import PAST_KINDS

        return {"rules": RULES, **PAST_KINDS, "history/books/*": FACTION, "*": FACTION}

    def read_after_edit(
        self,
        before: Reading,
        edit: Edit,
        document: YamlDocument,
        library: Library,
        as_of: str | None = None,
    ) -> Reading | None:
        """Return the reading of a roster that `edit` made of one read before, reusing what it can.

        None if nothing of the reading `before` can be used again.
        """
        from listbuilder.games.muster.one_more import (
            read_with_added_unit,
        )  # only where a roster is changed

        grown = read_with_added_unit(before, edit, document, self, library)
        if grown is not None or before.known is None:
            return grown
        known_units = before.known.of(document)
        resolver = self.import_part("resolve").Resolver(
            document, self.convert_roster(document), self.shelf(library), as_of, known_units
        )
        reading: Reading = resolver.reading()
        return reading

    def write_new_roster(self, wanted: NewRoster, library: Library) -> str:
        """Return a starting roster as YAML text. Raises Unreadable for something unknown."""
        from listbuilder.games.muster import sections

        return sections.starting_roster(wanted, self.shelf(library), self.roster)

    def list_facts(self, army: Army) -> Said:
        """Return what `show` says above the units, of the army as a whole."""
        from listbuilder.games.muster import sections

        return sections.list_army_facts(army)

    def list_aids(self, army: Army) -> list[AidLine]:
        """Return what players need before the battle, each with its place.

        These are numbers and names from the books.
        """
        from listbuilder.games.shared import aids

        return [
            *aids.list_aids(army),
            *aids.make_battle_ready_aid(army, army.battle_ready),
            *aids.list_starting_strengths(army),
        ]

    def list_carried_wargear(self, army: Army, unit: Unit) -> tuple[Carried, ...]:
        """Return what the models of a unit carry, group by group."""
        from listbuilder.games.muster import cards

        return cards.list_carried_wargear(unit)

    def check_consistency(
        self, file: Path, document: YamlDocument, model: Any, library: Library
    ) -> Iterator[Problem]:
        """Yield what the schema of a data file cannot see: references, prices, options, histories."""
        from listbuilder.games.muster import consistency, past_check
        from listbuilder.games.muster.faction import Faction

        if isinstance(model, Faction):
            yield from consistency.check_faction(document, model, self.shelf(library))
        yield from past_check.check_history_file(document, model, self.shelf(library))

    def make_editor(self, library: Library) -> Editor:
        """Return the editor for rosters of this game."""
        from listbuilder.games.muster.choices import MusterEditor

        return MusterEditor(self, library)
