"""What one model can change about its wargear: each way of using an option of the datasheet once."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import combinations, combinations_with_replacement

from listbuilder.games.shared.wargear import loadout
from listbuilder.model.army import Group
from listbuilder.model.base import fold
from listbuilder.model.bounds import MOST_COMBINATIONS
from listbuilder.model.datasheet import Datasheet
from listbuilder.model.wargear import Item, item_count, item_name
from listbuilder.model.wargear import Option as Bullet

Items = dict[str, int]
Bag = frozenset[tuple[str, int]]


class Swap:
    """One way of changing one model: what goes and what comes. Several options may say the same."""

    def __init__(self, bullets: tuple[int, ...], gone: Items, come: Items) -> None:
        self.bullets = bullets
        self.gone = gone
        self.come = come

    @property
    def what(self) -> tuple[Bag, Bag]:
        return bag(self.gone), bag(self.come)

    def done(self, items: Mapping[str, int], times: int) -> Items | None:
        """The items of a group after so many more (or fewer) models have made it; None where there are not enough."""
        after = dict(items)
        for item, count in self.gone.items():
            change(after, item, -times * count)
        for item, count in self.come.items():
            change(after, item, times * count)
        return after if all(count > 0 for count in after.values()) else None


def change(items: Items, item: str, by: int) -> None:
    name = next((each for each in items if fold(each) == fold(item)), item)
    items[name] = items.get(name, 0) + by
    if not items[name]:
        del items[name]


def swaps_of(sheet: Datasheet, model: str) -> Iterator[Swap]:
    for number, bullet in enumerate(sheet.options):
        if bullet.unparsed or not bullet.models or not _reaches(sheet, bullet, model):
            continue
        for removal in bullet.replace_any or ((),):
            gone = _items((*bullet.replace, *removal))
            for come in _picks(bullet):
                yield Swap((number,), gone, come)
            if not bullet.with_:
                yield Swap((number,), gone, {})


def _reaches(sheet: Datasheet, bullet: Bullet, model: str) -> bool:
    which = fold(bullet.models.which) if bullet.models else ""
    if which in ("this", "*", "unit"):
        return True
    return which == fold(model)


def _picks(bullet: Bullet) -> list[Items]:
    alternatives = [_items(each) for each in bullet.with_]
    choose = combinations_with_replacement if bullet.duplicates else combinations
    found: list[Items] = []
    for size in range(bullet.pick_min or 1, bullet.pick + 1):
        for chosen in choose(alternatives, size):
            together: Items = {}
            for each in chosen:
                for item, count in each.items():
                    together[item] = together.get(item, 0) + count
            found.append(together)
            if len(found) >= MOST_COMBINATIONS:
                return found
    return found


def _items(items: Sequence[Item]) -> Items:
    counts: Items = {}
    for item in items:
        counts[item_name(item)] = counts.get(item_name(item), 0) + item_count(item)
    return counts


def together(swaps: Sequence[Swap]) -> list[Swap]:
    """Each change once, with all the options that allow it."""
    found: dict[tuple[Bag, Bag], Swap] = {}
    for swap in swaps:
        if known := found.get(swap.what):
            known.bullets = (*known.bullets, *swap.bullets)
        else:
            found[swap.what] = swap
    return list(found.values())


def bag(items: Mapping[str, int]) -> Bag:
    return frozenset((fold(item), count) for item, count in items.items())


def taken(sheet: Datasheet, groups: Sequence[Group], place: int, swap: Swap) -> int:
    """How many models of the group have made the swap, as far as what they carry shows it."""
    group = groups[place]
    usual = loadout.default_wargear(sheet, [loadout.Group(each.model, each.count) for each in groups])[place]
    now = {fold(item): count for item, count in (group.wargear or {}).items()}
    default = {fold(item): count for item, count in usual.items()}
    signs = []
    for item in {fold(each): None for each in (*swap.come, *swap.gone)}:
        by = sum(count for each, count in swap.come.items() if fold(each) == item)
        by -= sum(count for each, count in swap.gone.items() if fold(each) == item)
        if by:  # what goes and comes again tells nothing
            signs.append((now.get(item, 0) - default.get(item, 0)) // by)
    return max(0, min((*signs, group.count))) if signs else 0


def listed(items: Mapping[str, int]) -> list[str]:
    return [name for name, count in items.items() for _ in range(count)]
