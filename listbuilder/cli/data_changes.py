"""`listbuilder data changes OLD NEW`: what an update changed at all, as a table to be read in a minute."""

from __future__ import annotations

import argparse
from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

from listbuilder.advice.changes import ORDER, Changed, HomeChanges, PriceChange, between
from listbuilder.cli.context import OK, Context, as_json
from listbuilder.cli.systems import known_system
from listbuilder.cli.tables import Kind, Sheet, cell, rendered, screen_width, stacked
from listbuilder.games.base import TODAY, is_day
from listbuilder.games.catalog import SYSTEMS, system
from listbuilder.games.shared.listing import Choosable, Label
from listbuilder.games.shared.values import meant
from listbuilder.law import words as law_words
from listbuilder.model.problem import Problem, Unreadable
from listbuilder.model.said import Literal
from listbuilder.store.nearest import nearest
from listbuilder.store.readings import in_order
from listbuilder.store.words import listed, local
from listbuilder.version import VERSION

if TYPE_CHECKING:
    from rich.table import Table

_STYLE = {"new": "green", "gone": "red", "renamed": "yellow", "dearer": "", "cheaper": "", "otherwise": ""}
_SIGN = {"new": "+", "gone": "-", "renamed": "~", "dearer": "↑", "cheaper": "↓", "otherwise": "~"}


def run(args: argparse.Namespace, context: Context) -> int:
    days = _days(args.path, args.other)
    game = known_system(args.system) if args.system else None
    found = list(_changes(game, args.faction, days, context))
    if context.format == "json":
        print(_json(found, days))
        return OK
    for home in found:
        if home.changes:
            book = system(home.system).book(context.library)
            spoken = context.about(system(home.system))
            heading = spoken.say("changes.heading", faction=home.name, game=Literal(law_words.game(book, spoken.lang)))
            print(context.paint(heading, "bold"))
            print(rendered(context, _table(home, spoken)).rstrip("\n"))
    print(_summary(found, days, context))
    if unknown := sum(home.unknown for home in found):
        print(context.paint(context.say("changes.not_known", count=unknown), "dim"))
    return OK


def _days(old: str | None, new: str | None) -> tuple[str, str]:
    if old is None or new is None:
        raise Unreadable([Problem(key="two_days_needed")])
    for day in (old, new):
        if day != TODAY and not is_day(day):
            raise Unreadable([Problem(key="bad_date", args={"given": day})])
    if old == TODAY or (new != TODAY and old >= new):
        raise Unreadable([Problem(key="days_turned_round", args={"old": old, "new": new})])
    return old, new


def _changes(game: str | None, faction: str | None, days: tuple[str, str], context: Context) -> Iterator[HomeChanges]:
    """Of every faction asked for. A game whose history does not reach back so far is passed over, unless no other does."""
    too_early: list[Unreadable] = []
    known_any = False
    for game_id, home in _homes([game] if game else list(SYSTEMS), faction, context):
        try:
            found = between(system(game_id), context.library, home, days)
        except Unreadable as error:
            too_early.append(error)
            continue
        known_any = True
        yield found
    if too_early and not known_any:
        raise min(too_early, key=lambda error: str(error.problems[0].args.get("first")))


def _homes(games: list[str], given: str | None, context: Context) -> list[tuple[str, tuple[str, str]]]:
    everything = [(game, home) for game in games for home in system(game).listed_homes(context.library)]
    if given is None:
        return everything
    wanted = meant(given, [dict(home for _, home in everything)])
    chosen = [(game, home) for game, home in everything if home[0] in wanted]
    if not chosen:
        known = list(dict.fromkeys(home[0] for _, home in everything))
        details = {"given": given, "known": known, "near": nearest(given, known)}
        raise Unreadable([Problem(key="no_such_home", args=details)])
    return chosen


# --- in words ---


def _table(home: HomeChanges, context: Context) -> Table:
    columns: list[tuple[str, Kind]] = [(context.say(f"changes.{key}"), "words") for key in ("name", "prices", "what")]
    sheet = Sheet(("", "mark"), *columns)
    parts = _parts(home)
    hidden = {id(part) for found in parts.values() for part in found}
    for change in sorted(home.changes, key=lambda each: _order(each, context)):
        if id(change) in hidden:
            continue
        thing, style = change.thing, _STYLE[change.way]
        kind = context.say(f"changes.{thing.kind}")
        under = listed([kind, local(thing.under, context.lang)], context.lang) if thing.under else kind
        name = cell(local(thing.name, context.lang), style)
        if thing.kind not in ("datasheet", "warscroll"):
            name.append_text(cell(f"  {under}", "dim"))
        remarks = _remarks(change, context)
        if found := parts.get((change.way, thing.name)):
            things = [local(part.thing.name, context.lang) for part in found]
            remarks.append(context.say("changes.with_it", things=things))
        sheet.add(cell(_SIGN[change.way], style), name, stacked(_prices(change, context)), stacked(remarks))
    return sheet.table(screen_width())


