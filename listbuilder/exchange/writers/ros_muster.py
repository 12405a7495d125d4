"""A mustered army as a BattleScribe roster: one selection per unit, in it one per loadout of its models."""

from __future__ import annotations

from xml.etree.ElementTree import Element

from listbuilder.exchange.printout import Printout
from listbuilder.exchange.writers import mustered
from listbuilder.exchange.writers.mustered import MusteredUnit
from listbuilder.exchange.writers.nr_simple import role_of
from listbuilder.exchange.writers.ros import Tree, clean
from listbuilder.model.card import Carried, Load

_WARLORD = "Warlord"  # also a keyword of the unit: what viewers take from the categories


def fill(tree: Tree, sheet: Printout) -> None:
    army = mustered.muster(sheet)
    force = tree.force(tree.forces, "Army Roster", mustered.catalogue(sheet))
    if army.size:
        size = tree.select(force, "Battle Size", "upgrade")
        tree.select(size, f"{army.size.name} ({army.size.points} Point limit)", "upgrade")
    for detachment in army.chosen:
        tree.select(tree.select(force, "Detachment", "upgrade"), detachment.name, "upgrade")
    for each in mustered.entries(sheet):
        _unit(tree, force, each)


def _unit(tree: Tree, force: Element, each: MusteredUnit) -> None:
    unit, card = each.unit, tree.cards[each.unit.id]
    named = {"customName": clean(unit.custom_name)} if unit.custom_name else {}
    alone = mustered.single(each)
    model = unit.warlord_model if not alone else None  # the models that are told to have it, where the roster says which
    selection = tree.select(force, unit.name, "model" if alone else "unit", 1, **named)
    tree.unit_profiles(selection, card)
    for group in each.line.carried:
        for load in _loads(group):
            holder = selection if alone else tree.select(selection, group.model or unit.name, "model", load.count)
            for name, count in load.items.items():
                tree.item(holder, name, count * load.count, card)
            if model is not None and group.model == model:
                tree.select(holder, _WARLORD, "upgrade")
                model = None
    if unit.warlord and (alone or unit.warlord_model is None):
        tree.select(selection, _WARLORD, "upgrade")
    if unit.chosen_keyword:
        tree.select(selection, unit.chosen_keyword, "upgrade")
    for enhancement in unit.enhancements:
        bought = tree.select(selection, enhancement.name, "upgrade", 1, group="Enhancements")
        tree.ability(bought, enhancement.name, tree.where("enhancements"), unit.id)
        tree.cost(bought, enhancement.points)
    tree.cost(selection, (unit.points or 0) - sum(enhancement.points for enhancement in unit.enhancements))
    more = [*unit.stated_keywords, *([_WARLORD] if unit.warlord else [])]
    tree.categories(selection, card, role_of(each), *more)


def _loads(group: Carried) -> tuple[Load, ...]:
    return group.each or (Load(group.count, {}),)
