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
    """The units made from a roster, kept by their roster entries for use after an edit.

    An edited roster shares the entries that the edit leaves alone.
    """

    def __init__(
        self, document: YamlDocument, shelf: Shelf, akin: list[KnownUnits] | None = None
    ) -> None:
        """Begin without units, for rosters that agree with `document` in all but their units.

        `akin` lists the known units of rosters that differ in more than that, such as another
        detachment; this object is added to the list, which keeps at most `MOST_AKIN`.
        """
        self.shelf = shelf  # from which they are
        self._terms = _extract_terms(document)
        self._akin = akin if akin is not None else []
        self._akin.append(self)
        del self._akin[:-MOST_AKIN]
        # By the id of the entry; the entry is held, so that nothing else gets its id.
        self._units: dict[int, tuple[object, MusterUnit, FactionData]] = {}

    def of(self, document: YamlDocument) -> KnownUnits:
        """Return the known units for rosters that agree with `document` in all but their units.

        They are this object, one of the other kept ones, or a new one without any unit.
        """
        terms = _extract_terms(document)
        for candidate in (self, *self._akin):
            if candidate._terms == terms:
                return candidate
        return KnownUnits(document, self.shelf, self._akin)

    def get_unit(self, document: YamlDocument, place: int) -> tuple[MusterUnit, FactionData] | None:
        """Return a copy of the unit for the entry at index `place`, and its faction; or None.

        What depends on other units of the roster, and the unit's id, must be set anew. None if no
        unit of that entry is kept.
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
        """Keep a copy of the unit by its roster entry, unless one is kept already.

        It is called when the unit has been placed in the army, before prices and notes are set that
        depend on the whole army.
        """
        entry = document.data["units"][unit.path[1]]
        if id(entry) not in self._units:
            self._units[id(entry)] = (entry, copy(unit), home)


def _extract_terms(document: YamlDocument) -> dict[str, Any]:
    """Return the content of the roster without its units, attachments and battle formations."""
    return {key: value for key, value in document.data.items() if key not in AMONG_UNITS}
