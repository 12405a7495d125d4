"""The half of a game that all games share.

It has the game's data for each library, its rulebook and schemas, and defaults for what most games
lack.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any, Generic, Protocol, TypeVar

from listbuilder.data.library import DataFileKind, Library
from listbuilder.games.battlescribe import BattleScribe, Signs
from listbuilder.games.game import Findable, OtherName, Reading
from listbuilder.games.wording import get_words_file
from listbuilder.model.army import Army, Unit
from listbuilder.model.card import Carried
from listbuilder.model.edit import Edit
from listbuilder.model.problem import Problem
from listbuilder.model.rulebook import RuleBook
from listbuilder.yamlio.convert import convert_document
from listbuilder.yamlio.reader import YamlDocument

if TYPE_CHECKING:
    from listbuilder.games.common.choosable import Choosable
    from listbuilder.games.common.entries_on_date import DayEntry
    from listbuilder.games.common.reference_aids import AidLine
    from listbuilder.history.reprice import Outcome
    from listbuilder.reports.prices import PriceTable


class GameData(Protocol):
    """The data of one game from one library, each file loaded when it is first needed."""

    @property
    def library(self) -> Library:
        """The library that the data is from."""

    def load_rulebook(self) -> RuleBook:
        """Return the rulebook of the game, loaded when it is first asked for."""


LIBRARIES = 8  # in use at once: the shipped data, a user's, and what tests make
Said = list[tuple[str, dict[str, Any]]]
S = TypeVar("S", bound=GameData)
R = TypeVar("R")


class BaseGame(ABC, Generic[S, R]):
    """The common half of a Game. A kind of army adds its own in its folder's game.py; a manifest
    says the rest.

    Every game is asked for the signs of its lists. So a kind imports the code of its armies where
    that is first used.
    """

    id: str
    kind: str
    law_needs: tuple[str, ...] = ()
    signs: Signs = Signs()
    forms: tuple[str, ...] = ()
    battlescribe: BattleScribe | None = None
    also_words: tuple[Path, ...] = ()  # files of words that go before the common one

    def __init__(self) -> None:
        """Start without any data: it is made for each library when it is first asked for."""
        self._shelves: dict[Library, S] = {}

    @property
    @abstractmethod
    def army(self) -> type[Army]:
        """The class of army that rosters of this game become."""

    @property
    @abstractmethod
    def roster(self) -> type[R]:
        """The model of this game's roster file."""

    @abstractmethod
    def make_shelf(self, library: Library) -> S:
        """Return a new object that loads this game's data from `library`."""

    @abstractmethod
    def list_entries(self, library: Library, faction: str) -> list[Findable]:
        """Return everything that can be found in the faction (or box) `faction` today."""

    @abstractmethod
    def get_data_kinds(self) -> dict[str, DataFileKind[Any]]:
        """Return the kind of each data file of this game by the stem of its name; '*' is every
        other stem.
        """

    def shelf(self, library: Library) -> S:
        """Return the data of this game from `library`, made once for each library.

        So a file is loaded once. At most LIBRARIES are kept; the oldest is dropped for a new one.
        """
        if library not in self._shelves:
            while len(self._shelves) >= LIBRARIES:
                del self._shelves[next(iter(self._shelves))]
            self._shelves[library] = self.make_shelf(library)
        return self._shelves[library]

    @property
    def words(self) -> Path:
        """The path of the file with the wording of this game's kind of army."""
        return get_words_file(self.kind)

    def load_rulebook(self, library: Library) -> RuleBook:
        """Return the rulebook of this game from `library`."""
        return self.shelf(library).load_rulebook()

    @property
    def roster_schema(self) -> str:
        """The name of the JSON Schema of this game's roster file."""
        return f"roster-{self.id}"

    def convert_roster(self, document: YamlDocument) -> R:
        """Return `document` as this game's roster model.

        Raises Unreadable for what the schema does not allow.
        """
        return convert_document(document, self.roster, self.roster_schema)

    def get_schemas(self) -> dict[str, Any]:
        """Return the models of the data files and of the roster file by the names of their JSON
        Schemas.
        """
        return {kind.schema: kind.model for kind in self.get_data_kinds().values()} | {
            self.roster_schema: self.roster
        }

    def list_entries_on_date(
        self, library: Library, faction: str, day: str | None
    ) -> list[DayEntry]:
        """Return today's entries of `faction`, whatever `day` is.

        A game without a history is always as it is.
        """
        from listbuilder.games.common.entries_on_date import DayEntry

        return [DayEntry(entry=entry) for entry in self.list_entries(library, faction)]

    def read_after_edit(
        self,
        before: Reading,
        edit: Edit,
        document: YamlDocument,
        library: Library,
        as_of: str | None = None,
    ) -> Reading | None:
        """Return None: the document has to be read whole, unless a kind of army knows a shorter
        way.
        """
        return None

    @property
    def sells_units(self) -> bool:
        """True if the entries of this game are units, which they are except in games that sell
        boxes.
        """
        return True

    def list_other_names(self, library: Library) -> Iterator[OtherName]:
        """Yield nothing: most games have no other names that an event may use."""
        return iter(())

    def list_choosable_homes(self, library: Library) -> list[tuple[str, str]]:
        """Return an empty list: a game without a history cannot compare what there was to choose
        from.
        """
        return []

    def list_choosables(self, library: Library, home: str, day: str | None) -> list[Choosable]:
        """Return an empty list: a game without a history cannot compare what there was to choose
        from.
        """
        return []

    def list_release_dates(self, library: Library) -> list[str]:
        """Return an empty list: no other date is known in a game without a history."""
        return []

    def list_facts(self, army: Army) -> Said:
        """Return an empty list: most games say nothing about the army as a whole."""
        return []

    def list_aids(self, army: Army) -> list[AidLine]:
        """Return what players need before the battle, as the rulebook of the army states it."""
        from listbuilder.games.common.reference_aids import list_aids

        return list(list_aids(army))

    def list_carried_wargear(self, army: Army, unit: Unit) -> tuple[Carried, ...]:
        """Return an empty tuple: a game without wargear has nothing to say about what models carry."""
        return ()

    def update_prices(
        self, table: PriceTable, document: YamlDocument, library: Library, day: str
    ) -> Outcome | None:
        """Return None: a game without prices has none to change."""
        return None

    def check_consistency(
        self, file: Path, document: YamlDocument, model: Any, library: Library
    ) -> Iterator[Problem]:
        """Yield nothing: the schema sees every fault that data of such a game can have."""
        return iter(())
