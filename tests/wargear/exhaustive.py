"""Every loadout there is, by trying everything: the second opinion on what the solver says.

For each model every way to use the options one after the other is played out with the simulator's own models; then
models are put together one by one. Slow, plain, and cut short only where a wanted item count is already exceeded.
"""

from __future__ import annotations

import itertools
from collections import Counter
from collections.abc import Sequence

from listbuilder.model.base import fold
from listbuilder.model.datasheet import Datasheet
from listbuilder.model.wargear import Option
from listbuilder.wargear.loadout import Group
from tests.wargear.simulator import Bag, Figure, Table, bag, start

Tally = tuple[
    tuple[object, int], ...
]  # what was used up: option, alternative of an option, shared group
Outcome = tuple[tuple[tuple[str, int], ...], Tally]

TOO_MANY = 60_000


class Inconclusive(Exception):
    """More to try than a test may take time for."""


class Oracle:
    def __init__(self, sheet: Datasheet, groups: list[Group]) -> None:
        self.sheet, self.groups = sheet, groups
        self.table = Table(sheet, groups)
        self.figures = start(sheet, groups)
        self.replaced = {
            item for _, option in self.table.options for goes in self.table.goes(option) for item in goes
        }  # fmt: skip

    def outcomes(
        self, figure: Figure, wanted: Bag | None, order: Sequence[int] | None
    ) -> set[Outcome]:
        """What the model can end as. `order`: of the options, the same for every model; None: any order."""
        begin: tuple[Figure, Tally] = (figure.copy(), ())
        found: set[Outcome] = set()
        seen: set[tuple[object, Tally, int]] = {(figure.key, (), -1)}
        border = [(*begin, -1)]
        while border:
            now, tally, last = border.pop()
            if len(seen) > TOO_MANY:
                raise Inconclusive
            if self.table.allowed(now):
                found.add((tuple(sorted((+now.bag).items())), tally))
            for index, option in self.table.options:
                place = order.index(index) if order is not None else -1
                if (order is not None and place <= last) or not self.table.may(index, option, now):
                    continue
                for then, more in self.uses(index, option, now, wanted):
                    sums = tuple(sorted((Counter(dict(tally)) + more).items(), key=str))
                    if (then.key, sums, place) not in seen:
                        seen.add((then.key, sums, place))
                        border.append((then, sums, place))
        return found

    def uses(
        self, index: int, option: Option, figure: Figure, wanted: Bag | None
    ) -> list[tuple[Figure, Counter[object]]]:
        menus = [m for m in self.table.menus(option) if self.useful(option, m, wanted)]
        moves = list(itertools.product(self.table.goes(option), menus))
        found = []
        for times in range(1, self.table.times(option, figure) + 1):
            for takings in itertools.combinations_with_replacement(moves, times):
                then = figure.copy()
                if self.table.take(index, option, then, list(takings)):
                    found.append((then, self.tally(index, option, [m for _, m in takings])))
        return found

    def useful(self, option: Option, menu: tuple[int, ...], wanted: Bag | None) -> bool:
        items: Bag = Counter()
        for i in menu:
            items += bag(option.with_[i])
        return wanted is None or all(
            item in self.replaced or n <= wanted[item] for item, n in items.items()
        )

    def tally(self, index: int, option: Option, menus: list[tuple[int, ...]]) -> Counter[object]:
        used: Counter[object] = Counter()
        special = option.required or option.exclusive_scope == "unit" or option.all_or_none
        if special or not (option.models and option.models.count == "any"):
            used[index] = 1
        if option.each_max or option.all_or_none:
            used.update((index, i) for menu in menus for i in menu)
        if option.shared_count:
            used[option.exclusive] += 1
        return used

    def within(self, tally: Counter[object]) -> bool:
        """Whether nothing was used more often than the unit may."""
        for index, option in self.table.options:
            cap = self.table.limit(option)
            if self.reach(option) and not self.of_unit(option) and tally[index] > cap:
                return False
            if option.shared_count and tally[option.exclusive] > cap:
                return False
            if any(
                tally[index, i] > self.table.each_limit(option) for i in range(len(option.with_))
            ):
                return False
        return True

    def complete(self, tally: Counter[object]) -> bool:
        """Whether what goes for the whole unit holds."""
        pairs: set[str | None] = set()
        for index, option in self.table.options:
            reach = self.reach(option)
            if option.models and option.models.count == "all" and tally[index] not in (0, reach):
                return False
            if option.all_or_none and len({tally[index, i] for i in range(len(option.with_))}) > 1:
                return False
            if option.required and tally[index] != min(self.table.limit(option), reach):
                return False
            if option.exclusive_scope == "unit" and tally[index]:
                if option.exclusive in pairs:
                    return False
                pairs.add(option.exclusive)
        return True

    def of_unit(self, option: Option) -> bool:
        return self.table.reaches(option, Figure(0, "", Counter()))

    def reach(self, option: Option) -> int:
        return sum(self.table.reaches(option, figure) for figure in self.figures)

    def finds(self, loadout: list[Group], order: Sequence[int] | None = None) -> bool:
        """Whether this loadout can be reached at all; with `order`, by using the options in exactly that order."""
        wanted = [Counter({fold(i): n for i, n in (g.wargear or {}).items() if n}) for g in loadout]
        anywhere: Bag = sum(wanted, Counter())
        memo: dict[object, set[Outcome]] = {}
        states = {(tuple(tuple(sorted(w.items())) for w in wanted), ())}
        for figure in self.figures:
            key = (figure.group, figure.key)
            if key not in memo:
                memo[key] = self.outcomes(figure, wanted[figure.group], order)
            states = self.step(states, figure.group, memo[key])
            if not states:
                return False
        unit = self.outcomes(Figure(0, "", Counter()), anywhere, order)
        for left, tally in states:
            rest: Bag = sum((Counter(dict(bag)) for bag in left), Counter())
            for items, more in unit:
                total = Counter(dict(tally)) + Counter(dict(more))
                if Counter(dict(items)) == +rest and self.within(total) and self.complete(total):
                    return True
        return False

    def step(self, states: set, group: int, outcomes: set[Outcome]) -> set:  # type: ignore[type-arg]
        after = set()
        for left, tally in states:
            here = dict(left[group])
            for items, more in outcomes:
                if any(here.get(item, 0) < n for item, n in items):
                    continue
                sums = Counter(dict(tally)) + Counter(dict(more))
                if self.within(sums):
                    rest = tuple((i, n - dict(items).get(i, 0)) for i, n in here.items())
                    after.add(
                        (
                            (*left[:group], rest, *left[group + 1 :]),
                            tuple(sorted(sums.items(), key=str)),
                        )
                    )
            if len(after) > TOO_MANY:
                raise Inconclusive
        return after
