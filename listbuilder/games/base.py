"""What every game tells the rest of the program: the shape of its rosters, and how one becomes an army."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any, Protocol

import msgspec

from listbuilder.games.foreign import BattleScribe, Signs
from listbuilder.model.army import Army, Extra, Unit
from listbuilder.model.base import Model
from listbuilder.model.card import Card, Carried
from listbuilder.model.edit import Edit
from listbuilder.model.problem import Problem
from listbuilder.model.rule import RuleBook
from listbuilder.store.compiled import Compiled
from listbuilder.store.library import Kind, Library
from listbuilder.store.reader import Document

if TYPE_CHECKING:
    from listbuilder.contract.prices import PriceTable
    from listbuilder.games.shared.aids import Aided
    from listbuilder.games.shared.choices import Editor
    from listbuilder.games.shared.day_entries import DayEntry
    from listbuilder.games.shared.listing import Choosable
    from listbuilder.games.shared.repricing import Outcome


class Reading(msgspec.Struct):
    """A roster resolved against the data. With problems, the army holds what could be read."""

    army: Army | None
    problems: list[Problem]
    used: list[Compiled] = []  # the data files it rests on
    known: Any = None  # what of it is the same in another army, for its game alone
    joined: Unit | None = None  # all in which the army differs from that of the reading before, where only one thing was added


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
    """A thing that a roster can have and that neither `entries` nor `listed` tells of."""

    id: str
    name: str
    is_unit: bool = False
    keywords: tuple[str, ...] = ()


class NewRoster(msgspec.Struct, frozen=True):
    """What `new` was asked for."""

    faction: str
    size: str | None = None
    detachment: str | None = None
    name: str | None = None
    as_of: str | None = None


class Section(msgspec.Struct, frozen=True):
    """Units of one role, as `show` and exports group them. `key` is a word of the game (section.*)."""

    key: str
    units: list[Unit]
    args: dict[str, Any] = {}
    extras: list[Extra] = []  # what has a price and is no unit


TODAY = "today"  # as --as-of says it


def is_day(text: str) -> bool:
    """A date as the files write it: 2025-06-11."""
    from datetime import date

    try:
        return len(text) == 10 and bool(date.fromisoformat(text))
    except ValueError:
        return False


class Game(Protocol):
    """One game. Registered in games/catalog.py; made in the folder of its kind of army."""

    id: str
    kind: str
    """Its kind of army, by the folder of that."""

    @property
    def signs(self) -> Signs:
        """By what lists of other programs are known to be of this game."""
        ...

    @property
    def also_words(self) -> tuple[Path, ...]:
        """Files of words between its kind's and the common one."""
        ...

    @property
    def forms(self) -> tuple[str, ...]:
        """Other programs' forms that its lists are written in, beside those that every game has."""
        ...

    @property
    def battlescribe(self) -> BattleScribe | None:
        """What BattleScribe calls it, for its forms of BattleScribe."""
        ...

    @property
    def army(self) -> type[Army]:
        """What its rosters become: checks say which armies they can take."""
        ...

    @property
    def roster(self) -> type[Any]:
        """The model of its roster file."""
        ...

    @property
    def words(self) -> Path:
        """The file of the words of its kind of army: see games/words.py."""
        ...

    @property
    def law_needs(self) -> tuple[str, ...]:
        """Parts of its law of which there must be at least one."""
        ...

    def __hash__(self) -> int: ...  # a game is itself: what is made for one is kept by it

    def book(self, library: Library) -> RuleBook: ...

    def read(self, document: Document, library: Library, as_of: str | None = None) -> Reading:
        """The roster as an army. Raises Unreadable where nothing of it can be read."""
        ...

    def read_on(
        self, before: Reading, edit: Edit, document: Document, library: Library, as_of: str | None = None
    ) -> Reading | None:
        """The same of a document that an edit made of one that was read, where that is less work: what the edit does not
        touch is taken as it was read before. None: it has to be read whole.
        """
        ...

    def data_kinds(self) -> dict[str, Kind[Any]]:
        """Kinds of data file by stem; '*' is every other stem."""
        ...

    def schemas(self) -> dict[str, Any]:
        """Models whose JSON Schemas are kept under schemas/, by name."""
        ...

    def factions(self, library: Library) -> list[tuple[str, str]]:
        """Id and name of each faction (or box)."""
        ...

    def entries(self, library: Library, faction: str) -> list[Findable]:
        """What can be found in one faction."""
        ...

    @property
    def sells_units(self) -> bool:
        """Return whether `entries` are units. If not, they are boxes of units."""
        ...

    def other_names(self, library: Library) -> Iterator[OtherName]:
        """Yield what an event may name beside factions and what `entries` and `listed` tell of."""
        ...

    def entries_on(self, library: Library, faction: str, day: str | None) -> list[DayEntry]:
        """The same on that day (None: today), and what was there on another. Raises Unreadable for one that is too early."""
        ...

    def listed_homes(self, library: Library) -> list[tuple[str, str]]:
        """Id and name of everything whose `listed` can be asked for: the factions, and what several of them share."""
        ...

    def listed(self, library: Library, home: str, day: str | None) -> list[Choosable]:
        """What a faction had to choose from on that day, at what price; nothing that came or went around it. Raises
        Unreadable for a day that is too early."""
        ...

    def releases(self, library: Library) -> list[str]:
        """The days on which prices changed, oldest first; none where no other day is known."""
        ...

    def reprice(self, table: PriceTable, document: Document, library: Library, day: str) -> Outcome | None:
        """What new prices change in its data. None: it has no prices."""
        ...

    def consistency(self, file: Path, document: Document, model: Any, library: Library) -> Iterator[Problem]:
        """What the schema of a data file cannot see: references, prices, options."""
        ...

    def new(self, wanted: NewRoster, library: Library) -> str:
        """A starting roster as YAML text. Raises Unreadable for something unknown, naming the nearest."""
        ...

    def sections(self, army: Army) -> list[Section]:
        """The units by role, in the order players write them."""
        ...

    def remarks(self, army: Army, unit: Unit) -> list[tuple[str, dict[str, Any]]]:
        """What `show` says beside a unit: words of the game (show.*) with arguments."""
        ...

    def facts(self, army: Army) -> list[tuple[str, dict[str, Any]]]:
        """What `show` says above the units, of the army as a whole: words of the game (show.*) with arguments."""
        ...

    def aids(self, army: Army) -> list[Aided]:
        """Return what players need before the battle: numbers and names from the books, each with its place."""
        ...

    def carried(self, army: Army, unit: Unit) -> tuple[Carried, ...]:
        """What the models of a unit carry, group by group."""
        ...

    def cards(self, army: Army) -> list[Card]:
        """The datasheets of the army's units, each different one once."""
        ...

    def editor(self, library: Library) -> Editor:
        """What a player can change in one of its rosters."""
        ...
