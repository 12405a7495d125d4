"""The BattleScribe roster (docs/formats.md).

It has the full profiles that viewers and Tabletop Simulator scripts read.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterable
from xml.etree.ElementTree import Element, SubElement, indent, tostring

from listbuilder.formats import wording
from listbuilder.formats.printout import Printout
from listbuilder.formats.write import wh40k_text
from listbuilder.model.base import fold
from listbuilder.model.card import Card, Row

_INVULNERABLE = "invulnerable"
SPACE = "http://www.battlescribe.net/schema/rosterSchema"


def write(sheet: Printout) -> bytes:
    """Return the printout `sheet` as the bytes of a BattleScribe roster (.ros)."""
    tree = build_tree(sheet)
    indent(tree.root)
    body: str = tostring(tree.root, encoding="unicode")
    return f'<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n{body}\n'.encode()


def build_tree(sheet: Printout) -> RosTree:
    """Return the elements of a roster file, filled with the army of the printout `sheet`.

    A game of another kind of army has no form that leads here.
    """
    tree = RosTree(sheet)
    fill_army_of_kind = {"wh40k": _fill_wh40k, "aos": _fill_aos}
    fill_army_of_kind[sheet.system.kind](tree, sheet)
    return tree


def _fill_wh40k(tree: RosTree, sheet: Printout) -> None:
    """Add the units of a Warhammer 40,000 army to `tree`."""
    from listbuilder.formats.write import ros_wh40k

    ros_wh40k.fill(tree, sheet)


def _fill_aos(tree: RosTree, sheet: Printout) -> None:
    """Add the regiments of an Age of Sigmar army to `tree`."""
    from listbuilder.formats.write import ros_aos

    ros_aos.fill(tree, sheet)


class RosTree:
    """The elements of a roster file.

    Ids are made of the roster and a count, so that a list exports the same twice.
    """

    def __init__(self, sheet: Printout) -> None:
        """Start the file with the roster's name, cost and limit, and no force yet."""
        army = sheet.army
        assert sheet.system.battlescribe is not None, (
            "a game with this form says what it is called in it"
        )
        self.game = sheet.system.battlescribe
        self.cards = {unit: card for card in sheet.system.make_cards(army) for unit in card.units}
        self._book = f"{army.book.name} ({army.book.edition})"
        self._seed = sheet.roster_sha256
        self._count = 0
        self.root = Element(
            "roster",
            {
                "id": self._make_id(),
                "name": clean_name(army.name) or army.faction_name,
                "battleScribeVersion": "2.03",
                "generatedBy": f"listbuilder {sheet.verdict.made.rpartition(' ')[2]}, {army.priced_on}",
                "gameSystemId": self.game.id,
                "gameSystemName": self.game.name,
                "gameSystemRevision": "1",
                "xmlns": SPACE,
            },
        )
        self.add_cost(self.root, army.points)
        if army.limit is not None:
            limits = SubElement(self.root, "costLimits")
            named = dict(zip(("name", "typeId"), self.game.cost, strict=True))
            SubElement(limits, "costLimit", {**named, "value": str(army.limit)})
        self.forces = SubElement(self.root, "forces")

    def _make_id(self) -> str:
        """Return the next id of the file."""
        self._count += 1
        digits = hashlib.sha256(f"{self._seed}{self._count}".encode()).hexdigest()
        return "-".join(digits[at : at + 4] for at in range(0, 16, 4))

    def add_cost(self, parent: Element, points: int) -> None:
        """Add the cost of `points` to `parent`."""
        costs = SubElement(parent, "costs")
        SubElement(
            costs,
            "cost",
            {**dict(zip(("name", "typeId"), self.game.cost, strict=True)), "value": str(points)},
        )

    def add_force(self, parent: Element, name: str, catalogue: str) -> Element:
        """Add a force to `parent` and return it.

        Its `catalogueRevision` is 0, for it is of nobody's catalogue: a reader would take another
        for the day of the list.
        """
        named = {
            "name": name,
            "catalogueId": make_stable_id(catalogue),
            "catalogueRevision": "0",
            "catalogueName": catalogue,
        }
        force = SubElement(
            parent, "force", {"id": self._make_id(), "entryId": make_stable_id(name), **named}
        )
        SubElement(force, "selections")
        return force

    def add_selection(
        self, parent: Element, name: str, kind: str, number: int = 1, **more: str
    ) -> Element:
        """Add a selection to those of `parent` and return it. `more` are further attributes."""
        into = parent.find("selections")
        if into is None:
            into = SubElement(parent, "selections")
        marks = {
            "id": self._make_id(),
            "name": clean_name(name),
            "entryId": make_stable_id(name),
            "number": str(number),
            "type": kind,
        }
        return SubElement(into, "selection", {**marks, "from": "entry", **more})

    def add_unit_profiles(self, selection: Element, card: Card) -> None:
        """Add the numbers of a unit, the names of its core abilities and its invulnerable saves.

        Each rule says where it stands: Yellowscribe stops at a rule without a description.
        """
        rules = SubElement(selection, "rules") if card.abilities else None
        for name in card.abilities:
            assert rules is not None
            rule = SubElement(
                rules, "rule", {"id": make_stable_id(name), "name": name, "hidden": "false"}
            )
            SubElement(rule, "description").text = self.name_source(
                "core rules"
            )  # Yellowscribe stops at a rule without one
        self._add_saves(selection, card)
        for table in card.tables:
            if table.key == "stats":
                self._add_profiles(selection, table.key, table.head, table.rows, card.name)

    def _add_saves(self, selection: Element, card: Card) -> None:
        """Add invulnerable saves as viewers look for them: an ability of that name with its one
        number.

        There is no rules text, so the number is all it says. Models that differ have one ability
        each.
        """
        found = {
            (row.name or card.name): dict(zip(table.head, row.values, strict=True)).get(
                _INVULNERABLE, "-"
            )
            for table in card.tables
            if table.key == "stats" and _INVULNERABLE in table.head
            for row in table.rows
        }
        saves = {name: save for name, save in found.items() if save not in ("", "-")}
        if not saves:
            return
        named: set[str] = set()
        for name, save in saves.items():
            called = (
                "Invulnerable Save"
                if len(set(found.values())) == 1
                else f"Invulnerable Save ({name})"
            )
            if called not in named:
                self.add_ability(selection, called, save, card.name)
                named.add(called)

    def add_ability(self, selection: Element, name: str, words: str, of: str) -> None:
        """Add what viewers list among the abilities of whoever has this selection.

        `of` makes the id differ between units that have an ability of the same name.
        """
        kind = {
            "name": wh40k_text.start_with_capital(name),
            "typeId": make_stable_id("Abilities"),
            "typeName": "Abilities",
            "hidden": "false",
        }
        profile = SubElement(
            _get_profiles(selection), "profile", {"id": make_stable_id(f"{of}/{name}"), **kind}
        )
        text = SubElement(SubElement(profile, "characteristics"), "characteristic")
        text.set("name", "Description")
        text.set("typeId", make_stable_id("Description"))
        text.text = words

    def name_source(self, place: str) -> str:
        """Return the book and the place in it where a rule stands, for there is no rules text."""
        return f"{self._book}, {place}"

    def add_categories(self, selection: Element, card: Card, role: str, *more: str) -> None:
        """Add the keywords of the card as categories, then the role, `more` and the faction
        keywords.

        The role stands after the keywords: of several that are roles, viewers take the last.
        """
        found = SubElement(selection, "categories")
        factions = [f"Faction: {keyword}" for keyword in card.faction_keywords]
        keywords = [keyword for keyword in card.keywords if keyword != role]
        for name in dict.fromkeys((*keywords, role, *more, *factions)):
            primary = "true" if name == role else "false"
            SubElement(
                found,
                "category",
                {
                    "id": self._make_id(),
                    "name": name,
                    "entryId": make_stable_id(name),
                    "primary": primary,
                },
            )

    def add_item(self, parent: Element, name: str, number: int, card: Card) -> None:
        """Add a piece of wargear with the profiles that the card has for it.

        What is no weapon gets an ability, since viewers know such wargear by its ability alone.
        """
        selection = self.add_selection(
            parent, wh40k_text.start_with_capital(name), "upgrade", number
        )
        for table in card.tables:
            rows = [row for row in table.rows if row.item and fold(row.item) == fold(name)]
            if table.key in self.game.profiles:
                self._add_profiles(selection, table.key, table.head, rows, name)
            for row in rows if table.key not in self.game.profiles else ():
                self.add_ability(
                    selection, name, self._describe_changes(table.head, row.values), card.name
                )
        if (
            selection.find("profiles") is None
        ):  # no weapon: viewers know wargear by its ability alone
            self.add_ability(selection, name, self.name_source(card.name), card.name)
        self.add_cost(selection, 0)

    def _describe_changes(self, head: Iterable[str], values: Iterable[str]) -> str:
        """Return what an item makes of its bearer's numbers, such as `SV 3+, Invulnerable Save 4+`."""
        named = self.game.profiles["stats"].theirs_by_ours
        pairs = zip(head, values, strict=True)
        return ", ".join(
            f"{named.get(word, 'Invulnerable Save')} {value}"
            for word, value in pairs
            if value != "-"
        )

    def add_weapons(self, parent: Element, card: Card, number: int) -> None:
        """Add every weapon of the card, for rosters that do not say who carries what."""
        for table in card.tables:
            for row in table.rows if table.key != "stats" else ():
                selection = self.add_selection(parent, row.name, "upgrade", number)
                self._add_profiles(selection, table.key, table.head, [row], row.name)

    def _add_profiles(
        self, selection: Element, key: str, head: Iterable[str], rows: Iterable[Row], name: str
    ) -> None:
        """Add a profile to `selection` for each of `rows`, whose values stand under `head`.

        `name` is used for a row without one of its own.
        """
        kind = self.game.profiles[key]
        rows = list(rows)
        if not rows:
            return
        profiles = _get_profiles(selection)
        for row in rows:
            called = wh40k_text.start_with_capital(row.name or name)
            called = f"➤ {called} - {row.mode}" if row.mode else called
            named = {"name": called, "typeId": kind.type, "typeName": kind.name, "hidden": "false"}
            profile = SubElement(
                profiles, "profile", {"id": make_stable_id(f"{key}/{called}"), **named}
            )
            found = SubElement(profile, "characteristics")
            values = dict(zip(head, row.values, strict=True))
            if key == "melee" and "range" not in kind.theirs_by_ours:
                SubElement(
                    found, "characteristic", {"name": "Range", "typeId": make_stable_id("Range")}
                ).text = "Melee"
            for word, theirs in kind.theirs_by_ours.items():
                SubElement(
                    found, "characteristic", {"name": theirs, "typeId": make_stable_id(theirs)}
                ).text = values.get(word, "-")
            if key != "stats":
                words = SubElement(
                    found,
                    "characteristic",
                    {"name": "Keywords", "typeId": make_stable_id("Keywords")},
                )
                words.text = ", ".join(row.keywords)


def _get_profiles(selection: Element) -> Element:
    """Return the element of `selection` that holds its profiles, added if there is none."""
    found = selection.find("profiles")
    return SubElement(selection, "profiles") if found is None else found


def make_stable_id(name: str) -> str:
    """Return the id that `name` always has."""
    digits = hashlib.sha256(name.encode()).hexdigest()
    return "-".join(digits[at : at + 4] for at in range(0, 16, 4))


def clean_name(name: str) -> str:
    """Return `name` on one line, without characters that XML can't hold."""
    return wording.make_one_line(name)
