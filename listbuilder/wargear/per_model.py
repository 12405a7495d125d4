"""The wargear of single models: the counts of a group told apart, model by model.

A roster counts wargear over a group. Where the options of the datasheet allow these counts at all,
the search that proves it says which models carry what; where they do not, the items are dealt out
in turn, so that what replaces something lands on a model without it.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise

from listbuilder.model.base import fold
from listbuilder.model.datasheet import Datasheet
from listbuilder.wargear.check import EncodedGroups, get_frame, make_cells, read_groups
from listbuilder.wargear.encode import FIELD, Kit, get_kit
from listbuilder.wargear.loadout import Group
from listbuilder.wargear.solve import find_assignment

Model = dict[str, int]  # what one model carries, by the names the group uses


def split_by_model(sheet: Datasheet, groups: Sequence[Group]) -> list[list[Model]]:
    """Return for each group its models, each as the items it carries with their counts.

    Each group states all its wargear. If the datasheet's options allow the counts, the models carry
    what the options permit; otherwise the items are dealt out in turn.
    """
    kit = get_kit(sheet)
    reading = read_groups(kit, groups)
    solved = _solve_by_group(kit, reading) if isinstance(reading, EncodedGroups) else {}
    result: list[list[Model]] = []
    for place, group in enumerate(groups):
        models: list[Model] = [{} for _ in range(group.count)]
        left = dict(group.wargear or {})
        spelled = {fold(name): name for name in left}
        for start, vector, many in solved.get(place, ()):
            for item, count in _get_items(kit, vector).items():
                name = spelled.get(item, item)
                for model in models[start : start + many]:
                    model[name] = model.get(name, 0) + count
                left[name] = left.get(name, 0) - count * many
        _deal_items(models, {name: count for name, count in left.items() if count > 0})
        order = {name: position for position, name in enumerate(group.wargear or {})}
        result.append(
            [
                dict(sorted(model.items(), key=lambda pair: order.get(pair[0], 0)))
                for model in models
            ]
        )
    return result


def _solve_by_group(kit: Kit, reading: EncodedGroups) -> dict[int, list[tuple[int, int, int]]]:
    """Return for each group its lots: first model, vector of items, number of models.

    A lot is models that carry the same in one part of their wargear. Groups for which no legal way
    is found have none. The biggest lot comes first, so that rare items are at the end of the group
    in every part of its wargear.
    """
    lots_by_group: dict[int, list[tuple[int, int, int]]] = {}
    frame = get_frame(kit, reading.counts)
    if kit.incomplete or reading.strange:
        return lots_by_group
    for island in frame.split_into_islands(make_cells(frame, reading)):
        picks = find_assignment(frame, island)
        starts: dict[int, int] = {}
        # The biggest lot first: what is rare stands at the end of the group, in every part of the
        # wargear.
        for place, vector, many in sorted(picks or (), key=lambda pick: -pick[2]):
            cell = island[place]
            if cell.group >= 0 and not cell.default:
                start = starts.get(place, 0)
                lots_by_group.setdefault(cell.group, []).append(
                    (start, vector & cell.part.mask, many)
                )
                starts[place] = start + many
    return lots_by_group


def _get_items(kit: Kit, vector: int) -> dict[str, int]:
    """Return the items of `vector` with their counts, by folded name."""
    return {
        fold(kit.get_item_name(shift)): vector >> shift & FIELD
        for shift in kit.list_item_shifts(vector & kit.item_mask)
    }


def deal_lots(count: int, items: Model) -> list[tuple[int, Model]]:
    """Return `items` dealt to `count` models in turn: (number of models, items of each).

    It is for more models than any unit has: it deals as `_deal_items` does, but without a record of
    every single model.
    """
    spans: list[tuple[str, int, int]] = []
    position = 0
    for name, number in sorted(items.items(), key=lambda pair: -(pair[1] % count)):
        over = number % count
        spans.append((name, position, position + over))
        position = (position + over) % count
    edges = sorted({0, count} | {edge % count for _, start, end in spans for edge in (start, end)})
    result: list[tuple[int, Model]] = []
    for first, last in pairwise(edges):
        more = {
            name
            for name, start, end in spans
            if start <= first < end or start <= first + count < end
        }
        carried = {name: number // count + (name in more) for name, number in items.items()}
        result.append((last - first, {name: number for name, number in carried.items() if number}))
    return result


def _deal_items(models: list[Model], items: Model) -> None:
    """Add the items to the `models`: an equal share to each, then the remainder in turn.

    The left-over items go round the models: each item begins at the model after the last one
    served.
    """
    if not models:
        return
    rest: Model = {}
    for name, count in items.items():
        share, over = divmod(count, len(models))
        for model in models if share else ():
            model[name] = model.get(name, 0) + share
        if over:
            rest[name] = over
    position = 0
    for name, count in sorted(rest.items(), key=lambda pair: -pair[1]):
        for _ in range(count):
            model = models[position % len(models)]
            model[name] = model.get(name, 0) + 1
            position += 1
