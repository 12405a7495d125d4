"""Games whose armies are mustered from datasheets under a detachment."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any

from listbuilder.data.library import DataFileKind, Library
from listbuilder.games.base_game import Said
from listbuilder.games.faction_game import FactionGame
from listbuilder.games.game import NewRoster, OtherName, Reading
from listbuilder.model.army import Army, Unit
from listbuilder.model.card import Carried
from listbuilder.model.edit import Edit
from listbuilder.model.problem import Problem
from listbuilder.yamlio.reader import YamlDocument

if TYPE_CHECKING:
    from listbuilder.games.common.editor import Editor
    from listbuilder.games.common.reference_aids import AidLine
    from listbuilder.games.wh40k.catalog import Shelf  # noqa: F401  (in the head of the class)
    from listbuilder.games.wh40k.roster import MusterRoster


class MusterGame(FactionGame["Shelf", "MusterRoster"]):
    """A game whose armies are mustered from datasheets under a detachment."""

    kind = "wh40k"
    sheets = "datasheets"
    law_needs = ("battle_sizes",)

    @property
    def army(self) -> type[Army]:
        """The class of the armies that its rosters become."""
        from listbuilder.games.wh40k.army import Muster

        return Muster

    @property
    def roster(self) -> type[MusterRoster]:
        """The model of its roster files; an edition may have another."""
        from listbuilder.games.wh40k.roster import OneDetachmentRoster

        return OneDetachmentRoster

    def list_other_names(self, library: Library) -> Iterator[OtherName]:
        """Yield the chapters that live inside a faction."""
        shelf = self.shelf(library)
        for data in filter(None, map(shelf.load_faction, shelf.list_ids())):
            yield from (OtherName(chapter.id, chapter.name) for chapter in data.head.chapters)

    def get_data_kinds(self) -> dict[str, DataFileKind[Any]]:
        """Return the kinds of data file by stem or folder; `*` is every other stem."""
        from listbuilder.games.wh40k.catalog import FACTION, RULES
        from listbuilder.games.wh40k.history_catalog import PAST_KINDS

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
        from listbuilder.games.wh40k.add_unit import (
            read_with_added_unit,  # only where a roster is changed
        )

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
        from listbuilder.games.wh40k import show

        return show.starting_roster(wanted, self.shelf(library), self.roster)

    def list_facts(self, army: Army) -> Said:
        """Return what `show` says above the units, of the army as a whole."""
        from listbuilder.games.wh40k import show

        return show.list_army_facts(army)

    def list_aids(self, army: Army) -> list[AidLine]:
        """Return what players need before the battle, each with its place.

        These are numbers and names from the books.
        """
        from listbuilder.games.common import reference_aids

        return [
            *reference_aids.list_aids(army),
            *reference_aids.make_battle_ready_aid(army, army.battle_ready),
            *reference_aids.list_starting_strengths(army),
        ]

    def list_carried_wargear(self, army: Army, unit: Unit) -> tuple[Carried, ...]:
        """Return what the models of a unit carry, group by group."""
        from listbuilder.games.wh40k import cards

        return cards.list_carried_wargear(unit)

    def check_consistency(
        self, file: Path, document: YamlDocument, model: Any, library: Library
    ) -> Iterator[Problem]:
        """Yield what the schema of a data file cannot see in references, prices and histories."""
        from listbuilder.games.wh40k import check_data, check_history
        from listbuilder.games.wh40k.faction import Faction

        if isinstance(model, Faction):
            yield from check_data.check_faction(document, model, self.shelf(library))
        yield from check_history.check_history_file(document, model, self.shelf(library))

    def make_editor(self, library: Library) -> Editor:
        """Return the editor for rosters of this game."""
        from listbuilder.games.wh40k.editor import MusterEditor

        return MusterEditor(self, library)
