"""What a player may ask for by name: everything that could be added to an army, given to a unit, or chosen."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import TYPE_CHECKING, Any

import msgspec

from listbuilder.advice.moves import OPEN
from listbuilder.games.shared import search
from listbuilder.games.shared.choices import Field, Gift, Offer, Option, Text, joined
from listbuilder.games.shared.declaration_fields import link
from listbuilder.law import commands
from listbuilder.law.effect import effect_of
from listbuilder.law.position import Position
from listbuilder.model.army import Unit
from listbuilder.model.base import Path, fold
from listbuilder.model.edit import Edit

if TYPE_CHECKING:
    from listbuilder.model.past import Gone

PLACES = 6  # that a unit is tried in, the likeliest first


class Way(msgspec.Struct, frozen=True, kw_only=True):
    """One way to have it. `protect`: the part of the roster that it is then; or `there` tells whether it still is."""

    edit: Edit
    protect: Path | None = None
    unit: Unit | None = None  # to which it is given
    there: Callable[[Position, Callable[[Path], Path]], bool] | None = None


class Thing(msgspec.Struct, frozen=True, kw_only=True):
    """`kind`: unit, or the key of a field."""

    kind: str
    name: str
    words: tuple[str, ...] = ()
    home: str = ""
    brought_by: tuple[str, ...] = ()  # as of an offer
    joining: bool = False  # a unit of the army that goes with another
    ways: Callable[[], Sequence[Way]]


class Asked(msgspec.Struct, frozen=True, kw_only=True):
    """What was found for a name: one thing, or several called alike, and what comes nearest where there is none."""

    things: tuple[Thing, ...] = ()
    near: tuple[str, ...] = ()
    gone: Gone | None = None  # it was there once; it cannot be tried


def unit_named(position: Position, name: str) -> tuple[Unit | None, list[str]]:
    """The unit of the army that is called so: by its id, the player's own name, or its name; and all that there are."""
    army = position.army
    units = army.known_units() if army else []
    by_id = next((unit for unit in units if unit.id == name), None)
    if by_id is not None:
        return by_id, []
    found = search.matching(name, ((unit, (unit.custom_name or unit.name, unit.name, unit.id)) for unit in units))
    return (found[0] if found else None), list(dict.fromkeys(unit.name for unit in units))


def find(position: Position, name: str, to: Unit | None) -> Asked:
    """The best by name; what has the whole of it in its name comes before what has it in pieces, and of the former what
    goes with the unit that was named, or else what stands for itself.
    """
    layers = [list(layer) for layer in _layers(position, to)]
    known = [thing for layer in layers for thing in layer]
    wanted, models = search.asked(name)
    wanted = name if models is not None and any(fold(name) == fold(thing.name) for thing in known) else wanted
    whole = (layer for layer in layers if any(_says(thing, wanted) for thing in layer))
    exact = next((layer for layer in layers if any(_called(thing, wanted) for thing in layer)), None)
    if exact is None and (gone := _gone(position, wanted)):
        return Asked(things=tuple(gone))
    if exact is None and position.army is not None and (went := position.editor.went(position.army, wanted)):
        return Asked(gone=went)
    layer = exact or next(whole, known)
    found = search.matching(wanted, ((thing, (thing.name, *thing.words)) for thing in layer))
    if not any(_says(thing, wanted) for thing in found[:1]):
        found = _strangers(position, wanted) or found
    if not found:
        return Asked(near=_near(name, known))
    best = found[0]
    alike = [thing for thing in found if thing.name == best.name and thing.joining == best.joining]
    return Asked(things=tuple(thing for thing in alike if thing.joining or thing.kind == best.kind))


def _says(thing: Thing, wanted: str) -> bool:
    return any(fold(wanted) in spelling for spelling in search.spellings(thing.name))


def _called(thing: Thing, wanted: str) -> bool:
    return fold(wanted) in search.spellings(thing.name)


def _near(name: str, known: Sequence[Thing]) -> tuple[str, ...]:
    from rapidfuzz import process  # only where a name is not found

    names = list(dict.fromkeys(thing.name for thing in known))
    return tuple(each for each, _, _ in process.extract(name, names, limit=5))


def _layers(position: Position, to: Unit | None) -> Iterator[Iterator[Thing]]:
    if to is not None:
        yield _joins(position, to)
        yield _gifts(position, to)
        yield _items(position, to)
    yield _units(position, to)
    yield _choices(position)
    if to is None:
        yield _gifts(position, to)
        yield _items(position, to)


def offered(position: Position, offer: Offer, models: int | None = None, place: Path | None = None) -> Thing:
    """Something that could be added, at that size, at that place or the next best."""

    def ways() -> list[Way]:
        army = position.army
        places = position.editor.add(position.data, army, offer.id, models, place)[:PLACES] if army else []
        return [Way(edit=each.edit, protect=each.path) for each in places]

    return Thing(
        kind="unit",
        name=offer.name,
        words=(offer.id, *offer.words),
        home=offer.home or "",
        brought_by=offer.brought_by,
        ways=ways,
    )


def _gone(position: Position, wanted: str) -> list[Thing]:
    """Return what had exactly this name and is gone. It is tried like the others, and the law says since when."""
    assert position.army is not None
    known = [_unit(position, offer, None) for offer in position.editor.gone(position.army)]
    return [thing for thing in known if _called(thing, wanted)][:1]


def _strangers(position: Position, wanted: str) -> list[Thing]:
    """Of other armies of the game, by the whole of what was asked for; those called exactly so before the others."""
    assert position.army is not None
    known = [_unit(position, offer, None) for offer in position.editor.strangers(position.army)]
    called = [thing for thing in known if _says(thing, wanted)]
    exact = [thing for thing in called if _called(thing, wanted)]
    return search.matching(wanted, ((thing, (thing.name,)) for thing in exact or called))


