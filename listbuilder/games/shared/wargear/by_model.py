"""Who carries what: the counts of a group of models told apart, model by model.

A roster counts wargear over a group. Where the options of the datasheet allow these counts at all, the search that
proves it says which models carry what; where they do not, the items are dealt out in turn, so that what replaces
something lands on a model without it.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise

from listbuilder.games.shared.wargear.check import Reading, cells_of, frame_of, read
from listbuilder.games.shared.wargear.kit import FIELD, Kit, kit_of
from listbuilder.games.shared.wargear.loadout import Group
from listbuilder.games.shared.wargear.solve import reach
from listbuilder.model.base import fold
from listbuilder.model.datasheet import Datasheet

Model = dict[str, int]  # what one model carries, by the names the group uses


def by_model(sheet: Datasheet, groups: Sequence[Group]) -> list[list[Model]]:
    """For each group a list of its models. `groups` state all their wargear."""
    kit = kit_of(sheet)
    reading = read(kit, groups)
    solved = _solved(kit, reading) if isinstance(reading, Reading) else {}
    result: list[list[Model]] = []
    for place, group in enumerate(groups):
        models: list[Model] = [{} for _ in range(group.count)]
        left = dict(group.wargear or {})
        spelled = {fold(name): name for name in left}
        for start, vector, many in solved.get(place, ()):
            for item, count in _items(kit, vector).items():
                name = spelled.get(item, item)
                for model in models[start : start + many]:
                    model[name] = model.get(name, 0) + count
                left[name] = left.get(name, 0) - count * many
        _deal(models, {name: count for name, count in left.items() if count > 0})
        order = {name: at for at, name in enumerate(group.wargear or {})}
        result.append([dict(sorted(model.items(), key=lambda pair: order.get(pair[0], 0))) for model in models])
    return result


def _solved(kit: Kit, reading: Reading) -> dict[int, list[tuple[int, int, int]]]:
    """Of each group: from this model on, this vector, for so many models. Nothing for groups without an answer."""
    found: dict[int, list[tuple[int, int, int]]] = {}
    frame = frame_of(kit, reading.counts)
    if kit.incomplete or reading.strange:
        return found
    for island in frame.islands(cells_of(frame, reading)):
        picks = reach(frame, island)
        starts: dict[int, int] = {}
        # The biggest lot first: what is rare stands at the end of the group, in every part of the wargear.
        for place, vector, many in sorted(picks or (), key=lambda pick: -pick[2]):
            cell = island[place]
            if cell.group >= 0 and not cell.default:
                start = starts.get(place, 0)
                found.setdefault(cell.group, []).append((start, vector & cell.part.mask, many))
                starts[place] = start + many
    return found


def _items(kit: Kit, vector: int) -> dict[str, int]:
    return {fold(kit.name_at(shift)): vector >> shift & FIELD for shift in kit.items_in(vector & kit.item_mask)}


def lots(count: int, items: Model) -> list[tuple[int, Model]]:
    """Items dealt out in turn over more models than any unit has: so many that carry this, so many that carry that.

    As `_deal`, without a record of every single model.
    """
    spans: list[tuple[str, int, int]] = []
    at = 0
    for name, number in sorted(items.items(), key=lambda pair: -(pair[1] % count)):
        over = number % count
        spans.append((name, at, at + over))
        at = (at + over) % count
    edges = sorted({0, count} | {edge % count for _, start, end in spans for edge in (start, end)})
    found: list[tuple[int, Model]] = []
    for first, last in pairwise(edges):
        more = {name for name, start, end in spans if start <= first < end or start <= first + count < end}
        carried = {name: number // count + (name in more) for name, number in items.items()}
        found.append((last - first, {name: number for name, number in carried.items() if number}))
    return found


def _deal(models: list[Model], items: Model) -> None:
    """What each model has of everything first, then the rest in turn, going on where the last item ended."""
    if not models:
        return
    rest: Model = {}
    for name, count in items.items():
        each, over = divmod(count, len(models))
        for model in models if each else ():
            model[name] = model.get(name, 0) + each
        if over:
            rest[name] = over
    at = 0
    for name, count in sorted(rest.items(), key=lambda pair: -pair[1]):
        for _ in range(count):
            model = models[at % len(models)]
            model[name] = model.get(name, 0) + 1
            at += 1
