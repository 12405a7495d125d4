"""Catalogues of Warhammer 40,000 as a source: each faction's datasheets, detachments, enhancements.

Names of the game that only catalogues use stand in `battlescribe_wh40k.yaml`.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from pathlib import Path

from listbuilder.update.read.battlescribe import (
    Catalogue,
    Element,
    Modifier,
    read_catalogues,
)
from listbuilder.update.read.battlescribe_composition import (
    Composition,
    CompositionReader,
    count_models,
)
from listbuilder.update.read.battlescribe_conditions import Situation
from listbuilder.update.read.battlescribe_game import require_game
from listbuilder.update.read.battlescribe_options import OptionReader
from listbuilder.update.read.battlescribe_tree import POINTS
from listbuilder.update.read.battlescribe_wargear import (
    Items,
    WargearReader,
    fold_items,
    make_item_rows,
)
from listbuilder.update.read.battlescribe_wh40k_detachments import DetachmentReader
from listbuilder.update.read.battlescribe_wh40k_profiles import ProfileReader
from listbuilder.update.read.battlescribe_wh40k_words import load_words
from listbuilder.update.singular import make_name_key, make_singular
from listbuilder.update.tree import Book, Entry, Source, Unread, Value

MOST_COPIES = 6  # units of one entry for which a price is worked out
MOST_MODELS = 60  # models of one unit for which a price is worked out
_VARIANT = re.compile(r"\s+(?:w/|with|\().*$", re.IGNORECASE)


def is_ignored(element: Element) -> bool:
    """Return whether an entry isn't part of a unit in a normal game, such as a campaign's."""
    words = load_words()
    return (
        element.name in words.ignored
        or element.link_name in words.ignored
        or any(comment in words.ignored_comments for comment in element.comments)
    )


def name_kind(name: str) -> str:
    """Return the name of an entry's kind of model: "Guard" for "Guard w/ spear"."""
    return _VARIANT.sub("", name).strip()


def make_name_singular(name: str) -> str:
    """Return a name with its last word in the singular."""
    first, space, last = name.rpartition(" ")
    return first + space + make_singular(last) if last else name


def read(path: Path, system: str) -> Source:
    """Return what the catalogues at `path` say about Warhammer 40,000."""
    catalogues = read_catalogues(path)
    require_game(catalogues, path, system)
    books: list[Book] = []
    unread = list(catalogues.unread)
    for catalogue in catalogues.list_books():
        missing = catalogue.missing_anywhere
        if is_mostly_missing(catalogue):
            reason = f"needs {', '.join(missing)}, which can't be read"
            if not missing:
                reason = "most of its entries lead nowhere"
            unread.append(Unread(catalogue.make_place(), reason, catalogue.name))
            continue
        for name in missing:
            if name not in {part.book for part in unread}:
                unread.append(Unread(catalogue.make_place(), f"{name} is not there", name))
        book = _read_book(catalogue)
        if book.entries:
            books.append(book)
    return Source("battlescribe", path, tuple(books), catalogues.label, tuple(unread))


def is_mostly_missing(catalogue: Catalogue) -> bool:
    """Return whether most of what a book lists is defined in catalogues that are missing."""
    links = catalogue.root.get_list("entryLinks")
    dangling = [link for link in links if catalogue.find(link.target_id) is None]
    return bool(dangling) and 2 * len(dangling) > len(links)


def _read_book(catalogue: Catalogue) -> Book:
    """Return the datasheets, the detachments and the enhancements of one catalogue.

    A datasheet marked as Legends is left out if the book has a current one of the same name.
    """
    entries: list[Entry] = []
    situation = Situation(catalogue, load_words().chosen)
    units = [
        element
        for element in catalogue.iter_root_entries(False)
        if is_unit(element) and situation.is_hidden(element) is not True
    ]
    names = {element.name for element in units}
    for element in units:
        current = element.name.replace(load_words().legends_mark, "").strip()
        if current == element.name or current not in names:  # else an older sheet of the same name
            entries.append(DatasheetReader(element, situation).read())
    entries += DetachmentReader(catalogue).read()
    name = catalogue.name.rpartition(" - ")[2]
    return Book(catalogue.name, catalogue.make_place(), tuple(entries), (name,))


