"""Write a roster as a person would.

Default wargear and usual compositions are what is meant where nothing is said.
"""

from __future__ import annotations

from typing import cast

from listbuilder.games.wh40k.army import MusterUnit
from listbuilder.games.wh40k.sizes import make_default_groups
from listbuilder.model.army import Army, Group
from listbuilder.model.base import fold
from listbuilder.model.roster_data import RosterData
from listbuilder.wargear.loadout import get_default_wargear


def strip_defaults(army: Army, data: RosterData) -> RosterData:
    """Return the roster without wargear and models that the datasheets give by default.

    `army` is the army read from `data`. The roster still means the same army.
    """
    units = list(data["units"])
    for unit in army.units:
        assert isinstance(unit, MusterUnit)
        place = cast(int, unit.path[1])
        if isinstance(units[place].get("models"), list):
            units[place] = _strip_unit(unit, units[place])
    return {**data, "units": units}


def _strip_unit(unit: MusterUnit, written: RosterData) -> RosterData:
    """Return the row `written` of a unit without what its datasheet gives by default.

    If all models and wargear are the default, `models` becomes a number, and is left out for a
    datasheet with only one size. Otherwise only default wargear is removed.
    """
    usual = [
        _is_default(unit, group, items)
        for group, items in zip(unit.groups, _get_default_wargear(unit), strict=True)
    ]
    if all(usual) and _count_models(unit.groups) == _count_models(
        make_default_groups(unit.datasheet, unit.models)
    ):
        made = {**written, "models": unit.models}
        if unit.datasheet.size.min == unit.datasheet.size.max == unit.models:
            del made["models"]
        return made
    groups = [
        _drop_wargear(group) if is_usual else group
        for group, is_usual in zip(written["models"], usual, strict=True)
    ]
    return {**written, "models": groups}


def _get_default_wargear(unit: MusterUnit) -> list[dict[str, int]]:
    """Return the default wargear of each of the unit's groups."""
    return get_default_wargear(unit.datasheet, unit.groups)


def _is_default(unit: MusterUnit, group: Group, items: dict[str, int]) -> bool:
    """Return whether a group has no wargear written, or exactly the default `items`."""
    return group.wargear is None or _fold_items(group.wargear) == _fold_items(items)


def _fold_items(items: dict[str, int]) -> dict[str, int]:
    """Return the counts of items by folded name, without items whose count is 0."""
    return {fold(item): count for item, count in items.items() if count}


def _count_models(groups: tuple[Group, ...]) -> list[tuple[str, int]]:
    """Return (kind of model, number) for each group, sorted so that two units can be compared."""
    return sorted((group.model, group.count) for group in groups)


def _drop_wargear(group: RosterData) -> RosterData:
    """Return a group of the roster without its wargear."""
    return {key: value for key, value in group.items() if key != "wargear"}
