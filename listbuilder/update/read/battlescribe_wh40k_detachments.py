"""Detachments of a Warhammer 40,000 catalogue, and the enhancements that belong to them.

A book has one entry "Detachment" with one entry for each detachment. Enhancements hang on the units
that can have them, hidden unless their detachment is chosen: that condition says which one it is.
"""

from __future__ import annotations

from collections.abc import Iterator

from listbuilder.update.read.battlescribe import Catalogue, Element
from listbuilder.update.read.battlescribe_conditions import Situation
from listbuilder.update.read.battlescribe_wh40k_words import Words, load_words
from listbuilder.update.tree import Entry, Value


class DetachmentReader:
    """A reader of the detachments and the enhancements of one book."""

    def __init__(self, book: Catalogue) -> None:
        self.book = book
        self.situation = Situation(book)
        self.words: Words = load_words()
        self.by_id: dict[str, Element] = {}

    def read(self) -> list[Entry]:
        """Return the entries of the detachments, each followed by its enhancements."""
        entries: list[Entry] = []
        enhancements = self._read_enhancements()
        for detachment in self._list_detachments():
            entries.append(self._make_detachment(detachment))
            entries += [
                enhancement for enhancement in enhancements if enhancement.inside == detachment.name
            ]
        return entries

    # --- detachments ---

    def _list_detachments(self) -> list[Element]:
        """Return the detachments that are this book's own, each name once.

        Those that a linked book offers as its own are left out. All are recorded in `by_id`,
        because enhancements refer to them by id.
        """
        found: list[Element] = []
        for element in self.book.iter_root_entries():
            if element.name not in self.words.detachment_entries:
                continue
            owner = self._find_owner(element)
            for child in element.iter_flat_entries():
                for child_id in child.ids:
                    self.by_id[child_id] = child
                if self.situation.is_hidden(child) is True:
                    continue
                if owner is not None and Situation(owner).is_hidden(child) is not True:
                    continue
                if child.name not in {detachment.name for detachment in found}:
                    found.append(child)
        return found

    def _find_owner(self, element: Element) -> Catalogue | None:
        """Return the other book that an entry comes from; None if it is this one or a library."""
        for root in (element.parts[-1][1], element.catalogue):
            if root is self.book:
                return None
        owner = element.parts[-1][1]
        return None if owner.is_library else owner

    def _make_detachment(self, element: Element) -> Entry:
        """Return the entry of a detachment: its points, its dispositions and its unique tag."""
        place = element.place
        fields: dict[str, Value] = {}
        points = element.costs.get(self.words.detachment_points)
        if points:
            fields["dp"] = Value(points, place)
        names = element.category_names
        dispositions = [name for name in names if name in self.words.dispositions]
        if dispositions:
            fields["dispositions"] = Value(dispositions, place)
        return Entry("detachment", element.name, place, fields, element.id)

    # --- enhancements ---

    def _read_enhancements(self) -> list[Entry]:
        """Return the enhancements that the units of this book can have, each once.

        Those without points, without a clear detachment or of a hidden one are left out.
        """
        self._list_detachments()
        seen: dict[tuple[str, str], Entry] = {}
        done: set[tuple[str, ...]] = set()
        for unit in self.book.iter_root_entries():
            for element in self._iter_enhancements(unit):
                if element.ids in done:
                    continue
                done.add(element.ids)
                detachment = self._find_detachment(element)
                if element.points is None or detachment is None:
                    continue
                if self.situation.is_hidden(detachment) is True:
                    continue
                key = (detachment.name, element.name)
                if key not in seen:
                    seen[key] = make_enhancement(element, detachment.name, self.words)
        return list(seen.values())

    def _iter_enhancements(self, unit: Element) -> Iterator[Element]:
        """Yield the enhancements in the groups of enhancements directly below a unit."""
        for child in unit.iter_entries():
            if child.is_group and child.name in self.words.enhancement_groups:
                yield from child.iter_flat_entries()

    def _find_detachment(self, element: Element) -> Element | None:
        """Return the detachment of an enhancement; None if no condition says it, or several do.

        The conditions are on the enhancement itself or on a group around it; the nearest count.
        """
        for around in element.iter_around():
            if around.parent is None or not (around.is_group or around is element):
                return None
            found = self._find_detachments_in_conditions(around)
            if found:
                return found[0] if len(found) == 1 else None
        return None

    def _find_detachments_in_conditions(self, element: Element) -> list[Element]:
        """Return the detachments by which `element` is hidden or shown, each name once."""
        found: dict[str, Element] = {}
        for modifier in element.modifiers:
            if modifier.field != "hidden":
                continue
            for node in modifier.iter_conditions():
                detachment = self.by_id.get(node.child_id)
                if detachment is not None:
                    found[detachment.name] = detachment
        return list(found.values())


def make_enhancement(element: Element, detachment: str, words: Words) -> Entry:
    """Return the entry of an enhancement: its points, and the tags that follow its name.

    A tag is in brackets, as in "Crown (Upgrade)", and is taken out of the name.
    """
    place = element.place
    fields = {"points": Value(element.points, place)}
    name = element.name
    tags: list[str] = []
    for tag in words.enhancement_tags:
        for mark in (f"({tag})", f"[{tag}]"):
            if mark in name:
                name = name.replace(mark, "").strip()
                tags.append(tag)
    if tags:
        fields["tags"] = Value(tags, place)
    return Entry("enhancement", name, place, fields, element.id, detachment)
