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
    """One edit by which the roster gets a thing that was asked for.

    `protect`: the path of the thing in the roster after the edit. If the thing has no path of its
    own, `there` is a test that tells whether a later roster still has the thing.
    """

    edit: Edit
    protect: Path | None = None
    unit: Unit | None = None  # to which it is given
    there: Callable[[Position, Callable[[Path], Path]], bool] | None = None


class Thing(msgspec.Struct, frozen=True, kw_only=True):
    """Something that can be asked for by name, such as a unit, an enhancement or a choice.

    `ways` is called to get the edits by which the roster can have the thing. `kind`: "unit",
    "wargear", or the key of a field.
    """

    kind: str
    name: str
    words: tuple[str, ...] = ()
    home: str = ""
    brought_by: tuple[str, ...] = ()  # as of an offer
    joining: bool = False  # a unit of the army that goes with another
    ways: Callable[[], Sequence[ThingEdit]]


class Asked(msgspec.Struct, frozen=True, kw_only=True):
    """The result of a search by name: one thing, several of one name, or near names.

    `gone`: the thing of that name that the game once had; it cannot be added.
    """

    things: tuple[Thing, ...] = ()
    near: tuple[str, ...] = ()
    gone: Gone | None = None  # it was there once; it cannot be tried


def find_unit(position: Position, name: str) -> tuple[Unit | None, list[str]]:
    """Return (unit called `name`, names of all units); the unit is None if nothing matches.

    A unit with that id is returned first; then the list of names is empty. Otherwise custom names,
    names and ids are searched. The names are there to suggest one to the player.
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
    """Return what `name` asks for: things, a removed thing, or near names if nothing fits.

    Things come in groups: those for `to` first, or else units and the army's choices. The first
    group with a thing called exactly `name` counts, then the first with one that contains it, then
    all. Removed things, then units of other armies, are the last resort.
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
    """Return up to five names of `things` that are spelled most like `name`."""
    from rapidfuzz import process  # only where a name is not found

    names = list(dict.fromkeys(thing.name for thing in things))
    return tuple(near_name for near_name, _, _ in process.extract(name, names, limit=5))


def _yield_layers(position: Position, to: Unit | None) -> Iterator[Iterator[Thing]]:
    """Yield groups of things that can be asked for, the likeliest group first.

    With a unit `to`, the groups of things for that unit come first: units that it can be joined
    with, enhancements, wargear. Without a unit, enhancements and wargear come last.
    """
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
    """Return the unit of `offer` as a thing that can be asked for.

    `models`: the size of the unit; None means the usual one. `place`: the path of a unit or part
    beside which the unit is to be added; None means the likeliest place.
    """

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
    """Return a list with the removed unit called exactly `wanted`; empty if there is none.

    A removed unit is one that the current rules no longer have. It is tried like other units, and
    the rules then say since when it is gone.
    """
    assert position.army is not None
    things = [
        _make_unit_thing(position, offer, None)
        for offer in position.editor.list_former_offers(position.army)
    ]
    return [thing for thing in things if _is_named(thing, wanted)][:1]


def _find_foreign_units(position: Position, wanted: str) -> list[Thing]:
    """Return units of other armies called exactly `wanted`, otherwise those containing it."""
    assert position.army is not None
    things = [
        _make_unit_thing(position, offer, None)
        for offer in position.editor.list_foreign_offers(position.army)
    ]
    named = [thing for thing in things if _contains_name(thing, wanted)]
    exact = [thing for thing in named if _is_named(thing, wanted)]
    return search.find_matching(wanted, ((thing, (thing.name,)) for thing in exact or named))


def _yield_units(position: Position, to: Unit | None) -> Iterator[Thing]:
    """Yield each unit that the army could add, as a thing; beside the unit `to` if given."""
    assert position.army is not None
    for offer in position.editor.list_offers(position.army):
        yield _make_unit_thing(position, offer, to)


def _make_unit_thing(position: Position, offer: Offer, to: Unit | None) -> Thing:
    """Return a unit that can be added as a thing, beside the unit `to` if one is given."""
    return make_offer_thing(position, offer, None, to.path if to else None)


def _yield_gifts(position: Position, to: Unit | None) -> Iterator[Thing]:
    """Yield the enhancements and the like that a unit can be given, as things.

    They are given to the unit `to`, or to any unit of the army if `to` is None.
    """
    army, editor, data = position.army, position.editor, position.data
    assert army is not None
    for gift in editor.list_gifts(army):

        def list_ways(gift: Gift = gift) -> list[ThingEdit]:
            """Return the edits that give `gift` to each unit that does not have it."""
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
    """Yield the wargear that the unit `to` can take, or any unit if `to` is None, as things."""
    army, editor, data = position.army, position.editor, position.data
    assert army is not None
    for item in editor.list_items(army):

        def list_ways(item: str = item) -> list[ThingEdit]:
            """Return the edits that equip a unit with `item`.

            These are options of the unit's wargear fields that bring the item. If a unit has no
            such option, the editor is asked for an edit.
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
    """Return a list of only the unit `to`, or of all units of the roster if `to` is None."""
    if to is not None:
        return [to]
    return [unit for unit in position.army.units if unit.path] if position.army else []


def _list_item_edits(position: Position, unit: Unit, item: str) -> list[Edit]:
    """Return edits by which `unit` gets more of `item`, at most one from each wargear field."""
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
    """Return a test whether a later roster's unit has more of `item` than `unit` has now."""
    before = _count_item(unit, item)

    def is_there(position: Position, back: Callable[[Path], Path]) -> bool:
        """Return whether the unit has more of the item in the later roster `position`.

        `back` leads from a path of that roster to the path in the first one.
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
    """Return a test whether a later roster still has the value set by the end of `edit`.

    If the edit added the value to a list of others, only the new value has to remain.
    """
    step = edit.steps[-1]
    new = step.value[-1] if isinstance(step.value, list) else step.value

    def is_there(position: Position, back: Callable[[Path], Path]) -> bool:
        """Return whether the unit still has the value in the later roster `position`.

        `back` leads from a path of that roster to the path in the first one.
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
    """Yield the army's other units that could be joined with the unit `to`, as things."""
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
    """Return the edits that join `unit` with `host`; `named` is the one the player named.

    `place`: the path of the roster's table of joined units. The caller tries both directions,
    because a player need not know which of two units leads or carries the other.
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
    """Yield each named option that can be chosen for the army as a whole, as a thing."""
    for field in commands.list_fields(position, ()):
        for option in field.options() if field.kind == "choice" else ():
            name = _get_option_name(option.label)
            if name:
                yield Thing(kind=field.key, name=name, ways=_make_choice_ways(field, option))


def _make_choice_ways(field: Field, option: Option) -> Callable[[], list[ThingEdit]]:
    """Return a function that returns the only edit to choose `option`, in a list.

    An edit without steps means that the option is chosen already.
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
