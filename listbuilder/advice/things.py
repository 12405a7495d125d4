"""The things that a player may ask for by name: units to add, gifts to a unit, choices to make."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import TYPE_CHECKING, Any

import msgspec

from listbuilder.advice.fix_moves import OPEN
from listbuilder.games.common.deployment_fields import make_link_fields
from listbuilder.games.common.editor import Added, Field, Gift, Offer, Option, Text, join_edits
from listbuilder.matching import search
from listbuilder.model.army import Unit
from listbuilder.model.base import Path, fold
from listbuilder.model.edit import Edit
from listbuilder.roster import commands
from listbuilder.roster.effect import compute_effect
from listbuilder.roster.position import Position

if TYPE_CHECKING:
    from listbuilder.model.windows import Gone

PLACES = 6  # that a unit is tried in, the likeliest first


class ThingEdit(msgspec.Struct, frozen=True, kw_only=True):
    """One way to have a thing.

    `protect`: the part of the roster that the thing then is. Where there is no such part, `there`
    tells whether the roster still has it.
    """

    edit: Edit
    protect: Path | None = None
    unit: Unit | None = None  # to which it is given
    there: Callable[[Position, Callable[[Path], Path]], bool] | None = None


class Thing(msgspec.Struct, frozen=True, kw_only=True):
    """A thing that can be asked for.

    `ways` returns the ways to have it.

    `kind`: unit, or the key of a field.
    """

    kind: str
    name: str
    words: tuple[str, ...] = ()
    home: str = ""
    brought_by: tuple[str, ...] = ()  # as of an offer
    joining: bool = False  # a unit of the army that goes with another
    ways: Callable[[], Sequence[ThingEdit]]


class Asked(msgspec.Struct, frozen=True, kw_only=True):
    """The result of a search by name: one thing, several of one name, or the nearest names."""

    things: tuple[Thing, ...] = ()
    near: tuple[str, ...] = ()
    gone: Gone | None = None  # it was there once; it cannot be tried


def find_unit(position: Position, name: str) -> tuple[Unit | None, list[str]]:
    """Return (unit, names of all units): the unit by its id, custom name or name, else None.

    The names are empty if an id matched.
    """
    army = position.army
    units = army.list_known_units() if army else []
    by_id = next((unit for unit in units if unit.id == name), None)
    if by_id is not None:
        return by_id, []
    matches = search.find_matching(
        name, ((unit, (unit.custom_name or unit.name, unit.name, unit.id)) for unit in units)
    )
    return (matches[0] if matches else None), list(dict.fromkeys(unit.name for unit in units))


def find_things(position: Position, name: str, to: Unit | None) -> Asked:
    """Return what `name` asks for, for the unit `to` if one is given.

    The best match by name wins. A thing that has all of `name` in its name comes before one that
    has it in pieces; of the former, one that goes with `to` comes first, or without `to` one that
    is on its own. What is gone, and units of other armies, are looked for last.
    """
    layers = [list(layer) for layer in _yield_layers(position, to)]
    things = [thing for layer in layers for thing in layer]
    wanted, models = search.parse_query(name)
    if models is not None and any(fold(name) == fold(thing.name) for thing in things):
        wanted = name  # the number belongs to the name
    whole = (layer for layer in layers if any(_contains_name(thing, wanted) for thing in layer))
    exact = next(
        (layer for layer in layers if any(_is_named(thing, wanted) for thing in layer)), None
    )
    if exact is None and (gone := _find_removed_things(position, wanted)):
        return Asked(things=tuple(gone))
    if (
        exact is None
        and position.army is not None
        and (removed := position.editor.find_former_thing(position.army, wanted))
    ):
        return Asked(gone=removed)
    layer = exact or next(whole, things)
    matches = search.find_matching(wanted, ((thing, (thing.name, *thing.words)) for thing in layer))
    if not any(_contains_name(thing, wanted) for thing in matches[:1]):
        matches = _find_foreign_units(position, wanted) or matches
    if not matches:
        return Asked(near=_find_nearest_names(name, things))
    best = matches[0]
    alike = [
        thing for thing in matches if thing.name == best.name and thing.joining == best.joining
    ]
    return Asked(things=tuple(thing for thing in alike if thing.joining or thing.kind == best.kind))


def _contains_name(thing: Thing, wanted: str) -> bool:
    """Return whether `wanted` is a part of the thing's name, in any spelling."""
    return any(fold(wanted) in spelling for spelling in search.list_spellings(thing.name))


def _is_named(thing: Thing, wanted: str) -> bool:
    """Return whether `wanted` is the thing's whole name, in any spelling."""
    return fold(wanted) in search.list_spellings(thing.name)


def _find_nearest_names(name: str, things: Sequence[Thing]) -> tuple[str, ...]:
    """Return up to five names of things that are most like `name`."""
    from rapidfuzz import process  # only where a name is not found

    names = list(dict.fromkeys(thing.name for thing in things))
    return tuple(near_name for near_name, _, _ in process.extract(name, names, limit=5))


