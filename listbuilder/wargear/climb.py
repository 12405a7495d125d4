"""The climb from the default wargear towards what is given, one use of an option after the other.

Every step stays legal.
"""

from __future__ import annotations

from collections.abc import Iterator

import msgspec

from listbuilder.wargear.composition import Cell, Frame
from listbuilder.wargear.encode import FIELD, Bullet, Kit
from listbuilder.wargear.solve import find_assignment

Totals = list[int]  # vector of the items of each cell
Move = dict[int, tuple[int, int]]  # place of a cell -> what one model gains and loses


def search_from_default(
    frame: Frame, cells: list[Cell], prices: list[dict[int, int]]
) -> Totals | None:
    """Return a legal loadout reached from the default by steps to the targets, or None.

    Each step uses one option and lowers the price of the differences. `prices`: for each cell, what
    one more or less of an item costs, by the item's shift. None: the default is not legal, and no
    single option makes it legal.
    """
    kit = frame.kit
    totals = _deal_default(frame, cells)
    moves = list(_list_moves(frame, cells))
    if not _is_legal(frame, cells, totals):
        repaired = _repair_default(frame, cells, totals, moves)
        if repaired is None:
            return None
        totals = repaired
    better = True
    while better:
        better = False
        for move in moves:
            cost = _sum_cost(cells, totals, prices)
            made = [_apply_move(kit, totals, move, n) for n in range(1, frame.size + 1)]
            tries = [trial for trial in made if trial]
            for trial in sorted(tries, key=lambda trial: _sum_cost(cells, trial, prices))[:2]:
                if _sum_cost(cells, trial, prices) < cost and _is_legal(frame, cells, trial):
                    totals, better = trial, True
                    break
    return totals


def _repair_default(
    frame: Frame, cells: list[Cell], totals: Totals, moves: list[Move]
) -> Totals | None:
    """Return `totals` after the first move that makes them legal, or None if none does.

    Each move is tried once, twice and three times.
    """
    for move in moves:
        for times in (1, 2, 3):
            trial = _apply_move(frame.kit, totals, move, times)
            if trial and _is_legal(frame, cells, trial):
                return trial
    return None


def _deal_default(frame: Frame, cells: list[Cell]) -> Totals:
    """Return the default items of each cell, models being dealt in the order of the cells.

    A cell that keeps its default has 0.
    """
    piles: dict[tuple[str, int], list[tuple[int, int]]] = {}
    totals: Totals = []
    for cell in cells:
        rows = [(cell.kind.bags[bag] & cell.part.mask, n) for bag, n in frame.rows[cell.kind.key]]
        pile = piles.setdefault((cell.kind.key, cell.part.index), rows)
        total, left = 0, cell.count
        while left and pile:
            vector, count = pile[0]
            dealt = min(left, count)
            pile[:1] = [(vector, count - dealt)] if count > dealt else []
            total, left = total + vector * dealt, left - dealt
        totals.append(0 if cell.default else total)
    return totals


def _list_moves(frame: Frame, cells: list[Cell]) -> Iterator[Move]:
    """Yield every use of an option as a move: gains and losses of one model, by cell.

    An option for all models moves all cells at once. The alternatives of a team come together, for
    as many models.
    """
    bullets: dict[int, Bullet] = {}
    for cell in cells:
        for bullet in cell.part.bullets:
            if cell.kind.key in bullet.kinds and bullet.index in frame.usable:
                bullets[bullet.index] = bullet
    for bullet in bullets.values():
        team = len(bullet.gains) if bullet.option.all_or_none else 0
        gains = [sum(bullet.gains)] if team else bullet.gains
        for removal in bullet.removals:
            for gain in gains:
                change = (gain & frame.kit.item_mask, removal.vector * (team or 1))
                places = [i for i, cell in enumerate(cells) if _is_concerned(bullet, cell)]
                if bullet.is_all_or_none:
                    counts = {i: cells[i].count for i in places}
                    yield {i: (change[0] * n, change[1] * n) for i, n in counts.items()}
                else:
                    yield from ({i: change} for i in places)


def _is_concerned(bullet: Bullet, cell: Cell) -> bool:
    """Return whether the option `bullet` can change what the models of `cell` carry."""
    return not cell.default and cell.kind.key in bullet.kinds and bullet in cell.part.bullets


def _apply_move(kit: Kit, totals: Totals, move: Move, times: int) -> Totals | None:
    """Return the totals after `move` was made `times` times, or None if items run out."""
    after = list(totals)
    for place, (gain, loss) in move.items():
        if any(
            (loss >> s & FIELD) * times > totals[place] >> s & FIELD
            for s in kit.list_item_shifts(loss)
        ):
            return None
        after[place] += times * (gain - loss)
    return after


def _sum_cost(cells: list[Cell], totals: Totals, prices: list[dict[int, int]]) -> int:
    """Return the price of all items by which `totals` differ from the targets of the cells.

    `prices`: for each cell, the price of one more or less of an item, by the item's shift.
    """
    return sum(
        abs((cell.target >> s & FIELD) - (total >> s & FIELD)) * price
        for cell, total, cell_prices in zip(cells, totals, prices, strict=True)
        for s, price in cell_prices.items()
    )


def _is_legal(frame: Frame, cells: list[Cell], totals: Totals) -> bool:
    """Return whether the models of the cells can have exactly the items `totals`."""
    wanted = [
        msgspec.structs.replace(cell, target=total)
        for cell, total in zip(cells, totals, strict=True)
    ]
    return find_assignment(frame, wanted) is not None
