"""The games whose armies are made of regiments, each led by its hero."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any

from listbuilder.data.library import DataFileKind, Library
from listbuilder.games.game import Findable, Game, NewRoster, OtherName, Reading, Remarks, Section
from listbuilder.games.game_wording import WARSCROLLS
from listbuilder.model.army import Army, Unit
from listbuilder.model.card import Card
from listbuilder.model.edit import Edit
from listbuilder.model.problem import Problem
from listbuilder.model.rulebook import RuleBook
from listbuilder.yamlio.convert import convert_document
from listbuilder.yamlio.reader import YamlDocument

if TYPE_CHECKING:
    from listbuilder.games.aos.catalog import Shelf
    from listbuilder.games.aos.roster import RegimentRoster
    from listbuilder.games.common.choosable import Choosable
    from listbuilder.games.common.editor import Editor
    from listbuilder.games.common.entries_on_date import DayEntry
    from listbuilder.history.reprice import Outcome
    from listbuilder.reports.prices import PriceTable


class RegimentGame(Game):
    """A game whose armies are made of regiments. Its rosters don't say what models carry."""

    kind = "aos"
    also_words = (WARSCROLLS,)
    law_needs = ("points_limits",)

    def shelf(self, library: Library) -> Shelf:
        """Return the factions of this game in `library`, each loaded when it is first needed."""
        from listbuilder.games.aos.catalog import Shelf

        return self.make_data_once(library, Shelf)

    def get_data_kinds(self) -> dict[str, DataFileKind[Any]]:
        """Return the kind of each data file by its file name without extension.

        '*' is the kind of every file that isn't listed.
        """
        from listbuilder.games import catalogue_entries, catalogue_ids
        from listbuilder.games.aos.catalog import FACTION, GENERIC, RENOWN, RULES
        from listbuilder.games.aos.history_catalog import PAST_KINDS

        return {
            "rules": RULES,
            "regiments-of-renown": RENOWN,
            "generic": GENERIC,
            **PAST_KINDS,
            catalogue_ids.PLACE: catalogue_ids.CATALOGUE_IDS,
            catalogue_entries.PLACE: catalogue_entries.CATALOGUE_ENTRIES,
            "*": FACTION,
        }

    def check_consistency(
        self, file: Path, document: YamlDocument, model: object, library: Library
    ) -> Iterator[Problem]:
        """Yield the problems of a data file that its schema can't detect.

        These are wrong references between files, regiment options that fit no unit, and wrong
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

    @property
    def army(self) -> type[Army]:
        """The class of the army that a roster becomes."""
        from listbuilder.games.aos.army import RegimentArmy

        return RegimentArmy

    @property
    def roster(self) -> type[RegimentRoster]:
        """The model of the roster file."""
        from listbuilder.games.aos.roster import RegimentRoster

        return RegimentRoster

    def convert_roster(self, document: YamlDocument) -> RegimentRoster:
        """Return `document` as this game's roster model.

        Raises Unreadable if it contains what the schema doesn't allow.
        """
        return convert_document(document, self.roster, self.roster_schema)

    def read_roster(
        self, document: YamlDocument, library: Library, as_of: str | None = None
    ) -> Reading:
        """Return the roster in `document` as an army, with the problems found.

        `as_of` is a date asked for, which replaces the roster's own. Raises Unreadable if the
        roster can't be read at all.
        """
        from listbuilder.games.aos.resolve import Resolver

        roster = self.convert_roster(document)
        return Resolver(document, roster, self.shelf(library), as_of).reading()

    def read_after_edit(
        self,
        before: Reading,
        edit: Edit,
        document: YamlDocument,
        library: Library,
        as_of: str | None = None,
    ) -> Reading | None:
        """Return the roster as it reads after `edit`, if `edit` only adds a unit to `before`.

        None if the whole roster has to be read again.
        """
        # only where a roster is changed
        from listbuilder.games.aos.add_unit import add_unit_to_reading

        return add_unit_to_reading(before, edit, document, self, library)

    def write_new_roster(self, wanted: NewRoster, library: Library) -> str:
        """Return a new roster as YAML text. Raises Unreadable for an unknown faction or choice."""
        from listbuilder.games.aos import show

        return show.starting_roster(wanted, self.shelf(library))

    def make_editor(self, library: Library) -> Editor:
        """Return the editor, which knows what a player can change in a roster of this game."""
        from listbuilder.games.aos.editor import RegimentEditor

        return RegimentEditor(self, library)

    def list_factions(self, library: Library) -> list[tuple[str, str]]:
        """Return (id, name) of each faction."""
        return self.shelf(library).list_factions()

    def list_entries(self, library: Library, faction: str) -> list[Findable]:
        """Return the warscrolls of `faction` today as search results.

        Empty for an unknown faction.
        """
        data = self.shelf(library).load_faction(faction)
        return data.list_entries() if data else []

    def list_other_names(self, library: Library) -> Iterator[OtherName]:
        """Yield the armies of renown, with the keywords that they give to all their units."""
        shelf = self.shelf(library)
        for data in filter(None, map(shelf.load_faction, shelf.list_ids())):
            for army in filter(None, map(data.load_army_of_renown, data.armies)):
                yield OtherName(army.id, army.name, keywords=army.adds_keywords)

    def list_release_dates(self, library: Library) -> list[str]:
        """Return the dates on which prices changed, oldest first."""
        return self.shelf(library).list_release_dates()

    def list_entries_on_date(
        self, library: Library, faction: str, day: str | None
    ) -> list[DayEntry]:
        """Return the warscrolls of `faction` on `day` (None: today), and those of other dates.

        Each warscroll of another date says since when or until when it was there. Raises Unreadable
        for a date that is too early.
        """
        from listbuilder.games.aos.catalog import entry
        from listbuilder.games.common.entries_on_date import list_day_entries

        return list_day_entries(self.shelf(library), faction, "warscrolls", entry, day)

    def list_choosable_homes(self, library: Library) -> list[tuple[str, str]]:
        """Return (id, name) of each file whose contents `list_choosables` can list.

        The files are those of the factions and those that all factions share.
        """
        from listbuilder.games.aos import choosable

        return choosable.homes(self.shelf(library))

    def list_choosables(self, library: Library, home: str, day: str | None) -> list[Choosable]:
        """Return what `home` had to choose from on `day` (None: today), with prices.

        Raises Unreadable for a date that is too early.
        """
        from listbuilder.games.aos import choosable

        return choosable.listed(self.shelf(library), home, day)

    def update_prices(
        self, table: PriceTable, document: YamlDocument, library: Library, day: str
    ) -> Outcome:
        """Return what the new prices in `table` change in this game's data from `day` on.

        Raises Unreadable if `day` isn't later than the newest prices in the data.
        """
        from listbuilder.games.aos.reprice import reprice
        from listbuilder.history.reprice import Files, Update, check_date_is_new

        files = Files(self.id, library)
        check_date_is_new(files, day)
        return reprice(Update(table, document, files, dict(self.list_factions(library)), day))

    def group_units_by_role(self, army: Army) -> list[Section]:
        """Return the units of `army` in sections: each regiment, auxiliary units and so on.

        The sections are in the order in which players write them.
        """
        from listbuilder.games.aos import show

        return show.sections(army)

    def list_remarks(self, army: Army, unit: Unit) -> Remarks:
        """Return what `show` prints beside `unit`: keys of texts of the game with arguments."""
        from listbuilder.games.aos import show

        return show.remarks(unit)

    def list_facts(self, army: Army) -> Remarks:
        """Return what `show` prints about the army: keys of texts of the game with arguments."""
        from listbuilder.games.aos import show

        return show.facts(army)

    def make_cards(self, army: Army) -> list[Card]:
        """Return a card for each different warscroll in the army."""
        from listbuilder.games.aos.cards import cards

        return cards(army)
