"""What a mustered army's books have for its units, whether or not this army may have it: enhancements and wargear."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from listbuilder.games.muster import wargear_fields
from listbuilder.games.muster.army import Muster, MusterUnit
from listbuilder.games.shared.choices import Gift, setting
from listbuilder.model.army import Group
from listbuilder.model.base import at, fold
from listbuilder.model.edit import Edit
from listbuilder.model.wargear import item_name


def enhancements(army: Muster) -> Iterator[Gift]:
    """Those of every detachment, the army's own first."""
    own = {each.id for each in army.detachments}
    known: set[str] = set()
    found = [each for faction in army.own_factions() for each in faction.detachments]
    for detachment in sorted(found, key=lambda each: each.id not in own):
        for each in detachment.enhancements:
            if each.id not in known:
                known.add(each.id)
                yield Gift(id=each.id, name=each.name, key="enhancement", home=detachment.name, points=each.points)


def give(data: Any, unit: MusterUnit, gift: Gift) -> Edit:
    """Beside what it has."""
    path = (*unit.path, "enhancement")
    given = at(data, path)
    has = given if isinstance(given, list) else [given] if given else []
    return setting(data, path, [*has, gift.id] if has else gift.id)


def items(army: Muster) -> list[str]:
    """Everything that a model of one of its units carries or may carry."""
    found: dict[str, str] = {}
    for sheet in {id(unit.datasheet): unit.datasheet for unit in army.muster_units}.values():
        names = [item_name(item) for row in sheet.default_wargear for item in row.items]
        for option in sheet.options:
            parts = (option.replace, *(option.replace_any or ()), *option.with_)
            names += [item_name(item) for part in parts for item in part]
        for name in names:
            found.setdefault(fold(name), name)
    return list(found.values())


def with_item(unit: MusterUnit, item: str) -> Iterator[Edit]:
    """One more of it, for each kind of its models, whether or not the datasheet allows it."""
    groups = wargear_fields.filled(unit.datasheet, unit.groups)
    for place, group in enumerate(groups):
        carried = dict(group.wargear or {})
        name = next((each for each in carried if fold(each) == fold(item)), item)
        carried[name] = carried.get(name, 0) + 1
        changed = [*groups[:place], Group(group.model, group.count, carried), *groups[place + 1 :]]
        yield wargear_fields.models_edit(unit, changed)
