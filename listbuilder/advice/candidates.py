"""What a roster's points could buy: each single thing with its price, and what could be chosen for nothing."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any, Literal

import msgspec

from listbuilder.games.shared.choices import Field, Offer, Option, Text, place_of
from listbuilder.law import commands
from listbuilder.law.effect import effect_of
from listbuilder.law.position import Position
from listbuilder.model.army import Unit
from listbuilder.model.base import Path
from listbuilder.model.edit import Edit

FEW = 12  # candidates of which every combination is tried
MOST_UNITS = 80  # that are asked what they could be given: more than any legal list has
MOST_COPIES = 3  # of one thing in one way of spending
SIZES = ("models", "reinforced")  # keys of fields: more models in a unit ...
HONOURS = ("enhancement", "enhancement_of")  # ... what a unit is given ...
# ... and what the army as a whole may have, or a box offers.
ARMY = (
    *("battle_formation", "spell_lore", "prayer_lore", "manifestation_lore", "faction_terrain", "regiment_of_renown"),
    *("battle_tactics", "further_detachment", "disposition", "enhancement", "regiment_ability", "choice"),
)


class Candidate(msgspec.Struct, frozen=True, kw_only=True):
    """`slot`: of those with the same one only one is taken. `number`: the how manieth of its kind; it needs those before."""

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


class Free(msgspec.Struct, frozen=True, kw_only=True):
    """Something that costs nothing and is not chosen. `to`: names of the units that may have it; none: the army."""

    key: str
    args: dict[str, Any]
    to: tuple[str, ...] = ()
    options: tuple[Text, ...] = ()


class Found(msgspec.Struct, kw_only=True):
    candidates: list[Candidate] = []
    free: list[Free] = []


def find(position: Position, budget: int) -> Found:
    """Everything that costs no more than that, legal or not. The position has an army."""
    found = Found()
    _choices(position, budget, found)
    for unit in position.army.units[:MOST_UNITS] if position.army else ():
        _of_unit(position, unit, budget, found)
    for each in _units(position, budget, found.candidates):
        found.candidates.append(each)
    found.free = _merged(found.free)
    return found


def unspent(position: Position) -> list[Free]:
    """What could be chosen for nothing, and is not."""
    found = Found()
    if position.army is not None:
        _choices(position, 0, found)
        for unit in position.army.units[:MOST_UNITS]:
            _of_unit(position, unit, 0, found)
    return _merged(found.free)


def bought(position: Position, offer: str, models: int | None) -> Position | None:
    """With one more of it, in the likeliest place where the law lets it be."""
    return _placed(position, offer, models, 0)[0]


def _placed(position: Position, offer: str, models: int | None, first: int) -> tuple[Position | None, int]:
    """And which of the places that is. `first`: those before it are known not to do."""
    army = position.army
    if army is None:
        return None, 0
    places = position.editor.add(position.data, army, offer, models)
    if len(places) < 2:
        return (position.apply(places[0].edit) if places else None), 0
    for number, place in enumerate(places[first:], start=first):
        after = position.apply(place.edit)
        if commands.fits(effect_of(place.edit, position, after)):
            return after, number
    return position.apply(places[0].edit), 0


Again = dict[tuple[object, ...], Edit]


def applied(position: Position, members: Sequence[Candidate], again: Again | None = None) -> Position:
    """After all of them, in this order. `again`: edits that were looked for in the same search."""
    for place, each in enumerate(members):
        position = step(position, each, members[:place], {} if again is None else again)
    return position


def step(position: Position, each: Candidate, before: Sequence[Candidate], again: Again) -> Position:
    """After one more, where those before it were made already."""
    if each.offer:
        return bought(position, each.offer, each.models) or position
    same = [other for other in before if other.path == each.path and not other.offer]
    if not same:
        return position.apply(each.edit)
    key = tuple((other.slot, repr(other.label)) for other in (*same, each))
    if key not in again:
        again[key] = _again(position, each)
    return position.apply(again[key])


def _again(position: Position, candidate: Candidate) -> Edit:
    """The same choice, where another one was made for the same unit meanwhile."""
    for field in commands.fields(position, candidate.path):
        if (field.key, field.args) == (candidate.key, candidate.args):
            return next((option.edit for option in field.options() if option.label == candidate.label), candidate.edit)
    return candidate.edit


def _cost(position: Position, after: Position) -> int | None:
    """None where it cannot be read afterwards."""
    if after.army is None or after.problems or position.army is None:
        return None
    return after.army.points - position.army.points if after.army.counts_points else 0


def _bare(position: Position) -> int:
    return sum(unit.cost for unit in position.army.units) if position.army and position.army.counts_points else 0


# --- more units ---


def _units(position: Position, budget: int, known: list[Candidate]) -> Iterator[Candidate]:
    """Of what is illegal in a small size the larger ones are left out where there are many candidates as it is."""
    army = position.army
    assert army is not None
    legends = bool(army.legends())
    for offer in position.editor.offers(army):
        too_dear = army.counts_points and offer.points is not None and offer.points > budget
        if too_dear or (offer.legends and not legends):  # who has none of these wants none
            continue
        place = 0
        for models in position.editor.sizes(army, offer.id) or (None,):
            of_size = list(_copies(position, offer, models, budget, place))
            yield from of_size
            if len(known) > FEW and not any(each.legal for each in of_size):
                break
            place = of_size[0].place if of_size else 0


def _copies(position: Position, offer: Offer, models: int | None, budget: int, place: int) -> Iterator[Candidate]:
    """`place`: of a smaller size. Where that found no room, more of it finds none."""
    before, left, legal = position, budget, True
    for number in range(1, MOST_COPIES + 1):
        after, place = _placed(before, offer.id, models, place)
        cost = _cost(before, after) if after is not None else None
        if after is None or cost is None or cost > left or cost < 0:
            return
        legal = legal and after.verdict == "legal"
        if number > 1 and not legal:
            return
        yield Candidate(
            what="unit",
            label=Text("name", {"name": offer.name}),
            cost=cost,
            least=min(cost, _bare(after) - _bare(before)),
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


def _of_unit(position: Position, unit: Unit, budget: int, found: Found) -> None:
    army = position.army
    assert army is not None
    path = place_of(unit)
    for field in position.editor.fields(position.data, army, path):
        if field.key in SIZES and field.kind == "choice":
            worth_it = position.editor.sizes(army, unit.datasheet_id)
            for option in field.options():
                if not option.chosen and _larger(option, unit, worth_it):
                    _try(position, field, option, budget, found, "size", unit)
        elif field.key in HONOURS and field.kind == "choice" and (options := _unspent(field)):
            for option in options:
                _try(position, field, option, budget, found, "enhancement", unit)


def _larger(option: Option, unit: Unit, worth_it: tuple[int, ...]) -> bool:
    count = option.label.args.get("count")
    return option.label.key == "yes" if count is None else count > unit.models and count in worth_it


def _choices(position: Position, budget: int, found: Found) -> None:
    army = position.army
    assert army is not None
    for field in position.editor.fields(position.data, army, ()):
        if field.key in ARMY and field.kind == "choice":
            for option in _unspent(field):
                _try(position, field, option, budget, found, "choice", None)


def _unspent(field: Field) -> list[Option]:
    """What could be taken where nothing is."""
    options = field.options()
    if any(option.chosen and option.label.key != "none" for option in options):
        return []
    return [option for option in options if not option.chosen and option.label.key != "none"]


def _try(
    position: Position,
    field: Field,
    option: Option,
    budget: int,
    found: Found,
    what: Literal["size", "enhancement", "choice"],
    unit: Unit | None,
) -> None:
    army = position.army
    assert army is not None
    if army.counts_points and what != "size" and option.label.args.get("points", 0) > budget:
        return
    after = position.apply(option.edit)
    cost = _cost(position, after)
    if cost is None or cost < 0 or cost > budget:
        return
    legal = after.verdict == "legal"
    name = unit.name if unit else ""
    if cost == 0 and what != "size":
        if legal:
            found.free.append(Free(key=field.key, args=field.args, to=(name,) if name else (), options=(option.label,)))
        return
    path = place_of(unit) if unit else ()
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


def _merged(free: list[Free]) -> list[Free]:
    """One line for each thing that could be chosen, whoever may have it."""
    found: dict[tuple[str, str], Free] = {}
    for each in free:
        key = (each.key, repr(each.args))
        known = found.get(key)
        if known is None:
            found[key] = each
            continue
        options = (*known.options, *(option for option in each.options if option not in known.options))
        to = tuple(dict.fromkeys([*known.to, *each.to]))
        found[key] = Free(key=each.key, args=each.args, to=to, options=options)
    return list(found.values())
