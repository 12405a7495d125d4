"""`listbuilder data changes OLD NEW`: all that an update changed, as a table read in a minute."""

from __future__ import annotations

import argparse
from collections.abc import Iterator
from typing import TYPE_CHECKING

from listbuilder.advice.changes import (
    ORDER,
    FactionChanges,
    ThingChange,
    compare_faction,
)
from listbuilder.cli.context import OK, Context, format_json
from listbuilder.cli.game_option import require_system
from listbuilder.cli.tables import (
    Kind,
    Sheet,
    get_screen_width,
    join_lines,
    make_cell,
    render_parts,
)
from listbuilder.games.common.choosable import Choosable, Label
from listbuilder.games.common.roster_values import find_meant
from listbuilder.games.game import TODAY
from listbuilder.games.registry import SYSTEMS, get_game
from listbuilder.i18n.messages import join_list, translate_name
from listbuilder.i18n.nearest_word import find_nearest
from listbuilder.i18n.readings import get_sort_key
from listbuilder.model.message_args import Literal
from listbuilder.model.problem import Problem, Unreadable
from listbuilder.model.windows import is_day
from listbuilder.rules import messages
from listbuilder.version import VERSION

if TYPE_CHECKING:
    from rich.table import Table

_STYLE = {
    "new": "green",
    "gone": "red",
    "renamed": "yellow",
    "dearer": "",
    "cheaper": "",
    "otherwise": "",
}
_SIGN = {"new": "+", "gone": "-", "renamed": "~", "dearer": "↑", "cheaper": "↓", "otherwise": "~"}


def run(args: argparse.Namespace, context: Context) -> int:
    """Print what changed in the data between two dates, and return the exit code 0.

    `--system` and `--faction` limit what is compared. Raises Unreadable for dates that can't be
    compared.
    """
    dates = _check_dates(args.path, args.other)
    game = require_system(args.system) if args.system else None
    changed_factions = list(_find_changes(game, args.faction, dates, context))
    if context.format == "json":
        print(_build_json(changed_factions, dates))
        return OK
    for home in changed_factions:
        if home.changes:
            book = get_game(home.system).load_rulebook(context.library)
            spoken = context.copy_for_game(get_game(home.system))
            game_name = Literal(messages.say_game(book, spoken.lang))
            heading = spoken.say("changes.heading", faction=home.name, game=game_name)
            print(context.paint(heading, "bold"))
            print(render_parts(context, _build_table(home, spoken)).rstrip("\n"))
    print(_format_summary(changed_factions, dates, context))
    if unknown := sum(home.unknown for home in changed_factions):
        print(context.paint(context.say("changes.not_known", count=unknown), "dim"))
    return OK


def _check_dates(old: str | None, new: str | None) -> tuple[str, str]:
    """Return both dates, the old one first, if they can be compared.

    Raises Unreadable if one is missing or not a date, or if the old one is not before the new one.
    """
    if old is None or new is None:
        raise Unreadable([Problem(key="two_days_needed")])
    for date in (old, new):
        if date != TODAY and not is_day(date):
            raise Unreadable([Problem(key="bad_date", args={"given": date})])
    if old == TODAY or (new != TODAY and old >= new):
        raise Unreadable([Problem(key="days_turned_round", args={"old": old, "new": new})])
    return old, new


def _find_changes(
    game: str | None, faction: str | None, dates: tuple[str, str], context: Context
) -> Iterator[FactionChanges]:
    """Yield what changed in each faction between the two dates.

    `game` and `faction` limit the factions; None stands for all. A game whose history doesn't go
    back to the old date is left out. Raises Unreadable if this is true of all games.
    """
    too_early: list[Unreadable] = []
    known_any = False
    for game_id, home in _find_factions([game] if game else list(SYSTEMS), faction, context):
        try:
            changes = compare_faction(get_game(game_id), context.library, home, dates)
        except Unreadable as error:
            too_early.append(error)
            continue
        known_any = True
        yield changes
    if too_early and not known_any:
        raise min(too_early, key=lambda error: str(error.problems[0].args.get("first")))


