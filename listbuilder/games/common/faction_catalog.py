"""The factions of one game, as they are today and as they were on any date.

They are loaded one at a time, as a roster needs them.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from typing import TYPE_CHECKING, Any, ClassVar, Generic, Protocol, Self, TypeVar

from listbuilder.data.library import Library

if TYPE_CHECKING:
    from listbuilder.games.game import Findable
    from listbuilder.history.catalog import PastShelf

DAYS = 64  # shelves of days in use at once: more than there are releases


class Faction(Protocol):
    """A loaded faction."""

    @property
    def name(self) -> str:
        """The name of the faction."""

    def list_entries(self) -> list[Findable]:
        """Return everything that can be found in the faction."""

    @property
    def as_of(self) -> str:
        """The date of the faction's data."""


F = TypeVar("F", bound=Faction)
P = TypeVar("P", bound="PastShelf[Any]")


class FactionShelf(ABC, Generic[F, P]):
    """The factions of one game from one library.

    Each kind of army says how its files are opened.
    """

    NOT_FACTIONS: ClassVar[frozenset[str]]

    def __init__(self, system: str, library: Library) -> None:
        self.system = system
        self.library = library
        self._factions: dict[str, F | None] = {}
        self._past: P | None = None
        self._days: dict[str, Self] = {}

    @abstractmethod
    def open_faction(self, faction_id: str) -> F | None:
        """Return the faction `faction_id`, loaded from its file, or None if there is none."""

    @abstractmethod
    def open_past(self) -> P:
        """Return a new object that loads the histories of this game."""

    @abstractmethod
    def make_shelf_on_date(self, day: str) -> Any:
        """Return a new shelf of the same kind, with the data as it was on `day`."""

    def list_ids(self) -> list[str]:
        """Return the ids of all factions: the stems of the data files that are factions."""
        return [
            stem for stem in self.library.list_files(self.system) if stem not in self.NOT_FACTIONS
        ]

    def list_factions(self) -> list[tuple[str, str]]:
        """Return (id, name) of each faction."""
        factions = []
        for faction_id in self.list_ids():
            faction = self.load_faction(faction_id)
            if faction:
                factions.append((faction_id, faction.name))
        return factions

    def load_faction(self, faction_id: str) -> F | None:
        """Return the faction with the id `faction_id`, loaded once, or None if there is none.

        Unknown ids are not remembered, because there may be any number of them.
        """
        if faction_id not in self._factions:
            if (
                faction_id in self.NOT_FACTIONS
                or not is_id(faction_id)
                or not self.library.has_file(self.system, faction_id)
            ):
                return None  # and not kept: of names that nobody knows there is no end
            self._factions[faction_id] = self.open_faction(faction_id)
        return self._factions[faction_id]

    @property
    def past(self) -> P:
        """The histories of the factions, only needed for past dates and other programs' lists."""
        if self._past is None:
            self._past = self.open_past()
        return self._past

    def get_shelf_on_date(self, day: str) -> Self:
        """Return the data as it was on the past date `day`.

        At most DAYS are kept; the oldest is dropped for a new one.
        """
        if day not in self._days:
            while len(self._days) >= DAYS:
                del self._days[next(iter(self._days))]
            self._days[day] = self.make_shelf_on_date(day)
        return self._days[day]

    def as_of(self, faction_id: str) -> str:
        """Return the date of today's data of the faction `faction_id`; empty if it is unknown."""
        faction = self.load_faction(faction_id)
        return faction.as_of if faction else ""

    def list_release_dates(self) -> list[str]:
        """Return the dates on which prices changed, oldest first."""
        return self.past.load_versions().list_release_dates()


def is_id(stem: str) -> bool:
    """Return whether `stem` has only letters, digits, hyphens and underscores, as an id.

    So a path that leads out of the data folder is refused.
    """
    return stem.replace("-", "").replace("_", "").isalnum()
