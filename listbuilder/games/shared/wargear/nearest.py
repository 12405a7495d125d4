"""The legal loadout with the fewest changes of items: branch and bound over what each model can be."""

from __future__ import annotations

from collections.abc import Iterator

import msgspec

from listbuilder.games.shared.wargear.climb import climb
from listbuilder.games.shared.wargear.frame import Cell, Frame, Mode
from listbuilder.games.shared.wargear.kit import FIELD, GUARD, WIDTH, Kit
from listbuilder.games.shared.wargear.solve import caps_in
from listbuilder.model.bounds import STEPS, TRIES

CHANGE = 1000  # price of one item more or less
CHOSEN = 1001  # the same for an item models do not have by default: what was chosen stays, if it costs no more


class Menu(msgspec.Struct, frozen=True):
    """What the models of a cell can be, ready for the search."""

    entries: list[int]
    sizes: list[int]  # items in each entry
    gone: list[int]  # per entry: item fields that no later entry can fill
    fields: list[tuple[int, int]]  # shift, price of one more or less
    guards: int  # guard bits of the item fields
    target: int
    size: int  # items in the target
    light: int  # fewest items of one model
    heavy: int
    count: int


class Nearest(msgspec.Struct, frozen=True):
    cost: int
    totals: list[int]  # vector of the items of each cell
    tries: int = 0  # spent on it


Made = list[tuple[Mode, list[Menu]]]


def nearest(frame: Frame, cells: list[Cell], proof: int = TRIES) -> Nearest | None:
    """The legal loadout with the fewest changes, or None: there is none. Cells without a target stay as they are.

    First among the simple entries, which finds a good one fast, then among all, to do better or to prove that it is
    the best, as far as the tries allowed for that suffice. Where very much is wrong, it is the default
    wargear with the options that are evidently meant. What is returned is legal in any case.
    """
    search = _Search(frame, cells, TRIES)
    modes = list(frame.modes(cells))
    simple = [(mode, made) for mode in modes if (made := search.menus_in(mode, simple=True))]
    whole = [(mode, made) for mode in modes if (made := search.menus_in(mode, simple=False))]
    found = (search.all(simple, step * CHOSEN + 1) for step in STEPS[:-1])
    best = next((near for near in found if near), None) or from_default(frame, cells)
    if best is None:
        return None
    spent = TRIES - search.tries
    search.tries, search.exact = proof, True
    for bound in sorted({min(step * CHOSEN + 1, best.cost) for step in STEPS}):
        better = search.all(whole, bound)
        if better or not search.exact:
            best = better or best
            break
    spent += proof - search.tries
    return Nearest(best.cost, best.totals, spent)


