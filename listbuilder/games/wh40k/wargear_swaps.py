"""The changes one model can make to its wargear: each way of using a datasheet's option once."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import combinations, combinations_with_replacement

from listbuilder.model.army import Group
from listbuilder.model.base import fold
from listbuilder.model.datasheet import Datasheet
from listbuilder.model.limits import MOST_COMBINATIONS
from listbuilder.model.wargear import Item, get_item_count, get_item_name
from listbuilder.model.wargear import Option as Bullet
from listbuilder.wargear import loadout

Items = dict[str, int]
Bag = frozenset[tuple[str, int]]


class Swap:
    """One way of changing the wargear of one model: the items it loses and the items it gets.

    `bullets` are the numbers of the options that allow the swap.
    """

    def __init__(self, bullets: tuple[int, ...], gone: Items, come: Items) -> None:
        self.bullets = bullets
        self.gone = gone
        self.come = come

    @property
    def exchange_key(self) -> tuple[Bag, Bag]:
        """The items lost and the items got, in a form that is equal for equal swaps."""
        return make_bag(self.gone), make_bag(self.come)

    def apply_to(self, items: Mapping[str, int], times: int) -> Items | None:
        """Return the items of a group after `times` more of its models have made the swap.

        A negative number takes swaps back. None if the group does not have enough of an item.
        """
        after = dict(items)
        for item, count in self.gone.items():
            change_count(after, item, -times * count)
        for item, count in self.come.items():
            change_count(after, item, times * count)
        return after if all(count > 0 for count in after.values()) else None


def change_count(items: Items, item: str, by: int) -> None:
    """Change the number of `item` in `items` by `by`; at 0 the item is removed."""
    name = next((known_item for known_item in items if fold(known_item) == fold(item)), item)
    items[name] = items.get(name, 0) + by
    if not items[name]:
        del items[name]


def yield_swaps(sheet: Datasheet, model: str) -> Iterator[Swap]:
    """Yield each way in which a model of that kind can use one option of the datasheet once.

    Options that could not be read are left out.
    """
    for number, bullet in enumerate(sheet.options):
        if bullet.unparsed or not bullet.models or not _is_option_for(sheet, bullet, model):
            continue
        for removal in bullet.replace_any or ((),):
            gone = _count_items((*bullet.replace, *removal))
            for come in _list_picks(bullet):
                yield Swap((number,), gone, come)
            if not bullet.with_:
                yield Swap((number,), gone, {})


def _is_option_for(sheet: Datasheet, bullet: Bullet, model: str) -> bool:
    """Return whether the option is for models of the kind `model`, or for models of any kind."""
    which = fold(bullet.models.which) if bullet.models else ""
    if which in ("this", "*", "unit"):
        return True
    return which == fold(model)


def _list_picks(bullet: Bullet) -> list[Items]:
    """Return each set of items that the option lets one model take.

    At most `MOST_COMBINATIONS` sets are returned.
    """
    alternatives = [_count_items(alternative) for alternative in bullet.with_]
    choose = combinations_with_replacement if bullet.duplicates else combinations
    found: list[Items] = []
    for size in range(bullet.pick_min or 1, bullet.pick + 1):
        for chosen in choose(alternatives, size):
            items: Items = {}
            for picked in chosen:
                for item, count in picked.items():
                    items[item] = items.get(item, 0) + count
            found.append(items)
            if len(found) >= MOST_COMBINATIONS:
                return found
    return found


def _count_items(items: Sequence[Item]) -> Items:
    """Return the number of each item in the list."""
    counts: Items = {}
    for item in items:
        counts[get_item_name(item)] = counts.get(get_item_name(item), 0) + get_item_count(item)
    return counts


def merge_swaps(swaps: Sequence[Swap]) -> list[Swap]:
    """Return each different swap once, with all the options that allow it in its `bullets`."""
    found: dict[tuple[Bag, Bag], Swap] = {}
    for swap in swaps:
        if equal_swap := found.get(swap.exchange_key):
            equal_swap.bullets = (*equal_swap.bullets, *swap.bullets)
        else:
            found[swap.exchange_key] = swap
    return list(found.values())


def make_bag(items: Mapping[str, int]) -> Bag:
    """Return the items with their numbers as a set that can be compared and hashed."""
    return frozenset((fold(item), count) for item, count in items.items())


def count_taken(sheet: Datasheet, groups: Sequence[Group], place: int, swap: Swap) -> int:
    """Return how many models of the group at index `place` have made the swap.

    This is judged by what they carry: the group's items are compared with its default wargear.
    Items that the swap both takes and gives don't count.
    """
    group = groups[place]
    default_items = loadout.get_default_wargear(
        sheet, [loadout.Group(unit_group.model, unit_group.count) for unit_group in groups]
    )[place]
    now = {fold(item): count for item, count in (group.wargear or {}).items()}
    default = {fold(item): count for item, count in default_items.items()}
    signs = []
    for item in {fold(name): None for name in (*swap.come, *swap.gone)}:
        by = sum(count for name, count in swap.come.items() if fold(name) == item)
        by -= sum(count for name, count in swap.gone.items() if fold(name) == item)
        if by:  # what goes and comes again tells nothing
            signs.append((now.get(item, 0) - default.get(item, 0)) // by)
    return max(0, min((*signs, group.count))) if signs else 0


def list_items(items: Mapping[str, int]) -> list[str]:
    """Return the names of the items, each repeated as often as its number says."""
    return [name for name, count in items.items() for _ in range(count)]
