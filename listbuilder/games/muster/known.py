"""What is known of the units of a roster from another one, of which an edit made it: most of their entries are the same ones.

What a unit is depends on what the roster says of it, and on the terms of the army: all that the roster says beside its units
and who goes with whom. The others matter only to allies, to prices of further copies, and to a warlord who changes others.
"""

from __future__ import annotations

from copy import copy
from typing import Any

from listbuilder.games.muster.army import MusterUnit
from listbuilder.games.muster.data import FactionData, Shelf
from listbuilder.store.reader import Document

AMONG_UNITS = frozenset({"units", "attached", "formations"})  # keys of a roster that are not of its terms

MOST_AKIN = 24


class KnownUnits:
    """By the entries of the roster themselves, which edits share as long as they leave them alone."""

    def __init__(self, document: Document, shelf: Shelf, akin: list[KnownUnits] | None = None) -> None:
        self.shelf = shelf  # from which they are
        self._terms = _terms(document)
        self._akin = akin if akin is not None else []  # those of other terms that rosters near this one have, with itself
        self._akin.append(self)
        del self._akin[:-MOST_AKIN]
        self._units: dict[int, tuple[Any, MusterUnit, FactionData]] = {}  # with the entry, so that nothing else gets its id

    def of(self, document: Document) -> KnownUnits:
        """Those of an army of that roster's terms: these, where they are the same."""
        terms = _terms(document)
        known = next((each for each in (self, *self._akin) if each._terms == terms), None)
        return known or KnownUnits(document, self.shelf, self._akin)

    def unit(self, document: Document, place: int) -> tuple[MusterUnit, FactionData] | None:
        """At that place, as far as it depends on nothing else; without an id."""
        known = self._units.get(id(document.data["units"][place]))
        if known is None:
            return None
        unit = copy(known[1])
        unit.path = ("units", place)
        if unit.standing not in ("own", "included"):
            unit.worked_out = {}
        return unit, known[2]

    def keep(self, document: Document, unit: MusterUnit, home: FactionData) -> None:
        """As it is placed, before anything is said of it that is of the whole army."""
        entry = document.data["units"][unit.path[1]]
        if id(entry) not in self._units:
            self._units[id(entry)] = (entry, copy(unit), home)


def _terms(document: Document) -> dict[str, Any]:
    return {key: value for key, value in document.data.items() if key not in AMONG_UNITS}
