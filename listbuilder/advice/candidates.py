"""The candidates for a roster's points: each single thing with its price, and what is free."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any, Literal

import msgspec

from listbuilder.games.common.editor import Field, Offer, Option, Text, get_unit_place
from listbuilder.model.army import Unit
from listbuilder.model.base import Path
from listbuilder.model.edit import Edit
from listbuilder.roster import commands
from listbuilder.roster.effect import compute_effect
from listbuilder.roster.position import Position

FEW = 12  # candidates of which every combination is tried
MOST_UNITS = 80  # that are asked what they could be given: more than any legal list has
MOST_COPIES = 3  # of one thing in one way of spending
SIZES = ("models", "reinforced")  # keys of fields: more models in a unit ...
HONOURS = ("enhancement", "enhancement_of")  # ... what a unit is given ...
# ... and what the army as a whole may have, or a box offers.
ARMY = (
    *(
        "battle_formation",
        "spell_lore",
        "prayer_lore",
        "manifestation_lore",
        "faction_terrain",
        "regiment_of_renown",
    ),
    *(
        "battle_tactics",
        "further_detachment",
        "disposition",
        "enhancement",
        "regiment_ability",
        "choice",
    ),
)


ALLIED = ("regiment_of_renown",)  # of these, what brings units of other armies


class Candidate(msgspec.Struct, frozen=True, kw_only=True):
    """One thing that could be bought.

    Of the candidates with the same `slot` only one is taken, except copies of a unit. `number`:
    which copy of its kind the candidate is; the copies with lower numbers have to be bought before.
    """

    what: Literal["unit", "size", "enhancement", "choice"]
    label: Text
    cost: int
    least: int  # what it costs without what its place costs, which others may change
    legal: bool  # with nothing else but those before it
    slot: tuple[Any, ...]
    after: Position  # with nothing else but those before it
    number: int = 1
    to: str = ""  # name of the unit that grows or bears it
    offer: str = ""
    home: str = ""  # the faction it is a guest from
    place: int = 0  # of those that the editor offers, where it found room
    models: int | None = None
    edit: Edit = Edit(())
    path: Path = ()
    key: str = ""
    args: dict[str, Any] = {}

    @property
    def is_allied(self) -> bool:
        """Return whether it brings units that are not the army's own."""
        return bool(self.home) or self.key in ALLIED


class Free(msgspec.Struct, frozen=True, kw_only=True):
    """A thing that costs nothing and has not been chosen.

    `to`: names of the units that may have the thing; empty if it is chosen for the army.
    """

    key: str
    args: dict[str, Any]
    to: tuple[str, ...] = ()
    options: tuple[Text, ...] = ()


class Candidates(msgspec.Struct, kw_only=True):
    """All candidates of a roster, and what is free."""

    candidates: list[Candidate] = []
    free: list[Free] = []


def find_candidates(position: Position, budget: int, *, allies: bool = True) -> Candidates:
    """Return everything that costs at most `budget` points, legal or not, and what is free.

    The position must have an army. At most MOST_UNITS units are asked what they could be given.
    `allies`: whether units of other factions are among it.
    """
    candidates = Candidates()
    _collect_army_candidates(position, budget, candidates, allies=allies)
    for unit in position.army.units[:MOST_UNITS] if position.army else ():
        _collect_unit_candidates(position, unit, budget, candidates)
    for candidate in _yield_units(position, budget, candidates.candidates, allies=allies):
        candidates.candidates.append(candidate)
    candidates.free = _merge_free_choices(candidates.free)
    return candidates


def find_free_choices(position: Position) -> list[Free]:
    """Return the choices that cost nothing and are not made yet; empty without an army."""
    candidates = Candidates()
    if position.army is not None:
        _collect_army_candidates(position, 0, candidates)
        for unit in position.army.units[:MOST_UNITS]:
            _collect_unit_candidates(position, unit, 0, candidates)
    return _merge_free_choices(candidates.free)


def add_unit(position: Position, offer: str, models: int | None) -> Position | None:
    """Return the roster with one more unit of `offer`, in the likeliest place that is allowed.

    `offer`: the id of the offer. `models`: the size of the unit; None means the usual one. If no
    place is allowed, the likeliest place is used; None if the roster has no place for the unit or
    no army.
    """
    return _try_places(position, offer, models, 0)[0]


