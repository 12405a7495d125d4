"""An army of regiments as a BattleScribe roster: a force for each regiment inside the army's own."""

from __future__ import annotations

from xml.etree.ElementTree import Element, SubElement

from listbuilder.exchange.printout import Printout
from listbuilder.exchange.writers.ros import Tree, clean
from listbuilder.games.regiments.army import RegimentArmy, RegimentUnit

_LORES = {"spell": "Spell Lore", "prayer": "Prayer Lore", "manifestation": "Manifestation Lore"}


def fill(tree: Tree, sheet: Printout) -> None:
    army = sheet.army
    assert isinstance(army, RegimentArmy)  # the catalogue says which armies a form is for
    catalogue = army.faction_name
    outer = tree.force(tree.forces, army.season.name if army.season else army.book.name, catalogue)
    prices = {extra.path: extra.points for extra in army.extras}
    if army.renown:  # it stands where another army has its formation
        tree.select(tree.select(outer, "Battle Formation", "upgrade"), army.renown.name, "upgrade")
    chosen = [("Battle Formation", each) for each in army.formations_chosen]
    chosen += [(title, each) for kind, title in _LORES.items() for each in army.lores.get(kind, ())]
    chosen += [("Battle Tactic Cards", each) for each in army.tactics]
    for title, each in chosen:
        made = tree.select(tree.select(outer, title, "upgrade"), each.name, "upgrade", 1, group=f"{title}s")
        tree.cost(made, prices.get(each.path, 0))
    for each in army.terrain:
        made = tree.select(outer, each.name, "unit")
        tree.cost(made, prices.get(each.path, 0))
        _role(tree, made, "FACTION TERRAIN")
    inner = SubElement(outer, "forces")
    # Regiments are told apart by their order alone; the general's is marked on the general.
    for regiment in sorted(army.regiments, key=lambda each: not each.generals):
        force = tree.force(inner, "Regiment", catalogue)
        for unit in regiment.units:
            _unit(tree, force, unit)
    if army.auxiliaries:
        force = tree.force(inner, "Auxiliary Units", catalogue)
        for unit in army.auxiliaries:
            _unit(tree, force, unit)
    for taken in army.renown_taken:
        force = tree.force(inner, taken.regiment.name, catalogue)
        price = tree.select(force, "Regiment of Renown", "upgrade")
        tree.cost(price, taken.points)
        for unit in taken.units:
            _unit(tree, force, unit)
    fee = prices.get(("auxiliary",), 0)
    if fee:
        tree.cost(tree.select(outer, "Auxiliaries", "upgrade"), fee)


def _unit(tree: Tree, force: Element, unit: RegimentUnit) -> None:
    card = tree.cards[unit.id]
    named = {"customName": clean(unit.custom_name)} if unit.custom_name else {}
    selection = tree.select(force, unit.name, "unit", 1, **named)
    tree.unit_profiles(selection, card)
    models = tree.select(selection, unit.name, "model", unit.models)
    tree.weapons(models, card, unit.models)
    if unit.general:
        tree.select(selection, "General", "upgrade")
    if unit.reinforced:
        tree.select(selection, "Reinforced", "upgrade")
    for each in unit.borne:
        made = tree.select(selection, each.enhancement.name, "upgrade", 1, group=f"Enhancements::{each.table.name}")
        tree.cost(made, each.points)
    tree.cost(selection, unit.unit_points or 0)
    tree.categories(selection, card, "Regimental Leader" if unit.post == "leader" else "Unit")


def _role(tree: Tree, selection: Element, role: str) -> None:
    found = SubElement(selection, "categories")
    SubElement(found, "category", {"id": role, "name": role, "entryId": role, "primary": "true"})
