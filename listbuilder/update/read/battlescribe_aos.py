"""Catalogues of Age of Sigmar as a source: warscrolls, formations, enhancements and lores.

A faction has a catalogue of its own, which links to a library with its warscrolls; each Army of
Renown has another one, named "faction - army". Words that only catalogues use stand in
`battlescribe_aos.yaml`.
"""

from __future__ import annotations

from pathlib import Path

from listbuilder.update.read.battlescribe import (
    Catalogue,
    Catalogues,
    read_catalogues,
    recognise_catalogues,
)
from listbuilder.update.read.battlescribe_aos_book import (
    BookReader,
    clean_name,
    is_warscroll,
    list_root_entries,
    name_unit,
)
from listbuilder.update.read.battlescribe_aos_renown import RenownReader, read_universal_lores
from listbuilder.update.read.battlescribe_aos_words import load_aos_words
from listbuilder.update.read.battlescribe_game import require_game
from listbuilder.update.read.regiment_sentences import make_unit_id
from listbuilder.update.tree import Book, Entry, Place, Source, Unread, Value

READER = "battlescribe"


def recognise(path: Path) -> bool:
    """Return whether a file is a catalogue, or a folder contains one."""
    return recognise_catalogues(path)


def read(path: Path, system: str) -> Source:
    """Return what the catalogues at `path` say about Age of Sigmar."""
    catalogues = read_catalogues(path)
    require_game(catalogues, path, system)
    unread = list(catalogues.unread)
    if catalogues.system is not None and not is_aos(catalogues):
        other = Unread(catalogues.system.make_place(), f"another game: {catalogues.system.name}")
        return Source(READER, path, (), catalogues.label, (*unread, other))
    books: dict[str, list[Entry]] = {}
    places: dict[str, Place] = {}
    for catalogue in catalogues.list_books():
        name = clean_name(catalogue.name)
        if name.startswith(load_aos_words().campaigns):
            continue
        if is_mostly_missing(catalogue):
            missing = ", ".join(catalogue.missing_anywhere)
            reason = (
                f"needs {missing}, which can't be read" if missing else "most links lead nowhere"
            )
            unread.append(Unread(catalogue.make_place(), reason, name))
            continue
        for needed in catalogue.missing_anywhere:
            if needed not in {part.book for part in unread}:
                unread.append(Unread(catalogue.make_place(), f"{needed} is not there", needed))
        book, _, army = name.partition(load_aos_words().army_separator)
        places.setdefault(book, catalogue.make_place())
        entries = books.setdefault(book, [])
        if army:
            entries.append(read_army(catalogue, army))
        elif name != load_aos_words().renown:
            entries += BookReader(catalogue).read()
    read_books = [
        Book(name, places[name], tuple(entries)) for name, entries in books.items() if entries
    ]
    for catalogue in catalogues.catalogues:
        if clean_name(catalogue.name) == load_aos_words().universal:
            lores = tuple(read_universal_lores(catalogue))
            if lores:
                place = catalogue.make_place()
                read_books.append(Book(load_aos_words().universal, place, lores, ("generic",)))
        elif clean_name(catalogue.name) != load_aos_words().renown:
            continue
        elif not is_mostly_missing(catalogue):
            read_books.append(RenownReader(catalogues, catalogue).read())
    return Source(READER, path, tuple(read_books), catalogues.label, tuple(unread))


def is_aos(catalogues: Catalogues) -> bool:
    """Return whether the game system of the catalogues is Age of Sigmar."""
    system = catalogues.system
    return system is not None and system.name.startswith(load_aos_words().system)


def is_mostly_missing(catalogue: Catalogue) -> bool:
    """Return whether most of what a book lists is defined in catalogues that are missing."""
    links = catalogue.root.get_list("entryLinks")
    dangling = [link for link in links if catalogue.find(link.target_id) is None]
    return bool(dangling) and 2 * len(dangling) > len(links)


def read_army(catalogue: Catalogue, name: str) -> Entry:
    """Return the Army of Renown of a catalogue: its units, and whether it is in Legends."""
    place = catalogue.make_place()
    words = load_aos_words()
    units = [
        make_unit_id(name_unit(element))
        for element in list_root_entries(catalogue)
        if is_warscroll(element)
    ]
    fields = {"legends": Value(words.legends_mark in catalogue.name, place)}
    if units:
        fields["units"] = Value(sorted(set(units)), place)
    return Entry("army_of_renown", name, place, fields, catalogue.id)
