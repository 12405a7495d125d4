"""The event file, which says what every list of an event is checked against."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from datetime import date
from pathlib import Path

import msgspec

from listbuilder.data import validate_document
from listbuilder.data.library import Library
from listbuilder.formats.printout import Wish
from listbuilder.formats.registry import FLAT, READERS, get_form_name
from listbuilder.games.registry import SYSTEMS, get_game
from listbuilder.i18n.messages import PLAYER_LANGS
from listbuilder.i18n.nearest_word import find_nearest
from listbuilder.model.army import Army, Unit
from listbuilder.model.base import fold, make_id_from_name
from listbuilder.model.finding import Amount, Breach
from listbuilder.model.message_args import Literal
from listbuilder.model.problem import Unreadable
from listbuilder.model.roster_data import RosterData
from listbuilder.reports.event import EventFile
from listbuilder.roster.position import Position

SIZES = ("battle_size", "points_limit")  # the keys of a roster for its size
# Forms of our own: the roster file, and our plain text.
OURS = ("roster", "listbuilder")


def read_event(file: Path, library: Library | None = None) -> EventFile:
    """Return the event that `file` describes, with names as in the data of `library`.

    Without a library the names stay as written. Raises Unreadable with line and column of what is
    wrong, such as a banned unit that no game of the event knows.
    """
    event, document = validate_document.read_document(file, EventFile)
    if event.system is not None and event.system not in SYSTEMS:
        args = {
            "given": event.system,
            "known": list(SYSTEMS),
            "near": find_nearest(event.system, SYSTEMS, cutoff=0.4),
        }
        raise Unreadable([document.make_problem("unknown_system", ("system",), **args)])
    if event.lang is not None and event.lang not in PLAYER_LANGS:
        args = {
            "given": event.lang,
            "allowed": list(PLAYER_LANGS),
            "near": find_nearest(event.lang, PLAYER_LANGS),
        }
        raise Unreadable([document.make_problem("not_allowed", ("lang",), **args)])
    forms = (*READERS, *OURS)
    for place, form in enumerate(event.formats):
        if form not in forms:
            args = {"given": form, "allowed": list(forms), "near": find_nearest(form, forms)}
            raise Unreadable([document.make_problem("not_allowed", ("formats", place), **args)])
    if library is None:
        return event
    from listbuilder.event.event_names import resolve_event  # opens every faction of a game

    return resolve_event(event, document, library, get_day_of_event(event))


def get_day_of_event(event: EventFile) -> str:
    """Return the day as of which all lists of the event are checked.

    It is the first of these that the event states: the day of its points, its own day, the day of
    its deadline. Otherwise it is today.
    """
    day_of_deadline = (event.deadline or "")[:10]
    return event.points_as_of or event.date or day_of_deadline or date.today().isoformat()


class OtherPoints(msgspec.Struct, frozen=True):
    """A list that was written with the points of another day: which day, and its total then."""

    day: str
    total: int


def find_other_points(position: Position) -> OtherPoints | None:
    """Return the other day and total with which the list was written, or None.

    None if no such day is known, if the list's total was the same on it, or if the game counts no
    points.
    """
    army, imported = position.army, position.imported
    if army is None or not army.counts_points:
        return None
    notes = imported.differences if imported is not None else []
    for note in notes:
        if note.key == "total_of_other_day":
            return OtherPoints(note.args["other"], note.args["stated"])
    days = Counter(note.args["other"] for note in notes if note.key == "points_of_other_day")
    if days:
        day = days.most_common(1)[0][0]
    else:
        stated_day = imported.stated_day if imported is not None else None
        day = position.data.get("points_as_of") or stated_day
    if not isinstance(day, str) or day == position.as_of:
        return None
    then = position.copy_on_date(day).army
    if then is None or then.points == army.points:
        return None
    return OtherPoints(then.priced_on, then.points)


def set_size_of_event(event: EventFile, position: Position) -> Position:
    """Return `position` with the event's size or points limit, if the list states none.

    `position` itself is returned if the list has a size, the event states none, the game has no
    points, or the list is of another game.
    """
    army, document = position.army, position.document
    if army is None or document is None or army.book.system != (event.system or army.book.system):
        return position
    given = {key for key in SIZES if document.data.get(key) is not None} - set(army.assumed_keys)
    size = _get_size_for(army, event)
    if given or size is None or not army.counts_points:
        return position
    changed = {key: value for key, value in document.data.items() if key != "assumed"} | size
    other_assumed = [key for key in army.assumed_keys if key not in size]
    if other_assumed:
        changed["assumed"] = other_assumed
    return position.copy_with_document(msgspec.structs.replace(document, data=changed))


def _get_size_for(army: Army, event: EventFile) -> dict[str, str | int] | None:
    """Return the key and value of the event's size as a roster states it, or None.

    The key is `battle_size`, or `points_limit` in a game without battle sizes. None if the event
    states no size, or none that the game has.
    """
    sizes = army.book.battle_sizes
    if not sizes:
        return {"points_limit": event.points_limit} if event.points_limit is not None else None
    if event.battle_size in [size.id for size in sizes]:
        return {"battle_size": event.battle_size}
    for size in sizes:
        if size.points == event.points_limit:
            return {"battle_size": size.id}
    return None


def find_breaches(
    event: EventFile, position: Position, written: OtherPoints | None = None
) -> Iterator[Breach]:
    """Yield every demand of the event, beyond the game's rules, that the list breaks.

    `written`: the day and total of other points with which the list was written, if known. A list
    of another game gets only that breach, because the event's other demands are about its own game.
    """
    army = position.army
    assert army is not None
    if event.system and army.book.system != event.system:
        wanted = get_game(event.system).load_rulebook(position.library)
        args = {"given": army.book.name, "edition": army.book.edition}
        args |= {"wanted": wanted.name, "wanted_edition": wanted.edition}
        yield Breach(key="event_system", args=args, fixed=True)
        return
    if event.edition and fold(army.book.edition) != fold(event.edition):
        editions = {"given": army.book.edition, "wanted": event.edition}
        yield Breach(key="event_edition", args=editions, fixed=True)
    if written is not None:
        points = {"written": written.day, "then": written.total, "now": army.points}
        yield Breach(key="event_other_points", args=points, remark=True)
    if event.formats and not _is_allowed_form(position.format, event.formats):
        allowed = list(dict.fromkeys(map(get_form_name, event.formats)))
        forms = {"given": get_form_name(position.format), "allowed": allowed}
        yield Breach(key="event_format", args=forms, remark=True)
    if event.points_limit is not None:
        yield from _check_size(army, event.points_limit, position.data)
    for name in ("battle_size", "season"):
        expected = getattr(event, name)
        given = position.data.get(name)
        names = _get_names_by_id(army, name)
        if expected and names and given != expected and name not in army.assumed_keys:
            args = {"given": names.get(given, given), "wanted": names.get(expected, expected)}
            key = f"event_{name}" if given else f"event_no_{name}"
            yield Breach(key=key, args=args, path=(name,))
    yield from _check_things(army, event)
    yield from _ask_other_packages(event, position)


def _ask_other_packages(event: EventFile, position: Position) -> Iterator[Breach]:
    """Yield a breach for each problem that the event's checks from other packages find."""
    if not event.checks:
        return
    from listbuilder.formats import plugins
    from listbuilder.formats.make_printout import make_printout

    wish = Wish("json", formations=True, as_of=position.as_of)
    sheet = make_printout(position, position.library, wish)
    if sheet is None:
        return
    for check in event.checks:
        for sentence in plugins.check_with_plugin(check, sheet):
            args = {"check": check, "said": Literal(sentence)}
            yield Breach(key="event_check", args=args, about=sentence, fixed=True)


