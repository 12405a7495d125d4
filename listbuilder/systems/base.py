"""What every game tells the rest of the program: the shape of its rosters, and how one becomes an army."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import Any, Protocol

import msgspec

from listbuilder.model.army import Army
from listbuilder.model.problem import Problem
from listbuilder.model.rule import RuleBook
from listbuilder.store.compiled import Compiled
from listbuilder.store.library import Kind, Library
from listbuilder.store.reader import Document


class Reading(msgspec.Struct):
    """A roster resolved against the data. With problems, the army holds what could be read."""

    army: Army | None
    problems: list[Problem]
    used: list[Compiled] = []  # the data files it rests on


class Entry(msgspec.Struct, frozen=True):
    """Something that can be found by name: a datasheet, as `find` shows it."""

    system: str
    faction: str
    id: str
    name: str
    points: str
    sizes: str
    keywords: tuple[str, ...]
    legends: bool = False


class NewRoster(msgspec.Struct, frozen=True):
    """What `new` was asked for, all of it optional."""

    faction: str | None = None
    size: str | None = None
    detachment: str | None = None
    name: str | None = None


class System(Protocol):
    """One game. Registered in systems/catalog.py."""

    id: str

    def book(self, library: Library) -> RuleBook: ...

    def read(self, document: Document, library: Library, as_of: str | None = None) -> Reading:
        """The roster as an army. Raises Unreadable where nothing of it can be read."""
        ...

    def data_kinds(self) -> dict[str, Kind[Any]]:
        """Kinds of data file by stem; '*' is every other stem."""
        ...

    def schemas(self) -> dict[str, type]:
        """Models whose JSON Schemas are kept under schemas/, by name."""
        ...

    def entries(self, library: Library, faction: str | None = None) -> Iterator[Entry]:
        """Everything `find` can find."""
        ...

    def factions(self, library: Library) -> Iterable[tuple[str, str]]:
        """Id and name of each faction (or box)."""
        ...

    def consistency(self, document: Document, model: Any, library: Library) -> Iterator[Problem]:
        """What the schema of a data file cannot see: references, prices, options."""
        ...

    def new(self, wanted: NewRoster, library: Library) -> str:
        """A starting roster as YAML text. Raises Unreadable for an unknown faction or detachment."""
        ...

    def fold_groups(self, army: Army) -> Sequence[tuple[str, Sequence[str]]]:
        """Unit ids under headings, in the order players write them (`show`, exports)."""
        ...
