"""The ids of units, wargear and so on in public catalogues (catalogues/entries.yaml of a game).

With these ids in a roster file, New Recruit and BattleScribe find everything in their own
catalogues. The table is loaded only to write such a file.
"""

from __future__ import annotations

from collections.abc import Mapping

import msgspec

from listbuilder.data import compiled
from listbuilder.data.library import DataFileKind, Library
from listbuilder.model.base import Model, fold

PLACE = "catalogues/entries"


class CatalogueOfEntries(Model):
    """One catalogue: its id, and what it offers at the top of a force, such as units.

    The id of such an entry is that of the link in the catalogue and that of the entry, with `::`
    between them.
    """

    id: str
    tops: dict[str, str] = {}


class CatalogueEntries(Model):
    """The file catalogues/entries.yaml: ids by the names that catalogues give."""

    system: str
    force: dict[str, str]
    """Forces, such as the one that an army is."""
    categories: dict[str, str]
    catalogues: dict[str, CatalogueOfEntries]
    entries: dict[str, str]
    """Models, wargear, detachments and enhancements: one id for each name."""


class EntryIds(msgspec.Struct):
    """The ids of one game's catalogues; every lookup is by folded name."""

    force: dict[str, str]
    categories: dict[str, str]
    catalogues: dict[str, CatalogueOfEntries]
    entries: dict[str, str]
    tops: dict[str, str]
    """The ids of everything at the top of a force, such as units, in any catalogue."""

    def find_top(self, catalogue: str, name: str) -> str | None:
        """Return the id of a unit or setting, from its army's own catalogue if that has it."""
        own = self.catalogues.get(fold(catalogue))
        found = own.tops.get(fold(name)) if own else None
        return found or self.tops.get(fold(name))

    def find_catalogue(self, name: str) -> str | None:
        """Return the id of a catalogue, or None."""
        found = self.catalogues.get(fold(name))
        return found.id if found else None


def _fold_keys(table: Mapping[str, str]) -> dict[str, str]:
    """Return the table by folded name; if several names fold to the same, the first counts."""
    folded: dict[str, str] = {}
    for name, catalogue_id in table.items():
        folded.setdefault(fold(name), catalogue_id)
    return folded


def _encode_entries(file: CatalogueEntries) -> compiled.Sections:
    """Return the compiled form of the table, by folded names."""
    catalogues = {
        fold(name): CatalogueOfEntries(id=catalogue.id, tops=_fold_keys(catalogue.tops))
        for name, catalogue in file.catalogues.items()
    }
    tops: dict[str, str] = {}
    for catalogue in catalogues.values():
        tops = {**catalogue.tops, **tops}
    ids = EntryIds(
        force=_fold_keys(file.force),
        categories=_fold_keys(file.categories),
        catalogues=catalogues,
        entries=_fold_keys(file.entries),
        tops=tops,
    )
    return {"": compiled.encode_section(ids)}


CATALOGUE_ENTRIES: DataFileKind[CatalogueEntries] = DataFileKind(
    "catalogue-entries", CatalogueEntries, _encode_entries, laid_over=True
)


def load_entry_ids(system: str, library: Library) -> EntryIds | None:
    """Return the ids of a game's catalogues, or None if the game has no table of them."""
    return library.load_section(system, PLACE, CATALOGUE_ENTRIES, "", EntryIds)