def _find_factions(
    games: list[str], asked: str | None, context: Context
) -> list[tuple[str, tuple[str, str]]]:
    """Return the game, and the id and name, of each faction that `asked` may mean.

    If `asked` is None, all factions of `games` are returned. Raises Unreadable if no faction
    matches.
    """
    everything = [
        (game, home)
        for game in games
        for home in get_game(game).list_choosable_homes(context.library)
    ]
    if asked is None:
        return everything
    wanted = find_meant(asked, [dict(home for _, home in everything)])
    chosen = [(game, home) for game, home in everything if home[0] in wanted]
    if not chosen:
        ids = list(dict.fromkeys(home[0] for _, home in everything))
        details = {"given": asked, "known": ids, "near": find_nearest(asked, ids)}
        raise Unreadable([Problem(key="no_such_home", args=details)])
    return chosen


# --- in words ---


def _build_table(home: FactionChanges, context: Context) -> Table:
    """Return the table of a faction's changes.

    A thing that came or went together with its detachment or army of renown has no row of its own:
    it is named in the row of the detachment or army.
    """
    columns: list[tuple[str, Kind]] = [
        (context.say(f"changes.{key}"), "words") for key in ("name", "prices", "what")
    ]
    sheet = Sheet(("", "mark"), *columns)
    parts = _group_by_parent(home)
    hidden = {id(part) for belonging in parts.values() for part in belonging}

    def get_rank(change: ThingChange) -> tuple[int, str, str]:
        """Return the sort key of a change: the kind of change, the kind of thing, then the name."""
        name = get_sort_key(change.thing.name, context.lang)
        return ORDER.index(change.way), change.thing.kind, name

    for change in sorted(home.changes, key=get_rank):
        if id(change) in hidden:
            continue
        thing, style = change.thing, _STYLE[change.way]
        name = make_cell(translate_name(thing.name, context.lang), style)
        if thing.kind not in ("datasheet", "warscroll"):
            kind = context.say(f"changes.{thing.kind}")
            if thing.under:
                kind = join_list([kind, translate_name(thing.under, context.lang)], context.lang)
            name.append_text(make_cell(f"  {kind}", "dim"))
        remarks = _list_remarks(change, context)
        belonging = parts.get((change.way, thing.name))
        if belonging:
            things = [translate_name(part.thing.name, context.lang) for part in belonging]
            remarks.append(context.say("changes.with_it", things=things))
        sheet.add_row(
            make_cell(_SIGN[change.way], style),
            name,
            join_lines(_format_prices(change, context)),
            join_lines(remarks),
        )
    return sheet.build_table(get_screen_width())


def _group_by_parent(home: FactionChanges) -> dict[tuple[str, str], list[ThingChange]]:
    """Return the things that came or went together with a detachment or army of renown.

    The key of each list is the kind of change (new or gone) and the name of the detachment or army.
    """
    parts: dict[tuple[str, str], list[ThingChange]] = {
        (change.way, change.thing.name): []
        for change in home.changes
        if change.way in ("new", "gone") and not change.thing.under
    }
    for change in home.changes:
        if change.thing.under and (change.way, change.thing.under) in parts:
            parts[change.way, change.thing.under].append(change)
    return parts


def _format_prices(change: ThingChange, context: Context) -> list[str]:
    """Return the prices that changed as texts; for a new or removed thing, all its prices."""
    texts = []
    if change.before is None or change.after is None:
        for label, points in (change.thing.prices or {}).items():
            if points or label.models:
                texts.append(_format_price(label, str(points), None, context))
        return texts
    for price in change.prices:
        before, after = _format_points(price.before), _format_points(price.after)
        texts.append(_format_price(price.label, before, after, context))
    return texts


def _format_points(points: int | None) -> str:
    """Return points as text, or “–” if they are None."""
    return "–" if points is None else str(points)


