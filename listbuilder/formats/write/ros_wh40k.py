"""A mustered army as a BattleScribe roster.

One selection per unit, in it one per loadout of its models.
"""

from __future__ import annotations

from xml.etree.ElementTree import Element

from listbuilder.formats.printout import Printout
from listbuilder.formats.write import wh40k_text
from listbuilder.formats.write.nr_simple import get_role
from listbuilder.formats.write.ros import RosTree, clean_name
from listbuilder.formats.write.wh40k_text import MusteredUnit
from listbuilder.games.wh40k.army import MusterUnit
from listbuilder.model.card import Load

_LEADING = "Leading"
_ATTACHED = {"Support": "Supporting"}  # by role, as New Recruit writes whom a unit joins
_WARLORD = "Warlord"  # also a keyword of the unit: what viewers take from the categories


def fill(tree: RosTree, sheet: Printout) -> None:
    """Add the Warhammer 40,000 army of `sheet` to `tree`: battle size, detachments and units."""
    army = wh40k_text.get_muster(sheet)
    force = tree.add_force(tree.forces, "Army Roster", wh40k_text.name_catalogue(sheet))
    if army.size:
        size = tree.add_setting(force, "Battle Size")
        tree.add_selection(size, f"{army.size.name} ({army.size.points} Point limit)", "upgrade")
    for detachment in army.chosen:
        setting = tree.add_setting(force, "Detachment")
        tree.add_selection(setting, detachment.name, "upgrade")
    for disposition in wh40k_text.list_dispositions(sheet):
        setting = tree.add_setting(force, "Force Disposition")
        tree.add_selection(setting, disposition, "upgrade")
    entries = wh40k_text.list_entries(sheet)
    for entry in entries:
        _add_unit(tree, force, entry, wh40k_text.find_attachment(sheet, entry, entries))


def _add_unit(
    tree: RosTree, force: Element, entry: MusteredUnit, attachment: tuple[str, str] | None
) -> None:
    """Add a unit to `force`, with loadouts, enhancements, cost, categories and choices.

    `attachment`: its role in another unit and the name of that unit, or None. The word Warlord is
    put at the models that the roster names as the Warlord, otherwise at the unit; enhancements are
    put at the models that the roster names as their bearer, otherwise at the unit.
    """
    unit, card = entry.unit, tree.cards[entry.unit.id]
    named = {"customName": clean_name(unit.custom_name)} if unit.custom_name else {}
    alone = wh40k_text.is_single_model(entry)
    warlord_model = None if alone else unit.warlord_model  # None once its first models are marked
    bearer = None if alone else unit.bearer  # None once its first models have the enhancements
    selection = tree.add_selection(force, unit.name, "model" if alone else "unit", 1, **named)
    tree.add_unit_profiles(selection, card)
    for group in entry.line.carried:
        for load in group.each or (Load(group.count, {}),):
            holder = selection
            if not alone:
                model = group.model or unit.name
                holder = tree.add_selection(selection, model, "model", load.count)
            for name, count in load.items.items():
                tree.add_item(holder, name, count * load.count, card)
            if warlord_model is not None and group.model == warlord_model:
                tree.add_selection(holder, _WARLORD, "upgrade")
                warlord_model = None
            if bearer is not None and group.model == bearer:
                _add_enhancements(tree, holder, unit)
                bearer = None
    if unit.warlord and (alone or unit.warlord_model is None):
        tree.add_selection(selection, _WARLORD, "upgrade")
    if attachment is not None:
        role, host = attachment
        name = f"{_ATTACHED.get(role, _LEADING)} {host}"
        joined = tree.add_selection(selection, name, "upgrade")
        tree.add_ability(joined, name, tree.name_source("attached units"), unit.id)
    if unit.chosen_keyword:
        tree.add_selection(selection, unit.chosen_keyword, "upgrade")
    if alone or unit.bearer is None:
        _add_enhancements(tree, selection, unit)
    bought_points = sum(enhancement.points for enhancement in unit.enhancements)
    tree.add_cost(selection, (unit.points or 0) - bought_points)
    more = [*unit.stated_keywords, *([_WARLORD] if unit.warlord else [])]
    tree.add_categories(selection, card, get_role(entry), *more)


def _add_enhancements(tree: RosTree, holder: Element, unit: MusterUnit) -> None:
    """Add the enhancements of `unit` to the selection that bears them, with their costs."""
    for enhancement in unit.enhancements:
        bought = tree.add_selection(holder, enhancement.name, "upgrade", 1, group="Enhancements")
        tree.add_ability(bought, enhancement.name, tree.name_source("enhancements"), unit.id)
        tree.add_cost(bought, enhancement.points)
