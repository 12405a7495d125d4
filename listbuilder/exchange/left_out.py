"""What a list leaves out of a unit's wargear although no use of its options can: it is assumed, and said."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol

from listbuilder.games.shared.wargear.loadout import Violation
from listbuilder.model.army import Group
from listbuilder.model.base import fold
from listbuilder.model.bounds import MAX_EXPLAINED
from listbuilder.model.datasheet import Datasheet
from listbuilder.model.wargear import item_name

_ROUNDS = 3  # what is added can show what else is missing


class Models(Protocol):
    """Models of one kind on the way into the roster; without wargear they have their default."""

    model: str
    count: int
    wargear: dict[str, int]


class Effort:
    """Why a loadout is wrong takes long to find: the work on one list is bounded, as it is for the law."""

    def __init__(self) -> None:
        self.left = MAX_EXPLAINED

    def spend(self) -> bool:
        self.left -= 1
        return self.left >= 0


def supply(sheet: Datasheet, groups: Sequence[Models], effort: Effort) -> list[str]:
    """Adds to the groups the default items of which every legal loadout has more, and says which they are."""
    from listbuilder.games.shared.wargear.check import check

    if check(sheet, _loadout(groups), explained=False).status != "illegal" or not effort.spend():
        return []
    default = {fold(item_name(item)) for row in sheet.default_wargear for item in row.items}
    added: list[str] = []
    for _ in range(_ROUNDS):
        wrong = check(sheet, _loadout(groups)).violations
        missing = [each for each in wrong if _is_missing(each) and fold(each.item) in default]
        if not missing:
            break
        for each in missing:
            _add([groups[place] for place in each.groups], each.item, each.allowed_min - each.given)
        added += [each.item for each in missing]
    return list(dict.fromkeys(added))


def _loadout(groups: Sequence[Models]) -> list[Group]:
    return [Group(group.model, group.count, dict(group.wargear) or None) for group in groups]


def _is_missing(violation: Violation) -> bool:
    """Whatever else these models carry, they carry more of it."""
    return not violation.rest and len(violation.items) == 1 and violation.given < violation.allowed_min


def _add(groups: Sequence[Models], item: str, missing: int) -> None:
    """One to each model that lacks it; what is left, for it comes in more than ones, to the first."""
    for group in groups:
        name = next((each for each in group.wargear if fold(each) == fold(item)), item)
        room = max(0, min(missing, group.count - group.wargear.get(name, 0)))
        if room:
            group.wargear = {**group.wargear, name: group.wargear.get(name, 0) + room}
            missing -= room
    if missing > 0:
        first = groups[0]
        name = next((each for each in first.wargear if fold(each) == fold(item)), item)
        first.wargear = {**first.wargear, name: first.wargear.get(name, 0) + missing}