def _try_places(
    position: Position, offer: str, models: int | None, first: int
) -> tuple[Position | None, int]:
    """Return (the roster with one more unit of `offer`, index of the place used).

    The unit goes to the first place that is allowed, apart from points. `first`: places before this
    index are known not to be allowed. If no place is allowed, the likeliest is used, index 0. The
    roster is None if there is no place at all or no army.
    """
    army = position.army
    if army is None:
        return None, 0
    places = position.editor.add_offer(position.data, army, offer, models)
    if len(places) < 2:
        return (position.apply(places[0].edit) if places else None), 0
    for number, place in enumerate(places[first:], start=first):
        after = position.apply(place.edit)
        if commands.is_allowed_apart_from_points(compute_effect(place.edit, position, after)):
            return after, number
    return position.apply(places[0].edit), 0


Again = dict[tuple[object, ...], Edit]


def apply_candidates(
    position: Position, members: Sequence[Candidate], again: Again | None = None
) -> Position:
    """Return the roster after buying all `members`, in this order.

    `again`: edits that the same search had to find a second time, kept to be used again; None to
    keep none.
    """
    for place, candidate in enumerate(members):
        position = apply_candidate(
            position, candidate, members[:place], {} if again is None else again
        )
    return position


def apply_candidate(
    position: Position, candidate: Candidate, before: Sequence[Candidate], again: Again
) -> Position:
    """Return the roster after buying `candidate`; those of `before` are bought already.

    If an earlier candidate changed the same unit, the edit has to be found again on the changed
    roster. `again` is changed: it keeps those edits for later calls.
    """
    if candidate.offer:
        return add_unit(position, candidate.offer, candidate.models) or position
    same = [earlier for earlier in before if earlier.path == candidate.path and not earlier.offer]
    if not same:
        return position.apply(candidate.edit)
    key = tuple((earlier.slot, repr(earlier.label)) for earlier in (*same, candidate))
    if key not in again:
        again[key] = _find_edit_again(position, candidate)
    return position.apply(again[key])


def _find_edit_again(position: Position, candidate: Candidate) -> Edit:
    """Return the edit for the candidate's option as it is now that its unit was changed.

    If the option is no longer found, the candidate's own edit is returned.
    """
    for field in commands.list_fields(position, candidate.path):
        if (field.key, field.args) == (candidate.key, candidate.args):
            return next(
                (option.edit for option in field.options() if option.label == candidate.label),
                candidate.edit,
            )
    return candidate.edit


def _calculate_cost(position: Position, after: Position) -> int | None:
    """Return how many points `after` has more; 0 if the game counts none, None if unreadable."""
    if after.army is None or after.problems or position.army is None:
        return None
    if not after.army.counts_points:
        return 0
    return after.army.points - position.army.points


def _sum_unit_costs(position: Position) -> int:
    """Return the sum of the units' own costs, without what the places they stand in cost.

    0 if there is no army or the game counts no points.
    """
    if not position.army or not position.army.counts_points:
        return 0
    return sum(unit.cost for unit in position.army.units)


# --- more units ---


def _yield_units(
    position: Position, budget: int, known: list[Candidate], *, allies: bool
) -> Iterator[Candidate]:
    """Yield candidates for each unit that could be added within `budget`, in each size.

    If there are many candidates already (`known`), the larger sizes of a unit that is illegal in a
    smaller size are left out. Legends are offered only to an army that has some: a player whose
    army has none does not want any.
    """
    army = position.army
    assert army is not None
    legends = bool(army.list_legends())
    for offer in position.editor.list_offers(army):
        too_dear = army.counts_points and offer.points is not None and offer.points > budget
        if offer.home and not allies:
            continue
        if too_dear or (offer.legends and not legends):  # who has none of these wants none
            continue
        place = 0
        for models in position.editor.list_sizes(army, offer.id) or (None,):
            of_size = list(_yield_copies(position, offer, models, budget, place))
            yield from of_size
            if len(known) > FEW and not any(candidate.legal for candidate in of_size):
                break
            place = of_size[0].place if of_size else 0


def _yield_copies(
    position: Position, offer: Offer, models: int | None, budget: int, place: int
) -> Iterator[Candidate]:
    """Yield candidates for up to three copies of `offer` in one size, within the budget.

    `models`: the size. A second or third copy is yielded only if the roster with it is legal.
    `place`: the index of the place where a smaller size was added; earlier places are not tried
    again, because they do not take a larger size either.
    """
    before, left, legal = position, budget, True
    for number in range(1, MOST_COPIES + 1):
        after, place = _try_places(before, offer.id, models, place)
        cost = _calculate_cost(before, after) if after is not None else None
        if after is None or cost is None or cost > left or cost < 0:
            return
        legal = legal and after.verdict == "legal"
        if number > 1 and not legal:
            return
        yield Candidate(
            what="unit",
            label=Text("name", {"name": offer.name}),
            cost=cost,
            least=min(cost, _sum_unit_costs(after) - _sum_unit_costs(before)),
            legal=legal,
            slot=("unit", offer.id, models),
            after=after,
            number=number,
            offer=offer.id,
            home=offer.home or "",
            models=models,
            place=place,
        )
        before, left = after, left - cost


