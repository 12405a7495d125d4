"""From the default wargear towards what is given, one use of an option after the other, as long as it stays legal."""

from __future__ import annotations

from collections.abc import Iterator

import msgspec

from listbuilder.games.shared.wargear.frame import Cell, Frame
from listbuilder.games.shared.wargear.kit import FIELD, Bullet, Kit
from listbuilder.games.shared.wargear.solve import reach

Totals = list[int]  # vector of the items of each cell
Move = dict[int, tuple[int, int]]  # place of a cell -> what one model gains and loses


def climb(frame: Frame, cells: list[Cell], prices: list[dict[int, int]]) -> Totals | None:
    """A legal loadout reached that way; None where not even the default is legal and no single option mends it.

    `prices`: for each cell, of each item by its shift, what one more or less costs.
    """
    kit = frame.kit
    totals = _dealt(frame, cells)
    moves = list(_moves(frame, cells))
    if not _legal(frame, cells, totals):
        mended = (_moved(kit, totals, move, times) for move in moves for times in (1, 2, 3))
        first = next((t for t in mended if t and _legal(frame, cells, t)), None)
        if first is None:
            return None
        totals = first
    better = True
    while better:
        better = False
        for move in moves:
            cost = _cost(cells, totals, prices)
            tries = [t for n in range(1, frame.size + 1) if (t := _moved(kit, totals, move, n))]
            for trial in sorted(tries, key=lambda t: _cost(cells, t, prices))[:2]:
                if _cost(cells, trial, prices) < cost and _legal(frame, cells, trial):
                    totals, better = trial, True
                    break
    return totals


def _dealt(frame: Frame, cells: list[Cell]) -> Totals:
    """The default wargear of each cell."""
    piles: dict[tuple[str, int], list[tuple[int, int]]] = {}
    totals: Totals = []
    for cell in cells:
        rows = [(cell.kind.bags[bag] & cell.part.mask, n) for bag, n in frame.rows[cell.kind.key]]
        pile = piles.setdefault((cell.kind.key, cell.part.index), rows)
        total, left = 0, cell.count
        while left and pile:
            vector, there = pile[0]
            many = min(left, there)
            pile[:1] = [(vector, there - many)] if there > many else []
            total, left = total + vector * many, left - many
        totals.append(0 if cell.default else total)
    return totals


def _moves(frame: Frame, cells: list[Cell]) -> Iterator[Move]:
    bullets = {b.index: b for c in cells for b in c.part.bullets if c.kind.key in b.kinds and b.index in frame.usable}
    for bullet in bullets.values():
        team = len(bullet.gains) if bullet.option.all_or_none else 0
        gains = [sum(bullet.gains)] if team else bullet.gains
        for removal in bullet.removals:
            for gain in gains:
                change = (gain & frame.kit.item_mask, removal.vector * (team or 1))
                places = [i for i, cell in enumerate(cells) if _concerns(bullet, cell)]
                if bullet.every:
                    counts = {i: cells[i].count for i in places}
                    yield {i: (change[0] * n, change[1] * n) for i, n in counts.items()}
                else:
                    yield from ({i: change} for i in places)


def _concerns(bullet: Bullet, cell: Cell) -> bool:
    return not cell.default and cell.kind.key in bullet.kinds and bullet in cell.part.bullets


def _moved(kit: Kit, totals: Totals, move: Move, times: int) -> Totals | None:
    after = list(totals)
    for place, (gain, loss) in move.items():
        if any((loss >> s & FIELD) * times > totals[place] >> s & FIELD for s in kit.items_in(loss)):
            return None
        after[place] += times * (gain - loss)
    return after


def _cost(cells: list[Cell], totals: Totals, prices: list[dict[int, int]]) -> int:
    return sum(
        abs((cell.target >> s & FIELD) - (total >> s & FIELD)) * price
        for cell, total, priced in zip(cells, totals, prices, strict=True)
        for s, price in priced.items()
    )


def _legal(frame: Frame, cells: list[Cell], totals: Totals) -> bool:
    wanted = [msgspec.structs.replace(cell, target=total) for cell, total in zip(cells, totals, strict=True)]
    return reach(frame, wanted) is not None
