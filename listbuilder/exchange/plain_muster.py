"""A roster as a person would write it: default wargear and usual compositions are what is meant where nothing is said."""

from __future__ import annotations

from typing import Any, cast

from listbuilder.games.muster.army import Muster, MusterUnit
from listbuilder.games.muster.sizes import default_groups
from listbuilder.games.shared.wargear.loadout import default_wargear
from listbuilder.model.army import Group
from listbuilder.model.base import fold


def plain(army: Muster, data: dict[str, Any]) -> dict[str, Any]:
    """The same army: what is left out is what the datasheet gives unasked."""
    units = list(data["units"])
    for unit in army.units:
        assert isinstance(unit, MusterUnit)
        place = cast(int, unit.path[1])
        if isinstance(units[place].get("models"), list):
            units[place] = _unit(unit, units[place])
    return {**data, "units": units}


def _unit(unit: MusterUnit, written: dict[str, Any]) -> dict[str, Any]:
    usual = [_is_default(unit, group, items) for group, items in zip(unit.groups, _defaults(unit), strict=True)]
    if all(usual) and _bare(unit.groups) == _bare(default_groups(unit.datasheet, unit.models)):
        made = {**written, "models": unit.models}
        if unit.datasheet.size.min == unit.datasheet.size.max == unit.models:
            del made["models"]
        return made
    groups = [_without_wargear(group) if plainly else group for group, plainly in zip(written["models"], usual, strict=True)]
    return {**written, "models": groups}


def _defaults(unit: MusterUnit) -> list[dict[str, int]]:
    return default_wargear(unit.datasheet, unit.groups)


def _is_default(unit: MusterUnit, group: Group, items: dict[str, int]) -> bool:
    return group.wargear is None or _folded(group.wargear) == _folded(items)


def _folded(items: dict[str, int]) -> dict[str, int]:
    return {fold(item): count for item, count in items.items() if count}


def _bare(groups: tuple[Group, ...]) -> list[tuple[str, int]]:
    return sorted((group.model, group.count) for group in groups)


def _without_wargear(group: dict[str, Any]) -> dict[str, Any]:
    return {key: value for key, value in group.items() if key != "wargear"}
