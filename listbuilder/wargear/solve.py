"""The exact search for a use of the options that reaches exactly the given counts.

It goes part by part.
"""

from __future__ import annotations

from collections.abc import Mapping

import msgspec

from listbuilder.wargear.composition import EVERYTHING, Cell, Frame, Mode
from listbuilder.wargear.encode import FIELD, GUARD, WIDTH

Pick = tuple[int, int, int]  # place of the cell, vector, how many models


class CellTable(msgspec.Struct, frozen=True):
    """The vectors that the models of a cell can have, ready for the search."""

    entries: list[int]
    gone: list[int]  # per entry: item fields that no later entry can fill
    sizes: list[int]  # items in each entry
    spans: list[tuple[int, int]]
    values: int  # the item fields of the cell, without guard bits
    target: int
    size: int  # items in the target
    count: int


def _make_table(frame: Frame, cell: Cell, mode: Mode) -> CellTable | None:
    """Return the search table of `cell` in `mode`, or None if it can't reach its target.

    The table has the vectors that models of the cell can have. The target can't be reached if no
    vector fits into it, or if no vector has one of its items. Vectors of rare items come first, so
    that the search ends early where nothing fits.
    """
    guards, mask = frame.kit.guards, cell.part.mask
    wanted = sum(FIELD << s for s in frame.kit.list_item_shifts(cell.target & mask))
    entries = frame.get_entries(cell.kind, cell.part, mode, cell.default, wanted)
    room = cell.target & mask | guards
    fitting = [entry for entry in entries if (room - (entry & mask)) & guards == guards]
    if not fitting and cell.count:
        return None
    fields = list(frame.kit.list_item_shifts(mask))
    givers = {s: sum(1 for entry in fitting if entry >> s & FIELD) for s in fields}
    fitting.sort(
        key=lambda entry: min((givers[s] for s in fields if entry >> s & FIELD), default=1 << WIDTH)
    )
    last_place = dict.fromkeys(fields, 0)
    for place, entry in enumerate(fitting):
        last_place.update((s, place + 1) for s in fields if entry >> s & FIELD)
    gone = [
        sum((FIELD ^ GUARD) << s for s in fields if last_place[s] <= place + 1)
        for place in range(len(fitting))
    ]
    values = sum((FIELD ^ GUARD) << s for s in fields)
    if any(cell.target >> s & FIELD and not last_place[s] for s in fields):
        return None
    sizes = [sum(entry >> s & FIELD for s in fields) for entry in fitting]
    size = sum(cell.target >> s & FIELD for s in fields)
    return CellTable(
        fitting,
        gone,
        sizes,
        _make_spans(sizes),
        values,
        (cell.target | guards) & mask,
        size,
        cell.count,
    )


def _make_spans(sizes: list[int]) -> list[tuple[int, int]]:
    """Return, for each place, the fewest and the most items on one model from that place on.

    `sizes` are the numbers of items of the entries.
    """
    spans: list[tuple[int, int]] = []
    for size in reversed(sizes):
        low, high = spans[-1] if spans else (size, size)
        spans.append((min(low, size), max(high, size)))
    return spans[::-1]


def get_caps(frame: Frame, mode: Mode) -> tuple[int, int]:
    """Return how much of each field may be used up in `mode`, and the fields that must be.

    The second is a field mask without guard bits.
    """
    caps, exact = frame.caps, 0
    for shift, value in mode.exact:
        caps = caps & ~(FIELD << shift) | (value | GUARD) << shift
        exact |= (FIELD ^ GUARD) << shift
    return caps, exact


def find_assignment(frame: Frame, cells: list[Cell]) -> list[Pick] | None:
    """Return a way for the models of these cells to have exactly their targets, or None.

    Each pick is the place of a cell, a vector, and how many models have that vector. None: there is
    no way.
    """
    for mode in frame.list_modes(cells):
        tables: list[CellTable] = []
        for cell in cells:
            table = _make_table(frame, cell, mode)
            if table is None:
                break
            tables.append(table)
        else:
            picks = _search_assignment(frame, tables, *get_caps(frame, mode))
            if picks is not None:
                return picks
    return None


def _search_assignment(
    frame: Frame, tables: list[CellTable], caps: int, exact: int
) -> list[Pick] | None:
    """Return picks that use up the targets of all `tables` within `caps`, or None.

    `exact` are the fields of options of which nothing may be left.
    """
    guards = frame.kit.guards
    items = frame.kit.item_mask
    dead: set[tuple[int, int, int, int]] = set()
    picks: list[Pick] = []

    def assign_models(place: int, first_entry: int, left: int, count: int, size: int) -> bool:
        """Return whether the models that are left can be assigned; if so, their picks are added.

        `place` is the table, `first_entry` its first entry to try, `left` what is left of the
        target and the caps, `count` the models and `size` the items still to be assigned. Dead ends
        are remembered.
        """
        table = tables[place]
        if not count:
            if left & table.values:
                return False
            if place + 1 == len(tables):
                return not left & exact
            following = tables[place + 1]
            start = left & ~items | following.target | guards & items
            return assign_models(place + 1, 0, start, following.count, following.size)
        key = (place, first_entry, left, count)
        if key in dead:
            return False
        for i in range(first_entry, len(table.entries)):
            entry, rest = table.entries[i], left
            low, high = table.spans[i]
            if not low * count <= size <= high * count:
                break
            for many in range(1, count + 1):
                rest -= entry
                if rest & guards != guards:
                    break
                after = size - many * table.sizes[i]
                if not rest & table.gone[i] and assign_models(
                    place, i + 1, rest, count - many, after
                ):
                    picks.append((place, entry, many))
                    return True
            if left & table.gone[i]:
                break
        dead.add(key)
        return False

    first = tables[0]
    start = caps & ~items | first.target | guards & items
    return picks if assign_models(0, 0, start, first.count, first.size) else None


