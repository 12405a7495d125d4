"""The comparison of a unit as a roster writes it with the same unit as the box has it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from itertools import product
from typing import Any

import msgspec

from listbuilder.games.boxed.army import BoxPart, Loadout
from listbuilder.model.army import Group
from listbuilder.model.base import fold
from listbuilder.model.finding import Amount
from listbuilder.model.limits import MOST_WAYS

Counts = Counter[str]  # by folded name


class Difference(msgspec.Struct, frozen=True):
    """A difference between roster and box.

    `key` is a finding of the check that compares; both sides are in the arguments.
    """

    key: str
    args: dict[str, Any]


def find_differences(
    part: BoxPart, number: int | None, stated: Sequence[Group] | None
) -> list[Difference]:
    """Return how a unit as the roster states it differs from `part`, the unit in the box.

    There is at most one difference in models and one in wargear. `number` is the stated number of
    models, used if `stated` (the groups of models) is None. Empty if the roster states neither.
    """
    if stated is None:
        if number is None or number == part.size:
            return []
        return [_make_size_difference(number, part)]
    differences = (_compare_models(part, stated), _compare_wargear(part, stated))
    return [difference for difference in differences if difference]


def _make_size_difference(count: int, part: BoxPart) -> Difference:
    """Return the difference between the stated number of models, `count`, and the box's."""
    return Difference("size", {"unit": part.name, "count": count, "box": part.size})


def _compare_models(part: BoxPart, stated: Sequence[Group]) -> Difference | None:
    """Return the difference in the number or kinds of models, or None if they are the same."""
    model_counts = [(group.model, group.count) for group in part.make_groups()]
    stated_counts = _add_up((group.model, group.count) for group in stated)
    box_counts = _add_up(model_counts)
    if sum(stated_counts.values()) != part.size:
        return _make_size_difference(sum(stated_counts.values()), part)
    if stated_counts == box_counts:
        return None
    names = {fold(name): name for name, _ in model_counts}
    different = [name for name in names if stated_counts[name] != box_counts[name]]
    args = {
        "unit": part.name,
        "here": [Amount(stated_counts[name], names[name]) for name in different],
        "box": [Amount(box_counts[name], names[name]) for name in different],
    }
    return Difference("composition", args)


def _add_up(pairs: Iterable[tuple[str, int]]) -> Counts:
    """Return the total count of each folded name in `pairs`."""
    counts: Counts = Counter()
    for name, count in pairs:
        counts[fold(name)] += count
    return counts


def _compare_wargear(part: BoxPart, stated: Sequence[Group]) -> Difference | None:
    """Return the difference in wargear, or None if the wargear is the same.

    It lists all items of which there are more or fewer than in the box. If only the arrangement of
    the items on the models differs, it has the key "arrangement" and shows the box's loadouts.
    """
    names = {fold(item): item for loadout in part.loadouts for item in loadout.wargear}
    for item in part.unit_wargear:
        names.setdefault(fold(item), item)
    named_in_box = set(names)
    for group in stated:
        names |= {
            fold(item): item for item in group.wargear or {} if fold(item) not in named_in_box
        }
    groups, shared = _split_off_unit_wargear(part, stated)
    stated_counts = Counter({item: max(count, most) for item, (count, most) in shared.items()})
    box_counts = Counter({item: most for item, (_, most) in shared.items()})
    is_rearranged = False
    for model in dict.fromkeys(fold(loadout.model) for loadout in part.loadouts):
        loadouts = [loadout for loadout in part.loadouts if fold(loadout.model) == model]
        stated_groups = [group for group in groups if fold(group.model) == model]
        stated_items, box_items = _count_items(loadouts, stated_groups)
        stated_counts.update(stated_items)
        box_counts.update(box_items)
        if not is_rearranged:
            is_rearranged = stated_items != box_items or not _can_match_loadouts(
                loadouts, stated_groups
            )
    changed = [item for item in names if stated_counts[item] != box_counts[item]]
    if changed:
        args = {
            "unit": part.name,
            "here": [Amount(stated_counts[item], names[item]) for item in changed],
            "box": [Amount(box_counts[item], names[item]) for item in changed],
        }
        return Difference("wargear", args)
    if not is_rearranged:
        return None
    texts = []
    for loadout in part.loadouts:
        carried = [
            item if count == 1 else f"{count} {item}" for item, count in loadout.wargear.items()
        ]
        texts.append(f"{loadout.count} {loadout.model}: {' + '.join(carried)}")
    return Difference("arrangement", {"unit": part.name, "box": texts})


def _split_off_unit_wargear(
    part: BoxPart, stated: Sequence[Group]
) -> tuple[list[Group], dict[str, tuple[int, int]]]:
    """Return the stated groups without the unit's own wargear, and that wargear by item.

    The unit's own wargear is carried by no model in particular. A list can write it with any of the
    unit's models, so it is counted by itself. The value for each item is (count stated, count in
    the box).
    """
    own = {fold(item): count for item, count in part.unit_wargear.items()}
    on_models = {fold(item) for loadout in part.loadouts for item in loadout.wargear}
    shared = {item: 0 for item in own if item not in on_models}
    groups = []
    for group in stated:
        wargear: dict[str, int] | None = None if group.wargear is None else {}
        for item, count in (group.wargear or {}).items():
            if fold(item) in shared:
                shared[fold(item)] += count
            elif wargear is not None:
                wargear[item] = wargear.get(item, 0) + count
        groups.append(Group(group.model, group.count, wargear))
    return groups, {item: (count, own[item]) for item, count in shared.items()}