def is_unit(element: Element) -> bool:
    """Return whether a root entry is a unit that an army can have."""
    words = load_words()
    if element.is_group or element.type not in ("unit", "model"):
        return False
    if any(mark in element.name for mark in words.skipped_marks) or is_ignored(element):
        return False
    return not words.not_units & {name for _, name, _ in element.categories}


class DatasheetReader:
    """A reader of one datasheet."""

    def __init__(self, element: Element, situation: Situation) -> None:
        self.element = element
        self.situation = situation
        self.name = element.name.replace(load_words().legends_mark, "").strip()
        self.place = element.place
        self.fields: dict[str, Value] = {}
        ignored = load_words().ignored
        composition = CompositionReader(situation, is_ignored, name_kind, ignored)
        self.composition: Composition = composition.read(element)
        self.wargear = WargearReader(situation, is_ignored, ignored)

    def read(self) -> Entry:
        """Return the datasheet as an entry."""
        words = load_words()
        if words.legends_mark in self.element.name:
            self._set("legends", True)
        self._read_models(self.name)
        self._read_points()
        self._read_keywords()
        self._read_default_wargear()
        self._read_options()
        self._read_profiles()
        return Entry("datasheet", self.name, self.place, self.fields, self.element.id)

    def _set(self, field: str, data: object, not_understood: Iterable[str] = ()) -> None:
        """Set a field of the entry, with what was not understood of it cut to a few words."""
        pieces = tuple(" ".join(piece.split()[:8])[:60] for piece in not_understood)
        self.fields[field] = Value(data, self.place, pieces)

    def _read_models(self, name: str) -> None:
        """Set the kinds of models and the size of the unit."""
        composition = self.composition
        kinds = [kind for kind in composition.kinds if kind.high]
        unclear = composition.not_understood if kinds else ("no models",)
        models = [{"name": kind.name, "min": kind.low, "max": kind.high} for kind in kinds]
        for kind, model in zip(kinds, models, strict=True):
            kind.name = self._name_model(kind.name, name, len(models), kind.high)
            model["name"] = kind.name
        self._set("models", models, unclear)
        self._set("size", {"min": composition.low, "max": composition.high}, unclear)

    def _name_model(self, kind: str, unit: str, kinds: int, most: int) -> str:
        """Return the name of a kind of model as the book has it, from the name of its entry.

        Authors shorten it ("Warrior" in Blue Warriors) or take the plural.
        """
        if kinds == 1 and self.element.type == "model":
            return unit
        if most != 1:
            kind = make_name_singular(kind)
            whole = make_name_singular(unit)
            if whole.casefold().endswith(f" {kind.casefold()}"):
                return whole
        return kind

    # --- points ---

    def _read_points(self) -> None:
        """Set the prices of the unit's sizes, of further copies and of items."""
        composition = self.composition
        slots = [slot for kind in composition.kinds for slot in kind.slots]
        if self.element.points is None and all(slot.element.points is None for slot in slots):
            return
        low, high = composition.low, composition.high
        if composition.not_understood or not 0 < low <= high <= MOST_MODELS:
            self._set("points", [], composition.not_understood or ("sizes",))
            return
        rows: list[dict[str, object]] = []
        unclear = self._list_unclear_prices()
        for size in range(low, high + 1):
            prices = [self._price(size, copies) for copies in range(MOST_COPIES)]
            following = self._price(size + 1, 0) if size < high else None
            if None in prices:
                unclear.append(f"{size} models")
                continue
            if size < high and following == prices[0]:
                continue
            rows.append({"models": size, "points": prices[0]})
            for copies in range(1, MOST_COPIES):
                if prices[copies] != prices[copies - 1]:
                    when = {"copy_from": copies + 1}
                    rows.append({"models": size, "points": prices[copies], "when": when})
        rows += self._list_item_prices(unclear)
        self._set("points", rows, unclear)

    def _price(self, size: int, copies: int) -> int | None:
        """Return the points of the unit with `size` models, or None if unknown.

        `copies`: how many units of the same datasheet the army has before this one.
        """
        counts = count_models(self.composition.slots, size)
        situation = Situation(self.situation.book, self.situation.chosen, counts, copies)
        price: int | None = self.element.points or 0
        for modifier in self._list_price_modifiers():
            if price is not None:
                price = situation.apply(modifier, price, self.element)
        for kind in self.composition.kinds:
            for slot in kind.slots:
                points_each = slot.element.points or 0
                count = counts.get(slot.element.id)
                if not points_each or price is None or slot.element.id == self.element.id:
                    continue
                price = None if count is None else price + points_each * count
        return price

    def _list_price_modifiers(self) -> list[Modifier]:
        """Return the modifiers of the unit's own points."""
        ids = {
            node.type_id
            for node, _ in self.element.list_nodes("costs")
            if node.name.strip().casefold() in POINTS
        }
        return [
            modifier
            for modifier in self.element.modifiers
            if modifier.field in ids and modifier.is_local
        ]

    def _list_unclear_prices(self) -> list[str]:
        """Return the changes of the unit's price that depend on the army, in a few words each.

        For instance, a unit may cost more as an ally; such a price can't be computed here.
        """
        unclear: list[str] = []
        for modifier in self._list_price_modifiers():
            for node in modifier.iter_conditions():
                if node.scope in ("primary-catalogue", "roster", "force"):
                    name = modifier.catalogue.get_name(node.child_id)
                    unclear.append(f"{modifier.type} {modifier.value}: {name or node.child_id}")
        return unclear

    def _list_item_prices(self, unclear: list[str]) -> list[dict[str, object]]:
        """Return the prices of items; an item with two different prices is added to `unclear`."""
        prices: dict[str, int] = {}
        for name, points in self.wargear.iter_prices(self.element):
            if prices.setdefault(name, points) != points:
                unclear.append(name)
        return [{"add_item": name, "points": points} for name, points in prices.items()]

    # --- keywords ---

    def _read_keywords(self) -> None:
        """Set the keywords and the faction keywords."""
        words = load_words()
        keywords: list[str] = []
        factions: list[str] = []
        names = self.element.category_names
        for kind in self.composition.kinds:
            for slot in kind.slots:
                names += slot.element.category_names
        for name in dict.fromkeys(names):
            if name.startswith(words.faction_prefix):
                factions.append(name.removeprefix(words.faction_prefix))
            elif name not in words.not_keywords and not name.startswith(words.not_keyword_prefixes):
                keywords.append(name)
        self._set("keywords", keywords)
        self._set("faction_keywords", factions)

    def _read_profiles(self) -> None:
        """Set the statistics, the invulnerable save, the core abilities and the weapons."""
        models = [slot.element for kind in self.composition.kinds for slot in kind.slots]
        reader = ProfileReader(self.element, models, self.situation, is_ignored)
        stats = reader.read_stats()
        if len(stats) == 1 and make_name_key(str(stats[0]["name"])) == make_name_key(self.name):
            stats[0]["name"] = self.name
        if stats:
            self._set("stats", stats)
        save = reader.read_invulnerable_save()
        if save is not None:
            self._set("invuln", save)
        abilities = reader.read_core_abilities()
        if abilities or reader.unclear_abilities:
            self._set("core_abilities", abilities, reader.unclear_abilities)
        weapons = reader.read_weapons()
        if weapons:
            self._set("weapons", weapons, reader.unclear)

    # --- wargear ---

    def _read_default_wargear(self) -> None:
        """Set what each kind of model carries by default."""
        unclear: list[str] = list(self.composition.not_understood)
        rows: list[tuple[str, Items]] = []
        common = self.wargear.read_equipment(self.element)
        for kind in self.composition.kinds:
            slot = self.wargear.find_default_slot(kind)
            if slot is None:
                unclear.append(kind.name)
                continue
            equipment = self.wargear.read_equipment(slot.element)
            unclear += equipment.not_understood
            items = equipment.items
            if slot.element.id != self.element.id and self.composition.high == 1:
                items = items + common.items
            rows.append((kind.name, items))
        if len({fold_items(items) for _, items in rows}) == 1:
            rows = [("*", rows[0][1])]
        data = [{"model": name, "items": make_item_rows(items)} for name, items in rows]
        self._set("default_wargear", data, unclear)

    def _read_options(self) -> None:
        """Set the options of the unit's models.

        If any of them isn't clear, only the names of all their items are set, as `unparsed`.
        """
        options = OptionReader(self.wargear, self.composition, self.element).read()
        data: list[object] = list(options.rows)
        if options.not_understood:
            items = sorted({*options.items})
            data = [{"unparsed": True, "items": items}] if items else []
        self._set("options", data, options.not_understood)
