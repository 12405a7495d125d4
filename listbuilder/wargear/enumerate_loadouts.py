"""The enumeration of everything one model can come to carry, as vectors.

It goes through each way its options can be used.

`has`, `has_any` and `lacks` look at what the model carries at the moment the option is used, and
locks hold from then on; `model_max`, `model_excludes`, `no_duplicates` and the pistol rule look at
the model when all is done. A model uses an option at most once, where `each` (once per copy of what
is replaced), `per_item` (once per such item) and what the unit keeps (as often as the option's
limit says) may take it several times in that one use.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from listbuilder.model.limits import FEW_WAYS
from listbuilder.wargear.encode import FIELD, UNIT, Bullet, Kind, Kit, Part, Removal

State = tuple[int, int]  # vector; lock bits and bits of the exclusive groups used
Relaxed = frozenset[tuple[str, int]]  # rules left out to find out which one stands in the way


def enumerate_vectors(
    kit: Kit,
    kind: Kind,
    part: Part,
    start: int,
    usable: frozenset[int],
    takes: dict[int, int],
    wanted: int,
    relaxed: Relaxed = frozenset(),
) -> list[int]:
    """Return all vectors (items and uses of options) that a model can reach from `start`.

    `kind` is the model's kind, and only the options and items of `part` are looked at. `usable`:
    the options that exist at this unit size. `takes`: how often the unit may take its own options.
    `wanted`: mask of the items that matter; if there are very many ways or a rule is left out,
    vectors with other items may be missing. `relaxed`: rules that are left out. The result is
    cached in the kit.
    """
    if not any(bullet.index in usable for bullet in part.bullets):
        return [start]
    narrow = wanted & part.mask if count_raw_ways(part, usable) > FEW_WAYS or relaxed else part.mask
    allowed = {
        bullet.index: _find_viable_alternatives(kit, bullet, part, narrow)
        for bullet in part.bullets
    }
    key = (
        kind.key,
        part.index,
        start,
        usable,
        tuple(sorted(takes.items())),
        tuple(allowed.items()),
        relaxed,
    )
    vectors = kit.spread.get(key)
    if vectors is None:
        states: set[State] = {(start, 0)}
        for stage in part.stages:
            usable_bullets = [bullet for bullet in stage if bullet.index in usable]
            states = _apply_stage(states, usable_bullets, allowed, takes, relaxed)
        vectors = list(
            {vector: None for vector, _ in states if _is_within_limits(vector, part, relaxed)}
        )
        kit.spread[key] = vectors
    return vectors


def count_raw_ways(part: Part, usable: frozenset[int]) -> int:
    """Return an estimate of the number of ways to use the `usable` options of `part`.

    All rules on what goes together are ignored.
    """
    total = 1
    for bullet in part.bullets:
        if bullet.index in usable:
            total *= 1 + len(bullet.gains) ** min(bullet.option.pick, 3)
    return total


def _find_viable_alternatives(kit: Kit, bullet: Bullet, part: Part, wanted: int) -> int:
    """Return a bit mask of the alternatives of `bullet` that are worth trying.

    All items of such an alternative are `wanted`, or may be replaced again by an option of `part`.
    """
    bits = 0
    for i, gain in enumerate(bullet.gains):
        if all(
            (wanted | part.replaceable) >> s & FIELD
            for s in kit.list_item_shifts(gain & kit.item_mask)
        ):
            bits |= 1 << i
    return bits


def _apply_stage(
    states: set[State],
    bullets: list[Bullet],
    allowed: dict[int, int],
    takes: dict[int, int],
    relaxed: Relaxed,
) -> set[State]:
    """Return all states reached by using the options of one stage at most once each.

    The given `states` are among them. `allowed`: per option, a bit mask of the alternatives to try.
    `takes`: how often the unit may take its own options. `relaxed`: rules that are left out.
    """
    reached = set(states)
    border: Iterable[State] = states
    for _ in bullets:
        fresh: set[State] = set()
        for bullet in bullets:
            # where the rule is left out, a few more alternatives than it allows
            pick = bullet.option.pick + 2 if ("pick", bullet.index) in relaxed else None
            combos = bullet.list_combinations(allowed[bullet.index], pick)
            for state in border:
                if not state[0] >> bullet.use & FIELD:
                    fresh.update(_use_option(state, bullet, combos, takes, relaxed))
        border = fresh - reached
        reached |= fresh
    return reached


def _use_option(
    state: State, bullet: Bullet, combos: list[int], takes: dict[int, int], relaxed: Relaxed
) -> Iterator[State]:
    """Yield the states of a model after it used the option `bullet`, for every way to use it.

    `combos` are the vectors that one taking can add. Nothing is yielded if the model may not use
    the option or lacks what is replaced. The new states also lock what the option locks.
    """
    vector, bits = state
    free = ("model", bullet.index) in relaxed
    if not free and not _may_use(vector, bits, bullet):
        return
    marks = bullet.locks if free else bullet.group | bullet.locks
    used = (1 << bullet.use) + (1 << bullet.shared if bullet.shared is not None else 0)
    locked = 0 if free else bits
    removals = [r for r in bullet.removals if not r.lock & locked and _count_copies(vector, r)]
    if bullet.per_item is not None:
        times = vector >> bullet.per_item & FIELD
    elif UNIT in bullet.kinds:
        times = takes.get(bullet.index, 1)
    elif bullet.option.each:
        times = max((_count_copies(vector, r) for r in removals if r.parts), default=1)
    else:
        times = 1
    if bullet.option.replace_any and bullet.option.each:
        times = sum(_count_copies(vector, r) for r in removals)
    if times == 1:
        for removal in removals:
            rest = vector - removal.vector + used
            for gain in combos:
                yield rest + gain, bits | marks
        return
    moves = [(removal, gain) for removal in removals for gain in combos]
    for left, gained in _combine_takings(vector, 0, moves, 0, times):
        yield left + gained + used, bits | marks


def _combine_takings(
    left: int, gained: int, moves: list[tuple[Removal, int]], first: int, times: int
) -> Iterator[tuple[int, int]]:
    """Yield (items left, items gained) for each way to make up to `times` swaps of an option.

    `left` are the model's items and `gained` what earlier swaps gave; no swap removes what another
    gave. `moves` are the possible swaps, pairs of a removal and what it gives; those before index
    `first` are not used, so that no combination comes twice.
    """
    for i in range(first, len(moves)) if times else ():
        removal, gain = moves[i]
        if _count_copies(left, removal):
            rest, more = left - removal.vector, gained + gain
            yield rest, more
            yield from _combine_takings(rest, more, moves, i, times - 1)


def _count_copies(vector: int, removal: Removal) -> int:
    """Return how often the items of `removal` can be removed from `vector`.

    A removal of nothing can be made FIELD times.
    """
    copies = FIELD
    for shift, count in removal.parts:
        copies = min(copies, (vector >> shift & FIELD) // count)
    return copies


def _may_use(vector: int, bits: int, bullet: Bullet) -> bool:
    """Return whether a model may use the option `bullet` now, by what it carries and has used.

    `vector` holds its items and `bits` the exclusive groups it has used. Locks of items are not
    looked at.
    """
    if bits & bullet.group:
        return False
    for shift in bullet.has:
        if not vector >> shift & FIELD:
            return False
    for shift in bullet.lacks:
        if vector >> shift & FIELD:
            return False
    return not bullet.has_any or any(vector >> shift & FIELD for shift in bullet.has_any)


def _is_within_limits(vector: int, part: Part, relaxed: Relaxed) -> bool:
    """Return whether a model with the items in `vector` keeps the limits on one model.

    These are the most of an item, items that exclude each other, and the pistol rule. They are
    judged when all options have been used. True if these limits are left out (`relaxed`).
    """
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
