"""A unit as a roster writes it beside the same unit as the box holds it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import product
from typing import Any

import msgspec

from listbuilder.games.boxes.army import Loadout, Part
from listbuilder.model.army import Group
from listbuilder.model.base import fold
from listbuilder.model.bounds import MOST_WAYS
from listbuilder.model.finding import Amount

Counts = Counter[str]  # by folded name


class Difference(msgspec.Struct, frozen=True):
    """`key` is a finding of the check that compares; both sides are in the arguments."""

    key: str
    args: dict[str, Any]


def differences(part: Part, number: int | None, stated: Sequence[Group] | None) -> list[Difference]:
    """At most one about models and one about what they carry."""
    if stated is None:
        return [_size(number, part)] if number is not None and number != part.size else []
    found = [each for each in (_models(part, stated), _wargear(part, stated)) if each]
    return [each for each in found if each]


def _size(count: int, part: Part) -> Difference:
    return Difference("size", {"unit": part.name, "count": count, "box": part.size})


def _models(part: Part, stated: Sequence[Group]) -> Difference | None:
    ours, theirs = _tally((group.model, group.count) for group in stated), _tally(_model_counts(part))
    if sum(ours.values()) != part.size:
        return _size(sum(ours.values()), part)
    if ours == theirs:
        return None
    names = {fold(name): name for name, _ in _model_counts(part)}
    different = [name for name in names if ours[name] != theirs[name]]
    args = {
        "unit": part.name,
        "here": [Amount(ours[name], names[name]) for name in different],
        "box": [Amount(theirs[name], names[name]) for name in different],
    }
    return Difference("composition", args)


def _model_counts(part: Part) -> list[tuple[str, int]]:
    return [(group.model, group.count) for group in part.groups()]


def _tally(pairs: Any) -> Counts:
    counts: Counts = Counter()
    for name, count in pairs:
        counts[fold(name)] += count
    return counts


def _wargear(part: Part, stated: Sequence[Group]) -> Difference | None:
    """One for the unit, about every item of which there are more or fewer than in the box."""
    names = {fold(item): item for loadout in part.loadouts for item in loadout.wargear}
    names |= {fold(item): item for item in part.unit_wargear if fold(item) not in names}
    names |= {fold(item): item for group in stated for item in group.wargear or {} if fold(item) not in names}
    groups, shared = _without_unit_wargear(part, stated)
    ours = Counter({item: max(count, most) for item, (count, most) in shared.items()})
    theirs = Counter({item: most for item, (_, most) in shared.items()})
    moved = False
    for model in dict.fromkeys(fold(loadout.model) for loadout in part.loadouts):
        loadouts = [loadout for loadout in part.loadouts if fold(loadout.model) == model]
        mine = [group for group in groups if fold(group.model) == model]
        here, box = _sides(loadouts, mine)
        ours.update(here)
        theirs.update(box)
        moved = moved or here != box or not _fits(loadouts, mine)
    changed = [item for item in names if ours[item] != theirs[item]]
    if changed:
        args = {
            "unit": part.name,
            "here": [Amount(ours[item], names[item]) for item in changed],
            "box": [Amount(theirs[item], names[item]) for item in changed],
        }
        return Difference("wargear", args)
    return Difference("arrangement", {"unit": part.name, "box": _rows(part)}) if moved else None


def _without_unit_wargear(part: Part, stated: Sequence[Group]) -> tuple[list[Group], dict[str, tuple[int, int]]]:
    """What the unit itself carries may stand with any of its models: taken out, and counted by item beside the most."""
    own = {fold(item): count for item, count in part.unit_wargear.items()}
    on_models = {fold(item) for loadout in part.loadouts for item in loadout.wargear}
    shared = {item: 0 for item in own if item not in on_models}
    groups = []
    for group in stated:
        kept: dict[str, int] | None = None if group.wargear is None else {}
        for item, count in (group.wargear or {}).items():
            if fold(item) in shared:
                shared[fold(item)] += count
            elif kept is not None:
                kept[item] = kept.get(item, 0) + count
        groups.append(Group(group.model, group.count, kept))
    return groups, {item: (count, own[item]) for item, count in shared.items()}


def _sides(loadouts: Sequence[Loadout], stated: Sequence[Group]) -> tuple[Counts, Counts]:
    """Everything that one kind of model carries: here, and in the box.

    Where the number of models differs already, only items that the box does not know for them count: the others
    follow from the number. Where some models have no wargear written, only items beyond the box's do.
    """
    box = _tally((item, loadout.count * count) for loadout in loadouts for item, count in loadout.wargear.items())
    here = _tally((item, count) for group in stated for item, count in (group.wargear or {}).items())
    if sum(group.count for group in stated) != sum(loadout.count for loadout in loadouts):
        return Counter({**here, **box}), box
    if all(group.wargear is not None for group in stated):
        return here, box
    return here | box, box


def _fits(loadouts: Sequence[Loadout], stated: Sequence[Group]) -> bool:
    """Whether the groups can be made of the box's models, each with everything it carries there."""
    counts = [loadout.count for loadout in loadouts]
    if sum(group.count for group in stated) != sum(counts):
        return True  # the number of models is spoken of elsewhere
    each = [_tally(loadout.wargear.items()) for loadout in loadouts]
    wanted = [(group.count, None if group.wargear is None else _tally(group.wargear.items())) for group in stated]
    wanted.sort(key=lambda group: group[1] is None)  # those that take anything come last
    return _share_out(counts, each, wanted, iter(range(MOST_WAYS)))


