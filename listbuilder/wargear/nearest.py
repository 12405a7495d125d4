"""The legal loadout with the fewest changes of items.

It is searched by branch and bound over what each model can be.
"""

from __future__ import annotations

from collections.abc import Iterator

import msgspec

from listbuilder.model.limits import STEPS, TRIES
from listbuilder.wargear.climb import search_from_default
from listbuilder.wargear.composition import Cell, Frame, Mode
from listbuilder.wargear.encode import FIELD, GUARD, WIDTH
from listbuilder.wargear.solve import get_caps

CHANGE = 1000  # price of one item more or less
# the same for an item models do not have by default: what was chosen stays, if it costs no more
CHOSEN = 1001


class Menu(msgspec.Struct, frozen=True):
    """The vectors that the models of a cell can have, ready for the search."""

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
    """A legal loadout: its price in changes, the items of each cell, and the tries spent on it."""

    cost: int
    totals: list[int]  # vector of the items of each cell
    tries: int = 0  # spent on it


Made = list[tuple[Mode, list[Menu]]]


def find_nearest(frame: Frame, cells: list[Cell], proof: int = TRIES) -> Nearest | None:
    """Return the legal loadout with the fewest changes, or None if nothing is legal.

    Changes are counted from the targets of the `cells`. A cell is the models of one group in one
    part of their wargear; cells without a target keep their default. First the search looks only at
    simple entries, which finds a good loadout fast. Then it looks at all entries, to find a better
    loadout or to prove that there is none, as far as `proof` tries suffice. Where very much is
    wrong, the result is the default wargear with the options that were evidently meant. The result
    is legal in any case.
    """
    search = _Search(frame, cells, TRIES)
    modes = list(frame.list_modes(cells))
    simple = [(mode, made) for mode in modes if (made := search.make_menus(mode, simple=True))]
    whole = [(mode, made) for mode in modes if (made := search.make_menus(mode, simple=False))]
    candidates = (search.search_modes(simple, step * CHOSEN + 1) for step in STEPS[:-1])
    best = next((candidate for candidate in candidates if candidate), None) or find_from_default(
        frame, cells
    )
    if best is None:
        return None
    spent = TRIES - search.tries
    search.tries, search.exact = proof, True
    for bound in sorted({min(step * CHOSEN + 1, best.cost) for step in STEPS}):
        better = search.search_modes(whole, bound)
        if better or not search.exact:
            best = better or best
            break
    spent += proof - search.tries
    return Nearest(best.cost, best.totals, spent)


