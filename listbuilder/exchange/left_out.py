"""Wargear that a list does not mention and its models must have: a list that leaves it out does not say that it is missing."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence

from listbuilder.model.army import Group
from listbuilder.model.base import fold
from listbuilder.model.datasheet import Datasheet
from listbuilder.model.wargear import item_name

ROUNDS = 4  # one answer can lead to the next question


def left_out(sheet: Datasheet, groups: Sequence[Group], written: Iterable[str]) -> list[tuple[int, str, int]]:
    """(group, item, how many) of default items that the unit's lines never name, and of which the datasheet leaves no choice.

    An item that is named for some of the models is another matter: the list has said how many there are.
    """
    named = {fold(item) for item in written}
    rows = [(row, item_name(item)) for row in sheet.default_wargear for item in row.items]

    def silent(place: int) -> list[str]:
        return [item for row, item in rows if row.is_of(groups[place].model) and fold(item) not in named]

    asked = [place for place, group in enumerate(groups) if group.wargear and silent(place)]
    if not asked:
        return []
    return _least(sheet, list(groups), lambda place, item: place in asked and fold(item) in map(fold, silent(place)))


def _least(sheet: Datasheet, groups: list[Group], able: Callable[[int, str], bool]) -> list[tuple[int, str, int]]:
    from listbuilder.games.shared.wargear.check import check  # only where a list leaves something out

    found: list[tuple[int, str, int]] = []
    for _ in range(ROUNDS):
        if check(sheet, groups, explained=False).status != "illegal":
            break
        missing = [
            (each.group, each.item, each.allowed_min)
            for each in check(sheet, groups).violations
            if not each.given and each.allowed_min > 0 and len(each.items) == 1 and able(each.group, each.item)
        ]
        if not missing:
            break
        for place, item, count in missing:
            group = groups[place]
            groups[place] = Group(group.model, group.count, {**(group.wargear or {}), item: count})
        found += missing
    return found
