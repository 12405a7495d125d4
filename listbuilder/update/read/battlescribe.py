"""Catalogues of BattleScribe and New Recruit as one linked whole, for the readers of each game.

`read_catalogues(path)` reads a file, an archive or a folder:

    catalogues = read_catalogues(path)
    for catalogue in catalogues.list_books():
        for element in catalogue.iter_root_entries():
            element.name, element.id, element.points, element.category_names
            for child in element.iter_entries(): ...
"""

from __future__ import annotations

from pathlib import Path

import msgspec

from listbuilder.update.read.battlescribe_files import is_catalogue_file, read_catalogue_files
from listbuilder.update.read.battlescribe_tree import (
    Catalogue,
    Condition,
    Constraint,
    Element,
    Modifier,
    list_conditions,
)
from listbuilder.update.tree import Place, Unread

__all__ = [
    "Catalogue",
    "Catalogues",
    "Condition",
    "Constraint",
    "Element",
    "Modifier",
    "list_conditions",
    "read_catalogues",
    "recognise_catalogues",
]

# files of these names are catalogues, so that one that is empty or damaged is named, not passed
# over
_SUFFIXES = (".cat", ".catz", ".gst", ".gstz")
MAX_FILES = 2000  # files of one folder; the largest repository known has about 140


class Catalogues(msgspec.Struct, frozen=True, eq=False):
    """Every catalogue of a path, linked with each other, and what could not be read."""

    catalogues: tuple[Catalogue, ...]
    unread: tuple[Unread, ...] = ()

    @property
    def system(self) -> Catalogue | None:
        """Return the game system, the first if there are several; None if there is none."""
        return next((catalogue for catalogue in self.catalogues if catalogue.is_system), None)

    def list_books(self) -> list[Catalogue]:
        """Return the catalogues that players choose armies from: no libraries, no system."""
        return [
            catalogue
            for catalogue in self.catalogues
            if not (catalogue.is_library or catalogue.is_system)
        ]

    @property
    def label(self) -> str:
        """Return the name and the revision of the game system, "" without one."""
        return f"{self.system.name} {self.system.revision}" if self.system else ""


def recognise_catalogues(path: Path) -> bool:
    """Return whether a file is a catalogue, or a folder contains one, judged by content."""
    if path.is_dir():
        return any(is_catalogue_file(file) for file in _list_files(path))
    return is_catalogue_file(path)


def read_catalogues(path: Path) -> Catalogues:
    """Read the catalogues of a file, an archive or a folder, and link them with each other.

    What is broken is in `unread`, never an empty catalogue. Of two revisions of one catalogue the
    later counts. Links to catalogues that are not there are in `Catalogue.missing`.
    """
    files = _list_files(path) if path.is_dir() else [path]
    unread: list[Unread] = []
    newest: dict[str, Catalogue] = {}
    for file in files:
        if not is_catalogue_file(file) and file.suffix.casefold() not in _SUFFIXES:
            continue
        for result in read_catalogue_files(file):
            if isinstance(result, tuple):
                name, reason = result
                unread.append(Unread(Place(name), reason, Path(name).stem))
                continue
            catalogue = Catalogue(result)
            other = newest.get(catalogue.id)
            if other is None or other.revision < catalogue.revision:
                newest[catalogue.id] = catalogue
    catalogues = tuple(newest.values())
    _link_catalogues(newest)
    return Catalogues(catalogues, tuple(unread))


def _list_files(folder: Path) -> list[Path]:
    """Return the files of a folder and of the folders in it, without hidden ones, by name."""
    files: list[Path] = []
    for path in sorted(folder.rglob("*")):
        is_visible = not any(part.startswith(".") for part in path.relative_to(folder).parts)
        if is_visible and path.is_file():
            files.append(path)
    return files[:MAX_FILES]


def _link_catalogues(by_id: dict[str, Catalogue]) -> None:
    """Give each catalogue its game system and those it links to, or the names of missing ones."""
    for catalogue in by_id.values():
        if not catalogue.is_system:
            catalogue.system = by_id.get(catalogue.root.get("gameSystemId"))
        for link in catalogue.root.get_list("catalogueLinks"):
            linked = by_id.get(link.target_id)
            if linked is None:
                catalogue.missing.append(link.name or link.target_id)
            else:
                imports = link.get("importRootEntries") == "true"
                catalogue.linked.append((linked, imports))