def _get_names_by_id(army: Army, key: str) -> dict[str, str]:
    """Return the names of the battle sizes or seasons of a game, by their ids."""
    if key == "season":
        return {season_id: season.name for season_id, season in army.book.seasons.items()}
    return {size.id: size.name for size in army.book.battle_sizes}


def _is_allowed_form(given: str, allowed: Sequence[str]) -> bool:
    """Return whether the form `given` is one of those `allowed`.

    A text that lost its indents in copying counts as its original form.
    """
    return given in allowed or given.removesuffix(FLAT) in allowed


def _check_size(army: Army, limit: int, data: RosterData) -> Iterator[Breach]:
    """Yield a breach if the army is over the points `limit`, or made for another limit.

    A list made for a smaller limit than it could play gets a remark only, because the player may
    want that.
    """
    if army.points > limit:
        over, args = army.points - limit, {"points": army.points, "limit": limit}
        yield Breach(key="event_points", args={**args, "over": over}, excess=over, of_points=True)
    elif army.limit is not None and not set(SIZES) & set(army.assumed_keys):
        playable = [size.points for size in army.book.battle_sizes if size.points <= limit]
        largest = max(playable, default=limit)
        if army.limit > limit or army.limit < largest:
            yield Breach(
                key="event_limit",
                args={"given": army.limit, "limit": limit},
                cause="event_points",
                path=next(((key,) for key in SIZES if key in data), ()),
                remark=army.limit < limit,
            )


