"""What mustered units carry, and the cards of their datasheets."""

from __future__ import annotations

from collections.abc import Iterable

from listbuilder.games.muster.army import Muster, MusterUnit
from listbuilder.games.shared import profiles
from listbuilder.games.shared.wargear.by_model import by_model, lots
from listbuilder.games.shared.wargear.check import judged_size
from listbuilder.games.shared.wargear.loadout import Group, default_wargear
from listbuilder.model.army import Army, Unit
from listbuilder.model.base import fold
from listbuilder.model.card import Card, Carried, Load
from listbuilder.model.datasheet import Datasheet


def carried(unit: Unit) -> tuple[Carried, ...]:
    """Group by group. A group without wargear in the roster has what its models carry by default."""
    assert isinstance(unit, MusterUnit)
    groups = [Group(group.model, group.count) for group in unit.groups]
    defaults = default_wargear(unit.datasheet, groups)
    spelled = {fold(weapon.item): weapon.item for weapon in reversed(unit.datasheet.weapons)}
    items = [
        default if group.wargear is None else _as_the_data_spells(group.wargear, default, spelled)
        for group, default in zip(unit.groups, defaults, strict=True)
    ]
    models = _loads(unit, [Group(g.model, g.count, i) for g, i in zip(groups, items, strict=True)])
    return tuple(
        Carried(model=group.model, count=group.count, items=mine, changed=_changed(mine, default), each=each)
        for group, mine, default, each in zip(unit.groups, items, defaults, models, strict=True)
    )


def _as_the_data_spells(wargear: dict[str, int], default: dict[str, int], spelled: dict[str, str]) -> dict[str, int]:
    names = spelled | {fold(name): name for name in default}
    found: dict[str, int] = {}
    for item, count in wargear.items():
        name = names.get(fold(item), item)
        found[name] = found.get(name, 0) + count
    return found


def _changed(items: dict[str, int], default: dict[str, int]) -> dict[str, int]:
    return {name: count - default.get(name, 0) for name, count in items.items() if count > default.get(name, 0)}


def _loads(unit: MusterUnit, groups: list[Group]) -> list[tuple[Load, ...]]:
    """What each model carries, group by group; of units far beyond any size, without looking at each model."""
    if judged_size(unit.datasheet, unit.models):
        return [loads((1, model) for model in models) for models in by_model(unit.datasheet, groups)]
    return [loads(lots(group.count, group.wargear or {})) for group in groups]


def loads(dealt: Iterable[tuple[int, dict[str, int]]]) -> tuple[Load, ...]:
    """Models that carry the same, together, in the order in which they first come."""
    found: list[Load] = []
    for count, items in dealt:
        place = next((place for place, load in enumerate(found) if load.items == items), None)
        if place is None:
            found.append(Load(count, items))
        else:
            found[place] = Load(found[place].count + count, items)
    return tuple(found)


def cards(army: Army) -> list[Card]:
    """One for each different datasheet, in the order of the roster."""
    assert isinstance(army, Muster)
    found: dict[int, tuple[Datasheet, list[MusterUnit]]] = {}
    for unit in army.muster_units:
        found.setdefault(id(unit.datasheet), (unit.datasheet, []))[1].append(unit)
    return [_card(sheet, units) for sheet, units in found.values()]


def _card(sheet: Datasheet, units: list[MusterUnit]) -> Card:
    items = profiles.carried_items(load for unit in units for load in carried(unit))
    tables = profiles.datasheet_tables(sheet.stats, sheet.invuln, sheet.weapons, items, sheet.item_stats)
    return Card(
        name=sheet.name,
        units=tuple(unit.id for unit in units),
        tables=tuple(tables),
        wargear=profiles.unarmed(items, tables),
        abilities=sheet.core_abilities,
        keywords=sheet.keywords,
        faction_keywords=sheet.faction_keywords,
        base_size=_base(sheet.base_size),
    )


def _base(size: str | dict[str, str] | None) -> str:
    if isinstance(size, dict):
        return ", ".join(f"{model} {base}" for model, base in size.items())
    return size or ""
