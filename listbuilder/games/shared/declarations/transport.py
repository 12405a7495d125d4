"""What a transport takes, and how full it is."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

import msgspec

from listbuilder.games.shared.declarations.attach import role
from listbuilder.games.shared.match import matches, matches_all, matches_any
from listbuilder.model.army import Unit
from listbuilder.model.base import fold
from listbuilder.model.transport import Keywords, Load, Transport


class Refused(msgspec.Struct, frozen=True):
    """Why a unit may not ride: a key of the words of transport_capacity."""

    unit: Unit
    key: str
    args: dict[str, Any] = {}


class Overfull(msgspec.Struct, frozen=True, kw_only=True):
    """What does not fit: a key of the words of transport_capacity, and the load that is too great, in places."""

    key: str
    units: tuple[Unit, ...]
    used: int = 0
    capacity: int = 0
    kinds: tuple[str, ...] = ()  # of a further load: what it is for


class _Space(msgspec.Struct, frozen=True):
    """One load of a transport: the main one, or a further one."""

    capacity: int
    takes: Keywords
    excludes: Keywords
    load: Load | None = None


class _Piece(msgspec.Struct, frozen=True):
    """Models of one kind in one unit, and the places each takes: in each space, None where it may not ride there."""

    unit: Unit
    count: int
    places: tuple[int | None, ...]
    burden: tuple[int, ...]  # places each takes in the first space besides, when it rides in another


def plans(transport: Unit) -> list[tuple[_Space, ...]]:
    """The ways to use it; of each, the loads that it carries side by side."""
    data = role(transport).transport
    assert data is not None
    main = _Space(capacity_of(transport, data), data.takes, data.excludes)
    if data.groups:
        return [tuple(_further(load) for load in data.groups)]
    return [(main, *(_further(load) for load in data.also)), *((_further(load),) for load in data.instead)]


def _further(load: Load) -> _Space:
    return _Space(load.capacity, load.takes, load.excludes, load)


def capacity_of(transport: Unit, data: Transport) -> int:
    return next((each.capacity for each in data.with_item if transport.carries(each.item)), data.capacity)


def refused(transport: Unit, unit: Unit, party: Sequence[Unit]) -> Refused | None:
    """Why this unit may not ride in it at all. `party`: the attached unit it is part of, bodyguard first."""
    data = role(transport).transport
    if data is None:
        return Refused(unit, "no_transport")
    joins = role(unit).joins
    if joins and joins.no_transport and len(party) > 1:
        return Refused(unit, "stays_out")
    reasons: list[Refused] = []
    for space in (space for plan in plans(transport) for space in plan):
        reason = _reason(data, space, unit, party)
        if reason is None:
            return None
        reasons.append(reason)
    # Of several reasons the one that comes nearest: of the right kind, but shut out.
    return next((each for each in reasons if each.key != "not_taken"), _not_taken(data, unit, transport))


def _not_taken(data: Transport, unit: Unit, transport: Unit) -> Refused:
    kinds = [*data.units]
    kinds += [" ".join(each) for plan in plans(transport) for space in plan for each in space.takes]
    return Refused(unit, "not_taken", {"takes": list(dict.fromkeys(kinds))})


def _reason(data: Transport, space: _Space, unit: Unit, party: Sequence[Unit]) -> Refused | None:
    if _rides_along(unit):
        rest = [each for each in party if not _rides_along(each)]
        if any(_reason(data, space, each, party) is None for each in rest):
            return None
    if data.units and space.load is None:
        named = role(unit).called in set(map(fold, data.units))
        return None if named else Refused(unit, "not_taken")
    if not any(matches_all(unit.tags, kind) for kind in space.takes):
        return Refused(unit, "not_taken")
    shut_out = _excluded(data, space, unit, party)
    if shut_out is not None:
        return Refused(unit, "excluded", {"keywords": " ".join(shut_out)})
    return _too_strong(data, space, unit)


def _rides_along(unit: Unit) -> bool:
    """A joined unit whose data gives its places rides wherever the unit that it has joined may."""
    joins = role(unit).joins
    return joins is not None and joins.transport_slots is not None


def _excluded(data: Transport, space: _Space, unit: Unit, party: Sequence[Unit]) -> tuple[str, ...] | None:
    last = len(space.excludes) - 1
    for number, kind in enumerate(space.excludes):
        if not matches_all(unit.tags, kind):
            continue
        excepted = space.load is None and number == last and _excepted(data, unit, party)
        if not excepted:
            return kind
    return None


def _excepted(data: Transport, unit: Unit, party: Sequence[Unit]) -> bool:
    if not any(matches_all(unit.tags, kind) for kind in data.exceptions):
        return False
    when = data.exceptions_when
    if when is None:
        return True
    return party[0] is not unit and not matches_any(party[0].tags, when.attached_to_without)


def _too_strong(data: Transport, space: _Space, unit: Unit) -> Refused | None:
    strongest = max((wounds_of(unit, group.model) for group in unit.groups), default=0)
    if space.load is not None:
        most = space.load.max_wounds
        return Refused(unit, "too_strong", {"max": most}) if most is not None and strongest > most else None
    rule = data.excludes_wounds
    if rule is None or strongest < rule.min or matches_any(unit.tags, rule.unless):
        return None
    return Refused(unit, "too_strong", {"max": rule.min - 1})


def wounds_of(unit: Unit, model: str) -> int:
    return role(unit).wounds.get(fold(model), 1)


def places_of(data: Transport, unit: Unit, model: str, joined: bool) -> int:
    """The places one such model takes in the main load."""
    own = role(unit)
    name = fold(model)
    if name in own.slots:
        return own.slots[name]
    if joined and own.joins and own.joins.transport_slots is not None:
        return own.joins.transport_slots
    taken = [slots for key, slots in data.slots.items() if _means(key, unit, name)]
    wounds = wounds_of(unit, model)
    taken += [each.slots for each in data.slots_by_wounds if wounds >= each.min]
    return max(taken, default=1)


def _means(key: str, unit: Unit, model: str) -> bool:
    """A keyword means every model; a name that is also one model's means that model, and not those with it."""
    folded = fold(key)
    if folded == model:
        return True
    named = folded in role(unit).wounds
    return matches(unit.tags, key) and not (named and folded not in role(unit).keywords)


