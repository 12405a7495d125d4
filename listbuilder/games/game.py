"""What all games have in common: a shelf of data for each library, the law on it, the schemas, and what most have not."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any, Generic, Protocol, TypeVar

from listbuilder.games.base import Findable, Reading
from listbuilder.games.foreign import BattleScribe, Signs
from listbuilder.games.words import of_kind
from listbuilder.model.army import Army, Unit
from listbuilder.model.card import Carried
from listbuilder.model.edit import Edit
from listbuilder.model.problem import Problem
from listbuilder.model.rule import RuleBook
from listbuilder.store.convert import convert
from listbuilder.store.library import Kind, Library
from listbuilder.store.reader import Document

if TYPE_CHECKING:
    from listbuilder.contract.prices import PriceTable
    from listbuilder.games.shared.aids import Aided
    from listbuilder.games.shared.day_entries import DayEntry
    from listbuilder.games.shared.listing import Choosable
    from listbuilder.games.shared.repricing import Outcome


class Holder(Protocol):
    """A shelf: the data of one game from one library, each file loaded when it is first needed."""

    @property
    def library(self) -> Library: ...

    def book(self) -> RuleBook: ...


LIBRARIES = 8  # in use at once: the shipped data, a user's, and what tests make
Said = list[tuple[str, dict[str, Any]]]
S = TypeVar("S", bound=Holder)
R = TypeVar("R")


class BaseGame(ABC, Generic[S, R]):
    """The common half of a Game. A kind of army adds its own in its folder's game.py; a manifest says the rest.

    Every game is asked for the signs of its lists. So a kind imports the code of its armies where that is first used.
    """

    id: str
    kind: str
    law_needs: tuple[str, ...] = ()
    signs: Signs = Signs()
    forms: tuple[str, ...] = ()
    battlescribe: BattleScribe | None = None
    also_words: tuple[Path, ...] = ()  # files of words that go before the common one

    def __init__(self) -> None:
        self._shelves: dict[Library, S] = {}

    @property
    @abstractmethod
    def army(self) -> type[Army]: ...

    @property
    @abstractmethod
    def roster(self) -> type[R]: ...

    @abstractmethod
    def make_shelf(self, library: Library) -> S: ...

    @abstractmethod
    def entries(self, library: Library, faction: str) -> list[Findable]: ...

    @abstractmethod
    def data_kinds(self) -> dict[str, Kind[Any]]: ...

    def shelf(self, library: Library) -> S:
        """One shelf for each library, so that a file is loaded once."""
        if library not in self._shelves:
            while len(self._shelves) >= LIBRARIES:
                del self._shelves[next(iter(self._shelves))]
            self._shelves[library] = self.make_shelf(library)
        return self._shelves[library]

    @property
    def words(self) -> Path:
        return of_kind(self.kind)

    def book(self, library: Library) -> RuleBook:
        return self.shelf(library).book()

    @property
    def roster_schema(self) -> str:
        return f"roster-{self.id}"

    def roster_of(self, document: Document) -> R:
        return convert(document, self.roster, self.roster_schema)

    def schemas(self) -> dict[str, Any]:
        return {kind.schema: kind.model for kind in self.data_kinds().values()} | {self.roster_schema: self.roster}

    def entries_on(self, library: Library, faction: str, day: str | None) -> list[DayEntry]:
        """A game without a history is always as it is."""
        from listbuilder.games.shared.day_entries import DayEntry

        return [DayEntry(entry=entry) for entry in self.entries(library, faction)]

    def read_on(
        self, before: Reading, edit: Edit, document: Document, library: Library, as_of: str | None = None
    ) -> Reading | None:
        return None

    def listed_homes(self, library: Library) -> list[tuple[str, str]]:
        return []

    def listed(self, library: Library, home: str, day: str | None) -> list[Choosable]:
        return []

    def releases(self, library: Library) -> list[str]:
        return []

    def facts(self, army: Army) -> Said:
        return []

    def aids(self, army: Army) -> list[Aided]:
        from listbuilder.games.shared.aids import aids_of

        return list(aids_of(army))

    def carried(self, army: Army, unit: Unit) -> tuple[Carried, ...]:
        return ()

    def reprice(self, table: PriceTable, document: Document, library: Library, day: str) -> Outcome | None:
        """What new prices change in its data. None: it has no prices."""
        return None

    def consistency(self, file: Path, document: Document, model: Any, library: Library) -> Iterator[Problem]:
        return iter(())
