"""The legal loadout with the fewest changes of items: branch and bound over what each model can be."""

from __future__ import annotations

from collections.abc import Iterator

import msgspec

from listbuilder.systems.wargear.frame import Cell, Frame, Mode
from listbuilder.systems.wargear.kit import FIELD
from listbuilder.systems.wargear.solve import caps_in

CHANGE = 1000  # price of one item more or less
OWN = 1001  # the same for an item models do not have by default: what was chosen stays, if it costs no more

NODES = 6000  # enough for every datasheet of the data; beyond it the answer is no longer known to be the best

Counts = tuple[int, ...]


class Menu(msgspec.Struct, frozen=True):
    """What the models of a cell can be, with bounds on what entries from a place on can still give."""

    entries: list[tuple[Counts, int]]  # items, vector
    prices: Counts
    target: Counts
    most: list[Counts]
    least: list[Counts]
    weights: list[tuple[int, int]]  # fewest and most items of one model, from a place on
    count: int


class Nearest(msgspec.Struct, frozen=True):
    cost: int
    totals: list[int]  # vector of the items of each cell
    exact: bool


def nearest(frame: Frame, cells: list[Cell], nodes: int = NODES) -> Nearest | None:
    """The cheapest legal totals for these cells, or None: there are none. Cells without a target stay as they are."""
    best: Nearest | None = None
    search = _Search(frame, cells, nodes)
    for mode in frame.modes(cells):
        found = search.run(mode, best.cost if best else None)
        best = found or best
    return best and msgspec.structs.replace(best, exact=search.nodes > 0)


class _Search:
    def __init__(self, frame: Frame, cells: list[Cell], nodes: int) -> None:
        self.frame = frame
        self.cells = cells
        self.nodes = nodes
        self.fields = [list(frame.kit.items_in(cell.part.mask)) for cell in cells]

    def run(self, mode: Mode, bound: int | None) -> Nearest | None:
        """The best below `bound` in this mode."""
        menus = [self._menu(i, mode) for i in range(len(self.cells))]
        if any(menu.count and not menu.entries for menu in menus):
            return None
        caps, self.exact = caps_in(self.frame, mode)
        self.menus, self.bound, self.found = menus, bound, None
        self.trail: list[tuple[int, int, int]] = []
        first = menus[0]
        self._go(0, 0, first.target, first.count, caps & ~self.frame.kit.item_mask | self.frame.kit.guards, 0)
        return self.found

    found: Nearest | None
    bound: int | None

    def _menu(self, place: int, mode: Mode) -> Menu:
        cell, fields = self.cells[place], self.fields[place]
        kind = cell.kind
        own = 0
        for bag in kind.bags.values():
            own |= bag
        prices = tuple(CHANGE if own >> s & FIELD else OWN for s in fields)
        target = tuple(cell.target >> s & FIELD for s in fields)
        entries = [
            (tuple(vector >> s & FIELD for s in fields), vector)
            for vector in self.frame.entries(kind, cell.part, mode, cell.default)
        ]
        entries.sort(key=lambda entry: _distance(entry[0], target, prices))
        most: list[Counts] = []
        least: list[Counts] = []
        weights: list[tuple[int, int]] = []
        if cell.count > 1:
            for items, _ in reversed(entries):
                size = sum(items)
                most.append(tuple(map(max, items, most[-1])) if most else items)
                least.append(tuple(map(min, items, least[-1])) if least else items)
                weights.append((min(size, weights[-1][0]), max(size, weights[-1][1])) if weights else (size, size))
        return Menu(entries, prices, target, most[::-1], least[::-1], weights[::-1], cell.count)

    def _go(self, place: int, first: int, left: Counts, count: int, uses: int, cost: int) -> None:
        menu = self.menus[place]
        if not count:
            cost += sum(abs(n) * price for n, price in zip(left, menu.prices, strict=True))
            if self.bound is not None and cost >= self.bound:
                return
            if place + 1 < len(self.menus):
                after = self.menus[place + 1]
                self._go(place + 1, 0, after.target, after.count, uses, cost)
            elif not uses & self.exact:
                self.bound = cost
                self.found = Nearest(cost, self._totals(), True)
            return
        self.nodes -= 1
        for i in range(first, len(menu.entries)):
            if self.nodes < 0 or self.bound is not None and cost + _bound(menu, i, left, count) >= self.bound:
                return
            items, vector = menu.entries[i]
            spent = vector & ~self.frame.kit.item_mask
            for many in self._amounts(menu, i, left, count):
                after_uses = uses - many * spent
                if spent and not self._affords(uses, spent, many):
                    continue
                rest = tuple(n - many * k for n, k in zip(left, items, strict=True))
                self.trail.append((place, vector, many))
                self._go(place, i + 1, rest, count - many, after_uses, cost)
                self.trail.pop()

    def _affords(self, uses: int, spent: int, many: int) -> bool:
        guards = self.frame.kit.guards
        for _ in range(many):
            uses -= spent
            if uses & guards != guards:
                return False
        return True

    def _amounts(self, menu: Menu, i: int, left: Counts, count: int) -> Iterator[int]:
        """How many models to try as this entry, the likeliest number first."""
        if i + 1 == len(menu.entries):
            yield count
            return
        items = menu.entries[i][0]
        likely = min((n // k for n, k in zip(left, items, strict=True) if k), default=count)
        likely = max(1, min(likely, count))
        yield likely
        for step in range(1, count):
            if likely - step >= 1:
                yield likely - step
            if likely + step <= count:
                yield likely + step

    def _totals(self) -> list[int]:
        sums = [0] * len(self.cells)
        for place, vector, many in self.trail:
            sums[place] += (vector & self.cells[place].part.mask) * many
        return sums


def _distance(items: Counts, target: Counts, prices: Counts) -> int:
    return sum(abs(a - b) * price for a, b, price in zip(items, target, prices, strict=True))


def _bound(menu: Menu, i: int, left: Counts, count: int) -> int:
    """At least so much will be spent on `count` models that are entry `i` or a later one."""
    if menu.count == 1:
        return _distance(menu.entries[i][0], menu.target, menu.prices)
    by_item = 0
    for n, low, high, price in zip(left, menu.least[i], menu.most[i], menu.prices, strict=True):
        if n > count * high:
            by_item += (n - count * high) * price
        elif n < count * low:
            by_item += (count * low - n) * price
    low, high = menu.weights[i]
    size = sum(left)
    return max(by_item, CHANGE * max(size - count * high, count * low - size))


def add_up(cells: list[Cell], totals: list[int]) -> dict[int, int]:
    """Vector of each group (-1 = what the unit keeps) over these cells."""
    sums: dict[int, int] = {}
    for cell, total in zip(cells, totals, strict=True):
        sums[cell.group] = sums.get(cell.group, 0) + total
    return sums