def overfull(transport: Unit, parties: Sequence[Sequence[Unit]]) -> Overfull | None:
    """What does not fit, in the best of all ways to load it. Everyone in it may ride there alone."""
    data = role(transport).transport
    assert data is not None
    best: tuple[int, Overfull] | None = None
    for plan in plans(transport):
        pieces = list(_pieces(data, plan, parties))
        if any(all(place is None for place in piece.places) for piece in pieces):
            continue
        over = _load(plan, pieces)
        if over is None:
            return None
        if best is None or over[0] < best[0]:
            best = over
    if best is None:
        return Overfull(key="not_together", units=tuple(unit for party in parties for unit in party))
    return best[1]


def _pieces(data: Transport, plan: Sequence[_Space], parties: Sequence[Sequence[Unit]]) -> Iterator[_Piece]:
    for party in parties:
        if data.counts == "units":
            free = all(_reason(data, plan[0], unit, party) is None for unit in party)
            yield _Piece(party[0], 1, (1 if free else None,), (0,))
            continue
        for unit in party:
            fits = [_reason(data, space, unit, party) is None for space in plan]
            for group in unit.groups:
                yield _piece(data, plan, unit, fits, group.model, group.count, joined=len(party) > 1)


def _piece(
    data: Transport, plan: Sequence[_Space], unit: Unit, fits: Sequence[bool], model: str, count: int, joined: bool
) -> _Piece:
    places: list[int | None] = []
    burden: list[int] = []
    main = places_of(data, unit, model, joined)
    for space, free in zip(plan, fits, strict=True):
        load = space.load
        own_data = role(unit).slots.get(fold(model))
        places.append(None if not free else main if load is None else min(1, own_data if own_data is not None else 1))
        extra = 0
        if load is not None and load.slots_equal_wounds:
            extra = wounds_of(unit, model)
        elif load is not None and load.slots is not None:
            extra = load.slots
        burden.append(extra)
    return _Piece(unit, count, tuple(places), tuple(burden))


