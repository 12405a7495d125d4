"""Games whose armies are mustered from datasheets under a detachment."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any

from listbuilder.data.library import DataFileKind, Library
from listbuilder.games.game import Findable, Game, NewRoster, OtherName, Reading, Remarks, Section
from listbuilder.model.army import Army, Unit
from listbuilder.model.card import Card, Carried
from listbuilder.model.edit import Edit
from listbuilder.model.problem import Problem
from listbuilder.yamlio.convert import convert_document
from listbuilder.yamlio.reader import YamlDocument

if TYPE_CHECKING:
    from listbuilder.games.common.choosable import Choosable
    from listbuilder.games.common.editor import Editor
    from listbuilder.games.common.entries_on_date import DayEntry
    from listbuilder.games.common.reference_aids import AidLine
    from listbuilder.games.wh40k.catalog import Shelf
    from listbuilder.games.wh40k.known_units import KnownUnits
    from listbuilder.games.wh40k.roster import MusterRoster
    from listbuilder.history.reprice import Outcome
    from listbuilder.reports.prices import PriceTable


class MusterGame(Game):
    """A game whose armies are mustered from datasheets under a detachment."""

    kind = "wh40k"
    law_needs = ("battle_sizes",)

    def shelf(self, library: Library) -> Shelf:
        """Return the factions of this game in `library`, each loaded when it is first needed."""
        from listbuilder.games.wh40k.catalog import Shelf

        return self.make_data_once(library, Shelf)

    def get_data_kinds(self) -> dict[str, DataFileKind[Any]]:
        """Return the kinds of the game's data files by file stem or folder; `*` is any other."""
        from listbuilder.games import catalogue_entries, catalogue_ids
        from listbuilder.games.wh40k.catalog import FACTION, RULES
        from listbuilder.games.wh40k.history_catalog import PAST_KINDS

        return {
            "rules": RULES,
            **PAST_KINDS,
            "history/books/*": FACTION,
            catalogue_ids.PLACE: catalogue_ids.CATALOGUE_IDS,
            catalogue_entries.PLACE: catalogue_entries.CATALOGUE_ENTRIES,
            "*": FACTION,
        }

    def check_consistency(
        self, file: Path, document: YamlDocument, model: object, library: Library
    ) -> Iterator[Problem]:
        """Yield the problems of a data file that its schema can't find.

        They concern references, prices, options and histories. `model` is the content of the file.
        """
        from listbuilder.games.wh40k import check_data, check_history
        from listbuilder.games.wh40k.faction import Faction

        if isinstance(model, Faction):
            yield from check_data.check_faction(document, model, self.shelf(library))
        yield from check_history.check_history_file(document, model, self.shelf(library))

    @property
    def army(self) -> type[Army]:
        """The class of the armies that rosters of this game become."""
        from listbuilder.games.wh40k.army import Muster

        return Muster

    @property
    def roster(self) -> type[MusterRoster]:
        """The model of this game's roster files; a newer edition may have another."""
        from listbuilder.games.wh40k.roster import OneDetachmentRoster

        return OneDetachmentRoster

    def convert_roster(self, document: YamlDocument) -> MusterRoster:
        """Return the content of `document` in this game's roster model.

        Raises Unreadable if the content does not fit the schema.
        """
        return convert_document(document, self.roster, self.roster_schema)

    def read_roster(
        self,
        document: YamlDocument,
        library: Library,
        as_of: str | None = None,
        known_units: KnownUnits | None = None,
    ) -> Reading:
        """Return the roster in `document` as an army, with the problems found.

        `as_of` is a date to use instead of the roster's own. `known_units` are units of an earlier
        reading; those whose entries have not changed are used again. Raises Unreadable if nothing
        of the roster can be read.
        """
        from listbuilder.games.wh40k.resolve import Resolver

        roster = self.convert_roster(document)
        return Resolver(document, roster, self.shelf(library), as_of, known_units).reading()

    def read_after_edit(
        self,
        before: Reading,
        edit: Edit,
        document: YamlDocument,
        library: Library,
        as_of: str | None = None,
    ) -> Reading | None:
        """Return the army of `document`, made by `edit` from the roster that was read as `before`.

        As much as possible of `before` is used again. None if nothing of it can be used.
        """
        # only where a roster is changed
        from listbuilder.games.wh40k.add_unit import read_with_added_unit

        grown = read_with_added_unit(before, edit, document, self, library)
        if grown is not None or before.known is None:
            return grown
        return self.read_roster(document, library, as_of, before.known.of(document))

    def write_new_roster(self, wanted: NewRoster, library: Library) -> str:
        """Return a new roster as YAML text, with a header and a warlord.

        Raises Unreadable if `wanted` names an unknown faction, size or detachment.
        """
        from listbuilder.games.wh40k import show

        return show.starting_roster(wanted, self.shelf(library), self.roster)

    def make_editor(self, library: Library) -> Editor:
        """Return the editor for rosters of this game."""
        from listbuilder.games.wh40k.editor import MusterEditor

        return MusterEditor(self, library)

    def list_factions(self, library: Library) -> list[tuple[str, str]]:
        """Return (id, name) of each faction."""
        return self.shelf(library).list_factions()

    def list_entries(self, library: Library, faction: str) -> list[Findable]:
        """Return the datasheets of `faction` as they are today; empty for an unknown faction."""
        data = self.shelf(library).load_faction(faction)
        return data.list_entries() if data else []

    def list_other_names(self, library: Library) -> Iterator[OtherName]:
        """Yield the chapters of factions, as further names by which an army can be asked for."""
        shelf = self.shelf(library)
        for data in filter(None, map(shelf.load_faction, shelf.list_ids())):
            yield from (OtherName(chapter.id, chapter.name) for chapter in data.head.chapters)

    def list_release_dates(self, library: Library) -> list[str]:
        """Return the dates on which prices changed, oldest first."""
        return self.shelf(library).list_release_dates()

    def list_entries_on_date(
        self, library: Library, faction: str, day: str | None
    ) -> list[DayEntry]:
        """Return the datasheets of `faction` on the date `day`, and those of other dates.

        `day` None means today. Raises Unreadable if the date is too early.
        """
        from listbuilder.games.common.entries_on_date import list_day_entries
        from listbuilder.games.wh40k.catalog import entry

        return list_day_entries(self.shelf(library), faction, "datasheets", entry, day)

    def list_choosable_homes(self, library: Library) -> list[tuple[str, str]]:
        """Return (id, name) of each faction for which `list_choosables` can be called."""
        from listbuilder.games.wh40k import choosable

        return choosable.homes(self.shelf(library))

    def list_choosables(self, library: Library, home: str, day: str | None) -> list[Choosable]:
        """Return the faction's datasheets, detachments and enhancements on `day`, with prices.

        `home` is the id of the faction. `day` None means today. Raises Unreadable if the date is
        too early.
        """
        from listbuilder.games.wh40k import choosable

        return choosable.listed(self.shelf(library), home, day)

    def update_prices(
        self, table: PriceTable, document: YamlDocument, library: Library, day: str
    ) -> Outcome:
        """Return the changes that the new prices in `table` make to the data from `day` on.

        Raises Unreadable if `day` is not later than the date of the newest prices.
        """
        from listbuilder.games.wh40k.reprice import reprice
        from listbuilder.history.reprice import Files, Update, check_date_is_new

        files = Files(self.id, library)
        check_date_is_new(files, day)
        return reprice(Update(table, document, files, dict(self.list_factions(library)), day))

    def group_units_by_role(self, army: Army) -> list[Section]:
        """Return the units of `army` in sections by role, in the order in which players list
        them.
        """
        from listbuilder.games.wh40k import show

        return show.sections(army)

    def list_remarks(self, army: Army, unit: Unit) -> Remarks:
        """Return the remarks that `show` prints beside `unit`, such as warlord and enhancements."""
        from listbuilder.games.wh40k import show

        return show.remarks(unit)

    def list_facts(self, army: Army) -> Remarks:
        """Return the remarks on the army as a whole that `show` prints above the units."""
        from listbuilder.games.wh40k import show

        return show.list_army_facts(army)

    def list_aids(self, army: Army) -> list[AidLine]:
        """Return the numbers and names from the books that players need before the battle.

        Each comes with the place where it is found.
        """
        from listbuilder.games.common import reference_aids

        return [
            *reference_aids.list_aids(army),
            *reference_aids.make_battle_ready_aid(army, army.battle_ready),
            *reference_aids.list_starting_strengths(army),
        ]

    def list_carried_wargear(self, army: Army, unit: Unit) -> tuple[Carried, ...]:
        """Return the wargear that each group of models in the unit carries."""
        from listbuilder.games.wh40k import cards

        return cards.list_carried_wargear(unit)

    def make_cards(self, army: Army) -> list[Card]:
        """Return the datasheets of the army's units as cards, each datasheet once."""
        from listbuilder.games.wh40k.cards import cards

        return cards(army)