def _share_out(counts: list[int], each: list[Counts], wanted: list[tuple[int, Counts | None]], tries: Iterator[int]) -> bool:
    """Return whether it can be done, or whether the tries run out before that is known."""
    if not wanted:
        return True
    (number, items), *rest = wanted
    if items is None:
        return True
    for taken in _ways(counts, number):
        if next(tries, None) is None:
            return True
        if _tally((item, n * k) for n, carried in zip(taken, each, strict=True) for item, k in carried.items()) == items:
            remaining = [count - n for count, n in zip(counts, taken, strict=True)]
            if _share_out(remaining, each, rest, tries):
                return True
    return False


def _ways(counts: Sequence[int], number: int) -> Iterator[tuple[int, ...]]:
    """Every way to take so many models from those there are."""
    if len(counts) == 1:
        if number <= counts[0]:
            yield (number,)
        return
    for first in range(min(counts[0], number), -1, -1):
        for rest in _ways(counts[1:], number - first):
            yield (first, *rest)


def _rows(part: Part) -> list[str]:
    return [f"{loadout.count} {loadout.model}: {' + '.join(_item_words(loadout))}" for loadout in part.loadouts]


def _item_words(loadout: Loadout) -> list[str]:
    return [item if count == 1 else f"{count} {item}" for item, count in loadout.wargear.items()]


Wanted = tuple[str, int | None, Sequence[Group] | None]  # id named, number, groups


def pair_up(wanted: Sequence[Wanted], parts: Sequence[Part]) -> list[int | None]:
    """Which of the parts, all of one name, each wanted unit is: by what it carries, then by the id it names.

    None: it is one too many.
    """
    considered = range(min(len(wanted), 8))
    costs = {
        (w, p): len(differences(parts[p], wanted[w][1], wanted[w][2])) * 2 + (wanted[w][0] != parts[p].id)
        for w, p in product(considered, range(len(parts)))
    }
    best: tuple[int, list[int | None]] = (10**9, [None] * len(wanted))

    def place(at: int, free: frozenset[int], cost: int, chosen: list[int | None]) -> None:
        nonlocal best
        if cost >= best[0]:
            return
        if at == len(considered):
            best = (cost, [*chosen, *[None] * (len(wanted) - len(considered))])
            return
        for part in sorted(free, key=lambda each: (costs[at, each], each)):
            place(at + 1, free - {part}, cost + costs[at, part], [*chosen, part])
        if len(considered) - at > len(free):
            place(at + 1, free, cost, [*chosen, None])

    place(0, frozenset(range(len(parts))), 0, [])
    return best[1]
