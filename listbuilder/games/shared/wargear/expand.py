"""Everything one model can come to carry: each way its options can be used, as vectors.

`has`, `has_any` and `lacks` look at what the model carries at the moment the option is used, and locks hold from then
on; `model_max`, `model_excludes`, `no_duplicates` and the pistol rule look at the model when all is done. A model uses
an option at most once, where `each` (once per copy of what is replaced), `per_item` (once per such item) and what the
unit keeps (as often as the option's limit says) may take it several times in that one use.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from listbuilder.games.shared.wargear.kit import FIELD, UNIT, Bullet, Kind, Kit, Part, Removal
from listbuilder.model.bounds import FEW_WAYS

State = tuple[int, int]  # vector; lock bits and bits of the exclusive groups used
Relaxed = frozenset[tuple[str, int]]  # rules left out to find out which one stands in the way


def spread(
    kit: Kit, kind: Kind, part: Part, start: int, usable: frozenset[int], takes: dict[int, int], wanted: int,
    relaxed: Relaxed = frozenset(),
) -> list[int]:  # fmt: skip
    """All vectors (items of the part, uses of its options) a model can reach from `start`.

    `usable`: the options that exist at this unit size. `takes`: how often the unit may take its own options.
    `wanted`: field mask of the items that matter; configurations with others may be left out.
    """
    if not any(bullet.index in usable for bullet in part.bullets):
        return [start]
    narrow = wanted & part.mask if raw(part, usable) > FEW_WAYS or relaxed else part.mask
    allowed = {bullet.index: _viable(kit, bullet, part, narrow) for bullet in part.bullets}
    key = (kind.key, part.index, start, usable, tuple(sorted(takes.items())), tuple(allowed.items()), relaxed)
    found = kit.spread.get(key)
    if found is None:
        states: set[State] = {(start, 0)}
        for stage in part.stages:
            there = [bullet for bullet in stage if bullet.index in usable]
            states = _stage(states, there, allowed, takes, relaxed)
        found = list({vector: None for vector, _ in states if _within(vector, part, relaxed)})
        kit.spread[key] = found
    return found


def raw(part: Part, usable: frozenset[int]) -> int:
    total = 1
    for bullet in part.bullets:
        if bullet.index in usable:
            total *= 1 + len(bullet.gains) ** min(bullet.option.pick, 3)
    return total


def _viable(kit: Kit, bullet: Bullet, part: Part, wanted: int) -> int:
    """The alternatives worth trying, as bits: those whose items are wanted or may still be replaced."""
    bits = 0
    for i, gain in enumerate(bullet.gains):
        if all((wanted | part.replaceable) >> s & FIELD for s in kit.items_in(gain & kit.item_mask)):
            bits |= 1 << i
    return bits


def _stage(
    states: set[State], bullets: list[Bullet], allowed: dict[int, int], takes: dict[int, int], relaxed: Relaxed
) -> set[State]:
    found = set(states)
    border: Iterable[State] = states
    for _ in bullets:
        fresh: set[State] = set()
        for bullet in bullets:
            combos = bullet.combos(allowed[bullet.index], _picks(bullet, relaxed))
            for state in border:
                if not state[0] >> bullet.use & FIELD:
                    fresh.update(_use(state, bullet, combos, takes, relaxed))
        border = fresh - found
        found |= fresh
    return found


def _picks(bullet: Bullet, relaxed: Relaxed) -> int | None:
    return bullet.option.pick + 2 if ("pick", bullet.index) in relaxed else None


def _use(state: State, bullet: Bullet, combos: list[int], takes: dict[int, int], relaxed: Relaxed) -> Iterator[State]:
    """The states after one model used the option, in every way it can."""
    vector, bits = state
    free = ("model", bullet.index) in relaxed
    if not free and not _may(vector, bits, bullet):
        return
    marks = bullet.locks if free else bullet.group | bullet.locks
    used = (1 << bullet.use) + (1 << bullet.shared if bullet.shared is not None else 0)
    locked = 0 if free else bits
    removals = [r for r in bullet.removals if not r.lock & locked and _copies(vector, r)]
    if bullet.per_item is not None:
        times = vector >> bullet.per_item & FIELD
    elif UNIT in bullet.kinds:
        times = takes.get(bullet.index, 1)
    else:
        times = max((_copies(vector, r) for r in removals if r.parts), default=1) if bullet.option.each else 1
    if bullet.option.replace_any and bullet.option.each:
        times = sum(_copies(vector, r) for r in removals)
    if times == 1:
        for removal in removals:
            rest = vector - removal.vector + used
            for gain in combos:
                yield rest + gain, bits | marks
        return
    moves = [(removal, gain) for removal in removals for gain in combos]
    for left, gained in _takings(vector, 0, moves, 0, times):
        yield left + gained + used, bits | marks


def _takings(left: int, gained: int, moves: list[tuple[Removal, int]], first: int, times: int) -> Iterator[tuple[int, int]]:
    """Takings of one use: they share what the model had before, and none takes what another gave."""
    for i in range(first, len(moves)) if times else ():
        removal, gain = moves[i]
        if _copies(left, removal):
            rest, more = left - removal.vector, gained + gain
            yield rest, more
            yield from _takings(rest, more, moves, i, times - 1)


def _copies(vector: int, removal: Removal) -> int:
    most = FIELD
    for shift, count in removal.parts:
        most = min(most, (vector >> shift & FIELD) // count)
    return most


def _may(vector: int, bits: int, bullet: Bullet) -> bool:
    if bits & bullet.group:
        return False
    for shift in bullet.has:
        if not vector >> shift & FIELD:
            return False
    for shift in bullet.lacks:
        if vector >> shift & FIELD:
            return False
    return not bullet.has_any or any(vector >> shift & FIELD for shift in bullet.has_any)


def _within(vector: int, part: Part, relaxed: Relaxed) -> bool:
    """The limits on one model when all is done."""
    if ("limits", 0) in relaxed:
        return True
    for shift, most in part.limits:
        if (vector >> shift & FIELD) > most:
            return False
    for a, b in part.excludes:
        if vector >> a & FIELD and vector >> b & FIELD:
            return False
    if part.ranged:
        ranged = sum(vector >> shift & FIELD for shift in part.ranged)
        pistols = sum(vector >> shift & FIELD for shift in part.pistols)
        return ranged <= 1 or (ranged == 2 and pistols == 1)
    return True
