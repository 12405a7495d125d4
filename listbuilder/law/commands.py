"""What a player wants, as edits of a position. Games differ in their editor; nothing here asks which it is."""

from __future__ import annotations

from collections.abc import Collection
from typing import Any

from listbuilder.games.shared.choices import Added, Field, Option, joined, setting
from listbuilder.law.effect import Effect
from listbuilder.law.fixes import drop_units
from listbuilder.law.position import Position
from listbuilder.model.base import Path, at
from listbuilder.model.edit import Edit, Step
from listbuilder.model.moves import Moves


def add(position: Position, offer: str, models: int | None = None, place: Path | None = None) -> Added | None:
    """To the likeliest place where the law lets it be, the points apart; where there is none, to the likeliest."""
    found = adding(position, offer, models, place)
    return found[0] if found else None


def adding(
    position: Position, offer: str, models: int | None = None, place: Path | None = None, free: Collection[str] = ()
) -> tuple[Added, Effect] | None:
    """Where it would go, and what that would bring. `free`: what no player has said, and may be said of it instead."""
    if position.army is None:
        return None
    places = position.editor.add(position.data, position.army, offer, models, place)
    tried = ((each, position.what_if(each.edit)) for each in places)
    first = next(tried, None)
    if first is None or fits(first[1]):
        return first
    return next((each for each in tried if fits(each[1])), None) or _handed_on(position, *first, free) or first


def _handed_on(position: Position, added: Added, effect: Effect, free: Collection[str]) -> tuple[Added, Effect] | None:
    """Where nothing else is wrong than who it is said of, as the law would mend it."""
    wrong = [each for each in effect.against if each.severity == "error" and not each.of_points]
    if not effect.possible or len(wrong) != 1 or wrong[0].path[-1:] not in [(key,) for key in free]:
        return None
    fix = next(iter(wrong[0].fixes), None)
    if fix is None:
        return None
    edit = joined(added.edit, fix.edit)
    mended = position.what_if(edit)
    return (Added(edit, added.path), mended) if fits(mended) else None


def fits(effect: Effect) -> bool:
    """What costs too much costs too much elsewhere as well."""
    return effect.allowed or effect.only_points


def duplicate(position: Position, path: Path) -> Added | None:
    ids, steady = _pinned(position)
    added = steady.editor.duplicate(steady.data, steady.army, path) if steady.army else None
    return Added(joined(ids, added.edit), added.path) if added else None


def move(position: Position, path: Path, by: int) -> Added | None:
    ids, steady = _pinned(position)
    added = steady.editor.move(steady.data, steady.army, path, by) if steady.army else None
    return Added(joined(ids, added.edit), added.path) if added else None


def _pinned(position: Position) -> tuple[Edit, Position]:
    """Where ids go by the order of the units, those that are named elsewhere are written down before it changes."""
    army = position.army
    if army is None or not army.mentions:
        return Edit(()), position
    loose = [unit for unit in army.known_units() if unit.id in army.mentions and not unit.own_id and unit.path]
    ids = Edit(tuple(Step("set", (*unit.path, "id"), unit.id) for unit in loose))
    return ids, position.apply(ids) if loose else position


def remove(position: Position, path: Path) -> Edit:
    """Takes out a unit with every mention of it, or whatever else stands there, even what could not be read."""
    unit = position.unit_at(path)
    if unit is not None and unit.removal is not None and position.army is not None:
        return drop_units(position.army, [unit]).edit
    whole = position.editor.part(path) or path
    extra = next((each for each in position.army.extras if each.path == path), None) if position.army else None
    if extra is not None:
        whole = extra.removal or path
    return Edit((Step("remove", whole),)) if whole and _stands(position.data, whole) else Edit(())


def _stands(data: Any, path: Path) -> bool:
    """Something can be taken out there."""
    parent = at(data, path[:-1])
    last = path[-1]
    if isinstance(parent, dict):
        return last in parent
    return isinstance(parent, list) and isinstance(last, int) and 0 <= last < len(parent)


def fields(position: Position, path: Path) -> list[Field]:
    return position.editor.fields(position.data, position.army, path) if position.army else []


def field(position: Position, path: Path, key: str) -> Field | None:
    return next((each for each in fields(position, path) if each.key == key), None)


def declarations(position: Position) -> list[Field]:
    return position.editor.formations(position.data, position.army) if position.army else []


def write(position: Position, wanted: Field, text: str) -> Edit:
    """What the player typed into a text field; nothing typed takes it out of the roster."""
    typed = text.strip()
    return setting(position.data, wanted.path, typed or None)


def stepped(options: list[Option], by: int) -> Option | None:
    """The option next to the chosen one, before or behind it."""
    chosen = next((place for place, option in enumerate(options) if option.chosen), None)
    if chosen is None:
        return options[0] if options else None
    place = chosen + by
    return options[place] if 0 <= place < len(options) else None


def after_removal(position: Position, order: list[Path], path: Path, edit: Edit) -> Path | None:
    """Where the cursor goes when the edit takes out what is under it: to the next line that stays, else the one before."""
    if path not in order:
        return order[0] if order else None
    place, moves = order.index(path), Moves(edit, position.data)
    following = (now for each in order[place + 1 :] if (now := moves(each)) is not None)
    return next(following, order[place - 1] if place else None)
