"""The legal loadout that changes the fewest items."""

from __future__ import annotations

from collections.abc import Sequence

from listbuilder.games.shared.wargear.check import Reading, cells_of, fixed, frame_of, read
from listbuilder.games.shared.wargear.frame import Cell, Frame
from listbuilder.games.shared.wargear.kit import FIELD, UNIT, WIDTH, Kit, kit_of
from listbuilder.games.shared.wargear.loadout import Group, Verdict, default_wargear
from listbuilder.games.shared.wargear.nearest import Nearest, nearest
from listbuilder.games.shared.wargear.solve import reach
from listbuilder.model.base import fold
from listbuilder.model.bounds import PROOF, SETTING_OUT
from listbuilder.model.datasheet import Datasheet


class Purse:
    """The tries left for all the wrong units of one army."""

    def __init__(self, left: int) -> None:
        self.left = left

    @property
    def empty(self) -> bool:
        return self.left <= 0


def nearest_legal(sheet: Datasheet, groups: Sequence[Group], purse: Purse | None = None) -> list[Group] | None:
    """The same models with legal wargear and the fewest items added or taken away; ties keep what was chosen.

    The fewest wherever a handful of changes is enough and a bounded search can tell; where more is wrong, it is the
    default wargear with the options evidently meant. None: the datasheet cannot be checked. Groups without wargear
    stay without, unless only a change of their default makes the unit legal. What is spent is taken from the purse.
    """
    kit = kit_of(sheet)
    purse = purse or Purse(1_000 * PROOF)  # no end to it
    reading = read(kit, groups)
    if kit.incomplete or isinstance(reading, Verdict) or purse.empty:
        return None
    purse.left -= SETTING_OUT
    found = _mend(kit, reading, purse)
    if found is None and any(group.wargear is None for group in groups):
        plain = default_wargear(sheet, groups)
        spelled = [g if g.wargear is not None else Group(g.model, g.count, d) for g, d in zip(groups, plain, strict=True)]
        reading = read(kit, spelled)
        found = None if isinstance(reading, Verdict) else _mend(kit, reading, purse)
    return found


def _mend(kit: Kit, reading: Reading, purse: Purse) -> list[Group] | None:
    frame = frame_of(kit, reading.counts)
    vectors = {place: vector for place, vector in enumerate(reading.vectors) if vector is not None}
    vectors[-1] = reading.kept
    for wrong in fixed(frame, reading):
        shift = WIDTH * kit.index[fold(wrong.item)]
        vectors[wrong.group] += (wrong.allowed_max - (vectors[wrong.group] >> shift & FIELD)) << shift
    for island in frame.islands(cells_of(frame, reading)):
        if reach(frame, island) is None:
            near = _nearest(frame, island, purse)
            if near is None:
                return None
            _put(vectors, island, near.totals)
    return _spell(kit, frame, reading, vectors)


def _nearest(frame: Frame, island: list[Cell], purse: Purse) -> Nearest | None:
    """Remembered, for a builder asks again at every key; paid for all the same, so that nothing hangs on what was asked."""
    kept = frame.kit.repairs
    proof = min(PROOF, max(purse.left, 0))
    cells = tuple((cell.group, cell.kind.key, cell.part.index, cell.count, cell.target, cell.default) for cell in island)
    key = (tuple(frame.counts.items()), cells, proof)
    if key not in kept:
        kept[key] = nearest(frame, island, proof)
    near = kept[key]
    purse.left -= near.tries if near else SETTING_OUT
    return near


def _put(vectors: dict[int, int], island: list[Cell], totals: list[int]) -> None:
    for cell, total in zip(island, totals, strict=True):
        if not cell.default:
            vectors[cell.group] = vectors[cell.group] & ~cell.part.mask | total


def _spell(kit: Kit, frame: Frame, reading: Reading, vectors: dict[int, int]) -> list[Group]:
    """Back to names, in the player's own order and spelling; new items last."""
    kept = {shift: vectors[-1] >> shift & FIELD for shift in kit.items_in(kit.kept)} if UNIT in frame.counts else {}
    result: list[Group] = []
    for place, group in enumerate(reading.groups):
        if group.wargear is None:
            result.append(group)
            continue
        items: dict[str, int] = {}
        left = {s: vectors[place] >> s & FIELD for s in kit.items_in(vectors[place])}
        for name, count in group.wargear.items():
            at = kit.index.get(fold(name))
            shift = -1 if at is None else WIDTH * at
            due = min(kept.get(shift, 0), count) if shift in kept else left.pop(shift, 0)
            if shift in kept:
                kept[shift] -= max(due, 0)
            if due > 0:
                items[name] = items.get(name, 0) + due
        items.update({kit.name_at(shift): count for shift, count in left.items()})
        result.append(Group(group.model, group.count, items))
    home = next((i for i, group in enumerate(result) if group.wargear is not None), None)
    for shift, count in kept.items():
        if count and home is not None:
            items = result[home].wargear or {}
            items[kit.name_at(shift)] = items.get(kit.name_at(shift), 0) + count
    return result