def _yield_layers(position: Position, to: Unit | None) -> Iterator[Iterator[Thing]]:
    """Yield the things that can be asked for, in groups; the likeliest group first."""
    if to is not None:
        yield _yield_joining_units(position, to)
        yield _yield_gifts(position, to)
        yield _yield_wargear(position, to)
    yield _yield_units(position, to)
    yield _yield_choices(position)
    if to is None:
        yield _yield_gifts(position, to)
        yield _yield_wargear(position, to)


def make_offer_thing(
    position: Position, offer: Offer, models: int | None = None, place: Path | None = None
) -> Thing:
    """Return an offer as a thing, of that size, at `place` or the next best place."""

    def list_ways() -> list[ThingEdit]:
        """Return the edits that add the unit, one for each of the likeliest places."""
        army = position.army
        places: list[Added] = []
        if army:
            places = position.editor.add_offer(position.data, army, offer.id, models, place)
        return [ThingEdit(edit=added.edit, protect=added.path) for added in places[:PLACES]]

    return Thing(
        kind="unit",
        name=offer.name,
        words=(offer.id, *offer.words),
        home=offer.home or "",
        brought_by=offer.brought_by,
        ways=list_ways,
    )


def _find_removed_things(position: Position, wanted: str) -> list[Thing]:
    """Return a list with the unit of exactly this name that the rules no longer have; else empty.

    It is tried like the others, and the rules say since when it is gone.
    """
    assert position.army is not None
    things = [
        _make_unit_thing(position, offer, None)
        for offer in position.editor.list_former_offers(position.army)
    ]
    return [thing for thing in things if _is_named(thing, wanted)][:1]


def _find_foreign_units(position: Position, wanted: str) -> list[Thing]:
    """Return units of other armies named like `wanted`: exact matches, else containing it."""
    assert position.army is not None
    things = [
        _make_unit_thing(position, offer, None)
        for offer in position.editor.list_foreign_offers(position.army)
    ]
    named = [thing for thing in things if _contains_name(thing, wanted)]
    exact = [thing for thing in named if _is_named(thing, wanted)]
    return search.find_matching(wanted, ((thing, (thing.name,)) for thing in exact or named))


def _yield_units(position: Position, to: Unit | None) -> Iterator[Thing]:
    """Yield the units that the army could add, as things."""
    assert position.army is not None
    for offer in position.editor.list_offers(position.army):
        yield _make_unit_thing(position, offer, to)


def _make_unit_thing(position: Position, offer: Offer, to: Unit | None) -> Thing:
    """Return a unit that can be added as a thing, beside the unit `to` if one is given."""
    return make_offer_thing(position, offer, None, to.path if to else None)


def _yield_gifts(position: Position, to: Unit | None) -> Iterator[Thing]:
    """Yield what can be given to a unit, such as enhancements, as things."""
    army, editor, data = position.army, position.editor, position.data
    assert army is not None
    for gift in editor.list_gifts(army):

        def list_ways(gift: Gift = gift) -> list[ThingEdit]:
            """Return the edits that give `gift` to a unit that does not have it."""
            ways_found = []
            for unit in _list_recipients(position, to):
                if fold(gift.name) in map(fold, unit.upgrades):
                    continue  # it has it
                for edit in editor.give_gift(data, army, unit, gift):
                    ways_found.append(ThingEdit(edit=edit, unit=unit, there=_make_value_test(edit)))
            return ways_found

        yield Thing(
            kind=gift.key,
            name=gift.name,
            words=(gift.id, gift.home),
            home=gift.home,
            ways=list_ways,
        )


def _yield_wargear(position: Position, to: Unit | None) -> Iterator[Thing]:
    """Yield the wargear that units can take, as things."""
    army, editor, data = position.army, position.editor, position.data
    assert army is not None
    for item in editor.list_items(army):

        def list_ways(item: str = item) -> list[ThingEdit]:
            """Return the edits that equip a unit with `item`.

            These are options of the builder, or else what the editor can do.
            """
            ways_found = []
            for unit in _list_recipients(position, to):
                options = _list_item_edits(position, unit, item)
                edits = options or editor.give_item(data, army, unit, item)
                there = _make_item_test(unit, item)
                ways_found += [ThingEdit(edit=edit, unit=unit, there=there) for edit in edits]
            return ways_found

        yield Thing(kind="wargear", name=item, ways=list_ways)


def _list_recipients(position: Position, to: Unit | None) -> list[Unit]:
    """Return the unit `to` in a list, or all units of the army if it is None."""
    if to is not None:
        return [to]
    return [unit for unit in position.army.units if unit.path] if position.army else []


