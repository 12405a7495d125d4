"""An event file: pins what every list of an event is checked against."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from datetime import date
from pathlib import Path
from typing import Any

import msgspec

from listbuilder.contract.event import EventFile
from listbuilder.exchange.catalog import READERS, called
from listbuilder.games.catalog import SYSTEMS, system
from listbuilder.law.position import Position
from listbuilder.model.army import Army, Unit
from listbuilder.model.base import fold, kebab
from listbuilder.model.finding import Amount, Breach
from listbuilder.model.problem import Unreadable
from listbuilder.store import border
from listbuilder.store.library import Library
from listbuilder.store.nearest import nearest
from listbuilder.store.words import LANGS

SIZES = ("battle_size", "points_limit")  # keys by which a roster says how large it is meant to be
OURS = ("roster", "listbuilder")  # forms that are no other program's: our file, and what we write ourselves
FLAT = "-flat"  # behind the name of a form: its texts without their indents


def read(file: Path, library: Library | None = None) -> EventFile:
    """Return the event that a file describes, with its names as the data of `library` has them.

    Raises Unreadable with line and column of what is wrong, such as a banned unit that no game of the event knows.
    """
    found, document = border.read_file(file, EventFile)
    if found.system is not None and found.system not in SYSTEMS:
        args = {"given": found.system, "known": list(SYSTEMS), "near": nearest(found.system, SYSTEMS, cutoff=0.4)}
        raise Unreadable([document.problem("unknown_system", ("system",), **args)])
    if found.lang is not None and found.lang not in LANGS:
        args = {"given": found.lang, "allowed": list(LANGS), "near": nearest(found.lang, LANGS)}
        raise Unreadable([document.problem("not_allowed", ("lang",), **args)])
    forms = (*READERS, *OURS)
    for place, form in enumerate(found.formats):
        if form not in forms:
            args = {"given": form, "allowed": list(forms), "near": nearest(form, forms)}
            raise Unreadable([document.problem("not_allowed", ("formats", place), **args)])
    if library is None:
        return found
    from listbuilder.exchange.event_names import resolved  # opens every faction of a game

    return resolved(found, document, library, day_of(found))


def day_of(event: EventFile) -> str:
    """Return the day as of which all lists of the event are checked: of its points, its own, of its deadline, or today."""
    return event.points_as_of or event.date or (event.deadline or "")[:10] or date.today().isoformat()


class OtherPoints(msgspec.Struct, frozen=True):
    """A list that was written with the points of another day: which day, and its total then."""

    day: str
    total: int


def written_with(done: Position) -> OtherPoints | None:
    """Return with which other points a list was written, if that is known and its total was another then."""
    army, imported = done.army, done.imported
    if army is None or not army.counts_points:
        return None
    notes = imported.differences if imported is not None else []
    if (total := next((note.args for note in notes if note.key == "total_of_other_day"), None)) is not None:
        return OtherPoints(total["other"], total["stated"])
    days = Counter(note.args["other"] for note in notes if note.key == "points_of_other_day")
    own = done.data.get("points_as_of") or (imported.stated_day if imported is not None else None)
    day = next((day for day, _ in days.most_common(1)), own)
    if not isinstance(day, str) or day == done.as_of:
        return None
    then = done.on(day).army
    return OtherPoints(then.priced_on, then.points) if then is not None and then.points != army.points else None


def as_sized(event: EventFile, done: Position) -> Position:
    """Return `done` as a list of the event's size, if the list itself says none."""
    army, document = done.army, done.document
    if army is None or document is None or army.book.system != (event.system or army.book.system):
        return done
    given = {key for key in SIZES if document.data.get(key) is not None} - set(army.assumed_keys)
    size = _size_for(army, event)
    if given or size is None or not army.counts_points:
        return done
    changed = {key: value for key, value in document.data.items() if key != "assumed"} | size
    if rest := [key for key in army.assumed_keys if key not in size]:
        changed["assumed"] = rest
    return done.at(msgspec.structs.replace(document, data=changed))


def _size_for(army: Army, event: EventFile) -> dict[str, Any] | None:
    """The key of a roster by which it is as large as the event plays. None: the event does not say, or no size is so large."""
    sizes = army.book.battle_sizes
    if not sizes:
        return {"points_limit": event.points_limit} if event.points_limit is not None else None
    fitting = [size.id for size in sizes if size.id == event.battle_size or size.points == event.points_limit]
    return {"battle_size": event.battle_size if event.battle_size in fitting else fitting[0]} if fitting else None


def breaches(event: EventFile, done: Position, written: OtherPoints | None = None) -> Iterator[Breach]:
    """Yield what the list breaks of the event, beyond the rules. `written`: with which other points it was written."""
    army = done.army
    assert army is not None
    if event.system and army.book.system != event.system:
        wanted = system(event.system).book(done.library)
        args = {"given": army.book.name, "edition": army.book.edition}
        args |= {"wanted": wanted.name, "wanted_edition": wanted.edition}
        yield Breach(key="event_system", args=args, fixed=True)
        return  # what is asked of lists of another game says nothing about this one
    if event.edition and fold(army.book.edition) != fold(event.edition):
        yield Breach(key="event_edition", args={"given": army.book.edition, "wanted": event.edition}, fixed=True)
    if written is not None:
        points = {"written": written.day, "then": written.total, "now": army.points}
        yield Breach(key="event_other_points", args=points, remark=True)
    if event.formats and not _as_asked(done.format, event.formats):
        allowed = list(dict.fromkeys(map(called, event.formats)))
        yield Breach(key="event_format", args={"given": called(done.format), "allowed": allowed}, remark=True)
    if event.points_limit is not None:
        yield from _size(army, event.points_limit, done.data)
    for name in ("battle_size", "season"):
        asked = getattr(event, name)
        given = done.data.get(name)
        names = _called_in(army, name)
        if asked and names and given != asked and name not in army.assumed_keys:
            args = {"given": names.get(given, given), "wanted": names.get(asked, asked)}
            yield Breach(key=f"event_{name}" if given else f"event_no_{name}", args=args, path=(name,))
    yield from _things(army, event)


