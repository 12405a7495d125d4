"""Ways to make a loadout wrong by very little, and the order of options in which everything can be reached."""

from __future__ import annotations

import itertools
import random
from collections import Counter
from collections.abc import Iterator

from listbuilder.model.base import fold
from listbuilder.model.datasheet import Datasheet
from listbuilder.model.wargear import get_item_name
from listbuilder.wargear.loadout import Group
from tests.wargear.exhaustive import Oracle
from tests.wargear.simulator import Table


def items_of(sheet: Datasheet, loadout: list[Group]) -> list[str]:
    """Every item of the options and of the loadout, folded."""
    found = {
        fold(get_item_name(i))
        for option in sheet.options
        for choice in option.with_
        for i in choice
    }
    return sorted(found | {fold(i) for group in loadout for i in group.wargear or {}})


def broken(
    sheet: Datasheet, loadout: list[Group], dice: random.Random, changes: int = 1
) -> list[Group]:
    """The loadout with one item more, one less, or one in the place of another; `changes` times."""
    everything = items_of(sheet, loadout)
    bags = [Counter(group.wargear or {}) for group in loadout]
    for _ in range(changes):
        bag = dice.choice(bags)
        kind = dice.choice(("more", "less", "swap"))
        have = sorted(bag.elements())
        if kind != "more" and have:
            bag[dice.choice(have)] -= 1
        if kind != "less" and everything:
            bag[dice.choice(everything)] += 1
    return [
        Group(g.model, g.count, dict(sorted((+bag).items())))
        for g, bag in zip(loadout, bags, strict=True)
    ]


def split(groups: list[Group], dice: random.Random) -> list[Group]:
    """The same models, some kinds in two groups."""
    found: list[Group] = []
    for group in groups:
        first = dice.randint(1, group.count - 1) if group.count > 1 and dice.random() < 0.6 else 0
        parts = (
            [Group(group.model, first), Group(group.model, group.count - first)]
            if first
            else [group]
        )
        found.extend(parts)
    return found


def distance(one: list[Group], other: list[Group]) -> int:
    """Items added and items taken away between two loadouts of the same groups."""
    total = 0
    for a, b in zip(one, other, strict=True):
        bags = [Counter({fold(i): n for i, n in (group.wargear or {}).items()}) for group in (a, b)]
        total += (bags[0] - bags[1]).total() + (bags[1] - bags[0]).total()
    return total


def orders(table: Table) -> Iterator[list[int]]:
    """Orders of the options worth trying: conditions first or last, then permutations, all of them if they are few."""
    indexes = [index for index, _ in table.options]
    asking = [
        i
        for i, o in table.options
        if o.models and (o.models.has or o.models.has_any or o.models.lacks)
    ]
    everyone = [
        i for i, o in table.options if o.models and o.models.count == "all" and i not in asking
    ]
    others = [i for i in indexes if i not in asking and i not in everyone]
    for parts in itertools.permutations((asking, everyone, others)):
        yield [i for part in parts for i in part]
    if len(indexes) <= 6:
        yield from map(list, itertools.permutations(indexes))
    dice = random.Random(len(indexes))
    for _ in range(300):
        dice.shuffle(indexes)
        yield list(indexes)


def common_order(sheet: Datasheet, groups: list[Group]) -> list[int] | None:
    """An order in which every model can reach whatever it can reach in any order of its own; None: there is none."""
    oracle = Oracle(sheet, groups)
    figures = {(figure.key, figure.kind): figure for figure in oracle.figures}
    free = {key: oracle.outcomes(figure, None, None) for key, figure in figures.items()}
    for order in orders(oracle.table):
        if all(
            free[key] <= oracle.outcomes(figure, None, order) for key, figure in figures.items()
        ):
            return order
    return None
