"""The factions of one game, loaded one at a time as a roster needs them, as they are today and as they were on any day."""

from __future__ import annotations

from abc import ABC, abstractmethod
from typing import TYPE_CHECKING, Any, ClassVar, Generic, Protocol, Self, TypeVar

from listbuilder.store.library import Library

if TYPE_CHECKING:
    from listbuilder.games.shared.past_shelf import PastShelf

DAYS = 64  # shelves of days in use at once: more than there are releases


class Faction(Protocol):
    @property
    def as_of(self) -> str: ...


F = TypeVar("F", bound=Faction)
P = TypeVar("P", bound="PastShelf[Any]")


class FactionShelf(ABC, Generic[F, P]):
    """Each kind of army says how its files are opened."""

    NOT_FACTIONS: ClassVar[frozenset[str]]

    def __init__(self, system: str, library: Library) -> None:
        self.system = system
        self.library = library
        self._factions: dict[str, F | None] = {}
        self._past: P | None = None
        self._days: dict[str, Self] = {}

    @abstractmethod
    def open_faction(self, faction_id: str) -> F | None: ...

    @abstractmethod
    def open_past(self) -> P: ...

    @abstractmethod
    def make_day(self, day: str) -> Any:
        """The same kind of shelf, as of that day."""

    def ids(self) -> list[str]:
        return [stem for stem in self.library.files(self.system) if stem not in self.NOT_FACTIONS]

    def faction(self, faction_id: str) -> F | None:
        if faction_id not in self._factions:
            if faction_id in self.NOT_FACTIONS or not is_id(faction_id) or not self.library.has(self.system, faction_id):
                return None  # and not kept: of names that nobody knows there is no end
            self._factions[faction_id] = self.open_faction(faction_id)
        return self._factions[faction_id]

    @property
    def past(self) -> P:
        """The histories: loaded for a past day or a foreign list alone."""
        if self._past is None:
            self._past = self.open_past()
        return self._past

    def on(self, day: str) -> Self:
        """The shelf of a past day."""
        if day not in self._days:
            while len(self._days) >= DAYS:
                del self._days[next(iter(self._days))]
            self._days[day] = self.make_day(day)
        return self._days[day]

    def as_of(self, faction_id: str) -> str:
        """The day of today's data."""
        found = self.faction(faction_id)
        return found.as_of if found else ""

    def releases(self) -> list[str]:
        """The days on which prices changed, oldest first."""
        return self.past.versions().releases()


def is_id(stem: str) -> bool:
    """An id, and not a path out of the folder."""
    return stem.replace("-", "").replace("_", "").isalnum()