# --- what is chosen ---


def _collect_unit_candidates(
    position: Position, unit: Unit, budget: int, found: Candidates
) -> None:
    """Append to `found` larger sizes of `unit` and enhancements for it, also free ones."""
    army = position.army
    assert army is not None
    path = get_unit_place(unit)
    for field in position.editor.list_fields(position.data, army, path):
        if field.key in SIZES and field.kind == "choice":
            worth_it = position.editor.list_sizes(army, unit.datasheet_id)
            for option in field.options():
                if not option.chosen and _is_larger_size(option, unit, worth_it):
                    _try_option(position, field, option, budget, found, "size", unit)
        elif (
            field.key in HONOURS
            and field.kind == "choice"
            and (options := _list_open_options(field))
        ):
            for option in options:
                _try_option(position, field, option, budget, found, "enhancement", unit)


def _is_larger_size(option: Option, unit: Unit, worth_it: tuple[int, ...]) -> bool:
    """Return whether `option` makes `unit` larger, to one of the sizes `worth_it`.

    An option without a number, such as reinforced, counts if it says yes.
    """
    count = option.label.args.get("count")
    if count is None:
        return option.label.key == "yes"
    return count > unit.models and count in worth_it


def _collect_army_candidates(
    position: Position, budget: int, found: Candidates, *, allies: bool = True
) -> None:
    """Append to `found` what the army as a whole could still choose, also what is free.

    `allies`: whether choices that bring units of other armies are among it.
    """
    army = position.army
    assert army is not None
    for field in position.editor.list_fields(position.data, army, ()):
        if field.key in ALLIED and not allies:
            continue
        if field.key in ARMY and field.kind == "choice":
            for option in _list_open_options(field):
                _try_option(position, field, option, budget, found, "choice", None)


def _list_open_options(field: Field) -> list[Option]:
    """Return the options of `field` if nothing is chosen yet, otherwise an empty list."""
    options = field.options()
    if any(option.chosen and option.label.key != "none" for option in options):
        return []
    return [option for option in options if not option.chosen and option.label.key != "none"]


def _try_option(
    position: Position,
    field: Field,
    option: Option,
    budget: int,
    found: Candidates,
    what: Literal["size", "enhancement", "choice"],
    unit: Unit | None,
) -> None:
    """Append to `found` a candidate for choosing `option`, or a free choice at no cost.

    Nothing is appended if the option costs more than `budget` or less than nothing, can't be read
    afterwards, or is free but not legal. `unit`: the unit that the option is about; None for the
    whole army.
    """
    army = position.army
    assert army is not None
    if army.counts_points and what != "size" and option.label.args.get("points", 0) > budget:
        return
    after = position.apply(option.edit)
    cost = _calculate_cost(position, after)
    if cost is None or cost < 0 or cost > budget:
        return
    legal = after.verdict == "legal"
    name = unit.name if unit else ""
    if cost == 0 and what != "size":
        if legal:
            found.free.append(
                Free(
                    key=field.key,
                    args=field.args,
                    to=(name,) if name else (),
                    options=(option.label,),
                )
            )
        return
    path = get_unit_place(unit) if unit else ()
    candidate = Candidate(
        what=what,
        label=option.label,
        cost=cost,
        least=cost,
        legal=legal,
        slot=(path, field.key, repr(field.args)),
        after=after,
        to=name,
        models=option.label.args.get("count") if what == "size" else None,
        edit=option.edit,
        path=path,
        key=field.key,
        args=field.args,
    )
    found.candidates.append(candidate)


def _merge_free_choices(free: list[Free]) -> list[Free]:
    """Return one entry for each free thing, with all its options and all units that may have it."""
    merged: dict[tuple[str, str], Free] = {}
    for choice in free:
        key = (choice.key, repr(choice.args))
        known = merged.get(key)
        if known is None:
            merged[key] = choice
            continue
        options = (
            *known.options,
            *(option for option in choice.options if option not in known.options),
        )
        to = tuple(dict.fromkeys([*known.to, *choice.to]))
        merged[key] = Free(key=choice.key, args=choice.args, to=to, options=options)
    return list(merged.values())
