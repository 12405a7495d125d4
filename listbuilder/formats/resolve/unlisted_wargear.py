"""Find wargear that a list does not mention and its models must have.

A list that leaves it out does not say that it is missing.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence

from listbuilder.model.army import Group
from listbuilder.model.base import fold
from listbuilder.model.datasheet import Datasheet
from listbuilder.model.wargear import get_item_name

ROUNDS = 4  # one answer can lead to the next question


def find_left_out_items(
    sheet: Datasheet, groups: Sequence[Group], written: Iterable[str], differing: bool = False
) -> list[tuple[int, str, int]]:
    """Return (group, item, count) of default items that are required and no line names.

    The group is an index into `groups`. `written` are the items that the list names. An item named
    for some models only is not added to the others, because the list has then said how many there
    are. `differing`: the list prints only what differs from the default. Then any item is added
    that a group must have with what it has, whatever the list names for others.
    """
    if differing:
        own = [set(map(fold, group.wargear or ())) for group in groups]
        return _find_required_items(
            sheet,
            list(groups),
            lambda place, item: bool(own[place]) and fold(item) not in own[place],
        )
    named = {fold(item) for item in written}
    rows = [(row, get_item_name(item)) for row in sheet.default_wargear for item in row.items]

    def list_unnamed_items(place: int) -> list[str]:
        """Return the default items of the group at `place` that no line names."""
        return [
            item
            for row, item in rows
            if row.is_for_model(groups[place].model) and fold(item) not in named
        ]

    asked = {
        place: set(map(fold, list_unnamed_items(place)))
        for place, group in enumerate(groups)
        if group.wargear
    }
    if not any(asked.values()):
        return []
    return _find_required_items(
        sheet, list(groups), lambda place, item: fold(item) in asked.get(place, ())
    )


def _find_required_items(
    sheet: Datasheet, groups: list[Group], is_allowed: Callable[[int, str], bool]
) -> list[tuple[int, str, int]]:
    """Return (group, item, count) of the items that `groups` must still get to be legal.

    Only items for which `is_allowed` is true are added. It is checked a few times, because an added
    item can make another one necessary. `groups` is changed on the way.
    """
    from listbuilder.wargear.check import check_wargear  # only where a list leaves something out

    required: list[tuple[int, str, int]] = []
    for _ in range(ROUNDS):
        if check_wargear(sheet, groups, explained=False).status != "illegal":
            break
        missing = [
            (violation.group, violation.item, violation.allowed_min)
            for violation in check_wargear(sheet, groups).violations
            if not violation.given
            and violation.allowed_min > 0
            and len(violation.items) == 1
            and is_allowed(violation.group, violation.item)
        ]
        if not missing:
            break
        for place, item, count in missing:
            group = groups[place]
            groups[place] = Group(group.model, group.count, {**(group.wargear or {}), item: count})
        required += missing
    return required
