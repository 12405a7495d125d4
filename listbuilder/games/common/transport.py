"""The capacity of transports: which units may ride in one, and how full it is."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import msgspec

from listbuilder.games.common.attach import get_role
from listbuilder.matching.requirements import has_all_tags, has_any_tag, has_tag
from listbuilder.model.army import Unit
from listbuilder.model.base import fold
from listbuilder.model.transport import Keywords, Load, Transport


class Refused(msgspec.Struct, frozen=True):
    """The reason why a unit may not ride: a key of the wording of transport_capacity."""

    unit: Unit
    key: str
    args: dict[str, object] = {}


class Overfull(msgspec.Struct, frozen=True, kw_only=True):
    """The load that does not fit: a key of the wording, and its size in places.

    The wording is that of transport_capacity.
    """

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
    """Models of one kind in one unit, and the places each takes in each space.

    None where it may not ride there.
    """

    unit: Unit
    count: int
    places: tuple[int | None, ...]
    # places each takes in the first space besides, when it rides in another
    burden: tuple[int, ...]


def list_plans(transport: Unit) -> list[tuple[_Space, ...]]:
    """Return the ways to use `transport`; each is the loads it carries at the same time.

    A load has its own capacity and says which units it takes.
    """
    data = get_role(transport).transport
    assert data is not None
    main = _Space(get_capacity(transport, data), data.takes, data.excludes)
    if data.groups:
        return [tuple(_make_space(load) for load in data.groups)]
    return [
        (main, *(_make_space(load) for load in data.also)),
        *((_make_space(load),) for load in data.instead),
    ]


def _make_space(load: Load) -> _Space:
    """Return the space for `load`, a load of a transport beside its main one or instead of it."""
    return _Space(load.capacity, load.takes, load.excludes, load)


def get_capacity(transport: Unit, data: Transport) -> int:
    """Return the places of the transport's main load.

    An item that the transport carries may set another number than its datasheet does; the first
    such item counts.
    """
    for item_capacity in data.with_item:
        if transport.has_item(item_capacity.item):
            return item_capacity.capacity
    return data.capacity


def find_transport_refusal(transport: Unit, unit: Unit, party: Sequence[Unit]) -> Refused | None:
    """Return why `unit` may not ride in `transport` at all, or None if it may.

    `party`: the attached unit that `unit` is part of, its bodyguard first. Of several reasons, one
    that concerns a load of the right kind comes before "not of a kind that is taken". How full the
    transport is does not matter.
    """
    data = get_role(transport).transport
    if data is None:
        return Refused(unit, "no_transport")
    joins = get_role(unit).joins
    if joins and joins.no_transport and len(party) > 1:
        return Refused(unit, "stays_out")
    nearest: Refused | None = None
    kinds = list(data.units)
    for plan in list_plans(transport):
        for space in plan:
            reason = _find_space_refusal(data, space, unit, party)
            if reason is None:
                return None
            if nearest is None and reason.key != "not_taken":
                nearest = reason
            kinds += [" ".join(keywords) for keywords in space.takes]
    return nearest or Refused(unit, "not_taken", {"takes": list(dict.fromkeys(kinds))})


def _find_space_refusal(
    data: Transport, space: _Space, unit: Unit, party: Sequence[Unit]
) -> Refused | None:
    """Return why `unit` may not take places in `space`, or None if it may.

    A unit that has joined another and gives its own number of places may ride if another unit of
    `party` may.
    """
    if _should_ride_along(unit):
        bearers = [member for member in party if not _should_ride_along(member)]
        if any(_find_space_refusal(data, space, member, party) is None for member in bearers):
            return None
    if data.units and space.load is None:
        named = get_role(unit).called in set(map(fold, data.units))
        return None if named else Refused(unit, "not_taken")
    if not any(has_all_tags(unit.tags, kind) for kind in space.takes):
        return Refused(unit, "not_taken")
    shut_out = _find_exclusion(data, space, unit, party)
    if shut_out is not None:
        return Refused(unit, "excluded", {"keywords": " ".join(shut_out)})
    return _find_wounds_refusal(data, space, unit)


def _should_ride_along(unit: Unit) -> bool:
    """Return whether `unit` may ride wherever the unit that it has joined may ride.

    It may if its data lets it join units and gives the places it then takes.
    """
    joins = get_role(unit).joins
    return joins is not None and joins.transport_slots is not None


def _find_exclusion(
    data: Transport, space: _Space, unit: Unit, party: Sequence[Unit]
) -> tuple[str, ...] | None:
    """Return the keywords by which `unit` is excluded from `space`, or None if it isn't.

    The exceptions on the transport's datasheet apply only to the last exclusion of its main load.
    """
    last = len(space.excludes) - 1
    for number, kind in enumerate(space.excludes):
        if not has_all_tags(unit.tags, kind):
            continue
        excepted = space.load is None and number == last and _is_excepted(data, unit, party)
        if not excepted:
            return kind
    return None


def _is_excepted(data: Transport, unit: Unit, party: Sequence[Unit]) -> bool:
    """Return whether `unit` is an exception to what the transport excludes.

    Some units are exceptions only while they are attached to a unit without certain keywords;
    `party` is the attached unit, its bodyguard first.
    """
    if not any(has_all_tags(unit.tags, kind) for kind in data.exceptions):
        return False
    condition = data.exceptions_when
    if condition is None:
        return True
    return party[0] is not unit and not has_any_tag(party[0].tags, condition.attached_to_without)


def _find_wounds_refusal(data: Transport, space: _Space, unit: Unit) -> Refused | None:
    """Return the refusal that a model of `unit` has too many wounds for `space`, or None."""
    strongest = max((get_wounds(unit, group.model) for group in unit.groups), default=0)
    if space.load is not None:
        most = space.load.max_wounds
        if most is None or strongest <= most:
            return None
        return Refused(unit, "too_strong", {"max": most})
    rule = data.excludes_wounds
    if rule is None or strongest < rule.min or has_any_tag(unit.tags, rule.unless):
        return None
    return Refused(unit, "too_strong", {"max": rule.min - 1})


def get_wounds(unit: Unit, model: str) -> int:
    """Return the wounds of the model `model` of `unit`; 1 if not known."""
    return get_role(unit).wounds.get(fold(model), 1)


def count_places_of_model(data: Transport, unit: Unit, model: str, joined: bool) -> int:
    """Return the places that one `model` of `unit` takes in a transport's main load.

    `joined`: whether the unit is attached to another. The unit's own data counts first, then its
    places as a joined unit, then the largest number in the transport's data, then 1.
    """
    own = get_role(unit)
    name = fold(model)
    if name in own.slots:
        return own.slots[name]
    if joined and own.joins and own.joins.transport_slots is not None:
        return own.joins.transport_slots
    candidates = [slots for key, slots in data.slots.items() if _is_model_meant(key, unit, name)]
    wounds = get_wounds(unit, model)
    candidates += [rule.slots for rule in data.slots_by_wounds if wounds >= rule.min]
    return max(candidates, default=1)


def _is_model_meant(key: str, unit: Unit, model: str) -> bool:
    """Return whether `key` in a transport's data means the model `model` of `unit`.

    The key means the model with that name, or every model of a unit with that keyword. If the key
    is a model's name of this unit and no keyword of the datasheet, it means only that model, and
    not the others in its unit.
    """
    folded = fold(key)
    if folded == model:
        return True
    is_model_name = folded in get_role(unit).wounds
    return has_tag(unit.tags, key) and not (is_model_name and folded not in get_role(unit).keywords)


def find_overload(transport: Unit, parties: Sequence[Sequence[Unit]]) -> Overfull | None:
    """Return what does not fit into `transport`, loaded in the best way, or None.

    `parties` are the attached units (or units alone) in it; each of their units may ride there by
    itself. If every way leaves someone out, the result says that they can't ride together.
    """
    data = get_role(transport).transport
    assert data is not None
    best: tuple[int, Overfull] | None = None
    for plan in list_plans(transport):
        pieces = list(_make_pieces(data, plan, parties))
        if any(all(place is None for place in piece.places) for piece in pieces):
            continue
        overload = _measure_overload(plan, pieces)
        if overload is None:
            return None
        if best is None or overload[0] < best[0]:
            best = overload
    if best is None:
        return Overfull(
            key="not_together", units=tuple(unit for party in parties for unit in party)
        )
    return best[1]


def _make_pieces(
    data: Transport, plan: Sequence[_Space], parties: Sequence[Sequence[Unit]]
) -> Iterator[_Piece]:
    """Yield the pieces of `parties` that take places in the loads of `plan`.

    A piece is the models of one kind in one unit. In a transport that counts units, it is a whole
    party (an attached unit, or a unit alone), which takes one place.
    """
    for party in parties:
        if data.counts == "units":
            may_ride = all(
                _find_space_refusal(data, plan[0], unit, party) is None for unit in party
            )
            yield _Piece(party[0], 1, (1 if may_ride else None,), (0,))
            continue
        for unit in party:
            fits = [_find_space_refusal(data, space, unit, party) is None for space in plan]
            for group in unit.groups:
                yield _make_piece(
                    data, plan, unit, fits, group.model, group.count, joined=len(party) > 1
                )


def _make_piece(
    data: Transport,
    plan: Sequence[_Space],
    unit: Unit,
    fits: Sequence[bool],
    model: str,
    count: int,
    joined: bool,
) -> _Piece:
    """Return the piece of `count` models, with the places each takes in every space of `plan`.

    `fits`: for each space, whether the unit may ride there. `joined`: whether the unit is attached
    to another. In a further load a model takes one place at most, and may burden the main load as
    well.
    """
    places: list[int | None] = []
    burden: list[int] = []
    main = count_places_of_model(data, unit, model, joined)
    for space, may_ride in zip(plan, fits, strict=True):
        load = space.load
        if not may_ride:
            places.append(None)
        elif load is None:
            places.append(main)
        else:  # one place at most, none for a model that takes none by its own data
            places.append(min(1, get_role(unit).slots.get(fold(model), 1)))
        extra = 0
        if load is not None and load.slots_equal_wounds:
            extra = get_wounds(unit, model)
        elif load is not None and load.slots is not None:
            extra = load.slots
        burden.append(extra)
    return _Piece(unit, count, tuple(places), tuple(burden))


def measure_filling(transport: Unit, parties: Sequence[Sequence[Unit]]) -> list[tuple[int, int]]:
    """Return (places taken, places there are) of each load of `transport`, loaded best.

    `parties` are the attached units (or units alone) in it. Empty for a unit that is no transport.
    If no way takes all of them, there is one pair, in which every model counts as one place of the
    main load.
    """
    data = get_role(transport).transport
    if data is None:
        return []
    options: list[tuple[int, list[tuple[int, int]]]] = []
    for plan in list_plans(transport):
        pieces = list(_make_pieces(data, plan, parties))
        if all(any(place is not None for place in piece.places) for piece in pieces):
            used = _find_best_loading(plan, pieces)
            options.append(
                (_sum_excess(plan, used), list(zip(used, _get_limits(plan, used), strict=True)))
            )
    if options:
        return min(options, key=lambda option: option[0])[1]
    return [
        (sum(unit.models for party in parties for unit in party), get_capacity(transport, data))
    ]


def _find_best_loading(plan: Sequence[_Space], pieces: Sequence[_Piece]) -> tuple[int, ...]:
    """Return the places taken in each space of `plan`, with the models spread best.

    The best spread has the fewest places too many.
    """
    states: dict[tuple[int, ...], None] = {(0,) * len(plan): None}
    for piece in pieces:
        states = {
            next_state: None for used in states for next_state in _place_models(plan, used, piece)
        }
    return min(states, key=lambda used: _sum_excess(plan, used))


def _measure_overload(
    plan: Sequence[_Space], pieces: Sequence[_Piece]
) -> tuple[int, Overfull] | None:
    """Return (places too many, what does not fit) for the best spread of the models, or None.

    None: the models can be spread over the loads of `plan` so that all fit.
    """
    best = _find_best_loading(plan, pieces)
    excess = _sum_excess(plan, best)
    if excess == 0:
        return None
    limits = _get_limits(plan, best)
    space = max(range(len(plan)), key=lambda number: best[number] - limits[number])
    riders = {
        piece.unit.id: piece.unit
        for piece in pieces
        if piece.places[space] is not None or (space == 0 and any(piece.burden))
    }
    kinds: tuple[str, ...] = ()
    if len(plan) > 1 and plan[space].load:
        kinds = tuple(" ".join(keywords) for keywords in plan[space].takes)
    overload = Overfull(
        key="over",
        units=tuple(riders.values()),
        used=best[space],
        capacity=limits[space],
        kinds=kinds,
    )
    return excess, overload


def _place_models(
    plan: Sequence[_Space], used: tuple[int, ...], piece: _Piece
) -> Iterator[tuple[int, ...]]:
    """Yield the places taken in each space, for every way to put `piece` into `plan`.

    `used` are the places taken before. What the other spaces cannot hold goes into the first space
    that takes the models, even if it is full.
    """
    first, *others = [number for number, places in enumerate(piece.places) if places is not None]

    def put_models(
        left: int, rest: Sequence[int], counts_taken: tuple[int, ...]
    ) -> Iterator[tuple[int, ...]]:
        """Yield the places taken with `left` models spread over `rest`, then the first space.

        `counts_taken` are the places taken so far.
        """
        space, counts = first, range(left, left + 1)
        if rest:
            space = rest[0]
            counts = range(min(left, plan[space].capacity - counts_taken[space]) + 1)
        for count in counts:
            after = list(counts_taken)
            after[space] += count * (piece.places[space] or 0)
            after[0] += count * piece.burden[space]
            if rest:
                yield from put_models(left - count, rest[1:], tuple(after))
            else:
                yield tuple(after)

    return put_models(piece.count, others, used)


def _get_limits(plan: Sequence[_Space], used: Sequence[int]) -> list[int]:
    """Return the capacity of each space of `plan`, given the places `used` in each.

    A further load that is used may reduce the capacity of the first.
    """
    limits = [space.capacity for space in plan]
    for number, space in enumerate(plan):
        if space.load is not None and space.load.reduces_capacity_to is not None and used[number]:
            limits[0] = min(limits[0], space.load.reduces_capacity_to)
    return limits


def _sum_excess(plan: Sequence[_Space], used: Sequence[int]) -> int:
    """Return by how many places the spaces of `plan` are overfull, all together."""
    return sum(
        max(0, places_taken - limit)
        for places_taken, limit in zip(used, _get_limits(plan, used), strict=True)
    )