def find_extreme_count(
    frame: Frame,
    cells: list[Cell],
    weights: Mapping[int, int],
    *,
    least: bool = False,
    wanted: int = EVERYTHING,
) -> int | None:
    """Return the most of certain items that the cells can carry in any legal loadout, or None.

    With `least`, the fewest are returned. `weights` says which items count: place of a cell ->
    field mask of items. What else the cells carry does not matter. `wanted`: items that the search
    has to look at. None: no loadout is legal at all.
    """
    best: int | None = None
    for mode in frame.list_modes(cells):
        lists: list[list[tuple[int, int]]] = []
        for place, cell in enumerate(cells):
            gains: dict[int, int] = {}
            shifts: list[int] = []
            if place in weights and not cell.default:
                shifts = list(frame.kit.list_item_shifts(weights[place]))
            for entry in frame.get_entries(cell.kind, cell.part, mode, cell.default, wanted):
                uses, value = entry & ~frame.kit.item_mask, 0
                for shift in shifts:
                    value += entry >> shift & FIELD
                value = -value if least else value
                if value > gains.get(uses, -FIELD):
                    gains[uses] = value
            ranked = sorted(
                ((value, uses) for uses, value in gains.items()),
                key=lambda pair: (-pair[0], pair[1]),
            )
            lists.append(ranked if mode.exact else _keep_worthwhile(ranked, frame.kit.guards))
        if all(lists):
            better = _find_best_total(frame, cells, lists, *get_caps(frame, mode), best)
            best = better if better is not None else best
    return -best if best is not None and least else best


def _keep_worthwhile(ranked: list[tuple[int, int]], guards: int) -> list[tuple[int, int]]:
    """Return the pairs (value, uses) without those that use more but are worth no more.

    `ranked` are the pairs, the most valuable first.
    """
    best: list[tuple[int, int]] = []
    for value, uses in ranked:
        if not any(((uses | guards) - kept_uses) & guards == guards for _, kept_uses in best):
            best.append((value, uses))
    return best


def _find_best_total(
    frame: Frame,
    cells: list[Cell],
    lists: list[list[tuple[int, int]]],
    caps: int,
    exact: int,
    best: int | None,
) -> int | None:
    """Return the largest total value of all cells that is above `best`, or None if none is.

    `lists` has for each cell the pairs (value, uses) that a model can have, the most valuable
    first. `caps` is what may be used up, and of the fields in `exact` nothing may be left. `best`
    None: any total is good.
    """
    guards = frame.kit.guards
    tail = [0] * (len(cells) + 1)
    for place in range(len(cells) - 1, -1, -1):
        tail[place] = tail[place + 1] + cells[place].count * lists[place][0][0]
    seen: dict[tuple[int, int, int, int], int] = {}
    top = best

    def assign_models(place: int, first: int, left: int, count: int, total: int) -> None:
        """Try every assignment of the models that are left, and keep the largest total in `top`.

        `place` is the cell, `first` its first pair to try, `left` the uses still allowed, `count`
        the models left, and `total` the value so far. A branch that cannot beat the best total is
        not followed.
        """
        nonlocal top
        if not count:
            if place + 1 < len(cells):
                assign_models(place + 1, 0, left, cells[place + 1].count, total)
            elif not left & exact and (top is None or total > top):
                top = total
            return
        key = (place, first, left, count)
        if seen.get(key, total - 1) >= total:
            return
        seen[key] = total
        for i in range(first, len(lists[place])):
            value, uses = lists[place][i]
            if top is not None and total + count * value + tail[place + 1] <= top:
                return
            steps = _count_affordable(left, uses, count, guards)
            for many in range(steps, 0, -1):
                assign_models(place, i + 1, left - many * uses, count - many, total + many * value)

    assign_models(0, 0, caps & ~frame.kit.item_mask | guards, cells[0].count, 0)
    return top if top != best else None


def _count_affordable(left: int, uses: int, count: int, guards: int) -> int:
    """Return how many models, at most `count`, can each make `uses` within what is `left`."""
    if not uses:
        return count
    affordable = 0
    while affordable < count and (left - uses) & guards == guards:
        left -= uses
        affordable += 1
    return affordable