def _called_in(army: Army, key: str) -> dict[str, str]:
    """The names of the battle sizes or seasons of a game, by their ids."""
    if key == "season":
        return {each: season.name for each, season in army.book.seasons.items()}
    return {size.id: size.name for size in army.book.battle_sizes}


def _as_asked(given: str, allowed: Sequence[str]) -> bool:
    """A text whose indents went in copying is of its form all the same."""
    return given in allowed or given.removesuffix(FLAT) in allowed


def _size(army: Army, limit: int, data: Mapping[str, Any]) -> Iterator[Breach]:
    """A list made for less than could be played is a remark: it may be what the player wants."""
    if army.points > limit:
        over, args = army.points - limit, {"points": army.points, "limit": limit}
        yield Breach(key="event_points", args={**args, "over": over}, excess=over, of_points=True)
    elif army.limit is not None and not set(SIZES) & set(army.assumed_keys):
        largest = max((size.points for size in army.book.battle_sizes if size.points <= limit), default=limit)
        path = next(((key,) for key in SIZES if key in data), ())
        if army.limit > limit or army.limit < largest:
            args = {"given": army.limit, "limit": limit}
            yield Breach(key="event_limit", args=args, cause="event_points", path=path, remark=army.limit < limit)


def _things(army: Army, event: EventFile) -> Iterator[Breach]:
    if not event.legends:
        for name in dict.fromkeys(name for name, _ in army.legends()):
            units = _ids(_with(army, name))
            yield Breach(key="event_legends", args={"unit": name}, about=name, units=units, whole=True)
    known = named(army) if event.banned or event.required or event.limits else {}
    for banned in event.banned:
        if fold(banned) in known:
            bearing, name = _with(army, banned), known[fold(banned)]
            whole = bool(bearing) and all(unit.name == name for unit in bearing)
            args, count = {"unit": name}, len(bearing)
            yield Breach(key="event_banned", args=args, about=banned, units=_ids(bearing), excess=count, whole=whole)
    for required in event.required:
        if fold(required) not in known:
            yield Breach(key="event_required", args={"unit": required}, about=required)
    for thing, limit in event.limits.items():
        yield from _most(army, thing, limit, known.get(fold(thing)))


def _most(army: Army, thing: str, limit: int, name: str | None) -> Iterator[Breach]:
    """`name`: what it is called, where it is no keyword. Of a keyword it says which units those are."""
    units = _called(army, thing)
    count = len(units) or sum(fold(extra.name) in _forms(thing) for extra in army.extras)
    if count <= limit:
        return
    args: dict[str, Any] = {"count": count, "thing": name or kebab(thing).replace("-", " ").title(), "limit": limit}
    args["over"] = count - limit
    names = Counter(unit.name for unit in units)
    if name is None and names:
        args["units"] = [each if number == 1 else Amount(number, each) for each, number in names.items()]
    key = "event_most_of" if "units" in args else "event_most"
    yield Breach(key=key, args=args, cause="event_most", about=thing, excess=count - limit, units=_ids(units), whole=bool(units))


def _forms(thing: str) -> set[str]:
    return {fold(thing), fold(thing).replace("-", " ")}


def _called(army: Army, thing: str) -> list[Unit]:
    """Units that are called so, or have it as a keyword."""
    wanted = _forms(thing)
    return [unit for unit in army.units if wanted & {fold(unit.name), unit.sheet_id, unit.datasheet_id} or wanted & unit.tags]


def _with(army: Army, thing: str) -> list[Unit]:
    """Units that are called so, or bear it."""
    wanted = fold(thing)
    return [unit for unit in army.units if wanted in _words(unit)]


def _ids(units: Iterable[Unit]) -> tuple[str, ...]:
    return tuple(unit.id for unit in units)


def _words(unit: Unit) -> dict[str, str]:
    """What it is and what it bears, by folded id and name."""
    found = {fold(word): unit.name for word in (unit.name, unit.datasheet_id, unit.sheet_id)}
    borne = [each.enhancement for each in getattr(unit, "borne", ())]
    for enhancement in (*getattr(unit, "enhancements", ()), *borne):
        found[fold(enhancement.id)] = found[fold(enhancement.name)] = enhancement.name
    return found


def named(army: Army) -> dict[str, str]:
    """Everything an event may ban or ask for, by folded id and name."""
    found = {fold(army.faction_id): army.faction_name, fold(army.faction_name): army.faction_name}
    for label in army.labels():
        if label:
            found[fold(label)] = label
            found.setdefault(fold(label).replace(" ", "-"), label)
    for unit in army.units:
        found.update(_words(unit))
    for extra in army.extras:
        found[fold(extra.name)] = extra.name
    for pick in getattr(army, "picks", {}).values():  # what a box offers a choice of
        if taken := pick.chosen or pick.default:
            found[fold(taken.name)] = found[fold(taken.id)] = taken.name
    return found
