"""An event file: pins what every list of an event is checked against."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from listbuilder.contract.event import EventFile
from listbuilder.games.catalog import SYSTEMS
from listbuilder.law.position import Position
from listbuilder.model.army import Army
from listbuilder.model.base import fold
from listbuilder.model.finding import Breach
from listbuilder.model.problem import Unreadable
from listbuilder.store import border
from listbuilder.store.nearest import nearest
from listbuilder.store.words import LANGS


def read(file: Path) -> EventFile:
    """Raises Unreadable with line and column."""
    found, document = border.read_file(file, EventFile)
    if found.system is not None and found.system not in SYSTEMS:
        args = {"given": found.system, "known": list(SYSTEMS), "near": nearest(found.system, SYSTEMS, cutoff=0.4)}
        raise Unreadable([document.problem("unknown_system", ("system",), **args)])
    if found.lang is not None and found.lang not in LANGS:
        args = {"given": found.lang, "allowed": list(LANGS), "near": nearest(found.lang, LANGS)}
        raise Unreadable([document.problem("not_allowed", ("lang",), **args)])
    return found


def breaches(event: EventFile, done: Position) -> Iterator[Breach]:
    """What the list breaks of the event, beyond the law."""
    army = done.army
    assert army is not None
    if event.system and army.book.system != event.system:
        yield Breach(key="event_system", args={"given": army.book.name})
    if event.edition and fold(army.book.edition) != fold(event.edition):
        yield Breach(key="event_edition", args={"given": army.book.edition, "wanted": event.edition})
    if event.formats and done.format not in event.formats:
        yield Breach(key="event_format", args={"given": done.format, "allowed": list(event.formats)}, remark=True)
    if event.points_limit is not None:
        if army.points > event.points_limit:
            over = army.points - event.points_limit
            yield Breach(key="event_points", args={"points": army.points, "limit": event.points_limit, "over": over}, excess=over)
        elif army.limit is not None and army.limit > event.points_limit and "battle_size" not in army.assumed_keys:
            yield Breach(key="event_limit", args={"given": army.limit, "limit": event.points_limit}, cause="event_points")
    for name in ("battle_size", "season"):
        wanted = getattr(event, name)
        given = done.data.get(name)
        if wanted and given != wanted and name not in army.assumed_keys:
            yield Breach(key=f"event_{name}", args={"given": given or "-", "wanted": wanted})
    yield from _things(army, event)


def _things(army: Army, event: EventFile) -> Iterator[Breach]:
    if not event.legends:
        for name in dict.fromkeys(name for name, _ in army.legends()):
            yield Breach(key="event_legends", args={"unit": name}, about=name)
    known = named(army)
    for banned in event.banned:
        if fold(banned) in known:
            yield Breach(key="event_banned", args={"unit": known[fold(banned)]}, about=banned)
    for required in event.required:
        if fold(required) not in known:
            yield Breach(key="event_required", args={"unit": required}, about=required)
    for thing, limit in event.limits.items():
        count = counted(army, thing)
        if count > limit:
            args = {"count": count, "thing": known.get(fold(thing), thing), "limit": limit, "over": count - limit}
            yield Breach(key="event_most", args=args, about=thing, excess=count - limit)


def counted(army: Army, thing: str) -> int:
    """Units that are called so, or have it as a keyword; or other things of that name."""
    wanted = {fold(thing), fold(thing).replace("-", " ")}
    units = sum(bool(wanted & {fold(unit.name), unit.sheet_id, unit.datasheet_id} or wanted & unit.tags) for unit in army.units)
    return units or sum(fold(extra.name) in wanted for extra in army.extras)


def named(army: Army) -> dict[str, str]:
    """Everything an event may ban or ask for, by folded id and name."""
    found = {fold(army.faction_id): army.faction_name, fold(army.faction_name): army.faction_name}
    for label in army.labels():
        if label:
            found[fold(label)] = label
            found.setdefault(fold(label).replace(" ", "-"), label)
    for unit in army.units:
        for word in (unit.name, unit.datasheet_id, unit.datasheet_id.rpartition("/")[2]):
            found[fold(word)] = unit.name
        borne = [each.enhancement for each in getattr(unit, "borne", ())]
        for enhancement in (*getattr(unit, "enhancements", ()), *borne):
            found[fold(enhancement.id)] = found[fold(enhancement.name)] = enhancement.name
    for extra in army.extras:
        found[fold(extra.name)] = extra.name
    return found
