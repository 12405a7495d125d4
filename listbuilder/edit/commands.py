"""What a player wants, as edits for the session. Games differ in their editor; nothing here asks which it is."""

from __future__ import annotations

from typing import Any

from listbuilder.edit.session import Session
from listbuilder.edit.trial import try_edit
from listbuilder.games.shared.choices import Added, Field, Option, at, joined, setting
from listbuilder.law.fixes import drop_units
from listbuilder.model.army import Unit
from listbuilder.model.base import Path
from listbuilder.model.edit import Edit, Step


def unit_at(session: Session, path: Path | None) -> Unit | None:
    if session.army is None or path is None:
        return None
    return next((unit for unit in session.army.units if unit.path == path), None)


def add(session: Session, offer: str, models: int | None = None, place: Path | None = None) -> Added | None:
    """To the likeliest place where the law lets it be; where there is none, to the likeliest."""
    if session.army is None:
        return None
    places = session.editor.add(session.data, session.army, offer, models, place)
    if len(places) > 1:
        return next((each for each in places if try_edit(session, each.edit).allowed), places[0])
    return places[0] if places else None


def duplicate(session: Session, path: Path) -> Added | None:
    return _pinned(session, session.editor.duplicate(session.data, session.army, path)) if session.army else None


def move(session: Session, path: Path, by: int) -> Added | None:
    return _pinned(session, session.editor.move(session.data, session.army, path, by)) if session.army else None


def _pinned(session: Session, added: Added | None) -> Added | None:
    """Where ids go by the order of the units, those that are named elsewhere are written down before it changes."""
    army = session.army
    if added is None or army is None or not army.mentions:
        return added
    loose = [unit for unit in army.known_units() if unit.id in army.mentions and not unit.own_id and unit.path]
    ids = Edit(tuple(Step("set", (*unit.path, "id"), unit.id) for unit in loose))
    return Added(joined(ids, added.edit), added.path)


def remove(session: Session, path: Path) -> Edit:
    """Takes out a unit with every mention of it, or whatever else stands there, even what could not be read."""
    unit = unit_at(session, path)
    if unit is not None and unit.removal is not None and session.army is not None:
        return drop_units(session.army, [unit]).edit
    whole = session.editor.part(path) or path
    extra = next((each for each in session.army.extras if each.path == path), None) if session.army else None
    if extra is not None:
        whole = extra.removal or path
    return Edit((Step("remove", whole),)) if whole and _stands(session.data, whole) else Edit(())


def _stands(data: Any, path: Path) -> bool:
    """Something can be taken out there."""
    parent = at(data, path[:-1])
    last = path[-1]
    if isinstance(parent, dict):
        return last in parent
    return isinstance(parent, list) and isinstance(last, int) and 0 <= last < len(parent)


def fields(session: Session, path: Path) -> list[Field]:
    return session.editor.fields(session.data, session.army, path) if session.army else []


def field(session: Session, path: Path, key: str) -> Field | None:
    return next((each for each in fields(session, path) if each.key == key), None)


def formations(session: Session) -> list[Field]:
    return session.editor.formations(session.data, session.army) if session.army else []


def write(session: Session, wanted: Field, text: str) -> Edit:
    """What the player typed into a text field; nothing typed takes it out of the roster."""
    typed = text.strip()
    return setting(session.data, wanted.path, typed or None)


def stepped(options: list[Option], by: int) -> Option | None:
    """The option next to the chosen one, before or behind it."""
    chosen = next((place for place, option in enumerate(options) if option.chosen), None)
    if chosen is None:
        return options[0] if options else None
    place = chosen + by
    return options[place] if 0 <= place < len(options) else None


def after_removal(session: Session, order: list[Path], path: Path) -> Path | None:
    """Where the cursor goes when what is under it is gone: the next line, else the one before."""
    if path not in order:
        return order[0] if order else None
    place = order.index(path)
    if place + 1 < len(order):
        following = order[place + 1]
        return _moved_up(following, path)
    return order[place - 1] if place else None


def _moved_up(place: Path, gone: Path) -> Path:
    """A path after something before it in the same list is gone."""
    depth = len(gone) - 1
    if len(place) > depth and place[:depth] == gone[:depth]:
        here, there = place[depth], gone[depth]
        if isinstance(here, int) and isinstance(there, int) and here > there:
            return (*place[:depth], here - 1, *place[depth + 1 :])
    return place
