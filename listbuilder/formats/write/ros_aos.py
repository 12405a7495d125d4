"""An army of regiments as a BattleScribe roster: a force for each regiment in the army's own."""

from __future__ import annotations

from xml.etree.ElementTree import Element, SubElement

from listbuilder.formats.printout import Printout
from listbuilder.formats.write.ros import RosTree, clean_name
from listbuilder.games.aos.army import RegimentArmy, RegimentUnit

_LORES = {"spell": "Spell Lore", "prayer": "Prayer Lore", "manifestation": "Manifestation Lore"}


def fill(tree: RosTree, sheet: Printout) -> None:
    """Add the Age of Sigmar army of `sheet` to `tree`, with a force for each regiment.

    Regiments are told apart only by their order; the general's comes first, and the general itself
    is marked.
    """
    army = sheet.army
    assert isinstance(army, RegimentArmy)  # the catalogue says which armies a form is for
    catalogue = army.faction_name
    name = army.season.name if army.season else army.book.name
    outer = tree.add_force(tree.forces, name, catalogue)
    prices = {extra.path: extra.points for extra in army.extras}
    if army.renown:  # it stands where another army has its formation
        formation = tree.add_setting(outer, "Battle Formation")
        tree.add_selection(formation, army.renown.name, "upgrade")
    chosen = [("Battle Formation", formation) for formation in army.formations_chosen]
    chosen += [(title, lore) for kind, title in _LORES.items() for lore in army.lores.get(kind, ())]
    chosen += [("Battle Tactic Cards", card) for card in army.tactics]
    for title, choice in chosen:
        setting = tree.add_setting(outer, title)
        made = tree.add_selection(setting, choice.name, "upgrade", 1, group=f"{title}s")
        tree.add_cost(made, prices.get(choice.path, 0))
    for terrain in army.terrain:
        made = tree.add_selection(outer, terrain.name, "unit")
        tree.add_cost(made, prices.get(terrain.path, 0))
        role = "FACTION TERRAIN"
        attributes = {"id": role, "name": role, "entryId": role, "primary": "true"}
        SubElement(SubElement(made, "categories"), "category", attributes)
    inner = SubElement(outer, "forces")
    for regiment in sorted(army.regiments, key=lambda regiment: not regiment.has_general):
        force = tree.add_force(inner, "Regiment", catalogue)
        for unit in regiment.units:
            _add_unit(tree, force, unit)
    if army.auxiliaries:
        force = tree.add_force(inner, "Auxiliary Units", catalogue)
        for unit in army.auxiliaries:
            _add_unit(tree, force, unit)
    for renown in army.renown_taken:
        force = tree.add_force(inner, renown.regiment.name, catalogue)
        price = tree.add_selection(force, "Regiment of Renown", "upgrade")
        tree.add_cost(price, renown.points)
        for unit in renown.units:
            _add_unit(tree, force, unit)
    fee = prices.get(("auxiliary",), 0)
    if fee:
        tree.add_cost(tree.add_setting(outer, "Auxiliaries"), fee)


def _add_unit(tree: RosTree, force: Element, unit: RegimentUnit) -> None:
    """Add a unit to `force`: profiles, weapons, enhancements, general and reinforced."""
    card = tree.cards[unit.id]
    named = {"customName": clean_name(unit.custom_name)} if unit.custom_name else {}
    selection = tree.add_selection(force, unit.name, "unit", 1, **named)
    tree.add_unit_profiles(selection, card)
    models = tree.add_selection(selection, unit.name, "model", unit.models)
    tree.add_weapons(models, card, unit.models)
    if unit.general:
        tree.add_selection(selection, "General", "upgrade")
    if unit.reinforced:
        tree.add_selection(selection, "Reinforced", "upgrade")
    for borne in unit.borne:
        group = f"Enhancements::{borne.table.name}"
        made = tree.add_selection(selection, borne.enhancement.name, "upgrade", 1, group=group)
        tree.add_cost(made, borne.points)
    tree.add_cost(selection, unit.unit_points or 0)
    tree.add_categories(selection, card, "Regimental Leader" if unit.post == "leader" else "Unit")
