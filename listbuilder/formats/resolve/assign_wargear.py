"""Deal wargear that a list names for a whole unit to its models.

Who bears what is open, what there is of it is not.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import product

from listbuilder.formats.resolve.model_groups import Loose, ModelGroup
from listbuilder.formats.resolve.unlisted_wargear import find_left_out_items
from listbuilder.games.wh40k.datasheet_names import SheetNames
from listbuilder.games.wh40k.sizes import make_default_groups
from listbuilder.model.army import Group

MOST = 4  # items of which both ways are tried


def deal_wargear(
    names: SheetNames, total: int | None, loose: Sequence[Loose], line: int
) -> list[ModelGroup] | None:
    """Return groups of models with all `loose` items, as the datasheet allows, or None.

    `total` is the number of models, None for the smallest unit. Items whose count doesn't divide
    evenly among the models go to the leader first, or to the others first; both ways are tried for
    up to four such items. Items that the list left out but the datasheet requires are added. None
    if an item fits no model, or if no way that was tried is legal.
    """
    from listbuilder.wargear.check import check_wargear  # only for lists that leave it open

    models = sum(group.count for group in make_default_groups(names.sheet, total))
    uneven = sorted(
        loose, key=lambda loose_item: loose_item[1] % models == 0
    )  # those of which the order says something first
    loose_ones = sum(count % models != 0 for _, count, _ in loose)
    for orders in product(
        (False, True), repeat=min(loose_ones, MOST)
    ):  # what not all have is the leader's, or the others'
        groups = [
            ModelGroup(default_group.model, default_group.count, line, {})
            for default_group in make_default_groups(names.sheet, total)
        ]
        ways = (*orders, *(False for _ in loose[len(orders) :]))
        if not all(
            _deal_item(names, groups, item, count, way)
            for (item, count, _), way in zip(uneven, ways, strict=True)
        ):
            return None
        for place, item, count in find_left_out_items(
            names.sheet, _make_groups(groups), {item for item, _, _ in loose}
        ):
            groups[place].wargear = {**groups[place].wargear, item: count}
        if check_wargear(names.sheet, _make_groups(groups), explained=False).status != "illegal":
            return groups
    return None


def _make_groups(groups: Sequence[ModelGroup]) -> list[Group]:
    """Return groups of models in the class that the wargear check takes."""
    return [Group(group.model, group.count, group.wargear) for group in groups]


def _deal_item(
    names: SheetNames, groups: Sequence[ModelGroup], item: str, count: int, largest: bool
) -> bool:
    """Deal `count` of `item` to the groups that can carry it; return whether there are any.

    Each model gets equally many. The rest is dealt one per model, beginning with the smallest
    group, or with the largest if `largest` is true.
    """
    able = sorted(
        (group for group in groups if names.can_carry(group.model, item)),
        key=lambda candidate: candidate.count,
        reverse=largest,
    )
    if not able:
        return False
    each, rest = divmod(count, sum(group.count for group in able))
    for group in able:
        more = min(rest, group.count)
        rest -= more
        if had := each * group.count + more:
            group.wargear = {**group.wargear, item: group.wargear.get(item, 0) + had}
    return True