class _Search:
    def __init__(self, frame: Frame, cells: list[Cell], tries: int) -> None:
        self.frame = frame
        self.cells = cells
        self.tries = tries
        self.exact = True  # nothing was given up for want of tries
        self.found: Nearest | None = None
        self.bound = 0
        self.menus: list[Menu] = []
        self.must = 0
        self.trail: list[tuple[int, int, int]] = []
        self.seen: set[tuple[int, int, int, int, int]] = set()

    def all(self, made: Made, bound: int) -> Nearest | None:
        """The best below `bound` in any mode."""
        best: Nearest | None = None
        for mode, menus in made:
            best = self.run(mode, menus, best.cost if best else bound) or best
        return best

    def menus_in(self, mode: Mode, *, simple: bool) -> list[Menu]:
        menus = [self._menu(cell, mode, simple and not cell.default) for cell in self.cells]
        return menus if all(menu.entries or not menu.count for menu in menus) else []

    def run(self, mode: Mode, menus: list[Menu], bound: int) -> Nearest | None:
        """The best below `bound` in this mode."""
        caps, self.must = caps_in(self.frame, mode)
        self.menus, self.bound, self.found = menus, bound, None
        self.trail, self.seen = [], set()
        start = caps & ~self.frame.kit.item_mask | menus[0].target
        self._go(0, 0, start, menus[0].count, menus[0].size, 0)
        return self.found

    def _menu(self, cell: Cell, mode: Mode, simple: bool) -> Menu:
        kit, frame = self.frame.kit, self.frame
        own = _any(cell)
        shifts = list(kit.items_in(cell.part.mask))
        guards = sum(GUARD << s for s in shifts)
        fields = _fields(kit, cell.target)
        entries = frame.simple(cell.kind, cell.part, mode, fields, cell.count)[:] if simple else []
        entries = entries or frame.entries(cell.kind, cell.part, mode, cell.default)[:]
        givers = {s: sum(1 for entry in entries if entry >> s & FIELD) for s in shifts}
        entries.sort(key=lambda entry: min((givers[s] for s in shifts if entry >> s & FIELD), default=1 << WIDTH))
        last = dict.fromkeys(shifts, -1)
        for place, entry in enumerate(entries):
            last.update((s, place) for s in shifts if entry >> s & FIELD)
        sizes = [sum(entry >> s & FIELD for s in shifts) for entry in entries]
        return Menu(
            entries=entries, sizes=sizes, guards=guards, target=cell.target & cell.part.mask | guards,
            gone=[sum((FIELD ^ GUARD) << s for s in shifts if last[s] <= place) for place in range(len(entries))],
            fields=[(s, CHANGE if own >> s & FIELD else CHOSEN) for s in shifts],
            size=sum(cell.target >> s & FIELD for s in shifts), light=min(sizes, default=cell.count),
            heavy=max(sizes, default=cell.count), count=cell.count,
        )  # fmt: skip

    def _go(self, place: int, first: int, left: int, count: int, size: int, cost: int) -> None:
        """`left` holds what is still to be carried (below its guard bit: too much is carried) and may be used."""
        menu = self.menus[place]
        if not count:
            self._close(place, left, cost + _off(menu, left, menu.guards - (menu.guards >> WIDTH - 1)))
            return
        key = (place, first, left, count, cost)
        if key in self.seen:
            return
        self.seen.add(key)
        uses = self.frame.kit.guards & ~self.frame.kit.item_mask
        for i in range(first, len(menu.entries)):
            entry, gone = menu.entries[i], menu.gone[i]
            for many in self._amounts(menu, i, left, count):
                self.tries -= 1
                if self.tries < 0:
                    self.exact = False
                    return
                rest = left - many * entry
                if entry > self.frame.kit.item_mask and not _affords(left, entry, many, uses):
                    continue
                more, after = count - many, size - many * menu.sizes[i]
                bulk = max(after - more * menu.heavy, more * menu.light - after) * CHANGE
                if cost + max(bulk, _off(menu, rest, gone)) < self.bound:
                    self.trail.append((place, entry, many))
                    self._go(place, i + 1, rest, more, after, cost)
                    self.trail.pop()
            if cost + _off(menu, left, gone) >= self.bound:
                return

    def _amounts(self, menu: Menu, i: int, left: int, count: int) -> Iterator[int]:
        """How many models to try as this entry, the likeliest number first."""
        if i + 1 == len(menu.entries):
            yield count
            return
        entry, likely, rest = menu.entries[i], 0, left
        while likely < count:
            rest -= entry
            if rest & menu.guards != left & menu.guards:
                break
            likely += 1
        yield from range(likely, 0, -1)
        yield from range(likely + 1, count + 1)

    def _close(self, place: int, left: int, cost: int) -> None:
        if cost >= self.bound:
            return
        if place + 1 < len(self.menus):
            after = self.menus[place + 1]
            self._go(place + 1, 0, left & ~self.frame.kit.item_mask | after.target, after.count, after.size, cost)
        elif not left & self.must:
            self.bound = cost
            sums = [0] * len(self.cells)
            for at, vector, many in self.trail:
                sums[at] += (vector & self.cells[at].part.mask) * many
            self.found = Nearest(cost, sums)


def _fields(kit: Kit, vector: int) -> int:
    return sum(FIELD << s for s in kit.items_in(vector))


def _off(menu: Menu, left: int, gone: int) -> int:
    """The price of what is carried too much, and of what is missing in the fields of `gone`."""
    if left & menu.guards == menu.guards and not left & gone:
        return 0
    cost = 0
    for shift, price in menu.fields:
        field = left >> shift & FIELD
        if field < GUARD:
            cost += (GUARD - field) * price
        elif gone >> shift & 1:
            cost += (field - GUARD) * price
    return cost


def _affords(left: int, entry: int, many: int, uses: int) -> bool:
    for _ in range(many):
        left -= entry
        if left & uses != uses:
            return False
    return True


def from_default(frame: Frame, cells: list[Cell]) -> Nearest | None:
    """The default wargear with the options that bring it closer to what is given."""
    prices: list[dict[int, int]] = []
    for cell in cells:
        own = sum(FIELD << s for s in frame.kit.items_in(_any(cell)))
        shifts = () if cell.default else frame.kit.items_in(cell.part.mask)
        prices.append({s: CHANGE if own >> s & FIELD else CHOSEN for s in shifts})
    totals = climb(frame, cells, prices)
    if totals is None:
        return None
    gaps = (
        abs((cell.target >> s & FIELD) - (total >> s & FIELD)) * price
        for cell, total, priced in zip(cells, totals, prices, strict=True)
        for s, price in priced.items()
    )
    return Nearest(sum(gaps), totals)


def _any(cell: Cell) -> int:
    """Everything a model of the cell may start with, as one vector."""
    own = 0
    for bag in cell.kind.bags.values():
        own |= bag
    return own
