"""`listbuilder find WORDS`: datasheets by fuzzy name, forgiving of case, accents, apostrophes and typing errors."""

from __future__ import annotations

import argparse
from collections.abc import Iterator
from typing import TYPE_CHECKING

import msgspec

from listbuilder.cli.context import OK, Context, as_json
from listbuilder.cli.tables import cell, rendered
from listbuilder.games.catalog import SYSTEMS, system
from listbuilder.games.shared import search
from listbuilder.model.base import fold
from listbuilder.model.problem import Problem, Unreadable
from listbuilder.store.nearest import nearest
from listbuilder.store.words import Lang, local

if TYPE_CHECKING:
    from listbuilder.games.base import Findable
    from listbuilder.games.shared.day_entries import DayEntry

AWAY = " *"  # behind the name of what was not there that day


class Hit(msgspec.Struct, frozen=True):
    system: str
    faction: str
    found: DayEntry

    @property
    def entry(self) -> Findable:
        return self.found.entry


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("words", nargs="+", metavar="WORDS")
    parser.add_argument("--system", choices=list(SYSTEMS), metavar="SYSTEM")
    parser.add_argument("--faction", metavar="FACTION")
    parser.add_argument("--limit", type=int, default=15, metavar="N")


def run(args: argparse.Namespace, context: Context) -> int:
    games = [args.system] if args.system else list(SYSTEMS)
    factions = list(_factions(games, args.faction, context))
    wanted = " ".join(args.words)
    hits = _hits(wanted, factions, context)[: args.limit]
    if context.format == "json":
        print(as_json({"found": [_row(hit) for hit in hits]}))
    elif hits:
        _print(hits, context)
    else:
        print(context.say("find.nothing", words=wanted, count=len(factions)))
    return OK


def _factions(games: list[str], given: str | None, context: Context) -> Iterator[tuple[str, str, str]]:
    everything = [(game, *faction) for game in games for faction in system(game).factions(context.library)]
    if given is None:
        yield from everything
        return
    chosen = [each for each in everything if fold(given) in (each[1], fold(each[2]))]
    if not chosen:
        known = [each[1] for each in everything]
        details = {"given": given, "known": known, "near": nearest(given, known)}
        raise Unreadable([Problem(key="unknown_faction", args=details)])
    yield from chosen


def _hits(wanted: str, factions: list[tuple[str, str, str]], context: Context) -> list[Hit]:
    """The best first; of equals, what is there before what is not, those in print before legends, then by name."""
    hits = list(_all(factions, context))
    hits.sort(key=lambda hit: (hit.found.away is not None, hit.entry.legends, hit.entry.name, hit.faction))
    return search.matching(wanted, ((hit, (hit.entry.name, *hit.entry.also, *hit.entry.keywords)) for hit in hits))


def _all(factions: list[tuple[str, str, str]], context: Context) -> Iterator[Hit]:
    """On the day asked for. A game whose history does not reach back to it is passed over, unless no other does."""
    too_early: Unreadable | None = None
    any_known = False
    for game, faction, _ in factions:
        try:
            entries = system(game).entries_on(context.library, faction, context.as_of)
        except Unreadable as error:
            too_early = error
            continue
        any_known = True
        yield from (Hit(game, faction, entry) for entry in entries)
    if too_early is not None and not any_known:
        raise too_early


def _row(hit: Hit) -> dict[str, object]:
    away = hit.found.away
    return {
        "system": hit.system,
        "faction": hit.faction,
        "datasheet": hit.entry.id,
        "name": hit.entry.name,
        "sizes": list(hit.entry.sizes),
        "points": list(hit.entry.points),
        "keywords": list(hit.entry.keywords),
        "legends": hit.entry.legends,
        "as_of": hit.found.day or None,
        "gone_since": away.until if away else None,
        "there_since": away.not_before if away else None,
        "renamed_to": away.renamed_to if away else None,
        "replaced_by": away.replaced_by if away else None,
    }


def _remark(hit: Hit, context: Context) -> str:
    """Of what is not there: when it was, and what it is called now or what took its place."""
    away = hit.found.away
    assert away is not None
    name = f"{hit.faction}/{hit.entry.id}"
    if away.until is None:
        return context.say("find.there_since", id=name, day=away.not_before)
    if away.now is None:
        return context.say("find.gone", id=name, day=away.until)
    key = "find.gone_renamed" if away.renamed_to else "find.gone_replaced"
    return context.say(key, id=name, day=away.until, now=local(away.now, context.lang))


def _print(hits: list[Hit], context: Context) -> None:
    from rich import box
    from rich.cells import cell_len
    from rich.table import Table

    lang: Lang = context.lang
    table = Table(box=box.SIMPLE_HEAD, pad_edge=False)
    longest = max(max(len(f"{hit.faction}/{hit.entry.id}"), cell_len(local(hit.entry.name, lang)) + len(AWAY)) for hit in hits)
    table.add_column(context.say("find.name"), overflow="fold", width=min(longest, 42))  # ids whole, as far as that goes
    for key in ("sizes", "points"):
        table.add_column(context.say(f"find.{key}"), justify="right", no_wrap=True)
    table.add_column(context.say("find.keywords"), overflow="fold")
    for hit in hits:
        entry = hit.entry
        name = local(entry.name, lang) + (AWAY if hit.found.away else "")
        table.add_row(
            cell(name).append("\n").append_text(cell(f"{hit.faction}/{entry.id}", "dim")),
            cell(", ".join(entry.sizes)),
            cell("/".join(map(str, entry.points)) or "-"),
            cell(", ".join(local(keyword, lang) for keyword in entry.keywords if keyword != entry.name)),
        )
    print(rendered(context, table), end="")
    for hit in hits:
        if hit.found.away:
            print(f"{AWAY.strip()} {_remark(hit, context)}")