def _list_item_edits(position: Position, unit: Unit, item: str) -> list[Edit]:
    """Return the builder's options that give `unit` more of `item`, at most one of each field."""
    edits = []
    for field in commands.list_fields(position, unit.path):
        if field.group is None:
            continue
        by_field = fold(item) in map(fold, field.args.get("come", ()))
        options = field.options()
        chosen = next((place for place, option in enumerate(options) if option.chosen), -1)
        for place, option in enumerate(options):
            by_option = (
                fold(item) in map(fold, option.label.args.get("items", ()))
                and option.label.key == "items"
            )
            if (
                option.edit.steps
                and ((by_field and place > chosen) or by_option)
                and not option.chosen
            ):
                edits.append(option.edit)
                break
    return edits


def _make_item_test(unit: Unit, item: str) -> Callable[[Position, Callable[[Path], Path]], bool]:
    """Return a function that tells whether a later roster's unit has more of `item` than now."""
    before = _count_item(unit, item)

    def is_there(position: Position, back: Callable[[Path], Path]) -> bool:
        """Return whether the unit has more of the item.

        `back` leads to places of the first roster.
        """
        units = position.army.units if position.army else ()
        now = next((other for other in units if back(other.path) == unit.path), None)
        return now is not None and _count_item(now, item) > before

    return is_there


def _count_item(unit: Unit, item: str) -> int:
    """Return how many of `item` the models of `unit` carry; at least 1 if it carries any."""
    carried = 0
    for group in unit.groups:
        for name, count in (group.wargear or {}).items():
            if fold(name) == fold(item):
                carried += count
    return carried or int(unit.has_item(item))


def _make_value_test(edit: Edit) -> Callable[[Position, Callable[[Path], Path]], bool]:
    """Return a function that tells whether a later roster still has the value that `edit` set last.

    If it was put beside other things, those may go.
    """
    step = edit.steps[-1]
    new = step.value[-1] if isinstance(step.value, list) else step.value

    def is_there(position: Position, back: Callable[[Path], Path]) -> bool:
        """Return whether the unit still has the value.

        `back` leads to places of the first roster.
        """
        for unit in position.army.units if position.army else ():
            if back(unit.path) == step.path[:-1]:
                given = position.data
                for part in unit.path:
                    given = given[part]
                value = given.get(step.path[-1])
                return bool(new in value if isinstance(value, list) else new == value)
        return False

    return is_there


def _yield_joining_units(position: Position, to: Unit | None) -> Iterator[Thing]:
    """Yield units of the army that could be joined with the unit `to`, as things."""
    army, editor, data = position.army, position.editor, position.data
    assert army is not None and to is not None
    for unit in army.list_known_units():
        if unit is to:
            continue
        for key, place in editor.list_joins():

            def list_ways(unit: Unit = unit, place: Path = place) -> list[ThingEdit]:
                """Return the edits that join the two units, either way round.

                The second way is included only if it is allowed.
                """
                reversed_ways = [
                    way
                    for way in _list_join_edits(data, place, to, unit, to)
                    if compute_effect(way.edit, position, position.apply(way.edit)).allowed
                ]
                return [*_list_join_edits(data, place, unit, to, to), *reversed_ways]

            words = (unit.id, *((unit.name,) if unit.custom_name else ()))
            yield Thing(
                kind=key,
                name=unit.custom_name or unit.name,
                words=words,
                joining=True,
                ways=list_ways,
            )


def _list_join_edits(
    data: Any, place: Path, unit: Unit, host: Unit, named: Unit
) -> list[ThingEdit]:
    """Return the ways to join `unit` with `host`; `named` is the unit that the player named.

    Why both directions are tried by the caller: a player need not know who leads or carries whom.
    """
    edits = [
        option.edit
        for field in make_link_fields(data, place, unit, [host])
        for option in field.options()[1:]
    ]
    return [
        ThingEdit(edit=edit, unit=named, protect=(*place, unit.id)) for edit in edits if edit.steps
    ]


def _yield_choices(position: Position) -> Iterator[Thing]:
    """Yield what can be chosen for the army as a whole, as things."""
    for field in commands.list_fields(position, ()):
        for option in field.options() if field.kind == "choice" else ():
            name = _get_option_name(option.label)
            if name:
                yield Thing(kind=field.key, name=name, ways=_make_choice_ways(field, option))


def _make_choice_ways(field: Field, option: Option) -> Callable[[], list[ThingEdit]]:
    """Return a function that returns the only way to choose `option`.

    Without steps it is chosen already.
    """
    edit = join_edits(option.edit)
    protect = edit.steps[-1].path if edit.steps else None
    return lambda: [ThingEdit(edit=edit, protect=protect)]  # without steps: it is chosen already


def _get_option_name(label: Text) -> str | None:
    """Return the name in an option's label; None if it has none or says that nothing is chosen."""
    if label.key in OPEN:
        return None
    name = label.args.get("name")
    return name if isinstance(name, str) else None
