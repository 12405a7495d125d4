"""The interface of a game: the shape of its rosters, and how one of them becomes an army."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any, Protocol

import msgspec

from listbuilder.data.compiled import Compiled
from listbuilder.data.library import DataFileKind, Library
from listbuilder.games.battlescribe import BattleScribe, Signs
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
    joined: Unit | None = (
        # all in which the army differs from that of the reading before, where only one thing was
        # added
        None
    )


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
    """A thing that a roster can have and that neither `list_entries` nor `list_choosables`
    includes.
    """

    id: str
    name: str
    is_unit: bool = False
    keywords: tuple[str, ...] = ()


class NewRoster(msgspec.Struct, frozen=True):
    """The choices with which a new roster is made: faction, battle size, detachment, name and date."""

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
    args: dict[str, Any] = {}
    extras: list[Extra] = []  # what has a price and is no unit


TODAY = "today"  # as --as-of says it


class Game(Protocol):
    """One game. Registered in games/catalog.py; made in the folder of its kind of army."""

    id: str
    kind: str
    """Its kind of army, by the folder of that."""

    @property
    def signs(self) -> Signs:
        """The signs by which lists of other programs are recognised as lists of this game."""
        ...

    @property
    def also_words(self) -> tuple[Path, ...]:
        """The files of wording that are looked up after those of the game's kind and before the
        common one.
        """
        ...

    @property
    def forms(self) -> tuple[str, ...]:
        """The forms of other programs that lists of this game are written in, beside those every
        game has.
        """
        ...

    @property
    def battlescribe(self) -> BattleScribe | None:
        """The names and ids of this game in BattleScribe's data; None if its forms are not
        supported.
        """
        ...

    @property
    def army(self) -> type[Army]:
        """The class of army that rosters of this game become: checks say which classes they can
        take.
        """
        ...

    @property
    def roster(self) -> type[Any]:
        """The model of this game's roster file."""
        ...

    @property
    def words(self) -> Path:
        """The path of the file with the wording of this game's kind of army."""
        ...

    @property
    def law_needs(self) -> tuple[str, ...]:
        """The names of the rulebook's fields that must have at least one entry in this game."""
        ...

    def __hash__(self) -> int:
        """Return a hash of the game itself, so that whatever is made for one game can be kept under
        it.
        """  # a game is itself: what is made for one is kept by it

    def load_rulebook(self, library: Library) -> RuleBook:
        """Return the rulebook of this game from `library`."""

    def read_roster(
        self, document: YamlDocument, library: Library, as_of: str | None = None
    ) -> Reading:
        """Return the roster in `document` as an army, with the problems found.

        `as_of` is the date to read it on; None is the date that the roster gives, or today.

        Raises Unreadable where nothing of it can be read.
        """
        ...

    def read_after_edit(
        self,
        before: Reading,
        edit: Edit,
        document: YamlDocument,
        library: Library,
        as_of: str | None = None,
    ) -> Reading | None:
        """Return the reading of `document`, which `edit` made of the roster read as `before`, or
        None.

        None: the document has to be read whole. A reading is returned where this is less work: what
        the edit does not touch is taken as it was read before.
        """
        ...

    def get_data_kinds(self) -> dict[str, DataFileKind[Any]]:
        """Return the kind of each data file of this game by the stem of its name; '*' is every
        other stem.
        """
        ...

    def get_schemas(self) -> dict[str, Any]:
        """Return the models whose JSON Schemas are kept under schemas/, by name."""
        ...

    def list_factions(self, library: Library) -> list[tuple[str, str]]:
        """Return (id, name) of each faction, or of each box in games with boxes."""
        ...

    def list_entries(self, library: Library, faction: str) -> list[Findable]:
        """Return everything that can be found in the faction (or box) `faction` today."""
        ...

    @property
    def sells_units(self) -> bool:
        """True if the entries of this game are units, False if they are boxes of units."""
        ...

    def list_other_names(self, library: Library) -> Iterator[OtherName]:
        """Yield what an event may name beside factions, entries and choosable things."""
        ...

    def list_entries_on_date(
        self, library: Library, faction: str, day: str | None
    ) -> list[DayEntry]:
        """Return the entries of `faction` on `day` (None: today), and those that were there on
        other dates.

        Raises Unreadable for a date that is too early.
        """
        ...

    def list_choosable_homes(self, library: Library) -> list[tuple[str, str]]:
        """Return (id, name) of everything that `list_choosables` can be asked for.

        These are the factions, and what several of them share.
        """
        ...

    def list_choosables(self, library: Library, home: str, day: str | None) -> list[Choosable]:
        """Return what the faction `home` had to choose from on `day` (None: today), with prices.

        Nothing that came or went around that date is included. Raises Unreadable for a date that is
        too early.
        """
        ...

    def list_release_dates(self, library: Library) -> list[str]:
        """Return the dates on which prices changed, oldest first; empty where no other date is
        known.
        """
        ...

    def update_prices(
        self, table: PriceTable, document: YamlDocument, library: Library, day: str
    ) -> Outcome | None:
        """Return what the new prices in `table` change in this game's data, or None if it has no
        prices.

        `document` is the file that the table was read from, `day` the date from which the prices
        are in force.
        """
        ...

    def check_consistency(
        self, file: Path, document: YamlDocument, model: Any, library: Library
    ) -> Iterator[Problem]:
        """Yield the problems of a data file that its schema cannot see: references, prices,
        options.
        """
        ...

    def write_new_roster(self, wanted: NewRoster, library: Library) -> str:
        """Return the YAML text of a starting roster with the choices in `wanted`.

        Raises Unreadable for something unknown, naming the nearest known name.
        """
        ...

    def group_units_by_role(self, army: Army) -> list[Section]:
        """Return the units of `army` in sections by role, in the order in which players write them."""
        ...

    def list_remarks(self, army: Army, unit: Unit) -> list[tuple[str, dict[str, Any]]]:
        """Return what `show` says beside `unit`, as (key, arguments) of the game's wording
        (show.*).
        """
        ...

    def list_facts(self, army: Army) -> list[tuple[str, dict[str, Any]]]:
        """Return what `show` says about the whole army, as (key, arguments) of wording (show.*).

        It is shown above the units.
        """
        ...

    def list_aids(self, army: Army) -> list[AidLine]:
        """Return what players need before the battle: numbers and names from the books, with
        citations.
        """
        ...

    def list_carried_wargear(self, army: Army, unit: Unit) -> tuple[Carried, ...]:
        """Return what the models of `unit` carry, group by group."""
        ...

    def make_cards(self, army: Army) -> list[Card]:
        """Return the datasheets of the army's units as cards, each different one once."""
        ...

    def make_editor(self, library: Library) -> Editor:
        """Return the editor that says what a player can change in a roster of this game."""
        ...
