"""The legal loadout that changes the fewest items."""

from __future__ import annotations

from collections.abc import Sequence

from listbuilder.model.base import fold
from listbuilder.model.datasheet import Datasheet
from listbuilder.model.limits import PROOF, SETTING_OUT
from listbuilder.wargear.check import (
    EncodedGroups,
    find_fixed_violations,
    get_frame,
    make_cells,
    read_groups,
)
from listbuilder.wargear.composition import Cell, Frame
from listbuilder.wargear.encode import FIELD, UNIT, WIDTH, Kit, get_kit
from listbuilder.wargear.loadout import Group, Verdict, get_default_wargear
from listbuilder.wargear.nearest import Nearest, find_nearest
from listbuilder.wargear.solve import find_assignment


class SearchBudget:
    """The budget of search steps that is left for all units of one army with illegal wargear."""

    def __init__(self, left: int) -> None:
        self.left = left

    @property
    def empty(self) -> bool:
        """True if no search steps are left."""
        return self.left <= 0


def find_nearest_legal(
    sheet: Datasheet, groups: Sequence[Group], purse: SearchBudget | None = None
) -> list[Group] | None:
    """Return the same models with legal wargear and the fewest items changed, or None.

    None: the datasheet cannot be checked, the budget `purse` is used up, or nothing legal is found.
    Without `purse`, the budget is practically endless. The steps spent are taken from the purse. Of
    changes of equal size, the one that keeps the player's choices is taken. The number of changes
    is the smallest possible if a handful is enough and a bounded search can prove it. Where more is
    wrong, the result is the default wargear with the options that were evidently meant. Groups
    without wargear stay without, unless the unit only becomes legal when their default wargear is
    changed.
    """
    kit = get_kit(sheet)
    purse = purse or SearchBudget(1_000 * PROOF)  # no end to it
    reading = read_groups(kit, groups)
    if kit.incomplete or isinstance(reading, Verdict) or purse.empty:
        return None
    purse.left -= SETTING_OUT
    result = _make_legal(kit, reading, purse)
    if result is None and any(group.wargear is None for group in groups):
        plain = get_default_wargear(sheet, groups)
        spelled = [
            g if g.wargear is not None else Group(g.model, g.count, d)
            for g, d in zip(groups, plain, strict=True)
        ]
        reading = read_groups(kit, spelled)
        result = None if isinstance(reading, Verdict) else _make_legal(kit, reading, purse)
    return result


def _make_legal(kit: Kit, reading: EncodedGroups, purse: SearchBudget) -> list[Group] | None:
    """Return the groups of `reading` with legal wargear, or None if none is found.

    The steps spent are taken from `purse`.
    """
    frame = get_frame(kit, reading.counts)
    vectors = {place: vector for place, vector in enumerate(reading.vectors) if vector is not None}
    vectors[-1] = reading.kept
    for wrong in find_fixed_violations(frame, reading):
        shift = WIDTH * kit.index[fold(wrong.item)]
        given = vectors[wrong.group] >> shift & FIELD
        vectors[wrong.group] += (wrong.allowed_max - given) << shift
    for island in frame.split_into_islands(make_cells(frame, reading)):
        if find_assignment(frame, island) is None:
            nearest_loadout = _find_nearest_cached(frame, island, purse)
            if nearest_loadout is None:
                return None
            for cell, total in zip(island, nearest_loadout.totals, strict=True):
                if not cell.default:
                    vectors[cell.group] = vectors[cell.group] & ~cell.part.mask | total
    return _write_groups(kit, frame, reading, vectors)


def _find_nearest_cached(frame: Frame, island: list[Cell], purse: SearchBudget) -> Nearest | None:
    """Return the legal loadout nearest to `island`, or None, and pay its steps from `purse`.

    `island` is a set of cells (the models of one group in one part of their wargear) that depend on
    each other.

    The result is remembered, because a builder asks again at every key. Its steps are paid again
    each time, so that the answer does not depend on what was asked before.
    """
    kept = frame.kit.repairs
    proof = min(PROOF, max(purse.left, 0))
    cells = tuple(
        (cell.group, cell.kind.key, cell.part.index, cell.count, cell.target, cell.default)
        for cell in island
    )
    key = (tuple(frame.counts.items()), cells, proof)
    if key not in kept:
        kept[key] = find_nearest(frame, island, proof)
    nearest_loadout = kept[key]
    purse.left -= nearest_loadout.tries if nearest_loadout else SETTING_OUT
    return nearest_loadout


def _write_groups(
    kit: Kit, frame: Frame, reading: EncodedGroups, vectors: dict[int, int]
) -> list[Group]:
    """Return the groups with the item counts of `vectors`, in the player's order and spelling.

    Items not written by the player come last. Items that the whole unit keeps, if written nowhere,
    go into the first group with wargear.
    """
    kept: dict[int, int] = {}
    if UNIT in frame.counts:
        kept = {shift: vectors[-1] >> shift & FIELD for shift in kit.list_item_shifts(kit.kept)}
    result: list[Group] = []
    for place, group in enumerate(reading.groups):
        if group.wargear is None:
            result.append(group)
            continue
        items: dict[str, int] = {}
        left = {s: vectors[place] >> s & FIELD for s in kit.list_item_shifts(vectors[place])}
        for name, count in group.wargear.items():
            index = kit.index.get(fold(name))
            shift = -1 if index is None else WIDTH * index
            kept_count = min(kept.get(shift, 0), count) if shift in kept else left.pop(shift, 0)
            if shift in kept:
                kept[shift] -= max(kept_count, 0)
            if kept_count > 0:
                items[name] = items.get(name, 0) + kept_count
        items.update({kit.get_item_name(shift): count for shift, count in left.items()})
        result.append(Group(group.model, group.count, items))
    home = next((i for i, group in enumerate(result) if group.wargear is not None), None)
    for shift, count in kept.items():
        if count and home is not None:
            items = result[home].wargear or {}
            items[kit.get_item_name(shift)] = items.get(kit.get_item_name(shift), 0) + count
    return result