def _check_things(army: Army, event: EventFile) -> Iterator[Breach]:
    """Yield breaches for Legends, banned things, missing required things and excess."""
    if not event.legends:
        for name in dict.fromkeys(name for name, _ in army.list_legends()):
            units = _collect_ids(_find_units_with(army, name))
            yield Breach(
                key="event_legends", args={"unit": name}, about=name, units=units, whole=True
            )
    asks_for_names = event.banned or event.required or event.limits
    names_in_army = list_names_of_army(army) if asks_for_names else {}
    for banned in event.banned:
        banned_name = names_in_army.get(fold(banned))
        if banned_name is not None:
            bearing = _find_units_with(army, banned)
            yield Breach(
                key="event_banned",
                args={"unit": banned_name},
                about=banned,
                units=_collect_ids(bearing),
                excess=len(bearing),
                whole=bool(bearing) and all(unit.name == banned_name for unit in bearing),
            )
    for required in event.required:
        if fold(required) not in names_in_army:
            yield Breach(key="event_required", args={"unit": required}, about=required)
    for thing, limit in event.limits.items():
        yield from _check_limit(army, thing, limit, names_in_army.get(fold(thing)))


def _check_limit(army: Army, thing: str, limit: int, name: str | None) -> Iterator[Breach]:
    """Yield a breach if the army has more of `thing` than `limit`.

    `name`: the name of the thing in the army; None if it is a keyword. For a keyword, the breach
    lists the units that have it.
    """
    units = _find_units_counted(army, thing)
    count = len(units) or sum(fold(extra.name) in _fold_forms(thing) for extra in army.extras)
    if count <= limit:
        return
    called = name or make_id_from_name(thing).replace("-", " ").title()
    args: dict[str, object] = {"count": count, "thing": called, "limit": limit}
    args["over"] = count - limit
    if name is None and units:
        amounts = Counter(unit.name for unit in units).items()
        args["units"] = [
            unit_name if number == 1 else Amount(number, unit_name) for unit_name, number in amounts
        ]
    yield Breach(
        key="event_most_of" if "units" in args else "event_most",
        args=args,
        cause="event_most",
        about=thing,
        excess=count - limit,
        units=_collect_ids(units),
        whole=bool(units),
    )


def _fold_forms(thing: str) -> set[str]:
    """Return both spellings to compare `thing` by: folded, and also with spaces for hyphens."""
    return {fold(thing), fold(thing).replace("-", " ")}


def _find_units_counted(army: Army, thing: str) -> list[Unit]:
    """Return the units that are called `thing`, or have it as a keyword."""
    wanted = _fold_forms(thing)
    return [
        unit
        for unit in army.units
        if wanted & {fold(unit.name), unit.sheet_id, unit.datasheet_id} or wanted & unit.tags
    ]


def _find_units_with(army: Army, thing: str) -> list[Unit]:
    """Return the units that are called `thing`, or have an enhancement called so."""
    wanted = fold(thing)
    return [unit for unit in army.units if wanted in _list_names_of_unit(unit)]


def _collect_ids(units: Iterable[Unit]) -> tuple[str, ...]:
    """Return the ids of units."""
    return tuple(unit.id for unit in units)


def _list_names_of_unit(unit: Unit) -> dict[str, str]:
    """Return the names of a unit and of its enhancements, by folded name and folded id."""
    names = {fold(word): unit.name for word in (unit.name, unit.datasheet_id, unit.sheet_id)}
    borne = [bearer.enhancement for bearer in getattr(unit, "borne", ())]
    for enhancement in (*getattr(unit, "enhancements", ()), *borne):
        names[fold(enhancement.id)] = names[fold(enhancement.name)] = enhancement.name
    return names


def list_names_of_army(army: Army) -> dict[str, str]:
    """Return the names of everything in the army that an event may ban or require.

    They are found by folded name and folded id: faction, labels, units, enhancements, extras.
    """
    names = {fold(army.faction_id): army.faction_name, fold(army.faction_name): army.faction_name}
    for label in army.list_labels():
        if label:
            names[fold(label)] = label
            names.setdefault(fold(label).replace(" ", "-"), label)
    for unit in army.units:
        names.update(_list_names_of_unit(unit))
    for extra in army.extras:
        names[fold(extra.name)] = extra.name
    for pick in getattr(army, "picks", {}).values():  # what a box offers a choice of
        option = pick.chosen or pick.default
        if option:
            names[fold(option.name)] = names[fold(option.id)] = option.name
    return names