def _order(change: Changed, context: Context) -> tuple[int, str, str]:
    return ORDER.index(change.way), change.thing.kind, in_order(change.thing.name, context.lang)


def _parts(home: HomeChanges) -> dict[tuple[str, str], list[Changed]]:
    """What came or went with the detachment or army of renown that it belongs to is told there."""
    found: dict[tuple[str, str], list[Changed]] = {
        (each.way, each.thing.name): [] for each in home.changes if each.way in ("new", "gone") and not each.thing.under
    }
    for each in home.changes:
        if each.thing.under and (each.way, each.thing.under) in found:
            found[each.way, each.thing.under].append(each)
    return found


def _prices(change: Changed, context: Context) -> list[str]:
    if change.before is None or change.after is None:
        shown = change.thing.prices or {}
        return [_priced(label, str(points), None, context) for label, points in shown.items() if points or label.models]
    return [_priced(each.label, _points(each.before), _points(each.after), context) for each in change.prices]


def _points(points: int | None) -> str:
    return "–" if points is None else str(points)


def _priced(label: Label, before: str, after: str | None, context: Context) -> str:
    what = label_of(label, context)
    if after is None:
        return context.say("changes.only", label=what, points=before) if what else before
    if not what:
        return context.say("changes.turned", before=before, after=after)
    return context.say("changes.price", label=what, before=before, after=after)


def label_of(label: Label, context: Context) -> str:
    """What a price is for; nothing where a thing has but one."""
    parts = [context.say("changes.models", models=label.models)] if label.models is not None else []
    parts += [f"{count} {local(name, context.lang)}" for name, count in label.of]
    if label.adds:
        parts.append(f"+ {local(label.adds, context.lang)}")
    if label.copy is not None:
        parts.append(context.say("changes.copy", copy=label.copy))
    if label.as_ally:
        parts.append(context.say("changes.as_ally"))
    if label.within:
        parts.append(local(label.within, context.lang))
    return listed(parts, context.lang)


def _remarks(change: Changed, context: Context) -> list[str]:
    found = []
    if change.way in ("new", "gone"):
        found.append(context.say(f"changes.{change.way}"))
    if change.before is not None and change.way == "renamed":
        found.append(context.say("changes.formerly", name=change.before.name))
    if change.instead is not None:
        found.append(context.say("changes.instead", name=change.instead))
    if change.facts:
        facts = [context.say(f"changes.{fact}") for fact in change.facts]
        found.append(context.say("changes.different", facts=facts))
    return found


def _summary(found: list[HomeChanges], days: tuple[str, str], context: Context) -> str:
    counts: dict[str, Any] = {way: sum(home.count(way) for home in found) for way in ORDER}
    if not any(counts.values()):
        return context.say("changes.nothing", old=days[0], new=days[1])
    return context.say("changes.summary", **counts | {"old": days[0], "new": days[1], "new_things": counts["new"]})


# --- for programs ---


def _json(found: list[HomeChanges], days: tuple[str, str]) -> str:
    content = {
        "listbuilder": VERSION,
        "old": days[0],
        "new": days[1],
        "factions": [
            {
                "system": home.system,
                "faction": home.id,
                "name": home.name,
                "same": home.same,
                "price_unknown": home.unknown,
                "changes": [_change(change) for change in home.changes],
            }
            for home in found
        ],
    }
    return as_json(content)


def _change(change: Changed) -> dict[str, Any]:
    return {
        "way": change.way,
        "kind": change.thing.kind,
        "before": _thing(change.before),
        "after": _thing(change.after),
        "instead": change.instead,
        "prices": [_price(each) for each in change.prices],
        "facts": list(change.facts),
    }


def _thing(thing: Choosable | None) -> dict[str, Any] | None:
    if thing is None:
        return None
    prices = None if thing.prices is None else [{**_label(label), "points": points} for label, points in thing.prices.items()]
    return {"id": thing.id, "name": thing.name, "under": thing.under or None, "prices": prices}


def _price(each: PriceChange) -> dict[str, Any]:
    return {**_label(each.label), "before": each.before, "after": each.after}


def _label(label: Label) -> dict[str, Any]:
    """As the document of changes has it."""
    return {
        "models": label.models,
        "copies_from": label.copy,
        "adds": label.adds,
        "of": dict(label.of),
        "within": label.within,
        "as_ally": label.as_ally,
    }
