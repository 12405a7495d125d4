"""The wargear of the units of a box, and the cards of their datasheets and warscrolls."""

from __future__ import annotations

import msgspec

from listbuilder.games.boxed.army import BoxArmy, BoxUnit
from listbuilder.games.boxed.patrol import PatrolUnit
from listbuilder.games.boxed.spearhead import SpearheadUnit, WarscrollWeapon
from listbuilder.games.common import cards as profiles
from listbuilder.model.army import Army, Unit
from listbuilder.model.base import fold
from listbuilder.model.card import Card, Carried, Load, Row


def list_carried(army: Army, unit: Unit) -> tuple[Carried, ...]:
    """Return what the models of a unit carry, group by group.

    If the box has other units of that name with other wargear, the items that tell this unit apart
    from them are marked as changed.
    """
    assert isinstance(army, BoxArmy)
    assert isinstance(unit, BoxUnit)
    groups = _list_groups(unit)
    common = {item for group in groups for item in group.items}
    has_others = False
    for other in army.box_units:
        if other.name == unit.name and other.part.id != unit.part.id:
            has_others = True
            common &= {item for group in _list_groups(other) for item in group.items}
    if not has_others:
        return groups
    marked = []
    for group in groups:
        changed = {item: count for item, count in group.items.items() if item not in common}
        marked.append(msgspec.structs.replace(group, changed=changed))
    return tuple(marked)


def _list_groups(unit: BoxUnit) -> tuple[Carried, ...]:
    """Return what the models of a unit carry: as the roster states, or as the box has it.

    Empty if no source says which model carries what.
    """
    part = unit.part
    if not part.loadout_told:
        return ()
    if unit.stated and any(group.wargear for group in unit.stated):
        spelled: dict[str, str] = {}
        for load in part.loadouts:
            spelled |= {fold(name): name for name in (load.model, *load.wargear)}
        stated = []
        for group in unit.stated:
            model = spelled.get(fold(group.model), group.model)
            wargear = group.wargear or {}
            items = {spelled.get(fold(item), item): count for item, count in wargear.items()}
            stated.append(Carried(model=model, count=group.count, items=items))
        return tuple(stated)
    loads_by_model: dict[str, list[Load]] = {}
    for loadout in part.loadouts:
        loads_by_model.setdefault(loadout.model, []).append(Load(loadout.count, loadout.wargear))
    groups = [_add_up_loads(model, loads) for model, loads in loads_by_model.items()]
    if part.unit_wargear:
        groups.append(Carried(model=None, count=1, items=part.unit_wargear))
    return tuple(groups)


def _add_up_loads(model: str, loads: list[Load]) -> Carried:
    """Return one kind of model with the total of the items that all its models carry.

    Each of `loads` is a number of these models with the items of one model.
    """
    items: dict[str, int] = {}
    for load in loads:
        for name, count in load.items.items():
            items[name] = items.get(name, 0) + count * load.count
    return Carried(
        model=model, count=sum(load.count for load in loads), items=items, each=tuple(loads)
    )


def _group_units_by_datasheet(army: BoxArmy) -> list[list[BoxUnit]]:
    """Return the units in groups; all units of a group are copies of one unit of a box."""
    units_by_datasheet: dict[tuple[str, str], list[BoxUnit]] = {}
    for unit in army.box_units:
        units_by_datasheet.setdefault((unit.part.home, unit.part.id), []).append(unit)
    return list(units_by_datasheet.values())


def make_patrol_cards(army: Army) -> list[Card]:
    """Return a card for each different datasheet in the army.

    The card of a unit from another box has nothing but its name.
    """
    assert isinstance(army, BoxArmy)
    cards = []
    for units in _group_units_by_datasheet(army):
        first, *_ = units
        facts, ids = first.facts, tuple(unit.id for unit in units)
        if not isinstance(facts, PatrolUnit):
            cards.append(Card(name=first.name, units=ids))
            continue
        items = profiles.collect_carried_items(
            load for unit in units for load in _list_groups(unit)
        )
        tables = profiles.make_datasheet_tables(facts.stats, facts.invuln, facts.weapons, items, {})
        cards.append(
            Card(
                name=facts.name,
                units=ids,
                tables=tuple(tables),
                wargear=profiles.list_items_without_table(items, tables),
                abilities=(*facts.core_abilities, *facts.faction_abilities),
                keywords=facts.keywords,
                faction_keywords=facts.faction_keywords,
                base_size=facts.base_size,
            )
        )
    return cards


def make_spearhead_cards(army: Army) -> list[Card]:
    """Return a card for each different warscroll in the army.

    The card of a unit from another box has nothing but its name.
    """
    assert isinstance(army, BoxArmy)
    cards = []
    for units in _group_units_by_datasheet(army):
        first, *_ = units
        facts, ids = first.facts, tuple(unit.id for unit in units)
        if not isinstance(facts, SpearheadUnit):
            cards.append(Card(name=first.name, units=ids))
            continue
        characteristics = facts.stats
        stats = [
            ("move", profiles.format_inches(characteristics.move)),
            ("health", characteristics.health),
            ("save", profiles.format_target(characteristics.save)),
            ("control", characteristics.control),
        ]
        if characteristics.ward is None:
            stats.append(("ward", None))
        else:
            stats.append(("ward", profiles.format_target(characteristics.ward)))
        rows = [_make_weapon_row(weapon) for weapon in facts.weapons]
        tables = profiles.make_warscroll_tables(
            stats, rows, [weapon.type == "ranged" for weapon in facts.weapons]
        )
        cards.append(
            Card(name=facts.name, units=ids, tables=tuple(tables), keywords=facts.keywords)
        )
    return cards


def _make_weapon_row(weapon: WarscrollWeapon) -> Row:
    """Return the row of a weapon: its name, characteristics and abilities."""
    numbers = (
        profiles.format_inches(weapon.range),
        profiles.format_value(weapon.attacks),
        profiles.format_target(weapon.hit),
        profiles.format_target(weapon.wound),
        profiles.format_value(weapon.rend),
        profiles.format_value(weapon.damage),
    )
    return Row(weapon.name, numbers, weapon.abilities, weapon.name, weapon.mode or "")