def _format_price(label: Label, before: str, after: str | None, context: Context) -> str:
    """Return a price in words, with what it is the price of.

    If `after` is None, `before` is the only price; otherwise both are given.
    """
    purpose = format_price_label(label, context)
    if after is None:
        return context.say("changes.only", label=purpose, points=before) if purpose else before
    if not purpose:
        return context.say("changes.turned", before=before, after=after)
    return context.say("changes.price", label=purpose, before=before, after=after)


def format_price_label(label: Label, context: Context) -> str:
    """Return what a price is for, such as a number of models, or "" for the only price."""
    parts = [context.say("changes.models", models=label.models)] if label.models is not None else []
    parts += [f"{count} {translate_name(name, context.lang)}" for name, count in label.of]
    if label.adds:
        parts.append(f"+ {translate_name(label.adds, context.lang)}")
    if label.copy is not None:
        parts.append(context.say("changes.copy", copy=label.copy))
    if label.as_ally:
        parts.append(context.say("changes.as_ally"))
    if label.within:
        parts.append(translate_name(label.within, context.lang))
    return join_list(parts, context.lang)


def _list_remarks(change: ThingChange, context: Context) -> list[str]:
    """Return remarks on a change: new, gone, former name, replacement, other changed facts."""
    remarks = []
    if change.way in ("new", "gone"):
        remarks.append(context.say(f"changes.{change.way}"))
    if change.before is not None and change.way == "renamed":
        remarks.append(context.say("changes.formerly", name=change.before.name))
    if change.instead is not None:
        remarks.append(context.say("changes.instead", name=change.instead))
    if change.facts:
        facts = [context.say(f"changes.{fact}") for fact in change.facts]
        remarks.append(context.say("changes.different", facts=facts))
    return remarks


def _format_summary(
    changed_factions: list[FactionChanges], dates: tuple[str, str], context: Context
) -> str:
    """Return a sentence that counts the changes of each kind between the two dates.

    If nothing changed, the sentence says so.
    """
    counts = {way: sum(home.count_changes(way) for home in changed_factions) for way in ORDER}
    if not any(counts.values()):
        return context.say("changes.nothing", old=dates[0], new=dates[1])
    new_things = counts.pop("new")  # `new` is a date in the message
    return context.say(
        "changes.summary", old=dates[0], new=dates[1], new_things=new_things, **counts
    )


# --- for programs ---


def _build_json(changed_factions: list[FactionChanges], dates: tuple[str, str]) -> str:
    """Return all changes between the two dates as a JSON text."""
    content = {
        "listbuilder": VERSION,
        "old": dates[0],
        "new": dates[1],
        "factions": [
            {
                "system": home.system,
                "faction": home.id,
                "name": home.name,
                "same": home.same,
                "price_unknown": home.unknown,
                "changes": [_build_change_row(change) for change in home.changes],
            }
            for home in changed_factions
        ],
    }
    return format_json(content)


def _build_change_row(change: ThingChange) -> dict[str, object]:
    """Return the JSON fields of one change."""
    return {
        "way": change.way,
        "kind": change.thing.kind,
        "before": _build_thing_row(change.before),
        "after": _build_thing_row(change.after),
        "instead": change.instead,
        "prices": [
            {**_build_label_row(price.label), "before": price.before, "after": price.after}
            for price in change.prices
        ],
        "facts": list(change.facts),
    }


def _build_thing_row(thing: Choosable | None) -> dict[str, object] | None:
    """Return the JSON fields of a thing and its prices, or None if `thing` is None."""
    if thing is None:
        return None
    prices = None
    if thing.prices is not None:
        prices = [
            {**_build_label_row(label), "points": points} for label, points in thing.prices.items()
        ]
    return {"id": thing.id, "name": thing.name, "under": thing.under or None, "prices": prices}


def _build_label_row(label: Label) -> dict[str, object]:
    """Return the JSON fields that say what a price is for."""
    return {
        "models": label.models,
        "copies_from": label.copy,
        "adds": label.adds,
        "of": dict(label.of),
        "within": label.within,
        "as_ally": label.as_ally,
    }
