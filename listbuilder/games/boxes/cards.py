"""What the units of a box carry, and the cards of their datasheets and warscrolls."""

from __future__ import annotations

import msgspec

from listbuilder.games.boxes.army import BoxArmy, BoxUnit
from listbuilder.games.boxes.patrol import PatrolUnit
from listbuilder.games.boxes.spearhead import SpearheadUnit, WarscrollWeapon
from listbuilder.games.shared import profiles
from listbuilder.model.army import Army, Unit
from listbuilder.model.base import fold
from listbuilder.model.card import Card, Carried, Load, Row


def carried(army: Army, unit: Unit) -> tuple[Carried, ...]:
    """What a unit carries. Where others of its name carry other things, what tells it from them is marked as changed."""
    assert isinstance(army, BoxArmy)
    assert isinstance(unit, BoxUnit)
    groups = _carried(unit)
    others = [each for each in army.box_units if each.name == unit.name and each.part.id != unit.part.id]
    if not others:
        return groups
    common = set.intersection(*({item for group in _carried(each) for item in group.items} for each in (unit, *others)))
    return tuple(
        msgspec.structs.replace(group, changed={name: count for name, count in group.items.items() if name not in common})
        for group in groups
    )


def _carried(unit: BoxUnit) -> tuple[Carried, ...]:
    """As the roster says; else as the box has it, where a source tells its models apart."""
    part = unit.part
    if not part.loadout_told:
        return ()
    if unit.stated and any(group.wargear for group in unit.stated):
        spelled = {fold(item): item for load in part.loadouts for item in (load.model, *load.wargear)}
        return tuple(
            Carried(
                model=spelled.get(fold(group.model), group.model),
                count=group.count,
                items={spelled.get(fold(item), item): count for item, count in (group.wargear or {}).items()},
            )
            for group in unit.stated
        )
    found: dict[str, list[Load]] = {}
    for each in part.loadouts:
        found.setdefault(each.model, []).append(Load(each.count, each.wargear))
    groups = [_group(model, loads) for model, loads in found.items()]
    if part.unit_wargear:
        groups.append(Carried(model=None, count=1, items=part.unit_wargear))
    return tuple(groups)


def _group(model: str, loads: list[Load]) -> Carried:
    items: dict[str, int] = {}
    for load in loads:
        for name, count in load.items.items():
            items[name] = items.get(name, 0) + count * load.count
    return Carried(model=model, count=sum(load.count for load in loads), items=items, each=tuple(loads))


def _by_data(army: BoxArmy) -> list[list[BoxUnit]]:
    found: dict[tuple[str, str], list[BoxUnit]] = {}
    for unit in army.box_units:
        found.setdefault((unit.part.home, unit.part.id), []).append(unit)
    return list(found.values())


def patrol_cards(army: Army) -> list[Card]:
    """Of units from another box nothing but the name is at hand."""
    assert isinstance(army, BoxArmy)
    found = []
    for units in _by_data(army):
        first, *_ = units
        facts, ids = first.facts, tuple(unit.id for unit in units)
        if not isinstance(facts, PatrolUnit):
            found.append(Card(name=first.name, units=ids))
            continue
        items = profiles.carried_items(load for unit in units for load in _carried(unit))
        tables = profiles.datasheet_tables(facts.stats, facts.invuln, facts.weapons, items, {})
        found.append(
            Card(
                name=facts.name,
                units=ids,
                tables=tuple(tables),
                wargear=profiles.unarmed(items, tables),
                abilities=(*facts.core_abilities, *facts.faction_abilities),
                keywords=facts.keywords,
                faction_keywords=facts.faction_keywords,
                base_size=facts.base_size,
            )
        )
    return found


def spearhead_cards(army: Army) -> list[Card]:
    assert isinstance(army, BoxArmy)
    found = []
    for units in _by_data(army):
        first, *_ = units
        facts, ids = first.facts, tuple(unit.id for unit in units)
        if not isinstance(facts, SpearheadUnit):
            found.append(Card(name=first.name, units=ids))
            continue
        there = facts.stats
        stats = [
            ("move", profiles.inches(there.move)),
            ("health", there.health),
            ("save", profiles.plus(there.save)),
            ("control", there.control),
            ("ward", None if there.ward is None else profiles.plus(there.ward)),
        ]
        rows = [_weapon(weapon) for weapon in facts.weapons]
        tables = profiles.warscroll_tables(stats, rows, [weapon.type == "ranged" for weapon in facts.weapons])
        found.append(Card(name=facts.name, units=ids, tables=tuple(tables), keywords=facts.keywords))
    return found


def _weapon(weapon: WarscrollWeapon) -> Row:
    numbers = (
        profiles.inches(weapon.range),
        profiles.shown(weapon.attacks),
        profiles.plus(weapon.hit),
        profiles.plus(weapon.wound),
        profiles.shown(weapon.rend),
        profiles.shown(weapon.damage),
    )
    return Row(weapon.name, numbers, weapon.abilities, weapon.name, weapon.mode or "")
