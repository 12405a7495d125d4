"""The player's commands as edits of a roster: add, copy, move, remove, set a field.

Games differ in their editor; nothing here asks which it is.
"""

from __future__ import annotations

from collections.abc import Collection
from typing import Literal

from listbuilder.games.common.editor import Added, Field, join_edits, set_or_remove
from listbuilder.model.army import Unit
from listbuilder.model.base import Path, get_at_path
from listbuilder.model.edit import Edit, Step
from listbuilder.model.path_moves import Moves
from listbuilder.roster.effect import Effect
from listbuilder.roster.position import Position
from listbuilder.rules.fixes import drop_units

# the labels of options that mean to have none of something
_EMPTY_OPTIONS = ("none", "no", "on_the_table", "as_it_is", "back_to_default", "default_of")


def place_addition(
    position: Position, offer: str, models: int | None = None, place: Path | None = None
) -> Added | None:
    """Return the edit that adds `offer` at the best place and the new path, or None.

    The best place is the likeliest one where the rules allow the addition, not counting points; if
    they allow none, the likeliest one. None if it can be added nowhere. `models` is the number of
    models, None for the usual number. `place` is the part of the roster under the cursor.
    """
    placed = place_addition_with_effect(position, offer, models, place)
    return placed[0] if placed else None


def place_addition_with_effect(
    position: Position,
    offer: str,
    models: int | None = None,
    place: Path | None = None,
    free: Collection[str] = (),
) -> tuple[Added, Effect] | None:
    """Return the best edit to add `offer` with the edit's effect, or None if none is possible.

    The places are tried from the likeliest on, and the first where the rules allow the addition
    (not counting points) is taken. If they allow none, the likeliest place is tried with a role,
    such as the Warlord's, given to another unit. If that fails too, the likeliest place is returned
    as it is. `models` is the number of models; `place` is the part of the roster under the cursor.
    `free` are the keys of the roles that the player has not given to a unit, so that they may be
    given to another.
    """
    if position.army is None:
        return None
    places = position.editor.add_offer(position.data, position.army, offer, models, place)
    tried = ((candidate, position.predict_effect(candidate.edit)) for candidate in places)
    first = next(tried, None)
    if first is None or is_allowed_apart_from_points(first[1]):
        return first
    for candidate in tried:
        if is_allowed_apart_from_points(candidate[1]):
            return candidate
    return _add_with_role_handed_on(position, *first, free) or first


def _add_with_role_handed_on(
    position: Position, added: Added, effect: Effect, free: Collection[str]
) -> tuple[Added, Effect] | None:
    """Return `added` joined with the fix of its only error, with the effect of both, or None.

    This is only tried if the one error (apart from points) is about which unit has one of the roles
    in `free`. The fix gives the role to the unit that the rules want. None if anything else is
    wrong, or if the fix does not make the addition legal.
    """
    wrong = [error for error in effect.against if error.severity == "error" and not error.of_points]
    if not effect.possible or len(wrong) != 1 or wrong[0].path[-1:] not in [(key,) for key in free]:
        return None
    fix = next(iter(wrong[0].fixes), None)
    if fix is None:
        return None
    edit = join_edits(added.edit, fix.edit)
    fixed = position.predict_effect(edit)
    return (Added(edit, added.path), fixed) if is_allowed_apart_from_points(fixed) else None


def is_allowed_apart_from_points(effect: Effect) -> bool:
    """Return whether an edit with this effect is allowed, or only the points forbid it.

    Why: an addition that costs too much at one place costs too much at every other place as well.
    """
    return effect.allowed or effect.only_points


def copy_unit(position: Position, path: Path) -> Added | None:
    """Return the edit that adds a copy of the unit at `path`, with the copy's path, or None.

    The edit also writes down ids that other parts of the roster use, because ids may depend on the
    order of units. None if there is no army or the unit can't be copied.
    """
    ids, pinned = _write_default_ids(position)
    if pinned.army is None:
        return None
    added = pinned.editor.copy_part(pinned.data, pinned.army, path)
    return Added(join_edits(ids, added.edit), added.path) if added else None


def move_unit(position: Position, path: Path, by: int) -> Added | None:
    """Return the edit that moves the unit at `path` among its neighbours, with its new path.

    `by` is the number of places, negative for up. The edit also writes down ids that other parts of
    the roster use, because ids may depend on the order of units. None if there is no army or the
    unit can't move so far.
    """
    return _move_with_ids(position, path, by, "move_part")


def move_unit_across(position: Position, path: Path, by: int) -> Added | None:
    """Return the edit that moves the unit at `path` into the next regiment, with its new path.

    It is the one before if `by` is negative. None if there is no army or no further regiment.
    """
    return _move_with_ids(position, path, by, "move_part_across")


