"""The Regiments of Renown and the universal lores, in catalogues of Age of Sigmar.

A Regiment of Renown is a kind of force of the game system, which has its points and says for which
factions it is; its units are in a catalogue of their own, each with the force that has it.
"""

from __future__ import annotations

from collections.abc import Iterator

from listbuilder.model.base import make_id_from_name
from listbuilder.update.read.battlescribe import Catalogue, Catalogues, Element, Modifier
from listbuilder.update.read.battlescribe_aos_book import (
    BookReader,
    clean_name,
    format_keyword,
    is_keyword,
    is_warscroll,
    list_root_entries,
    name_unit,
)
from listbuilder.update.read.battlescribe_aos_words import load_aos_words
from listbuilder.update.read.regiment_sentences import cut_piece, make_unit_id
from listbuilder.update.tree import Book, Entry, Value


class RenownReader:
    """The Regiments of Renown of a set of catalogues."""

    def __init__(self, catalogues: Catalogues, catalogue: Catalogue) -> None:
        self.catalogue = catalogue
        self.words = load_aos_words()
        self.reader = BookReader(catalogue)
        self.factions: dict[str, str] = {}  # by the catalogue's id
        self.homes: dict[tuple[str, str], str] = {}  # by the entry's id and the unit's name
        for book in catalogues.list_books():
            name = clean_name(book.name)
            if self.words.army_separator in name or book is catalogue:
                continue
            self.factions[book.id] = make_id_from_name(name)
            for element in list_root_entries(book):
                home = f"{self.factions[book.id]}/{make_unit_id(name_unit(element))}"
                self.homes.setdefault((element.id, name_unit(element)), home)

    def read(self) -> Book:
        """Return the book of all Regiments of Renown, and of the units that no faction has."""
        members: dict[str, list[tuple[Element, Modifier]]] = {}
        own: dict[str, Element] = {}
        for element in list_root_entries(self.catalogue):
            if element.type != "unit":
                continue
            if is_warscroll(element) and (element.id, name_unit(element)) not in self.homes:
                own.setdefault(element.id, element)
            for force, modifier in self._find_forces(element):
                members.setdefault(force, []).append((element, modifier))
        missing: dict[str, list[str]] = {}
        for link in self.catalogue.root.get_list("entryLinks"):
            if self.catalogue.find(link.target_id) is None:
                for force, _ in self._find_forces(Element(((link, self.catalogue),))):
                    missing.setdefault(force, []).append(f"not there: {cut_piece(link.name)}")
        entries = [
            self._read_regiment(force, members.get(force, []), missing.get(force, []))
            for force in {**members, **missing}
        ]
        for element in own.values():
            name = name_unit(element)
            fields = self.reader.read_warscroll(element, name)
            entries.append(Entry("warscroll", name, element.place, fields, element.id))
        return Book(self.words.renown, self.catalogue.make_place(), tuple(entries))

    def _find_forces(self, element: Element) -> Iterator[tuple[str, Modifier]]:
        """Yield (id, modifier) of each force that must have the unit; the modifier says how many.

        Each Regiment of Renown is such a force.
        """
        limits = {limit.id for limit in element.constraints if limit.kind == "min"}
        for modifier in element.modifiers:
            if modifier.field not in limits or modifier.type != "set":
                continue
            for node in modifier.iter_conditions():
                if node.type == "instanceOf" and node.scope == "force":
                    yield node.child_id, modifier

    def _read_regiment(
        self, force: str, members: list[tuple[Element, Modifier]], missing: list[str]
    ) -> Entry:
        """Return the entry of the Regiment of Renown with the id `force`.

        `members` are its units with the modifiers that say how many. `missing` are the names of
        units that can't be found; they make its units doubtful.
        """
        found = self.catalogue.find(force)
        if found is None:
            place = self.catalogue.make_place(force)
            return Entry("regiment", force, place, {"units": Value([], place, ("no such force",))})
        element = Element((found,))
        name = clean_name(element.name)
        fields: dict[str, Value] = {}
        if element.points is not None:
            fields["points"] = Value(element.points, element.place)
        rows: list[dict[str, object]] = []
        unclear = list(missing)
        for unit, modifier in members:
            if not is_warscroll(unit):
                continue  # a manifestation or terrain
            row, problems = self._make_row(unit, modifier)
            unclear += problems
            rows.append(row)
        fields["units"] = Value(rows, element.place, tuple(unclear))
        factions, problems = self._list_factions(element)
        fields["factions"] = Value(factions, element.place, tuple(problems))
        return Entry("regiment", name, element.place, fields, element.id)

    def _make_row(self, unit: Element, modifier: Modifier) -> tuple[dict[str, object], list[str]]:
        """Return the row of a unit in a Regiment of Renown, and what is unclear about it."""
        name = name_unit(unit)
        own = f"{make_id_from_name(self.words.renown)}/{make_unit_id(name)}"
        models, unclear = self.reader.count_models(unit)
        row: dict[str, object] = {"unit": self.homes.get((unit.id, name), own), "models": models}
        count = modifier.number
        if count is None or count < 1:
            unclear.append(f"{cut_piece(name)}: {modifier.value} of it")
        elif count > 1:
            row["count"] = count
        known = {category for category, _, _ in Element(unit.parts[:1]).categories}
        added = [
            format_keyword(category)
            for key, category, _ in unit.categories
            if key not in known and is_keyword(category)
        ]
        if added:
            row["adds_keywords"] = list(dict.fromkeys(added))
        return row, unclear

    def _list_factions(self, force: Element) -> tuple[list[str], list[str]]:
        """Return the factions that can have a regiment, and what is unclear about it."""
        factions: set[str] = set()
        unclear: list[str] = []
        for modifier in force.modifiers:
            if modifier.field != "hidden":
                continue
            for node in modifier.iter_conditions():
                if node.child_id == self.catalogue.id:
                    continue
                faction = self.factions.get(node.child_id)
                if node.type != "instanceOf" or modifier.value != "false":
                    unclear.append(f"hidden: {node.type}")
                elif faction is not None:
                    factions.add(faction)
        return sorted(factions), unclear or ([] if factions else ["for no faction"])


def read_universal_lores(catalogue: Catalogue) -> list[Entry]:
    """Return the lores that every faction can take, with the manifestations that they summon."""
    words = load_aos_words()
    reader = BookReader(catalogue)
    entries: list[Entry] = []
    for group in catalogue.iter_shared_entries():
        if group.is_group and group.name in words.lores:
            for lore in group.iter_entries():
                entries += reader.read_lore(words.lores[group.name], lore)
    return entries
