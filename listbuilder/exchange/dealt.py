"""Wargear that a list names for a whole unit, dealt to its models: who bears what is open, what there is of it is not."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import product

from listbuilder.exchange.groups import Loose, Models
from listbuilder.exchange.left_out import left_out
from listbuilder.games.muster.sheet_names import SheetNames
from listbuilder.games.muster.sizes import default_groups
from listbuilder.model.army import Group

MOST = 4  # items of which both ways are tried


def dealt(names: SheetNames, total: int | None, loose: Sequence[Loose], line: int) -> list[Models] | None:
    """Models with all of it, in a way that the datasheet allows; None where the few ways that are tried are none."""
    from listbuilder.games.shared.wargear.check import check  # only for lists that leave it open

    models = sum(group.count for group in default_groups(names.sheet, total))
    uneven = sorted(loose, key=lambda each: each[1] % models == 0)  # those of which the order says something first
    loose_ones = sum(count % models != 0 for _, count, _ in loose)
    for orders in product((False, True), repeat=min(loose_ones, MOST)):  # what not all have is the leader's, or the others'
        groups = [Models(each.model, each.count, line, {}) for each in default_groups(names.sheet, total)]
        ways = (*orders, *(False for _ in loose[len(orders) :]))
        if not all(_deal(names, groups, item, count, way) for (item, count, _), way in zip(uneven, ways, strict=True)):
            return None
        for place, item, count in left_out(names.sheet, _plain(groups), {item for item, _, _ in loose}):
            groups[place].wargear = {**groups[place].wargear, item: count}
        if check(names.sheet, _plain(groups), explained=False).status != "illegal":
            return groups
    return None


def _plain(groups: Sequence[Models]) -> list[Group]:
    return [Group(group.model, group.count, group.wargear) for group in groups]


def _deal(names: SheetNames, groups: Sequence[Models], item: str, count: int, largest: bool) -> bool:
    """As many for each model that can have it; then one each, beginning with few models or with many, until none are left."""
    able = sorted((group for group in groups if names.carries(group.model, item)), key=lambda each: each.count, reverse=largest)
    if not able:
        return False
    each, rest = divmod(count, sum(group.count for group in able))
    for group in able:
        more = min(rest, group.count)
        rest -= more
        if had := each * group.count + more:
            group.wargear = {**group.wargear, item: group.wargear.get(item, 0) + had}
    return True
