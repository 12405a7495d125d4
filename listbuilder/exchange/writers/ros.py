"""A BattleScribe roster, with the full profiles that viewers and Tabletop Simulator scripts read (FORMATS 4, 8, 11)."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable
from importlib import import_module
from xml.etree.ElementTree import Element, SubElement, indent, tostring

from listbuilder.exchange import wording
from listbuilder.exchange.printout import Printout
from listbuilder.exchange.writers import mustered
from listbuilder.model.base import fold
from listbuilder.model.card import Card, Row

_INVULNERABLE = "invulnerable"
SPACE = "http://www.battlescribe.net/schema/rosterSchema"


def write(sheet: Printout) -> bytes:
    tree = filled(sheet)
    indent(tree.root)
    body: str = tostring(tree.root, encoding="unicode")
    return f'<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n{body}\n'.encode()


def filled(sheet: Printout) -> Tree:
    """ros_<kind>.py beside this has fill(), for every kind of army that has such files."""
    tree = Tree(sheet)
    import_module(f"listbuilder.exchange.writers.ros_{sheet.system.kind}").fill(tree, sheet)
    return tree


class Tree:
    """The elements of a roster file. Ids are made of the roster and a count, so that a list exports the same twice."""

    def __init__(self, sheet: Printout) -> None:
        army = sheet.army
        assert sheet.system.battlescribe is not None, "a game with this form says what it is called in it"
        self.game = sheet.system.battlescribe
        self.cards = {unit: card for card in sheet.system.cards(army) for unit in card.units}
        self._book = f"{army.book.name} ({army.book.edition})"
        self._seed = sheet.roster_sha256
        self._count = 0
        self.root = Element(
            "roster",
            {
                "id": self._id(),
                "name": clean(army.name) or army.faction_name,
                "battleScribeVersion": "2.03",
                "generatedBy": f"listbuilder {sheet.verdict.made.rpartition(' ')[2]}, {army.priced_on}",
                "gameSystemId": self.game.id,
                "gameSystemName": self.game.name,
                "gameSystemRevision": "1",
                "xmlns": SPACE,
            },
        )
        self.cost(self.root, army.points)
        if army.limit is not None:
            limits = SubElement(self.root, "costLimits")
            named = dict(zip(("name", "typeId"), self.game.cost, strict=True))
            SubElement(limits, "costLimit", {**named, "value": str(army.limit)})
        self.forces = SubElement(self.root, "forces")

    def _id(self) -> str:
        self._count += 1
        digits = hashlib.sha256(f"{self._seed}{self._count}".encode()).hexdigest()
        return "-".join(digits[at : at + 4] for at in range(0, 16, 4))

    def cost(self, parent: Element, points: int) -> None:
        costs = SubElement(parent, "costs")
        SubElement(costs, "cost", {**dict(zip(("name", "typeId"), self.game.cost, strict=True)), "value": str(points)})

    def force(self, parent: Element, name: str, catalogue: str) -> Element:
        """`catalogueRevision`: of nobody's catalogue, so none; a reader would take another for the day of the list."""
        named = {"name": name, "catalogueId": stable(catalogue), "catalogueRevision": "0", "catalogueName": catalogue}
        force = SubElement(parent, "force", {"id": self._id(), "entryId": stable(name), **named})
        SubElement(force, "selections")
        return force

    def select(self, parent: Element, name: str, kind: str, number: int = 1, **more: str) -> Element:
        """A selection among those of `parent`; ends with its children."""
        into = parent.find("selections")
        if into is None:
            into = SubElement(parent, "selections")
        marks = {"id": self._id(), "name": clean(name), "entryId": stable(name), "number": str(number), "type": kind}
        return SubElement(into, "selection", {**marks, "from": "entry", **more})

    def unit_profiles(self, selection: Element, card: Card) -> None:
        """Its numbers, the names of its core abilities, and its keywords as categories."""
        rules = SubElement(selection, "rules") if card.abilities else None
        for name in card.abilities:
            assert rules is not None
            rule = SubElement(rules, "rule", {"id": stable(name), "name": name, "hidden": "false"})
            SubElement(rule, "description").text = self.where("core rules")  # Yellowscribe stops at a rule without one
        self._saves(selection, card)
        for table in card.tables:
            if table.key == "stats":
                self._profiles(selection, table.key, table.head, table.rows, card.name)

    def _saves(self, selection: Element, card: Card) -> None:
        """Invulnerable saves as viewers look for them: an ability of that name. Its one number, for there is no rules text."""
        found = {
            (row.name or card.name): dict(zip(table.head, row.values, strict=True)).get(_INVULNERABLE, "-")
            for table in card.tables
            if table.key == "stats" and _INVULNERABLE in table.head
            for row in table.rows
        }
        saves = {name: save for name, save in found.items() if save not in ("", "-")}
        if not saves:
            return
        named: set[str] = set()
        for name, save in saves.items():
            called = "Invulnerable Save" if len(set(found.values())) == 1 else f"Invulnerable Save ({name})"
            if called not in named:
                self.ability(selection, called, save, card.name)
                named.add(called)

    def ability(self, selection: Element, name: str, words: str, of: str) -> None:
        """What viewers list among the abilities of whoever has this selection."""
        kind = {"name": mustered.capital(name), "typeId": stable("Abilities"), "typeName": "Abilities", "hidden": "false"}
        profile = SubElement(_profiles_of(selection), "profile", {"id": stable(f"{of}/{name}"), **kind})
        text = SubElement(SubElement(profile, "characteristics"), "characteristic")
        text.set("name", "Description")
        text.set("typeId", stable("Description"))
        text.text = words

    def where(self, place: str) -> str:
        """Where the rule of it stands, for there is no rules text."""
        return f"{self._book}, {place}"

    def categories(self, selection: Element, card: Card, role: str, *more: str) -> None:
        """The role after the keywords: of several that are roles, viewers take the last."""
        found = SubElement(selection, "categories")
        factions = [f"Faction: {keyword}" for keyword in card.faction_keywords]
        keywords = [keyword for keyword in card.keywords if keyword != role]
        for name in dict.fromkeys((*keywords, role, *more, *factions)):
            primary = "true" if name == role else "false"
            SubElement(found, "category", {"id": self._id(), "name": name, "entryId": stable(name), "primary": primary})

    def item(self, parent: Element, name: str, number: int, card: Card) -> None:
        """A piece of wargear with the profiles that the card has for it."""
        selection = self.select(parent, mustered.capital(name), "upgrade", number)
        for table in card.tables:
            rows = [row for row in table.rows if row.item and fold(row.item) == fold(name)]
            if table.key in self.game.profiles:
                self._profiles(selection, table.key, table.head, rows, name)
            for row in rows if table.key not in self.game.profiles else ():
                self.ability(selection, name, self._changed(table.head, row.values), card.name)
        if selection.find("profiles") is None:  # no weapon: viewers know wargear by its ability alone
            self.ability(selection, name, self.where(card.name), card.name)
        self.cost(selection, 0)

    def _changed(self, head: Iterable[str], values: Iterable[str]) -> str:
        """`SV 3+, Invulnerable Save 4+`: what an item makes of its bearer's numbers."""
        named = self.game.profiles["stats"].head
        pairs = zip(head, values, strict=True)
        return ", ".join(f"{named.get(word, 'Invulnerable Save')} {value}" for word, value in pairs if value != "-")

    def weapons(self, parent: Element, card: Card, number: int) -> None:
        """Every weapon of the card, where the roster does not say who carries what."""
        for table in card.tables:
            for row in table.rows if table.key != "stats" else ():
                selection = self.select(parent, row.name, "upgrade", number)
                self._profiles(selection, table.key, table.head, [row], row.name)

    def _profiles(self, selection: Element, key: str, head: Iterable[str], rows: Iterable[Row], name: str) -> None:
        kind = self.game.profiles[key]
        rows = list(rows)
        if not rows:
            return
        profiles = _profiles_of(selection)
        for row in rows:
            called = mustered.capital(row.name or name)
            called = f"➤ {called} - {row.mode}" if row.mode else called
            named = {"name": called, "typeId": kind.type, "typeName": kind.name, "hidden": "false"}
            profile = SubElement(profiles, "profile", {"id": stable(f"{key}/{called}"), **named})
            found = SubElement(profile, "characteristics")
            values = dict(zip(head, row.values, strict=True))
            if key == "melee" and "range" not in kind.head:
                SubElement(found, "characteristic", {"name": "Range", "typeId": stable("Range")}).text = "Melee"
            for word, theirs in kind.head.items():
                SubElement(found, "characteristic", {"name": theirs, "typeId": stable(theirs)}).text = values.get(word, "-")
            if key != "stats":
                words = SubElement(found, "characteristic", {"name": "Keywords", "typeId": stable("Keywords")})
                words.text = ", ".join(row.keywords)


def _profiles_of(selection: Element) -> Element:
    found = selection.find("profiles")
    return SubElement(selection, "profiles") if found is None else found


def stable(name: str) -> str:
    """An id that a name always has."""
    digits = hashlib.sha256(name.encode()).hexdigest()
    return "-".join(digits[at : at + 4] for at in range(0, 16, 4))


def clean(name: str) -> str:
    """Characters that XML cannot hold are not in names."""
    return wording.one_line(name)
