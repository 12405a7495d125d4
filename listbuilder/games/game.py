"""The base class of every game: the shape of its rosters, and how one of them becomes an army."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any, Protocol, TypeVar

import msgspec

from listbuilder.data.compiled import Compiled
from listbuilder.data.library import DataFileKind, Library
from listbuilder.games.battlescribe import BattleScribe, Signs
from listbuilder.games.game_wording import get_words_file
from listbuilder.model.army import Army, Extra, Unit
from listbuilder.model.base import Model
from listbuilder.model.card import Card, Carried
from listbuilder.model.edit import Edit
from listbuilder.model.problem import Problem
from listbuilder.model.rulebook import RuleBook
from listbuilder.yamlio.reader import YamlDocument

if TYPE_CHECKING:
    from listbuilder.games.common.choosable import Choosable
    from listbuilder.games.common.editor import Editor
    from listbuilder.games.common.entries_on_date import DayEntry
    from listbuilder.games.common.reference_aids import AidLine
    from listbuilder.history.reprice import Outcome
    from listbuilder.reports.prices import PriceTable


class Reading(msgspec.Struct):
    """A roster resolved against the data. With problems, the army holds what could be read."""

    army: Army | None
    problems: list[Problem]
    used: list[Compiled] = []  # the data files it rests on
    known: Any = None  # what of it is the same in another army, for its game alone
    # the unit that was added, if it is all in which the army differs from the reading before
    joined: Unit | None = None


class Findable(Model):
    """Something `find` can find and a picker can show: a datasheet with what one chooses it by."""

    id: str
    name: str
    keywords: tuple[str, ...]
    faction_keywords: tuple[str, ...] = ()
    sizes: tuple[str, ...] = ()
    points: tuple[int, ...] = ()
    legends: bool = False
    also: tuple[str, ...] = ()  # other words it is found by: the units of a box


class OtherName(msgspec.Struct, frozen=True):
    """A thing that a roster can have and that is no entry and no choosable thing."""

    id: str
    name: str
    is_unit: bool = False
    keywords: tuple[str, ...] = ()


class NewRoster(msgspec.Struct, frozen=True):
    """The choices with which a new roster is made."""

    faction: str
    size: str | None = None
    detachment: str | None = None
    name: str | None = None
    as_of: str | None = None


class Section(msgspec.Struct, frozen=True):
    """Units of one role, as `show` and exports group them.

    `key` is a word of the game (section.*).
    """

    key: str
    units: list[Unit]
    args: dict[str, object] = {}
    extras: list[Extra] = []  # what has a price and is no unit


class GameData(Protocol):
    """The data of one game from one library, each file loaded when it is first needed."""

    @property
    def library(self) -> Library:
        """The library that the data is from."""

    def load_rulebook(self) -> RuleBook:
        """Return the rulebook of the game, loaded when it is first asked for."""


TODAY = "today"  # as --as-of says it
LIBRARIES = 8  # in use at once: the shipped data, a user's, and what tests make
Remarks = list[tuple[str, dict[str, Any]]]  # keys of the game's wording (show.*), with arguments
D = TypeVar("D", bound=GameData)


class Game(ABC):
    """One game: everything that the rest of the program asks about it.

    Each kind of army derives a class from this one in its folder (`games/<kind>/game.py`), and each
    game a class from that in its manifest (such as `games/spearhead.py`). games/registry.py lists
    them. What only some games have is empty here.

    Every game is asked for the signs of its lists. So a kind imports the code of its armies in the
    method that needs it.
    """

    id: str
    kind: str  # its kind of army, by the folder of that
    # the names of the rulebook's fields that must have at least one entry
    law_needs: tuple[str, ...] = ()
    # the signs by which lists of other programs are recognised as lists of this game
    signs: Signs = Signs()
    # the forms of other programs that its lists are written in, beside those every game has
    forms: tuple[str, ...] = ()
    # its names and ids in BattleScribe's data; None if its forms are not supported
    battlescribe: BattleScribe | None = None
    # the files of wording that go after those of its kind and before the common one
    also_words: tuple[Path, ...] = ()
    sells_units: bool = True  # False if its entries are boxes of units

    def __init__(self) -> None:
        """Start without any data; the data of a library is loaded when it is first asked for."""
        self._data: dict[Library, Any] = {}

    # its data

    @abstractmethod
    def shelf(self, library: Library) -> GameData:
        """Return this game's data from `library`: an object that loads files when needed.

        It is made once for each library.
        """

    def make_data_once(self, library: Library, make: Callable[[str, Library], D]) -> D:
        """Return this game's data from `library`; the function `make` makes it at the first call.

        `make` gets the game's id and the library. So a file is loaded only once. The data of at
        most LIBRARIES libraries is kept; the oldest is dropped for a new one.
        """
        if library not in self._data:
            while len(self._data) >= LIBRARIES:
                del self._data[next(iter(self._data))]
            self._data[library] = make(self.id, library)
        data: D = self._data[library]
        return data

    @abstractmethod
    def get_data_kinds(self) -> dict[str, DataFileKind[Any]]:
        """Return the kinds of this game's data files, by the file's name without its ending.

        The key '*' stands for every other name.
        """

    def get_schemas(self) -> dict[str, Any]:
        """Return the models of this game's data and roster files, by JSON Schema name.

        The schemas are kept under schemas/.
        """
        schemas: dict[str, Any] = {
            kind.schema: kind.model for kind in self.get_data_kinds().values()
        }
        schemas[self.roster_schema] = self.roster
        return schemas

    def load_rulebook(self, library: Library) -> RuleBook:
        """Return the rulebook of this game from `library`."""
        return self.shelf(library).load_rulebook()

    def check_consistency(
        self, file: Path, document: YamlDocument, model: object, library: Library
    ) -> Iterator[Problem]:
        """Yield the problems of a data file that its schema cannot find, as in prices.

        `model` is what was read from `document`. Nothing is yielded here: that is right for games
        in whose data the schema finds every fault.
        """
        return iter(())

    @property
    def words(self) -> Path:
        """The path of the file with the wording of this game's kind of army."""
        return get_words_file(self.kind)

    # rosters and armies

    @property
    @abstractmethod
    def army(self) -> type[Army]:
        """The class of army that this game's rosters become; checks name the classes they take."""

    @property
    @abstractmethod
    def roster(self) -> type[Any]:
        """The model of this game's roster file."""

    @property
    def roster_schema(self) -> str:
        """The name of the JSON Schema of this game's roster file."""
        return f"roster-{self.id}"

    @abstractmethod
    def read_roster(
        self, document: YamlDocument, library: Library, as_of: str | None = None
    ) -> Reading:
        """Return the roster in `document` as an army, with the problems found.

        `as_of` is the date on which to read the roster; None is the date that the roster itself
        gives, or today. A game without a history ignores it.

        Raises Unreadable if nothing of the roster can be read.
        """

    def read_after_edit(
        self,
        before: Reading,
        edit: Edit,
        document: YamlDocument,
        library: Library,
        as_of: str | None = None,
    ) -> Reading | None:
        """Return the reading of `document` by a shorter way than reading it whole, or None.

        `document` is what `edit` made of the roster read as `before`; what the edit does not touch
        is taken from there. None: the document has to be read whole. That is so here; some kinds of
        army know a shorter way.
        """
        return None

    @abstractmethod
    def write_new_roster(self, wanted: NewRoster, library: Library) -> str:
        """Return the YAML text of a new roster with the choices in `wanted`.

        Raises Unreadable for an unknown choice, naming the nearest known name.
        """

    @abstractmethod
    def make_editor(self, library: Library) -> Editor:
        """Return the editor that says what a player can change in a roster of this game."""

    # what there is to choose from

    @abstractmethod
    def list_factions(self, library: Library) -> list[tuple[str, str]]:
        """Return (id, name) of each faction, or of each box in games with boxes."""

    @abstractmethod
    def list_entries(self, library: Library, faction: str) -> list[Findable]:
        """Return everything that `find` can find in the faction (or box) `faction` today.

        Empty for an unknown faction.
        """

    def list_other_names(self, library: Library) -> Iterator[OtherName]:
        """Yield what an event may name that is no faction, entry or choosable thing.

        None here.
        """
        return iter(())

    # its history: most games have none, and are always as they are

    def list_release_dates(self, library: Library) -> list[str]:
        """Return the dates on which prices changed, oldest first.

        Empty here: a game without a history knows no other date than today.
        """
        return []

    def list_entries_on_date(
        self, library: Library, faction: str, day: str | None
    ) -> list[DayEntry]:
        """Return the entries of `faction` on `day` (None: today), and those of other dates.

        Here, in games without a history, these are today's entries, whatever `day` is.

        Raises Unreadable for a date before the history begins.
        """
        from listbuilder.games.common.entries_on_date import DayEntry

        return [DayEntry(entry=entry) for entry in self.list_entries(library, faction)]

    def list_choosable_homes(self, library: Library) -> list[tuple[str, str]]:
        """Return (id, name) of everything for which `list_choosables` can be asked.

        These are the factions, and the things that several of them share. Empty here: a game
        without a history can't compare what there was to choose from.
        """
        return []

    def list_choosables(self, library: Library, home: str, day: str | None) -> list[Choosable]:
        """Return what the faction `home` had to choose from on `day` (None: today), with prices.

        Things that came or went around that date are left out. Empty here, in games without a
        history.

        Raises Unreadable for a date before the history begins.
        """
        return []

    def update_prices(
        self, table: PriceTable, document: YamlDocument, library: Library, day: str
    ) -> Outcome | None:
        """Return what the new prices in `table` change in this game's data, or None.

        The prices are in force from `day`. `document` is the file from which the table was read.
        None, as here: this game has no prices.

        Raises Unreadable if `day` is not later than the newest known prices.
        """
        return None

    # what `show` and exports say

    @abstractmethod
    def group_units_by_role(self, army: Army) -> list[Section]:
        """Return the units of `army` in sections by role, in the order players write them."""

    @abstractmethod
    def list_remarks(self, army: Army, unit: Unit) -> Remarks:
        """Return the remarks that `show` prints beside `unit`, such as warlord and enhancements."""

    def list_facts(self, army: Army) -> Remarks:
        """Return the remarks about the whole army that `show` prints above the units. None here."""
        return []

    def list_aids(self, army: Army) -> list[AidLine]:
        """Return the numbers and names that players need before the battle, with citations.

        They come from the rulebook of the army.
        """
        from listbuilder.games.common.reference_aids import list_aids

        return list(list_aids(army))

    def list_carried_wargear(self, army: Army, unit: Unit) -> tuple[Carried, ...]:
        """Return what the models of `unit` carry, one entry for each group of its models.

        Empty here, for games without wargear.
        """
        return ()

    @abstractmethod
    def make_cards(self, army: Army) -> list[Card]:
        """Return the datasheets of the army's units as cards; units with equal cards share one."""
