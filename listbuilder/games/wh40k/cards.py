"""The wargear that mustered units carry, and the cards of their datasheets."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import chain

from listbuilder.games.common import cards as profiles
from listbuilder.games.wh40k.army import Muster, MusterUnit
from listbuilder.model.army import Army, Unit
from listbuilder.model.base import fold
from listbuilder.model.card import Card, Carried, Load
from listbuilder.model.datasheet import Datasheet
from listbuilder.wargear.check import is_judged_size
from listbuilder.wargear.loadout import Group, get_default_wargear
from listbuilder.wargear.per_model import deal_lots, split_by_model


def list_carried_wargear(unit: Unit) -> tuple[Carried, ...]:
    """Return the wargear that the models of the unit carry, group by group.

    A group for which the roster lists no wargear has its default wargear. `changed` holds what a
    group has beyond its default.
    """
    assert isinstance(unit, MusterUnit)
    groups = [Group(group.model, group.count) for group in unit.groups]
    defaults = get_default_wargear(unit.datasheet, groups)
    spelled = {fold(weapon.item): weapon.item for weapon in reversed(unit.datasheet.weapons)}
    items = [
        default if group.wargear is None else _spell_as_in_data(group.wargear, default, spelled)
        for group, default in zip(unit.groups, defaults, strict=True)
    ]
    equipped = [
        Group(group.model, group.count, group_items)
        for group, group_items in zip(groups, items, strict=True)
    ]
    loads = _list_loads(unit, equipped)
    carried = []
    for group, group_items, default, group_loads in zip(
        unit.groups, items, defaults, loads, strict=True
    ):
        additions = {
            name: count - default.get(name, 0)
            for name, count in group_items.items()
            if count > default.get(name, 0)
        }
        carried.append(
            Carried(
                model=group.model,
                count=group.count,
                items=group_items,
                changed=additions,
                each=group_loads,
            )
        )
    return tuple(carried)


def _spell_as_in_data(
    wargear: dict[str, int], default: dict[str, int], spelled: dict[str, str]
) -> dict[str, int]:
    """Return the wargear with items spelled as in the data, and equal items added up."""
    names = spelled | {fold(name): name for name in default}
    spelled_wargear: dict[str, int] = {}
    for item, count in wargear.items():
        name = names.get(fold(item), item)
        spelled_wargear[name] = spelled_wargear.get(name, 0) + count
    return spelled_wargear


def _list_loads(unit: MusterUnit, groups: list[Group]) -> list[tuple[Load, ...]]:
    """Return the different loads of wargear in each group, with how many models carry each.

    For units far above any legal size, the items are dealt out without looking at each model.
    """
    if is_judged_size(unit.datasheet, unit.models):
        return [
            merge_loads((1, model) for model in models)
            for models in split_by_model(unit.datasheet, groups)
        ]
    return [merge_loads(deal_lots(group.count, group.wargear or {})) for group in groups]


def merge_loads(dealt: Iterable[tuple[int, dict[str, int]]]) -> tuple[Load, ...]:
    """Return each different load once, with the number of models that carry it.

    `dealt` holds pairs of a number of models and the items that each of them carries.
    """
    merged: list[Load] = []
    for count, items in dealt:
        for place, load in enumerate(merged):
            if load.items == items:
                merged[place] = Load(load.count + count, items)
                break
        else:
            merged.append(Load(count, items))
    return tuple(merged)


def cards(army: Army) -> list[Card]:
    """Return a card for each different datasheet in the army, in the order of the roster."""
    assert isinstance(army, Muster)
    units_by_sheet: dict[int, tuple[Datasheet, list[MusterUnit]]] = {}
    for unit in army.muster_units:
        units_by_sheet.setdefault(id(unit.datasheet), (unit.datasheet, []))[1].append(unit)
    return [_make_card(sheet, units) for sheet, units in units_by_sheet.values()]


def _make_card(sheet: Datasheet, units: list[MusterUnit]) -> Card:
    """Return the card of a datasheet, with the wargear that `units` carry."""
    items = profiles.collect_carried_items(chain.from_iterable(map(list_carried_wargear, units)))
    tables = profiles.make_datasheet_tables(
        sheet.stats, sheet.invuln, sheet.weapons, items, sheet.item_stats
    )
    base_size = sheet.base_size or ""
    if isinstance(base_size, dict):
        base_size = ", ".join(f"{model} {base}" for model, base in base_size.items())
    return Card(
        name=sheet.name,
        units=tuple(unit.id for unit in units),
        tables=tuple(tables),
        wargear=profiles.list_items_without_table(items, tables),
        abilities=sheet.core_abilities,
        keywords=sheet.keywords,
        faction_keywords=sheet.faction_keywords,
        base_size=base_size,
    )
