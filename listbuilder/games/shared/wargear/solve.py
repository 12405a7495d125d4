"""Is there a use of the options that reaches exactly these counts? An exact search, part by part."""

from __future__ import annotations

from collections.abc import Mapping

import msgspec

from listbuilder.games.shared.wargear.frame import EVERYTHING, Cell, Frame, Mode
from listbuilder.games.shared.wargear.kit import FIELD, GUARD, WIDTH

Pick = tuple[int, int, int]  # place of the cell, vector, how many models


class Table(msgspec.Struct, frozen=True):
    """What the models of a cell can be, ready for the search."""

    entries: list[int]
    gone: list[int]  # per entry: item fields that no later entry can fill
    sizes: list[int]  # items in each entry
    spans: list[tuple[int, int]]
    values: int  # the item fields of the cell, without guard bits
    target: int
    size: int  # items in the target
    count: int


def _table(frame: Frame, cell: Cell, mode: Mode) -> Table | None:
    guards, mask = frame.kit.guards, cell.part.mask
    wanted = sum(FIELD << s for s in frame.kit.items_in(cell.target & mask))
    entries = frame.entries(cell.kind, cell.part, mode, cell.default, wanted)
    room = cell.target & mask | guards
    fitting = [entry for entry in entries if (room - (entry & mask)) & guards == guards]
    if not fitting and cell.count:
        return None
    fields = list(frame.kit.items_in(mask))
    givers = {s: sum(1 for entry in fitting if entry >> s & FIELD) for s in fields}
    fitting.sort(key=lambda entry: min((givers[s] for s in fields if entry >> s & FIELD), default=1 << WIDTH))
    last = dict.fromkeys(fields, 0)
    for place, entry in enumerate(fitting):
        last.update((s, place + 1) for s in fields if entry >> s & FIELD)
    gone = [sum((FIELD ^ GUARD) << s for s in fields if last[s] <= place + 1) for place in range(len(fitting))]
    values = sum((FIELD ^ GUARD) << s for s in fields)
    if any(cell.target >> s & FIELD and not last[s] for s in fields):
        return None
    sizes = [sum(entry >> s & FIELD for s in fields) for entry in fitting]
    size = sum(cell.target >> s & FIELD for s in fields)
    return Table(fitting, gone, sizes, _spans(sizes), values, (cell.target | guards) & mask, size, cell.count)


def _spans(sizes: list[int]) -> list[tuple[int, int]]:
    """Fewest and most items on one model, among the entries from each place on."""
    spans: list[tuple[int, int]] = []
    for size in reversed(sizes):
        low, high = spans[-1] if spans else (size, size)
        spans.append((min(low, size), max(high, size)))
    return spans[::-1]


def caps_in(frame: Frame, mode: Mode) -> tuple[int, int]:
    """What may be used up, and the fields (without guard bits) that must be."""
    caps, exact = frame.caps, 0
    for shift, value in mode.exact:
        caps = caps & ~(FIELD << shift) | (value | GUARD) << shift
        exact |= (FIELD ^ GUARD) << shift
    return caps, exact


def reach(frame: Frame, cells: list[Cell]) -> list[Pick] | None:
    """A way for the models of these cells to reach their targets exactly, or None: there is none."""
    for mode in frame.modes(cells):
        tables: list[Table] = []
        for cell in cells:
            table = _table(frame, cell, mode)
            if table is None:
                break
            tables.append(table)
        else:
            picks = _search(frame, tables, *caps_in(frame, mode))
            if picks is not None:
                return picks
    return None


def _search(frame: Frame, tables: list[Table], caps: int, exact: int) -> list[Pick] | None:
    guards = frame.kit.guards
    items = frame.kit.item_mask
    dead: set[tuple[int, int, int, int]] = set()
    picks: list[Pick] = []

    def go(place: int, first: int, left: int, count: int, size: int) -> bool:
        table = tables[place]
        if not count:
            if left & table.values:
                return False
            if place + 1 == len(tables):
                return not left & exact
            following = tables[place + 1]
            start = left & ~items | following.target | guards & items
            return go(place + 1, 0, start, following.count, following.size)
        key = (place, first, left, count)
        if key in dead:
            return False
        for i in range(first, len(table.entries)):
            entry, rest = table.entries[i], left
            low, high = table.spans[i]
            if not low * count <= size <= high * count:
                break
            for many in range(1, count + 1):
                rest -= entry
                if rest & guards != guards:
                    break
                after = size - many * table.sizes[i]
                if not rest & table.gone[i] and go(place, i + 1, rest, count - many, after):
                    picks.append((place, entry, many))
                    return True
            if left & table.gone[i]:
                break
        dead.add(key)
        return False

    first = tables[0]
    return picks if go(0, 0, caps & ~items | first.target | guards & items, first.count, first.size) else None


def most(
    frame: Frame, cells: list[Cell], weights: Mapping[int, int], *, least: bool = False, wanted: int = EVERYTHING
) -> int | None:
    """The most (or least) items these cells can carry in any legal loadout, whatever else they carry.

    `weights`: place of a cell -> field mask of the items counted there. None: no loadout is legal at all.
    """
    best: int | None = None
    for mode in frame.modes(cells):
        lists: list[list[tuple[int, int]]] = []
        for place, cell in enumerate(cells):
            gains: dict[int, int] = {}
            shifts = list(frame.kit.items_in(weights[place])) if place in weights and not cell.default else []
            for entry in frame.entries(cell.kind, cell.part, mode, cell.default, wanted):
                uses, value = entry & ~frame.kit.item_mask, 0
                for shift in shifts:
                    value += entry >> shift & FIELD
                value = -value if least else value
                if value > gains.get(uses, -FIELD):
                    gains[uses] = value
            ranked = sorted(((value, uses) for uses, value in gains.items()), key=lambda pair: (-pair[0], pair[1]))
            lists.append(ranked if mode.exact else _worthwhile(ranked, frame.kit.guards))
        if all(lists):
            found = _climb(frame, cells, lists, *caps_in(frame, mode), best)
            best = found if found is not None else best
    return -best if best is not None and least else best


def _worthwhile(ranked: list[tuple[int, int]], guards: int) -> list[tuple[int, int]]:
    """Without what uses up as much as something that is worth as much or more."""
    best: list[tuple[int, int]] = []
    for value, uses in ranked:
        if not any(((uses | guards) - other) & guards == guards for _, other in best):
            best.append((value, uses))
    return best


def _climb(
    frame: Frame, cells: list[Cell], lists: list[list[tuple[int, int]]], caps: int, exact: int, best: int | None
) -> int | None:
    """The best total above `best`, or None."""
    guards = frame.kit.guards
    tail = [0] * (len(cells) + 1)
    for place in range(len(cells) - 1, -1, -1):
        tail[place] = tail[place + 1] + cells[place].count * lists[place][0][0]
    seen: dict[tuple[int, int, int, int], int] = {}
    top = best

    def go(place: int, first: int, left: int, count: int, total: int) -> None:
        nonlocal top
        if not count:
            if place + 1 < len(cells):
                go(place + 1, 0, left, cells[place + 1].count, total)
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
            steps = _fits(left, uses, count, guards)
            for many in range(steps, 0, -1):
                go(place, i + 1, left - many * uses, count - many, total + many * value)

    go(0, 0, caps & ~frame.kit.item_mask | guards, cells[0].count, 0)
    return top if top != best else None


def _fits(left: int, uses: int, count: int, guards: int) -> int:
    if not uses:
        return count
    many = 0
    while many < count and (left - uses) & guards == guards:
        left -= uses
        many += 1
    return many
