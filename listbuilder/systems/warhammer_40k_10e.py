"""Warhammer 40,000, 10th edition."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import Any

from listbuilder.model.army import Army
from listbuilder.model.problem import Problem
from listbuilder.model.rule import NameList, RuleBook
from listbuilder.store.convert import convert
from listbuilder.store.library import Kind, Library
from listbuilder.store.reader import Document
from listbuilder.systems.base import Entry, NewRoster, Reading
from listbuilder.systems.muster.data import FACTION, HISTORY, RULES, Shelf
from listbuilder.systems.muster.resolve import Resolver
from listbuilder.systems.muster.roster import MusterRoster

ID = "warhammer-40k-10e"
ROSTER_SCHEMA = f"roster-{ID}"


class Warhammer40k10e:
    id = ID

    def __init__(self) -> None:
        self._shelves: dict[int, Shelf] = {}

    def shelf(self, library: Library) -> Shelf:
        """One shelf for each library, so that a faction is loaded once."""
        key = id(library)
        if key not in self._shelves or self._shelves[key].library is not library:
            self._shelves[key] = Shelf(self.id, library)
        return self._shelves[key]

    def book(self, library: Library) -> RuleBook:
        return self.shelf(library).book()

    def read(self, document: Document, library: Library, as_of: str | None = None) -> Reading:
        roster = convert(document, MusterRoster, ROSTER_SCHEMA)
        return Resolver(document, roster, self.shelf(library)).reading(as_of)

    def data_kinds(self) -> dict[str, Kind[Any]]:
        return {"rules": RULES, "points-history": HISTORY, "*": FACTION}

    def schemas(self) -> dict[str, type]:
        return {kind.schema: kind.model for kind in self.data_kinds().values()} | {
            ROSTER_SCHEMA: MusterRoster,
            "names": NameList,
        }
