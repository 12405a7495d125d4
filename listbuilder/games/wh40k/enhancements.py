"""The enhancements and wargear that a mustered army's books have for its units, allowed or not."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import chain
from typing import Any

from listbuilder.games.common.editor import Gift, set_or_remove
from listbuilder.games.wh40k import wargear_fields
from listbuilder.games.wh40k.army import Muster, MusterUnit
from listbuilder.model.army import Group
from listbuilder.model.base import fold, get_at_path
from listbuilder.model.edit import Edit
from listbuilder.model.wargear import get_item_name


def yield_enhancement_gifts(army: Muster) -> Iterator[Gift]:
    """Yield the enhancements of all detachments of the army's factions, each once.

    Those of the army's own detachments come first.
    """
    chosen = {detachment.id for detachment in army.detachments}
    seen: set[str] = set()
    every = chain.from_iterable(faction.detachments for faction in army.list_own_factions())
    for detachment in sorted(every, key=lambda detachment: detachment.id not in chosen):
        for enhancement in detachment.enhancements:
            if enhancement.id not in seen:
                seen.add(enhancement.id)
                yield Gift(
                    id=enhancement.id,
                    name=enhancement.name,
                    key="enhancement",
                    home=detachment.name,
                    points=enhancement.points,
                )


def make_give_edit(data: Any, unit: MusterUnit, gift: Gift) -> Edit:
    """Return the edit that gives the unit the enhancement `gift`, besides those it has."""
    path = (*unit.path, "enhancement")
    given = get_at_path(data, path)
    if not given:
        return set_or_remove(data, path, gift.id)
    present = given if isinstance(given, list) else [given]
    return set_or_remove(data, path, [*present, gift.id])


def list_possible_items(army: Muster) -> list[str]:
    """Return the names of all items that models of the army's units carry or may carry."""
    names_by_key: dict[str, str] = {}
    for sheet in {id(unit.datasheet): unit.datasheet for unit in army.muster_units}.values():
        names = [get_item_name(item) for row in sheet.default_wargear for item in row.items]
        for option in sheet.options:
            parts = (option.replace, *(option.replace_any or ()), *option.with_)
            names += [get_item_name(item) for part in parts for item in part]
        for name in names:
            names_by_key.setdefault(fold(name), name)
    return list(names_by_key.values())


def yield_item_edits(unit: MusterUnit, item: str) -> Iterator[Edit]:
    """Yield, for each group of the unit, the edit that gives the group one of the item.

    The result may be legal or not.
    """
    groups = wargear_fields.fill_wargear(unit.datasheet, unit.groups)
    for place, group in enumerate(groups):
        carried = dict(group.wargear or {})
        name = next((known_item for known_item in carried if fold(known_item) == fold(item)), item)
        carried[name] = carried.get(name, 0) + 1
        changed = [*groups[:place], Group(group.model, group.count, carried), *groups[place + 1 :]]
        yield wargear_fields.make_models_edit(unit, changed)
