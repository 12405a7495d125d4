"""The units of an earlier roster that one made of it by an edit can use again.

Most entries of the two are the same.

What a unit is depends on what the roster says of it, and on the terms of the army: all that the
roster says beside its units and who goes with whom. The others matter only to allies, to prices of
further copies, and to a warlord who changes others.
"""

from __future__ import annotations

from copy import copy
from typing import Any

from listbuilder.games.wh40k.army import MusterUnit
from listbuilder.games.wh40k.catalog import FactionData, Shelf
from listbuilder.yamlio.reader import YamlDocument

# Keys of a roster that are not of its terms.
AMONG_UNITS = frozenset({"units", "attached", "formations"})

MOST_AKIN = 24


class KnownUnits:
    """The units of a roster that are known already, by their entries.

    Edits share the entries as long as they leave them alone.
    """

    def __init__(
        self, document: YamlDocument, shelf: Shelf, akin: list[KnownUnits] | None = None
    ) -> None:
        """Begin without units, for rosters of the terms that the document has.

        `akin` are those of other terms that rosters near this one have, with itself; at most
        `MOST_AKIN` are kept.
        """
        self.shelf = shelf  # from which they are
        self._terms = _extract_terms(document)
        self._akin = akin if akin is not None else []
        self._akin.append(self)
        del self._akin[:-MOST_AKIN]
        # By the id of the entry; the entry is held, so that nothing else gets its id.
        self._units: dict[int, tuple[object, MusterUnit, FactionData]] = {}

    def of(self, document: YamlDocument) -> KnownUnits:
        """Return the known units for armies of the roster's terms.

        They are these if the terms are the same, otherwise those kept for a roster near this one,
        or new ones without any unit.
        """
        terms = _extract_terms(document)
        for candidate in (self, *self._akin):
            if candidate._terms == terms:
                return candidate
        return KnownUnits(document, self.shelf, self._akin)

    def get_unit(self, document: YamlDocument, place: int) -> tuple[MusterUnit, FactionData] | None:
        """Return a copy of the unit whose entry is at position `place`, and its faction; or None.

        The unit is known as far as it depends on nothing else, and has no id of that roster yet.
        """
        known_unit = self._units.get(id(document.data["units"][place]))
        if known_unit is None:
            return None
        _, kept, home = known_unit
        unit = copy(kept)
        unit.path = ("units", place)
        if unit.standing not in ("own", "included"):
            unit.worked_out = {}
        return unit, home

    def keep_unit(self, document: YamlDocument, unit: MusterUnit, home: FactionData) -> None:
        """Keep a copy of the unit by its entry, unless one is kept already.

        It is kept as it is placed, before anything is said of it that is of the whole army.
        """
        entry = document.data["units"][unit.path[1]]
        if id(entry) not in self._units:
            self._units[id(entry)] = (entry, copy(unit), home)


def _extract_terms(document: YamlDocument) -> dict[str, Any]:
    """Return all that the roster says beside its units and who goes with whom."""
    return {key: value for key, value in document.data.items() if key not in AMONG_UNITS}
