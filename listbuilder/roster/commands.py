"""The player's commands as edits of a roster: add, copy, move, remove, set a field.

Games differ in their editor; nothing here asks which it is.
"""

from __future__ import annotations

from collections.abc import Collection

from listbuilder.games.common.editor import Added, Field, Option, join_edits, set_or_remove
from listbuilder.model.base import Path, get_at_path
from listbuilder.model.edit import Edit, Step
from listbuilder.model.path_moves import Moves
from listbuilder.roster.effect import Effect
from listbuilder.roster.position import Position
from listbuilder.rules.fixes import drop_units


def place_addition(
    position: Position, offer: str, models: int | None = None, place: Path | None = None
) -> Added | None:
    """Return the edit that adds `offer` at the best place, and its path there.

    None if it has no place. The best is the likeliest place where the rules allow it, points apart;
    if there is none, the likeliest. `place` is the part of the roster under the cursor.
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
    """Return where `offer` would be added and the effect of that.

    None if it has no place. The likeliest place is tried first, then the others, then the likeliest
    with a role such as the Warlord's given to another unit. `free` are the roles that no player has
    stated, so that they may be given away.
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
    """Return the addition together with the fix of its one error, and the effect of both.

    Only if nothing else is wrong than which unit has one of the roles in `free`: then the fix gives
    it to the unit that the rules want. None if that does not help.
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
    """Return whether an edit is allowed, or only the points forbid it.

    Why: what costs too much here costs too much elsewhere as well.
    """
    return effect.allowed or effect.only_points


def copy_unit(position: Position, path: Path) -> Added | None:
    """Return the edit that adds a copy of the unit at `path`, and the copy's path.

    None if the unit can't be copied.
    """
    ids, pinned = _write_default_ids(position)
    if pinned.army is None:
        return None
    added = pinned.editor.copy_part(pinned.data, pinned.army, path)
    return Added(join_edits(ids, added.edit), added.path) if added else None


def move_unit(position: Position, path: Path, by: int) -> Added | None:
    """Return the edit that moves the unit at `path` among its like, and its new path.

    None if it can't move. `by` is the number of places, negative for up.
    """
    ids, pinned = _write_default_ids(position)
    if pinned.army is None:
        return None
    added = pinned.editor.move_part(pinned.data, pinned.army, path, by)
    return Added(join_edits(ids, added.edit), added.path) if added else None


def _write_default_ids(position: Position) -> tuple[Edit, Position]:
    """Return the edit that writes down the ids of units named elsewhere, and the position after it.

    Ids that the roster does not write go by the order of the units, which is about to change. The
    edit is empty if no such id is named.
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
    """Return the edit that removes the unit with every mention of it, or the other part, at `path`.

    Even a part that could not be read can be removed. The edit is empty if nothing is there.
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
    """Return whether something that can be removed is at `path`."""
    if not path:
        return False
    parent = get_at_path(data, path[:-1])
    last = path[-1]
    if isinstance(parent, dict):
        return last in parent
    return isinstance(parent, list) and isinstance(last, int) and 0 <= last < len(parent)


def list_fields(position: Position, path: Path) -> list[Field]:
    """Return the fields that can be changed in the part at `path`; () is the roster itself.

    Empty without an army.
    """
    if position.army is None:
        return []
    return position.editor.list_fields(position.data, position.army, path)


def find_field(position: Position, path: Path, key: str) -> Field | None:
    """Return the field with that key of the part at `path`. None if there is none."""
    fields = list_fields(position, path)
    return next((field for field in fields if field.key == key), None)


def list_deployment_fields(position: Position) -> list[Field]:
    """Return the fields that declare battle formations. Empty without an army."""
    if position.army is None:
        return []
    return position.editor.list_deployment_fields(position.data, position.army)


def write_text_field(position: Position, wanted: Field, text: str) -> Edit:
    """Return the edit that sets a text field; an empty text takes its key out of the roster."""
    typed = text.strip()
    return set_or_remove(position.data, wanted.path, typed or None)


def get_neighbouring_option(options: list[Option], by: int) -> Option | None:
    """Return the option `by` places from the chosen one, or the first if none is chosen.

    None beyond either end.
    """
    chosen = next((place for place, option in enumerate(options) if option.chosen), None)
    if chosen is None:
        return options[0] if options else None
    place = chosen + by
    return options[place] if 0 <= place < len(options) else None


def find_cursor_after_removal(
    position: Position, order: list[Path], path: Path, edit: Edit
) -> Path | None:
    """Return the path for the cursor after an edit that may remove what is under it.

    `order` are the paths on the screen: the next one that stays is returned, as it is after the
    edit, else the one before.
    """
    if path not in order:
        return order[0] if order else None
    place, moves = order.index(path), Moves(edit, position.data)
    for line in order[place + 1 :]:
        after = moves(line)
        if after is not None:
            return after
    return order[place - 1] if place else None
