"""The BattleScribe roster (docs/formats.md).

It has the full profiles that viewers and Tabletop Simulator scripts read.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterable
from xml.etree.ElementTree import Element, SubElement, indent, tostring

from listbuilder.formats import export_wording
from listbuilder.formats.printout import Printout
from listbuilder.formats.write import wh40k_text
from listbuilder.games.catalogue_entries import load_entry_ids
from listbuilder.model.base import fold
from listbuilder.model.card import Card, Row

_INVULNERABLE = "invulnerable"
SPACE = "http://www.battlescribe.net/schema/rosterSchema"


def write(sheet: Printout) -> bytes:
    """Return the roster `sheet` as the bytes of a BattleScribe roster file (.ros)."""
    tree = build_tree(sheet)
    indent(tree.root)
    body: str = tostring(tree.root, encoding="unicode")
    return f'<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n{body}\n'.encode()


def build_tree(sheet: Printout) -> RosTree:
    """Return the XML elements of a BattleScribe roster file with the army of `sheet`.

    Only Warhammer 40,000 and Age of Sigmar have this form; other games are never exported with it.
    """
    tree = RosTree(sheet)
    fillers = {"wh40k": _fill_wh40k, "aos": _fill_aos}
    fillers[sheet.system.kind](tree, sheet)
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
    """The XML elements of one roster file, with methods to add to them.

    Ids are made from the roster's hash and a counter, so that exporting a list twice gives the same
    file.
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
        self._ids = load_entry_ids(sheet.system.id, sheet.done.library)
        self._seed = sheet.roster_sha256
        self._count = 0
        version = sheet.verdict.made.rpartition(" ")[2]
        self.root = Element(
            "roster",
            {
                "id": self._make_id(),
                "name": clean_name(army.name) or army.faction_name,
                "battleScribeVersion": "2.03",
                "generatedBy": f"listbuilder {version}, {army.priced_on}",
                "gameSystemId": self.game.id,
                "gameSystemName": self.game.name,
                "gameSystemRevision": "1",
                "xmlns": SPACE,
            },
        )
        self.add_cost(self.root, army.points)
        if army.limit is not None:
            limits = SubElement(self.root, "costLimits")
            SubElement(limits, "costLimit", self._make_cost(army.limit))
        self.forces = SubElement(self.root, "forces")

    def _make_id(self) -> str:
        """Return a new id for the file, made from the roster's hash and a counter."""
        self._count += 1
        digits = hashlib.sha256(f"{self._seed}{self._count}".encode()).hexdigest()
        return "-".join(digits[at : at + 4] for at in range(0, 16, 4))

    def add_cost(self, parent: Element, points: int) -> None:
        """Add the cost of `points` to `parent`."""
        SubElement(SubElement(parent, "costs"), "cost", self._make_cost(points))

    def _make_cost(self, points: int) -> dict[str, str]:
        """Return the attributes of a cost or limit of `points`, as the game's files name them."""
        name, type_id = self.game.cost
        return {"name": name, "typeId": type_id, "value": str(points)}

    def add_force(self, parent: Element, name: str, catalogue: str) -> Element:
        """Add a force called `name` to `parent` and return the new element.

        Its `catalogueRevision` is 0 because the force comes from no program's catalogue: with
        another number, a reader would conclude the date of the list from it.
        """
        known_force = self._ids.force.get(fold(name)) if self._ids else None
        known_catalogue = self._ids.find_catalogue(catalogue) if self._ids else None
        attributes = {
            "id": self._make_id(),
            "entryId": known_force or make_stable_id(name),
            "name": name,
            "catalogueId": known_catalogue or make_stable_id(catalogue),
            "catalogueRevision": "0",
            "catalogueName": catalogue,
        }
        force = SubElement(parent, "force", attributes)
        SubElement(force, "selections")
        return force

    def _find_entry_id(self, parent: Element, name: str) -> str:
        """Return the id that public catalogues have for what is selected in `parent`, or our own.

        At the top of a force it is that of the army's catalogue. Below it is that of any entry of
        the name: which of several the unit's own is, our data does not know.
        """
        known: str | None = None
        if self._ids is not None and parent.tag == "force":
            known = self._ids.find_top(parent.get("catalogueName", ""), name)
        elif self._ids is not None:
            known = self._ids.entries.get(fold(name))
        return known or make_stable_id(name)

    def add_selection(
        self, parent: Element, name: str, kind: str, number: int = 1, **more: str
    ) -> Element:
        """Add a selection called `name`, of type `kind`, to `parent` and return the new element.

        `number`: how many of it are selected. `more`: further XML attributes, such as the `group`
        that it was chosen from.
        """
        selections = _get_child(parent, "selections")
        attributes = {
            "id": self._make_id(),
            "name": clean_name(name),
            "entryId": self._find_entry_id(parent, name),
            "number": str(number),
            "type": kind,
            "from": "group" if "group" in more else "entry",
        }
        return SubElement(selections, "selection", {**attributes, **more})

    def add_setting(self, force: Element, name: str) -> Element:
        """Add a selection to `force` that is no unit, such as its detachment, and return it."""
        setting = self.add_selection(force, name, "upgrade")
        self._add_category(SubElement(setting, "categories"), self.game.setting_category, True)
        return setting

    def add_unit_profiles(self, selection: Element, card: Card) -> None:
        """Add to `selection` the statistics, core abilities and invulnerable saves of `card`.

        Each core ability gets a description that says in which book its rule is: the viewer
        Yellowscribe stops at a rule without a description.
        """
        for name in card.abilities:
            rules = _get_child(selection, "rules")
            attributes = {"id": make_stable_id(name), "name": name, "hidden": "false"}
            rule = SubElement(rules, "rule", attributes)
            SubElement(rule, "description").text = self.name_source("core rules")
        self._add_saves(selection, card)
        for table in card.tables:
            if table.key == "stats":
                self._add_profiles(selection, table.key, table.head, table.rows, card.name)

    def _add_saves(self, selection: Element, card: Card) -> None:
        """Add the invulnerable saves of `card` to `selection` as abilities of that name.

        Viewers look for them there. The save's number is the only text of the ability, because no
        rules text is exported. Models with different saves have one ability each.
        """
        save_of_model: dict[str, str] = {}  # "" or "-" for a model without one
        for table in card.tables:
            if table.key == "stats" and _INVULNERABLE in table.head:
                column = table.head.index(_INVULNERABLE)
                for row in table.rows:
                    save_of_model[row.name or card.name] = row.values[column]
        if len(set(save_of_model.values())) == 1:
            save_of_model = {"": next(iter(save_of_model.values()))}
        for model, save in save_of_model.items():
            if save not in ("", "-"):
                name = f"Invulnerable Save ({model})" if model else "Invulnerable Save"
                self.add_ability(selection, name, save, card.name)

    def add_ability(self, selection: Element, name: str, words: str, of: str) -> None:
        """Add the ability `name` with the text `words` to `selection`.

        Viewers list it among the abilities of the unit that has the selection. `of`: a name that
        makes the id differ between units that have abilities of the same name.
        """
        attributes = {
            "id": make_stable_id(f"{of}/{name}"),
            "name": wh40k_text.start_with_capital(name),
            "typeId": make_stable_id("Abilities"),
            "typeName": "Abilities",
            "hidden": "false",
        }
        profile = SubElement(_get_child(selection, "profiles"), "profile", attributes)
        _add_characteristic(SubElement(profile, "characteristics"), "Description", words)

    def name_source(self, place: str) -> str:
        """Return the text that says where a rule stands: the rule book and the `place` in it.

        It is used in place of the rules text, which is never exported.
        """
        return f"{self._book}, {place}"

    def add_categories(self, selection: Element, card: Card, role: str, *more: str) -> None:
        """Add the card's keywords as categories, then `role`, `more` and faction keywords.

        The role stands after the keywords, because viewers take the last keyword that is a role; it
        is also marked as primary.
        """
        categories = SubElement(selection, "categories")
        factions = [f"Faction: {keyword}" for keyword in card.faction_keywords]
        keywords = [keyword for keyword in card.keywords if keyword != role]
        for name in dict.fromkeys((*keywords, role, *more, *factions)):
            self._add_category(categories, name, name == role)

    def _add_category(self, categories: Element, name: str, is_primary: bool) -> None:
        """Add the category `name` to `categories`, with the id that public catalogues have."""
        known = self._ids.categories.get(fold(name)) if self._ids else None
        attributes = {
            "id": self._make_id(),
            "name": name,
            "entryId": known or make_stable_id(name),
            "primary": "true" if is_primary else "false",
        }
        SubElement(categories, "category", attributes)

    def add_item(self, parent: Element, name: str, number: int, card: Card) -> None:
        """Add `number` of the wargear `name` to `parent`, with its profiles from `card`.

        A weapon gets the categories of its profiles, as the public catalogues give them. Wargear
        that is no weapon gets an ability, because viewers know such wargear only by its ability.
        """
        called = wh40k_text.start_with_capital(name)
        selection = self.add_selection(parent, called, "upgrade", number)
        for table in card.tables:
            rows = [row for row in table.rows if row.item and fold(row.item) == fold(name)]
            kind = self.game.profiles.get(table.key)
            if kind:
                self._add_profiles(selection, table.key, table.head, rows, name)
                if rows and kind.category:
                    categories = _get_child(selection, "categories")
                    self._add_category(categories, kind.category, False)
                continue
            for row in rows:
                changes = self._describe_changes(table.head, row.values)
                self.add_ability(selection, name, changes, card.name)
        if selection.find("profiles") is None:
            self.add_ability(selection, name, self.name_source(card.name), card.name)
        self.add_cost(selection, 0)

    def _describe_changes(self, head: Iterable[str], values: Iterable[str]) -> str:
        """Return how an item changes its bearer's statistics: `SV 3+, Invulnerable Save 4+`.

        `head`: names of statistics; `values`: their new values, "-" for no change.
        """
        named = self.game.profiles["stats"].theirs_by_ours
        changes = []
        for word, value in zip(head, values, strict=True):
            if value != "-":
                changes.append(f"{named.get(word, 'Invulnerable Save')} {value}")
        return ", ".join(changes)

    def add_weapons(self, parent: Element, card: Card, number: int) -> None:
        """Add every weapon of `card` to `parent`, for rosters that don't say who carries what."""
        for table in card.tables:
            if table.key == "stats":
                continue
            for row in table.rows:
                selection = self.add_selection(parent, row.name, "upgrade", number)
                self._add_profiles(selection, table.key, table.head, [row], row.name)

    def _add_profiles(
        self, selection: Element, key: str, head: Iterable[str], rows: Iterable[Row], name: str
    ) -> None:
        """Add a profile to `selection` for each of `rows`, whose values stand under `head`.

        `name` is used for a row without one of its own.
        """
        kind = self.game.profiles[key]
        for row in rows:
            called = wh40k_text.start_with_capital(row.name or name)
            if row.mode:
                called = f"➤ {called} - {row.mode}"
            attributes = {
                "id": make_stable_id(f"{key}/{called}"),
                "name": called,
                "typeId": kind.type,
                "typeName": kind.name,
                "hidden": "false",
            }
            profile = SubElement(_get_child(selection, "profiles"), "profile", attributes)
            characteristics = SubElement(profile, "characteristics")
            values = dict(zip(head, row.values, strict=True))
            if key == "melee" and "range" not in kind.theirs_by_ours:
                _add_characteristic(characteristics, "Range", "Melee")
            for word, theirs in kind.theirs_by_ours.items():
                _add_characteristic(characteristics, theirs, values.get(word, "-"))
            if key != "stats":
                _add_characteristic(characteristics, "Keywords", ", ".join(row.keywords))


def _get_child(parent: Element, tag: str) -> Element:
    """Return the first child of `parent` with this tag, added if there is none."""
    child = parent.find(tag)
    return SubElement(parent, tag) if child is None else child


def _add_characteristic(characteristics: Element, name: str, text: str) -> None:
    """Add the characteristic `name` with its text."""
    attributes = {"name": name, "typeId": make_stable_id(name)}
    SubElement(characteristics, "characteristic", attributes).text = text


def make_stable_id(name: str) -> str:
    """Return an id made from `name` alone, so that the same name always has the same id."""
    digits = hashlib.sha256(name.encode()).hexdigest()
    return "-".join(digits[at : at + 4] for at in range(0, 16, 4))


def clean_name(name: str) -> str:
    """Return `name` on one line, without characters that XML can't hold."""
    return export_wording.make_one_line(name)