class _Search:
    """The search of the legal loadout nearest to a set of cells, with the tries left."""

    def __init__(self, frame: Frame, cells: list[Cell], tries: int) -> None:
        """Prepare a search of `cells` that may make `tries` steps."""
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

    def search_modes(self, made: Made, bound: int) -> Nearest | None:
        """Return the cheapest loadout that costs less than `bound` in any of the modes, or None.

        `made` are the modes, each with the menus of all cells.
        """
        best: Nearest | None = None
        for mode, menus in made:
            best = self.search_mode(mode, menus, best.cost if best else bound) or best
        return best

    def make_menus(self, mode: Mode, *, simple: bool) -> list[Menu]:
        """Return the menus of all cells in `mode`, or [] if a cell has no vector to choose.

        `simple`: only simple entries are used, except for cells that keep their default.
        """
        menus = [self._make_menu(cell, mode, simple and not cell.default) for cell in self.cells]
        return menus if all(menu.entries or not menu.count for menu in menus) else []

    def search_mode(self, mode: Mode, menus: list[Menu], bound: int) -> Nearest | None:
        """Return the cheapest loadout that costs less than `bound` in `mode`, or None.

        `menus` are the vectors each cell can choose from.
        """
        caps, self.must = get_caps(self.frame, mode)
        self.menus, self.bound, self.found = menus, bound, None
        self.trail, self.seen = [], set()
        start = caps & ~self.frame.kit.item_mask | menus[0].target
        self._assign_models(0, 0, start, menus[0].count, menus[0].size, 0)
        return self.found

    def _make_menu(self, cell: Cell, mode: Mode, simple: bool) -> Menu:
        """Return the menu of `cell` in `mode`: the vectors for its models, rare items first.

        `simple`: only simple entries are used, if there are any.
        """
        kit, frame = self.frame.kit, self.frame
        own = _merge_bags(cell)
        shifts = list(kit.list_item_shifts(cell.part.mask))
        guards = sum(GUARD << s for s in shifts)
        fields = sum(FIELD << s for s in kit.list_item_shifts(cell.target))
        entries: list[int] = []
        if simple:
            entries = frame.get_simple_entries(cell.kind, cell.part, mode, fields, cell.count)[:]
        entries = entries or frame.get_entries(cell.kind, cell.part, mode, cell.default)[:]
        givers = {s: sum(1 for entry in entries if entry >> s & FIELD) for s in shifts}
        entries.sort(
            key=lambda entry: min(
                (givers[s] for s in shifts if entry >> s & FIELD), default=1 << WIDTH
            )
        )
        last_place = dict.fromkeys(shifts, -1)
        for place, entry in enumerate(entries):
            last_place.update((s, place) for s in shifts if entry >> s & FIELD)
        sizes = [sum(entry >> s & FIELD for s in shifts) for entry in entries]
        return Menu(
            entries=entries,
            sizes=sizes,
            guards=guards,
            target=cell.target & cell.part.mask | guards,
            gone=[
                sum((FIELD ^ GUARD) << s for s in shifts if last_place[s] <= place)
                for place in range(len(entries))
            ],
            fields=[(s, CHANGE if own >> s & FIELD else CHOSEN) for s in shifts],
            size=sum(cell.target >> s & FIELD for s in shifts),
            light=min(sizes, default=cell.count),
            heavy=max(sizes, default=cell.count),
            count=cell.count,
        )

    def _assign_models(
        self, place: int, first: int, left: int, count: int, size: int, cost: int
    ) -> None:
        """Try every assignment of the models still left, and keep the cheapest loadout in `found`.

        `place` is the cell, and `first` its first entry to try. `left` holds, field by field, the
        items still to be carried and the uses still allowed; below its guard bit, a field says that
        too much is carried. `count` models and `size` items are left, and `cost` is the price so
        far. If no tries are left, it stops, and the search is marked as not exact.
        """
        menu = self.menus[place]
        if not count:
            gone = menu.guards - (menu.guards >> WIDTH - 1)
            self._finish_cell(place, left, cost + _compute_difference_price(menu, left, gone))
            return
        key = (place, first, left, count, cost)
        if key in self.seen:
            return
        self.seen.add(key)
        uses = self.frame.kit.guards & ~self.frame.kit.item_mask
        for i in range(first, len(menu.entries)):
            entry, gone = menu.entries[i], menu.gone[i]
            for amount in self._order_amounts(menu, i, left, count):
                self.tries -= 1
                if self.tries < 0:
                    self.exact = False
                    return
                rest = left - amount * entry
                if entry > self.frame.kit.item_mask and not _can_afford(left, entry, amount, uses):
                    continue
                more, after = count - amount, size - amount * menu.sizes[i]
                bulk = max(after - more * menu.heavy, more * menu.light - after) * CHANGE
                if cost + max(bulk, _compute_difference_price(menu, rest, gone)) < self.bound:
                    self.trail.append((place, entry, amount))
                    self._assign_models(place, i + 1, rest, more, after, cost)
                    self.trail.pop()
            if cost + _compute_difference_price(menu, left, gone) >= self.bound:
                return

    def _order_amounts(self, menu: Menu, i: int, left: int, count: int) -> Iterator[int]:
        """Yield how many models to give menu entry `i` in turn, the likeliest number first.

        The last entry gets all that are left.
        """
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

    def _finish_cell(self, place: int, left: int, cost: int) -> None:
        """Go on with the cell after `place`; after the last, keep the loadout as the best.

        Nothing is done if `cost` is not below that of the best loadout known. The loadout isn't
        kept either if a use that must be made is still left.
        """
        if cost >= self.bound:
            return
        if place + 1 < len(self.menus):
            after = self.menus[place + 1]
            self._assign_models(
                place + 1,
                0,
                left & ~self.frame.kit.item_mask | after.target,
                after.count,
                after.size,
                cost,
            )
        elif not left & self.must:
            self.bound = cost
            sums = [0] * len(self.cells)
            for cell_place, vector, amount in self.trail:
                sums[cell_place] += (vector & self.cells[cell_place].part.mask) * amount
            self.found = Nearest(cost, sums)


def _compute_difference_price(menu: Menu, left: int, gone: int) -> int:
    """Return the price of items carried too much, or missing and impossible to add later.

    `left` is the target without what is carried so far. `gone` are the fields that no later entry
    can fill.
    """
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


def _can_afford(left: int, entry: int, many: int, uses: int) -> bool:
    """Return whether `many` models can have `entry` with the uses of options that are `left`.

    `uses` are the guard bits of the fields for uses.
    """
    for _ in range(many):
        left -= entry
        if left & uses != uses:
            return False
    return True


def find_from_default(frame: Frame, cells: list[Cell]) -> Nearest | None:
    """Return the default wargear with options used to come near the targets, or None.

    The result is not always the nearest legal loadout. None: nothing legal is found this way.
    """
    prices: list[dict[int, int]] = []
    for cell in cells:
        own = sum(FIELD << s for s in frame.kit.list_item_shifts(_merge_bags(cell)))
        shifts = () if cell.default else frame.kit.list_item_shifts(cell.part.mask)
        prices.append({s: CHANGE if own >> s & FIELD else CHOSEN for s in shifts})
    totals = search_from_default(frame, cells, prices)
    if totals is None:
        return None
    gaps = (
        abs((cell.target >> s & FIELD) - (total >> s & FIELD)) * price
        for cell, total, cell_prices in zip(cells, totals, prices, strict=True)
        for s, price in cell_prices.items()
    )
    return Nearest(sum(gaps), totals)


def _merge_bags(cell: Cell) -> int:
    """Return a vector with every item that a model of the cell may start with.

    Only whether a field is empty means something: the vectors are merged bit by bit.
    """
    own = 0
    for bag in cell.kind.bags.values():
        own |= bag
    return own