def filling(transport: Unit, parties: Sequence[Sequence[Unit]]) -> list[tuple[int, int]]:
    """Places taken and places there are, of each load it carries side by side, in the best of all ways to load it."""
    data = role(transport).transport
    if data is None:
        return []
    found: list[tuple[int, list[tuple[int, int]]]] = []
    for plan in plans(transport):
        pieces = list(_pieces(data, plan, parties))
        if all(any(place is not None for place in piece.places) for piece in pieces):
            used = _best(plan, pieces)
            found.append((_over(plan, used), list(zip(used, _limits(plan, used), strict=True))))
    if found:
        return min(found, key=lambda each: each[0])[1]
    return [(sum(unit.models for party in parties for unit in party), capacity_of(transport, data))]


def _best(plan: Sequence[_Space], pieces: Sequence[_Piece]) -> tuple[int, ...]:
    """The places taken in each space, where the models are spread over them as well as can be."""
    states: dict[tuple[int, ...], None] = {(0,) * len(plan): None}
    for piece in pieces:
        states = {after: None for used in states for after in _spread(plan, used, piece)}
    return min(states, key=lambda used: _over(plan, used))


def _load(plan: Sequence[_Space], pieces: Sequence[_Piece]) -> tuple[int, Overfull] | None:
    """None where some way of spreading the models over the loads fits; else by how much the best one does not."""
    best = _best(plan, pieces)
    over = _over(plan, best)
    if over == 0:
        return None
    limits = _limits(plan, best)
    space = max(range(len(plan)), key=lambda number: best[number] - limits[number])
    riders = {
        piece.unit.id: piece.unit for piece in pieces if piece.places[space] is not None or (space == 0 and any(piece.burden))
    }
    kinds = tuple(" ".join(each) for each in plan[space].takes) if len(plan) > 1 and plan[space].load else ()
    found = Overfull(key="over", units=tuple(riders.values()), used=best[space], capacity=limits[space], kinds=kinds)
    return over, found


def _spread(plan: Sequence[_Space], used: tuple[int, ...], piece: _Piece) -> Iterator[tuple[int, ...]]:
    """Every way to put the models of one piece into the spaces that take them: what the others cannot hold, the first."""
    first, *others = [number for number, places in enumerate(piece.places) if places is not None]

    def put(left: int, rest: Sequence[int], now: tuple[int, ...]) -> Iterator[tuple[int, ...]]:
        space = rest[0] if rest else first
        counts = range(min(left, plan[space].capacity - now[space]) + 1) if rest else (left,)
        for count in counts:
            after = list(now)
            after[space] += count * (piece.places[space] or 0)
            after[0] += count * piece.burden[space]
            if rest:
                yield from put(left - count, rest[1:], tuple(after))
            else:
                yield tuple(after)

    return put(piece.count, others, used)


def _limits(plan: Sequence[_Space], used: Sequence[int]) -> list[int]:
    limits = [space.capacity for space in plan]
    for number, space in enumerate(plan):
        if space.load is not None and space.load.reduces_capacity_to is not None and used[number]:
            limits[0] = min(limits[0], space.load.reduces_capacity_to)
    return limits


def _over(plan: Sequence[_Space], used: Sequence[int]) -> int:
    return sum(max(0, taken - limit) for taken, limit in zip(used, _limits(plan, used), strict=True))