def _units(position: Position, to: Unit | None) -> Iterator[Thing]:
    assert position.army is not None
    for offer in position.editor.offers(position.army):
        yield _unit(position, offer, to)


def _unit(position: Position, offer: Offer, to: Unit | None) -> Thing:
    return offered(position, offer, None, to.path if to else None)


def _gifts(position: Position, to: Unit | None) -> Iterator[Thing]:
    army, editor, data = position.army, position.editor, position.data
    assert army is not None
    for gift in editor.gifts(army):

        def ways(gift: Gift = gift) -> list[Way]:
            found = []
            for unit in _those(position, to):
                if fold(gift.name) in map(fold, unit.upgrades):
                    continue  # it has it
                for edit in editor.give(data, army, unit, gift):
                    found.append(Way(edit=edit, unit=unit, there=_still(edit)))
            return found

        yield Thing(kind=gift.key, name=gift.name, words=(gift.id, gift.home), home=gift.home, ways=ways)


def _items(position: Position, to: Unit | None) -> Iterator[Thing]:
    army, editor, data = position.army, position.editor, position.data
    assert army is not None
    for item in editor.items(army):

        def ways(item: str = item) -> list[Way]:
            found = []
            for unit in _those(position, to):
                options = _with_item(position, unit, item)
                edits = options or editor.equip(data, army, unit, item)
                there = _carries(unit, item)
                found += [Way(edit=edit, unit=unit, there=there) for edit in edits]
            return found

        yield Thing(kind="wargear", name=item, ways=ways)


def _those(position: Position, to: Unit | None) -> list[Unit]:
    if to is not None:
        return [to]
    return [unit for unit in position.army.units if unit.path] if position.army else []


def _with_item(position: Position, unit: Unit, item: str) -> list[Edit]:
    """What the builder offers that gives a model of the unit more of it."""
    found = []
    for field in commands.fields(position, unit.path):
        if field.group is None:
            continue
        by_field = fold(item) in map(fold, field.args.get("come", ()))
        options = field.options()
        chosen = next((place for place, option in enumerate(options) if option.chosen), -1)
        for place, option in enumerate(options):
            by_option = fold(item) in map(fold, option.label.args.get("items", ())) and option.label.key == "items"
            if option.edit.steps and ((by_field and place > chosen) or by_option) and not option.chosen:
                found.append(option.edit)
                break
    return found


def _carries(unit: Unit, item: str) -> Callable[[Position, Callable[[Path], Path]], bool]:
    before = _count(unit, item)

    def there(position: Position, back: Callable[[Path], Path]) -> bool:
        now = next((each for each in position.army.units if back(each.path) == unit.path), None) if position.army else None
        return now is not None and _count(now, item) > before

    return there


def _count(unit: Unit, item: str) -> int:
    return sum(
        count for group in unit.groups for name, count in (group.wargear or {}).items() if fold(name) == fold(item)
    ) or int(unit.carries(item))


def _still(edit: Edit) -> Callable[[Position, Callable[[Path], Path]], bool]:
    """What was put there is there; where it was put beside others, those may go."""
    step = edit.steps[-1]
    new = step.value[-1] if isinstance(step.value, list) else step.value

    def there(position: Position, back: Callable[[Path], Path]) -> bool:
        for unit in position.army.units if position.army else ():
            if back(unit.path) == step.path[:-1]:
                given = position.data
                for part in unit.path:
                    given = given[part]
                value = given.get(step.path[-1])
                return bool(new in value if isinstance(value, list) else new == value)
        return False

    return there


def _joins(position: Position, to: Unit | None) -> Iterator[Thing]:
    """Units that would go with that one: of the army, or to be added first."""
    army, editor, data = position.army, position.editor, position.data
    assert army is not None and to is not None
    for unit in army.known_units():
        if unit is to:
            continue
        for key, place in editor.joins():

            def ways(unit: Unit = unit, place: Path = place) -> list[Way]:
                other = [way for way in _joining(data, place, to, unit, to) if _allowed(position, way.edit)]
                return [*_joining(data, place, unit, to, to), *other]

            words = (unit.id, *((unit.name,) if unit.custom_name else ()))
            yield Thing(kind=key, name=unit.custom_name or unit.name, words=words, joining=True, ways=ways)


def _joining(data: Any, place: Path, unit: Unit, host: Unit, named: Unit) -> list[Way]:
    """The one goes with the other: who leads whom, or carries whom, a player need not know."""
    edits = [option.edit for field in link(data, place, unit, [host]) for option in field.options()[1:]]
    return [Way(edit=edit, unit=named, protect=(*place, unit.id)) for edit in edits if edit.steps]


def _allowed(position: Position, edit: Edit) -> bool:
    return effect_of(edit, position, position.apply(edit)).allowed


def _choices(position: Position) -> Iterator[Thing]:
    """What is chosen for the army as a whole, or of a unit by a yes or no."""
    for field in commands.fields(position, ()):
        for option in field.options() if field.kind == "choice" else ():
            name = _name(option.label)
            if name:
                yield Thing(kind=field.key, name=name, ways=_way(field, option))


def _way(field: Field, option: Option) -> Callable[[], list[Way]]:
    edit = joined(option.edit)
    protect = edit.steps[-1].path if edit.steps else None
    return lambda: [Way(edit=edit, protect=protect)]  # without steps: it is chosen already


def _name(label: Text) -> str | None:
    if label.key in OPEN:
        return None
    name = label.args.get("name")
    return name if isinstance(name, str) else None