def _move_with_ids(
    position: Position, path: Path, by: int, method: Literal["move_part", "move_part_across"]
) -> Added | None:
    """Return the move that the editor's `method` makes, with the ids that it needs written down.

    None if there is no army or the unit can't be moved so.
    """
    ids, pinned = _write_default_ids(position)
    if pinned.army is None:
        return None
    added: Added | None = getattr(pinned.editor, method)(pinned.data, pinned.army, path, by)
    return Added(join_edits(ids, added.edit), added.path) if added else None


def _write_default_ids(position: Position) -> tuple[Edit, Position]:
    """Return an edit that writes down unit ids used elsewhere, and the position after that.

    Why: an id that the roster does not write down depends on the order of the units, which the
    caller is about to change. Only ids that other parts of the roster mention are written. If there
    are none, the edit is empty and the position is the same.
    """
    army = position.army
    if army is None or not army.mentions:
        return Edit(()), position
    unwritten = [
        unit
        for unit in army.list_known_units()
        if unit.id in army.mentions and not unit.own_id and unit.path
    ]
    ids = Edit(tuple(Step("set", (*unit.path, "id"), unit.id) for unit in unwritten))
    return ids, position.apply(ids) if unwritten else position


def remove_part(position: Position, path: Path) -> Edit:
    """Return the edit that removes the unit or other part at `path`.

    With a unit, every mention of the unit is removed too. Even a part that could not be read can be
    removed. The edit is empty if nothing is at `path`.
    """
    unit = position.find_unit(path)
    if unit is not None and unit.removal is not None and position.army is not None:
        return drop_units(position.army, [unit]).edit
    whole = position.editor.find_part(path) or path
    for extra in position.army.extras if position.army else ():
        if extra.path == path:
            whole = extra.removal or path
            break
    if not _has_entry(position.data, whole):
        return Edit(())
    return Edit((Step("remove", whole),))


def _has_entry(data: object, path: Path) -> bool:
    """Return whether `data` has an entry at `path` that can be removed.

    False for the empty path, which is the whole roster.
    """
    if not path:
        return False
    parent = get_at_path(data, path[:-1])
    last = path[-1]
    if isinstance(parent, dict):
        return last in parent
    return isinstance(parent, list) and isinstance(last, int) and 0 <= last < len(parent)


def list_fields(position: Position, path: Path) -> list[Field]:
    """Return the fields of the part at `path` that a player can change; () is the roster.

    Empty without an army.
    """
    if position.army is None:
        return []
    return position.editor.list_fields(position.data, position.army, path)


def find_field(position: Position, path: Path, key: str) -> Field | None:
    """Return the field called `key` of the part at `path`, or None if it has no such field."""
    fields = list_fields(position, path)
    return next((field for field in fields if field.key == key), None)


def list_deployment_fields(position: Position, about: Unit | None = None) -> list[Field]:
    """Return the fields in which a player declares battle formations. Empty without an army.

    With `about`, those of the units that can't go with this one may be left out.
    """
    if position.army is None:
        return []
    return position.editor.list_deployment_fields(position.data, position.army, about)


def write_text_field(position: Position, wanted: Field, text: str) -> Edit:
    """Return the edit that sets the text field `wanted` to `text`, without spaces at the ends.

    An empty text removes the field's key from the roster.
    """
    typed = text.strip()
    return set_or_remove(position.data, wanted.path, typed or None)


def clear_field(position: Position, field: Field) -> Edit | None:
    """Return the edit that empties `field`, or None if it must have a value.

    A text is removed. Of the options, it is the one for nothing, for `no`, for the usual place or
    for the default wargear; of a number of models, it is zero. The edit is empty if the field is
    empty already.
    """
    if field.kind == "text":
        return write_text_field(position, field, "")
    if field.kind == "several":  # each chosen option, taken again, is left
        return join_edits(*(option.edit for option in field.options() if option.chosen))
    for option in field.options():
        if option.label.key in _EMPTY_OPTIONS or option.label.args.get("count") == 0:
            return Edit(()) if option.chosen else option.edit
    return None


def find_cursor_after_removal(
    position: Position, order: list[Path], path: Path, edit: Edit
) -> Path | None:
    """Return the path for the cursor after an edit that may remove the part under it, or None.

    `order` are the paths on the screen, `path` the one under the cursor. The result is the next
    path that the edit keeps, as it is after the edit; if there is none, the one before `path`. If
    `path` is not on the screen, it is the first one there.
    """
    if path not in order:
        return order[0] if order else None
    place, moves = order.index(path), Moves(edit, position.data)
    for line in order[place + 1 :]:
        after = moves(line)
        if after is not None:
            return after
    return order[place - 1] if place else None