def _count_items(loadouts: Sequence[Loadout], stated: Sequence[Group]) -> tuple[Counts, Counts]:
    """Return the counts of the items that one kind of model carries: stated, and in the box.

    If the number of models differs already, the box's counts are used for all items that the box
    has for them, because other counts follow from the number of models. If some groups state no
    wargear, an item counts at least as often as in the box.
    """
    box_items: Counts = Counter()
    for loadout in loadouts:
        for item, count in loadout.wargear.items():
            box_items[fold(item)] += loadout.count * count
    stated_items: Counts = Counter()
    for group in stated:
        stated_items.update(_add_up((group.wargear or {}).items()))
    if sum(group.count for group in stated) != sum(loadout.count for loadout in loadouts):
        return Counter({**stated_items, **box_items}), box_items
    if all(group.wargear is not None for group in stated):
        return stated_items, box_items
    return stated_items | box_items, box_items


def _can_match_loadouts(loadouts: Sequence[Loadout], stated: Sequence[Group]) -> bool:
    """Return whether the stated groups can be formed from the box's models.

    The models carry what their loadouts in the box say. Also true if the number of models differs,
    because that is a difference of its own.
    """
    counts = [loadout.count for loadout in loadouts]
    if sum(group.count for group in stated) != sum(counts):
        return True
    carried_items = [_add_up(loadout.wargear.items()) for loadout in loadouts]
    wanted = [
        (group.count, None if group.wargear is None else _add_up(group.wargear.items()))
        for group in stated
    ]
    wanted.sort(key=lambda group: group[1] is None)  # those that take anything come last
    return _can_share_out(counts, carried_items, wanted, iter(range(MOST_WAYS)))


def _can_share_out(
    counts: list[int],
    carried_items: list[Counts],
    wanted: list[tuple[int, Counts | None]],
    tries: Iterator[int],
) -> bool:
    """Return whether the groups in `wanted` can be formed from the models in `counts`.

    `counts` are the numbers of models of each loadout, `carried_items` what one model of it
    carries. `wanted` are groups as (number of models, items or None for any items), with those for
    any items last. Also true if `tries` runs out before the answer is known.
    """
    if not wanted:
        return True
    (number, items), *rest = wanted
    if items is None:
        return True
    for chosen_counts in _yield_ways(counts, number):
        if next(tries, None) is None:
            return True
        total: Counts = Counter()
        for chosen_count, carried in zip(chosen_counts, carried_items, strict=True):
            for item, item_count in carried.items():
                total[item] += chosen_count * item_count
        if total == items:
            remaining = [
                count - chosen_count
                for count, chosen_count in zip(counts, chosen_counts, strict=True)
            ]
            if _can_share_out(remaining, carried_items, rest, tries):
                return True
    return False


def _yield_ways(counts: Sequence[int], number: int) -> Iterator[tuple[int, ...]]:
    """Yield every way to choose `number` models in total, as the number from each of `counts`."""
    if len(counts) == 1:
        if number <= counts[0]:
            yield (number,)
        return
    for first in range(min(counts[0], number), -1, -1):
        for rest in _yield_ways(counts[1:], number - first):
            yield (first, *rest)


Wanted = tuple[str, int | None, Sequence[Group] | None]  # id named, number, groups


def match_units(wanted: Sequence[Wanted], parts: Sequence[BoxPart]) -> list[int | None]:
    """Return for each wanted unit the index of its counterpart in `parts`, or None.

    All units in `parts` have the same name. They are paired so that the units differ least in
    models and wargear, then by the id that is named. Only the first eight wanted units are
    compared; all others get None.
    """
    considered = range(min(len(wanted), 8))
    costs: dict[tuple[int, int], int] = {}
    for place, part_place in product(considered, range(len(parts))):
        named_id, number, groups = wanted[place]
        part = parts[part_place]
        differences = find_differences(part, number, groups)
        costs[place, part_place] = 2 * len(differences) + (named_id != part.id)
    best: tuple[int, list[int | None]] = (10**9, [None] * len(wanted))

    def try_pairs(position: int, free: frozenset[int], cost: int, chosen: list[int | None]) -> None:
        """Try all pairs for the wanted units from `position` on.

        The cheapest result is kept in `best`. `free` are the unused indexes of `parts`, `cost` is
        the cost so far, `chosen` the pairs so far.
        """
        nonlocal best
        if cost >= best[0]:
            return
        if position == len(considered):
            best = (cost, [*chosen, *[None] * (len(wanted) - len(considered))])
            return
        for free_place in sorted(free, key=lambda place: (costs[position, place], place)):
            new_cost = cost + costs[position, free_place]
            try_pairs(position + 1, free - {free_place}, new_cost, [*chosen, free_place])
        if len(considered) - position > len(free):
            try_pairs(position + 1, free, cost, [*chosen, None])

    try_pairs(0, frozenset(range(len(parts))), 0, [])
    return best[1]
